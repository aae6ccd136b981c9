"""Digests of the house bots, so that results from two installations can be compared."""

from functools import cache
from hashlib import sha256
from pathlib import Path

import rules
from matches.bots.roster import HouseBot
from rules.engine import digest

BOTS = Path(__file__).parent
CODE = ("bot.py", "ismcts.py", "levels.py", "lookahead.py", "simple.py", "seated.py")
"""What decides a bot's moves, besides the rules."""
_RULES = Path(rules.__file__).parent


def bot_digest(bot: HouseBot) -> str:
    """SHA-256 over the bot's name, version and budget, and over the code and cards that decide its moves.

    Bots with equal digests play alike. Bots with different ones may play alike too.
    """
    return digest({"name": bot.name, "version": bot.version, "budget": bot.budget.iterations, "code": _code()})


@cache
def _code() -> dict[str, str]:
    """File -> SHA-256, for the bots and all games."""
    games = (file for file in _RULES.rglob("*") if file.suffix in (".py", ".json"))
    files = {f"bots/{name}": BOTS / name for name in CODE}
    files |= {f"rules/{file.relative_to(_RULES).as_posix()}": file for file in games}
    return {name: sha256(file.read_bytes()).hexdigest() for name, file in sorted(files.items())}
