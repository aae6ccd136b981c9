"""The verifier as a script that a page opened from disk may load: browsers load no modules from there.

`python -m replay.verifier_script` writes docs/verifier/verifier.js from verify.mjs; a test holds the two together.
"""

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "verifier"
COMMAND = "// --- The command"
ONLY_NODE = "globalThis.crypto ??="
HEAD = "// Made of verify.mjs by `python -m replay.verifier_script`: the same, for pages that are opened from disk.\n"


def classic(module: str) -> str:
    """The module without its command and exports, as the constant `verifier`."""
    body = module.partition(COMMAND)[0]
    kept = [line for line in body.splitlines() if not line.startswith(ONLY_NODE)]
    names = re.findall(r"^export (?:async )?(?:function|class|const) (\w+)", body, re.MULTILINE)
    plain = re.sub(r"^export ", "", "\n".join(kept), flags=re.MULTILINE)
    return f'{HEAD}"use strict";\n\nconst verifier = (() => {{\n{plain}\nreturn {{ {", ".join(names)} }};\n}})();\n'


if __name__ == "__main__":
    (FOLDER / "verifier.js").write_text(classic((FOLDER / "verify.mjs").read_text()))
