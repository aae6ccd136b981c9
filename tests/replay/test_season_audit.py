"""A season is computed again from its export alone, and any change to the file is named."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from django.test import Client

from leagues.models import Deal, Fixture, Season
from leagues.report import make_report
from leagues.selectors.seasons import amended, played, season_plan
from leagues.services.amendments import close_season, withdraw_entrant
from leagues.services.leagues import reseal_season, seasons_sealed_before
from leagues.services.playing import play_deal
from matches.log.seed_encryption import unseal
from matches.models import Match
from matches.selectors.access import is_disclosed
from matches.services.moderation import set_hidden
from matches.workers import match_bots
from players.models import AccessToken, Player
from replay.findings import Finding
from replay.limits import MOST_DIFFERENCES
from replay.seasons.audit import audit_season, read_season
from replay.seasons.exports import archive_season, export_season
from rules.engine import canonical
from tests.leagues.conftest import RANDOM, claim_deal, operator, play_out, published, season
from tests.matches.conftest import DECK

__all__ = ["operator", "published", "season"]
pytestmark = pytest.mark.django_db
Start = Callable[..., Season]


def exported(season: Season) -> list[bytes]:
    return b"".join(export_season(season, None)).splitlines(keepends=True)


def findings(lines: list[bytes]) -> list[Finding]:
    return audit_season(*read_season(lines))


@pytest.mark.parametrize(
    "more",
    [
        {"entrants": RANDOM[:3], "format": {"type": "round_robin", "cycles": 2}, "deals": 2},
        {"entrants": RANDOM, "format": {"type": "swiss", "rounds": 3}},
        {"entrants": RANDOM[:3], "format": {"type": "ladder", "rounds": 3}},
        {"format": {"type": "duel", "elo1": 100, "most_deals": 11}},
        {"entrants": [{**one, "deck": DECK} for one in RANDOM[:2]], "decks": "of_entrant", "seat_decks": []},
    ],
)
def test_a_season_of_every_format_follows_from_its_export(season: Start, more: dict[str, Any]) -> None:
    assert findings(exported(play_out(season(**more)))) == []


def test_an_older_file_follows_by_its_own_intervals(season: Start) -> None:
    head, *rest = exported(play_out(season(entrants=RANDOM[:3], deals=4)))
    document = msgspec.json.decode(head)
    del document["intervals"], document["scorecard_version"]
    for deal in document["deals"]:
        del deal["decided_by"]
    for entrant in document["entrants"]:
        del entrant["digest"]
    running = Season.objects.get()
    plan = season_plan(running.pk)
    report = make_report(
        plan.manifest, running.digest, played(running.pk, plan.sides), amended(running.pk), {}, "resampled"
    )
    document["report"] = msgspec.to_builtins(report)

    older = [canonical({**document, "format": "season/1"}) + b"\n", *rest]

    assert findings(older) == []
    document["report"]["standings"][0]["elo_low"] -= 1
    assert [finding.code for finding in findings([canonical(document) + b"\n", *rest])] == ["season_computed"]


def test_a_season_that_was_amended_follows_too(season: Start, operator: Player) -> None:
    running = season(entrants=RANDOM[:3], format={"type": "round_robin", "cycles": 2})
    withdraw_entrant(season=running, name="cid", by=operator, reason="a fault of mine")

    assert findings(exported(play_out(running))) == []


def matches_in(lines: list[bytes]) -> list[str]:
    return [msgspec.json.decode(line)["match"] for line in lines[1:] if b'"match/1"' in line]


def test_a_match_that_is_hidden_is_exported_to_those_who_may_read_it(season: Start, operator: Player) -> None:
    played = play_out(season())
    hidden, shown = Match.objects.filter(deal__isnull=False).order_by("pk")
    set_hidden(match_ids=[hidden.pk], is_hidden=True, moderator=operator, reason="an insult")
    ann = Player.objects.create_user("ann")

    of_strangers = [exported(played), b"".join(export_season(played, ann)).splitlines(keepends=True)]
    whole = [b"".join(export_season(played, operator)), b"".join(archive_season(played))]

    for lines in of_strangers:
        assert matches_in(lines) == [str(shown.pk)] and msgspec.json.decode(lines[0])["left_out"] == 1
        assert findings(lines) == []
    for raw in whole:
        lines = raw.splitlines(keepends=True)
        assert sorted(matches_in(lines)) == [str(hidden.pk), str(shown.pk)] and b'"left_out"' not in lines[0]
        assert findings(lines) == []


@pytest.fixture
def incomplete(season: Start, operator: Player) -> list[bytes]:
    """The export of a Swiss tournament of three rounds, without one match of the second round."""
    played = play_out(season(entrants=RANDOM, format={"type": "swiss", "rounds": 3}))
    hidden = Fixture.objects.filter(deal__round__number=1).first()
    set_hidden(match_ids=[hidden.match_id], is_hidden=True, moderator=operator, reason="an insult")
    return exported(played)


def test_an_export_that_leaves_matches_out_is_verified_as_far_as_it_goes(
    incomplete: list[bytes], tmp_path: Path
) -> None:
    file = tmp_path / "nightly-1.jsonl"
    file.write_bytes(b"".join(incomplete))

    with pytest.raises(CommandError, match=r"incomplete: 1 matches are left out\. The other 11 verify") as told:
        call_command("verify_season", str(file))

    assert told.value.returncode == 3


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        (lambda d: d.update(left_out=0), ["season_missing_match"]),
        (lambda d: d.update(left_out=2), ["season_left_out", "season_missing_match"]),
        (lambda d: d["rounds"][1].reverse(), ["season_other"]),
        (lambda d: d["rounds"][2].reverse(), []),
        (lambda d: d["entrants"][0].update(bot="greedy"), ["season_other"] * 5),
    ],
)
def test_what_does_not_follow_from_what_is_there_is_named_all_the_same(
    incomplete: list[bytes], change: Callable[[dict[str, Any]], Any], codes: list[str]
) -> None:
    found = [finding.code for finding in findings(changed(incomplete, change))]

    assert found[: len(codes)] == codes and bool(found) == bool(codes)


def test_a_match_of_which_nothing_is_said_is_missed(incomplete: list[bytes]) -> None:
    starts = [number for number, line in enumerate(incomplete) if line.startswith(b'{"card_set":')]

    found = findings(incomplete[: starts[-1]])

    assert [finding.code for finding in found] == ["season_left_out", "season_missing_match", "season_missing_match"]
    assert found[0].texts["en"] == "the export says that 1 matches are left out, but 2 are missing"


def test_a_report_that_differs_is_told_field_by_field(lines: list[bytes]) -> None:
    points = msgspec.json.decode(lines[0])["report"]["standings"][1]["points"]

    def change(document: dict[str, Any]) -> None:
        document["report"]["standings"][1]["points"] = 99
        document["report"]["crosstable"].pop()

    found = findings(changed(lines, change))

    assert [(finding.field, finding.texts["en"]) for finding in found] == [
        ("report.standings[1].points", f"the export says 99, but the computed value is {points}"),
        ("report.crosstable", "number of entries: the export has 1, but the computed number is 2"),
    ]


def test_of_many_differences_the_first_are_told(season: Start) -> None:
    lines = exported(play_out(season(entrants=RANDOM)))

    def change(document: dict[str, Any]) -> None:
        for row in document["report"]["standings"]:
            row.update(points=98, wins=97, draws=96, losses=95, played=94, buchholz=93)

    found = findings(changed(lines, change))

    assert len(found) == MOST_DIFFERENCES + 1
    assert (found[-1].field, found[-1].texts["en"]) == ("report", "more fields that differ: 4")


def test_an_unlisted_season_is_open_to_whoever_knows_the_league(season: Start) -> None:
    played = play_out(season(visibility="unlisted"))
    address = "/api/v1/leagues/nightly/seasons/1"

    lines = b"".join(Client().get(f"{address}/export")).splitlines(keepends=True)  # type: ignore[arg-type]

    assert Match.objects.filter(visibility="unlisted").count() == 2 and findings(lines) == []
    assert Client().get(address).json()["seed"] == unseal(bytes(played.sealed_seed), played.pk.bytes).hex()


def test_an_unlisted_season_opens_no_more_than_its_matches_do(season: Start, operator: Player) -> None:
    """Matches of unlisted leagues used to be private. Those that were private stay so."""
    played = play_out(season(visibility="unlisted"))
    Match.objects.update(visibility="private")
    address = "/api/v1/leagues/nightly/seasons/1"
    stranger = Client()
    own = Client(headers={"Authorization": f"Bearer {AccessToken.objects.create(user=operator)[1]}"})
    assert Match.objects.filter(visibility="private").count() == 2

    closed = b"".join(stranger.get(f"{address}/export")).splitlines(keepends=True)  # type: ignore[arg-type]

    assert len(closed) == 1 and msgspec.json.decode(closed[0])["seed"] is None
    assert msgspec.json.decode(closed[0])["left_out"] == 2 and findings(closed) == []
    assert stranger.get(address).json()["seed"] is None
    assert own.get(address).json()["seed"] == unseal(bytes(played.sealed_seed), played.pk.bytes).hex()
    assert findings(b"".join(export_season(played, operator)).splitlines(keepends=True)) == []


def test_a_seed_that_would_tell_of_a_match_that_was_broken_off_stays_sealed(
    season: Start, operator: Player, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    running = season(format={"type": "round_robin", "cycles": 2})
    play_out_one = claim_deal()
    assert play_out_one is not None
    play_deal(play_out_one, time.monotonic() + 1e9)
    with monkeypatch.context() as patched:
        patched.setattr(match_bots, "FLUSH_SECONDS", 0.0)
        broken_off = claim_deal()
        assert broken_off is not None
        play_deal(broken_off, time.monotonic())
    with django_capture_on_commit_callbacks(execute=True):
        close_season(season=running, by=operator, reason="enough")
    running.refresh_from_db()

    lines = exported(running)

    aborted = Match.objects.filter(end_reason="aborted")
    assert running.status == Season.Status.OVER and aborted.count() == 2
    assert not any(is_disclosed(match) for match in aborted)
    assert msgspec.json.decode(lines[0])["seed"] is None
    assert Client().get("/api/v1/leagues/nightly/seasons/1").json()["seed"] is None
    assert findings(lines) == [], "all else follows"
    match = next(pk for deal in msgspec.json.decode(lines[0])["deals"] for pk in deal["matches"])
    assert Client().get(f"/api/v1/matches/{match}").json()["deal"] == str(play_out_one.pk)
    assert Client().get(f"/api/v1/matches/{aborted[0].pk}").json()["deal"] is None


def test_it_is_computed_again_without_a_database(season: Start) -> None:
    lines = exported(play_out(season(deals=2)))

    def refuse(execute: Any, sql: str, *rest: Any) -> None:
        raise AssertionError(sql)

    with connection.execute_wrapper(refuse):
        assert findings(lines) == []


@pytest.fixture
def lines(season: Start) -> list[bytes]:
    """The export of a season of two rounds with two deals each. The first line is the document."""
    return exported(play_out(season(format={"type": "round_robin", "cycles": 2}, deals=2)))


def changed(lines: list[bytes], change: Callable[[dict[str, Any]], Any]) -> list[bytes]:
    document = msgspec.json.decode(lines[0])
    change(document)
    return [msgspec.json.encode(document) + b"\n", *lines[1:]]


def call_accounts(document: dict[str, Any]) -> None:
    """Call the document's house bots accounts, under their names in the logs. Matches of accounts have own seeds."""
    for entrant in document["entrants"]:
        entrant["account"] = f"bot:{entrant['bot']}/{entrant['bot_version']}"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda d: d["manifest"].update(deals=3), "digest"),
        (lambda d: d.update(seed="00" * 32), "seed_commitment"),
        (lambda d: d["entrants"][0].update(name="zoe"), "entrants"),
        (lambda d: d["deals"][0].update(first=7), "entrants"),
        (lambda d: d["deals"][0].update(round=7), "rounds"),
        (lambda d: d["deals"][0]["matches"].pop(), "deals.matches"),
        (lambda d: d["deals"][1].update(attempt=2), ".server_seed"),
        (lambda d: d["deals"][1].update(attempt=2) or call_accounts(d), ".server_seed"),
        (lambda d: d["entrants"][0].update(bot="greedy"), ".players"),
        (lambda d: d["seat_decks"][0][0]["cards"].clear(), ".decks"),
        (lambda d: d.update(ruleset_version=2), ".ruleset_version"),
        (lambda d: d["rounds"][1].reverse() or d["rounds"][1].append([0, None]), "rounds[1]"),
        (lambda d: d["rounds"].pop() and d.update(deals=d["deals"][:2]), "rounds[1]"),
        (lambda d: d["report"]["standings"][0].update(points=99), "report.standings[0].points"),
        (lambda d: d["report"]["standings"][0].update(elo_high=99), "report.standings[0].elo_high"),
        (lambda d: d["deals"][0].update(decided_by=["goal", "envy"]), ".decided_by"),
        (lambda d: d["voids"].append({"deal": 0, "attempt": 1, "entrant": 0}), "].voids"),
        (lambda d: d["voids"].append({"deal": 0, "attempt": 1, "entrant": None}), "deals[0].attempt"),
    ],
)
def test_what_is_changed_in_the_document_is_named(
    lines: list[bytes], change: Callable[[dict[str, Any]], Any], place: str
) -> None:
    found = findings(changed(lines, change))

    assert any(finding.field.endswith(place) for finding in found)
    assert all(finding.texts["ja"] and finding.texts["en"] for finding in found)


@pytest.mark.parametrize(
    ("skipped", "place"), [({"number": F("number") + 1}, "deals.number"), ({"attempt": 2}, "deals[3].attempt")]
)
def test_seeds_that_a_service_has_skipped_are_named(season: Start, skipped: dict[str, Any], place: str) -> None:
    running = season(deals=4)
    Deal.objects.filter(season=running, number=3).update(**skipped)

    found = findings(exported(play_out(running)))

    assert [finding.field for finding in found] == [place]


def test_a_match_that_is_missing_or_strange_or_unsound_is_named(lines: list[bytes]) -> None:
    starts = [number for number, line in enumerate(lines) if line.startswith(b'{"card_set":')]
    without, twice = lines[: starts[-1]], [*lines, *lines[starts[-1] :]]
    cut = [line for number, line in enumerate(lines) if number != starts[0] + 3]

    assert "season_missing_match" in [finding.code for finding in findings(without)]
    assert [finding.code for finding in findings(twice)] == ["season_extra_match"]
    assert "season_unsound_match" in [finding.code for finding in findings(cut)]


def test_the_commands_write_and_verify_a_file(
    season: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play_out(season(deals=2))
    file = tmp_path / "nightly-1.jsonl"

    call_command("export_season", "nightly", "1", str(file))
    call_command("verify_season", str(file))
    assert "Its seed is secret" not in capsys.readouterr().out

    first, rest = file.read_bytes().split(b"\n", 1)
    file.write_bytes(canonical({**msgspec.json.decode(first), "seed": None}) + b"\n" + rest)
    call_command("verify_season", str(file))
    assert "Its seed is secret" in capsys.readouterr().out

    file.write_bytes(b'{"format": "match/1"}\n')
    with pytest.raises(CommandError) as refused:
        call_command("verify_season", str(file))
    assert refused.value.returncode == 2


def test_a_season_is_exported_when_it_is_over(season: Start) -> None:
    running = season()
    address = "/api/v1/leagues/nightly/seasons/1/export"
    assert (Client().get(address).status_code, Client().get(address).json()["code"]) == (409, "season_running")

    play_out(running)

    answer = Client().get(address)
    assert findings(b"".join(answer).splitlines(keepends=True)) == []  # type: ignore[arg-type]


def test_the_seed_of_a_season_goes_under_a_changed_key(season: Start, settings: Any) -> None:
    running = season()
    seed = unseal(bytes(running.sealed_seed), running.pk.bytes)
    settings.SEED_SEALING_KEY_FALLBACKS, settings.SEED_SEALING_KEY = [settings.SEED_SEALING_KEY], "ab" * 32

    assert seasons_sealed_before() == [running.pk]
    reseal_season(running.pk)

    running.refresh_from_db()
    settings.SEED_SEALING_KEY_FALLBACKS = []
    assert seasons_sealed_before() == []
    assert unseal(bytes(running.sealed_seed), running.pk.bytes) == seed
