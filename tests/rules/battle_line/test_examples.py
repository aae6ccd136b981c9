"""14 The worked examples, E1 to E14."""

from rules.battle_line.actions import Claim, Play
from rules.battle_line.claims import claimable
from rules.battle_line.effects import (
    CardMoved,
    CardPlayed,
    FlagClaimed,
    FormationBroken,
    FormationCompleted,
    Passed,
    RoundEnded,
)
from rules.battle_line.prompts import ClaimPrompt
from rules.battle_line.state import RoundResult
from rules.engine import Outcome, Pass, TurnStarted, prompts
from tests.rules.battle_line.positions import CARDS, assert_asked_to_play, do, drawn, legal, plays_of

EMPTY = {"troop_deck": "", "tactics_deck": ""}


def may_claim(mine: str, theirs: str, **more: object) -> bool:
    """Whether c, here seat 0, may claim flag 4."""
    table = drawn({4: (mine, theirs)}, phase="claim", **more)
    return claimable(table, 0) == [4]


def test_e1_both_complete_and_the_stronger_formation_wins() -> None:
    mine, theirs = "red-1 red-2 red-3", "blue-10 green-10 orange-10"

    assert may_claim(mine, theirs, first={4: 1})
    assert not may_claim(theirs, mine, first={4: 0})


def test_e2_the_same_formation_and_the_larger_sum_wins() -> None:
    assert may_claim("green-10 green-7 green-3", "blue-9 blue-8 blue-1", first={4: 1})


def test_e3_proof_with_cards_used_elsewhere() -> None:
    flags = {4: ("yellow-2 yellow-5 yellow-9", "red-9 blue-9"), 0: ("green-9", "orange-9"), 1: ("purple-9", "")}
    nine_in_hand = {**flags, 1: ("", "")}

    proven = drawn(flags, phase="claim")
    assert claimable(proven, 0) == [4]
    assert do(proven, Claim(4))[0] == FlagClaimed(0, 4, "proof", "battalion", 16, {})
    assert claimable(drawn(nine_in_hand, ("purple-9", ""), phase="claim"), 0) == []


def test_e4_proof_of_a_tie() -> None:
    assert may_claim("blue-8 blue-9 blue-10", "red-8 red-9")


def test_e5_a_tie_of_complete_formations() -> None:
    flags = {4: ("red-1 red-7 red-9", "blue-2 blue-5 blue-10")}

    assert claimable(drawn(flags, first={4: 1}, phase="claim"), 0) == []
    assert claimable(drawn(flags, first={4: 1}, seat=1, phase="claim"), 1) == [4]


def test_e6_mud_breaks_both_and_the_fourth_card_decides_who_is_first() -> None:
    table = drawn(
        {4: ("red-1 red-2 red-4", "blue-1 blue-2 blue-4")},
        ("red-9", "mud blue-9"),
        seat=1,
        first={4: 0},
        **EMPTY,
    )

    effects = do(table, Play("mud", 4))
    flag = table.state.flags[4]
    assert effects[1:3] == [FormationBroken(0, 4), FormationBroken(1, 4)]
    assert (flag.size, flag.first_complete) == (4, None)
    effects = do(table, Play("red-9", 4))

    assert effects == [CardPlayed(0, "red-9", 4), FormationCompleted(0, 4), TurnStarted(1, 22)]
    assert table.state.flags[4].first_complete == 0
    assert_asked_to_play(table, 1)


def test_e7_fog() -> None:
    mine, theirs = "red-8 green-9 blue-10", "red-1 red-2 red-3"

    assert may_claim(mine, theirs, first={4: 1}, weather={4: "fog"})
    assert not may_claim(mine, theirs, first={4: 1})
    assert may_claim(theirs, mine, first={4: 1})
    table = drawn({4: (mine, theirs)}, first={4: 1}, weather={4: "fog"}, phase="claim")
    assert do(table, Claim(4))[0] == FlagClaimed(0, 4, "comparison", "host", 27, {})


def test_e8_fog_and_mud() -> None:
    mine, theirs = "red-9 red-8 red-7 red-6", "blue-6 blue-7 blue-8"
    tens = " ".join(f"{color}-10" for color in CARDS.colors)
    all_tens_but_yellow = tens.replace("yellow-10", "")

    assert not may_claim(mine, theirs, weather={4: "fog mud"}, removed=all_tens_but_yellow)
    assert may_claim(mine, theirs, weather={4: "fog mud"}, removed=tens)


def test_e9_a_leader() -> None:
    mine = "red-8 red-9 alexander"

    assert may_claim(mine, "")
    assert may_claim(mine, "blue-8 blue-9 blue-10", first={4: 0})
    assert not may_claim(mine, "blue-8 blue-9 blue-10", first={4: 1})


def test_e10_the_limit() -> None:
    table = drawn({}, ("fog mud blue-1", "darius green-1"), tactics_played=(1, 0), **EMPTY)

    assert plays_of(table, "fog") == plays_of(table, "mud") == []
    do(table, Play("blue-1", 0), Play("darius", 0))

    assert len(plays_of(table, "fog")) == len(plays_of(table, "mud")) == 9
    assert_asked_to_play(table, 0)


def test_e11_a_locked_hand() -> None:
    hand = "alexander companion-cavalry darius deserter fog mud redeploy"
    table = drawn({4: ("red-1", "blue-1")}, (hand, "green-1"), tactics_played=(1, 0))

    assert legal(table) == [Pass()]
    assert do(table, Pass()) == [Passed(0), TurnStarted(1, 21)]
    assert table.state.idle_turns == 1
    assert_asked_to_play(table, 1)


def test_e12_traitor_on_the_same_flag() -> None:
    table = drawn({4: ("green-9 blue-9", "red-8 red-9 red-10")}, ("traitor", ""), **EMPTY)

    effects = do(table, Play("traitor", from_flag=4, from_index=1, to_flag=4))

    assert effects == [
        CardPlayed(0, "traitor", None),
        CardMoved("red-9", 1, 4, 0, 4),
        FormationBroken(1, 4),
        FormationCompleted(0, 4),
    ]
    assert table.state.flags[4].sides == (("green-9", "blue-9", "red-9"), ("red-8", "red-10"))
    assert table.state.flags[4].first_complete == 0
    assert prompts(table) == [ClaimPrompt(0, (4,))]
    assert do(table, Claim(4))[0] == FlagClaimed(0, 4, "proof", "phalanx", 27, {})


def test_e13_deserter_and_first_complete() -> None:
    table = drawn(
        {4: ("red-1 blue-6 green-9", "blue-2 red-4 green-10")},
        ("orange-9 red-10", "deserter"),
        seat=1,
        first={4: 0},
        **EMPTY,
    )
    equal = table.state.flags[4].values[0]
    assert table.state.flags[4].values == (equal, equal)

    do(table, Play("deserter", from_flag=4, from_index=2))
    flag = table.state.flags[4]
    assert (flag.values, flag.first_complete) == ((0, equal), 1)
    do(table, Play("orange-9", 4))
    flag = table.state.flags[4]
    assert (flag.values, flag.first_complete) == ((equal, equal), 1)
    assert_asked_to_play(table, 1)  # seat 0 could not claim
    do(table, Pass())

    assert prompts(table) == [ClaimPrompt(1, (4,))]


def test_e14_scoring() -> None:
    """Round 1 to seat 0 with five flags against three; round 2 to seat 1, three against two."""
    wedge = "red-8 red-9 red-10"
    first = drawn(
        {4: (wedge, "")},
        phase="claim",
        owners={0: 0, 2: 0, 6: 0, 8: 0, 1: 1, 3: 1, 5: 1},
        options={"rounds": 2},
    )
    effects = do(first, Claim(4))
    assert effects[1] == RoundEnded(1, 0, "envelopment", (5, 3), (5, 3))
    assert_asked_to_play(first, 0)

    second = drawn({4: ("", wedge)}, seat=1, phase="claim", owners={2: 1, 3: 1, 0: 0, 8: 0}, options={"rounds": 2})
    second.state.round, second.state.points, second.state.rounds_won = 2, [5, 3], [1, 0]
    second.state.results = [RoundResult(1, 1, 0, "envelopment", (5, 3), (5, 3))]
    do(second, Claim(4))

    told = {"points": [7, 8], "flags": [7, 6], "rounds_won": [1, 1]}
    assert second.outcome == Outcome((1,), "points", told)
