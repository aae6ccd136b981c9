"""The author's pages: the button, the choice of decks, and the page of a playtest."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from cards.models import CardSetDraft, CardSetRevision
from cards.sets.differences import by_slug
from cards.sets.services import create_draft, publish_draft, save_card
from matches.log.models import Event
from matches.models import Match, Seat
from matches.pages.people import named_by_sign, players_of
from matches.workers import bot_runner, match_bots
from players.models import Player
from playtesting.admin import playtest_table
from rules.registry import set_digest, slugs
from tests.matches.conftest import play_out
from tests.rules.invaders.positions import card

Post = Callable[..., Any]


@pytest.fixture
def author(published: None) -> Player:
    """A player who may only change drafts."""
    player = Player.objects.create_user("mai", is_staff=True)
    player.user_permissions.set(Permission.objects.filter(codename__in=["view_cardsetdraft", "change_cardsetdraft"]))
    return player


@pytest.fixture
def client(author: Player) -> Client:
    client = Client(raise_request_exception=True)
    client.force_login(author)
    return client


@pytest.fixture
def post(
    client: Client,
    tasks_at_once: None,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> Post:
    """Sends a form. When it returns, the bots have moved too."""
    monkeypatch.setattr(match_bots, "ANSWER_SECONDS", 0.001)

    def send(address: str, sent: Any, language: str = "en") -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            answer = client.post(address, sent, headers={"Accept-Language": language})
        return client.get(answer["Location"], headers={"Accept-Language": language})

    return send


def at(name: str, *args: Any) -> str:
    return reverse(f"admin:{name}", args=args)


def move(page: Any, wanted: str = "") -> dict[str, Any]:
    """The form that a browser sends for the first button whose action contains `wanted`."""
    actions = [choice.action for choice in page.context["asked"].choices]
    action = next((action for action in actions if wanted in action), actions[0])
    return {"action": action, "version": page.context["version"], "key": page.context["playtest_key"]}


def tried(post: Post, draft: CardSetDraft, language: str = "en", **sent: Any) -> Any:
    return post(at("matches_playtest_new", draft.pk), {"key": "a click", **sent}, language)


# Trying and playing


@pytest.mark.parametrize("ruleset", slugs())
def test_every_ruleset_is_tried_by_a_click_and_played_in_both_languages(
    client: Client, post: Post, author: Player, ruleset: str
) -> None:
    draft = create_draft(ruleset=ruleset, author=author)
    for language, button in (("en", "Try it"), ("ja", "試す")):
        page = client.get(at("cards_cardsetdraft_change", draft.pk), headers={"Accept-Language": language})
        assert f'<button class="button">{button}</button>' in page.content.decode()

    page = tried(post, draft)
    match = Match.objects.get()
    for language, title in (("en", "Log"), ("ja", "記録")):
        page = post(at("matches_playtest", draft.pk, match.pk), move(page), language)
        assert title in page.content.decode()
        assert "mai" in page.context["lines"][0]["what"] and page.context["asked"].choices
        assert 'class="board' in page.content.decode()
    page = post(at("matches_playtest_resign", draft.pk, match.pk), {}, "ja")

    assert "あなたの負けです。" in page.content.decode()
    assert Event.objects.filter(match=match, seat=0, type="action_taken").count() == 2
    match.refresh_from_db()
    assert (match.status, match.end_reason, match.card_set.is_playtest) == ("over", "resignation", True)


def test_the_card_of_the_page_is_in_the_authors_deck(client: Client, post: Post, author: Player) -> None:
    draft = create_draft(ruleset="invaders", author=author)
    page = client.get(at("cards_cardsetdraft_card", draft.pk, "pioneers")).content.decode()
    assert '<input type="hidden" name="card" value="pioneers">' in page

    page = tried(post, draft, card="pioneers")

    assert "Your deck contains 3 × Pioneers." in page.content.decode()
    assert Seat.objects.get(player=author).deck["cards"]["pioneers"] == 3


def test_decks_may_be_chosen(client: Client, post: Post, author: Player) -> None:
    draft = create_draft(ruleset="invaders", author=author)
    page = client.get(at("matches_playtest_new", draft.pk), {"card": "pioneers"})
    assert "japan-starter" in dict(page.context["form"].fields["deck"].choices)

    page = tried(post, draft, card="pioneers", deck="japan-starter", opponent_deck="uk-starter")

    assert "Your deck doesn&#x27;t contain Pioneers." in page.content.decode()
    decks = [sum(seat.deck["cards"].values()) for seat in Seat.objects.all()]
    assert decks == [40, 40] and "pioneers" not in Seat.objects.get(index=1).deck["cards"]


def test_a_second_click_changes_nothing(post: Post, author: Player) -> None:
    draft = create_draft(ruleset="raid", author=author)
    first, second = tried(post, draft), tried(post, draft)
    here, once = first.request["PATH_INFO"], move(first)
    assert second.request["PATH_INFO"] == here

    post(here, once)
    page = post(here, once)

    assert Event.objects.filter(seat=0).count() == 1
    assert "messagelist" not in page.content.decode()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"action": '{"type":"attack","card":"raider-9"}'}, "This action is not legal now."),
        ({"action": "{"}, "The action can&#x27;t be read."),
        ({"version": "x"}, "The request is invalid."),
        ({"version": "99"}, "no such version"),
    ],
)
def test_what_cannot_be_done_is_told_and_not_done(post: Post, author: Player, change: Any, told: str) -> None:
    page = tried(post, create_draft(ruleset="raid", author=author))

    page = post(page.request["PATH_INFO"], {**move(page), **change})

    assert told in page.content.decode()
    assert not Event.objects.filter(seat=0).exists()


def test_while_the_bot_is_asked_the_page_looks_again_by_itself(client: Client, author: Player) -> None:
    draft = create_draft(ruleset="raid", author=author)
    client.post(at("matches_playtest_new", draft.pk), {"key": "a click"})
    here = at("matches_playtest", draft.pk, Match.objects.get().pk)
    page = client.get(here)
    assert b'http-equiv="refresh"' not in page.content

    client.post(here, move(page))

    page = client.get(here)
    assert b'http-equiv="refresh"' in page.content and "The bot is thinking" in page.content.decode()
    assert page.context["asked"].choices == ()


def test_a_bot_that_moves_while_the_page_is_made_leaves_no_question_without_answers(
    client: Client, author: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = create_draft(ruleset="raid", author=author)
    client.post(at("matches_playtest_new", draft.pk), {"key": "a click"})
    match = Match.objects.get()
    here = at("matches_playtest", draft.pk, match.pk)
    client.post(here, move(client.get(here)))
    read, looked = playtest_table.load_match, []

    def read_before_the_bot_moves(match_id: Any) -> Any:
        stored = read(match_id)
        looked.append(stored.position.seq)
        assert bot_runner.play_bots(match_id)
        return stored

    with monkeypatch.context() as patch:
        patch.setattr(match_bots, "ANSWER_SECONDS", 0.001)
        patch.setattr(playtest_table, "load_match", read_before_the_bot_moves)
        page = client.get(here)

    assert looked == [1], "one reading"
    assert page.context["is_waiting"] and b'http-equiv="refresh"' in page.content
    assert client.get(here).context["asked"].choices


def test_faults_are_told_in_place_of_a_playtest(client: Client, post: Post, author: Player) -> None:
    draft = create_draft(ruleset="invaders", author=author)
    save_card(draft=draft, card={**by_slug(draft.body)["pioneers"], "cost": -1}, instead_of="pioneers")

    assert "Pioneers cost" in tried(post, draft).content.decode()
    assert "Pioneers cost" in client.get(at("matches_playtest_new", draft.pk), follow=True).content.decode()
    assert not Match.objects.exists()


def test_a_playtest_outlives_its_draft(post: Post, author: Player) -> None:
    draft = create_draft(ruleset="raid", author=author)
    save_card(draft=draft, card={"slug": "raider-1", "strength": 4}, instead_of="raider-1")
    page = tried(post, draft)
    publish_draft(draft=draft, note="x", published_by=author, seen=set_digest(draft.body))

    page = post(page.request["PATH_INFO"], move(page))

    assert (page.status_code, Event.objects.filter(seat=0).count()) == (200, 1)
    assert Match.objects.get().card_set == CardSetRevision.objects.get(is_playtest=True)


def test_a_bot_that_fails_is_told_with_its_error(post: Post, author: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any) -> None:
        raise KeyError("what the card did")

    monkeypatch.setattr("matches.bots.seated.SeatedBot.choose", fail)

    page = tried(post, create_draft(ruleset="raid", author=author)).content.decode()

    assert "The bot couldn't continue" in page and "what the card did" in page


# Loops

HURT = {"op": "damage", "to": "own", "amount": 1}
ECHO = [
    {"kind": "triggered", "trigger": {"on": "entered", "whose": "self"}, "effects": [HURT]},
    {
        "kind": "triggered",
        "trigger": {"on": "self_harmed", "whose": "own"},
        "effects": [{"and": [HURT, {"op": "heal", "to": "own", "amount": 1}]}],
    },
]


def test_a_loop_that_was_cut_is_shown_to_the_author(client: Client, post: Post, author: Player) -> None:
    """Invaders 10.6. Every card of the draft is a unit that responds to damage with damage."""
    draft = create_draft(ruleset="invaders", author=author)
    cards = [card(c["slug"], nation=c["nation"], names=c["names"], cost=0, abilities=ECHO) for c in draft.body["cards"]]
    CardSetDraft.objects.filter(pk=draft.pk).update(body={**draft.body, "cards": cards})
    page = tried(post, draft)
    here = page.request["PATH_INFO"]

    while not page.context["outcome"]:
        page = post(here, move(page, '"place":'))

    page_ja = client.get(here, headers={"Accept-Language": "ja"})
    assert "The cards caused an endless loop, so the rules stopped it." in page.content.decode()
    assert "カードの効果が無限ループになったため、ルールによって打ち切られました。" in page_ja.content.decode()
    seat = Event.objects.filter(match=Match.objects.get()).last().seat
    name = named_by_sign(players_of(Match.objects.get()))[seat]
    told = {row["text"][: len(f"{name} took 1 damage")] for row in page.context["loop"]}
    assert {f"{name} took 1 damage", f"{name} healed 1. Hea"} < told and len(told) == 3


# Permissions


@pytest.mark.parametrize("permissions", [[], ["view_cardsetdraft"], ["view_match", "audit_live", "abort_match"]])
def test_only_who_may_change_drafts_may_try_them(
    client: Client, post: Post, author: Player, permissions: list[str]
) -> None:
    draft = create_draft(ruleset="raid", author=author)
    page = tried(post, draft)
    match = Match.objects.get()
    before = (1, Event.objects.count())
    author.user_permissions.set(Permission.objects.filter(codename__in=permissions))

    for address in (
        at("matches_playtest_new", draft.pk),
        page.request["PATH_INFO"],
        at("matches_playtest_resign", draft.pk, match.pk),
    ):
        assert client.get(address).status_code == client.post(address, move(page)).status_code == 403
        assert Client().get(address).status_code == 302
    seen = client.get(at("cards_cardsetdraft_change", draft.pk))
    assert seen.status_code == (200 if "view_cardsetdraft" in permissions else 403)
    assert b"Try it" not in seen.content
    assert (Match.objects.count(), Event.objects.count()) == before


def test_nobody_plays_in_somebody_elses_playtest_nor_here_in_a_match_that_is_none(
    client: Client, post: Post, author: Player, duel: Callable[..., Match]
) -> None:
    draft = create_draft(ruleset="raid", author=author)
    tried(post, draft)
    foreign = Match.objects.get()
    Seat.objects.filter(match=foreign, index=0).update(player=None)
    ordinary = play_out(duel())
    Seat.objects.filter(match=ordinary, index=0).update(player=author)

    for match in (foreign, ordinary):
        for name in ("matches_playtest", "matches_playtest_resign"):
            assert client.post(at(name, draft.pk, match.pk), {}).status_code == 404


def test_operators_see_that_it_is_a_playtest(client: Client, post: Post, author: Player) -> None:
    tried(post, create_draft(ruleset="raid", author=author))
    author.user_permissions.add(Permission.objects.get(codename="view_match"))

    playtests = client.get("/admin/matches/match/", {"card_set__is_playtest__exact": "1"})
    others = client.get("/admin/matches/match/", {"card_set__is_playtest__exact": "0"})

    assert [page.context["cl"].result_count for page in (playtests, others)] == [1, 0]
    assert client.get(at("matches_match_change", Match.objects.get().pk)).status_code == 200
