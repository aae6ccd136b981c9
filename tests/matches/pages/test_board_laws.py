"""The boards of all games obey the laws (board_laws.py): nothing is missing, and nothing hidden is drawn."""

from functools import cache

import pytest

from matches.pages.drawing import Speech, draw_board, points_of
from rules.engine import Ruleset, legal_actions, seats_to_act, view
from rules.invictus.actions import ChooseHand
from rules.registry import slugs
from tests import toy
from tests.matches.pages import board_laws as laws
from tests.rules.setups import Setup, all_setups, seeded

SETUPS = all_setups()


def game(setup: Setup) -> list[laws.Step]:
    return game_of(str(setup))


@cache
def game_of(name: str) -> list[laws.Step]:
    """A random game, thinned out to a few dozen events."""
    shown = list(laws.steps(next(setup for setup in SETUPS if str(setup) == name).start(20), 20))
    apart = max(1, len(shown) // laws.MOST_POSITIONS)
    return [*shown[: laws.FIRST], *shown[laws.FIRST :: apart], shown[-1]]


@pytest.fixture(params=SETUPS, ids=str)
def setup(request: pytest.FixtureRequest) -> Setup:
    return request.param


@pytest.mark.parametrize("slug", slugs())
def test_every_type_of_action_and_effect_has_its_line(slug: str) -> None:
    laws.check_types(rules_of(slug))


@pytest.mark.sampled(6)
def test_a_table_is_drawn_as_the_laws_say(setup: Setup) -> None:
    for step in game(setup):
        laws.check_action_places(setup.rules, step)
        laws.check_choices_name_who_stands_there(setup.rules, step)
        laws.check_choices_name_squares_as_the_board_does(setup.rules, step)
        laws.check_effect_places(setup.rules, step)
        laws.check_effect_links(setup.rules, step)
        laws.check_nothing_hidden_is_drawn(setup.rules, step)
        laws.check_what_is_foretold(setup.rules, step)
        laws.check_what_is_reckoned(setup.rules, step)
        laws.check_words(setup.rules, step)
    laws.check_equal_views_draw_equal(setup.rules, game(setup)[-1])


@pytest.mark.parametrize("slug", slugs())
def test_every_field_of_a_view_is_drawn_or_listed_as_unseen(slug: str) -> None:
    fields = laws.Fields(rules_of(slug))
    for setup in SETUPS:
        if setup.ruleset == slug:
            for step in (*game(setup)[: laws.FIRST], *game(setup)[laws.FIRST :: 2]):
                fields.note("audit", step.after["audit"])
                fields.note("public", step.after["public"])

    listed = set(laws.definition(fields.rules).unseen)

    assert fields.undrawn(lambda name: any(_under(name, at) for at in listed)) == set()


def test_a_sixth_ruleset_is_drawn_by_the_same_renderer(raid: Ruleset) -> None:
    deck = {"cards": toy.CARD_SET["starter_decks"][0]["cards"]}
    sixth = Setup("raid", "toy", {"seats": 4}, [deck] * 4)
    fields = laws.Fields(raid)
    laws.check_types(raid)
    for step in laws.steps(raid.start(sixth.options, sixth.decks, seeded(20, sixth)), 20):
        laws.check_action_places(raid, step)
        laws.check_effect_places(raid, step)
        fields.note("audit", step.after["audit"])
    assert fields.undrawn(lambda name: name in toy.BOARD.unseen) == set()


def rules_of(slug: str) -> Ruleset:
    return next(setup.rules for setup in SETUPS if setup.ruleset == slug)


def _under(name: str, at: str) -> bool:
    """Whether a field is the listed one or inside it."""
    parts, wanted = name.split("/"), at.split("/")
    return all(part in (want, "*") or want == "*" for part, want in zip(parts, wanted, strict=False)) and len(
        parts
    ) >= len(wanted)


def test_cards_for_a_first_hand_lie_face_up_beside_their_deck() -> None:
    setup = next(setup for setup in SETUPS if setup.ruleset == "invictus")
    table = setup.start(20)
    speech = Speech(setup.rules, "en", laws.PLAYERS)
    seat = next(iter(seats_to_act(table)))
    seen, actions = view(table, seat, 0), list(legal_actions(table, seat))
    assert all(isinstance(action, ChooseHand) for action in actions)

    points = points_of(speech, seen, seat, seat, actions)

    shown = str(draw_board(speech, seen, seat, offered=actions))
    assert {place for places in points for place in places} == {
        f"deck:{seat}:{card}" for action in actions for card in action.cards
    }
    assert all(f'data-place="{place}"' in shown for places in points for place in places)
    assert f"deck:{seat}:" not in str(draw_board(speech, seen, seat))
