"""`python generate.py [openapi.json]`: generate the API's types and the synchronous client.

Needs datamodel-code-generator and ruff. The OpenAPI document is by default the one in this repository.
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "src" / "match_client"
DOCUMENT = HERE.parents[1] / "docs" / "openapi.json"
OPTIONS = (
    *("--input-file-type", "openapi", "--output-model-type", "typing.TypedDict", "--target-python-version", "3.11"),
    *("--enum-field-as-literal", "all", "--use-schema-description", "--no-use-closed-typed-dict"),
    *("--use-double-quotes", "--formatters", "builtin", "--disable-timestamp"),
)
WITHOUT_ASYNC = (
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAwaitable\[([\w.]+)\]", r"\1"),
    (r"\bAsyncGenerator\[(\w+), None\]", r"Generator[\1, None, None]"),
    (r"import AsyncGenerator, Awaitable, Callable, Mapping", "import Callable, Generator, Mapping"),
    (r"import asyncio\nimport json\nimport logging\n", "import json\nimport logging\nimport time\n"),
    (r"asyncio\.sleep", "time.sleep"),
    (r"\b(__)?a(enter__|exit__|iter__|next__)", r"\1\2"),
    (r"\ba(close|read|iter_lines)\b", r"\1"),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\b_operations_async\b", "_operations_sync"),
)
SYNCHRONOUS = {
    "_sync.py": ("_async.py", "The synchronous client"),
    "_operations_sync.py": ("_operations_async.py", "The operations of the API, one request each"),
}
"""Generated file -> its source file, and the beginning of its docstring."""


def types(document: Path) -> str:
    command = [sys.executable, "-m", "datamodel_code_generator", "--input", str(document), *OPTIONS]
    made = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    code = made[made.index("from __future__") :]
    return formatted(f'"""The types of the API, made of its OpenAPI document by `python generate.py`."""\n\n{code}')


def synchronous(made: str) -> str:
    source, what = SYNCHRONOUS[made]
    code = (PACKAGE / source).read_text()
    for pattern, plain in WITHOUT_ASYNC:
        code = re.sub(pattern, plain, code)
    return formatted(f'"""{what}, made of `{source}` by `python generate.py`."""' + code[code.index('"""', 3) + 3 :])


def formatted(code: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--line-length", "120", "--isolated", "--no-cache", "-"]
    return subprocess.run(command, check=True, input=code, capture_output=True, text=True).stdout


def main(document: Path) -> None:
    (PACKAGE / "schema.py").write_text(types(document))
    for made in SYNCHRONOUS:
        (PACKAGE / made).write_text(synchronous(made))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCUMENT)
