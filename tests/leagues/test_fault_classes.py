"""Faults of entrants are counted by kind, in the table and the season's file. Only owners see excerpts."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client

from common.text.errors import ServiceError
from leagues.models import Season
from leagues.report import TableRow
from leagues.selectors.results import season_report
from leagues.services.calling import call_accounts
from leagues.services.faults import kind_of_void
from leagues.services.rebuilding import rebuild_season
from matches.log.sql import load_match
from matches.models import Match, Seat
from matches.services.act import take_action
from matches.services.calls import end_late_calls
from players.models import AccessToken, Player
from replay.seasons.audit import audit_season, read_season
from replay.seasons.exports import export_season
from rules.engine import canonical, seats_to_act
from tests.leagues.accounts import CLOCK, answer_calls, bot_account, called_matches, entry_of, play_season
from tests.leagues.conftest import RANDOM, play_out

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]


@pytest.fixture
def robo(db: None) -> Player:
    return bot_account("robo")


@pytest.fixture
def bolt(db: None) -> Player:
    return bot_account("bolt")


@pytest.fixture
def running(season: Start, robo: Player, bolt: Player) -> Season:
    """A season of two accounts, which have joined their first match."""
    found = season(entrants=[entry_of(robo), entry_of(bolt)], clock=CLOCK)
    call_accounts()
    return found


def act_illegally(match: Match, raw: bytes) -> Player:
    """Send this action as the player to move, and check that it is refused. Returns the player."""
    position = load_match(match.pk).position
    player = Seat.objects.get(match=match, index=seats_to_act(position.table)[0]).player
    assert player is not None
    with pytest.raises(ServiceError):
        take_action(match_id=match.pk, player_id=player.pk, action=raw, expected_version=position.seq)
    return player


def row_of(season: Season, name: str) -> TableRow:
    return next(row for row in season_report(season).standings if row.entrant == name)


def faults_read_by(player: Player | None, **query: str) -> list[dict[str, Any]]:
    headers = {} if player is None else {"Authorization": f"Bearer {AccessToken.objects.create(user=player)[1]}"}
    body: Any = Client(headers=headers).get("/api/v1/leagues/nightly/seasons/1/faults", query).json()
    found: list[dict[str, Any]] = body["results"]
    return found


def test_refused_actions_are_counted_and_their_owner_reads_the_last(
    running: Season, robo: Player, bolt: Player, operator: Player
) -> None:
    answer_calls(robo, bolt)
    match = called_matches(running)[0]

    act_illegally(match, b'{"type": "no_such_action"}')
    guilty = act_illegally(match, b'{"type": "raid", "card": "raider-9"}')

    other = bolt if guilty == robo else robo
    assert (row_of(running, guilty.username).illegal, row_of(running, other.username).illegal) == (2, 0)
    owner = guilty.bot_account.owner
    told = {reader.username: faults_read_by(reader)[0]["excerpt"] for reader in (guilty, owner, other, operator)}
    assert "raider-9" in told[guilty.username] and told[owner.username] == told[guilty.username]
    assert (told[other.username], told["olga"]) == (None, None), "the match is not disclosed"
    assert [fault["count"] for fault in faults_read_by(None)] == [2]

    play_season(running, robo, bolt)
    assert "raider-9" in faults_read_by(operator)[0]["excerpt"]
    assert faults_read_by(None)[0]["excerpt"] is None


def test_a_call_that_nobody_answers_is_counted(running: Season, robo: Player, bolt: Player) -> None:
    match = called_matches(running)[0]
    answer_calls(robo)
    Match.objects.filter(pk=match.pk).update(answer_by=match.created_at - timedelta(hours=1))

    end_late_calls(match.pk)

    assert (row_of(running, "bolt").refused, row_of(running, "robo").refused) == (1, 0)


def test_the_file_counts_the_same_and_an_altered_count_is_found(running: Season, robo: Player, bolt: Player) -> None:
    answer_calls(robo, bolt)
    act_illegally(called_matches(running)[0], b"{}")
    play_season(running, robo, bolt)
    head, *rest = b"".join(export_season(running, None)).splitlines(keepends=True)
    document = msgspec.json.decode(head)

    assert [(fault["kind"], fault["count"]) for fault in document["faults"]] == [("illegal", 1)]
    assert audit_season(*read_season([head, *rest])) == []
    assert rebuild_season(running).is_same

    document["faults"][0]["count"] = 2
    altered = [canonical(document) + b"\n", *rest]
    assert [finding.code for finding in audit_season(*read_season(altered))] == ["season_computed"]


def test_a_house_bot_that_raises_has_crashed(season: Start, operator: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    running = season(entrants=RANDOM[:2], deals=1)
    failures = iter([True])

    def choose(*_: object) -> object:
        if next(failures, False):
            raise ValueError("out of ideas")
        return original(*_)

    from matches.bots.seated import SeatedBot  # noqa: PLC0415 -- patched here alone

    original = SeatedBot.choose
    monkeypatch.setattr(SeatedBot, "choose", choose)
    play_out(running)

    rows = season_report(running).standings
    assert sorted((row.crashed, row.voids, row.illegal) for row in rows) == [(0, 0, 0), (1, 1, 0)]
    assert "out of ideas" in faults_read_by(operator)[0]["excerpt"]
    assert faults_read_by(None)[0]["excerpt"] is None
    assert audit_season(*read_season(b"".join(export_season(running, None)).splitlines(keepends=True))) == []


@pytest.mark.parametrize(
    ("what", "kind"),
    [
        ("Traceback …\nrules.engine.actions.IllegalAction: not that", "illegal"),
        ("Traceback …\nrules.engine.MalformedAction", "illegal"),
        ("Traceback …\nValueError: IllegalAction", "crashed"),
        ("Traceback …\ncelery.exceptions.SoftTimeLimitExceeded: ", "crashed"),
    ],
)
def test_the_kind_of_a_void_is_read_from_its_traceback(what: str, kind: str) -> None:
    assert kind_of_void(what) == kind


def test_the_page_of_an_entrant_shows_excerpts_to_the_owner_alone(running: Season, robo: Player, bolt: Player) -> None:
    answer_calls(robo, bolt)
    guilty = act_illegally(called_matches(running)[0], b'{"type": "no_such_action"}')
    number = running.entrants.get(name=guilty.username).number
    address = f"/leagues/nightly/1/entrants/{number}/"
    owner, stranger = Client(), Client()
    owner.force_login(guilty.bot_account.owner)

    assert "no_such_action" in owner.get(address).content.decode()
    page = stranger.get(address).content.decode()
    assert "no_such_action" not in page and "1 illegal action" in page
