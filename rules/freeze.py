"""`python -m rules.freeze SLUG`: freeze the newest version of a ruleset, so that its rules may change.

Copies the ruleset's folder. The copy never changes: its code plays, folds and judges all stored matches of that
version. The original folder becomes the next version.
"""

import re
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def freeze(slug: str, folder: Path = HERE) -> tuple[str, int]:
    """Copy the ruleset and register both versions. Returns the name of the frozen package and the new version number.

    Raises ValueError if there is no such ruleset.
    """
    registry = folder / "registry.py"
    lines = registry.read_text(encoding="utf-8")
    versions = [int(version) for version in re.findall(rf'\("{re.escape(slug)}", (\d+)\)', lines)]
    if not versions:
        raise ValueError(f"there is no ruleset {slug!r} in {registry.name}")
    newest = max(versions)
    frozen = f"{slug}_v{newest}"
    shutil.copytree(folder / slug, folder / frozen, ignore=shutil.ignore_patterns("__pycache__"))

    was, entry = f'("{slug}", {newest}): "{slug}",', f'("{slug}", {newest}): "{frozen}",'
    registry.write_text(lines.replace(was, f'{entry}\n    ("{slug}", {newest + 1}): "{slug}",'), encoding="utf-8")
    definition = folder / slug / "__init__.py"
    declared = definition.read_text(encoding="utf-8")
    definition.write_text(declared.replace(f"version={newest},", f"version={newest + 1},"), encoding="utf-8")
    return frozen, newest + 1


def main(arguments: list[str], folder: Path = HERE) -> int:
    if len(arguments) != 1:
        print(__doc__)
        return 2
    try:
        frozen, version = freeze(arguments[0], folder)
    except (ValueError, FileExistsError) as error:
        print(error)
        return 1
    print(f"rules/{frozen} is frozen; rules/{arguments[0]} is version {version} now.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
