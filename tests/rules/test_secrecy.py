"""The laws of secrecy.py have teeth: a secret that is let out anywhere in the toy game is found."""

import random
from dataclasses import replace
from typing import Annotated, Any

import pytest
from msgspec import Struct, inspect

from rules import registry
from rules.engine import PUBLIC, SEAT, CardSlug, Drew, Effect, HiddenPlace, Prompt, Revelation, open_zone
from rules.engine.declared_readers import UndeclaredReaders, check_readers, undeclared
from tests import toy
from tests.rules import laws, secrecy
from tests.rules.setups import Setup

DECK = {"cards": {"raider-1": 2, "raider-2": 1, "raider-3": 2, "raider-5": 1, "raider-6": 2}}
RAID = Setup("raid", "two", {}, [DECK, DECK])
TEAMS = Setup("raid", "four", {"seats": 4}, [DECK] * 4)

pytestmark = pytest.mark.usefixtures("raid")


class Peeked(Effect, frozen=True):
    """A field without a declaration of who reads the card."""

    seat: int
    card: CardSlug


class Felt(Effect, frozen=True):
    """A card that is not even called one."""

    seat: int
    what: str


def play(setup: Setup = RAID) -> None:
    """Some games under the laws of secrecy."""
    for seed in range(4):
        rng = random.Random(seed)
        for table in laws.random_game(setup, seed):
            secrecy.check_cards_are_typed(table)
            secrecy.check_view_keeps_to_its_declarations(table)
            secrecy.check_redeal(table, rng)


@pytest.mark.parametrize("setup", [RAID, TEAMS], ids=str)
def test_the_toy_keeps_its_secrets(setup: Setup) -> None:
    play(setup)


# Effects


def telling(monkeypatch: pytest.MonkeyPatch, told: Any) -> None:
    """After every draw the table also tells `told(table, seat)`, if it is anything."""
    draw = toy.draw

    def draw_and_tell(table: toy.RaidTable, seat: int, count: int) -> None:
        draw(table, seat, count)
        if (effect := told(table, seat)) is not None:
            table.tell(effect)

    monkeypatch.setattr(toy, "draw", draw_and_tell)


def test_a_start_that_tells_a_hidden_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    secrecy.check_start(RAID, 1)
    telling(monkeypatch, lambda table, seat: peeked(seat, table.state.hands[seat]))

    with pytest.raises(AssertionError, match=r"\['card'\] tell .* two worlds apart: Peeked"):
        secrecy.check_start(RAID, 1)


def peeked(seat: int, hand: list[str]) -> Peeked | None:
    return Peeked(seat, hand[-1]) if hand else None


def test_a_hidden_card_that_an_effect_names_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    telling(monkeypatch, lambda table, seat: peeked(seat, table.state.hands[seat]))

    with pytest.raises(AssertionError, match=r"\['card'\] tell .* two worlds apart: Peeked"):
        play()


def test_a_revelation_for_one_seat_that_everybody_is_shown_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrecy, "redact", lambda message, viewer, actor=None: message)

    with pytest.raises(AssertionError, match=r"\['cards'\] tell .* two worlds apart: Drew"):
        play()


def test_an_effect_that_comes_only_with_a_certain_hidden_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    telling(monkeypatch, lambda table, seat: toy.RaidStopped(seat) if "raider-6" in table.state.hands[seat] else None)

    with pytest.raises(AssertionError, match="in one world"):
        play()


def test_a_number_that_follows_from_hidden_cards_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    telling(monkeypatch, lambda table, seat: toy.Gained(0, max(map(table.cards.__getitem__, table.state.hands[seat]))))

    with pytest.raises(AssertionError, match=r"\['points'\] tell"):
        play()


def test_a_choice_that_is_told_before_all_have_chosen_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = toy.Mulligan.answer

    def tell_at_once(self: toy.Mulligan, table: toy.RaidTable, seat: int, action: toy.Keep) -> None:
        answer(self, table, seat, action)
        table.tell(toy.Gained(seat % 2, int(bool(action.keep))))

    monkeypatch.setattr(toy.Mulligan, "answer", tell_at_once)

    with pytest.raises(AssertionError, match=r"\['points'\] tell"):
        play()


def test_a_revelation_excuses_its_own_fields_alone(monkeypatch: pytest.MonkeyPatch, change_raid: Any) -> None:
    listed = (*toy.REVELATIONS, Revelation(Peeked, "as told", ("card",), where={"seat": (0,)}))
    change_raid(revelations=listed)
    telling(monkeypatch, lambda table, seat: peeked(0, table.state.hands[seat]))
    play()

    telling(monkeypatch, lambda table, seat: peeked(1, table.state.hands[seat]))
    with pytest.raises(AssertionError, match=r"Peeked\(seat=1"):
        play()


def test_after_a_revelation_that_steers_nothing_is_compared() -> None:
    drew, other = Drew(0, 1, ("a",)), Drew(0, 1, ("b",))
    then, otherwise = toy.Gained(0, 1), toy.Gained(0, 2)
    plain, steering = (Revelation(Drew, "", ("cards",), steers=steers) for steers in (False, True))

    assert secrecy.compare([steering], [drew, then], [drew, then], 0)
    assert not secrecy.compare([plain], [drew, then], [other, then], 0)
    assert not secrecy.compare([steering], [drew, then], [other, otherwise], 0)
    for rules, ones, twos in (([plain], [drew], [other]), ([steering], [drew], [drew])):
        with pytest.raises(AssertionError, match="points"):
            secrecy.compare(rules, [*ones, then], [*twos, otherwise], 0)


# Views and declarations


def test_a_zone_that_is_open_against_its_declaration_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "closed_zone", lambda count: open_zone(["raider-1"] * count))

    with pytest.raises(AssertionError):
        secrecy.check_view_keeps_to_its_declarations(RAID.start(1))


def test_a_zone_that_is_closed_though_declared_public_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = next(table for table in laws.random_game(RAID, 1) if any(table.state.discards))
    seat_view = toy._seat_view

    def without_discard(state: Any, seat: int, kept: Any, viewer: Any) -> toy.SeatView:
        shown = seat_view(state, seat, kept, viewer)
        closed = toy.closed_zone(shown.discard.count)
        return shown if viewer == "audit" else toy.SeatView(shown.hand, shown.deck, closed, shown.answered, shown.kept)

    monkeypatch.setattr(toy, "_seat_view", without_discard)

    with pytest.raises(AssertionError):
        secrecy.check_view_keeps_to_its_declarations(table)


def test_a_card_in_a_field_of_plain_text_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    telling(monkeypatch, lambda table, seat: Felt(seat, "it is raider-1"))

    with pytest.raises(AssertionError, match=r"Felt.what names a card and is no CardSlug"):
        play()


class Inner(Struct, frozen=True):
    card: CardSlug | None
    open: Annotated[dict[str, CardSlug], PUBLIC]


class Outer(Effect, frozen=True):
    plain: str
    inner: tuple[Inner, ...]
    told: Annotated[tuple[Inner, ...], SEAT]
    at: HiddenPlace
    there: Annotated[HiddenPlace, SEAT]
    keys: dict[CardSlug, int]


def test_every_field_without_a_declaration_is_named_at_any_depth() -> None:
    assert list(undeclared(inspect.type_info(Outer))) == ["Inner.card", "Outer.at", "Outer.keys"]
    assert list(undeclared(inspect.type_info(Peeked))) == ["Peeked.card"]
    assert not [
        field for classes in secrecy.said(toy.RULESET).values() for kind in classes
        for field in undeclared(inspect.type_info(kind))
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("effect_types", "raid: no readers are declared for Inner.card, Outer.at, Outer.keys"),
        ("game_type", "raid: no readers are declared for Inner.card, Outer.at, Outer.keys"),
        ("prompt_types", "raid: prompts hide PeekPrompt.card, but are the same for everyone"),
    ],
)
def test_a_game_without_declared_readers_is_refused_when_it_is_loaded(
    monkeypatch: pytest.MonkeyPatch, kind: str, message: str
) -> None:
    said = PeekPrompt if kind == "prompt_types" else Outer
    monkeypatch.setattr(toy, "RULESET", replace(toy.RULESET, **{kind: said}))
    registry._refuse_undeclared.cache_clear()

    with pytest.raises(UndeclaredReaders) as error:
        registry.game_definition("raid")

    assert str(error.value) == message


def test_all_games_declare_their_readers() -> None:
    for slug in registry.slugs():
        check_readers(registry.game_definition(slug))


class PeekPrompt(Prompt, frozen=True):
    card: Annotated[CardSlug, SEAT]
