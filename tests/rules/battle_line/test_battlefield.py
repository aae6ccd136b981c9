"""5 The battlefield: sides, sizes, and who completed a formation first."""

from rules.battle_line.actions import Play
from rules.battle_line.effects import CardMoved, CardPlayed, CardRemoved, FormationBroken, FormationCompleted
from tests.rules.battle_line.positions import CARDS, assert_asked_to_play, do, drawn, plays_of

BASIC = {"tactics": False}


def test_a_card_goes_to_the_end_of_its_side() -> None:
    """5.1"""
    table = drawn({4: ("red-5", "blue-1")}, ("red-1 red-2", ""), options=BASIC, troop_deck="")

    effects = do(table, Play("red-1", 4))

    assert effects[:1] == [CardPlayed(0, "red-1", 4)]
    assert table.state.flags[4].sides == (("red-5", "red-1"), ("blue-1",))
    assert table.state.hands[0] == ["red-2"]
    assert_asked_to_play(table, 1)


def test_three_cards_complete_a_side_and_close_it() -> None:
    """5.2, 5.3"""
    table = drawn({4: ("red-5 red-9", "")}, ("red-1 red-2", "blue-1"), options=BASIC, troop_deck="")

    effects = do(table, Play("red-1", 4))

    assert effects[:2] == [CardPlayed(0, "red-1", 4), FormationCompleted(0, 4)]
    assert table.state.flags[4].first_complete == 0
    do(table, Play("blue-1", 8))
    assert [play.flag for play in plays_of(table, "red-2")] == [0, 1, 2, 3, 5, 6, 7, 8]
    assert_asked_to_play(table, 0)


def test_two_cards_leave_a_side_open() -> None:
    """5.2"""
    table = drawn({4: ("red-5", "")}, ("red-1 red-2", "blue-1"), options=BASIC, troop_deck="")

    do(table, Play("red-1", 4), Play("blue-1", 8))

    assert table.state.flags[4].first_complete is None
    assert [play.flag for play in plays_of(table, "red-2")] == list(range(9))
    assert_asked_to_play(table, 0)


def test_the_second_to_complete_does_not_become_the_first() -> None:
    """5.3"""
    table = drawn({4: ("red-1 red-2 blue-7", "blue-1 blue-2")}, ("", "blue-3"), seat=1, options=BASIC)

    effects = do(table, Play("blue-3", 4))

    assert effects[1] == FormationCompleted(1, 4)
    assert table.state.flags[4].first_complete == 0


def test_no_card_is_placed_at_a_claimed_flag() -> None:
    """5.4"""
    table = drawn({4: ("", "red-1 red-2 red-3")}, ("blue-1 fog", ""), owners={4: 1})

    assert [play.flag for play in plays_of(table, "blue-1")] == [0, 1, 2, 3, 5, 6, 7, 8]
    assert [play.flag for play in plays_of(table, "fog")] == [0, 1, 2, 3, 5, 6, 7, 8]


def test_no_card_leaves_a_claimed_flag() -> None:
    """5.4"""
    position = {4: ("red-1 red-2 red-3", "blue-4 blue-6 blue-8"), 5: ("red-9", "blue-9")}

    claimed = drawn(position, ("deserter redeploy traitor", ""), owners={4: 0})
    unclaimed = drawn(position, ("deserter redeploy traitor", ""), first={4: 0})

    for card in ("deserter", "redeploy", "traitor"):
        assert {play.from_flag for play in plays_of(claimed, card)} == {5}
        assert {play.from_flag for play in plays_of(unclaimed, card)} == {4, 5}
        assert {play.to_flag for play in plays_of(claimed, card)} & {4} == set()


def test_cards_move_down_when_one_leaves() -> None:
    """5.1"""
    table = drawn({4: ("red-1 red-2 red-3", "")}, ("redeploy", ""))

    effects = do(table, Play("redeploy", from_flag=4, from_index=0, to_flag=2))

    assert effects[:3] == [
        CardPlayed(0, "redeploy", None),
        CardMoved("red-1", 0, 4, 0, 2),
        FormationBroken(0, 4),
    ]
    assert table.state.flags[4].sides == (("red-2", "red-3"), ())
    assert table.state.flags[2].sides == (("red-1",), ())


def test_when_the_first_breaks_the_other_complete_side_becomes_the_first() -> None:
    """5.3, R8"""
    table = drawn({4: ("red-1 red-2 red-4", "blue-1 blue-2 blue-4")}, ("", "deserter"), seat=1, first={4: 0})

    effects = do(table, Play("deserter", from_flag=4, from_index=1))

    assert effects[1:3] == [CardRemoved("red-2", 0, 4), FormationBroken(0, 4)]
    assert table.state.flags[4].first_complete == 1


def test_when_the_first_breaks_and_the_other_side_is_open_nobody_is_the_first() -> None:
    """5.3"""
    table = drawn({4: ("red-1 red-2 red-4", "blue-1 blue-2")}, ("", "deserter"), seat=1)

    do(table, Play("deserter", from_flag=4, from_index=1))

    assert table.state.flags[4].first_complete is None


def test_when_the_second_breaks_the_first_stays_the_first() -> None:
    """5.3"""
    table = drawn({4: ("red-1 red-2 red-4", "blue-1 blue-2 blue-4")}, ("", "deserter"), seat=1, first={4: 1})

    do(table, Play("deserter", from_flag=4, from_index=1))

    assert table.state.flags[4].first_complete == 1


def test_unseen_are_the_troops_that_have_never_lain_face_up() -> None:
    """5.5, R29 Cards at flags, claimed or not, and removed ones are seen; those in hands and decks are not."""
    table = drawn(
        {3: ("red-1", "red-2"), 4: ("red-3", "alexander")}, ("red-4", "red-5"), owners={3: 0}, removed="red-6"
    )

    unseen = [slug for slug, troop in CARDS.troops.items() if troop.bit & table.state.unseen]

    assert unseen == [card for card in CARDS.troops if card not in ("red-1", "red-2", "red-3", "red-6")]
