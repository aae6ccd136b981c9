"""Auto-passes: "pass whenever I get this prompt, until that happens". Stored on the server, visible only to their seat.

An auto-pass is an ordinary action in the log, written in the transaction of the event that opened the prompt. It never
looks at the hand: neither log nor clock shows whether the seat could have answered.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from common.text.errors import Detail, ServiceError
from matches.log.events import Event
from matches.log.stored_match import AutoPass, StoredMatch, advance
from rules.engine import Effect, Pass, Ruleset, legal_actions, prompts

PASS = Pass()


def check_auto_passes(rules: Ruleset, auto_passes: Sequence[AutoPass]) -> None:
    """Raises ServiceError `malformed_request` for a prompt kind that cannot be passed, and for an unknown effect."""
    definition = rules.definition
    known, kinds, effects = map(_tags, (definition.prompt_types, definition.passable_prompts, definition.effect_types))
    details: list[Detail] = []
    for place, auto_pass in enumerate(auto_passes):
        if auto_pass.kind not in kinds:
            at = {"pointer": f"/auto_passes/{place}/kind"}
            code = "prompt_without_pass" if auto_pass.kind in known else "unknown_prompt"
            details.append(Detail(code, {"kind": auto_pass.kind}, at, {"enum": sorted(kinds)}))
        if auto_pass.until is not None and auto_pass.until not in effects:
            at = {"pointer": f"/auto_passes/{place}/until"}
            details.append(Detail("unknown_effect", {"effect": auto_pass.until}, at, {"enum": sorted(effects)}))
    if details:
        raise ServiceError("malformed_request", *details)


def _tags(union: Any) -> set[str]:
    return {member.__struct_config__.tag for member in getattr(union, "__args__", (union,))}


def passes(match: StoredMatch, happened: Iterable[Effect] = ()) -> Iterator[Event]:
    """Apply the auto-passes that fit, one after another; yields each event after the position has moved.

    `happened` are the effects of the event just before, which can end an auto-pass.
    """
    _drop_ended(match, happened)
    while (seat := _seat_to_pass(match)) is not None:
        yield advance(match, seat, PASS, is_legal=True)
        _drop_ended(match, match.position.table.effects)


def _drop_ended(match: StoredMatch, effects: Iterable[Effect]) -> None:
    """Remove the auto-passes that these effects end."""
    if match.auto_passes:
        happened = {effect.__struct_config__.tag for effect in effects}
        match.auto_passes = {
            seat: remaining
            for seat, auto_passes in match.auto_passes.items()
            if (remaining := [auto_pass for auto_pass in auto_passes if auto_pass.until not in happened])
        }


def _seat_to_pass(match: StoredMatch) -> int | None:
    """The first seat to act that has an auto-pass for its prompt and is allowed to pass; None if there is none."""
    if not match.auto_passes:
        return None
    table = match.position.table
    for prompt in prompts(table):
        kind = prompt.__struct_config__.tag
        auto_passes = match.auto_passes.get(prompt.seat, ())
        if any(auto_pass.kind == kind for auto_pass in auto_passes) and PASS in legal_actions(table, prompt.seat):
            return prompt.seat
    return None
