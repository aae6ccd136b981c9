"""A card's text by number, so that an interrupted frame can refer to its place in the text."""

from .cards import roots
from .script.vocabulary import Ability, Clause
from .state import InvadersTable, Source


def clause_of(table: InvadersTable, source: Source, number: int) -> Clause:
    return table.cards.by_slug[source.card].text[number]


def ability_of(table: InvadersTable, source: Source) -> Ability:
    assert isinstance(source.ability, int)
    return table.cards.by_slug[source.card].abilities[source.ability]


def part_of(table: InvadersTable, source: Source) -> Clause:
    """The part that a waiting effect or a replacement carries out."""
    return roots(ability_of(table, source))[source.part]
