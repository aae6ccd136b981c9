"""6: the year, deck-out, saving, revolt, and the limits."""

from tests.rules.invaders.positions import asked_for, at, card, do, draw_table, legal, of_type, seen, types


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
    assert of_type(effects, "drew")[0]["count"] == 1
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


def test_a_last_card_is_drawn_and_hurts_nobody() -> None:
    """6.2b, 6.2d: one card is drawn; an empty deck is counted for its own seat."""
    table = draw_table(decks=(("census",), ("line-infantry",) * 9), turn=2, money=0)

    effects = end_year(table, 1)

    assert of_type(effects, "deck_out") == []
    assert of_type(effects, "drew") == [{"type": "drew", "seat": 0, "count": 1, "cards": ["census"]}]
    end_year(table, 0)
    effects = end_year(table, 1)
    assert of_type(effects, "drew") == []
    assert [own["deck_out_count"] for own in seen(table)["seats"]] == [1, 0]


def test_every_action_of_the_two_steps_is_counted() -> None:
    """6.8: those that end them, too."""
    table = draw_table({"0:B1": "line-infantry"}, hands=(("line-infantry",), ()))
    counted = []
    for action in (
        {"type": "cast", "card": "line-infantry", "place": "0:B2"}, {"type": "end_main"},
        {"type": "attack", "unit": "0:B1"}, {"type": "target", "target": "1:L"}, {"type": "end_war"},
    ):  # fmt: skip
        do(table, 0, **action)
        counted.append(seen(table)["actions_this_year"])

    assert (counted, asked_for(table)) == ([1, 2, 3, 3, 4], [(0, "saving")])


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
    table.state.seats[0].savings = 9

    effects = do(table, 0, type="end_war")

    assert effects[1:] == [{"type": "savings_removed", "seat": 0, "amount": 9}]
    assert table.state.seats[0].savings == 0
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


LINE = "line-infantry"
DRAW = {"op": "draw", "who": "own", "amount": 1}
HEAL = {"op": "heal", "to": "own", "amount": 1}


def situation(slug, *abilities):
    return card(slug, "situation", abilities=list(abilities))


def triggered(on, *effects, whose="own"):
    return {"kind": "triggered", "trigger": {"on": on, "whose": whose}, "effects": list(effects)}


def forbidden(what, zone="leader", side="own"):
    return {
        "kind": "static", "applies_to": {"zone": zone, "side": side}, "modifier": {"rule": "cannot", "what": what},
    }  # fmt: skip


def test_what_is_counted_by_the_year_begins_anew_for_both_seats() -> None:
    """6.2a"""
    board = {"0:S1": ("telegraph-office", {"used": (0,)}), "1:S1": ("telegraph-office", {"used": (0,)})}
    table = draw_table({**board, "0:A1": (LINE, {"attacked_leader": True})}, step="war", money=0)
    table.state.revolted, table.state.actions_this_year = True, 50
    for own in table.state.seats:
        own.casts_this_turn, own.labour_used, own.emergency_set, own.emergency_discarded = 2, True, True, True

    do(table, 0, type="end_war")

    view = seen(table)
    assert (view["revolted"], view["actions_this_year"]) == (False, 0)
    for own in view["seats"]:
        assert (own["casts_this_turn"], own["labour_used"]) == (0, False)
        assert (own["emergency_set"], own["emergency_discarded"]) == (False, False)
    assert [view["board"][place]["used"] for place in ("0:S1", "1:S1")] == [[], []]
    assert not view["board"]["0:A1"]["attacked_leader"]


def test_how_long_modifiers_last() -> None:
    """11.7: to the end of this year, to the next year of the seat whose effect it was, or for ever."""
    lasting = [
        {"op": "give", "select": {"pick": "all", "zone": "units", "side": "any"},
         "modifier": {"stat": "military", "add": number}, "duration": duration}
        for number, duration in ((1, "this_turn"), (10, "until_own_next_year"), (100, "permanent"))
    ]  # fmt: skip
    spell = card("spell", "event", cost=0, abilities=[{"kind": "event", "effects": [{"and": lasting}]}])
    table = draw_table({"0:B1": LINE, "1:B1": LINE}, cards=[spell], hands=(("spell",), ()))
    do(table, 0, type="cast", card="spell")

    def military() -> list[int]:
        return [seen(table)["board"][place]["military"] for place in ("0:B1", "1:B1")]

    assert military() == [113, 113]
    end_year(table, 0)
    assert military() == [112, 112]
    end_year(table, 1)
    assert military() == [102, 102]
    end_year(table, 0)
    assert military() == [102, 102]


def test_what_an_answer_gives_ends_with_the_next_year_of_its_own_seat() -> None:
    """11.7: `seat` is whose effect it was, not whose year it is."""
    weak = {
        "op": "give", "select": {"pick": "event"}, "modifier": {"stat": "military", "add": -1},
        "duration": "until_own_next_year",
    }  # fmt: skip
    trap = card("trap", "event", cost=None, abilities=[
        {"kind": "emergency", "trigger": {"on": "attack_declared", "whose": "enemy"}, "effects": [weak]},
    ])  # fmt: skip
    table = draw_table({"0:B1": LINE, "1:E": "trap"}, cards=[trap], step="war", money=0)
    do(table, 0, type="attack", unit="0:B1")
    do(table, 0, type="target", target="1:L")
    assert (table.state.seats[1].health, seen(table)["board"]["0:B1"]["military"]) == (19, 1)

    do(table, 0, type="end_war")

    assert seen(table)["board"]["0:B1"]["military"] == 2


def test_modifiers_of_the_year_hold_until_after_the_saving() -> None:
    """6.5d"""
    effect = {
        "op": "give", "select": {"pick": "leader", "side": "own"}, "modifier": {"rule": "cannot", "what": "save"},
        "duration": "this_turn",
    }  # fmt: skip
    spell = card("spell", "event", cost=0, abilities=[{"kind": "event", "effects": [effect]}])
    table = draw_table(cards=[spell], hands=(("spell",), ()), money=5)
    do(table, 0, type="cast", card="spell")
    do(table, 0, type="end_main")

    do(table, 0, type="end_war")

    assert asked_for(table) == [(1, "main")]
    assert seen(table)["seats"][0]["modifiers"] == []


def test_who_cannot_save_is_not_asked() -> None:
    """6.5c"""
    ban = situation("ban", forbidden("save", side="enemy"))

    for place, asked in (("1:S1", (1, "main")), ("0:S1", (0, "saving"))):
        table = draw_table({place: "ban"}, cards=[ban], step="war", money=5)
        do(table, 0, type="end_war")
        assert asked_for(table) == [asked]


def test_no_more_than_six_can_be_saved() -> None:
    """6.5c"""
    table = draw_table(step="war", money=9)

    do(table, 0, type="end_war")

    assert [action["amount"] for action in legal(table, 0, "save")] == [1, 2, 3, 4, 5, 6]


def test_the_damage_of_a_revolt_comes_before_its_event() -> None:
    """6.5c: both wait together; until the next year the view tells of the revolt."""
    crowd = situation("crowd", triggered("revolted", HEAL), triggered("leader_damaged", DRAW))
    table = draw_table({"0:S1": "crowd"}, cards=[crowd], step="war", money=5, chance=[6])
    do(table, 0, type="end_war")

    do(table, 0, type="save", amount=1)

    assert [item["ability"] for item in seen(table)["waiting"]] == [1, 0]
    assert (seen(table)["revolted"], seen(table)["phase"]) == (True, "year_end")
    do(table, 0, type="resolve", index=0)
    assert (table.state.seats[0].health, seen(table)["revolted"]) == (20, False)


def test_a_revolt_that_kills_ends_the_match_at_once() -> None:
    """6.5c, R15"""
    crowd = situation("crowd", triggered("revolted", HEAL))
    table = draw_table({"0:S1": "crowd"}, cards=[crowd], step="war", money=5, chance=[6], health=(1, 20))
    do(table, 0, type="end_war")

    effects = do(table, 0, type="save", amount=1)

    assert types(effects) == ["rolled", "revolted", "damaged", "match_ended"]
    assert (effects[-1]["winners"], effects[-1]["reason"]) == ([1], "leader_defeated")


def test_damage_of_an_empty_deck_is_checked_at_once() -> None:
    """6.2b"""
    table = draw_table(turn=2, step="war", money=0, decks=((), (LINE,)), health=(1, 20))

    effects = do(table, 1, type="end_war")

    assert types(effects)[-3:] == ["deck_out", "damaged", "match_ended"]


def test_the_end_is_looked_for_after_the_draw_before_anything_is_untapped() -> None:
    """6.2d"""
    curse = situation("curse", {
        "kind": "replacement", "event": "draw", "whose": "own", "optional": False,
        "effect": {"op": "damage", "to": "own", "amount": 20},
    })  # fmt: skip
    table = draw_table({"0:S1": "curse", "0:A1": (LINE, {"tapped": True})}, cards=[curse], turn=2, step="war", money=0)

    effects = do(table, 1, type="end_war")

    assert types(effects)[-4:] == ["refilled", "replaced", "damaged", "match_ended"]


def test_only_the_turn_players_cards_are_untapped_wherever_they_stand() -> None:
    """6.2e"""
    tapped = {"tapped": True}
    board = {"0:A1": (LINE, tapped), "1:B1": (LINE, {**tapped, "seat": 0}), "0:HQ": ("works-director", tapped)}
    table = draw_table({**board, "1:A1": (LINE, tapped), "0:B2": (LINE, {**tapped, "seat": 1})}, turn=2, step="war")
    table.state.seats[1].money = 0

    effects = do(table, 1, type="end_war")

    assert [effect["place"] for effect in of_type(effects, "untapped")] == ["0:A1", "0:HQ", "1:B1"]


def test_only_the_turn_players_situations_count_down() -> None:
    """6.2f"""
    table = draw_table({"0:S1": "grain-exchange"}, step="war", money=0)

    do(table, 0, type="end_war")

    assert seen(table)["board"]["0:S1"]["countdown"] == 0


def test_the_year_end_triggers_come_before_the_destructions_of_undeclared_war() -> None:
    """6.5a, 9.5: also of a unit that was only lent the keyword, but of none that has attacked no leader."""
    drums = situation("drums", triggered("year_end", DRAW), {
        "kind": "static", "applies_to": {"zone": "units", "side": "own"},
        "modifier": {"keyword": {"name": "undeclared_war"}},
    })  # fmt: skip
    board = {"0:S1": "drums", "0:B2": (LINE, {"attacked_leader": True}), "0:B3": "night-scouts"}
    table = draw_table(board, cards=[drums], step="war", money=0)

    do(table, 0, type="end_war")

    assert [(item["ability"], item["self"]) for item in seen(table)["waiting"]] == [
        (0, "0:S1"), ("undeclared_war", "0:B2"),
    ]  # fmt: skip


def test_undeclared_war_spares_what_cannot_be_destroyed() -> None:
    """9.5, 10.11"""
    shield = situation("shield", forbidden("be_destroyed", "units"))
    board = {"0:S1": "shield", "0:B2": ("night-scouts", {"attacked_leader": True})}
    table = draw_table(board, cards=[shield], step="war", money=0)

    assert "destroyed" not in types(do(table, 0, type="end_war"))
