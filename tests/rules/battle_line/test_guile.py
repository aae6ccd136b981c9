"""9.7 - 9.10 Redeploy, Deserter and Traitor."""

from rules.battle_line.actions import Claim, EndClaims, Play
from rules.battle_line.effects import CardMoved, CardPlayed, CardRemoved, FormationBroken, FormationCompleted
from rules.battle_line.prompts import ClaimPrompt
from rules.engine import Pass, TurnStarted, prompts
from tests.rules.battle_line.positions import RULES, assert_asked_to_play, do, drawn, legal, plays_of

EMPTY = {"troop_deck": "", "tactics_deck": ""}


def redeploy(flag: int, index: int, to: int | None) -> Play:
    return Play("redeploy", from_flag=flag, from_index=index, to_flag=to)


def traitor(flag: int, index: int, to: int) -> Play:
    return Play("traitor", from_flag=flag, from_index=index, to_flag=to)


def deserter(flag: int, index: int) -> Play:
    return Play("deserter", from_flag=flag, from_index=index)


def test_redeploy_moves_a_troop_or_morale_card_to_another_flag_or_removes_it() -> None:
    """9.7, R15 Not to the same flag; the game's end of the list is out of the game."""
    full = ("red-1 red-2 red-3", "")
    table = drawn(
        {1: full, 4: ("blue-1 alexander", "green-1")}, ("redeploy", ""), owners=dict.fromkeys([5, 6, 7, 8], 0)
    )

    assert plays_of(table, "redeploy") == [
        *(redeploy(1, index, to) for index in (0, 1, 2) for to in (0, 2, 3, 4, None)),
        *(redeploy(4, index, to) for index in (0, 1) for to in (0, 2, 3, None)),
    ]


def test_a_redeployed_card_can_break_one_formation_and_complete_another() -> None:
    """9.7, 11.3"""
    table = drawn({4: ("red-1 blue-4 red-3", ""), 7: ("blue-5 blue-6", "")}, ("redeploy", "green-1"), **EMPTY)

    effects = do(table, redeploy(4, 1, 7))

    assert effects == [
        CardPlayed(0, "redeploy", None),
        CardMoved("blue-4", 0, 4, 0, 7),
        FormationBroken(0, 4),
        FormationCompleted(0, 7),
        TurnStarted(1, 21),
    ]
    assert table.state.flags[4].sides[0] == ("red-1", "red-3")
    assert table.state.flags[7].sides[0] == ("blue-5", "blue-6", "blue-4")
    assert table.state.guile == [["redeploy"], []]
    assert_asked_to_play(table, 1)


def test_redeploy_may_put_a_card_out_of_the_game_face_up() -> None:
    """9.7, 11.5 The removed cards lie in the order of removal."""
    table = drawn({4: ("red-1 blue-4", "")}, ("redeploy", "green-1"), removed="yellow-9", **EMPTY)

    effects = do(table, redeploy(4, 0, None))

    assert effects == [CardPlayed(0, "redeploy", None), CardRemoved("red-1", 0, 4), TurnStarted(1, 21)]
    assert RULES.game(table, "public").removed.cards == ("yellow-9", "red-1")


def test_redeploy_can_always_remove_even_when_no_slot_is_open() -> None:
    """9.7, R16"""
    full = {flag: (f"red-{flag + 1} blue-{flag + 1} green-{flag + 1}", "") for flag in range(8)}
    table = drawn(full, ("redeploy", ""), owners=dict.fromkeys([*range(1, 8), 8], 1))

    assert legal(table) == [*(redeploy(0, index, None) for index in range(3)), Pass()]


def test_deserter_removes_a_troop_or_morale_card_of_the_opponent() -> None:
    """9.8"""
    table = drawn({2: ("blue-1", "red-1 darius"), 6: ("", "red-5")}, ("deserter", "green-1"), **EMPTY)

    assert plays_of(table, "deserter") == [deserter(2, 0), deserter(2, 1), deserter(6, 0)]
    effects = do(table, deserter(2, 1))

    assert effects == [CardPlayed(0, "deserter", None), CardRemoved("darius", 1, 2), TurnStarted(1, 21)]
    assert table.state.flags[2].sides == (("blue-1",), ("red-1",))
    assert table.state.removed == ["darius"]
    assert_asked_to_play(table, 1)


def test_traitor_takes_a_troop_card_only() -> None:
    """9.9, R15 To any own open slot, the same flag's too."""
    table = drawn(
        {2: ("blue-1 blue-2 blue-3", "red-1 darius"), 6: ("", "red-5")},
        ("traitor", ""),
        owners=dict.fromkeys([0, 1, 3, 4], 1),
    )

    assert plays_of(table, "traitor") == [traitor(flag, 0, to) for flag in (2, 6) for to in (5, 6, 7, 8)]


def test_traitor_breaks_a_formation_and_completes_another() -> None:
    """9.9, R27 The moved troop card is no tactics card."""
    table = drawn({2: ("", "red-1 red-2 red-3"), 6: ("blue-3 green-3", "")}, ("traitor", "green-1"), **EMPTY)

    effects = do(table, traitor(2, 2, 6))

    assert effects == [
        CardPlayed(0, "traitor", None),
        CardMoved("red-3", 1, 2, 0, 6),
        FormationBroken(1, 2),
        FormationCompleted(0, 6),
        TurnStarted(1, 21),
    ]
    assert table.state.tactics_played == [1, 0]


def test_guile_cards_without_a_target_cannot_be_played() -> None:
    """9.3, R16 Nothing lies on the board, or what lies there is out of reach; not even as a way to pass."""
    empty = drawn({}, ("deserter redeploy traitor", ""))
    claimed = drawn({4: ("red-1 red-2 red-3", "blue-1")}, ("deserter redeploy traitor", ""), owners={4: 0})
    morale_only = drawn({4: ("", "alexander")}, ("traitor", ""))

    assert legal(empty) == legal(claimed) == legal(morale_only) == [Pass()]


def test_traitor_needs_an_open_slot_of_ones_own() -> None:
    """R16"""
    flags = {0: ("red-1 blue-1 green-1", "red-5")}
    blocked = drawn(flags, ("traitor", ""), owners=dict.fromkeys(range(1, 9), 0))
    muddy = drawn(flags, ("traitor", ""), owners=dict.fromkeys(range(1, 9), 0), weather={0: "mud"})

    assert legal(blocked) == [Pass()]
    assert legal(muddy) == [traitor(0, 0, 0), Pass()]


def test_a_card_taken_from_the_opponent_may_make_a_flag_claimable() -> None:
    """E12 in short: broken, completed, proven."""
    table = drawn({4: ("green-9 blue-9", "red-8 red-9 red-10")}, ("traitor", ""), **EMPTY)

    do(table, traitor(4, 1, 4))

    assert prompts(table) == [ClaimPrompt(0, (4,))]
    assert legal(table) == [Claim(4), EndClaims()]


def test_played_guile_cards_lie_in_order_of_play() -> None:
    """9.10, 11.5"""
    table = drawn({4: ("red-1", "blue-1 blue-2")}, ("deserter redeploy", "blue-9"), tactics_played=(0, 2), **EMPTY)

    do(table, redeploy(4, 0, 0), Play("blue-9", 8), deserter(4, 0))

    assert [zone.cards for zone in RULES.game(table, "public").guile] == [("redeploy", "deserter"), ()]
