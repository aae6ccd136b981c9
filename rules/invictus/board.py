"""How a page draws the table: two battlefields and the realms behind them."""

from collections.abc import Mapping
from typing import Any

from rules.engine import Seat, View
from rules.engine.board import (
    Area,
    Board,
    BoardDefinition,
    Cell,
    Entry,
    Face,
    Fact,
    Facts,
    Figure,
    Grid,
    Link,
    Part,
    Piece,
    Pile,
    Place,
    Row,
    Score,
    Stack,
)

from .alliance import side_of
from .cells import FILES
from .ending import FOUNDING_POINTS
from .foresight import FORETOLD, reckon
from .motions import MOTIONS, PICTURED
from .pointing import LINKS, OFFERS, POINTS, SQUARES, TOUCHES, cell_place, prompt_place
from .state import Unit
from .view import Game, RealmView, SideView

# How a card looks (4)

SIGNS = {
    "blue": "M11 1H13V15H18V17H13V23H11V17H6V15H11Z",
    "green": "M12 1 22 5V12Q22 19 12 23 2 19 2 12V5Z",
    "red": "M6 2Q20 12 6 22L8 19Q16 12 8 5ZM2 11H22V13H2Z",
    "yellow": "M10 1H14V8H21V12H14V23H10V12H3V8H10Z",
    "purple": "M12 1 14 9 22 12 14 15 12 23 10 15 2 12 10 9Z",
    "gray": "M2 20 1 6 7 12 12 2 17 12 23 6 22 20Z",
}


def face(card_set: Mapping[str, Any], card: Mapping[str, Any]) -> Face:
    health = card["health"]
    return Face(
        card["color"],
        SIGNS[card["color"]],
        figures=(
            Figure("power", str(card["attack"]), "sword"),
            Figure("health", f"{health['active']}/{health['rested']}", "heart"),
        ),
        squares=tuple((x, y) for x, y in card["range"]),
    )


# Where things are (2, 15)


def board(view: View, near: Seat) -> Board:
    game: Game = view.game
    near_side = side_of(near)
    far_side = 1 - near_side
    return Board(
        (
            *_side(game, far_side, "far"),
            Part("battlefield", "centre", _battlefield(game, near_side)),
            *_support(game),
            *_revealed_hands(view),
            *_side(game, near_side, "near"),
            Part("", "edge", Facts(_state_of_play(view, game))),
        ),
        scores=tuple(Score((seat,), "kp", realm.kp, FOUNDING_POINTS) for seat, realm in enumerate(game.seats)),
        links=_links(game),
    )


def _side(game: Game, number: int, area: Area) -> tuple[Part, ...]:
    side = game.sides[number]
    shared = _shared(side, number, area)
    realms = tuple(part for seat in side.seats for part in _realm(game.seats[seat], seat, area))
    return (*realms, *shared) if area == "far" else (*shared, *realms)


def _shared(side: SideView, number: int, area: Area) -> tuple[Part, ...]:
    """2.1 Things that the seats of a side share are drawn with the side's first seat."""
    seat = side.seats[0]
    queue = tuple(Piece(f"queue:{number}:{card}", card) for card in side.queue.cards or ())
    graveyard = Pile(f"graveyard:{number}", side.graveyard.count, side.graveyard.cards)
    return (
        Part("queue", area, Row(f"queue:{number}", queue, side.queue.count, "queue"), seat),
        Part("graveyard", area, graveyard, seat),
        Part("", area, Facts((Fact("queue_limit", side.queue_limit),)), seat),
    )


def _realm(realm: RealmView, seat: Seat, area: Area) -> tuple[Part, ...]:
    def row(zone: str, cards: tuple[str, ...] | None, count: int, kind: Any = "row") -> Row:
        pieces = tuple(Piece(f"{zone}:{seat}:{card}", card, seat) for card in cards or ())
        return Row(f"{zone}:{seat}", pieces, count, kind)

    offer = realm.leader_offer
    facts = (
        Fact("side", realm.side),
        *([] if realm.leader is None else [Fact("leader", realm.leader, "card")]),
        *([] if realm.facing is None else [Fact("facing", realm.facing, "seat")]),
    )
    return (
        Part("hand", area, row("hand", realm.hand.cards, realm.hand.count, "hand"), seat),
        *([Part("leader_offer", area, row("offer", offer.cards, offer.count), seat)] if offer.count else []),
        Part("kingdom", area, row("kingdom", realm.kingdom.cards, realm.kingdom.count), seat),
        Part("deck", area, Pile(f"deck:{seat}", realm.deck.count, realm.deck.cards), seat),
        Part("", area, Facts(facts), seat),
    )


def _battlefield(game: Game, near: int) -> Grid:
    """2.2 The front rows face each other. Seen from side 1, the files run the other way."""
    files = FILES if near == 0 else FILES[::-1]
    rows = [(1 - near, "b"), (1 - near, "f"), (near, "f"), (near, "b")]
    return Grid(
        "cell",
        tuple(tuple(_cell(game, side, f"{row}{file}", side == near) for file in files) for side, row in rows),
    )


def _cell(game: Game, side: int, name: str, is_near: bool) -> Cell:
    unit = game.sides[side].battlefield[name]
    seat = game.sides[side].seats[0]
    piece = None if unit is None else _unit(unit, cell_place(side, name), seat, is_near)
    return Cell(cell_place(side, name), name, piece, seat)


def _unit(unit: Unit, place: Place, seat: Seat, is_near: bool) -> Piece:
    """2.5 A rested card lies sideways."""
    damage = (Fact("damage", unit.damage),) if unit.damage else ()
    upright: Any = 0 if is_near else 180
    return Piece(place, unit.card, seat, turn=upright if unit.active else 90, badges=damage)


def _support(game: Game) -> tuple[Part, ...]:
    support = game.support
    if support is None:
        return ()
    entry = Entry(
        "support:0",
        (Piece(f"support:0:{support.card}", support.card, support.seat),),
        (Fact("support", support.support),),
        support.seat,
    )
    return (Part("support", "centre", Stack("support", (entry,))),)


def _revealed_hands(view: View) -> tuple[Part, ...]:
    """8.4 A hand revealed by a spy stays visible while its user chooses."""
    return tuple(
        Part("hand", "centre", Row("shown", tuple(Piece(f"shown:{card}", card) for card in hand), len(hand)))
        for prompt in view.prompts
        if isinstance(hand := getattr(prompt, "hand", None), tuple)
    )


def _links(game: Game) -> tuple[Link, ...]:
    attack = game.attack
    if attack is None or game.active is None:
        return ()
    side = side_of(game.active)
    return (Link("attack", cell_place(side, attack.from_), cell_place(1 - side, attack.to), attack.power),)


def _state_of_play(view: View, game: Game) -> tuple[Fact, ...]:
    flags, bonus = game.flags, game.bonus
    first = () if game.first_side is None else game.sides[game.first_side].seats
    return (
        Fact("turn", view.turn),
        Fact("phase", game.phase),
        Fact("active", game.active, "seat"),
        Fact("reaction", game.reaction, "seat"),
        Fact("first_side", first, "seat"),
        Fact("order", game.order or (), "seat"),
        *(Fact(name) for name in ("attacked", "marched", "settled") if getattr(flags, name)),
        *(Fact(name, getattr(bonus, name)) for name in ("all", "charge") if getattr(bonus, name)),
        *([Fact("unbound")] if bonus.unbound else []),
    )


BOARD = BoardDefinition(
    board=board,
    face=face,
    points=POINTS,
    touches=TOUCHES,
    motions=MOTIONS,
    pictured=PICTURED,
    links=LINKS,
    squares=SQUARES,
    offers=OFFERS,
    prompt_place=prompt_place,
    reckoned=reckon,
    foretold=FORETOLD,
    unseen={},
)
