"""How a page draws the table: nine flags between two sides, the hands, the decks and what is known of them."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from rules.engine import Seat, View, Zone
from rules.engine.board import (
    Board,
    BoardDefinition,
    Entry,
    Face,
    Fact,
    Facts,
    Lane,
    Lanes,
    LaneSide,
    Part,
    Piece,
    Pile,
    Place,
    Row,
    Score,
    Stack,
)

from .cards import Cards
from .motions import LAID_ANEW, MOTIONS
from .pointing import POINTS, TOUCHES, prompt_place
from .reckoning import reckon
from .state import ClaimRecord, RoundResult
from .view import FlagView, Game

# How a card looks (3). Each colour also has a sign, for players who can't tell the colours apart.

SIGNS = {
    "red": "M12 2 22 21 2 21Z",
    "orange": "M12 2A10 10 0 1 1 11.9 2Z",
    "yellow": "M12 1 15 9 23 9 17 14 19 22 12 17 5 22 7 14 1 9 9 9Z",
    "green": "M12 1 22 12 12 23 2 12Z",
    "blue": "M3 3H21V21H3Z",
    "purple": "M9 2H15V9H22V15H15V22H9V15H2V9H9Z",
}
TACTICS_SIGNS = {
    "morale": "M5 22V2H7V3L20 7 7 12V22Z",
    "weather": "M6 19A5 5 0 0 1 6 9 7 7 0 0 1 19 10 4.500 4.500 0 0 1 19 19Z",
    "guile": "M1 12Q12 1 23 12 12 23 1 12ZM12 8A4 4 0 1 0 12.100 8Z",
}


def face(card_set: Mapping[str, Any], card: Mapping[str, Any]) -> Face:
    if card["kind"] == "troop":
        return Face(card["color"], SIGNS[card["color"]], str(card["number"]))
    return Face("plain", TACTICS_SIGNS[card["category"]], card["names"]["en"][0], kind=card["category"])


# Where things are (5, 4)


def board(view: View, near: Seat) -> Board:
    game: Game = view.game
    far = 1 - near
    return Board(
        (
            *_side(game, far, "far"),
            Part("flags", "centre", Lanes("flags", tuple(_lane(flag, far, near) for flag in game.flags))),
            *_claims(game),
            Part("troop_deck", "centre", Pile("deck:troop", game.troop_deck.count, game.troop_deck.cards)),
            Part("tactics_deck", "centre", Pile("deck:tactics", game.tactics_deck.count, game.tactics_deck.cards)),
            Part("removed", "centre", _open_row("removed", game.removed)),
            *_side(game, near, "near"),
            Part("", "edge", Facts(_state_of_play(game))),
            *(Part("results", "edge", Facts(_result(result))) for result in game.results),
        ),
        scores=tuple(score for seat in (0, 1) for score in _scores(game, seat)),
    )


def _scores(game: Game, seat: Seat) -> tuple[Score, ...]:
    """10.1 A round is won with some flags anywhere, or with fewer in a row."""
    owned = [flag.owner == seat for flag in game.flags]
    longest = max(sum(run) for _, run in groupby(owned))
    return Score((seat,), "flags", sum(owned)), Score((seat,), "in_a_row", longest)


def _goals(cards: Cards) -> dict[str, int]:
    return {"flags": cards.flags_to_win, "in_a_row": cards.adjacent_to_win}


def _side(game: Game, seat: Seat, area: Any) -> tuple[Part, ...]:
    hand = game.hands[seat]
    pieces = [Piece(f"hand:{seat}:{card}", card, seat) for card in hand.cards or ()]
    facts = (
        Fact("points", game.points[seat], place=f"points:{seat}"),
        Fact("rounds_won", game.rounds_won[seat]),
        Fact("tactics_played", game.tactics_played[seat]),
        Fact("leader_played", game.leader_played[seat]),
    )
    return (
        Part("hands", area, Row(f"hand:{seat}", tuple(pieces), hand.count, "hand"), seat),
        Part("guile", area, _open_row(f"guile:{seat}", game.guile[seat], seat), seat),
        Part("", area, Facts(facts), seat),
    )


def _open_row(place: Place, zone: Zone, seat: Seat | None = None) -> Row:
    return Row(place, tuple(Piece(f"{place}:{card}", card, seat) for card in zone.cards or ()), zone.count)


def _lane(flag: FlagView, far: Seat, near: Seat) -> Lane:
    def side(seat: Seat) -> LaneSide:
        where = f"flag:{flag.flag}:{seat}"
        pieces = tuple(Piece(f"{where}:{at}", card, seat) for at, card in enumerate(flag.sides[seat].cards or ()))
        return LaneSide(where, seat, pieces, flag.size)

    return Lane(f"flag:{flag.flag}", str(flag.flag + 1), flag.owner, side(far), side(near), _flag_badges(flag))


def _flag_badges(flag: FlagView) -> tuple[Fact, ...]:
    weather = [Fact(name, card=name) for name, lies in (("fog", flag.fog), ("mud", flag.mud)) if lies]
    first = [] if flag.first_complete is None else [Fact("first_complete", flag.first_complete, "seat")]
    return (*weather, *first)


def _claims(game: Game) -> tuple[Part, ...]:
    claimed = tuple(_claim(flag, flag.claim) for flag in game.flags if flag.claim is not None)
    return (Part("claim", "edge", Stack("claims", claimed)),) if claimed else ()


def _claim(flag: FlagView, claim: ClaimRecord) -> Entry:
    """7.6 How a flag was claimed."""
    wild = [Fact("as", pair, "card") for pair in claim.as_.items()]
    facts = (
        Fact("flag", flag.flag),
        Fact("owner", flag.owner, "seat"),
        Fact("formation", claim.formation),
        Fact("sum", claim.sum),
        Fact("by", claim.by),
        *wild,
    )
    return Entry(f"claim:{flag.flag}", (), facts)


def _state_of_play(game: Game) -> tuple[Fact, ...]:
    scout = game.scout
    return (
        Fact("phase", game.phase),
        Fact("active_seat", game.active_seat, "seat"),
        Fact("round", game.round),
        Fact("turn", game.turn),
        Fact("first_seat", game.first_seat, "seat"),
        *([] if game.played is None else [Fact("played", game.played, "card")]),
        *([] if scout is None else [Fact("drawn", scout.drawn), Fact("returned", scout.returned)]),
        *([Fact("idle_turns", game.idle_turns)] if game.idle_turns else []),
    )


def _result(result: RoundResult) -> tuple[Fact, ...]:
    return (
        Fact("round", result.round),
        Fact("first_seat", result.first_seat, "seat"),
        Fact("winner", result.winner, "seat"),
        Fact("reason", result.reason),
        *(Fact("flags", flags, seat=seat) for seat, flags in enumerate(result.flags)),
        *(Fact("points", points, seat=seat) for seat, points in enumerate(result.points)),
    )


BOARD = BoardDefinition(
    board=board,
    face=face,
    points=POINTS,
    touches=TOUCHES,
    motions=MOTIONS,
    laid_anew=LAID_ANEW,
    prompt_place=prompt_place,
    reckoned=reckon,
    goals=_goals,
    unseen={
        "/flags/*/sides/*/count": "as many as the cards that lie there",
    },
)
