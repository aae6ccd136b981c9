"""`python -m config.openapi_file`: write docs/openapi.json, one operation or component per line."""

import json
import os
from io import StringIO
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "openapi.json"


def made() -> str:
    """The document, generated from the code. Warnings of the generator are errors."""
    output = StringIO()
    call_command("spectacular", format="openapi-json", validate=True, fail_on_warn=True, stdout=output)
    return in_lines(json.loads(output.getvalue()), depth=3) + "\n"


def in_lines(value: Any, depth: int) -> str:
    """JSON with one member per line down to `depth`; deeper parts stay on that line."""
    if depth == 0 or not isinstance(value, dict) or not value:
        return json.dumps(value, ensure_ascii=False)
    lines = [f"{json.dumps(key, ensure_ascii=False)}: {in_lines(part, depth - 1)}" for key, part in value.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    django.setup()
    DOCUMENT.write_text(made(), encoding="utf-8")
