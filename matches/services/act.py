"""A player's action, and the passes that a seat leaves to the service. People, bots and tests use the same function.

A refused request (`ServiceError`) changes nothing.
"""

from collections.abc import Sequence
from uuid import UUID

import msgspec

from common.schema_faults import unreadable
from common.text.errors import ServiceError
from matches.limits import MOST_EXCERPT_BYTES, MOST_WRITE_ATTEMPTS
from matches.log import appending, sql
from matches.log.events import Event
from matches.log.recent import Holder
from matches.log.sql import load_match
from matches.log.stored_match import AutoPass, StoredMatch, advance
from matches.log.transactions import writing
from matches.selectors.positions import is_known_legal
from matches.services.attempts import (
    ActionReceipt,
    attempts,
    check_running,
    digest_of,
    load_for_seat,
    repeated,
    write_events,
    write_request,
)
from matches.services.auto_pass import check_auto_passes
from matches.services.bot_accounts import tell_fault
from matches.services.ending import expire, has_run_out
from players.models import Player
from rules.engine import IllegalAction, MalformedAction, prompts


def take_action(
    *,
    match_id: UUID,
    player_id: int,
    action: bytes,
    expected_version: int,
    key: str | None = None,
    row: sql.Row | None = None,
) -> ActionReceipt:
    """Carry out a player's action as it was sent. `expected_version` is the match version that the player saw.

    `row` is the match's row, if it has just been read for this player and key.

    Raises ServiceError: not_found, not_your_seat, match_not_started, match_over, unknown_version, not_asked,
    stale_version, malformed_action, illegal_action, key_reused, too_busy.
    """
    digest = _digest_of(action, expected_version)
    for match, seat in attempts(match_id, player_id, key, row):
        if match.answered is not None:
            return repeated(match, seat, digest)
        if has_run_out(match):
            expire(match)
            continue
        _check_to_act(match, seat, expected_version)
        try:
            event = _advance(match, seat, action)
        except ServiceError as refusal:
            tell_fault(match_id, seat, "illegal", _excerpt(refusal, match, action))
            raise
        if receipt := write_request(match, seat, event, key, digest):
            return receipt
    raise AssertionError("attempts end by raising")


def take_action_on_recent(
    *, match: StoredMatch, holder: Holder, action: bytes, expected_version: int, key: str | None
) -> ActionReceipt | None:
    """As `take_action`, on a match that was not read for it (`RecentMatches`). None if that cannot be done: nothing has
    happened then, and the match must be read.
    """
    assert match.seat is not None
    if has_run_out(match):
        return None
    try:
        _check_to_act(match, match.seat, expected_version)
        event = _advance(match, match.seat, action)
    except ServiceError:
        return None
    digest = _digest_of(action, expected_version)
    return write_request(match, match.seat, event, key, digest, holder)


def _digest_of(action: bytes, expected_version: int) -> bytes:
    return digest_of(b"action", b"%d" % expected_version, action)


def _excerpt(refusal: ServiceError, match: StoredMatch, action: bytes) -> str:
    """The refused action and the reason, for the record of a fault."""
    sent = action[:MOST_EXCERPT_BYTES].decode(errors="backslashreplace")
    return f"event {match.position.seq}: {refusal.code}: {sent}"


def _check_to_act(match: StoredMatch, seat: int, expected_version: int) -> None:
    version = match.position.seq
    if not 0 <= expected_version <= version:
        raise ServiceError("unknown_version", version=version)
    check_running(match)
    opened = match.position.opened.get(seat)
    if opened is None:
        raise ServiceError("not_asked", version=version)
    if expected_version < opened:
        raise ServiceError("stale_version", version=version)


def _advance(match: StoredMatch, seat: int, raw: bytes) -> Event:
    """Advance the position and the clocks by one action.

    A field that the legal action leaves out may be sent as null, as many generated clients do.
    """
    position = match.position
    try:
        try:
            return _carry_out(match, seat, raw)
        except (MalformedAction, IllegalAction):
            if (filled := _without_nulls(raw)) is None:
                raise
            return _carry_out(match, seat, filled)
    except MalformedAction as error:
        detail = unreadable(error.fault, match.rules.definition.action_types, prefix="/action", raw=raw)
        raise ServiceError("malformed_action", detail) from error
    except IllegalAction as error:
        prompt = next(prompt for prompt in prompts(position.table) if prompt.seat == seat)
        rule = {} if error.rule is None else {"rule": error.rule}
        raise ServiceError(
            "illegal_action", version=position.seq, prompt=msgspec.to_builtins(prompt), **rule
        ) from error


def _carry_out(match: StoredMatch, seat: int, raw: bytes) -> Event:
    """Raises MalformedAction or IllegalAction, and changes nothing then."""
    action = match.rules.decode_action(raw)
    return advance(match, seat, action, is_legal=is_known_legal(match, seat, action))


def _without_nulls(raw: bytes) -> bytes | None:
    """The action without the fields that are null; None if it has none, or is no object."""
    try:
        sent = msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
    except msgspec.MsgspecError:
        return None
    filled = {name: value for name, value in sent.items() if bytes(value) != b"null"}
    return None if len(filled) == len(sent) else msgspec.json.encode(filled)


def set_auto_passes(*, match_id: UUID, player: Player, auto_passes: Sequence[AutoPass]) -> None:
    """Replace a seat's auto-passes. One that fits an open prompt acts at once.

    Raises ServiceError: not_found, not_your_seat, match_not_started, match_over, malformed_request.
    """
    match, seat = load_for_seat(match_id, player.pk)
    if has_run_out(match) and expire(match):
        raise ServiceError("match_over", version=match.position.seq)
    check_running(match)
    check_auto_passes(match.rules, auto_passes)
    with writing():
        appending.write_auto_passes(match_id, seat, auto_passes)

    for _ in range(MOST_WRITE_ATTEMPTS):
        stored = load_match(match_id)
        if expire(stored) if has_run_out(stored) else write_events(stored, []):
            return
    raise ServiceError("too_busy")


def auto_passes_of(*, match_id: UUID, player: Player) -> list[AutoPass]:
    """The auto-passes of the player's own seat. Raises ServiceError: not_found, not_your_seat, match_not_started."""
    match, seat = load_for_seat(match_id, player.pk)
    return match.auto_passes.get(seat, [])
