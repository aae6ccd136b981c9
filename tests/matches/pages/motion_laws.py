"""The law of motions: the board before, plus the motions of an event, is the board after, for every viewer."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine import (
    Action,
    Effect,
    Ruleset,
    Seat,
    Table,
    View,
    Viewer,
    act,
    canonical,
    legal_actions,
    redact,
    seats_to_act,
    view,
)
from rules.engine.board import AWAY, Board, BoardDefinition, Cell, Grid, Motion, Piece, Row
from rules.engine.motions import Held, held, holder, motions_of


@dataclass(frozen=True)
class Event:
    """An event of a game: its seat, its effects, and every viewer's view before and after it."""

    seat: Seat
    effects: Sequence[Effect]
    before: dict[Viewer, View]
    after: dict[Viewer, View]


def events(table: Table[Any, Any], seed: int, most: int) -> Iterator[Event]:
    """The events of a random game, `most` at most. The next one needs the views after this one only."""
    rng = random.Random(seed)
    before = views(table)
    for _ in range(most):
        if table.outcome is not None:
            return
        seat = rng.choice(list(seats_to_act(table)))
        event = acted(table, seat, rng.choice(legal_actions(table, seat)), before)
        yield event
        before = event.after


def acted(table: Table[Any, Any], seat: Seat, action: Action, before: dict[Viewer, View] | None = None) -> Event:
    """The event of an action. `before` saves looking at the table again."""
    seen = before or views(table)
    return Event(seat, act(table, seat, action), seen, views(table))


def views(table: Table[Any, Any]) -> dict[Viewer, View]:
    """What every seat and the public see."""
    return {viewer: view(table, viewer, 0) for viewer in (*range(table.rules.seats(table.options)), "public")}


def check_motions(rules: Ruleset, event: Event) -> None:
    for viewer in event.before:
        faults = faults_of(rules.definition.board, event, viewer)
        assert faults == [], (viewer, faults, event.effects)


def faults_of(definition: BoardDefinition, event: Event, viewer: Viewer) -> list[str]:
    """Where the motions that a viewer sees do not lead from the board before to the board after."""
    if any(type(effect) in definition.laid_anew for effect in event.effects):
        return []
    before, after = event.before[viewer], event.after[viewer]
    effects = [redact(effect, viewer, event.seat) for effect in event.effects]
    motions = motions_of(definition, effects, before, after)
    was, now = (held(definition.board(seen, near_of(viewer))) for seen in (before, after))
    return [*_faults(definition.pictured, was, now, motions), *_unseen(motions, effects, before, after)]


def near_of(viewer: Viewer) -> Seat:
    return viewer if isinstance(viewer, int) else 0


def _faults(pictured: Any, was: dict[str, Held], now: dict[str, Held], motions: Sequence[Motion]) -> Iterator[str]:
    """The places where the motions do not lead from the cards before to the cards after."""
    places = {*was, *now}
    come = _by_place(places, ((one.to, one.card) for one in motions))
    gone = _by_place(places, ((one.from_, one.card) for one in motions))
    for place in {*places, *come, *gone} - {AWAY, *pictured}:
        before, after = was.get(place, Held()), now.get(place, Held())
        more, less = come.get(place, Held()), gone.get(place, Held())
        if after.count != before.count + more.count - less.count:
            yield f"{place}: {before.count} + {more.count} - {less.count} is not {after.count}"
        elif after.count and before.is_seen and after.is_seen:
            left = Counter(before.cards)
            left.update(more.cards)
            left.subtract(less.cards)
            left.subtract(after.cards)
            hidden = less.count - less.cards.total()
            if min(left.values(), default=0) < 0 or left.total() != hidden:
                yield f"{place}: {dict(left)} too many or too few"


def _by_place(places: set[str], moved: Any) -> dict[str, Held]:
    found: dict[str, Held] = {}
    for place, card in moved:
        found.setdefault(holder(place, places) or place, Held()).add(card)
    return found


def _unseen(motions: Sequence[Motion], effects: Sequence[Effect], before: View, after: View) -> list[str]:
    """The cards that motions name and that the viewer has seen neither in the views nor in the effects."""
    said = b"".join(map(canonical, (before, after, *effects)))
    return [one.card for one in motions if one.card is not None and f'"{one.card}"'.encode() not in said]


# What lies in its place and turns is marked


def check_turned_cards_are_marked(rules: Ruleset, event: Event) -> None:
    """A card that has turned where it lies, or that shows its face now, is at a place that an effect touches."""
    definition = rules.definition.board
    for viewer, before in event.before.items():
        after, near = event.after[viewer], near_of(viewer)
        effects = [redact(effect, viewer, event.seat) for effect in event.effects]
        touched = {touch.place for one in effects for touch in definition.touches[type(one)](one, after)}
        ends = {place for one in motions_of(definition, effects, before, after) for place in (one.from_, one.to)}
        was, now = placed(definition.board(before, near)), placed(definition.board(after, near))
        for place in was.keys() & now.keys() - touched - ends:
            assert was[place].turn == now[place].turn, (place, effects)


def placed(board: Board) -> dict[str, Piece]:
    """The piece at each place that holds one alone: a square, or a character of a row."""
    found: dict[str, Piece] = {}
    for part in board.parts:
        match part.layout:
            case Grid(_, rows):
                cells: list[Cell] = [cell for row in rows for cell in row if cell is not None]
                found |= {cell.place: cell.piece for cell in cells if cell.piece is not None}
            case Row(place, pieces):
                found |= {piece.place: piece for piece in pieces if not holder(piece.place, {place})}
    return found
