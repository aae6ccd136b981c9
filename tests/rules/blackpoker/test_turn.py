"""8.15, 8.16 End, Charge, Draw."""

import pytest

from rules.blackpoker.actions import DRAW_CHOICES, Discard
from rules.blackpoker.effects import (
    Charged,
    Discarded,
    Passed,
    Raised,
    ResolutionStarted,
    Resolved,
    Staged,
    TurnEnded,
)
from rules.blackpoker.prompts import DiscardToLimitPrompt, DrawMorePrompt, MainPrompt, RespondPrompt
from rules.blackpoker.state import Used
from rules.engine import Drew, Pass, TurnStarted, legal_actions, view
from tests.rules.blackpoker.positions import (
    at,
    both_pass,
    bulwark,
    call,
    card,
    cards,
    do,
    duel,
    names,
    prompts,
    side,
    soldier,
    throw_away,
)

DRAW_MORE, DRAW_STOP = DRAW_CHOICES


def test_e12_end_with_9_cards() -> None:
    """Two discards, the turn passes, the new TP's characters are charged, Draw is staged, the new TP has the chance."""
    mine = side("♠2 ♠3 ♠4 ♠5 ♠6 ♠7 ♠8 ♠9 ♠10", soldiers=[soldier("♥9", driven=True)])
    yours = side("♣2", soldiers=[soldier("♦9", driven=True)], bulwarks=[bulwark("♦8"), bulwark("♦7", driven=True)])
    table = duel(mine, yours)
    do(table, 0, call("end"))
    both_pass(table)
    assert prompts(table) == [DiscardToLimitPrompt(0, 1, 2)]
    assert legal_actions(table, 0) == [Discard(slug) for slug in sorted(mine.hand)]

    first = do(table, 0, Discard(card("♠10")))
    assert prompts(table) == [DiscardToLimitPrompt(0, 1, 1)]
    second = do(table, 0, Discard(card("♠9")))

    assert first == [Discarded(0, card("♠10"), "limit")]
    assert second == [
        Discarded(0, card("♠9"), "limit"),
        TurnEnded(0, 5),
        TurnStarted(1, 6),
        Resolved(1, "end"),
        Raised(2, "charge", 1, (), "rule"),
        Charged((2, 3, 4)),
        Resolved(2, "charge"),
        Raised(3, "draw", 1, (), "rule"),
        Staged(3),
    ]
    assert not table.state.sides[0].soldiers[0].charged
    assert (table.state.passes, table.state.chance) == (0, 1)
    assert prompts(table) == [RespondPrompt(1, 3)]


def test_8_15_seven_cards_are_no_reason_to_discard_and_charge_is_told_even_if_nobody_is_there() -> None:
    table = duel(side("♠2 ♠3 ♠4 ♠5 ♠6 ♠7 ♠8"), side("♣2"))
    do(table, 0, call("end"))

    effects = both_pass(table)

    assert effects[2:5] == [TurnEnded(0, 5), TurnStarted(1, 6), Resolved(1, "end")]
    assert effects[6] == Charged(())
    assert prompts(table) == [RespondPrompt(1, 3)]


def test_r27_bonus_and_freshness_and_marks_end_with_the_turn() -> None:
    mine = side("♠2", soldiers=[soldier("♥9", fresh="♥9", bonus=5)])
    yours = side("♣2", soldiers=[soldier("♥8", bonus=-3)], bulwarks=[bulwark("♥7", fresh=True)])
    table = duel(mine, yours)
    table.state.used = Used(True, True)
    do(table, 0, call("end"))

    both_pass(table)

    shown = [one for seat in view(table, "audit", 0).game.seats for one in (*seat.soldiers, *seat.bulwarks)]
    assert [(one.number, one.bonus, one.fresh) for one in shown] == [
        (9, 0, (False,)),
        (8, 0, (False,)),
        (None, 0, (False,)),
    ]
    assert table.state.used == Used(False, False)
    assert (table.state.turn, table.state.turn_player) == (6, 1)


@pytest.mark.parametrize("more", [True, False])
def test_8_16_r45_draw_one_and_if_wished_another(more: bool) -> None:
    table = duel(side("♠2"), side("♣2", deck="♥K ♥Q ♥J"))
    do(table, 0, call("end"))
    both_pass(table)
    do(table, 1, Pass())
    assert prompts(table) == [RespondPrompt(0, 3)]

    first = do(table, 0, Pass())
    assert prompts(table) == [DrawMorePrompt(1, 3)]
    second = do(table, 1, DRAW_MORE if more else DRAW_STOP)

    assert first == [Passed(0, False), ResolutionStarted(3, "draw"), Drew(1, 1, (card("♥K"),))]
    assert second == [*([Drew(1, 1, (card("♥Q"),))] if more else []), Resolved(3, "draw")]
    assert prompts(table) == [MainPrompt(1)]


def test_8_16_r43_the_first_card_is_drawn_even_if_it_is_the_last_and_loses() -> None:
    table = duel(side("♠2"), side("♣2", deck="♥K"))
    do(table, 0, call("end"))
    both_pass(table)

    effects = both_pass(table)

    assert effects[3:5] == [Drew(1, 1, (card("♥K"),)), Resolved(3, "draw")]
    assert table.outcome is not None and table.outcome.winners == (0,)
    assert prompts(table) == []


def test_r37_draw_waits_on_the_stage_and_can_be_answered() -> None:
    table = duel(side("♠6 ♠2", soldiers=[soldier("♥4")]), side("♥3 ♥2 ♣2", soldiers=[soldier("♥5")]))
    do(table, 0, call("end"))
    both_pass(table)
    assert names(table, 1) == {"up"}

    do(table, 1, call("up", "♥3"), throw_away("♣2"), at(2))
    both_pass(table)

    assert [request.action for request in table.state.stage] == ["draw"]
    assert prompts(table) == [RespondPrompt(1, 3)]


def test_6_6_with_empty_hands_all_goes_by_itself_to_the_next_choice() -> None:
    table = duel(side(""), side(""))

    effects = do(table, 0, call("end"))

    assert Drew(1, 1, tuple(cards("♣2"))) in effects
    assert prompts(table) == [DrawMorePrompt(1, 3)]
