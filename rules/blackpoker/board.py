"""How a page draws the field: soldiers and bulwarks, the stage, hands, graveyards, and decks that count as life."""

from collections.abc import Mapping
from typing import Any

from rules.engine import Seat, View
from rules.engine.board import (
    Area,
    Board,
    BoardDefinition,
    Entry,
    Face,
    Fact,
    Facts,
    Link,
    Part,
    Piece,
    Pile,
    Row,
    Score,
    Stack,
)

from .foresight import FORETOLD
from .motions import MOTIONS
from .pointing import LINKS, POINTS, TOUCHES, character_place, place_of_target, prompt_place, request_place
from .state import Target
from .view import CharacterView, Game, RequestView, SideView

# How a card looks (3)

SIGNS = {
    "spade": "M12 1Q22 10 22 15A5 5 0 0 1 13 17L15 23H9L11 17A5 5 0 0 1 2 15Q2 10 12 1Z",
    "heart": "M12 22Q-4 10 4 4 9 1 12 7 15 1 20 4 28 10 12 22Z",
    "diamond": "M12 1 21 12 12 23 3 12Z",
    "club": "M12 1A5 5 0 0 1 16 9 5 5 0 1 1 13 16L15 23H9L11 16A5 5 0 1 1 8 9 5 5 0 0 1 12 1Z",
}
TONES = {"spade": "black", "heart": "red", "diamond": "orange", "club": "green"}
JOKER = Face("purple", "M2 20 4 6 9 12 12 2 15 12 20 6 22 20Z", "★", kind="joker")


def face(card_set: Mapping[str, Any], card: Mapping[str, Any]) -> Face:
    suit = card["stats"]["suit"]
    if suit is None:
        return JOKER
    return Face(TONES[suit], SIGNS[suit], card["stats"]["rank"].upper())


# Where things are (4, 11)


def board(view: View, near: Seat) -> Board:
    game: Game = view.game
    far = 1 - near
    return Board(
        (
            *_side(game.seats[far], far, "far"),
            Part("stage", "centre", _stage(game)),
            *_side(game.seats[near], near, "near"),
            Part("", "edge", Facts(_state_of_play(view, game))),
        ),
        scores=tuple(Score((seat,), "life", side.deck.count) for seat, side in enumerate(game.seats)),
        links=_links(game),
    )


def _side(side: SideView, seat: Seat, area: Area) -> tuple[Part, ...]:
    hand = tuple(Piece(f"hand:{seat}:{card}", card, seat) for card in side.hand.cards or ())
    soldiers = tuple(_character(soldier, seat) for soldier in side.soldiers)
    bulwarks = tuple(_character(bulwark, seat) for bulwark in side.bulwarks)
    parts = (
        Part("hand", area, Row(f"hand:{seat}", hand, side.hand.count, "hand"), seat),
        Part("deck", area, Pile(f"deck:{seat}", side.deck.count, side.deck.cards), seat),
        Part("graveyard", area, _graveyard(side, seat), seat),
        Part("set_aside", area, Pile(f"set_aside:{seat}", side.set_aside.count, side.set_aside.cards), seat),
        Part("bulwarks", area, Row(f"bulwarks:{seat}", bulwarks, len(bulwarks)), seat),
        Part("soldiers", area, Row(f"soldiers:{seat}", soldiers, len(soldiers)), seat),
    )
    return parts if area == "far" else parts[::-1]


def _graveyard(side: SideView, seat: Seat) -> Pile:
    """11.8 The view lists it from the bottom."""
    cards = None if side.graveyard.cards is None else side.graveyard.cards[::-1]
    return Pile(f"graveyard:{seat}", side.graveyard.count, cards, side.graveyard.top)


def _character(character: CharacterView, seat: Seat) -> Piece:
    """4.4 A driven character lies sideways. Equipment lies with its soldier."""
    body, *equipment = character.cards or (None,)
    bonus = [Fact("bonus", character.bonus)] if character.bonus else []
    number = [] if character.number is None else [Fact("number", character.number)]
    fresh = [Fact("fresh")] if any(character.fresh) else []
    return Piece(
        character_place(character.id),
        body,
        seat,
        tuple(card for card in equipment if card is not None),
        0 if character.charged else 90,
        (Fact("character", character.id), Fact("kind", character.kind), *number, *bonus, *fresh),
    )


def _stage(game: Game) -> Stack:
    """6.3 The next request to be resolved comes first. A request that is being raised comes before it (11.5)."""
    raising = [] if game.raising is None else [_request(game, game.raising, "raising")]
    return Stack("stage", (*raising, *(_request(game, request) for request in game.stage[::-1])))


def _request(game: Game, request: RequestView, state: str = "") -> Entry:
    place = request_place(request.id)
    pieces = tuple(Piece(f"{place}:{card}", card, request.seat) for card in request.keys)
    facts = (
        Fact("request", request.id),
        Fact("action", request.action),
        *([Fact(state)] if state else []),
        *([Fact("resolving")] if game.resolving == request.id else []),
        *([] if request.target is None else [_target(request.target)]),
        *([Fact("unpaid", tuple(request.unpaid))] if request.unpaid and isinstance(request.unpaid, str) else []),
    )
    return Entry(place, pieces, facts, request.seat, sentence="request", action=request.action)


def _target(target: Target) -> Fact:
    if isinstance(target.seat, int):
        return Fact("opponent")
    return Fact(
        "target", {name: value for name in ("character", "request") if isinstance(value := getattr(target, name), int)}
    )


def _links(game: Game) -> tuple[Link, ...]:
    aimed = [
        Link("target", request_place(request.id), place_of_target(request.target))
        for request in game.stage
        if request.target is not None
    ]
    fights = () if game.combat is None else game.combat.attackers
    attacks = [
        Link("attack", character_place(fight.attacker), f"deck:{1 - game.turn_player}")
        for fight in fights
        if not fight.blockers
    ]
    blocks = [
        Link("block", character_place(blocker), character_place(fight.attacker))
        for fight in fights
        for blocker in fight.blockers
    ]
    return (*aimed, *attacks, *blocks)


def _state_of_play(view: View, game: Game) -> tuple[Fact, ...]:
    return (
        Fact("turn", view.turn),
        Fact("turn_player", game.turn_player, "seat"),
        Fact("first_player", game.first_player, "seat"),
        Fact("chance", game.chance, "seat"),
        Fact("passes", game.passes),
        *([Fact("used", ("attack",))] if game.used.attack else []),
        *([Fact("used", ("set_bulwark",))] if game.used.set_bulwark else []),
        *([] if game.combat is None else [Fact("combat", len(game.combat.attackers))]),
    )


BOARD = BoardDefinition(
    board=board,
    face=face,
    points=POINTS,
    touches=TOUCHES,
    motions=MOTIONS,
    links=LINKS,
    prompt_place=prompt_place,
    foretold=FORETOLD,
    unseen={"/next_ids/*": "which number the next character and request get: nothing that lies on the table"},
)
