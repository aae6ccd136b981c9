"""The cards seen and played that each ruleset declares agree with the hands in random play."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from rules.engine import CardUse, Ruleset, Seat, Table, declared_fields, view
from rules.engine.card_uses import Use
from rules.registry import shipped_ruleset, slugs
from tests import toy
from tests.rules import laws
from tests.rules.setups import Setup, all_setups

NO_PLAY = {"choose", "discard", "enqueue", "mulligan", "pay_discard", "scout_return"}
"""Actions by which a card leaves its seat's hand without being played. It is discarded, paid with, returned or queued;
or it is chosen for an effect, which may do anything with it.
"""
RULESETS = [*slugs(), "raid"]


def rules_of(slug: str) -> Ruleset:
    return Ruleset(toy.RULESET, toy.CARD_SET) if slug == "raid" else shipped_ruleset(slug)


def hands(table: Table[Any, Any]) -> list[Counter[str]]:
    """The cards in each seat's hand, as its board draws them."""
    seen = view(table, "audit", 0)
    found: list[Counter[str]] = [Counter() for _ in range(table.rules.seats(table.options))]
    for seat, hand in enumerate(found):
        parts = table.rules.definition.board.board(seen, seat).parts
        for piece in (piece for part in parts for piece in getattr(part.layout, "pieces", ())):
            if piece.place.startswith(f"hand:{seat}:") and piece.card is not None:
                hand[piece.card] += 1
    return found


def told(table: Table[Any, Any]) -> Iterator[tuple[Use, Seat, str]]:
    for effect in table.effects:
        yield from table.rules.card_uses.of(effect)


@pytest.mark.parametrize("setup", all_setups(), ids=str)
def test_seen_is_what_was_in_the_hand_and_played_what_left_it_for_the_table(setup: Setup) -> None:
    had: set[tuple[Seat, str]] = set()
    before: list[Counter[str]] = []
    counted: Counter[Use] = Counter()

    for table, mover, action in laws.random_moves(setup, 11):
        uses = list(told(table))
        counted.update(use for use, _, _ in uses)
        had |= {(seat, card) for use, seat, card in uses if use == "seen"}
        played = {(seat, card) for use, seat, card in uses if use == "played"}
        after = hands(table)
        assert {(seat, card) for seat, hand in enumerate(after) for card in hand} <= had
        assert played <= had
        if mover is not None and action["type"] not in NO_PLAY:
            named = {value for value in _texts(action) if before[mover][value] > after[mover][value]}
            assert {(mover, card) for card in named} <= played, action
        before = after

    assert counted["seen"] > 0 and counted["played"] > 0


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _texts(part)


@pytest.mark.parametrize("slug", RULESETS)
def test_a_declaration_names_cards_of_an_effect_that_has_a_seat(slug: str) -> None:
    definition = rules_of(slug).definition
    for declared in definition.card_uses:
        assert isinstance(declared, CardUse)
        fields = {field.name for field in msgspec.structs.fields(declared.effect)}
        assert declared.effect in get_args(definition.effect_types)
        assert declared.field in declared_fields(declared.effect) and "seat" in fields
        assert set(declared.where) <= fields
        assert set(declared.uses) <= set(get_args(Use)) and declared.rule


@pytest.mark.parametrize("slug", RULESETS)
def test_nothing_is_told_where_the_declaration_says_otherwise_or_the_seat_is_nobody(slug: str) -> None:
    rules = rules_of(slug)
    for declared in rules.definition.card_uses:
        blank = {field.name: None for field in msgspec.structs.fields(declared.effect)}
        fitting = {name: values[0] for name, values in declared.where.items()}

        def made(**values: Any) -> Any:
            return declared.effect(**{**blank, **values})  # noqa: B023 -- used within the loop alone

        assert list(rules.card_uses.of(made(seat=None, **{**fitting, declared.field: "a"}))) == []
        one = set(rules.card_uses.of(made(seat=1, **{**fitting, declared.field: "a"})))
        assert {(use, 1, "a") for use in declared.uses} <= one
        for name in declared.where:
            assert list(rules.card_uses.of(made(seat=1, **{**fitting, declared.field: "a", name: "else"}))) == []
