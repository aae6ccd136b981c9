"""The effects of a draft: its stored card tests, trials of a hundred deals, and decks that it breaks."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cards.models import CardSetDraft, CardSetRevision
from cards.sets.services import create_draft, remove_card, save_card, save_part
from common.text.errors import ServiceError
from decks.plans import DeckPlan
from decks.services import create_deck
from matches.models import Match
from matches.services.act import take_action
from matches.workers.bot_runner import play_bots
from players.models import Player
from playtesting import card_tests, trials
from playtesting.models import CardTest, DraftTrial
from playtesting.playtests import open_playtest
from rules.engine import legal_actions
from rules.registry import set_digest
from tests.toy import CARD_SET

RAID = {"slug": "raider-1", "strength": 9}


@pytest.fixture
def author(published: None) -> Player:
    player = Player.objects.create_user("mai", password="correct horse", is_staff=True)
    names = ["view_cardsetdraft", "change_cardsetdraft", "publish_cardset", "view_cardsetrevision", "view_deck"]
    player.user_permissions.set(Permission.objects.filter(codename__in=names))
    return player


@pytest.fixture
def client(author: Player) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(author)
    return client


@pytest.fixture
def draft(author: Player) -> CardSetDraft:
    """A draft of the toy game with one changed card."""
    made = create_draft(ruleset="raid", author=author)
    save_card(draft=made, card=RAID, instead_of="raider-1")
    return made


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The tasks sent, as (name, argument)."""
    found: list[tuple[str, str]] = []
    monkeypatch.setattr(trials, "send_task", lambda task, *args, **options: found.append((task, *args)))
    return found


def at(name: str, *args: Any) -> str:
    return reverse(f"admin:{name}", args=args)


def playtest(draft: CardSetDraft, author: Player) -> Match:
    """A playtest in which the author has kept their hand and then made a move."""
    match = open_playtest(draft=draft, player=author, tried=["raider-1"])
    for number in range(2):
        play_bots(match.pk, sleep=lambda seconds: None, go_on=lambda *told: None)
        now = card_tests.load_match(match.pk)
        action = msgspec.json.encode(list(legal_actions(now.position.table, 0))[-1])
        take_action(
            match_id=match.pk, player_id=author.pk, action=action, expected_version=now.version, key=f"move {number}"
        )
    match.refresh_from_db()
    return match


# Tests of cards


def test_a_move_is_kept_with_what_it_did_and_passes_while_the_cards_stay(draft: CardSetDraft, author: Player) -> None:
    match = playtest(draft, author)

    test = card_tests.keep_test(draft=draft, match=match, player=author, seat=0, name="raids")
    (result,) = card_tests.run_tests(draft)

    assert result.is_passed and result.played is not None and result.played.effects == test.expected != []
    assert (test.seat, test.name) == (0, "raids")


def test_a_test_fails_when_the_card_does_something_else_and_publishing_is_refused(
    client: Client, draft: CardSetDraft, author: Player
) -> None:
    test = card_tests.keep_test(draft=draft, match=playtest(draft, author), player=author, seat=0, name="raids")
    CardTest.objects.filter(pk=test.pk).update(expected=[*test.expected, {"type": "drew"}])
    sent = {"note": "Stronger", "seen": set_digest(draft.body)}

    refused = client.post(at("cards_cardsetdraft_publish", draft.pk), sent, follow=True).content.decode()

    assert "Some card tests fail. raids" in refused and "fails" in refused
    assert not CardSetRevision.objects.filter(ruleset="raid", is_playtest=False, revision__gt=1).exists()
    client.post(at("matches_draft_follows", draft.pk), {"drop": str(test.pk)})
    client.post(at("cards_cardsetdraft_publish", draft.pk), sent)
    assert CardSetRevision.objects.filter(ruleset="raid", is_playtest=False, revision__gt=1).exists()


A, B, C = ({"type": letter} for letter in "abc")


@pytest.mark.parametrize(
    ("compared", "found", "missing", "has_more"),
    [
        ({}, [A, B], [], False),
        ({}, [A, C, B], [], False),
        ({}, [B, A], [1], False),
        ({}, [A], [1], False),
        ({"effects": [1]}, [B, A], [], False),
        ({"effects": [1]}, [A, C], [1], False),
        ({"is_exact": True}, [A, B], [], False),
        ({"is_exact": True}, [A, C, B], [], True),
        ({"effects": [0], "is_exact": True}, [A, B], [], True),
    ],
)
def test_the_effects_that_are_compared_must_come_in_their_order(
    compared: Any, found: list[Any], missing: list[int], has_more: bool
) -> None:
    result = card_tests._compared(CardTest(expected=[A, B], compared=compared), card_tests.Played(found, {}, {}))

    assert (result.missing, result.has_more, result.is_passed) == (missing, has_more, not missing and not has_more)


def test_an_author_compares_an_effect_and_a_figure_and_learns_which_is_wrong(
    client: Client, draft: CardSetDraft, author: Player
) -> None:
    test = card_tests.keep_test(draft=draft, match=playtest(draft, author), player=author, seat=0, name="raids")
    here = at("matches_draft_follows", draft.pk)
    figure = client.get(here).context["results"][0]["figures"][0]

    client.post(here, {"compare": str(test.pk), "figure": [figure.value, "/nowhere"], "effect": ["0", "99", "x"]})

    test.refresh_from_db()
    (value,) = test.compared["figures"].values()
    assert test.compared == {"effects": [0], "figures": {figure.value: value}, "is_exact": False}
    assert card_tests.run_tests(draft)[0].is_passed
    CardTest.objects.filter(pk=test.pk).update(
        compared={**test.compared, "figures": {figure.value: "another"}}, expected=[{"type": "gone"}]
    )
    page = client.get(here).content.decode()
    assert "no longer happens" in page and "has changed" in page and "stored: “another”" in page


def test_a_test_that_compares_nothing_is_refused(client: Client, draft: CardSetDraft, author: Player) -> None:
    test = card_tests.keep_test(draft=draft, match=playtest(draft, author), player=author, seat=0, name="raids")

    page = client.post(at("matches_draft_follows", draft.pk), {"compare": str(test.pk)}, follow=True)

    test.refresh_from_db()
    assert test.compared == {} and "Nothing is selected to compare." in page.content.decode()


def test_a_position_that_the_rules_cannot_read_fails_and_says_so(draft: CardSetDraft, author: Player) -> None:
    test = card_tests.keep_test(draft=draft, match=playtest(draft, author), player=author, seat=0, name="")
    CardTest.objects.filter(pk=test.pk).update(position=b"\x00nothing")

    (result,) = card_tests.run_tests(draft)

    assert not result.is_passed and result.played is None and result.fault


def test_without_a_move_or_with_too_many_tests_nothing_is_kept(
    draft: CardSetDraft, author: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = open_playtest(draft=draft, player=author)

    with pytest.raises(ServiceError, match="no_card_test"):
        card_tests.keep_test(draft=draft, match=match, player=author, seat=0, name="x")
    monkeypatch.setattr(card_tests, "MOST_TESTS", 0)
    with pytest.raises(ServiceError, match="no_card_test"):
        card_tests.keep_test(draft=draft, match=playtest(draft, author), player=author, seat=0, name="x")

    assert not CardTest.objects.exists()


def test_a_test_is_kept_from_the_page_of_a_playtest(client: Client, draft: CardSetDraft, author: Player) -> None:
    match = playtest(draft, author)

    page = client.post(at("matches_playtest_keep", draft.pk, match.pk), {"name": "it raids"}, follow=True)

    assert "Saved as a test: it raids" in page.content.decode()
    assert [one["result"].is_passed for one in page.context["results"]] == [True]


# Trials


def test_a_hundred_deals_are_played_before_and_after(
    draft: CardSetDraft, author: Player, sent: list[Any], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        trial = trials.start_trial(draft=draft, player=author)
    assert sent == [(trials.PLAY_TRIAL, str(trial.pk))]

    trials.play_trial(trial.pk, clock=lambda: 0)

    trial.refresh_from_db()
    assert (trial.state, trial.played) == (DraftTrial.State.DONE, trials.DEALS)
    before, after = trials.results_of(trial)
    assert before.score.games == after.score.games == trials.DEALS
    assert before.score.wins < 10 and after.score.wins > 90, "a deck of raiders that are stronger than all others"


def test_a_task_plays_for_a_while_and_leaves_the_rest_to_another(
    draft: CardSetDraft, author: Player, sent: list[Any]
) -> None:
    trial = trials.start_trial(draft=draft, player=author)
    moments = iter([0.0, 0.0, 0.0, trials.STINT_SECONDS + 1])

    trials.play_trial(trial.pk, clock=lambda: next(moments))

    trial.refresh_from_db()
    assert (trial.state, trial.played, sent) == (DraftTrial.State.RUNNING, 2, [(trials.PLAY_TRIAL, str(trial.pk))])


def test_a_deal_that_two_tasks_play_is_counted_once(draft: CardSetDraft, author: Player, sent: list[Any]) -> None:
    trial = trials.start_trial(draft=draft, player=author)
    late = DraftTrial.objects.select_related("before", "after").get(pk=trial.pk)
    rules = trials._rules(late.before, late.after)

    trials._count(trial, rules)
    trials._count(late, rules)

    trial.refresh_from_db()
    assert trial.played == 1 and sum(trial.results["after"]) == 1


def test_one_trial_of_a_draft_runs_at_a_time_and_can_be_cancelled(
    client: Client, draft: CardSetDraft, author: Player, sent: list[Any]
) -> None:
    here = at("matches_draft_follows", draft.pk)
    client.post(here, {"try": "1"})
    again = client.post(here, {"try": "1"}, follow=True).content.decode()
    trial = DraftTrial.objects.get()
    assert "No trial can start now" in again and 'http-equiv="refresh"' in again

    client.post(here, {"cancel": "1"})
    trials.play_trial(trial.pk)

    trial.refresh_from_db()
    assert (trial.state, trial.played) == (DraftTrial.State.CANCELLED, 0)
    assert "Cancelled." in client.get(here).content.decode()


def test_a_trial_whose_message_was_lost_is_found_and_one_that_is_played_is_left_alone(
    draft: CardSetDraft, author: Player, sent: list[Any]
) -> None:
    trial = trials.start_trial(draft=draft, player=author)
    running = DraftTrial.objects.filter(pk=trial.pk)
    late = timezone.now() - trials.LEASE - timedelta(seconds=1)

    assert trials.sweep_trials() == 0
    running.update(updated_at=late)
    assert (trials.sweep_trials(), sent) == (1, [(trials.PLAY_TRIAL, str(trial.pk))])

    trial.refresh_from_db()
    trials._count(trial, trials._rules(trial.before, trial.after))
    assert trials.sweep_trials() == 0, "something has just been counted"
    running.update(updated_at=late, state=DraftTrial.State.CANCELLED)
    assert trials.sweep_trials() == 0


def test_a_trial_is_held_by_one_task(draft: CardSetDraft, author: Player, sent: list[Any]) -> None:
    trial = trials.start_trial(draft=draft, player=author)
    DraftTrial.objects.filter(pk=trial.pk).update(lease_until=timezone.now() + trials.LEASE)

    trials.play_trial(trial.pk, clock=lambda: 0)

    trial.refresh_from_db()
    assert (trial.played, sent) == (0, [])


def test_a_trial_that_two_workers_died_of_is_set_aside(
    client: Client, draft: CardSetDraft, author: Player, sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*args: Any) -> None:
        raise SystemExit

    trial = trials.start_trial(draft=draft, player=author)
    with monkeypatch.context() as patched:
        patched.setattr(trials, "play", killed)
        for _ in range(2):
            with pytest.raises(SystemExit):
                trials.play_trial(trial.pk)

    trials.play_trial(trial.pk)

    trial.refresh_from_db()
    assert (trial.state, trial.fault, trial.played) == (DraftTrial.State.FAILED, trials.FAILED_TWICE, 0)
    assert "Two workers in a row" in client.get(at("matches_draft_follows", draft.pk)).content.decode()


def test_rules_that_stumble_end_the_trial_and_say_why(
    draft: CardSetDraft, author: Player, sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*args: Any) -> None:
        raise KeyError("what the card did")

    trial = trials.start_trial(draft=draft, player=author)
    monkeypatch.setattr(trials, "play", stumble)

    trials.play_trial(trial.pk, clock=lambda: 0)

    trial.refresh_from_db()
    assert trial.state == DraftTrial.State.FAILED and "what the card did" in trial.fault


def test_a_game_that_builds_no_decks_has_no_trial(author: Player) -> None:
    with pytest.raises(ServiceError, match="no_trial"):
        trials.start_trial(draft=create_draft(ruleset="battle_line", author=author), player=author)


# Decks


def test_kept_decks_that_break_are_named(client: Client, draft: CardSetDraft, author: Player) -> None:
    held = CARD_SET["starter_decks"][1]["cards"]
    deck = create_deck(owner=author, ruleset="raid", plan=DeckPlan(cards=held, options={}, name_en="My raiders"))
    remove_card(draft=draft, slug="raider-6")
    without = [{**CARD_SET["starter_decks"][0], "cards": {"raider-1": 12}}]
    save_part(draft=draft, key="starter_decks", value=without)

    page = client.get(at("matches_draft_follows", draft.pk))

    assert [str(one) for one, _fault in page.context["broken"]] == [str(deck)]
    assert "My raiders" in page.content.decode()


def test_an_author_who_may_not_view_decks_learns_only_how_many_break(
    client: Client, draft: CardSetDraft, author: Player
) -> None:
    held = CARD_SET["starter_decks"][1]["cards"]
    create_deck(owner=author, ruleset="raid", plan=DeckPlan(cards=held, options={}, name_en="My raiders"))
    remove_card(draft=draft, slug="raider-6")
    save_part(draft=draft, key="starter_decks", value=[{**CARD_SET["starter_decks"][0], "cards": {"raider-1": 12}}])
    author.user_permissions.remove(Permission.objects.get(codename="view_deck"))

    page = client.get(at("matches_draft_follows", draft.pk)).content.decode()

    assert "1 saved deck becomes illegal." in page
    assert "My raiders" not in page


def test_only_who_may_change_drafts_sees_what_follows(draft: CardSetDraft, author: Player) -> None:
    author.user_permissions.set(Permission.objects.filter(codename="view_cardsetdraft"))
    client = Client()
    client.force_login(author)

    assert client.get(at("matches_draft_follows", draft.pk)).status_code == 403


@pytest.mark.parametrize(("ruleset", "slug"), [("invaders", "harbour-pilots"), ("raid", "raider-1")])
def test_a_card_is_shown_in_use(client: Client, author: Player, ruleset: str, slug: str) -> None:
    draft = create_draft(ruleset=ruleset, author=author)

    page = client.get(at("matches_draft_card_use", draft.pk, slug))

    assert page.context["found"] is not None and page.context["action"] and page.context["effects"]
    assert 'class="board' in page.content.decode()
