"""The stream of a browser's pages: its messages, its readers, its end, and its cost."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.handlers.base import BaseHandler
from django.http.response import HttpResponseBase
from django.test import AsyncRequestFactory, Client
from django.urls import reverse

from common.concurrency_limits import ConcurrencyLimit
from common.http import limits
from matches.api import waiting
from matches.api.streams import page_stream, streaming
from matches.api.streams.streaming import EventStream, EventStreamResponse
from matches.limits import MOST_MATCHES_FOLLOWED
from matches.models import Match
from matches.notifications import news
from matches.notifications.news import Channel, Topic, access_topic, account_topic, match_topic
from matches.services.calls import end_calls
from matches.services.deletion import delete_account
from matches.services.ending import offer_draw, resign
from matches.services.lobby import join_match, leave_match, open_match
from matches.services.moderation import set_hidden
from matches.services.pairing import Wanted, post_request
from matches.services.phrases import say_phrase
from matches.services.seat_plans import SeatPlan
from players.models import Player
from players.services import change_password, sign_out_everywhere
from tests.leagues.accounts import bot_account
from tests.matches.conftest import DECK, move

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse"
Duel = Callable[..., Match]
Open = Callable[..., "Page"]
Message = tuple[str, dict[str, Any]]


class Page:
    """A browser with an open stream."""

    def __init__(self, response: HttpResponseBase) -> None:
        assert isinstance(response, EventStreamResponse), response.status_code
        self.stream: EventStream = response.stream

    def step(self, *topics: Topic) -> bytes:
        """The bytes that it receives when these topics are announced."""
        for topic in topics:
            self.stream.feed.subscription.tell(topic)
        return b"".join(self.stream.step())

    def hear(self, *topics: Topic) -> list[Message]:
        blocks = [block.splitlines() for block in self.step(*topics).decode().split("\n\n") if "data: " in block]
        return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in blocks]


def ask(client: Client, *match_ids: object, **headers: str) -> HttpResponseBase:
    """Send a request to the stream process."""
    handler = BaseHandler()
    handler.load_middleware()
    factory = AsyncRequestFactory()
    factory.cookies = client.cookies
    query = "&".join(f"match={match_id}" for match_id in match_ids)
    return handler.get_response(factory.get(f"/stream?{query}", headers=headers))


@pytest.fixture(autouse=True)
def each_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make streams look only on news, and read again at each look."""
    monkeypatch.setattr(page_stream, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(page_stream, "LOOKS", page_stream.SharedLooks())
    relied_on = Channel(_Reliable())
    for module in (streaming, news, page_stream):
        monkeypatch.setattr(module, "channel", lambda: relied_on)


class _Reliable(news.NoNews):
    look_every = 3600.0

    def listen(self, channel: Channel) -> None:
        """Tests announce news themselves."""


@pytest.fixture
def opened() -> Iterator[Open]:
    pages: list[Page] = []

    def open_page(client: Client, *match_ids: object) -> Page:
        pages.append(Page(ask(client, *match_ids)))
        return pages[-1]

    yield open_page
    for page in pages:
        page.stream.close()


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


# Messages


def test_a_page_hears_how_its_match_stands_and_each_change(duel: Duel, ann: Player, ben: Player, opened: Open) -> None:
    match = duel()
    client = signed_in(ann)
    page = opened(client, match.pk)

    first = page.hear()
    nothing = page.hear(match_topic(match.pk))
    move(match, random.Random(1))
    unheard = page.hear()
    moved = page.hear(match_topic(match.pk))

    state = {"match": str(match.pk), "version": 0, "status": "playing", "draws": 0, "said": 0, "lobby": 0}
    assert first == [("covers", {"matches": [str(match.pk)], "account": True}), ("match", state)]
    assert (nothing, unheard) == ([], [])
    assert ("match", {**state, "version": 1}) in moved
    polled = client.get(reverse("watch-version", args=[match.pk])).json()
    assert {**polled, "match": str(match.pk), "lobby": 0} == {**state, "version": 1, "offline": []}


def test_phrases_and_draw_offers_are_news(duel: Duel, ann: Player, ben: Player, opened: Open) -> None:
    match = duel()
    page = opened(signed_in(ann), match.pk)
    page.hear()

    phrase = say_phrase(match=match, player=ben, code="hello")
    said = dict(page.hear(account_topic(ann.pk)))["match"]
    offer_draw(match_id=match.pk, player=ben)
    offered = dict(page.hear(match_topic(match.pk)))["match"]

    assert (said["said"], said["draws"]) == (phrase.pk, 0)
    assert (offered["said"], offered["draws"]) == (phrase.pk, 0b10)


def test_a_spectator_hears_of_moves_and_not_of_phrases(duel: Duel, ben: Player, opened: Open) -> None:
    match = duel()
    page = opened(Client(), match.pk)
    first = page.hear()
    say_phrase(match=match, player=ben, code="hello")

    said = page.hear(match_topic(match.pk))
    resign(match_id=match.pk, player_id=ben.pk)
    ended = page.hear(match_topic(match.pk))

    assert first[0] == ("covers", {"matches": [str(match.pk)], "account": False})
    assert said == []
    assert [(name, data["version"], data["status"]) for name, data in ended] == [("match", 1, "over")]


def test_the_header_hears_that_a_match_waits_and_that_it_does_no_more(
    duel: Duel, ann: Player, ben: Player, opened: Open
) -> None:
    page = opened(signed_in(ann))
    assert page.hear() == [("covers", {"matches": [], "account": True})]

    match = duel()
    started = page.hear(account_topic(ann.pk))
    nothing = page.hear(match_topic(match.pk))
    resign(match_id=match.pk, player_id=ben.pk)
    ended = page.hear(match_topic(match.pk))

    assert (started, nothing, ended) == ([("account", {})], [], [("account", {})])


# Readers


def test_a_private_match_equals_none(duel: Duel, ann: Player, opened: Open) -> None:
    private, absent = duel(visibility="private"), uuid4()
    other = signed_in(Player.objects.create_user("eve"))
    own = opened(signed_in(ann), private.pk).hear()
    assert ("match", private.version) in [(name, data.get("version")) for name, data in own]

    for client in (other, Client()):
        of_private, of_none = opened(client, private.pk), opened(client, absent)

        assert of_private.step() == of_none.step()
        move(private, random.Random(2))
        assert of_private.step(match_topic(private.pk)) == of_none.step(match_topic(absent)) == b""


def test_what_it_says_is_the_same_whatever_a_seat_knows(duel: Duel, ann: Player, ben: Player, opened: Open) -> None:
    """A player and a spectator get the same messages about a match, which have only numbers."""
    match = duel()
    own, public = opened(signed_in(ann), match.pk), opened(Client(), match.pk)

    heard = [[data for name, data in page.hear() if name == "match"] for page in (own, public)]

    assert heard[0] == heard[1]
    assert set(heard[0][0]) == {"match", "version", "status", "draws", "said", "lobby"}


def _sign_out(player: Player, client: Client) -> None:
    assert client.post(reverse("account-sign-out")).status_code == 302


def _sign_out_of_the_admin(player: Player, client: Client) -> None:
    Player.objects.filter(pk=player.pk).update(is_staff=True)
    client.post(reverse("admin:logout"))


def _deactivate(player: Player, client: Client) -> None:
    player.is_active = False
    player.save()


WAYS: dict[str, Callable[[Player, Client], Any]] = {
    "signed out": _sign_out,
    "signed out of the admin": _sign_out_of_the_admin,
    "signed out everywhere": lambda ann, client: sign_out_everywhere(player=ann),
    "a new password": lambda ann, client: change_password(player=ann, password="a loud bishop 8"),
    "deactivated": _deactivate,
    "deleted": lambda ann, client: delete_account(player_id=ann.pk),
}


@pytest.mark.parametrize("way", WAYS)
def test_it_ends_when_its_session_does(
    way: str,
    duel: Duel,
    ann: Player,
    opened: Open,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    match = duel(visibility="private")
    client = signed_in(ann)
    page, other = opened(client, match.pk), opened(signed_in(Player.objects.create_user("eve")))
    assert page.hear() and other.hear()
    announced: list[Topic] = []
    monkeypatch.setattr(news.channel(), "publish", announced.extend)

    with django_capture_on_commit_callbacks(execute=True):
        WAYS[way](Player.objects.get(pk=ann.pk), client)
    topics = [topic for topic in announced if topic.startswith("access:")]
    page.step(*topics)
    other.step(*topics)

    assert set(topics) == {access_topic(ann.pk)}
    assert page.stream.is_over and not other.stream.is_over


def test_signing_out_elsewhere_leaves_it_open(ann: Player, opened: Open) -> None:
    page, elsewhere = opened(signed_in(ann)), signed_in(ann)
    page.hear()

    _sign_out(ann, elsewhere)
    page.step(access_topic(ann.pk))

    assert not page.stream.is_over


def test_it_ends_when_its_match_is_hidden_and_then_equals_none(
    duel: Duel, ann: Player, ben: Player, opened: Open
) -> None:
    match = duel()
    moderator = Player.objects.create_user("mod", is_staff=True)
    spectator, player = opened(Client(), match.pk), opened(signed_in(ann), match.pk)
    assert spectator.hear() and player.hear()

    set_hidden(match_ids=[match.pk], is_hidden=True, moderator=moderator, reason="slander")
    heard = [page.hear(match_topic(match.pk)) for page in (spectator, player)]

    assert heard == [[], []] and spectator.stream.is_over and player.stream.is_over
    assert opened(Client(), match.pk).hear() == [("covers", {"matches": [], "account": False})]
    assert opened(signed_in(ann), match.pk).hear()[0][1]["matches"] == [str(match.pk)]


def test_who_has_left_a_private_lobby_hears_no_more_of_it(
    published: None, ann: Player, ben: Player, opened: Open
) -> None:
    seats = [SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True), SeatPlan(kind="player", player=ben)]
    match = open_match(ruleset="raid", options={}, seats=seats, created_by=ann, visibility="private")
    page = opened(signed_in(ben), match.pk)
    assert page.hear()[0][1]["matches"] == [str(match.pk)]

    leave_match(match_id=match.pk, player=ben)
    page.step(match_topic(match.pk))

    assert page.stream.is_over


def test_it_ends_with_the_start_of_a_lobby(published: None, ann: Player, ben: Player, opened: Open) -> None:
    """The browser reconnects, since its account may have joined in the meantime."""
    seats = [SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True), SeatPlan(kind="open")]
    match = open_match(ruleset="raid", options={}, seats=seats, created_by=ann)
    page = opened(signed_in(ben), match.pk)
    page.hear()

    join_match(match_id=match.pk, player=ben, deck=DECK)
    [(name, started)] = page.hear(match_topic(match.pk))

    assert (name, started["version"], started["status"], started["lobby"]) == ("match", 0, "playing", 0)
    assert page.stream.is_over


# Lobbies and pairing


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[Topic]:
    """The topics announced so far."""
    topics: list[Topic] = []
    monkeypatch.setattr(news.channel(), "publish", topics.extend)
    return topics


@pytest.fixture
def lobby(published: None, ann: Player) -> Match:
    """A lobby of four seats, of which Ann has the first."""
    seats = [SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True), *[SeatPlan(kind="open")] * 3]
    return open_match(ruleset="raid", options={"seats": 4}, seats=seats, created_by=ann)


def _join(match: Match, player: Player) -> None:
    join_match(match_id=match.pk, player=player, deck=DECK)


def _leave(match: Match, player: Player) -> None:
    leave_match(match_id=match.pk, player=player)


def test_everyone_who_sees_a_lobby_hears_that_a_seat_is_taken_or_left(
    lobby: Match,
    ann: Player,
    ben: Player,
    opened: Open,
    announced: list[Topic],
    django_capture_on_commit_callbacks: Any,
) -> None:
    pages = [opened(signed_in(ann), lobby.pk), opened(Client(), lobby.pk)]
    known = [dict(page.hear())["match"]["lobby"] for page in pages]
    assert known[0] == known[1] > 0

    for change in (_join, _leave):
        announced.clear()
        with django_capture_on_commit_callbacks(execute=True):
            change(lobby, ben)
        assert match_topic(lobby.pk) in announced

        heard = [dict(page.hear(match_topic(lobby.pk)))["match"] for page in pages]

        assert [(one["version"], one["status"]) for one in heard] == [(-1, "lobby")] * 2
        assert heard[0]["lobby"] == heard[1]["lobby"] > known[0]
        known = [heard[0]["lobby"]] * 2
        assert [page.hear(match_topic(lobby.pk)) for page in pages] == [[], []]


def test_everyone_who_sees_a_lobby_hears_that_a_called_player_is_late(
    published: None, ann: Player, ben: Player, opened: Open, announced: list[Topic],
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    bot = bot_account("robo")
    seats = [SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True), SeatPlan(kind="invited", player=bot)]
    clock = {"type": "per_decision", "seconds": 60}
    match = open_match(ruleset="raid", options={}, seats=seats, created_by=ann, clock=clock)
    page = opened(signed_in(ben), match.pk)
    before = dict(page.hear())["match"]["lobby"]
    Match.objects.filter(pk=match.pk).update(answer_by=match.created_at)

    with django_capture_on_commit_callbacks(execute=True):
        assert end_calls(match.pk)

    assert match_topic(match.pk) in announced
    assert dict(page.hear(match_topic(match.pk)))["match"]["lobby"] > before


def test_a_private_lobby_equals_none(published: None, ann: Player, ben: Player, opened: Open) -> None:
    seats = [SeatPlan(kind="player", player=ann), SeatPlan(kind="player", player=ben)]
    private = open_match(ruleset="raid", options={}, seats=seats, created_by=ann, visibility="private")
    own, other = opened(signed_in(ann), private.pk), opened(signed_in(Player.objects.create_user("eve")), private.pk)
    assert dict(own.hear())["match"]["lobby"] > 0
    assert other.hear() == [("covers", {"matches": [], "account": True})]

    leave_match(match_id=private.pk, player=ben)

    assert dict(own.hear(match_topic(private.pk)))["match"]["lobby"] > 0
    assert other.step(match_topic(private.pk)) == b""


def test_only_those_who_are_paired_hear_of_it(published: None, ann: Player, ben: Player, opened: Open) -> None:
    clock = {"type": "fischer", "initial_seconds": 600, "increment_seconds": 5}
    wanted = Wanted(ruleset="raid", options={}, clock=clock, deck=DECK)
    eve = Player.objects.create_user("eve")
    pages = [opened(signed_in(player)) for player in (ann, ben, eve)]
    topics = [account_topic(player.pk) for player in (ann, ben, eve)]
    for page in pages:
        page.hear()

    post_request(player=ann, wanted=wanted)
    waiting_ = [page.hear(*topics) for page in pages]
    _, match = post_request(player=ben, wanted=wanted)
    paired = [page.hear(*topics) for page in pages]

    assert match is not None
    assert waiting_ == [[], [], []]
    assert paired == [[("account", {})], [("account", {})], []]


# Refusals and bounds


def test_only_the_process_for_streams_serves_it(ann: Player) -> None:
    assert signed_in(ann).get("/stream").status_code == 204


@pytest.mark.parametrize("method", ["head", "post", "put", "delete", "options"])
def test_it_is_only_read(method: str, ann: Player) -> None:
    assert getattr(signed_in(ann), method)("/stream").status_code == 405


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
def test_no_other_origin_opens_it(site: str, ann: Player) -> None:
    refused = ask(signed_in(ann), **{"Sec-Fetch-Site": site, "Origin": "https://example.org"})

    assert refused.status_code == 403
    assert not [name for name in refused.headers if name.startswith("Access-Control")]


def test_no_origin_is_named_that_may_read_it(ann: Player, opened: Open) -> None:
    response = ask(signed_in(ann), Origin="https://example.org")
    page = Page(response)

    assert not [name for name in response.headers if name.startswith("Access-Control")]
    assert response.headers["Cache-Control"] == "no-store"
    page.stream.close()


@pytest.mark.parametrize(
    "given", [["x"], [""], ["0" * 5000], [UUID(int=number) for number in range(MOST_MATCHES_FOLLOWED + 1)]]
)
def test_what_is_no_list_of_matches_is_refused(given: list[object]) -> None:
    assert ask(Client(), *given).status_code == 400


def test_a_match_that_is_named_again_counts_once(duel: Duel, opened: Open) -> None:
    match = duel()

    assert opened(Client(), *[match.pk] * 100).hear()[0][1]["matches"] == [str(match.pk)]


@pytest.mark.parametrize("most", [(1, 9, 9), (9, 1, 9), (9, 9, 1)], ids=["in all", "an address", "an account"])
def test_without_a_free_place_it_is_refused_until_one_is(
    most: tuple[int, int, int], ann: Player, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "open_waits", ConcurrencyLimit(*most))
    first = opened(signed_in(ann))

    refused = ask(signed_in(ann))
    first.stream.close()
    again = opened(signed_in(ann))

    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "10")
    assert again.hear()
    again.stream.close()
    assert waiting.open_waits.count == 0


def test_who_opens_it_too_often_must_wait(ann: Player, opened: Open, settings: Any) -> None:
    settings.THROTTLES = {**settings.THROTTLES, "pages": (2, 60)}
    limits.buckets.cache_clear()
    client = signed_in(ann)
    for _ in range(2):
        opened(client)

    refused = ask(client)

    assert refused.status_code == 429 and int(refused.headers["Retry-After"]) >= 1


# Costs


def test_two_hundred_spectators_cost_one_look(
    duel: Duel, opened: Open, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    match = duel()
    monkeypatch.setattr(page_stream, "LOOK_SECONDS", 3600.0)
    monkeypatch.setattr(waiting, "open_waits", ConcurrencyLimit(200))
    pages = [opened(Client(), match.pk) for _ in range(200)]
    for page in pages:
        page.step()
    move(match, random.Random(1))
    monkeypatch.setattr(page_stream, "LOOKS", page_stream.SharedLooks())

    with django_assert_num_queries(1):
        heard = [page.hear(match_topic(match.pk)) for page in pages]

    assert [[data["version"] for _, data in one] for one in heard] == [[1]] * 200


def test_a_look_that_may_be_too_old_is_followed_by_another(
    duel: Duel, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = duel()
    monkeypatch.setattr(page_stream, "LOOK_SECONDS", 3600.0)
    page = opened(Client(), match.pk)
    page.hear()
    move(match, random.Random(1))

    old = page.hear(match_topic(match.pk))
    left = page.stream.feed.seconds_left()
    monkeypatch.setattr(page_stream, "LOOK_SECONDS", 0.0)
    page.stream.feed._matches[match.pk].look_at = 0.0  # type: ignore[attr-defined]
    new = page.hear()

    assert old == [] and left is not None and 3000 < left <= 3600
    assert [data["version"] for _, data in new] == [1]
    assert page.stream.feed.seconds_left() is None


@pytest.mark.parametrize("matches", [1, 3])
def test_a_check_costs_the_same_however_many_matches_one_plays(
    matches: int, duel: Duel, ann: Player, opened: Open, django_assert_num_queries: Any
) -> None:
    for _ in range(matches):
        duel()
    page = opened(signed_in(ann))
    page.hear()

    with django_assert_num_queries(2):
        assert page.hear(account_topic(ann.pk)) == []


def test_it_follows_its_matches_and_those_that_are_played(duel: Duel, ann: Player, ben: Player, opened: Open) -> None:
    watched, played = duel(), duel()
    page = opened(signed_in(ann), watched.pk)
    page.hear()
    always = {access_topic(ann.pk), account_topic(ann.pk), match_topic(watched.pk)}
    subscription = page.stream.feed.subscription

    assert subscription._topics == always | {match_topic(played.pk)}
    for match in (watched, played):
        resign(match_id=match.pk, player_id=ben.pk)
    page.hear(account_topic(ann.pk))
    assert subscription._topics == always
    page.stream.close()
    assert subscription._topics == set()
