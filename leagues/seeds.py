"""The chance of a league: the seed of every deal follows from that of its season (contract, "Chance"). Pure."""

import hmac

from rules.engine import canonical


def deal_seed(season_seed: bytes, season: str, first: str, second: str, deal: int, attempt: int) -> bytes:
    """The server seed of the matches of one attempt at a deal.

    `season` is the league's slug and the number of the season, as in `nightly/3`; entrants go by their names.
    """
    return hmac.digest(season_seed, canonical([season, first, second, deal, attempt]), "sha256")


def decision_seed(
    season_seed: bytes, season: str, entrant: str, deal: int, attempt: int, seating: int, seat: int, seq: int
) -> bytes:
    """The seed of a house bot's own chance for the decision that it takes after event `seq`.

    The two matches of a deal have their cards in common and not this, or two copies of one bot would play it twice
    alike.
    """
    place = [season, "bot", entrant, deal, attempt, seating, seat, seq]
    return hmac.digest(season_seed, canonical(place), "sha256")
