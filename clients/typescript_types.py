"""Writes the components of the OpenAPI document as TypeScript types, for the client package of the service.

Where Node is installed, openapi-typescript generates the same types, and those of the operations. A test compares both.
Only the schema keywords that `config/openapi_for_generators.py` leaves in the document are supported.
"""

import json
from typing import Any

Schema = dict[str, Any]
WORDS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def declarations(document: Schema) -> str:
    """A TypeScript module whose `components["schemas"]` has each component under its name."""
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
    """The schema's description as a comment, which editors show."""
    text = " ".join(schema.get("description", "").split()) if isinstance(schema, dict) else ""
    return "/** {} */ ".format(text.replace("*/", "* /")) if text else ""
