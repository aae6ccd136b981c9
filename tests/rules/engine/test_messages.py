"""Messages, and who may read them."""

from typing import Annotated

import msgspec
import pytest
from msgspec import UNSET

from rules.engine import (
    ACTOR,
    SEAT,
    Action,
    Drew,
    Effect,
    MalformedAction,
    Pass,
    Prompt,
    Ruleset,
    Shuffled,
    TurnStarted,
    private_fields,
    readers,
    redact,
)
from rules.engine.messages import snake_case
from tests import toy


class Whispered(Effect, frozen=True):
    """Its secret is for the seat whispered to, and for the next one after that if it is loud."""

    seat: int
    loud: bool
    secret: Annotated[str, readers(lambda message, actor, viewer: message.loud and viewer == message.seat + 1)]
    diary: Annotated[str, SEAT]


class Chose(Action, frozen=True):
    card: Annotated[str, ACTOR]
    reason: str


class LastStandPrompt(Prompt, frozen=True):
    pass


@pytest.mark.parametrize(
    ("name", "tag"), [("Pass", "pass"), ("PlayTroop", "play_troop"), ("Move_", "move"), ("ABTest", "a_b_test")]
)
def test_tags_are_the_class_names_in_snake_case(name: str, tag: str) -> None:
    assert snake_case(name) == tag


def test_a_prompt_is_named_after_its_frame() -> None:
    assert msgspec.to_builtins(LastStandPrompt(1)) == {"kind": "last_stand", "seat": 1}


def test_seat_fields_are_for_the_effects_own_seat() -> None:
    drew = Drew(1, 2, ("a", "b"))

    assert redact(drew, 1) == drew
    assert [redact(drew, viewer).cards for viewer in (0, 2, "public")] == [UNSET, UNSET, UNSET]
    assert redact(drew, 0).count == 2


def test_audit_fields_are_for_the_auditor_alone() -> None:
    shuffled = Shuffled(0, "deck", ("a", "b"))

    assert redact(shuffled, "audit") is shuffled
    assert [redact(shuffled, viewer).order for viewer in (0, 1, "public")] == [UNSET, UNSET, UNSET]


def test_actor_fields_are_for_who_took_the_action() -> None:
    chose = Chose("a", "because")

    assert redact(chose, 1, actor=1) == chose
    assert msgspec.to_builtins(redact(chose, 0, actor=1)) == {"type": "chose", "reason": "because"}
    assert redact(chose, "public", actor=1).card is UNSET


def test_a_rule_of_its_own_sees_message_and_viewer() -> None:
    loud, quiet = Whispered(0, True, "gold", "dear"), Whispered(0, False, "gold", "dear")

    assert [redact(loud, viewer).secret for viewer in (0, 1, 2)] == [UNSET, "gold", UNSET]
    assert [redact(quiet, viewer).secret for viewer in (0, 1, 2)] == [UNSET, UNSET, UNSET]
    assert [redact(quiet, viewer).diary for viewer in (0, 1)] == ["dear", UNSET]


def test_a_message_without_secrets_is_shown_as_it_is() -> None:
    started = TurnStarted(0, 1)

    assert redact(started, "public") is started


def test_private_fields_lists_what_is_declared() -> None:
    assert [name for name, _ in private_fields(Whispered)] == ["secret", "diary"]
    assert private_fields(TurnStarted) == ()


def test_decode_action_reads_an_action_of_the_ruleset(raid: Ruleset) -> None:
    assert raid.decode_action(b'{"type":"attack","card":"raider-1"}') == toy.Attack("raider-1")
    assert raid.decode_action(b'{"type":"pass"}') == Pass()


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[]",
        b'"pass"',
        b"{}",
        b'{"type":"attack"}',
        b'{"type":"attack","card":1}',
        b'{"type":"keep","keep":1}',
        b'{"type":"pass","card":"raider-1"}',
        b'{"type":"surrender"}',
    ],
)
def test_decode_action_refuses_anything_else(raid: Ruleset, raw: bytes) -> None:
    with pytest.raises(MalformedAction) as refused:
        raid.decode_action(raw)

    assert refused.value.code == "malformed_action"
    assert str(refused.value) == refused.value.texts["en"] and not refused.value.texts["ja"].isascii()
