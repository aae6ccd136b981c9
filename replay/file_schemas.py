"""Writes the JSON Schemas of our files, and the verifier as a classic script, for others to check files with.

`python -m replay.file_schemas` writes docs/schemas/, and makes docs/verifier/verifier.js from verify.mjs. A schema has
the fields of a file and their types. Only the verifier checks whether a file is true.
"""

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec

from replay.daily_roots.signed_roots import InclusionProof, SignedRoot
from replay.event_schema import EVENTS, Header, Hex32
from replay.seasons.document import SeasonDocument
from rules.json_schemas import json_schema_components

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "schemas"
VERIFIER = FOLDER.parent / "verifier"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/{name}"
Schema = dict[str, Any]
TITLES = {
    "match-1.json": "A line of a match/1 file of a disclosed match: the first line, or an event",
    "season-2.json": "The first line of a season/2 file",
    "inclusion-1.json": "An inclusion/1 document: proof that a match is in the root of a day",
    "root-1.json": "A root/1 document: the signed root of a day",
}


def schemas() -> dict[str, Schema]:
    """File name -> schema."""
    return {
        "match-1.json": _match_line(),
        "season-2.json": _of(SeasonDocument, "season-2.json"),
        "inclusion-1.json": _of(InclusionProof, "inclusion-1.json"),
        "root-1.json": _of(SignedRoot, "root-1.json"),
    }


def _of(type_: type, name: str) -> Schema:
    (schema,), components = json_schema_components([type_], REF)
    return {"$schema": DIALECT, "title": TITLES[name], **schema, "$defs": components}


def _match_line() -> Schema:
    """A header, or an event with its `hash`, which the event structs lack because it doesn't cover itself."""
    types = [Header, *EVENTS.values()]
    lines, components = json_schema_components(types, REF)
    pattern = next(meta.pattern for meta in get_args(Hex32) if isinstance(meta, msgspec.Meta))
    for event in EVENTS.values():
        components[event.__name__]["properties"]["hash"] = {"type": "string", "pattern": pattern}
        components[event.__name__]["required"].append("hash")
    return {"$schema": DIALECT, "title": TITLES["match-1.json"], "anyOf": list(lines), "$defs": components}


COMMAND = "// --- The command"
ONLY_NODE = "globalThis.crypto ??="
HEAD = "// Made of verify.mjs by `python -m replay.file_schemas`: the same, for pages that are opened from disk.\n"


def classic(module: str) -> str:
    """The verifier's module as a classic script with the constant `verifier`. Pages opened from disk need that.

    The script lacks the command line and the exports.
    """
    body = module.partition(COMMAND)[0]
    portable = [line for line in body.splitlines() if not line.startswith(ONLY_NODE)]
    names = re.findall(r"^export (?:async )?(?:function|class|const) (\w+)", body, re.MULTILINE)
    plain = re.sub(r"^export ", "", "\n".join(portable), flags=re.MULTILINE)
    return f'{HEAD}"use strict";\n\nconst verifier = (() => {{\n{plain}\nreturn {{ {", ".join(names)} }};\n}})();\n'


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, schema in schemas().items():
        (FOLDER / name).write_text(json.dumps(schema, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (VERIFIER / "verifier.js").write_text(
        classic((VERIFIER / "verify.mjs").read_text(encoding="utf-8")), encoding="utf-8"
    )
