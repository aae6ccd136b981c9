"""How a page draws the field of battle: squares and units, arrows and shots, hands, decks and trophies."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.engine import Seat, View
from rules.engine.board import (
    Area,
    Board,
    BoardDefinition,
    Cell,
    Face,
    Fact,
    Facts,
    Figure,
    Grid,
    Link,
    Part,
    Piece,
    Pile,
    Row,
    Score,
    square_name,
)

from .foresight import FORETOLD, reckon
from .motions import MOTIONS
from .pointing import LINKS, POINTS, SQUARES, TOUCHES, place_of, prompt_place
from .squares import Square
from .view import Game, SeatView, TeamView, UnitView

# How a card looks (4)

TONES = {
    "templars": "blue", "undead": "gray", "orcs": "green", "dwarves": "orange",
    "elves": "yellow", "lizardmen": "purple", "mercenary": "red",
}  # fmt: skip
CLASS_SIGNS = {
    "infantry": "M11 2H13V14H17V16H13V22H11V16H7V14H11Z",
    "cavalry": "M5 22V12Q5 2 13 2L20 8 18 12 13 11 17 22Z",
    "spear": "M12 1 16 9H13V23H11V9H8Z",
    "ranged": "M6 2Q20 12 6 22L8 19Q16 12 8 5ZM2 11H22V13H2Z",
    "berserker": "M11 3H13V22H11ZM13 4Q22 4 21 13 18 9 13 10ZM11 4Q2 4 3 13 6 9 11 10Z",
}


def face(card_set: Mapping[str, Any], card: Mapping[str, Any]) -> Face:
    ranged = card["ranged"]
    shot = () if ranged is None else (Figure("strength", str(ranged["strength"]), "sword"),)
    return Face(
        TONES.get(card["army"], "plain"),
        CLASS_SIGNS.get(card["class"], ""),
        kind=card["rank"],
        figures=(Figure("defence", str(card["defence"]), "shield"), *shot),
        arrows=card["arrows"],
        squares=() if ranged is None else tuple((x, y) for x, y in ranged["grid"]),
    )


# Where things are (3, 13)


def board(view: View, near: Seat) -> Board:
    game: Game = view.game
    near_team = game.seats[near].team
    far = [seat for seat in game.seats if seat.team != near_team]
    allies = [seat for seat in game.seats if seat.team == near_team]
    return Board(
        (
            *(part for seat in far for part in _seat(seat, "far")),
            *_team(game.teams[1 - near_team], "far"),
            Part("battlefield", "centre", _field(game, near)),
            *_team(game.teams[near_team], "near"),
            *(part for seat in allies for part in _seat(seat, "near")),
            Part("", "edge", Facts(_state_of_play(view, game))),
        ),
        scores=tuple(_score(team, label, goal) for team in game.teams for label, goal in _goals(game)),
        links=_links(game),
    )


def _goals(game: Game) -> tuple[tuple[str, int], ...]:
    return (("kills", game.goals.kills), ("commander_kills", game.goals.commanders))


def _score(team: TeamView, label: str, goal: int) -> Score:
    return Score(team.seats, label, getattr(team, label), goal)


def _seat(seen: SeatView, area: Area) -> tuple[Part, ...]:
    seat = seen.seat
    hand = tuple(Piece(f"hand:{seat}:{card}", card, seat) for card in seen.hand.cards or ())
    facts = (
        Fact("team", seen.team),
        Fact("army", seen.army),
        Fact("facing", seen.facing),
        Fact("hand_limit", seen.hand_limit),
        *([] if seen.deck_seat == seat else [Fact("deck_seat", seen.deck_seat, "seat")]),
    )
    return (
        Part("hand", area, Row(f"hand:{seat}", hand, seen.hand.count, "hand"), seat),
        Part("deck", area, Pile(f"deck:{seat}", seen.deck.count, seen.deck.cards), seat),
        Part("", area, Facts(facts), seat),
    )


def _team(team: TeamView, area: Area) -> tuple[Part, ...]:
    """Things that the seats of a team share are drawn with the team's first seat."""
    seat = team.seats[0]
    trophies = Pile(f"trophies:{team.team}", team.trophies.count, team.trophies.cards)
    reserve = tuple(Piece(f"reserve:{team.team}:{card}", card) for card in team.reserve.cards or ())
    return (
        Part("trophies", area, trophies, seat),
        *(
            [Part("reserve", area, Row(f"reserve:{team.team}", reserve, team.reserve.count), seat)]
            if team.reserve.count
            else []
        ),
    )


def _field(game: Game, near: Seat) -> Grid:
    """3.1 The mat or, on a field without an edge, the part in use. The near side is below and never mirrored."""
    facing = game.seats[near].facing
    units = {unit.square: unit for unit in game.units}
    starts = {seat.starting_square: seat.seat for seat in game.seats if seat.starting_square is not None}
    columns, rows = _extent(game, [*units, *starts])
    if facing == "up":
        rows = rows[::-1]
    else:
        columns = columns[::-1]
    lines = tuple(
        tuple(_cell(game, (column, row), units.get((column, row)), starts, facing) for column in columns)
        for row in rows
    )
    return Grid("square", lines)


def _extent(game: Game, used: Iterable[Square]) -> tuple[range, range]:
    field = game.battlefield
    if field.columns is not None and field.rows is not None:
        return range(field.columns), range(field.rows)
    columns, rows = [square[0] for square in used], [square[1] for square in used]
    return range(min(columns) - 1, max(columns) + 2), range(min(rows) - 1, max(rows) + 2)


def _cell(game: Game, square: Square, unit: UnitView | None, starts: Mapping[Square, Seat], facing: str) -> Cell:
    place = place_of(square)
    marks = [Fact("pending_fire")] if square in game.pending_fire else []
    marks += [Fact("pending_moves") for move in game.pending_moves if move.square == square]
    start = [Fact("starting_square", starts[square], "seat")] if unit is None and square in starts else []
    piece = None if unit is None else _unit(unit, facing)
    return Cell(place, square_name(square), piece, None if unit is None else unit.seat, (*marks, *start))


def _unit(unit: UnitView, facing: str) -> Piece:
    fresh = [Fact("deployed_this_turn")] if unit.deployed_this_turn else []
    victor = [Fact("has_eliminated")] if unit.eliminated_this_turn else []  # 8.7
    return Piece(
        place_of(unit.square),
        unit.card,
        unit.seat,
        turn=0 if unit.facing == facing else 180,
        badges=(*fresh, *victor),
    )


def _links(game: Game) -> tuple[Link, ...]:
    shots = [Link("shot", place_of(shot.square), place_of(shot.target), shot.strength) for shot in game.shots]
    moves = [
        Link("target", place_of(move.square), place_of(square))
        for move in game.pending_moves
        for square in move.squares
    ]
    return (*shots, *moves)


def _state_of_play(view: View, game: Game) -> tuple[Fact, ...]:
    fallen = game.fallen_generals
    return (
        Fact("phase", game.phase),
        Fact("active_seat", game.active_seat, "seat"),
        Fact("turn", view.turn),
        Fact("battlefield", game.battlefield.kind),
        Fact("turn_order", game.turn_order, "seat"),
        Fact("turn_position", game.turn_position),
        *([] if game.chosen_card is None else [Fact("chosen_card", game.chosen_card, "card")]),
        *([Fact("extra_turn")] if game.extra_turn else []),
        *([] if game.next_extra_seat is None else [Fact("next_extra_seat", game.next_extra_seat, "seat")]),
        *([Fact("reinforcement_barred")] if game.reinforcement_barred else []),
        *([Fact("elimination_this_turn")] if game.elimination_this_turn else []),
        Fact("quiet_turns", game.quiet_turns, goal=game.quiet_limit),
        *(
            fact
            for general in fallen
            for fact in (Fact("fallen_generals", general.team), Fact("by", general.by, "seat"))
        ),
    )


BOARD = BoardDefinition(
    board=board,
    face=face,
    points=POINTS,
    touches=TOUCHES,
    motions=MOTIONS,
    links=LINKS,
    squares=SQUARES,
    prompt_place=prompt_place,
    reckoned=reckon,
    foretold=FORETOLD,
    unseen={
        "/units/*/team": "the team of its seat, which is drawn there",
        "/teams/*/team": "the place of the team in the list",
        "/seats/*/seat": "the place of the seat in the list",
    },
)
