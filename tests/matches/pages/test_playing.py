"""The match page for players, opening a match, and signing up: contents, permissions and refusals."""

import random
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from common.http.limits import buckets
from decks.models import Deck
from matches.log.sql import load_match
from matches.models import Match
from matches.pages import playing
from matches.pages.choices import choices_of
from matches.pages.drawing import draw_board
from matches.pages.position import changes_of, speech_of
from matches.services.blocks import block_player
from matches.services.ending import resign
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from matches.workers.bot_runner import play_bots
from players import presence
from players.models import Player
from players.presence import note_seen
from replay.timeline import view_at
from rules.engine import seats_to_act, view
from rules.registry import shipped_ruleset, slugs
from tests.benchmarks.database import some_setup
from tests.matches.conftest import move, play_out

pytestmark = pytest.mark.django_db

Duel = Callable[..., Match]
PASSWORD = "a quiet rook 7"


@pytest.fixture
def of_ann(client: Client, ann: Player) -> Client:
    client.force_login(ann)
    return client


def at(name: str, match: Match) -> str:
    return reverse(name, args=[match.pk])


def body(answer: Any) -> str:
    return str(answer.content.decode())


def first_move(shown: str) -> dict[str, str]:
    """The first choice on a match page, as its form sends it."""
    fields = dict(re.findall(r'name="(version|key)" value="([^"]*)"', shown))
    action = re.search(r'name="action" value="([^"]*)"', shown)
    assert action is not None
    return {**fields, "action": unescape(action[1])}


def test_a_choice_is_taken_without_script_and_a_second_click_is_the_same(duel: Duel, of_ann: Client) -> None:
    match = duel()
    sent = first_move(body(of_ann.get(at("play", match))))

    answers = [of_ann.post(at("play", match), sent) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert load_match(match.pk).version == 1
    assert "errorlist" not in body(of_ann.get(at("play", match)))


@pytest.mark.parametrize(
    "change",
    [{"action": "{}"}, {"action": "\0"}, {"version": "-1"}, {"version": "99"}, {"action": "x" * 5000}, {"key": ""}],
)
def test_what_is_no_choice_changes_nothing_and_says_so(duel: Duel, of_ann: Client, change: dict[str, str]) -> None:
    match = duel()
    sent = first_move(body(of_ann.get(at("play", match)))) | change

    answer = of_ann.post(at("play", match), sent, headers={"X-Fragment": "table"})

    assert "errorlist" in body(answer) and load_match(match.pk).version == 0


def test_a_choice_after_the_end_shows_the_end_and_is_no_mistake(duel: Duel, of_ann: Client, ben: Player) -> None:
    match = duel()
    sent = first_move(body(of_ann.get(at("play", match))))
    resign(match_id=match.pk, player_id=ben.pk)

    shown = body(of_ann.post(at("play", match), sent, headers={"X-Fragment": "table"}))

    assert "You won." in shown and "errorlist" not in shown


@pytest.mark.parametrize("name", ["play", "play-table"])
def test_a_table_is_for_who_sits_at_it(duel: Duel, name: str) -> None:
    match, stranger = duel(), Client()
    stranger.force_login(Player.objects.create_user("cal"))

    assert stranger.get(at(name, match)).status_code == 404
    assert Client().get(at(name, match)).status_code == 302


@pytest.mark.parametrize("name", ["play", "play-pass", "play-resign", "play-again", "play-back"])
def test_nothing_is_done_without_the_token_of_the_form(duel: Duel, ann: Player, name: str) -> None:
    match, careful = duel(), Client(enforce_csrf_checks=True)
    careful.force_login(ann)

    assert careful.post(at(name, match), {}).status_code == 403


def test_a_table_shows_ones_own_hand_alone(duel: Duel, of_ann: Client) -> None:
    match = duel()
    mine, others = (set(hand) for hand in load_match(match.pk).position.table.state.hands)

    shown = set(re.findall(r"raider-\d", body(of_ann.get(at("play-table", match)))))

    assert mine <= shown and not (others - mine) & shown


def test_the_tables_in_between_are_as_the_seat_saw_them(duel: Duel, of_ann: Client) -> None:
    match = duel()
    for _ in range(4):
        move(match, random.Random(1))
    version = load_match(match.pk).version

    shown = body(of_ann.get(at("play-table", match), {"after": 0}))
    frames = re.findall(r'<template data-frame="(\d+)">(.*?)</template>', shown, re.DOTALL)

    assert [int(seq) for seq, _ in frames] == list(range(1, version))
    speech = speech_of(load_match(match.pk).rules, match, own=0)
    for seq, frame in frames:
        seen = view_at(Match.objects.get(pk=match.pk), int(seq), 0)
        before = view_at(Match.objects.get(pk=match.pk), int(seq) - 1, 0)
        changed = changes_of(speech.rules, match, seen, 0, before)
        assert frame == draw_board(speech, seen, 0, *changed) and 'data-motions="' in frame


@pytest.mark.parametrize("after", ["", "-1", "x", "²", "9" * 20, "99"])
def test_who_has_seen_nothing_known_gets_no_tables_in_between(duel: Duel, of_ann: Client, after: str) -> None:
    answer = of_ann.get(at("play-table", duel()), {"after": after})

    assert answer.status_code == 200 and "data-frame" not in body(answer)


def test_a_card_is_read_by_who_may_see_its_match(duel: Duel, of_ann: Client) -> None:
    match = duel(visibility="private")
    slug = load_match(match.pk).rules.card_set["cards"][0]["slug"]
    address = reverse("match-card", args=[match.pk, slug])

    assert slug in body(of_ann.get(address))
    assert Client().get(address).status_code == 404
    assert of_ann.get(reverse("match-card", args=[match.pk, "no-such-card"])).status_code == 404


@pytest.mark.parametrize(("language", "said"), [("en", "Its upright health counts"), ("ja", "縦向き")])
def test_a_card_explains_its_keywords(of_ann: Client, language: str, said: str) -> None:
    of_ann.post(reverse("play-open", args=["invictus"]), {"bot": "random", "visibility": "public"})
    address = reverse("match-card", args=[Match.objects.get().pk, "anubis"])

    shown = body(of_ann.get(address, headers={"Accept-Language": language}))

    assert said in shown and "#2.5" in shown


def test_a_card_explains_the_words_that_a_table_shows_at_it(of_ann: Client) -> None:
    of_ann.post(reverse("play-open", args=["blackpoker"]), {"bot": "random", "visibility": "public"})
    address = reverse("match-card", args=[Match.objects.get().pk, "spade-9"])

    bare, fresh = (body(of_ann.get(address, shown)) for shown in ({}, {"on": ["fresh", "no-such-word", "<b>"]}))

    assert "Came to the field this turn" in fresh and "#4.6" in fresh
    assert "Came to the field this turn" not in bare and "<b>" not in fresh


def test_resigning_ends_it_and_once_more_opens_one_match(of_ann: Client) -> None:
    of_ann.post(reverse("play-open", args=["battle_line"]), {"bot": "random", "visibility": "public"})
    match = Match.objects.get()
    of_ann.post(at("play-resign", match))
    shown = body(of_ann.get(at("play", match)))
    assert "You lost." in shown and at("play-again", match) in shown

    answers = [of_ann.post(at("play-again", match), {"key": "once"}) for _ in range(2)]

    assert Match.objects.count() == 2
    assert answers[0]["Location"] == answers[1]["Location"] == at("play", Match.objects.exclude(pk=match.pk).get())


def test_once_more_is_counted_as_any_other_request(of_ann: Client, settings: Any) -> None:
    of_ann.post(reverse("play-open", args=["battle_line"]), {"bot": "random", "visibility": "public"})
    match = Match.objects.get()
    of_ann.post(at("play-resign", match))
    settings.THROTTLES = {**settings.THROTTLES, "default": (2, 3600)}
    buckets.cache_clear()

    for key in ("a", "b", "c", "d"):
        of_ann.post(at("play-again", match), {"key": key})

    assert Match.objects.count() == 3


def test_going_back_resigns_and_continues_from_the_event_once(of_ann: Client) -> None:
    of_ann.post(reverse("play-open", args=["battle_line"]), {"bot": "random", "visibility": "public"})
    match = Match.objects.get()
    for _ in range(2):
        play_bots(match.pk, sleep=lambda seconds: None)
        of_ann.post(at("play", match), first_move(body(of_ann.get(at("play", match)))))
    shown = body(of_ann.get(at("play", match)))
    assert at("play-back", match) in shown and 'name="event" value="1"' in shown

    answers = [of_ann.post(at("play-back", match), {"event": "1", "key": "k" * 40}) for _ in range(2)]
    other = of_ann.post(at("play-back", match), {"event": "0", "key": "k" * 40})

    match.refresh_from_db()
    practices = list(Match.objects.exclude(pk=match.pk).order_by("created_at"))
    assert (match.status, match.end_reason) == (Match.Status.OVER, "resignation")
    assert [practice.continues["seq"] for practice in practices] == [1, 0]
    assert [seat.bot for seat in practices[0].seats.all()] == [seat.bot for seat in match.seats.all()]
    assert [answer["Location"] for answer in (*answers, other)] == [
        at("play", practice) for practice in (practices[0], *practices)
    ]


def test_a_page_says_when_there_is_one_choice_against_bots(of_ann: Client) -> None:
    said: dict[bool, bool] = {}
    while len(said) < 2:
        of_ann.post(reverse("play-open", args=["invictus"]), {"bot": "random", "visibility": "public"})
        match = Match.objects.latest("created_at")
        while len(said) < 2 and match.status == Match.Status.PLAYING:
            play_bots(match.pk, sleep=lambda seconds: None)
            shown = body(of_ann.get(at("play", match)))
            if choices := shown.count('name="action"'):
                said[choices == 1] = "data-only" in shown
                of_ann.post(at("play", match), first_move(shown))
            match.refresh_from_db()

    assert said == {True: True, False: False}


@pytest.mark.parametrize("event", ["", "-1", "x", "99"])
def test_nothing_is_resigned_for_an_event_that_cannot_be_continued_from(of_ann: Client, event: str) -> None:
    of_ann.post(reverse("play-open", args=["battle_line"]), {"bot": "random", "visibility": "public"})
    match = Match.objects.get()

    of_ann.post(at("play-back", match), {"event": event, "key": "k"})

    match.refresh_from_db()
    assert match.status == Match.Status.PLAYING and Match.objects.count() == 1


def test_nobody_goes_back_against_people(duel: Duel, of_ann: Client) -> None:
    match = duel()
    of_ann.post(at("play", match), first_move(body(of_ann.get(at("play", match)))))

    of_ann.post(at("play-back", match), {"event": "0", "key": "k"})

    match.refresh_from_db()
    assert match.status == Match.Status.PLAYING and Match.objects.count() == 1
    assert at("play-back", match) not in body(of_ann.get(at("play", match)))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "is offline, last seen 2\xa0minutes ago."), ("ja", "はオフラインです（最後の接続：2分前）。")],
)
def test_an_opponent_who_has_gone_is_shown_as_offline(
    duel: Duel, of_ann: Client, ben: Player, language: str, sentence: str
) -> None:
    match = duel()
    note_seen(ben.pk)
    assert of_ann.get(at("watch-version", match)).json()["offline"] == []
    assert "offline," not in body(of_ann.get(at("play", match)))

    presence.sightings().note(ben.pk, presence._now() - 130)

    assert of_ann.get(at("watch-version", match)).json()["offline"] == [1]
    shown = body(of_ann.get(at("play", match), headers={"Accept-Language": language}))
    assert 'data-offline="1"' in shown
    assert sentence in shown


def test_nobody_is_offline_who_was_never_seen_blocks_the_player_or_is_done(
    duel: Duel, of_ann: Client, ann: Player, ben: Player
) -> None:
    match = duel()
    assert of_ann.get(at("watch-version", match)).json()["offline"] == []

    presence.sightings().note(ben.pk, presence._now() - 130)
    resign(match_id=match.pk, player_id=ben.pk)
    assert of_ann.get(at("watch-version", match)).json()["offline"] == []

    other = duel()
    block_player(player=ben, public_id=ann.public_id)
    assert of_ann.get(at("watch-version", other)).json()["offline"] == []


@pytest.mark.parametrize("key", ["a\0b", "x" * 41])
def test_a_key_that_cannot_be_kept_opens_nothing(of_ann: Client, key: str) -> None:
    of_ann.post(reverse("play-open", args=["battle_line"]), {"bot": "random", "visibility": "public"})
    match = Match.objects.get()
    of_ann.post(at("play-resign", match))

    assert of_ann.post(at("play-again", match), {"key": key}).status_code == 302
    assert Match.objects.count() == 1


def test_people_are_not_made_to_play_once_more(duel: Duel, of_ann: Client) -> None:
    match = play_out(duel())

    of_ann.post(at("play-again", match), {"key": "once"})

    assert at("play-again", match) not in body(of_ann.get(at("play", match)))
    assert Match.objects.count() == 1


def test_who_has_won_is_told(duel: Duel, of_ann: Client) -> None:
    match = play_out(duel())
    match.refresh_from_db()

    shown = body(of_ann.get(at("play", match)))

    lost = "You lost." if match.outcome["winners"] else "No winner."
    assert ("You won." if 0 in match.outcome["winners"] else lost) in shown


@pytest.mark.parametrize("game", slugs())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_game_begins_with_one_click(of_ann: Client, game: str, language: str) -> None:
    address, headers = reverse("play-open", args=[game]), {"Accept-Language": language}
    assert of_ann.get(address, headers=headers).status_code == 200

    answer = of_ann.post(address, {"bot": "random", "visibility": "private", "key": "k"}, headers=headers)
    again = of_ann.post(address, {"bot": "random", "visibility": "private", "key": "k"}, headers=headers)

    match = Match.objects.get()
    assert answer["Location"] == again["Location"] == at("play", match)
    shown = body(of_ann.get(at("play", match), headers=headers))
    assert re.findall(r"<script(?! src)|<style|\sstyle=|\son\w+=", shown) == []


def test_decks_that_others_publish_do_not_fill_the_page(of_ann: Client, ann: Player) -> None:
    other = Player.objects.create_user("cal")
    own = Deck.objects.create(owner=ann, ruleset="invictus", name_en="mine")
    Deck.objects.bulk_create(
        Deck(owner=other, ruleset="invictus", name_en="loud", visibility="public") for _ in range(300)
    )

    decks = of_ann.get(reverse("play-open", args=["invictus"])).context["form"].fields["deck"].choices

    assert len(decks) < 150 and str(own.pk) in dict(decks)


def test_what_the_rules_do_not_allow_is_said(of_ann: Client) -> None:
    answer = of_ann.post(
        reverse("play-open", args=["blackpoker"]),
        {"bot": "random", "visibility": "public", "deck": "full54", "option-frame": "entry16"},
    )

    assert answer.status_code == 400 and "errorlist" in body(answer) and not Match.objects.exists()


@pytest.mark.parametrize(
    ("name", "password", "wrong"),
    [("ann", PASSWORD, "username"), ("a\0b", PASSWORD, "username"), ("mai", "password12", "password")],
)
def test_signing_up_says_what_is_wrong(client: Client, ann: Player, name: str, password: str, wrong: str) -> None:
    answer = client.post(reverse("account-sign-up"), {"username": name, "password": password})

    assert answer.status_code == 400 and list(answer.context["form"].errors) == [wrong]
    assert Player.objects.count() == 1


def test_signing_up_is_counted(client: Client, db: None, settings: Any) -> None:
    settings.THROTTLES = {**settings.THROTTLES, "sign_in": (2, 3600)}
    sent = {"password": PASSWORD}

    for number in range(4):
        Client(REMOTE_ADDR="203.0.113.77").post(reverse("account-sign-up"), {**sent, "username": f"mai{number}"})

    assert Player.objects.count() == 2


def test_signing_up_leads_nowhere_else(client: Client, db: None) -> None:
    sent = {"username": "mai", "password": PASSWORD, "next": "https://example.org/"}

    answer = client.post(reverse("account-sign-up"), sent)

    assert (answer.status_code, answer["Location"]) == (302, reverse("play-games"))


def test_signing_up_takes_what_is_no_address_of_a_view_for_an_address(client: Client, db: None) -> None:
    sent = {"username": "mai", "password": PASSWORD, "next": "nothing-is-called-so"}

    answers = [client.post(reverse("account-sign-up"), sent), client.get(reverse("account-sign-up"), {"next": "x"})]

    assert [answer.status_code for answer in answers] == [302, 302]


@pytest.mark.parametrize("ruleset", slugs())
@pytest.mark.parametrize("page", ["play-open", "play-host"])
def test_options_lead_to_their_rules(of_ann: Client, ruleset: str, page: str) -> None:
    shown = body(of_ann.get(reverse(page, args=[ruleset])))

    fields = set(re.findall(r'name="option-(\w+)"', shown))
    links = re.findall(r'href="([^"#]*)#([\w.]+)" target="rules"', shown)
    assert len(links) == len(fields) > 0
    rules = {address for address, _number in links}
    assert rules == {f"/games/{ruleset}/rules/"}
    assert {number for _address, number in links} <= set(re.findall(r'id="([\w.]+)"', body(of_ann.get(rules.pop()))))


@pytest.mark.parametrize("ruleset", slugs())
def test_every_choice_leads_to_a_rule(ruleset: str, ann: Player, ben: Player) -> None:
    """A pass links to the rule of the prompt."""
    options, decks = some_setup(shipped_ruleset(ruleset))
    people = zip((ann, ben), decks, strict=True)
    seats = [SeatPlan(kind="player", player=player, deck=deck, is_ready=True) for player, deck in people]
    match, luck = open_match(ruleset=ruleset, options=options, seats=seats), random.Random(5)
    missing: set[str] = set()

    for _ in range(40):
        stored = load_match(match.pk)
        for seat in seats_to_act(stored.position.table):
            asked = choices_of(
                speech_of(stored.rules, match), stored, view(stored.position.table, seat, stored.version), seat
            )
            missing |= {choice.action for choice in asked.choices if choice.rule is None}
        move(match, luck)

    assert missing == set()


def test_a_question_that_leaves_only_a_pass_says_so(ann: Player, ben: Player) -> None:
    options, decks = some_setup(shipped_ruleset("blackpoker"))
    people = zip((ann, ben), decks, strict=True)
    seats = [SeatPlan(kind="player", player=player, deck=deck, is_ready=True) for player, deck in people]
    match, luck = open_match(ruleset="blackpoker", options=options, seats=seats), random.Random(5)
    asked: dict[bool, set[str]] = {True: set(), False: set()}

    for _ in range(60):
        stored = load_match(match.pk)
        (seat,) = seats_to_act(stored.position.table)
        seen = view(stored.position.table, seat, stored.version)
        found = choices_of(speech_of(stored.rules, match), stored, seen, seat)
        if found.may_pass:
            asked[len(found.choices) == 1].add(found.text)
        move(match, luck)

    assert asked == {True: {"You can only pass."}, False: {"Respond or pass"}}


def test_the_log_of_a_table_ends_at_the_position_on_its_board(
    duel: Duel, of_ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot may act after the position was read and before the log is."""
    match = duel()
    stored = load_match(match.pk)
    move(match, random.Random(1))
    monkeypatch.setattr(playing, "load_match", lambda _match_id: stored)

    shown = body(of_ann.get(at("play-table", match)))

    assert load_match(match.pk).version == stored.version + 1
    assert re.findall(r'<li data-seq="(\d+)"', shown)[-1] == str(stored.version)


def test_the_board_calls_the_readers_own_seat_you(duel: Duel, of_ann: Client) -> None:
    match = duel()

    own, replay = (_headings(body(of_ann.get(at(page, match)))) for page in ("play", "replay"))

    assert own == {"You", "ben"}
    assert replay == {"ann", "ben"}


def _headings(shown: str) -> set[str]:
    """The names at the sides of the board."""
    return {re.sub("<.*?>", "", name) for name in re.findall("<h3>(.*?)</h3>", shown)}
