"""Opening, joining, leaving, listing and reading matches."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common.text.errors import ServiceError
from decks.services import DeckPlan, create_deck
from matches.models import AuditRead, Match
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from players.models import Player
from tests.matches.api.conftest import STARTER, Api
from tests.matches.conftest import DECK, play_out
from tests.toy import new_state

pytestmark = pytest.mark.django_db
Opened = Callable[..., dict[str, Any]]

ME = {"kind": "me", "deck": STARTER, "ready": True}
BOT = {"kind": "bot", "bot": "random", "deck": STARTER}


def opening(*seats: Any, **more: Any) -> dict[str, Any]:
    return {"ruleset": "raid", "seats": list(seats), **more}


# Opening


def test_a_match_against_a_bot_starts_at_once(as_ann: Api) -> None:
    made = as_ann.post("matches", opening(ME, BOT)).json()

    assert made["status"] == "playing" and made["version"] == 0
    assert [(seat["kind"], seat["bot"], seat["is_ready"]) for seat in made["seats"]] == [
        ("player", None, True),
        ("bot", "random", True),
    ]


@pytest.mark.parametrize(
    "seat", [{"kind": "me", "deck": STARTER}, {"kind": "open"}, {"kind": "invited", "player": "ben"}]
)
def test_a_match_waits_for_whoever_is_not_ready(as_ann: Api, as_ben: Api, seat: dict[str, Any]) -> None:
    made = as_ann.post("matches", opening(seat, BOT))

    assert made.status_code == 201
    assert made.json()["status"] == "lobby"


def test_all_faults_of_an_opening_are_told_at_once(as_ann: Api) -> None:
    seats = [
        {"kind": "me", "deck": {"cards": {"dragon": 4}}},
        {"kind": "bot", "bot": "deep-thought", "deck": "no-such-deck"},
        {"kind": "invited", "player": "nobody"},
        {"kind": "bot", "bot": "random"},
    ]

    refused = as_ann.post("matches", opening(*seats, options={"seats": 4}))

    assert refused.status_code == 422 and refused.json()["code"] == "bad_setup"
    problems = refused.json()["problems"]
    assert [(problem["code"], problem.get("seat")) for problem in problems] == [
        ("unknown_deck", 1),
        ("unknown_player", 2),
        ("unknown_bot", 1),
        ("deck_missing", 3),
        ("unknown_card", 0),
    ], "nothing is said of the cards of a deck that there is not"
    assert all(problem["texts"].keys() == {"ja", "en"} for problem in problems)
    assert Match.objects.count() == 0


@pytest.mark.usefixtures("published")
def test_a_clock_that_is_out_of_bounds_is_told_with_its_place_in_both_languages(ann: Player) -> None:
    seats = [SeatPlan(kind="player", player=ann, deck=DECK), SeatPlan(kind="bot", bot="random", deck=DECK)]

    with pytest.raises(ServiceError, match="bad_setup") as refused:
        open_match(
            ruleset="raid", options={}, seats=seats, created_by=ann, clock={"type": "per_decision", "seconds": 1}
        )

    (problem,) = refused.value.params["problems"]
    assert (problem["code"], problem["pointer"]) == ("bad_clock", "/clock/seconds")
    assert (problem["fault"], problem["params"]) == ("number_too_small", {"least": 5})
    assert problem["texts"] == {
        "ja": "持ち時間の設定が正しくありません：5以上の整数が必要です。",
        "en": "The clock is invalid: It must be at least 5.",
    }


def test_a_deck_may_be_named_by_the_id_of_one_that_one_may_use(as_ann: Api, ann: Player, ben: Player) -> None:
    plan = {"name_en": "mine", "cards": DECK["cards"], "options": {}}
    own = create_deck(owner=ann, ruleset="raid", plan=DeckPlan(**plan))
    other = create_deck(owner=ben, ruleset="raid", plan=DeckPlan(**plan))

    made = as_ann.post("matches", opening({"kind": "me", "deck": str(own.pk)}, {"kind": "open"}))
    assert made.json()["seats"][0]["deck"] == DECK

    refused = as_ann.post("matches", opening({"kind": "me", "deck": str(other.pk)}, {"kind": "open"}))
    assert refused.json()["problems"][0]["code"] == "unknown_deck"


def test_nobody_sits_twice(as_ann: Api) -> None:
    refused = as_ann.post("matches", opening(ME, {"kind": "invited", "player": "ann"}))

    assert [problem["code"] for problem in refused.json()["problems"]] == ["seated_twice"]


def test_a_game_of_shared_cards_needs_no_deck_anywhere(as_ann: Api, as_ben: Api, change_raid: Any) -> None:
    change_raid(
        builds_decks=False,
        check_deck=lambda cards, options, deck, seat: [],
        new_state=lambda cards, options, decks: new_state(cards, options, [DECK, DECK]),
    )

    at_once = as_ann.post("matches", opening({"kind": "me", "ready": True}, {"kind": "bot", "bot": "random"}))
    assert at_once.json()["status"] == "playing"

    waiting = as_ann.post("matches", opening({"kind": "me", "ready": True}, {"kind": "open"})).json()
    assert as_ben.post(f"{waiting['url']}/join").json()["status"] == "playing"


def test_an_unknown_ruleset_is_refused_with_those_that_there_are(as_ann: Api) -> None:
    refused = as_ann.post("matches", {"ruleset": "chess", "seats": [ME]})

    assert refused.status_code == 404 and refused.json()["code"] == "unknown_ruleset"
    assert "raid" in refused.json()["accepted"]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"seats": [{"kind": "me", "deck": {"cards": {"raider-1": 0}}}]}, "/seats/0/deck/cards/raider-1"),
        ({"seats": [{"kind": "ghost"}]}, "/seats/0/kind"),
        ({"visibility": "secret"}, "/visibility"),
        ({"clock": {"type": "fischer", "initial_seconds": 1, "increment_seconds": 0}}, "/clock/initial_seconds"),
        ({"colour": "red"}, "/colour"),
    ],
)
def test_a_malformed_opening_is_refused_with_its_place(as_ann: Api, change: dict[str, Any], pointer: str) -> None:
    refused = as_ann.post("matches", {**opening(ME, BOT), **change})

    assert refused.status_code == 400 and refused.json()["code"] == "malformed_request"
    assert refused.json()["errors"][0]["pointer"] == pointer
    assert refused.json()["errors"][0]["accepted"]


# Joining and leaving


def test_joining_is_refused_once_nothing_is_free(as_ann: Api, as_ben: Api, anyone: Api) -> None:
    made = as_ann.post("matches", opening({"kind": "me", "deck": STARTER}, {"kind": "open"})).json()
    cid = Api(Player.objects.create_user("cid"))

    assert anyone.post(f"{made['url']}/join", {"deck": STARTER}).status_code == 401
    assert as_ben.post(f"{made['url']}/join").json()["problems"][0]["code"] == "deck_missing"
    assert as_ben.post(f"{made['url']}/join", {"deck": STARTER}).status_code == 200
    assert as_ben.post(f"{made['url']}/join", {"deck": STARTER}).json()["code"] == "already_seated"
    assert cid.post(f"{made['url']}/join", {"deck": STARTER}).json()["code"] == "seat_taken"
    assert as_ann.post(f"{made['url']}/join", {"entropy": "x"}).json()["status"] == "playing"
    assert cid.post(f"{made['url']}/join", {"deck": STARTER}).json()["code"] == "match_started"


def test_a_seat_that_is_left_is_open_again(as_ann: Api, as_ben: Api) -> None:
    made = as_ann.post("matches", opening(ME, {"kind": "invited", "player": "ben"})).json()

    left = as_ben.post(f"{made['url']}/leave")

    assert left.status_code == 200
    assert left.json()["seats"][1]["kind"] == "open"
    assert as_ben.post(f"{made['url']}/leave").json()["code"] == "not_your_seat"


def test_a_lobby_is_closed_by_aborting_and_shows_nothing_afterwards(as_ann: Api, as_ben: Api) -> None:
    made = as_ann.post("matches", opening(ME, {"kind": "open"})).json()

    assert as_ben.post(f"{made['url']}/abort").json()["code"] == "not_your_seat"
    aborted = as_ann.post(f"{made['url']}/abort", {"note": "no time"}).json()

    assert (aborted["status"], aborted["outcome"]["reason"]) == ("over", "aborted")
    assert as_ben.get(made["url"]).json()["seats"][0]["deck"] is None
    assert as_ben.get(made["url"]).json()["server_seed"] is None
    assert as_ben.get(f"{made['url']}/events").json()["next"] is None
    assert as_ben.get(f"{made['url']}/view").json()["code"] == "match_over"
    assert as_ann.post(f"{made['url']}/abort").json()["code"] == "match_over"


@pytest.mark.parametrize("key", [{}, {"Idempotency_Key": "k"}])
def test_aborting_too_late_ends_the_match_by_its_clock(opened: Opened, as_ann: Api, key: dict[str, str]) -> None:
    match = opened(clock={"type": "per_decision", "seconds": 60})
    late = {"times": {"deadlines": {"0": 1000, "1": 2000}}, "deadline_at": "2020-01-01T00:00:00Z"}
    Match.objects.filter(pk=match["id"]).update(**late)

    refused = as_ann.post(f"{match['url']}/abort", {}, **key)

    assert (refused.status_code, refused.json()["code"]) == (409, "match_over")
    assert Match.objects.get(pk=match["id"]).end_reason == "timeout"


def test_a_match_that_has_begun_is_aborted_when_all_consent(opened: Opened, as_ann: Api, as_ben: Api) -> None:
    match = opened()["url"]

    first = as_ann.post(f"{match}/abort", {"note": "misclick"})
    seen = as_ben.get(match).json()
    second = as_ben.post(f"{match}/abort", {"note": "well then"})

    assert (first.status_code, first.json()["status"], first.json()["abort_consents"]) == (200, "playing", [0])
    assert seen["abort_consents"] == [0]
    assert (second.json()["status"], second.json()["abort_consents"]) == ("over", [0, 1])
    assert as_ann.get(f"{match}/events?after=0").json()["events"][0]["note"] == "well then"
    assert as_ann.post(f"{match}/abort").json()["code"] == "match_over"


# Visibility


def test_a_private_match_is_absent_for_outsiders(opened: Opened, as_ann: Api, as_ben: Api, anyone: Api) -> None:
    match = opened(visibility="private")["url"]
    cid = Api(Player.objects.create_user("cid"))

    for path in ("", "/view", "/events", "/stream", "/legal-actions"):
        assert as_ben.get(match + path).status_code == 200
        assert cid.get(match + path).status_code == 404
        assert anyone.get(match + path).status_code in (401, 404)
    lobby = as_ann.post("matches", opening(ME, {"kind": "open"}, visibility="private")).json()["url"]
    move = {"version": 0, "action": {"type": "keep", "keep": True}}
    for url in (match, lobby):
        for path, body in (("join", {}), ("leave", {}), ("abort", {}), ("resign", {}), ("actions", move)):
            refused = cid.post(f"{url}/{path}", body)
            assert (refused.status_code, refused.json()["code"]) == (404, "not_found"), path
        assert cid.get(f"{url}/auto-passes").status_code == 404
        assert cid.send("PUT", f"{url}/auto-passes", {"auto_passes": []}).status_code == 404
    assert cid.get("matches").json()["results"] == []
    assert len(as_ben.get("matches").json()["results"]) == 1


def test_a_deck_is_its_own_seats_alone_until_the_match_is_over(
    opened: Opened, as_ann: Api, as_ben: Api, anyone: Api
) -> None:
    match = opened()["url"]

    def decks(api: Api) -> list[bool]:
        return [seat["deck"] is not None for seat in api.get(match).json()["seats"]]

    def logged(api: Api) -> list[bool]:
        return ["deck" in seat for seat in api.get(f"{match}/events").json()["events"][0]["seats"]]

    assert (decks(as_ann), decks(as_ben), decks(anyone)) == ([True, False], [False, True], [False, False])
    assert (logged(as_ann), logged(as_ben), logged(anyone)) == ([True, False], [False, True], [False, False])

    as_ben.post(f"{match}/resign")

    assert decks(anyone) == logged(anyone) == [True, True]


def test_seeds_and_salts_are_told_only_when_it_is_over(opened: Opened, as_ann: Api, anyone: Api) -> None:
    match = opened()["url"]
    living = anyone.get(f"{match}/events").json()["events"][0]
    assert anyone.get(match).json()["server_seed"] is None
    assert {"salt", "state_hash"}.isdisjoint(living) and {"hash", "prev_hash"} <= set(living)

    as_ann.post(f"{match}/resign")

    over = anyone.get(f"{match}/events").json()["events"][0]
    assert {"salt", "state_hash"} <= set(over)
    assert over["hash"] == living["hash"]
    assert anyone.get(f"{match}/events?as=public").json()["events"][0] == living


@pytest.mark.parametrize(
    ("as_", "living", "over"),
    [("public", 200, 200), ("seat", 200, 200), ("0", 200, 200), ("1", 409, 200), ("audit", 409, 200), ("7", 404, 404)],
)
def test_through_whose_eyes_a_player_may_look(
    opened: Opened, as_ann: Api, as_ben: Api, as_: str, living: int, over: int
) -> None:
    match = opened()["url"]

    assert as_ann.get(f"{match}/view?as={as_}").status_code == living
    assert as_ann.get(f"{match}/events?as={as_}").status_code == living
    as_ben.post(f"{match}/resign")
    assert as_ann.get(f"{match}/view?as={as_}").status_code == over
    assert as_ann.get(f"{match}/events?as={as_}").status_code == over


def test_an_audit_of_a_running_match_is_put_on_record(opened: Opened, as_ann: Api, as_ben: Api, anyone: Api) -> None:
    match = opened()["url"]
    permission = Permission.objects.get(codename="audit_live")
    eve = Player.objects.create_user("eve")
    as_eve = Api(eve)
    assert as_eve.get(f"{match}/view?as=audit").json()["code"] == "match_not_over"
    eve.user_permissions.add(permission)

    audit = as_eve.get(f"{match}/view?as=audit&reason=a+complaint").json()
    as_eve.get(f"{match}/events?as=audit&reason=a+complaint")

    assert audit["game"]["seats"][0]["hand"]["cards"] is not None
    reads = list(AuditRead.objects.values_list("reader__username", "seq", "reason"))
    assert reads == [("eve", 0, "a complaint"), ("eve", 0, "a complaint")]
    assert as_ann.get(match).json()["audit_reads"] is None
    as_ben.post(f"{match}/resign")
    assert [read["reader"] for read in anyone.get(match).json()["audit_reads"]] == ["eve", "eve"]
    as_eve.get(f"{match}/view?as=audit")
    assert AuditRead.objects.count() == 2


@pytest.mark.parametrize(
    "path", ["view", "events", "events?wait=30&after=0", "replay/transcript", "export", "replay/view"]
)
@pytest.mark.parametrize("reason", ["", "&reason=", "&reason=+%E3%80%80", f"&reason={'x' * 401}"])
def test_nobody_audits_without_a_reason(opened: Opened, path: str, reason: str) -> None:
    match = opened()["url"]
    eve = Player.objects.create_user("eve")
    eve.user_permissions.add(Permission.objects.get(codename="audit_live"))

    refused = Api(eve).get(f"{match}/{path}{'&' if '?' in path else '?'}as=audit{reason}")

    assert refused.status_code == 400 and refused.json()["errors"][0]["parameter"] == "reason"
    assert "hand" not in refused.content.decode() and AuditRead.objects.count() == 0


def test_who_plays_may_not_audit(opened: Opened, as_ann: Api, ann: Player) -> None:
    match = opened()["url"]
    ann.user_permissions.add(Permission.objects.get(codename="audit_live"))

    assert as_ann.get(f"{match}/view?as=audit").json()["code"] == "not_allowed"
    assert AuditRead.objects.count() == 0


# Reading


def test_legal_actions_say_what_they_mean_where_the_ruleset_has_words(
    opened: Opened, as_ann: Api, change_raid: Any
) -> None:
    words = {"actions": {"keep": {"ja": "残す：{keep}", "en": "Keep: {keep}"}}, "prompts": {}}
    change_raid(words=words)
    match = opened()["url"]

    legal = as_ann.get(f"{match}/legal-actions?include=texts").json()

    assert legal == {
        "version": 0,
        "seat": 0,
        "prompt": {"kind": "mulligan", "seat": 0},
        "prompt_texts": None,
        "legal_actions": [
            {"action": {"type": "keep", "keep": True}, "texts": {"ja": "残す：はい", "en": "Keep: yes"}, "rule": None},
            {
                "action": {"type": "keep", "keep": False},
                "texts": {"ja": "残す：いいえ", "en": "Keep: no"},
                "rule": None,
            },
        ],
    }


@pytest.mark.parametrize(
    "clock",
    [
        None,
        {"type": "per_decision", "seconds": 60},
        {"type": "fischer", "initial_seconds": 60, "increment_seconds": 5},
        {"type": "correspondence", "days": 3},
    ],
)
def test_who_starts_a_match_is_told_what_can_be_read_of_it(
    opened: Opened, as_ben: Api, as_ann: Api, clock: Any
) -> None:
    joined = opened(clock=clock)
    seats = [{"kind": "me", "deck": STARTER, "ready": True}, {"kind": "bot", "bot": "random", "deck": STARTER}]
    at_once = as_ann.post("matches", {"ruleset": "raid", "seats": seats, "clock": clock}).json()

    assert joined["status"] == at_once["status"] == "playing"
    assert without_countdown(joined) == without_countdown(as_ben.get(joined["url"]).json())
    assert without_countdown(at_once) == without_countdown(as_ann.get(at_once["url"]).json())


def without_countdown(match: dict[str, Any]) -> dict[str, Any]:
    """The match without the remaining time, which is less at each reading."""
    return {**match, "to_act": [seat["seat"] for seat in match["to_act"]]}


def test_who_has_to_act_is_listed_with_what_his_clock_leaves_him(opened: Opened, anyone: Api) -> None:
    match = opened(clock={"type": "per_decision", "seconds": 60})

    first, second = (anyone.get(match["url"]).json() for _ in range(2))

    seats = [seat["seat"] for seat in first["seats"] if seat["is_to_act"]]
    assert [seat["seat"] for seat in first["to_act"]] == seats
    for earlier, later in zip(first["to_act"], second["to_act"], strict=True):
        assert 0 < later["remaining_ms"] <= earlier["remaining_ms"] <= 60_000


def test_who_has_to_act_without_a_clock_has_no_end_of_time(opened: Opened, anyone: Api) -> None:
    match = anyone.get(opened()["url"]).json()

    assert match["to_act"] and all(seat["remaining_ms"] is None for seat in match["to_act"])


def test_the_budget_of_whose_clock_ran_out_is_shown_as_spent(opened: Opened, anyone: Api) -> None:
    match = opened(clock={"type": "fischer", "initial_seconds": 60, "increment_seconds": 5})
    late = Match.objects.get(pk=match["id"])
    late.times["deadlines"] = {"0": 1000}
    Match.objects.filter(pk=late.pk).update(times=late.times, deadline_at="2020-01-01T00:00:00Z")

    over = anyone.get(match["url"]).json()

    assert over["outcome"]["reason"] == "timeout"
    assert over["clocks"] == [
        {"seat": 0, "remaining_ms": 0, "deadline": None},
        {"seat": 1, "remaining_ms": 60_000, "deadline": None},
    ]


def test_a_clock_that_has_run_out_is_enforced_by_the_next_reader(opened: Opened, anyone: Api) -> None:
    match = opened(clock={"type": "per_decision", "seconds": 60})
    assert match["deadline"] is not None and match["clocks"][0]["deadline"] == match["deadline"]
    late = Match.objects.get(pk=match["id"])
    late.times["deadlines"] = {"0": 1000, "1": 2000}
    Match.objects.filter(pk=match["id"]).update(times=late.times, deadline_at="2020-01-01T00:00:00Z")

    read = anyone.get(match["url"]).json()

    assert (read["status"], read["outcome"]["reason"], read["outcome"]["winners"]) == ("over", "timeout", [1])
    assert read["deadline"] is None


def test_the_list_is_filtered(opened: Opened, as_ann: Api, as_ben: Api, anyone: Api) -> None:
    playing = opened()["id"]
    lobby = as_ann.post("matches", opening(ME, {"kind": "open"})).json()["id"]
    over = opened()
    as_ben.post(f"{over['url']}/resign")
    cid = Api(Player.objects.create_user("cid"))

    def ids(api: Api, query: str) -> list[str]:
        return [match["id"] for match in api.get(f"matches?{query}").json()["results"]]

    assert ids(anyone, "") == [over["id"], lobby, playing]
    assert ids(anyone, "status=lobby") == [lobby]
    assert ids(anyone, "ruleset=invictus") == []
    assert ids(anyone, "player=ben") == [over["id"], playing]
    assert ids(cid, "mine=true") == []
    assert ids(as_ann, "mine=true") == [over["id"], lobby, playing]
    assert ids(as_ben, "my_turn=true") == [playing]
    assert ids(cid, "my_turn=true") == []
    assert anyone.get("matches?mine=true").status_code == 401


def test_a_seat_that_has_chosen_is_not_asked_any_more(opened: Opened, as_ann: Api, as_ben: Api) -> None:
    match = opened()
    as_ann.post(f"{match['url']}/actions", {"version": 0, "action": {"type": "keep", "keep": True}})

    assert as_ann.get("matches?my_turn=true").json()["results"] == []
    assert len(as_ben.get("matches?my_turn=true").json()["results"]) == 1


def test_the_list_is_paged_by_a_cursor(as_ann: Api, anyone: Api) -> None:
    made = [as_ann.post("matches", opening(ME, {"kind": "open"})).json()["id"] for _ in range(5)]

    seen, path = [], "matches?limit=2"
    while path:
        page = anyone.get(path).json()
        seen.append([match["id"] for match in page["results"]])
        path = page["next"]

    assert seen == [[made[4], made[3]], [made[2], made[1]], [made[0]]]
    assert anyone.get("matches?cursor=abc").json()["errors"][0]["parameter"] == "cursor"


@pytest.mark.parametrize(
    "path",
    ["matches?colour=red", "matches?limit=0", "matches?limit=two", "matches?status=lost", "rulesets?x=1", "me?x=1"],
)
def test_a_query_that_is_not_understood_is_refused(as_ann: Api, path: str) -> None:
    refused = as_ann.get(path)

    assert refused.status_code == 400
    assert refused.json()["errors"][0]["parameter"] in path


def test_a_list_costs_the_same_queries_however_long_it_is(duel: Any, as_ann: Api) -> None:
    play_out(duel())
    as_ann.get("matches")

    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert as_ann.get("matches").status_code == 200
        return len(queries)

    one = count()
    play_out(duel())
    duel()
    assert count() == one == 5
