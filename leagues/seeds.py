"""Chance in a league: all seeds follow from the season's seed or a match's key (contract, "Chance"). Pure."""

import hmac

from rules.engine import canonical


def deal_seed(season_seed: bytes, season: str, first: str, second: str, deal: int, attempt: int) -> bytes:
    """The server seed of the matches of one attempt at a deal.

    `season` is the league's slug and the number of the season, as in `nightly/3`; entrants are given by name.
    """
    return hmac.digest(season_seed, canonical([season, first, second, deal, attempt]), "sha256")


def decision_seed(
    season_seed: bytes, season: str, entrant: str, deal: int, attempt: int, seating: int, seat: int, seq: int
) -> bytes:
    """The seed of a house bot's own chance for its decision after event `seq`.

    The two matches of a deal share their cards but not this seed; otherwise two copies of one bot would play both
    alike.
    """
    place = [season, "bot", entrant, deal, attempt, seating, seat, seq]
    return hmac.digest(season_seed, canonical(place), "sha256")


def control_seed(key: bytes, play: int, seat: int, seq: int) -> int:
    """The seed of a house bot's own chance when it plays a deal of bot accounts once more, to measure their luck.

    `key` is the match's, and `play` counts how often the house bots have played it.
    """
    return int.from_bytes(hmac.digest(key, b"luck%d/%d/%d" % (play, seat, seq), "sha256")[:8], "big")
