"""9.1 - 9.5 Tactics cards: limits, morale and weather."""

from rules.battle_line.actions import Claim, Play
from rules.battle_line.effects import CardPlayed, FlagClaimed, FormationBroken, FormationCompleted
from rules.battle_line.prompts import ClaimPrompt
from rules.engine import Pass, TurnStarted, prompts
from tests.rules.battle_line.positions import assert_asked_to_play, do, drawn, legal, plays_of

EMPTY = {"troop_deck": "", "tactics_deck": ""}
EVERYWHERE = list(range(9))


def test_a_lead_of_one_tactics_card_is_the_limit() -> None:
    """9.1, R32 Level or behind, a tactics card may be played; ahead, not."""
    for played, offered in (((0, 0), 9), ((1, 1), 9), ((1, 2), 9), ((1, 0), 0), ((2, 1), 0)):
        table = drawn({}, ("fog blue-1", ""), tactics_played=played)
        assert len(plays_of(table, "fog")) == offered
        assert len(plays_of(table, "blue-1")) == 9


def test_every_tactics_card_counts() -> None:
    """9.1, R27 Guile, weather and morale alike; a troop card does not."""
    for card, play in (
        ("fog", Play("fog", 0)),
        ("darius", Play("darius", 0)),
        ("redeploy", Play("redeploy", from_flag=4, from_index=0, to_flag=None)),
    ):
        table = drawn({4: ("red-1", "blue-1")}, (card, "green-2"), **EMPTY)
        do(table, play)
        assert table.state.tactics_played == [1, 0]
        do(table, Play("green-2", 0))
        assert table.state.tactics_played == [1, 0]
        assert_asked_to_play(table, 0)


def test_a_second_leader_stays_in_hand() -> None:
    """9.2, R26"""
    fresh = drawn({}, ("alexander darius", ""))
    used = drawn({}, ("alexander darius shield-bearers", ""), leader_played=(True, False))

    assert len(plays_of(fresh, "alexander")) == len(plays_of(fresh, "darius")) == 9  # R35
    assert legal(used) == [*(Play("shield-bearers", flag) for flag in EVERYWHERE), Pass()]


def test_a_leader_counts_as_used_when_he_is_played_even_if_he_leaves_the_table() -> None:
    """9.2, R26"""
    table = drawn({}, ("alexander darius blue-1", "deserter"), **EMPTY)

    do(table, Play("alexander", 4), Play("deserter", from_flag=4, from_index=0))

    assert table.state.removed == ["alexander"]
    assert table.state.leader_played == [True, False]
    assert legal(table) == [Play("blue-1", flag) for flag in EVERYWHERE]


def test_the_others_leader_does_not_matter() -> None:
    """9.2"""
    table = drawn({}, ("darius", ""), leader_played=(False, True))

    assert len(plays_of(table, "darius")) == 9


def test_only_leaders_use_up_the_leader() -> None:
    """9.2"""
    table = drawn({}, ("shield-bearers", "blue-1"), **EMPTY)

    do(table, Play("shield-bearers", 0))

    assert table.state.leader_played == [False, False]


def test_a_morale_card_is_placed_in_an_open_slot_of_the_own_side() -> None:
    """9.4"""
    table = drawn(
        {4: ("red-1 red-2 red-3", ""), 5: ("red-8 red-9", "blue-1 blue-2 blue-3")}, ("alexander", ""), **EMPTY
    )

    assert [play.flag for play in plays_of(table, "alexander")] == [0, 1, 2, 3, 5, 6, 7, 8]
    effects = do(table, Play("alexander", 5))

    assert effects == [CardPlayed(0, "alexander", 5), FormationCompleted(0, 5)]
    assert table.state.flags[5].sides[0] == ("red-8", "red-9", "alexander")


def test_weather_goes_to_any_unclaimed_flag_whatever_lies_there() -> None:
    """9.5"""
    full = ("red-1 red-2 red-3", "blue-1 blue-2 blue-3")
    table = drawn({4: full, 5: ("", "")}, ("fog mud", ""), owners={0: 1}, weather={5: "fog"}, first={4: 0})

    assert [play.flag for play in plays_of(table, "mud")] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_mud_breaks_both_formations_seat_0_first() -> None:
    """9.5, R8, E6"""
    table = drawn(
        {4: ("red-1 red-2 red-3", "blue-1 blue-2 blue-3")}, ("red-4", "mud blue-9"), seat=1, first={4: 0}, **EMPTY
    )

    effects = do(table, Play("mud", 4))

    assert effects == [CardPlayed(1, "mud", 4), FormationBroken(0, 4), FormationBroken(1, 4), TurnStarted(0, 21)]
    flag = table.state.flags[4]
    assert (flag.size, flag.mud, flag.fog, flag.first_complete) == (4, True, False, None)
    assert Play("red-4", 4) in legal(table)


def test_mud_beside_unfinished_sides_breaks_nothing() -> None:
    """9.5"""
    table = drawn({4: ("red-1 red-2", "blue-1")}, ("mud", "blue-9"), **EMPTY)

    assert do(table, Play("mud", 4)) == [CardPlayed(0, "mud", 4), TurnStarted(1, 21)]


def test_fog_changes_values_but_not_who_was_first() -> None:
    """9.5, R8"""
    table = drawn({4: ("red-1 red-2 red-3", "blue-1 blue-2 blue-3")}, ("", "fog"), seat=1, first={4: 0}, **EMPTY)

    effects = do(table, Play("fog", 4))

    assert effects == [CardPlayed(1, "fog", 4), TurnStarted(0, 21)]
    flag = table.state.flags[4]
    assert (flag.size, flag.mud, flag.fog, flag.first_complete) == (3, False, True, 0)


def test_fog_played_on_two_complete_sides_gives_the_flag_to_the_higher_sum() -> None:
    """9.5, 6.3, 7.2 Until then the wedge of 6 led; the player of the fog may claim in the same turn."""
    table = drawn({4: ("red-1 red-2 red-3", "blue-10 green-9 blue-8")}, ("", "fog"), seat=1, first={4: 0}, **EMPTY)

    do(table, Play("fog", 4))

    assert prompts(table) == [ClaimPrompt(1, (4,))]
    assert do(table, Claim(4)) == [FlagClaimed(1, 4, "comparison", "host", 27, {}), TurnStarted(0, 21)]


def test_a_side_completed_in_the_fog_is_worth_its_sum() -> None:
    """9.5, 6.3 A wedge of 27 would have won at once; as sums 28 goes before 27."""
    table = drawn({4: ("red-8 red-9", "blue-10 green-9 blue-9")}, ("red-10", "green-1"), weather={4: "fog"}, **EMPTY)

    assert do(table, Play("red-10", 4))[1:] == [FormationCompleted(0, 4), TurnStarted(1, 21)]
    do(table, Play("green-1", 0))

    assert prompts(table) == [ClaimPrompt(1, (4,))]


def test_weather_stays_and_can_be_neither_moved_nor_removed() -> None:
    """9.5, R14"""
    table = drawn({}, ("deserter redeploy traitor", ""), weather={4: "fog mud"})

    assert legal(table) == [Pass()]
