"""Taking in a finished match from an export: verified to the last draw before anything is stored.

The match gets a row, and an id, of its own; the id in its log is whatever it was where it was played. So no import can
take the place of a match that is or will be here. Its seats are nobody's: a file cannot say who played.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import msgspec
from django.db import IntegrityError
from django.utils import timezone
from uuid6 import uuid7

from cards.engine import Names, match_key
from cards.models import CardSetRevision
from matches import announce, store
from matches.clocks import Times
from matches.history import Position
from matches.models import Match, Seat
from matches.players.models import Player
from matches.refusals import Refusal
from matches.sealing import seal
from matches.store import StoredMatch, writing
from replay.audit import Log, Report, audit, is_over
from replay.exports import Unreadable, read
from replay.models import ImportedMatch

MOST_BYTES = 16 * 2**20
MOST_EVENTS = 20_000


@dataclass(frozen=True, slots=True)
class Imported:
    """The match of an import; `is_repeat`: the same player has imported it before, and nothing has happened now."""

    match: Match
    report: Report
    is_repeat: bool


def import_match(
    *, lines: Iterable[bytes], player: Player | None, visibility: str = Match.Visibility.PRIVATE
) -> Imported:
    """Store a finished match from its export. Raises Refusal `not_verified` with the reasons."""
    try:
        log = read(lines)
    except Unreadable as error:
        raise _refused("unreadable", error=error) from error
    if len(log.events) > MOST_EVENTS:
        raise _refused("too_long", most=MOST_EVENTS)
    if log.server_seed is None or not is_over(log.events):
        raise _refused("not_over")
    revision = _revision(log)
    keeper = _Keeper()
    report = audit(log, watch=keeper)
    if not report.is_sound:
        raise Refusal(
            "not_verified",
            reasons=[
                {
                    "code": "does_not_verify",
                    "seq": fault.seq,
                    "field": fault.field,
                    "detail": fault.texts["en"],
                    "texts": fault.texts,
                }
                for fault in report.faults
            ],
        )
    assert keeper.position is not None
    return _store(log, revision, keeper, report, player, visibility)


REASONS: dict[str, Names] = {
    "unreadable": {"ja": "書き出しファイルを読み取れません：{error}", "en": "{error}"},
    "too_long": {"ja": "取り込めるイベントは{most}件までです", "en": "at most {most} events are taken in"},
    "not_over": {
        "ja": "検証できるのは終了した対戦だけです：`server_seed` が必要です",
        "en": "only finished matches can be verified: the export must have a `server_seed`",
    },
    "unknown_card_set": {
        "ja": "このルールセットの公開されたカードセットに、同じダイジェストのものがありません",
        "en": "no published card set of this ruleset has the digest of the export",
    },
}
"""Why an export is not even audited."""


def _refused(code: str, **facts: object) -> Refusal:
    texts = {language: text.format_map(facts) for language, text in REASONS[code].items()}
    return Refusal("not_verified", reasons=[{"code": code, "detail": texts["en"], "texts": texts}])


def _revision(log: Log) -> CardSetRevision:
    """The published revision with the log's definitions: cards are rules, and strangers' rules are not run here."""
    try:
        ruleset = msgspec.json.decode(log.events[0].body)["ruleset"]
    except KeyError as error:
        raise _refused("unreadable", error="event 0 names no ruleset") from error
    published = CardSetRevision.objects.filter(ruleset=str(ruleset), is_trial=False)
    revision = published.filter(digest=str(log.card_set.get("digest"))).first()
    if revision is None:
        raise _refused("unknown_card_set")
    return revision


class _Keeper:
    """Keeps what the database keeps of a match beside its log: checkpoints and the last position."""

    def __init__(self) -> None:
        self.match_id = uuid7()
        """Of the match that is to be: its snapshots are bound to it."""
        self.position: Position | None = None
        self.checkpoints: list[tuple[int, bytes]] = []

    def __call__(self, position: Position) -> tuple[()]:
        self.position = position
        if store.is_checkpoint(position.seq):
            self.checkpoints.append((position.seq, store.encode_snapshot(self.match_id, position)))
        return ()


def _store(
    log: Log, revision: CardSetRevision, keeper: _Keeper, report: Report, player: Player | None, visibility: str
) -> Imported:
    last_hash = log.events[-1].hash
    known = ImportedMatch.objects.select_related("match").filter(imported_by=player, last_hash=last_hash).first()
    if known is not None:
        return Imported(known.match, report, True)
    try:
        with writing():
            match = _write(log, revision, keeper, player, visibility)
            ImportedMatch.objects.create(match=match, original_id=log.match, last_hash=last_hash, imported_by=player)
    except IntegrityError:  # The same import was committed in between.
        known = ImportedMatch.objects.select_related("match").get(imported_by=player, last_hash=last_hash)
        return Imported(known.match, report, True)
    return Imported(match, report, False)


def _write(log: Log, revision: CardSetRevision, keeper: _Keeper, player: Player | None, visibility: str) -> Match:
    first = msgspec.json.decode(log.events[0].body)
    position, seed = keeper.position, log.server_seed
    assert position is not None and seed is not None
    match = Match(
        id=keeper.match_id,
        ruleset=first["ruleset"],
        ruleset_version=first["ruleset_version"],
        card_set=revision,
        options=first["options"],
        clock=first["clock"],
        visibility=visibility,
        created_by=player,
        seed_commitment=first["seed_commitment"],
        is_imported=True,
    )
    key = match_key(seed, [seat["entropy"] for seat in first["seats"]])
    match.sealed_seed = seal(seed + key, match.id.bytes)
    match.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(
            match=match,
            index=index,
            kind=Seat.Kind.PLAYER,
            public_id=seat["player"],
            entropy=seat["entropy"],
            deck=seat["deck"],
            is_ready=True,
        )
        for index, seat in enumerate(first["seats"])
    )
    stored = StoredMatch(
        match.id, match.status, -1, position.table.rules, position, None, Times(), None, frozenset(), None
    )
    stored.checkpoints = keeper.checkpoints
    store.append(stored, log.events)
    announce.appended(stored)
    return _ended(match.id, log)


def _ended(match_id: UUID, log: Log) -> Match:
    """An imported match ended when it ended, not when it came here."""
    at = datetime.fromisoformat(msgspec.json.decode(log.events[-1].body)["at"])
    ended_at = min(at, timezone.now())
    Match.objects.filter(pk=match_id).update(ended_at=ended_at)
    return Match.objects.get(pk=match_id)
