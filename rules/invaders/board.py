"""How a page draws the table: squares in four rows, the zones behind them, hands, decks and graves."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.engine import View
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

from . import actions
from .foresight import FORETOLD, reckon
from .motions import MOTIONS, PICTURED
from .pointing import LINKS, POINTS, SQUARES, TOUCHES, prompt_place
from .state import Given
from .view import CardView, DestroyedView, Game, SeatView, UsedView, WaitingView

# How a card looks (3)

TONES = {
    "stateless": "gray", "japan": "red", "usa": "blue", "uk": "purple",
    "france": "yellow", "russia": "orange", "germany": "black", "turkey": "green",
}  # fmt: skip
KIND_SIGNS = {
    "military": "M20 2 22 4 10 16 12 18 10 20 8 18 4 22 2 20 6 16 4 14 6 12 8 14Z",
    "people": "M12 2A4.500 4.500 0 1 1 11.900 2ZM3 22Q3 12 12 12 21 12 21 22Z",
    "leader": "M2 20 1 6 7 12 12 2 17 12 23 6 22 20Z",
    "situation": "M3 3H21V21H3ZM7 7V17H17V7Z",
    "event": "M13 1 4 14H11L9 23 20 9H13Z",
}


def face(card_set: Mapping[str, Any], card: Mapping[str, Any]) -> Face:
    cost = [] if card.get("cost") is None else [Figure("cost", str(card["cost"]), "coin")]
    military = [] if card.get("military") is None else [Figure("military", str(card["military"]), "sword")]
    labour = [] if card.get("labour") is None else [Figure("labour", str(card["labour"]), "hammer")]
    field = "subkind" if card.get("subkind") else "kind"
    sign = KIND_SIGNS.get(card[field], "")
    kind = f"{field}.{card[field]}"
    return Face(TONES.get(card["nation"], "plain"), sign, kind=kind, figures=(*cost, *military, *labour))


# Where things are (4, 13)


def board(view: View, near: int) -> Board:
    game: Game = view.game
    far = 1 - near
    return Board(
        (
            *_seat(game.seats[far], far, "far"),
            Part("board", "centre", _board(game, near)),
            *_in_passing(game),
            *_seat(game.seats[near], near, "near"),
            Part("", "edge", Facts(_state_of_play(view, game))),
        ),
        scores=tuple(Score((seat,), "health", own.health) for seat, own in enumerate(game.seats)),
        links=_links(game),
    )


def _seat(own: SeatView, seat: int, area: Area) -> tuple[Part, ...]:
    hand = tuple(Piece(f"hand:{seat}:{card}", card, seat) for card in own.hand.cards or ())
    grave = (own.grave.cards or ())[::-1]
    return (
        Part("hand", area, Row(f"hand:{seat}", hand, own.hand.count, "hand"), seat),
        Part("deck", area, Pile(f"deck:{seat}", own.deck.count, own.deck.cards), seat),
        Part("grave", area, Pile(f"grave:{seat}", own.grave.count, grave), seat),
        Part("removed", area, Pile(f"removed:{seat}", own.removed.count, own.removed.cards), seat),
        Part("", area, Facts(_funds(own, seat), is_played_with=True), seat),
        Part("", area, Facts(_seat_facts(own)), seat),
    )


def _funds(own: SeatView, seat: int) -> tuple[Fact, ...]:
    return (
        Fact("money", own.money, place=f"money:{seat}"),
        Fact("savings", own.savings, place=f"savings:{seat}"),
    )


def _seat_facts(own: SeatView) -> tuple[Fact, ...]:
    counts = [
        Fact(name, getattr(own, name))
        for name in ("deck_out_count", "self_harm_count", "casts_this_turn")
        if getattr(own, name)
    ]
    done = [Fact(name) for name in ("labour_used", "emergency_set", "emergency_discarded") if getattr(own, name)]
    return (
        *counts,
        *done,
        *_modifiers(own.modifiers),
        *([Fact("declared", own.declared)] if own.declared else []),
        *([] if own.pending is None else [_pending(own.pending)]),
    )


def _pending(choice: Any) -> Fact:
    """5 A choice that is still held. Its own seat sees it. Others see only that the seat has chosen."""
    if choice is True:
        return Fact("pending")
    if isinstance(choice, actions.Janken):
        return Fact("pending", choice.hand)
    return Fact("pending", choice.cards, "card")


def _modifiers(given: tuple[Given, ...]) -> list[Fact]:
    return [
        fact
        for one in given
        for fact in (
            Fact("modifier", msgspec.to_builtins(one.modifier), seat=one.seat),
            Fact("duration", one.duration),
        )
    ]


def _board(game: Game, near: int) -> Grid:
    """4.3 Rear and front of the near seat, then of the other seat. The zones behind each rear are at the edges."""
    far = 1 - near
    columns = ("1", "2", "3") if near == 0 else ("3", "2", "1")
    rows: list[list[Place | None]] = [
        [f"{far}:{name}" for name in ("S1", "HQ", "L", "E", "S2")],
        [None, *(f"{far}:A{column}" for column in columns), None],
        [None, *(f"{far}:B{column}" for column in columns), None],
        [None, *(f"{near}:B{column}" for column in columns), None],
        [None, *(f"{near}:A{column}" for column in columns), None],
        [f"{near}:{name}" for name in ("S1", "HQ", "L", "E", "S2")],
    ]
    lines = tuple(tuple(None if place is None else _cell(game, place, near) for place in row) for row in rows)
    return Grid("board", lines)


def _cell(game: Game, place: Place, near: int) -> Cell:
    owner, _, name = place.partition(":")
    seat = int(owner)
    if name == "L":
        return Cell(place, name, None, seat, (Fact("health", game.seats[seat].health),))
    piece = _emergency(game, seat, place) if name == "E" else _card(game.board[place], place)
    return Cell(place, name, piece, seat)


def _emergency(game: Game, seat: int, place: Place) -> Piece | None:
    emergency = game.seats[seat].emergency
    if emergency is None:
        return None
    face_up = (Fact("face_up"),) if emergency.face_up else ()
    return Piece(place, emergency.card, seat, badges=face_up)


def _card(card: CardView | None, place: Place) -> Piece | None:
    """13.3 A tapped card lies sideways."""
    if card is None:
        return None
    stats = [Fact(name, value) for name, value in _stats(card) if value is not None]
    chips = [Fact(name, getattr(card, name)) for name in ("military_chips", "labour_chips") if getattr(card, name)]
    marks = [Fact(name) for name in ("sick", "attacked_leader") if getattr(card, name)]
    keywords = [Fact("keyword", tuple(msgspec.to_builtins(keyword).values())) for keyword in card.keywords]
    used = [Fact("used", card.used)] if card.used else []
    badges = (*stats, *chips, *marks, *keywords, *used, *_modifiers(card.modifiers))
    return Piece(place, card.card, card.seat, turn=90 if card.tapped else 0, badges=badges)


def _stats(card: CardView) -> tuple[tuple[str, int | None], ...]:
    return (("military", card.military), ("labour", card.labour), ("countdown", card.countdown))


def _in_passing(game: Game) -> tuple[Part, ...]:
    """4.7, 10 Cards and effects in transit: cards in use, destroyed, opened or looked at, and waiting effects."""
    waiting = tuple(_waiting(game, index, effect) for index, effect in enumerate(game.waiting))
    resolving = tuple(_used(index, used) for index, used in enumerate(game.resolving))
    destroyed = tuple(
        Entry(
            f"destroyed:{index}",
            (Piece(f"destroyed:{index}:0", card.card, card.seat),),
            (Fact("cause", card.cause),),
            card.seat,
        )
        for index, card in enumerate(game.destroyed)
    )
    stacks = (("resolving", resolving), ("destroyed", destroyed), ("waiting", waiting))
    parts = [Part(name, "centre", Stack(name, entries)) for name, entries in stacks if entries]
    opened, looked = game.opened, game.looked
    if opened is not None:
        parts.append(
            Part("opened", "centre", _browsed("opened", opened.cards, len(opened.cards), opened.seat), opened.seat)
        )
    if looked is not None:
        parts.append(
            Part("looked", "centre", _browsed("looked", looked.cards or (), looked.count, looked.seat), looked.seat)
        )
    return tuple(parts)


def _browsed(zone: str, cards: tuple[str, ...], count: int, seat: int) -> Row:
    return Row(zone, tuple(Piece(f"{zone}:{card}", card, seat) for card in cards), count)


def _used(index: int, used: UsedView) -> Entry:
    return Entry(f"resolving:{index}", (Piece(f"resolving:{index}:0", used.card, used.seat),), (), used.seat)


def _waiting(game: Game, index: int, effect: WaitingView) -> Entry:
    """10.1 The effect of a card, which may have left the field since, and the card that triggered it."""
    number = Fact("ability", effect.ability) if isinstance(effect.ability, int) else Fact("keyword", effect.ability)
    cause = None if effect.event in (None, effect.self) else _named(game, effect.event)
    facts = (
        Fact("index", index),
        Fact("card", effect.card, "card"),
        *_where("at", effect.self),
        number,
        *([Fact("part", effect.part)] if effect.part else []),
        *([] if cause is None else [Fact("cause", cause, "card"), *_where("event", effect.event)]),
        *([Fact("amount", effect.amount)] if effect.amount else []),
    )
    piece = Piece(f"waiting:{index}:0", effect.card, effect.seat)
    return Entry(f"waiting:{index}", (piece,), facts, effect.seat, sentence="waiting")


def _where(label: str, name: str | None) -> tuple[Fact, ...]:
    """A place on the field. Of a card that a stack or pile holds, the zone (13.8)."""
    zone = "" if name is None else name.rpartition(":")[0]
    if zone.isdecimal():
        return (Fact(label, name),)
    return (Fact("zone", zone.rpartition(":")[2]),) if zone and label == "at" else ()


def _named(game: Game, name: str) -> str | None:
    """The card of this name (13.8), if the viewer sees it."""
    if name in game.board:
        card = game.board[name]
        return None if card is None else card.card
    zone, _, at = name.rpartition(":")
    owner, _, pile = zone.rpartition(":")
    if pile == "grave":
        return (game.seats[int(owner)].grave.cards or ())[int(at)]
    if pile in ("destroyed", "resolving"):
        cards: Sequence[DestroyedView | UsedView] = game.destroyed if pile == "destroyed" else game.resolving
        return cards[int(at)].card
    return None


def _links(game: Game) -> tuple[Link, ...]:
    battle = game.battle
    if battle is None or battle.attacker is None or battle.target is None:
        return ()
    return (Link("attack", battle.attacker, battle.target),)


def _state_of_play(view: View, game: Game) -> tuple[Fact, ...]:
    battle = game.battle
    return (
        Fact("phase", game.phase),
        Fact("turn_player", game.turn_player, "seat"),
        Fact("year", game.year),
        Fact("turn", view.turn),
        Fact("first_player", game.first_player, "seat"),
        Fact("actions_this_year", game.actions_this_year),
        *([Fact("revolted")] if game.revolted else []),
        *([Fact("steps", game.steps)] if game.steps else []),
        *([] if game.janken is None else [Fact("round", game.janken.round)]),
        *(
            []
            if battle is None
            else [
                Fact("battle"),
                Fact("stage", battle.stage),
                *([] if battle.attacker is None else [Fact("attacker", battle.attacker)]),
                *([] if battle.target is None else [Fact("target", battle.target)]),
                *([] if battle.square is None else [Fact("square", battle.square)]),
                *([Fact("blocked")] if battle.blocked else []),
                *([Fact("ending")] if battle.ending else []),
            ]
        ),
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
    prompt_place=prompt_place,
    reckoned=reckon,
    foretold=FORETOLD,
    unseen={
        "/in_progress": "the unfinished rules themselves, for programs that fold the log; only the audit sees them",
        "/seats/*/pending/type": "follows from what has been chosen",
    },
)
