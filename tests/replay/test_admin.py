"""Matches in the admin: permissions, the contents of pages, and what is recorded."""

import logging
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import transaction
from django.test import Client
from django.urls import reverse

from common.named_rows import row_link
from common.text.errors import ServiceError
from common.text.templates import templates
from matches.log import sql, transactions
from matches.log.models import Event
from matches.models import AuditRead, BotSetting, Match, Scorecard, Seat
from matches.notifications import wake
from matches.pages.drawing import named_seat
from matches.services.ending import abort_match
from matches.services.lobby import open_match
from matches.services.scoring import score
from matches.services.seat_plans import SeatPlan, enabled_bots
from players.models import Player
from replay.models import Verification
from replay.verdicts import verify
from tests.levels import Sample
from tests.matches.api.conftest import Api
from tests.matches.conftest import DECK, move, play_out

pytestmark = pytest.mark.django_db

PEOPLE: dict[str, list[str] | None] = {
    "player": None,
    "staff": [],
    "viewer": ["view_match"],
    "auditor": ["view_match", "audit_live"],
    "arbiter": ["view_match", "abort_match"],
    "bot keeper": ["view_match", "view_botsetting", "change_botsetting"],
}


@pytest.fixture
def signed_in(published: None) -> Callable[[str], Client]:
    def sign_in(who: str) -> Client:
        client = Client()
        if who == "nobody":
            return client
        permissions = PEOPLE.get(who)
        user = Player.objects.create_user(
            who.replace(" ", "-"), is_staff=who != "player", is_superuser=who == "superuser"
        )
        user.user_permissions.set(Permission.objects.filter(codename__in=permissions or []))
        client.force_login(user)
        return client

    return sign_in


@pytest.fixture
def live(duel: Callable[..., Match]) -> Match:
    match = duel()
    rng = random.Random(1)
    for _ in range(6):
        move(match, rng)
    match.refresh_from_db()
    return match


@pytest.fixture
def played(duel: Callable[..., Match]) -> Match:
    return play_out(duel(), 5)


def at(match: Match, what: str) -> str:
    return f"/admin/matches/match/{match.pk}/{what}/"


REASON = {"reason": "a complaint"}
LOOKS = ["change", "log", "look", "verify"]
WHO_MAY = {
    # name: (method, path, body, groups that get 200 or a redirect to the match)
    "list": ("get", "/admin/matches/match/", {}, {"viewer", "auditor", "arbiter", "bot keeper", "superuser"}),
    **{what: ("get", what, {}, {"viewer", "auditor", "arbiter", "bot keeper", "superuser"}) for what in LOOKS},
    "audit the log": ("post", "log", REASON, {"auditor", "superuser"}),
    "audit the view": ("post", "look", {**REASON, "as": "audit"}, {"auditor", "superuser"}),
    "audit a seat": ("post", "look", {**REASON, "as": "1"}, {"auditor", "superuser"}),
    "audit without a reason": ("post", "look", {"as": "audit", "reason": " "}, set()),
    "abort": ("post", "abort", REASON, {"arbiter", "superuser"}),
    "requeue": ("post", "requeue", {}, {"bot keeper", "superuser"}),
    "bots": ("get", "/admin/matches/botsetting/", {}, {"bot keeper", "superuser"}),
    "delete": ("post", "delete", {"post": "yes"}, set()),
}
EVERYBODY = ["nobody", *PEOPLE, "superuser"]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("what", WHO_MAY)
@pytest.mark.parametrize("who", EVERYBODY)
def test_who_may_do_what_with_a_live_match(signed_in: Any, live: Match, who: str, what: str) -> None:
    method, path, sent, allowed = WHO_MAY[what]

    answer = getattr(signed_in(who), method)(path if path.startswith("/") else at(live, path), sent)

    if who in ("nobody", "player"):
        assert answer.status_code == 302 and "/admin/login/" in answer["Location"]
    elif who in allowed:
        assert answer.status_code in (200, 302) and "login" not in answer.get("Location", "")
    else:
        assert answer.status_code == 403
    assert AuditRead.objects.count() == (what.startswith("audit") and who in allowed)
    live.refresh_from_db()
    assert (live.status == Match.Status.OVER) == (what == "abort" and who in allowed)


def hand_of(match: Match, seat: int) -> set[str]:
    table = sql.load_match(match.pk).position.table
    return set(table.state.hands[seat])


def zone_words(page: str) -> str:
    return page.partition("On the table")[2]


def test_a_live_match_shows_the_public_view_alone_until_it_is_audited(signed_in: Any, live: Match) -> None:
    auditor = signed_in("auditor")

    before = auditor.get(at(live, "look"), {"as": "audit"}).content.decode()
    after = auditor.post(at(live, "look"), {"as": "audit", **REASON}).content.decode()

    assert hand_of(live, 0)
    assert all(f"hand:0:{card}" not in zone_words(before) for card in hand_of(live, 0))
    assert all(f"hand:0:{card}" in zone_words(after) for card in hand_of(live, 0))
    read = AuditRead.objects.get()
    assert (read.reader_name, read.seq, read.what, read.reason) == (
        "auditor",
        live.version,
        "view of audit",
        "a complaint",
    )


def test_the_log_of_a_live_match_is_the_publics_until_it_is_audited(signed_in: Any, live: Match) -> None:
    auditor = signed_in("auditor")

    assert "You see everything" not in auditor.get(at(live, "log")).content.decode()
    assert "You see everything" in auditor.post(at(live, "log"), REASON).content.decode()


def test_an_auditor_cannot_audit_the_match_he_sits_in(duel: Callable[..., Match], ann: Player) -> None:
    match = duel()
    ann.is_staff = ann.is_superuser = True
    ann.save()
    client = Client()
    client.force_login(ann)

    assert client.post(at(match, "look"), {"as": "audit", **REASON}).status_code == 403
    assert "Show (recorded)" not in client.get(at(match, "look")).content.decode()


def test_the_players_can_read_who_audited_when_it_is_over(signed_in: Any, live: Match, as_ann: Any) -> None:
    signed_in("auditor").post(at(live, "log"), REASON)
    assert as_ann.get(f"matches/{live.pk}").json()["audit_reads"] is None

    play_out(live)

    reader = Player.objects.get(username="auditor")
    reader.delete()  # The record still has the reader's name.
    (read,) = as_ann.get(f"matches/{live.pk}").json()["audit_reads"]
    assert (read["reader"], read["what"], read["reason"]) == ("auditor", "log", "a complaint")


def test_what_was_read_is_told_wherever_it_was_read(signed_in: Any, live: Match) -> None:
    signed_in("auditor")
    as_auditor = Api(Player.objects.get(username="auditor"))
    for address in ("view", "events", "replay/view", "replay/transcript", "export"):
        assert as_auditor.get(f"matches/{live.pk}/{address}?as=audit&reason=check").status_code == 200

    page = signed_in("superuser").get(reverse("admin:matches_auditread_changelist")).content.decode()

    told = re.findall(r'class="field-what_was_read">([^<]*)<', page)
    assert told == [
        *("the log", "the log", "the whole position"),
        *("the log", "the whole position"),
    ]


def test_a_page_of_a_match_says_who_sits_where_and_who_acted(signed_in: Any, played: Match) -> None:
    client = signed_in("viewer")
    seats, names = played.seats.order_by("index"), [named_seat(0, "ann"), named_seat(1, "ben")]  # The names on boards.

    for page in ("log", "look", "verify"):
        holders = client.get(at(played, page)).context["holders"]
        assert holders == [row_link(seat.player, name) for seat, name in zip(seats, names, strict=True)]
    seat = Event.objects.get(match=played, seq=3).seat
    assert ("ann", "ben")[seat] in client.get(at(played, "look"), {"at": 3}).context["line"]["what"]


def test_the_next_page_of_an_audit_need_not_be_reasoned_anew(signed_in: Any, live: Match) -> None:
    page = signed_in("auditor").post(at(live, "look"), {"as": "1", "at": 2, **REASON}).content.decode()

    assert "a complaint</textarea>" in page and '<option value="1" selected>' in page


@pytest.mark.parametrize("viewer", ["0", "1", "public", "audit"])
def test_a_finished_match_is_looked_at_through_any_eyes_at_any_seq(signed_in: Any, played: Match, viewer: str) -> None:
    client = signed_in("viewer")

    for seq in (0, 3, played.version):
        page = client.get(at(played, "look"), {"at": seq, "as": viewer}).content.decode()
        assert f"Event {seq}" in page and f'<option value="{viewer}" selected>' in page
    assert AuditRead.objects.count() == 0


@pytest.mark.parametrize("query", [{"at": "x"}, {"at": "-5"}, {"at": "99999"}, {"as": "king"}, {"at": "", "as": "9"}])
def test_nonsense_in_the_address_shows_something_sensible(signed_in: Any, played: Match, query: Any) -> None:
    assert signed_in("viewer").get(at(played, "look"), query).status_code == 200


def test_verify_says_sound_or_names_event_and_field(signed_in: Any, played: Match) -> None:
    client = signed_in("viewer")
    assert "The match is verified." in client.get(at(played, "verify")).content.decode()
    row = Event.objects.get(match=played, seq=4)
    with transactions.lifted_triggers():
        Event.objects.filter(pk=row.pk).update(hash=b"\0" * 32)

    page = client.get(at(played, "verify")).content.decode()

    assert "failed verification" in page and "<td>4</td><td><code>hash</code></td>" in page


@pytest.mark.parametrize("page", ["log", "look"])
def test_a_log_that_cannot_be_shown_leads_to_where_it_is_damaged(
    signed_in: Any, played: Match, page: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "replay.admin")
    with transactions.lifted_triggers():
        Event.objects.filter(match=played, seq=4).update(body=b'{"not json')

    shown = signed_in("viewer").get(at(played, page), {"at": 4}, follow=True).content.decode()

    assert "The log is damaged and can&#x27;t be shown." in shown and "failed verification" in shown


def test_verifying_a_live_match_tells_no_values(signed_in: Any, live: Match) -> None:
    row = Event.objects.get(match=live, seq=2)
    with transactions.lifted_triggers():
        Event.objects.filter(pk=row.pk).update(body=bytes(row.body).replace(b'"salt":"', b'"salt":"0'))

    page = signed_in("superuser").get(at(live, "verify")).content.decode()

    assert "<td>2</td>" in page and "Differences are shown once the match's hidden information is public." in page
    assert "the seed gives" not in page


@pytest.mark.parametrize("page", ["log", "look"])
def test_an_aborted_match_shows_operators_what_the_public_saw(signed_in: Any, live: Match, page: str) -> None:
    abort_match(match_id=live.pk, player=None, note="fire")
    score(live.pk)
    client = signed_in("viewer")

    shown = client.get(at(live, page), {"at": 3, "as": "audit"}).content.decode()

    assert (
        "Hidden information is not public yet. You see what spectators see." in shown
        and '<select name="as">' not in shown
    )
    assert client.post(at(live, page), {"as": "audit", "reason": "curious"}).status_code == 403
    assert AuditRead.objects.count() == 0
    auditor = signed_in("auditor")
    assert auditor.post(at(live, page), {"as": "audit", "reason": "a complaint"}).status_code == 200
    assert AuditRead.objects.get(match=live).reason == "a complaint"


def test_the_scorecard_of_an_aborted_match_is_on_no_page(signed_in: Any, live: Match, played: Match) -> None:
    abort_match(match_id=live.pk, player=None, note="fire")
    for match in (live, played):
        score(match.pk)
        Scorecard.objects.filter(match=match).update(body={"scores": {"told_by_the_tally": 1}})
    client = signed_in("viewer")

    pages = [client.get(reverse("admin:matches_match_change", args=[match.pk])) for match in (live, played)]

    for shown in ("tally", "Final score"):
        assert [shown in page.content.decode() for page in pages] == [False, True]


def test_filters_find_by_ruleset_player_status_and_reason(signed_in: Any, live: Match, played: Match) -> None:
    client = signed_in("viewer")

    def listed(**query: str) -> set[str]:
        page = client.get("/admin/matches/match/", query).content.decode()
        return {str(match.pk) for match in (live, played) if f"match/{match.pk}/change" in page}

    everything = {str(live.pk), str(played.pk)}
    assert listed() == listed(player="ann") == listed(ruleset="raid") == everything
    assert listed(player="greedy") == listed(ruleset="chess") == set()
    assert listed(status__exact="over") == listed(end_reason=played.end_reason) == {str(played.pk)}
    assert listed(q=str(live.pk)) == {str(live.pk)}


def test_aborting_needs_a_reason_and_keeps_it_in_the_log(signed_in: Any, live: Match) -> None:
    client = signed_in("arbiter")

    assert client.post(at(live, "abort"), {"reason": ""}).status_code == 200
    client.post(at(live, "abort"), {"reason": "規則の誤り"})
    again = client.post(at(live, "abort"), {"reason": "twice"}, follow=True)

    last = sql.events(live.pk)[-1].content
    assert (last["type"], last["note"]) == ("match_aborted", "規則の誤り")
    assert "The match is over." in again.content.decode()


# Bots


def test_every_house_bot_is_listed_and_can_be_disabled_and_enabled(signed_in: Any) -> None:
    client = signed_in("bot keeper")
    page = client.get("/admin/matches/botsetting/").content.decode()
    assert all(bot in page for bot in enabled_bots())

    client.post("/admin/matches/botsetting/", {"action": "disable", "_selected_action": ["greedy"]})
    bots = [SeatPlan(kind="bot", bot=name, deck=DECK) for name in ("greedy", "random")]
    with pytest.raises(ServiceError) as refused:
        open_match(ruleset="raid", options={}, seats=bots)

    (problem,) = refused.value.params["problems"]
    assert (problem["code"], problem["seat"]) == ("bot_disabled", 0)
    assert problem["texts"]["en"] == templates("problems")["bot_disabled"]["en"].format(seat=0, bot="greedy")
    client.post("/admin/matches/botsetting/", {"action": "enable", "_selected_action": ["greedy"]})
    assert "greedy" in enabled_bots()
    open_match(ruleset="raid", options={}, seats=bots)


def test_a_disabled_bot_is_not_offered(anyone: Any, published: None) -> None:
    BotSetting.objects.create(bot="random", is_enabled=False)

    assert "random" not in [bot["name"] for bot in anyone.get("bots").json()["results"]]


def test_the_last_errors_of_a_bot_are_shown(signed_in: Any, played: Match) -> None:
    Seat.objects.filter(match=played, index=1).update(bot="greedy", fault="Traceback …\nKeyError: 'x'")
    client = signed_in("bot keeper")
    client.get("/admin/matches/botsetting/")

    page = client.get("/admin/matches/botsetting/greedy/change/").content.decode()

    assert "KeyError" in page and str(played.pk) in page


def test_a_bots_turn_can_be_queued_again(signed_in: Any, monkeypatch: pytest.MonkeyPatch, ann: Player) -> None:
    woken = []
    monkeypatch.setattr(wake, "wake", lambda task, match_id, **options: woken.append((task, match_id)))
    seats = [
        SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True),
        SeatPlan(kind="bot", bot="random", deck=DECK),
    ]
    match = open_match(ruleset="raid", options={}, seats=seats)
    assert match.bot_to_act

    page = signed_in("bot keeper").post(at(match, "requeue"), follow=True).content.decode()

    assert woken == [(wake.PLAY_BOTS, match.pk)]
    assert "queued again" in page


# Both languages


@pytest.mark.parametrize(
    ("path", "english", "japanese"),
    [
        ("log", "Effects", "効果"),
        ("look", "On the table", "盤面"),
        ("verify", "The match is verified.", "検証に成功しました"),
        ("change", "Verify and replay", "検証・再計算"),
    ],
)
def test_the_pages_speak_both_languages(signed_in: Any, played: Match, path: str, english: str, japanese: str) -> None:
    client = signed_in("viewer")

    assert english in client.get(at(played, path), headers={"Accept-Language": "en"}).content.decode()
    assert japanese in client.get(at(played, path), headers={"Accept-Language": "ja"}).content.decode()


# Verification

DAMAGES: dict[str, dict[str, Any]] = {
    "unknown version of the rules": {"ruleset_version": 9},
    "unknown rules": {"ruleset": "chess"},
    "options of another kind": {"options": "x"},
    "options in a list": {"options": [1]},
    "bogus clock": {"clock": {"type": "bogus"}},
    "clock in a list": {"clock": [1]},
    "times of another kind": {"times": 3},
    "asked of another kind": {"to_act": 3},
    "outcome in a list": {"outcome": [1]},
    "outcome without winners": {"outcome": {"reason": "goal"}},
    "unknown end reason": {"end_reason": "nonsense"},
    "before the start": {"version": -1},
    "waiting for players": {"status": "lobby"},
    "no card set": {"card_set": 10_000},
    "no snapshot": {"snapshot": None},
    "another seed": {"sealed_seed": b"\x00" * 92},
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", ["played", "live"])
def test_no_damage_of_the_row_breaks_a_page_and_each_says_so(
    request: pytest.FixtureRequest, signed_in: Any, kind: str, sample: Sample
) -> None:
    match, client = request.getfixturevalue(kind), signed_in("superuser")
    broken = []
    for damage, columns in sample(DAMAGES.items(), 6):
        with transaction.atomic():
            Match.objects.filter(pk=match.pk).update(**columns)
            for page in (*LOOKS, "abort"):
                answer = client.get(at(match, page), follow=True)
                if answer.status_code != 200 or (
                    page != "abort" and "failed verification" not in answer.content.decode()
                ):
                    broken.append((damage, page, answer.status_code))
            if str(match.pk) not in client.get("/admin/matches/match/").content.decode():
                broken.append((damage, "list", 200))
            transaction.set_rollback(True)

    assert broken == []


def test_a_match_that_cannot_be_aborted_leads_to_what_is_wrong(signed_in: Any, live: Match) -> None:
    Match.objects.filter(pk=live.pk).update(ruleset_version=9)

    answer = signed_in("arbiter").post(at(live, "abort"), REASON, follow=True)

    assert answer.status_code == 200 and "The match failed verification" in answer.content.decode()


def test_every_page_says_when_the_match_was_verified(signed_in: Any, played: Match) -> None:
    viewer = signed_in("viewer")

    for page in ("change", "log", "look"):
        assert "verified " in viewer.get(at(played, page)).content.decode()
    first = Verification.objects.get(match=played)
    viewer.get(at(played, "log"))

    assert first.is_sound and first.sound_at == first.verified_at
    assert Verification.objects.get(match=played).verified_at == first.verified_at  # Nothing has changed since.


def test_a_log_that_is_damaged_after_it_was_verified_says_so_at_once(signed_in: Any, played: Match) -> None:
    viewer = signed_in("viewer")
    viewer.get(at(played, "verify"))
    with transactions.lifted_triggers():
        Event.objects.filter(match=played, seq=3).update(hash=b"\0" * 32)

    for page in ("change", "log", "look"):
        text = viewer.get(at(played, page)).content.decode()
        assert "failed verification" in text and "last verified" in text
    assert Verification.objects.get(match=played).findings == [[3, "hash", "chain"]]


def test_a_verdict_keeps_places_and_no_values(live: Match) -> None:
    Match.objects.filter(pk=live.pk).update(end_reason="secret", options={"goal": 99})

    _, verdict = verify(live.pk)

    assert verdict.findings == [[None, "options", "row"], [None, "end_reason", "row"]]


def test_the_list_finds_matches_by_what_the_last_audit_said(signed_in: Any, duel: Callable[..., Match]) -> None:
    sound, damaged, unseen = (play_out(duel(), seed) for seed in (5, 6, 7))
    verify(sound.pk)
    Match.objects.filter(pk=damaged.pk).update(end_reason="another")
    verify(damaged.pk)
    viewer = signed_in("viewer")

    def found(proof: str) -> set[str]:
        page = viewer.get("/admin/matches/match/", {"proof": proof}).content.decode()
        return {str(match.pk) for match in (sound, damaged, unseen) if f"/match/{match.pk}/change/" in page}

    assert found("sound") == {str(sound.pk)}
    assert found("unsound") == {str(damaged.pk)}
    assert found("none") == {str(unseen.pk)}
    assert found("partly") == set()


def test_chosen_matches_are_verified_at_once(signed_in: Any, duel: Callable[..., Match]) -> None:
    sound, damaged = (play_out(duel(), seed) for seed in (5, 6))
    Match.objects.filter(pk=damaged.pk).update(end_reason="another")
    chosen = {"action": "verify_chosen", "_selected_action": [str(sound.pk), str(damaged.pk)]}

    page = signed_in("viewer").post("/admin/matches/match/", chosen, follow=True).content.decode()

    assert "1 match was verified without findings." in page and f"{damaged} failed verification." in page
    assert dict(Verification.objects.values_list("match", "is_sound")) == {sound.pk: True, damaged.pk: False}


def test_chosen_matches_that_no_time_is_left_for_are_said(
    signed_in: Any, duel: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("replay.admin.verification.ACTION_SECONDS", -1.0)
    match = duel()

    chosen = {"action": "verify_chosen", "_selected_action": [str(match.pk)]}
    page = signed_in("viewer").post("/admin/matches/match/", chosen, follow=True).content.decode()

    assert "Not all matches were verified" in page
    assert not Verification.objects.exists()


def test_what_could_not_be_compared_is_said_beside_the_verdict(
    signed_in: Any, played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.log.snapshots._layout", lambda rules: "raid/1/another")
    viewer = signed_in("viewer")

    page = viewer.get(at(played, "verify")).content.decode()

    assert "The match is verified." in page and "Not compared:" in page and "snapshot" in page
    assert "not compared: snapshot" in viewer.get(at(played, "log")).content.decode()
