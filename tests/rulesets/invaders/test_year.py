"""6: the year, deck-out, saving, revolt, and the limits."""

from tests.rulesets.invaders.positions import asked_for, at, card, do, draw_table, legal, of_type, seen, types


def end_year(table, seat, chance=()):
    """From the main step to the prompt of the other seat's main step, without saving."""
    effects = do(table, seat, type="end_main")
    effects += do(table, seat, type="end_war")
    if asked_for(table) == [(seat, "saving")]:
        effects += do(table, seat, type="pass")
    return effects


def test_money_is_raised_to_year_and_two_and_never_lowered() -> None:
    """14.3, R5"""
    table = draw_table(turn=2, money=1)
    table.state.seats[0].money = 1
    table.state.seats[0].savings = 2

    effects = end_year(table, 1)

    assert of_type(effects, "turn_started") == [{"type": "turn_started", "seat": 0, "turn": 3, "year": 2}]
    assert of_type(effects, "refilled") == [{"type": "refilled", "seat": 0, "amount": 3}]
    assert (table.state.seats[0].money, table.state.seats[0].savings) == (4, 2)
    assert asked_for(table) == [(0, "main")]

    rich = draw_table(turn=2)
    rich.state.seats[0].money = 7
    assert of_type(end_year(rich, 1), "refilled") == [{"type": "refilled", "seat": 0, "amount": 0}]


def test_the_first_player_draws_in_the_first_year_and_the_order_of_the_year_start() -> None:
    """6.2, R27"""
    table = draw_table({"0:A1": ("line-infantry", {"tapped": True}), "0:S1": "grain-exchange"}, turn=2, money=0)

    effects = end_year(table, 1)

    assert types(effects) == [
        "phase_changed", "phase_changed", "turn_started", "refilled", "drew", "untapped",
    ]  # fmt: skip
    assert asked_for(table) == [(0, "order")]
    waiting = [(item["ability"], item["self"]) for item in seen(table)["waiting"]]
    assert waiting == [(0, "0:S1"), ("countdown", "0:S1")]
    effects = do(table, 0, type="resolve", index=1)
    assert of_type(effects, "countdown_placed") == [
        {"type": "countdown_placed", "place": "0:S1", "amount": 1, "total": 1}
    ]
    assert asked_for(table) == [(0, "main")]


def test_an_empty_deck_hurts_one_more_each_year() -> None:
    """14.6, R24"""
    table = draw_table(decks=((), ("line-infantry",) * 9), turn=2, money=0)

    for expected, health in ((1, 19), (2, 17), (3, 14)):
        effects = end_year(table, 1)
        assert of_type(effects, "deck_out", "damaged") == [
            {"type": "deck_out", "seat": 0, "amount": expected},
            {
                "type": "damaged",
                "seat": 0,
                "amount": expected,
                "cause": "deck_out",
                "self_harm": False,
                "health": health,
            },
        ]
        end_year(table, 0)
    assert table.state.seats[0].self_harm_count == 0


def test_a_saving_that_the_die_allows() -> None:
    """14.4, 13.2 (`rolled` has a seat)"""
    table = draw_table(step="war", money=5, chance=[3])
    do(table, 0, type="end_war")
    assert legal(table, 0) == [*({"type": "save", "amount": n} for n in range(1, 6)), {"type": "pass"}]

    effects = do(table, 0, type="save", amount=3)

    assert effects[:2] == [
        {"type": "rolled", "seat": 0, "sides": 6, "result": 3},
        {"type": "saved", "seat": 0, "amount": 3},
    ]
    assert (table.state.seats[0].money, table.state.seats[0].savings) == (2, 3)
    assert asked_for(table) == [(1, "main")]


def test_a_saving_that_fails_is_a_revolt() -> None:
    """14.4, R15"""
    table = draw_table(step="war", money=5, chance=[4])
    do(table, 0, type="end_war")

    effects = do(table, 0, type="save", amount=3)

    assert effects[:3] == [
        {"type": "rolled", "seat": 0, "sides": 6, "result": 4},
        {"type": "revolted", "seat": 0},
        {"type": "damaged", "seat": 0, "amount": 1, "cause": "revolt", "self_harm": False, "health": 19},
    ]
    assert (table.state.seats[0].money, table.state.seats[0].savings) == (5, 0)
    assert asked_for(table) == [(1, "main")]


def test_declaring_six_never_fails() -> None:
    """14.4"""
    for result in (1, 6):
        table = draw_table(step="war", money=6, chance=[result])
        do(table, 0, type="end_war")
        assert types(do(table, 0, type="save", amount=6))[:2] == ["rolled", "saved"]


def test_nobody_is_asked_to_save_without_money() -> None:
    """6.5c"""
    table = draw_table(step="war", money=0)

    assert types(do(table, 0, type="end_war"))[:2] == ["phase_changed", "turn_started"]
    assert asked_for(table) == [(1, "main")]


def test_savings_are_removed_before_the_saving() -> None:
    """14.5, 6.5b"""
    table = draw_table(step="war", money=1)
    table.state.seats[0].savings = 2

    effects = do(table, 0, type="end_war")

    assert effects[1:] == [{"type": "savings_removed", "seat": 0, "amount": 2}]
    assert asked_for(table) == [(0, "saving")]


def test_modifiers_of_a_year_end_with_it() -> None:
    """6.5d, 11.7"""
    table = draw_table({"0:B1": "line-infantry"}, hands=(("manifesto",), ()))
    do(table, 0, type="cast", card="manifesto")
    do(table, 0, type="resolve", index=0)
    assert seen(table)["board"]["0:B1"]["military"] == 3
    assert len(seen(table)["seats"][1]["modifiers"]) == 1

    end_year(table, 0)

    assert seen(table)["board"]["0:B1"]["military"] == 2
    assert len(seen(table)["seats"][1]["modifiers"]) == 1
    end_year(table, 1)
    assert seen(table)["seats"][1]["modifiers"] == []


def test_after_the_last_year_of_both_the_match_is_drawn() -> None:
    """R1"""
    table = draw_table(turn=20, step="war", money=0, options={"year_limit": 10})

    effects = do(table, 1, type="end_war")

    assert effects[-1] == {
        "type": "match_ended", "winners": [], "reason": "year_limit", "scores": {"health": [20, 20], "turns": 20},
    }  # fmt: skip
    assert asked_for(table) == []
    early = draw_table(turn=19, step="war", money=0, options={"year_limit": 10})
    do(early, 0, type="end_war")
    assert asked_for(early) == [(1, "main")]


def test_after_two_hundred_actions_a_step_can_only_be_ended() -> None:
    """6.8, R6: *must* attack is waived."""
    board = {"0:B1": "restless-vanguard"}
    for done, choices in ((199, [{"type": "attack", "unit": "0:B1"}]), (200, [{"type": "end_war"}])):
        table = draw_table(board, step="war")
        table.state.actions_this_year = done
        assert legal(table, 0) == choices


def test_a_unit_that_entered_is_sick_for_that_year_alone() -> None:
    table = draw_table(hands=(("line-infantry",), ()))
    do(table, 0, type="cast", card="line-infantry", place="0:B1")
    assert at(table, "0:B1").sick

    end_year(table, 0)

    assert not at(table, "0:B1").sick


def test_cannot_untap_holds_at_the_year_start() -> None:
    """6.2e"""
    iced = card("iced", abilities=[
        {"kind": "static", "applies_to": {"zone": "self"}, "modifier": {"rule": "cannot", "what": "untap"}},
    ])  # fmt: skip
    table = draw_table(
        {"0:A1": ("iced", {"tapped": True}), "0:A2": ("line-infantry", {"tapped": True})}, cards=[iced], turn=2
    )

    end_year(table, 1)

    assert at(table, "0:A1").tapped and not at(table, "0:A2").tapped
    assert asked_for(table) == [(0, "main")]
