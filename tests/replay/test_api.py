"""The replay API: permissions and answers."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.limits import MOST_TERMS
from matches.log import sql
from matches.models import AuditRead, Match
from matches.search.deck_ids import deck_id
from matches.search.terms import sweep_search_terms
from players.models import Player
from replay import exports
from replay.audit import audit, compare_seen
from replay.stored_logs import log_of
from replay.timeline import position_at
from rules.engine import canonical, view
from tests.matches.api.conftest import Api
from tests.matches.conftest import DECK, move, play_out

pytestmark = pytest.mark.django_db
NOBODY = "00000000-0000-7000-8000-000000000000"


@pytest.fixture
def played(duel: Callable[..., Match]) -> Match:
    return play_out(duel(), 5)


@pytest.fixture
def live(duel: Callable[..., Match]) -> Match:
    match = duel()
    rng = random.Random(1)
    for _ in range(6):
        move(match, rng)
    match.refresh_from_db()
    return match


@pytest.fixture
def auditor(published: None) -> Api:
    player = Player.objects.create_user("zoe", password="correct horse")
    player.user_permissions.add(Permission.objects.get(codename="audit_live"))
    return Api(player)


def jsonl(response: Any) -> list[dict[str, Any]]:
    assert response.status_code == 200
    return [json.loads(line) for line in b"".join(response.streaming_content).splitlines()]


# Past views


@pytest.mark.parametrize("viewer", [0, 1, "public", "audit"])
def test_a_finished_match_is_seen_at_any_seq_through_any_eyes(played: Match, anyone: Api, viewer: Any) -> None:
    as_ = f"seat-{viewer}" if isinstance(viewer, int) else viewer

    answer = anyone.get(f"matches/{played.pk}/replay/view?at=7&as={as_}")

    assert answer.status_code == 200
    expected = view(position_at(played, 7).table, viewer, 7)
    assert answer.json() == json.loads(canonical(expected))


def test_without_at_it_is_the_newest_and_without_as_ones_own(live: Match, as_ann: Api, anyone: Api) -> None:
    mine = as_ann.get(f"matches/{live.pk}/replay/view").json()
    publics = anyone.get(f"matches/{live.pk}/replay/view").json()

    assert mine["version"] == live.version
    assert mine["game"]["seats"][0]["hand"]["cards"] is not None
    assert publics["game"]["seats"][0]["hand"]["cards"] is None


WHO_SEES_A_LIVE_MATCH = [
    # player, viewer, status
    ("anyone", "public", 200),
    ("anyone", "seat-0", 409),
    ("anyone", "audit", 409),
    ("as_ann", "seat-0", 200),
    ("as_ann", "seat", 200),
    ("as_ann", "public", 200),
    ("as_ann", "seat-1", 409),
    ("as_ann", "audit", 409),
    ("as_ann", "seat-7", 404),
    ("as_ben", "seat-0", 409),
    ("auditor", "audit", 200),
    ("auditor", "seat-0", 409),
    ("auditor", "seat", 403),
]


@pytest.mark.parametrize(("who", "as_", "status"), WHO_SEES_A_LIVE_MATCH)
@pytest.mark.parametrize("what", ["replay/view", "replay/transcript", "export"])
def test_who_sees_what_of_a_live_match(
    live: Match, request: pytest.FixtureRequest, who: str, as_: str, status: int, what: str
) -> None:
    answer = request.getfixturevalue(who).get(f"matches/{live.pk}/{what}?as={as_}&reason=check")

    assert answer.status_code == status
    assert AuditRead.objects.filter(match=live).count() == (status == 200 and as_ == "audit")


@pytest.mark.parametrize("what", ["replay/view", "replay/transcript", "export"])
def test_a_private_match_is_absent_for_strangers(
    duel: Callable[..., Match], as_ben: Api, anyone: Api, auditor: Api, what: str
) -> None:
    match = play_out(duel(visibility="private"))

    assert anyone.get(f"matches/{match.pk}/{what}").status_code == 404
    assert as_ben.get(f"matches/{match.pk}/{what}").status_code == 200
    assert anyone.get(f"matches/{NOBODY}/{what}").status_code == 404


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("at=99999", "unknown_version"),
        ("at=-1", "malformed_request"),
        ("at=x", "malformed_request"),
        ("as=seat-", "malformed_request"),
        ("as=king", "malformed_request"),
        ("to=1", "malformed_request"),
    ],
)
def test_a_bad_question_is_refused_with_its_code(played: Match, anyone: Api, query: str, code: str) -> None:
    answer = anyone.get(f"matches/{played.pk}/replay/view?{query}")

    assert (answer.status_code, answer.json()["code"]) == (400, code)


# Transcripts


def test_a_transcript_tells_every_event_in_both_languages(played: Match, anyone: Api) -> None:
    told: list[dict[str, Any]] = []
    page = anyone.get(f"matches/{played.pk}/replay/transcript?limit=10").json()
    told += page["lines"]
    while page["next"]:
        page = anyone.get(page["next"]).json()
        told += page["lines"]

    log = [event.content for event in sql.events(played.pk)]
    assert [line["seq"] for line in told] == list(range(played.version + 1))
    assert [[e["type"] for e in line["effects"]] for line in told] == [[e["type"] for e in x["effects"]] for x in log]
    assert told[0]["texts"] == {"ja": "対戦が始まった。", "en": "The match started."}
    assert told[1]["texts"]["en"] == f"Seat {log[1]['seat']} acted."
    assert all(set(effect["texts"]) == {"ja", "en"} for line in told for effect in line["effects"])


# Exports and imports


def test_the_export_of_a_finished_match_verifies_alone(played: Match, anyone: Api) -> None:
    answer = anyone.get(f"matches/{played.pk}/export")

    assert answer["Content-Type"] == "application/x-ndjson"
    assert "attachment" in answer["Content-Disposition"]
    log = exports.read(b"".join(answer.streaming_content).splitlines())
    assert log == log_of(played)
    assert audit(log).is_sound


def test_the_export_of_a_live_match_has_no_seed_and_is_what_the_viewer_may_see(live: Match, as_ann: Api) -> None:
    header, *events = jsonl(as_ann.get(f"matches/{live.pk}/export"))

    assert "server_seed" not in header and header["card_set"]["cards"]
    full = sql.events(live.pk)
    assert len(events) == len(full) and compare_seen(full, events) == []
    assert not any("salt" in event or "state_hash" in event for event in events)
    drawn = [effect for effect in events[0]["effects"] if effect["type"] == "drew"]
    assert ["cards" in effect for effect in drawn] == [True, False]
    assert "deck" in events[0]["seats"][0] and "deck" not in events[0]["seats"][1]


def test_an_export_can_be_imported_looked_at_and_exported_again(played: Match, as_ben: Api, anyone: Api) -> None:
    file = b"".join(anyone.get(f"matches/{played.pk}/export").streaming_content)

    made = as_ben.post("imports", file)

    assert made.status_code == 201, made.json()
    copy = made.json()
    assert copy["id"] != str(played.pk) and copy["visibility"] == "private" and made["Location"] == copy["url"]
    assert b"".join(as_ben.get(f"matches/{copy['id']}/export").streaming_content) == file
    assert as_ben.get(f"matches/{copy['id']}/replay/view?at=3&as=audit").status_code == 200
    assert anyone.get(f"matches/{copy['id']}/export").status_code == 404
    told = {match["id"]: match["is_imported"] for match in as_ben.get("matches").json()["results"]}
    assert told == {str(played.pk): False, copy["id"]: True}
    again = as_ben.post("imports", file)
    assert (again.status_code, again.json()["id"]) == (200, copy["id"])


def test_an_import_that_does_not_verify_says_where(played: Match, as_ben: Api, anyone: Api) -> None:
    file = b"".join(anyone.get(f"matches/{played.pk}/export").streaming_content)
    spoiled = re.sub(rb'"at":"20[0-9]{2}', b'"at":"2001', file, count=1)

    answer = as_ben.post("imports", spoiled)

    assert (answer.status_code, answer.json()["code"]) == (422, "not_verified")
    reason = answer.json()["reasons"][0]
    assert (reason["code"], reason["seq"], reason["field"]) == ("does_not_verify", 0, "hash")
    assert reason["detail"] == reason["texts"]["en"] and "ハッシュ" in reason["texts"]["ja"]
    assert Match.objects.count() == 1
    assert anyone.post("imports", file).status_code == 401


def test_an_import_has_a_largest_size(as_ben: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.api.MOST_IMPORT_BYTES", 1000)

    assert as_ben.post("imports", b"x" * 1001).status_code == 413
    assert as_ben.post("imports", b"x" * 1000).status_code == 422


# Search


@pytest.fixture
def library(duel: Callable[..., Match], ann: Player) -> list[Match]:
    """Finished matches, newest first. There are also a private and a live match."""
    matches = [play_out(duel(), seed) for seed in range(4)]
    play_out(duel(visibility="private"), 9)
    duel()
    assert sweep_search_terms() == 5
    return sorted(matches, key=lambda match: (match.ended_at, match.pk), reverse=True)


def ids(answer: Any) -> list[str]:
    assert answer.status_code == 200, answer.json()
    return [found["id"] for found in answer.json()["results"]]


def test_search_finds_by_what_happened(library: list[Match], anyone: Api) -> None:
    logs = {match: [event.content for event in sql.events(match.pk)] for match in library}

    def expected(test: Callable[[list[dict[str, Any]]], bool]) -> list[str]:
        return [str(match.pk) for match, log in logs.items() if test(log)]

    def played_card(log: list[dict[str, Any]]) -> bool:
        return any(event["action"].get("card") == "raider-6" for event in log[1:])

    def with_effect(log: list[dict[str, Any]]) -> bool:
        return any(effect["type"] == "block_negated" for event in log for effect in event["effects"])

    lengths = sorted(len(log) for log in logs.values())
    assert ids(anyone.get("search/matches")) == expected(lambda log: True)
    assert ids(anyone.get("search/matches?card=raider-6")) == expected(played_card)
    assert ids(anyone.get("search/matches?effect=block_negated,rolled")) == expected(
        lambda log: with_effect(log) and any(e["type"] == "rolled" for x in log for e in x["effects"])
    )
    assert ids(anyone.get(f"search/matches?min_length={lengths[2]}")) == expected(lambda log: len(log) >= lengths[2])
    assert ids(anyone.get(f"search/matches?max_length={lengths[1]}")) == expected(lambda log: len(log) <= lengths[1])
    assert ids(anyone.get("search/matches?reason=goal")) == [str(m.pk) for m in library if m.end_reason == "goal"]
    assert ids(anyone.get("search/matches?deck=even&ruleset=raid")) == expected(lambda log: True)
    assert ids(anyone.get(f"search/matches?deck={deck_id(DECK)}")) == expected(lambda log: True)
    absent = ("card=raider-9", "deck=steep", "reason=aborted", "ruleset=battle_line", "player=zed", "imported=true")
    for nothing in absent:
        assert ids(anyone.get(f"search/matches?{nothing}")) == []


def test_search_finds_rated_matches_and_unrated_ones(library: list[Match], anyone: Api) -> None:
    rated, *others = (str(match.pk) for match in library)
    Match.objects.filter(pk=rated).update(is_rated=True)

    assert ids(anyone.get("search/matches?rated=true")) == [rated]
    assert ids(anyone.get("search/matches?rated=false")) == others


def test_search_finds_by_who_sat_there(library: list[Match], as_ann: Api, anyone: Api, ben: Player) -> None:
    everything = 4 + 1  # The last is Ann's private match.

    assert len(ids(as_ann.get("search/matches?opponent=ben"))) == everything
    assert len(ids(as_ann.get(f"search/matches?opponent={ben.public_id}"))) == everything
    assert ids(as_ann.get("search/matches?opponent=ann")) == []
    assert len(ids(anyone.get("search/matches?player=ann"))) == 4
    assert anyone.get("search/matches?opponent=ben").status_code == 401


def test_search_is_paged_and_shows_no_private_match(library: list[Match], anyone: Api) -> None:
    seen, path = [], "search/matches?limit=3"
    while path:
        answer = anyone.get(path)
        seen.append(ids(answer))
        path = answer.json()["next"]

    assert [len(page) for page in seen] == [3, 1]
    assert [one for page in seen for one in page] == [str(match.pk) for match in library]


def test_search_opens_no_log_and_asks_the_same_number_of_questions(library: list[Match], anyone: Api) -> None:
    counts = []
    for limit in (1, 3):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            anyone.get(f"search/matches?limit={limit}&card=raider-6")
        counts.append(len(asked))
        assert not any("matches_event" in query["sql"] for query in asked)

    assert counts[0] == counts[1]


@pytest.mark.parametrize("query", ["limit=0", "cursor=x", "ended_after=2026-01-01", "min_length=-1", "colour=red"])
def test_a_bad_search_is_refused(published: None, anyone: Api, query: str) -> None:
    assert anyone.get(f"search/matches?{query}").status_code == 400


@pytest.mark.parametrize("where", ["search/matches?", "search/statistics?ruleset=raid&", "exports?"])
@pytest.mark.parametrize("name", ["card", "effect"])
def test_only_so_many_terms_are_searched_for_at_once(published: None, anyone: Api, where: str, name: str) -> None:
    """Without a limit, a single request of 400 letters kept a database planning for minutes."""
    allowed, refused = (",".join("a" * count) for count in (MOST_TERMS, MOST_TERMS + 1))

    assert anyone.get(f"{where}{name}={allowed}").status_code == 200
    answer = anyone.get(f"{where}{name}={refused}")
    assert (answer.status_code, answer.json()["errors"][0]["parameter"]) == (400, name)


def test_a_bad_moment_is_told_what_would_have_been_read(published: None, anyone: Api) -> None:
    (fault,) = anyone.get("search/matches?ended_after=yesterday").json()["errors"]

    assert fault["parameter"] == "ended_after"
    assert fault["accepted"] == {"type": "string", "format": "date-time"}


def test_bulk_export_streams_what_the_search_finds(library: list[Match], anyone: Api) -> None:
    answer = anyone.get("exports?limit=3")
    follows = answer["Link"]
    found = jsonl(answer)

    heads = [line["match"] for line in found if "format" in line]
    assert heads == [str(match.pk) for match in library[:3]]
    assert len(found) == sum(match.version + 2 for match in library[:3])
    rest = anyone.get(follows.partition(">")[0].lstrip("<"))
    assert [line["match"] for line in jsonl(rest) if "format" in line] == [str(library[3].pk)]
    assert "Link" not in rest
