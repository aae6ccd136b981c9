"""Standing wishes: "pass whenever I am asked this, until that happens". Kept by the server, seen by their seat alone.

A wish acts through ordinary actions in the log, in the same transaction as the event that asked, and never looks into a
hand: whether there was anything to answer with makes no difference, to the log or to the clock.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cards.engine import Effect, Pass, Ruleset, legal_actions, prompts
from cards.text.errors import Detail, ServiceError
from matches.log.events import Event
from matches.log.stored_match import StoredMatch, Wish, advance

PASS = Pass()


def check_wishes(rules: Ruleset, wishes: Sequence[Wish]) -> None:
    """Raises ServiceError `malformed_request` for a kind or an effect that the ruleset does not know."""
    kinds, effects = _tags(rules.definition.prompt_types), _tags(rules.definition.effect_types)
    details: list[Detail] = []
    for place, wish in enumerate(wishes):
        if wish.kind not in kinds:
            at = {"pointer": f"/auto_passes/{place}/kind"}
            details.append(Detail("unknown_prompt", {"kind": wish.kind}, at, {"enum": sorted(kinds)}))
        if wish.until is not None and wish.until not in effects:
            at = {"pointer": f"/auto_passes/{place}/until"}
            details.append(Detail("unknown_effect", {"effect": wish.until}, at, {"enum": sorted(effects)}))
    if details:
        raise ServiceError("malformed_request", *details)


def _tags(union: Any) -> set[str]:
    return {member.__struct_config__.tag for member in getattr(union, "__args__", (union,))}


def passes(match: StoredMatch, happened: Iterable[Effect] = ()) -> Iterator[Event]:
    """Take the passes that are wished for, one after another; yields each event as the position moves on by it.

    `happened` are the effects of the event just before, which may be what a wish waited for.
    """
    _drop_granted(match, happened)
    while (seat := _wishing(match)) is not None:
        yield advance(match, seat, PASS, is_legal=True)
        _drop_granted(match, match.position.table.effects)


def _drop_granted(match: StoredMatch, effects: Iterable[Effect]) -> None:
    """Forget the wishes whose end has come."""
    if match.wishes:
        happened = {effect.__struct_config__.tag for effect in effects}
        match.wishes = {
            seat: kept
            for seat, wishes in match.wishes.items()
            if (kept := [wish for wish in wishes if wish.until not in happened])
        }


def _wishing(match: StoredMatch) -> int | None:
    """A seat that is asked something it wishes to pass, and may."""
    if not match.wishes:
        return None
    table = match.position.table
    for prompt in prompts(table):
        kind = prompt.__struct_config__.tag
        wishes = match.wishes.get(prompt.seat, ())
        if any(wish.kind == kind for wish in wishes) and PASS in legal_actions(table, prompt.seat):
            return prompt.seat
    return None
