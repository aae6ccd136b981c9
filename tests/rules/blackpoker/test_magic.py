"""8.9–8.14 Magic with two key cards."""

import pytest

from rules.blackpoker.actions import ChooseGraveyard, ChooseHand, PlaceOnDeck, Reinforce, SetState
from rules.blackpoker.effects import (
    BulwarkPlaced,
    Damaged,
    Destroyed,
    Discarded,
    HadNoEffect,
    HandRevealed,
    KeysDiscarded,
    Made,
    Milled,
    Resolved,
    ReturnedToDeck,
    Reversed,
    Summoned,
    Triggered,
)
from rules.blackpoker.prompts import (
    ChooseGraveyardPrompt,
    ChooseHandPrompt,
    ChooseStatePrompt,
    MainPrompt,
    OrderDeckPrompt,
    ReinforcePrompt,
)
from rules.blackpoker.state import Character, GameTable, Side
from rules.engine import Pass, legal_actions, redact, view
from tests.rules.blackpoker.positions import (
    at,
    both_pass,
    bulwark,
    call,
    card,
    cards,
    do,
    duel,
    may,
    names,
    prompts,
    side,
    soldier,
)


def cast(action: str, keys: str, mine: Side, yours: Side, target: int | None = None) -> tuple[GameTable, list[object]]:
    """Seat 0 casts and seat 1 passes: the table, and the effects after `resolution_started`."""
    mine.hand = sorted([*mine.hand, *cards(keys)])
    table = duel(mine, yours)
    do(table, 0, call(action, keys), *([] if target is None else [at(target)]))
    return table, list(do(table, 1, Pass())[2:])


def test_8_9_destroy_bulwark_of_either_seat() -> None:
    table, effects = cast(
        "destroy_bulwark", "♥2 ♦2", side(bulwarks=[bulwark("♣8")]), side("♠2", bulwarks=[bulwark("♣9")]), 2
    )

    assert effects == [
        Destroyed(1, 2, "bulwark", (card("♣9"),)),
        Resolved(1, "destroy_bulwark"),
        KeysDiscarded(1, 0, tuple(cards("♦2 ♥2"))),
    ]
    assert prompts(table) == [MainPrompt(0)]


def test_7_1_d_key_cards_go_to_the_graveyard_in_sorted_order() -> None:
    table, _ = cast("throw", "♠10 ♣3", side(), side("♠2"))

    assert table.state.sides[0].graveyard == ["club-3", "spade-10"]
    assert view(table, 1, 0).game.seats[0].graveyard.top == "spade-10"


def test_e10_throw() -> None:
    table, effects = cast("throw", "♠8 ♣2", side(), side("♠2"))

    assert effects[0] == Damaged(1, 8, 8, tuple(cards("♣2 ♥2 ♣3 ♥3 ♣4 ♥4 ♣5 ♥5")), card("♥5"), "throw")
    assert prompts(table) == [MainPrompt(0)]


def test_e11_the_lance_puts_a_soldier_on_its_owners_deck_in_the_raisers_order() -> None:
    """R31 The order is the raiser's, and public."""
    table, effects = cast("death_lance", "♦4 ♠3", side(), side("♠2", soldiers=[soldier("♠5 ♠7")]), 1)
    assert (effects, prompts(table)) == ([], [OrderDeckPrompt(0, 1, ())])
    assert legal_actions(table, 0) == [PlaceOnDeck(card("♠5")), PlaceOnDeck(card("♠7"))]

    done = do(table, 0, PlaceOnDeck(card("♠7")))

    assert done == [
        ReturnedToDeck(1, 1, tuple(cards("♠7 ♠5"))),
        Damaged(1, 3, 3, tuple(cards("♠5 ♠7 ♣2")), card("♣2"), "death_lance"),
        Resolved(1, "death_lance"),
        KeysDiscarded(1, 0, tuple(cards("♦4 ♠3"))),
    ]
    assert table.state.sides[1].soldiers == []
    assert prompts(table) == [MainPrompt(0)]


def test_8_10_of_three_cards_two_are_named_and_the_soldier_stays_until_then() -> None:
    table, _ = cast("death_lance", "♦A ♠A", side(), side("♠2", soldiers=[soldier("♠5 ♠7 ♠J")]), 1)

    do(table, 0, PlaceOnDeck(card("♠J")))
    assert prompts(table) == [OrderDeckPrompt(0, 1, (card("♠J"),))]
    assert [one.id for one in table.state.sides[1].soldiers] == [1]
    assert legal_actions(table, 0) == [PlaceOnDeck(card("♠5")), PlaceOnDeck(card("♠7"))]
    effects = do(table, 0, PlaceOnDeck(card("♠5")))

    assert effects[:2] == [
        ReturnedToDeck(1, 1, tuple(cards("♠J ♠5 ♠7"))),
        Damaged(1, 1, 1, (card("♠7"),), card("♠7"), "death_lance"),
    ]
    assert not any(isinstance(effect, Triggered) for effect in effects)
    assert prompts(table) == [MainPrompt(0)]


def test_8_10_one_card_needs_no_order_and_an_own_soldier_hurts_oneself() -> None:
    table, effects = cast("death_lance", "♦3 ♠2", side(soldiers=[soldier("♠9")]), side("♠2"), 1)

    assert effects[:2] == [
        ReturnedToDeck(0, 1, (card("♠9"),)),
        Damaged(0, 2, 2, tuple(cards("♠9 ♣2")), card("♣2"), "death_lance"),
    ]
    assert prompts(table) == [MainPrompt(0)]


@pytest.mark.parametrize(("bonus", "lanced"), [(0, False), (1, True)])
def test_8_10_the_lance_asks_for_the_number_with_its_bonus(bonus: int, lanced: bool) -> None:
    """♠9 with 1 from an Up is divisible by 5."""
    _, effects = cast("death_lance", "♦5 ♠3", side(), side("♠2", soldiers=[soldier("♠9", bonus=bonus)]), 1)

    assert (ReturnedToDeck(1, 1, (card("♠9"),)) in effects) == lanced
    assert (HadNoEffect(1, "death_lance") in effects) != lanced


def test_8_10_another_order_of_the_cards_leaves_the_real_one_alone() -> None:
    table, _ = cast("death_lance", "♦A ♠A", side(), side("♠2", soldiers=[soldier("♠5 ♠7 ♠J")]), 1)
    copy = table.clone(table.chance)

    do(copy, 0, PlaceOnDeck(card("♠J")))

    assert prompts(table) == [OrderDeckPrompt(0, 1, ())]


@pytest.mark.parametrize("drawn", ["♠5 ♠7", "★"])
def test_e11_the_lance_does_nothing_to_what_is_not_divisible_nor_to_0(drawn: str) -> None:
    table, effects = cast("death_lance", "♦5 ♠3", side(), side("♠2", soldiers=[soldier(drawn)]), 1)

    assert effects == [
        HadNoEffect(1, "death_lance"),
        Resolved(1, "death_lance"),
        KeysDiscarded(1, 0, tuple(cards("♦5 ♠3"))),
    ]
    assert prompts(table) == [MainPrompt(0)]


@pytest.mark.parametrize(("count", "drawn", "charged"), [(1, "♥K", True), (2, "♥K ♥Q", False)])
def test_8_11_reinforce(count: int, drawn: str, charged: bool) -> None:
    table, _ = cast("reinforce", "♥2 ♣2", side(deck="♥K ♥Q ♥J"), side("♠2"))
    assert prompts(table) == [ReinforcePrompt(0, 1)]
    assert legal_actions(table, 0) == [Reinforce(1), Reinforce(2)]

    effects = do(table, 0, Reinforce(count))

    placed = [BulwarkPlaced(0, i + 1, slug, charged, "deck") for i, slug in enumerate(cards(drawn))]
    assert effects == [*placed, Resolved(1, "reinforce"), KeysDiscarded(1, 0, tuple(cards("♣2 ♥2")))]
    assert table.state.sides[0].bulwarks == [
        Character(i + 1, "bulwark", [slug], charged, [True]) for i, slug in enumerate(cards(drawn))
    ]
    assert prompts(table) == [MainPrompt(0)]


def test_8_11_two_only_if_the_deck_has_two() -> None:
    table, _ = cast("reinforce", "♥2 ♣2", side(deck="♥K"), side("♠2"))

    assert legal_actions(table, 0) == [Reinforce(1)]


def test_8_11_with_an_empty_deck_nothing_happens() -> None:
    table = duel(side("♥2 ♣2", deck=""), side(""))

    effects = do(table, 0, call("reinforce", "♥2 ♣2"))

    assert effects[-4:-1] == [
        HadNoEffect(1, "reinforce"),
        Resolved(1, "reinforce"),
        KeysDiscarded(1, 0, tuple(cards("♣2 ♥2"))),
    ]
    assert table.state.sides[0].bulwarks == []


def test_8_12_r42_reanimate_cannot_choose_the_target_or_the_keys() -> None:
    """The chosen card is taken out first; Generation Change of the target waits until all is done."""
    mine = side(graveyard="♣2 ♥K ♣3", soldiers=[soldier("♣K")])
    table, _ = cast("reanimate", "♠2 ♥3", mine, side("♠2"), 1)
    assert prompts(table) == [ChooseGraveyardPrompt(0, 1)]
    assert legal_actions(table, 0) == [ChooseGraveyard(slug) for slug in sorted(cards("♣2 ♥K ♣3"))]

    effects = do(table, 0, ChooseGraveyard(card("♥K")))

    assert effects[:5] == [
        Destroyed(0, 1, "hero", (card("♣K"),)),
        Summoned(0, 2, "hero", card("♥K"), "graveyard"),
        Resolved(1, "reanimate"),
        KeysDiscarded(1, 0, tuple(cards("♥3 ♠2"))),
        Triggered(0, "generation_change"),
    ]
    assert table.state.sides[0].soldiers == [Character(2, "hero", cards("♥K"), True, [True])]


def test_8_12_of_two_jokers_the_lower_one() -> None:
    mine = side(graveyard="★ ♣2 ★ ♣3", soldiers=[soldier("♣9")])
    table, _ = cast("reanimate", "♠2 ♥3", mine, side("♠2"), 1)

    effects = do(table, 0, ChooseGraveyard("joker"))

    assert effects[1] == Summoned(0, 2, "magician", "joker", "graveyard")
    assert table.state.sides[0].graveyard == cards("♣2 ★ ♣3 ♣9 ♥3 ♠2")
    assert prompts(table) == [MainPrompt(0)]


def test_8_12_with_an_empty_graveyard_only_the_target_moves() -> None:
    table, effects = cast("reanimate", "♠2 ♥3", side(bulwarks=[bulwark("♣9")]), side("♠2"), 1)

    assert effects == [
        Destroyed(0, 1, "bulwark", (card("♣9"),)),
        Resolved(1, "reanimate"),
        KeysDiscarded(1, 0, tuple(cards("♥3 ♠2"))),
    ]
    assert prompts(table) == [MainPrompt(0)]


def test_8_12_the_target_is_an_own_character() -> None:
    assert may(duel(side("♠2 ♥3"), side(soldiers=[soldier("♣9")])), 0, "reanimate") == []


def test_8_13_hand_destruction_shows_the_hand_while_the_prompt_is_open() -> None:
    table, effects = cast("hand_destruction", "♦2 ♣2", side(), side("★ ♠2 ♠K ★"))
    seen = tuple(sorted(cards("★ ★ ♠2 ♠K")))
    assert effects == [HandRevealed(1, 0, seen)]
    assert prompts(table) == [ChooseHandPrompt(0, 1)]
    assert legal_actions(table, 0) == [ChooseHand("joker"), ChooseHand(card("♠2")), ChooseHand(card("♠K"))]
    assert view(table, 0, 0).game.seats[1].hand.cards == seen
    assert view(table, "public", 0).game.seats[1].hand.cards is None

    done = do(table, 0, ChooseHand(card("♠K")))

    assert done == [
        Discarded(1, card("♠K"), "hand_destruction"),
        Resolved(1, "hand_destruction"),
        KeysDiscarded(1, 0, tuple(cards("♣2 ♦2"))),
    ]
    assert view(table, 0, 0).game.seats[1].hand.cards is None
    assert prompts(table) == [MainPrompt(0)]


def test_11_8_a_hand_is_seen_while_that_prompt_is_open_and_by_its_chooser_alone() -> None:
    """Not while the action still waits on the stage, and the chooser's own hand stays hidden."""
    table = duel(side("♦2 ♣2 ♠9"), side("♠2 ♠K"))

    do(table, 0, call("hand_destruction", "♦2 ♣2"))
    before = view(table, 0, 0).game.seats[1].hand.cards
    do(table, 1, Pass())

    assert before is None
    assert view(table, 0, 0).game.seats[1].hand.cards == tuple(cards("♠2 ♠K"))
    assert view(table, 1, 0).game.seats[0].hand.cards is None


def test_9_3_a_shown_hand_is_for_both_seats() -> None:
    effect = HandRevealed(1, 0, tuple(cards("♠2")))

    assert redact(effect, 0) == redact(effect, 1) == effect != redact(effect, "public")


def test_8_13_an_empty_hand_nothing_happens() -> None:
    mine = side("♦2 ♣2")
    table = duel(mine, side(""))

    effects = do(table, 0, call("hand_destruction", "♦2 ♣2"))

    assert effects[-3:] == [
        HadNoEffect(1, "hand_destruction"),
        Resolved(1, "hand_destruction"),
        KeysDiscarded(1, 0, tuple(cards("♣2 ♦2"))),
    ]
    assert prompts(table) == [MainPrompt(0)]


def test_8_14_r32_a_soldier_becomes_a_bulwark_for_each_card_in_their_order() -> None:
    """Bonus is lost, freshness stays with each card, nothing is triggered, ids are new (4.2)."""
    yours = side("♠2", soldiers=[soldier("♠9 ♠A", driven=True, fresh="♠A", bonus=3)], bulwarks=[bulwark("♦2")])
    table, _ = cast("reverse", "♥2 ♣2", side(), yours, 1)
    assert prompts(table) == [ChooseStatePrompt(0, 1)]

    effects = do(table, 0, SetState("charged"))

    effect = Reversed(1, 1, (Made(3, "bulwark"), Made(4, "bulwark")), tuple(cards("♠9 ♠A")))
    assert effects == [effect, Resolved(1, "reverse"), KeysDiscarded(1, 0, tuple(cards("♣2 ♥2")))]
    assert redact(effect, 0) != effect == redact(effect, 1)
    assert table.state.sides[1].bulwarks == [
        Character(2, "bulwark", cards("♦2"), True, [False]),
        Character(3, "bulwark", cards("♠9"), True, [False]),
        Character(4, "bulwark", cards("♠A"), True, [True]),
    ]
    assert prompts(table) == [MainPrompt(0)]


@pytest.mark.parametrize("viewer", [0, 1, "public"])
def test_8_14_a_bulwark_becomes_a_soldier_of_its_owner_face_up(viewer: int | str) -> None:
    table, _ = cast("reverse", "★ ★", side(), side("♠2", bulwarks=[bulwark("♦K", driven=True)]), 1)

    effect, *_ = do(table, 0, SetState("driven"))

    assert redact(effect, viewer) == effect == Reversed(1, 1, (Made(2, "hero"),), (card("♦K"),))
    assert table.state.sides[1].soldiers == [Character(2, "hero", cards("♦K"), False, [False])]
    assert prompts(table) == [MainPrompt(0)]


@pytest.mark.parametrize(
    ("fresh", "state", "able"), [(True, "charged", 0), (False, "charged", 1), (False, "driven", 0)]
)
def test_e14_reverse_of_a_fresh_bulwark(fresh: bool, state: str, able: int) -> None:
    table, _ = cast("reverse", "♥2 ♣2", side("♠3", bulwarks=[bulwark("♦9", fresh=fresh)]), side("♠2"), 1)
    do(table, 0, SetState(state), call("attack"))

    both_pass(table)

    attackers = [one for one in legal_actions(table, 0) if hasattr(one, "character")]
    assert len(attackers) == able


def test_r30_reverse_is_main_and_of_the_standard() -> None:
    mine = side("♥2 ♣2 ♥3 ♥4", bulwarks=[bulwark("♦9")])

    assert "reverse" not in names(duel(mine, side(), format="lite"), 0)
    table = duel(side(), side("♥2 ♣2 ♥3 ♥4", bulwarks=[bulwark("♦9")]))
    do(table, 0, call("attack"))
    assert names(table, 1) == {"recall"}


def test_r39_what_generation_change_found_is_not_shown() -> None:
    effect = Milled(0, 2, tuple(cards("♣2 ♣3")), card("♣3"), True, card("♥K"))

    shown = redact(effect, "public")

    assert (shown.top, shown.hit, shown.count) == (card("♣3"), True, 2)
    assert shown != effect == redact(effect, 0)
