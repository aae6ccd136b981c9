"""13.11 What a seat remembers: the possible worlds."""

from typing import Any

import msgspec
from msgspec import Struct

from rules.engine import Deck, SeenEvent

from ..options import Options
from .following import MOST_WORLDS, World, begin, first_world, follow


class Memory(Struct):
    """What a seat has seen so far: its own deck list, and the possible worlds."""

    seat: int
    deck: dict[str, int]
    options: Options
    worlds: list[World]
    started: bool = False


def new_memory(options: Options, seat: int, deck: Deck) -> Memory:
    cards = dict(deck["cards"])
    return Memory(seat, cards, options, [first_world(sum(cards.values()))])


def update_memory(rules: Any, memory: Memory, event: SeenEvent) -> None:
    """Record one event and drop the worlds that it contradicts."""
    step = follow if memory.started else begin
    memory.started = True
    if event.action is None and step is follow:
        return
    after = [w for world in memory.worlds for w in step(rules, memory.options, world, memory.seat, event)]
    if len(after) > 1:
        after = list({msgspec.msgpack.encode(world): world for world in after}.values())
    memory.worlds = after[:MOST_WORLDS]
