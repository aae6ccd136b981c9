"""5. Set-up, frame by frame, with chance scripted."""

from typing import Any

from rules.blackpoker.effects import FirstPlayer, Flipped, Preset, SetAside
from rules.blackpoker.prompts import MainPrompt
from rules.blackpoker.state import GameTable
from rules.engine import Drew, Picked, ScriptedChance, Shuffled, TurnStarted, prompts, view
from rules.registry import shipped_ruleset
from tests.rules.blackpoker.positions import card, cards

RULES = shipped_ruleset("blackpoker")


def order_of(frame: str, first: str, deck: dict[str, int] | None = None) -> list[str]:
    """A whole deck: these cards on top, the rest sorted."""
    listed = deck or RULES.cards.frames[frame].deck
    assert listed is not None
    left = sorted(slug for slug, copies in listed.items() for _ in range(copies))
    for slug in cards(first):
        left.remove(slug)
    return cards(first) + left


def start(frame: str, mine: list[str], yours: list[str], *picks: int) -> GameTable:
    decks: list[Any] = [{"cards": {slug: order.count(slug) for slug in order}} for order in (mine, yours)]
    chance = ScriptedChance([mine, yours, *picks])
    table = RULES.start({"frame": frame}, decks, chance)
    chance.finish()
    return table


def test_5_1_to_5_5_the_full_frame() -> None:
    mine = order_of("full", "♠2 ♠3 ♠4 ♠5 ♠6 ♠7 ♠8 ♥9 ♥10")
    yours = order_of("full", "♣2 ♣3 ♣4 ♣5 ♣6 ♣7 ♣8 ♦K ♦A")

    table = start("full", mine, yours)

    assert table.effects == [
        Shuffled(0, "deck", tuple(mine)),
        Shuffled(1, "deck", tuple(yours)),
        Drew(0, 7, tuple(cards("♠2 ♠3 ♠4 ♠5 ♠6 ♠7 ♠8"))),
        Drew(1, 7, tuple(cards("♣2 ♣3 ♣4 ♣5 ♣6 ♣7 ♣8"))),
        Flipped(0, card("♥9")),
        Flipped(1, card("♦K")),
        FirstPlayer(1),
        Drew(1, 1, (card("♦A"),)),
        TurnStarted(1, 1),
    ]
    game = view(table, "audit", 0).game
    assert (game.turn_player, game.first_player, game.chance, game.passes) == (1, 1, 1, 0)
    assert game.seats[0].deck.cards == tuple(mine[8:])
    assert game.seats[1].graveyard.cards == (card("♦K"),)
    assert (game.next_ids.character, game.next_ids.request) == (1, 1)
    assert prompts(table) == [MainPrompt(1)]


def test_5_1_random40_sets_the_last_14_aside() -> None:
    mine = order_of("random40", "♠2 ♠3 ♠4 ♠5 ♠6 ♠7 ♠8 ♥K")
    yours = order_of("random40", "♠2 ♠3 ♠4 ♠5 ♠6 ♠7 ♠8 ♥9")

    table = start("random40", mine, yours)

    assert table.effects[:4] == [
        Shuffled(0, "deck", tuple(mine)),
        SetAside(0, 14, tuple(mine[40:])),
        Shuffled(1, "deck", tuple(yours)),
        SetAside(1, 14, tuple(yours[40:])),
    ]
    game = view(table, "audit", 0).game
    assert game.seats[1].set_aside.cards == tuple(yours[40:])
    assert game.seats[1].deck.cards == tuple(yours[8:40])


def test_r4_r5_a_preset_comes_after_the_draw_the_bulwark_face_down_and_neither_is_fresh() -> None:
    mine = order_of("entry16", "♠2 ♥7 ♣A ♣K ♦Q ♥Q ♠3 ♥4 ♠A ♦10")
    yours = order_of("entry16", "♠2 ♥7 ♣A ♣K ♦Q ♥Q ♠3 ♥4 ♠K ♦5")

    table = start("entry16", mine, yours)

    assert table.effects[4:9] == [
        Preset(0, 1, card("♥4"), 2, card("♠A")),
        Preset(1, 3, card("♥4"), 4, card("♠K")),
        Flipped(0, card("♦10")),
        Flipped(1, card("♦5")),
        FirstPlayer(0),
    ]
    (bulwark,), (soldier,) = view(table, "public", 0).game.seats[1].bulwarks, view(table, 0, 0).game.seats[1].soldiers
    assert (bulwark.cards, bulwark.charged, bulwark.fresh) == (None, True, (False,))
    assert (soldier.kind, soldier.number, soldier.charged, soldier.fresh) == ("hero", 13, True, (False,))


def test_r2_a_tie_is_turned_up_again() -> None:
    mine = order_of("full", "♠2 ♠3 ♠4 ♠5 ♠6 ♠7 ♠8 ♥9 ♥10")
    yours = order_of("full", "♠2 ♠3 ♠4 ♠5 ♠6 ♠7 ♠8 ♥9 ♥8")

    table = start("full", mine, yours)

    assert table.effects[4:9] == [
        Flipped(0, card("♥9")),
        Flipped(1, card("♥9")),
        Flipped(0, card("♥10")),
        Flipped(1, card("♥8")),
        FirstPlayer(0),
    ]


def test_r2_with_two_cards_left_chance_picks_with_three_it_does_not() -> None:
    """16 − 7 − 2 = 7 cards: after five ties two are left."""
    tied = order_of("entry16", "")

    table = start("entry16", tied, tied, 1)

    flips = [effect for effect in table.effects if isinstance(effect, Flipped)]
    assert len(flips) == 10
    assert table.effects[-4:] == [
        Picked("first_seat", 2, 1),
        FirstPlayer(1),
        Drew(1, 1, (tied[14],)),
        TurnStarted(1, 1),
    ]
    assert prompts(table) == [MainPrompt(1)]


def test_r2_one_deck_of_fewer_than_three_is_enough_for_chance_to_pick() -> None:
    """20 − 7 = 13 cards: after eleven ties two are left; the other deck still has seven."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    small = cards(" ".join(f"♥{rank}" for rank in ranks) + " ♠2 ♠3 ♠4 ♠5 ♠6 ♠7 ♠8")
    large = cards(" ".join(f"♦{rank}" for rank in ranks) + " ♣2 ♣3 ♣4 ♣5 ♣6 ♣7 ♣8 ♠9 ♠10 ♠J ♠Q ♠K")

    table = start("regular", small, large, 0)

    assert len([effect for effect in table.effects if isinstance(effect, Flipped)]) == 22
    assert table.effects[-4:-2] == [Picked("first_seat", 2, 0), FirstPlayer(0)]
    assert [len(side.deck) for side in table.state.sides] == [1, 7]
