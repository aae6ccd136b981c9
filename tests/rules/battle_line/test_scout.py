"""9.6 Scout's steps."""

from typing import Any

from msgspec import to_builtins

from rules.battle_line.actions import Claim, Draw, EndClaims, Play, ScoutDraw, ScoutReturn
from rules.battle_line.effects import CardPlayed, ClaimsEnded, Drew, Passed, Returned
from rules.battle_line.prompts import ClaimPrompt, ScoutDrawPrompt, ScoutReturnPrompt
from rules.battle_line.view import ScoutView
from rules.engine import Pass, Table, TurnStarted, legal_actions, prompts, redact
from tests.rules.battle_line.positions import RULES, assert_asked_to_play, do, drawn, legal, plays_of

SCOUT = Play("scout")


def scouting(hand: str, troop_deck: str, tactics_deck: str, **more: Any) -> Table:
    return drawn({}, (f"scout {hand}", "blue-9"), troop_deck=troop_deck, tactics_deck=tactics_deck, **more)


def test_scout_draws_three_and_puts_two_back() -> None:
    """9.6, R18, R19 One at a time; new cards and old ones; the draw phase is skipped."""
    table = scouting("blue-1 blue-2", "red-1 red-2 red-3", "fog mud")

    assert do(table, SCOUT) == [CardPlayed(0, "scout", None)]
    assert prompts(table) == [ScoutDrawPrompt(0, 3)]
    assert legal(table) == [ScoutDraw("troop"), ScoutDraw("tactics")]
    assert do(table, ScoutDraw("tactics")) == [Drew(0, "tactics", 1, ("fog",))]
    assert prompts(table) == [ScoutDrawPrompt(0, 2)]
    assert do(table, ScoutDraw("troop")) == [Drew(0, "troop", 1, ("red-1",))]
    assert do(table, ScoutDraw("troop")) == [Drew(0, "troop", 1, ("red-2",))]
    assert prompts(table) == [ScoutReturnPrompt(0, 2)]
    assert legal(table) == [ScoutReturn(card) for card in ("blue-1", "blue-2", "fog", "red-1", "red-2")]
    assert do(table, ScoutReturn("blue-1")) == [Returned(0, "troop", "blue-1")]
    assert prompts(table) == [ScoutReturnPrompt(0, 1)]
    assert do(table, ScoutReturn("fog")) == [Returned(0, "tactics", "fog"), TurnStarted(1, 21)]

    assert table.state.hands[0] == ["blue-2", "red-1", "red-2"]
    assert table.state.troop_deck == ["blue-1", "red-3"]
    assert table.state.tactics_deck == ["fog", "mud"]
    assert table.state.guile == [["scout"], []]
    assert (table.state.tactics_played, table.state.idle_turns) == ([1, 0], 0)  # 9.1, 8.6
    assert_asked_to_play(table, 1)


def test_the_second_card_returned_to_a_deck_lies_above_the_first() -> None:
    """9.6"""
    table = scouting("blue-1 blue-2", "red-1 red-2 red-3 red-4", "")

    do(table, SCOUT, ScoutReturn("red-1"), ScoutReturn("blue-1"))

    assert table.state.troop_deck == ["blue-1", "red-1", "red-4"]


def test_from_one_deck_the_cards_are_drawn_without_a_prompt() -> None:
    """9.6, R18"""
    table = scouting("blue-1", "", "fog mud deserter traitor")

    effects = do(table, SCOUT)

    assert effects == [CardPlayed(0, "scout", None)] + [
        Drew(0, "tactics", 1, (card,)) for card in ("fog", "mud", "deserter")
    ]
    assert prompts(table) == [ScoutReturnPrompt(0, 2)]


def test_when_one_deck_runs_out_the_rest_comes_from_the_other_at_once() -> None:
    """9.6"""
    table = scouting("blue-1", "red-1 red-2 red-3", "fog")

    do(table, SCOUT)
    effects = do(table, ScoutDraw("tactics"))

    assert effects == [
        Drew(0, "tactics", 1, ("fog",)),
        Drew(0, "troop", 1, ("red-1",)),
        Drew(0, "troop", 1, ("red-2",)),
    ]
    assert prompts(table) == [ScoutReturnPrompt(0, 2)]


def test_scout_draws_fewer_when_the_decks_run_out_and_still_returns_two() -> None:
    """R18, R19, R13 The hand is smaller afterwards."""
    table = scouting("blue-1 blue-2", "red-1", "fog")

    do(table, SCOUT)
    assert prompts(table) == [ScoutDrawPrompt(0, 2)]
    do(table, ScoutDraw("troop"))
    assert prompts(table) == [ScoutReturnPrompt(0, 2)]
    do(table, ScoutReturn("red-1"), ScoutReturn("blue-1"))

    assert table.state.hands[0] == ["blue-2", "fog"]
    assert_asked_to_play(table, 1)


def test_a_scout_that_draws_one_card_returns_two_and_is_seen_to_have_drawn_one() -> None:
    """R18, R19, 11.5"""
    table = scouting("blue-1 blue-2", "red-1", "")

    do(table, SCOUT)
    assert prompts(table) == [ScoutReturnPrompt(0, 2)]
    assert RULES.game(table, "public").scout == ScoutView(1, 0)
    do(table, ScoutReturn("blue-1"))

    assert prompts(table) == [ScoutReturnPrompt(0, 1)]
    assert RULES.game(table, "public").scout == ScoutView(1, 1)


def test_a_hand_of_one_card_returns_that_one() -> None:
    """R19"""
    table = scouting("", "red-1", "")

    do(table, SCOUT)
    assert prompts(table) == [ScoutReturnPrompt(0, 1)]
    assert do(table, ScoutReturn("red-1")) == [Returned(0, "troop", "red-1"), TurnStarted(1, 21)]

    assert table.state.hands[0] == []
    assert table.state.troop_deck == ["red-1"]
    assert_asked_to_play(table, 1)


def test_scout_cannot_be_played_on_empty_decks() -> None:
    """9.6, R18"""
    assert plays_of(scouting("", "", "fog"), "scout") == [SCOUT]
    assert legal(scouting("", "", "")) == [Pass()]


def test_scout_may_return_a_second_leader() -> None:
    """9.2, R17"""
    table = scouting("darius blue-1", "red-1 red-2 red-3", "", leader_played=(True, False))

    do(table, SCOUT)

    assert ScoutReturn("darius") in legal(table)


def test_the_claim_phase_follows_a_scout() -> None:
    """8.3"""
    table = drawn({4: ("red-8 red-9 red-10", "")}, ("scout", "blue-9"), troop_deck="red-1 red-2 red-3", tactics_deck="")

    do(table, SCOUT, ScoutReturn("red-1"), ScoutReturn("red-2"))

    assert prompts(table) == [ClaimPrompt(0, (4,))]
    assert legal(table) == [Claim(4), EndClaims()]
    assert do(table, EndClaims()) == [ClaimsEnded(0), TurnStarted(1, 21)]  # no card is drawn


def test_the_advanced_turn_ends_after_a_scout() -> None:
    """8.1, 13.2"""
    table = scouting("", "red-1 red-2 red-3", "", options={"claim_timing": "start_of_turn"})

    do(table, SCOUT, ScoutReturn("red-1"))

    assert do(table, ScoutReturn("red-2")) == [Returned(0, "troop", "red-2"), TurnStarted(1, 21)]


def test_who_passes_with_a_small_hand_after_a_short_scout_draws_again() -> None:
    """R12"""
    table = scouting("darius", "red-1", "", leader_played=(True, False))
    do(table, SCOUT, ScoutReturn("red-1"), ScoutReturn("darius"), Play("blue-9", 0), Draw("tactics"))

    effects = do(table, Pass())

    assert effects == [Passed(0), Drew(0, "troop", 1, ("red-1",)), TurnStarted(1, 23)]
    assert_asked_to_play(table, 1)


def test_which_card_is_returned_is_a_secret_of_the_seat() -> None:
    """9.6, R19, R20 To which deck it goes is not."""
    action, effect = ScoutReturn("red-1"), Returned(0, "troop", "red-1")

    logged = {viewer: to_builtins(redact(action, viewer, 0)) for viewer in (0, 1, "public", "audit")}
    shown = {viewer: to_builtins(redact(effect, viewer)) for viewer in (0, 1, "public", "audit")}

    full, short = {"type": "scout_return", "card": "red-1"}, {"type": "scout_return"}
    assert logged == {0: full, 1: short, "public": short, "audit": full}
    full, short = {"type": "returned", "seat": 0, "deck": "troop", "card": "red-1"}, {
        "type": "returned", "seat": 0, "deck": "troop"
    }  # fmt: skip
    assert shown == {0: full, 1: short, "public": short, "audit": full}


def test_no_view_shows_a_returned_card_on_its_deck() -> None:
    """R20 Not even to the seat that knows it."""
    table = scouting("blue-1 blue-2", "red-1 red-2 red-3 red-4", "")
    do(table, SCOUT, ScoutReturn("red-1"), ScoutReturn("blue-1"))

    assert [RULES.game(table, viewer).troop_deck.cards for viewer in (0, 1, "public")] == [None, None, None]
    assert RULES.game(table, "audit").troop_deck.cards == ("blue-1", "red-1", "red-4")
    assert legal_actions(table, 0) == []
