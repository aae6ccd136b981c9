"""Auto-passes: the server passes for a seat, with ordinary actions, until a given event happens."""

from collections.abc import Callable

import pytest

from common.text.errors import ServiceError
from matches.log import sql
from matches.log.folding import fold
from matches.log.sql import load_match
from matches.log.stored_match import AutoPass
from matches.models import Match
from matches.services.act import auto_passes_of, set_auto_passes, take_action
from rules.engine import Pass, legal_actions, seats_to_act
from tests.faults.checks import encoded
from tests.matches.conftest import players_of
from tests.toy import Attack, BlockWindow

pytestmark = pytest.mark.django_db


def act_first(match: Match, wanted: type | None = None) -> None:
    """Take the first legal action of the first seat to move, or the first of the wanted type."""
    position = load_match(match.id).position
    seat = seats_to_act(position.table)[0]
    choices = legal_actions(position.table, seat)
    action = next((choice for choice in choices if wanted is None or isinstance(choice, wanted)), choices[0])
    take_action(
        match_id=match.id, player_id=players_of(match)[seat].pk, action=encoded(action), expected_version=position.seq
    )


@pytest.fixture
def at_attack(duel: Callable[..., Match]) -> tuple[Match, int]:
    """A match after its mulligans, and the seat that is about to attack."""
    match = duel()
    act_first(match)
    act_first(match)
    return match, seats_to_act(load_match(match.id).position.table)[0]


def test_an_auto_pass_takes_the_window_in_the_transaction_that_opened_it(at_attack: tuple[Match, int]) -> None:
    match, attacker = at_attack
    defender = players_of(match)[1 - attacker]
    set_auto_passes(match_id=match.id, player=defender, auto_passes=[AutoPass("block")])
    before = load_match(match.id).version

    act_first(match, Attack)

    after = load_match(match.id)
    passed = sql.event(match.id, before + 2).content
    assert passed["seat"] == 1 - attacker
    assert passed["action"] == {"type": "pass"}
    assert not isinstance(after.position.table.frames[-1], BlockWindow)
    fold(after.rules, after.position.key, sql.events(match.id), check=True)


def test_an_auto_pass_ends_with_what_it_named(at_attack: tuple[Match, int]) -> None:
    match, attacker = at_attack
    defender = players_of(match)[1 - attacker]
    set_auto_passes(
        match_id=match.id, player=defender, auto_passes=[AutoPass("block", until="gained"), AutoPass("attack")]
    )

    act_first(match, Attack)

    assert auto_passes_of(match_id=match.id, player=defender) == [AutoPass("attack")]


def test_an_auto_pass_for_an_open_prompt_acts_at_once(at_attack: tuple[Match, int]) -> None:
    match, attacker = at_attack
    act_first(match, Attack)
    assert list(seats_to_act(load_match(match.id).position.table)) == [1 - attacker]
    version = load_match(match.id).version

    set_auto_passes(match_id=match.id, player=players_of(match)[1 - attacker], auto_passes=[AutoPass("block")])

    assert sql.event(match.id, version + 1).content["action"] == {"type": "pass"}


def test_auto_passes_are_seen_by_their_seat_alone_and_replaced_whole(at_attack: tuple[Match, int]) -> None:
    match, _ = at_attack
    ann, ben = players_of(match)[0], players_of(match)[1]
    set_auto_passes(match_id=match.id, player=ann, auto_passes=[AutoPass("block"), AutoPass("counter")])

    set_auto_passes(match_id=match.id, player=ann, auto_passes=[AutoPass("counter")])

    assert auto_passes_of(match_id=match.id, player=ann) == [AutoPass("counter")]
    assert auto_passes_of(match_id=match.id, player=ben) == []


def test_the_same_key_gives_the_first_event_though_passes_followed(at_attack: tuple[Match, int]) -> None:
    match, attacker = at_attack
    set_auto_passes(match_id=match.id, player=players_of(match)[1 - attacker], auto_passes=[AutoPass("block")])
    position = load_match(match.id).position
    action = next(a for a in legal_actions(position.table, attacker) if not isinstance(a, Pass))
    request = {
        "match_id": match.id,
        "player_id": players_of(match)[attacker].pk,
        "action": encoded(action),
        "expected_version": position.seq,
        "key": "k",
    }

    first, again = take_action(**request), take_action(**request)

    assert first.event.seq == again.event.seq == position.seq + 1
    assert again.is_repeat
    assert first.match.version == again.match.version == position.seq + 2


def test_a_kind_or_effect_that_the_ruleset_does_not_know_is_refused(at_attack: tuple[Match, int]) -> None:
    match, _ = at_attack

    with pytest.raises(ServiceError) as refused:
        set_auto_passes(
            match_id=match.id,
            player=players_of(match)[0],
            auto_passes=[AutoPass("nap"), AutoPass("block", until="noon")],
        )

    assert refused.value.code == "malformed_request"
    pointers = [detail.place["pointer"] for detail in refused.value.details]
    assert pointers == ["/auto_passes/0/kind", "/auto_passes/1/until"]


def test_an_auto_pass_is_refused_for_a_prompt_that_nobody_can_pass(at_attack: tuple[Match, int]) -> None:
    match, attacker = at_attack
    player = players_of(match)[attacker]

    with pytest.raises(ServiceError) as refused:
        set_auto_passes(match_id=match.id, player=player, auto_passes=[AutoPass("block"), AutoPass("mulligan")])

    (detail,) = refused.value.details
    assert (detail.code, detail.place) == ("prompt_without_pass", {"pointer": "/auto_passes/1/kind"})
    assert detail.accepted == {"enum": ["attack", "block", "counter"]}
    assert auto_passes_of(match_id=match.id, player=player) == []
