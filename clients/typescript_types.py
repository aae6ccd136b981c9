"""The components of the OpenAPI document as types of TypeScript, for the client that the service hands out.

openapi-typescript makes the same of the document, with its operations beside them, where there is Node; a test holds
the two to each other. It knows the words that `config/openapi_for_generators.py` leaves in the document, and no others.
"""

import json
from typing import Any

Schema = dict[str, Any]
WORDS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def declarations(document: Schema) -> str:
    """A module whose `components["schemas"]` has each component under its name."""
    schemas = document["components"]["schemas"].items()
    lines = [f"    {_comment(schema)}{json.dumps(name)}: {_type(schema)};" for name, schema in schemas]
    return "\n".join(["export interface components {", "  schemas: {", *lines, "  };", "}", ""])


def _type(schema: Any) -> str:
    if schema is True or not schema:
        return "unknown"
    if "$ref" in schema:
        return 'components["schemas"][{}]'.format(json.dumps(schema["$ref"].rpartition("/")[2]))
    if "anyOf" in schema:
        return _one_of([_type(option) for option in schema["anyOf"]])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return _one_of([json.dumps(word) for word in schema["enum"]])
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    if schema.get("type") == "array":
        return f"({_type(schema.get('items'))})[]"
    if schema.get("type") == "object":
        return _object(schema)
    return WORDS.get(schema.get("type", ""), "unknown")


def _one_of(options: list[str]) -> str:
    return f"({' | '.join(dict.fromkeys(options))})"


def _object(schema: Schema) -> str:
    required = set(schema.get("required", ()))
    fields = [
        f"{_comment(part)}{json.dumps(name)}{'' if name in required else '?'}: {_type(part)};"
        for name, part in schema.get("properties", {}).items()
    ]
    others = schema.get("additionalProperties", False)
    if others is False:
        return f"{{ {' '.join(fields)} }}" if fields else "Record<string, never>"
    rest = f"{{ [key: string]: {_type(others)} }}"
    return f"({{ {' '.join(fields)} }} & {rest})" if fields else rest


def _comment(schema: Any) -> str:
    """What the document says of it, for editors to show."""
    said = " ".join(schema.get("description", "").split()) if isinstance(schema, dict) else ""
    return "/** {} */ ".format(said.replace("*/", "* /")) if said else ""
