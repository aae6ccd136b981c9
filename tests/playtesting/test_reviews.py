"""Reviews of drafts: authors ask for them, publishers approve or return the drafts, and both are notified."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import playtesting.tasks  # noqa: F401 -- registers them for `tasks_at_once`
from cards.models import CardSetDraft, CardSetRevision
from cards.sets.selectors import newest_revision
from cards.sets.services import bring_up_to_date, create_draft, publish_card_set, remove_card, save_card
from common.text.errors import ServiceError
from decks.plans import DeckPlan
from decks.services import create_deck
from matches.notifications.inbox import notices_after
from players.models import Player
from playtesting import review_news, reviews
from playtesting.models import CardTest, DraftReview, DraftTrial
from rules.registry import set_digest
from tests.test_staff_permissions import changed_draft
from tests.toy import CARD_SET

STRONGER, STRONGEST = ({"slug": "raider-1", "strength": strength} for strength in (8, 9))
WRITE = ["view_cardsetdraft", "add_cardsetdraft", "change_cardsetdraft"]
PUBLISH = ["view_cardsetdraft", "publish_cardset", "view_cardsetrevision", "view_deck"]


def member(name: str, permissions: list[str]) -> Player:
    player = Player.objects.create_user(
        name,
        is_staff=True,
        email=f"{name}@cards.example",
        email_confirmed_at=timezone.now(),
    )
    player.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return player


def client_of(player: Player, language: str = "en") -> Client:
    client = Client(headers={"Accept-Language": language})
    client.force_login(player)
    return client


@pytest.fixture
def author(published: None) -> Player:
    return member("mai", WRITE)


@pytest.fixture
def publisher(published: None) -> Player:
    return member("pia", PUBLISH)


@pytest.fixture
def draft(author: Player) -> CardSetDraft:
    """A draft of the toy game with one changed card."""
    made = create_draft(ruleset="raid", author=author)
    save_card(draft=made, card=STRONGER, instead_of="raider-1")
    return made


@pytest.fixture
def review(draft: CardSetDraft, author: Player) -> DraftReview:
    return reviews.ask_for_review(draft=draft, author=author, remark="Raiders were too weak")


@pytest.fixture
def sent_mails(
    settings: Any, tasks_at_once: None, django_capture_on_commit_callbacks: Callable[..., Any]
) -> Callable[[Callable[[], Any]], list[tuple[str, str]]]:
    """Do something, and return the mails that it sent, as (receiver, subject)."""
    settings.SENDS_MAIL = True

    def mails_of(do: Callable[[], Any]) -> list[tuple[str, str]]:
        mail.outbox.clear()
        with django_capture_on_commit_callbacks(execute=True):
            do()
        return [(sent.to[0].partition("@")[0], sent.subject) for sent in mail.outbox]

    return mails_of


def at(name: str, *args: Any) -> str:
    return reverse(f"admin:{name}", args=args)


def page_of(review: DraftReview) -> str:
    return at("playtesting_draftreview_change", review.pk)


def notices(player: Player) -> list[Any]:
    return [msgspec.json.decode(notice.body) for notice in notices_after(player.pk, 0, 100)]


def published_strength() -> int:
    (card,) = [card for card in newest_revision("raid").card_set["cards"] if card["slug"] == "raider-1"]
    return int(card["strength"])


def state(review: DraftReview) -> str:
    review.refresh_from_db()
    return str(review.state)


# Asking


def test_an_author_asks_on_the_page_of_the_draft_and_publishers_find_the_request(
    draft: CardSetDraft, author: Player, publisher: Player
) -> None:
    client = client_of(author)
    assert "Request a review" in client.get(at("cards_cardsetdraft_change", draft.pk)).content.decode()

    answer = client.post(at("playtesting_review_ask", draft.pk), {"remark": "Raiders were too weak"})

    review = DraftReview.objects.get()
    assert answer["Location"] == page_of(review)
    assert (review.author, review.remark, review.state) == (author, "Raiders were too weak", "waiting")
    start = client_of(publisher).get("/admin/").content.decode()
    assert "1 draft waits for your review" in start and "?state=waiting" in start
    listed = client_of(publisher).get(at("playtesting_draftreview_changelist"), {"state": "waiting"})
    assert list(listed.context["cl"].queryset) == [review]
    assert "waits for your review" not in client.get("/admin/").content.decode()


def test_a_publisher_sees_everything_on_one_page(
    review: DraftReview, draft: CardSetDraft, author: Player, publisher: Player
) -> None:
    CardTest.objects.create(draft=draft, name="it raids", position=b"no", seat=0, action={}, expected=[])
    revision = newest_revision("raid")
    DraftTrial.objects.create(
        draft=draft, before=revision, after=revision, plan={}, wanted=100, played=7, results={"after": [7, 0, 0]}
    )

    page = client_of(publisher).get(page_of(review))
    text = page.content.decode()

    assert [change.slug for change in page.context["difference"].cards] == ["raider-1"]
    assert "Raiders were too weak" in text
    assert "fails: <strong>it raids</strong>" in text.replace("✗ ", "")
    assert "7 of 100 deals played." in text and "The draft has changed since these deals." in text
    assert "All legal starter decks and saved decks stay legal." in text
    assert "Approve and publish" in text and "Return with remarks" in text


def test_the_rules_read_a_changed_card_in_both_languages_before_and_after(author: Player, publisher: Player) -> None:
    review = reviews.ask_for_review(draft=changed_draft(author), author=author)

    changed, new = client_of(publisher).get(page_of(review)).context["readings"]

    assert all(changed.before.values()) and all(changed.after.values()) and changed.before != changed.after
    assert (new.before, new.after) == (None, changed.before) and new.text and new.lines


def test_private_decks_that_break_are_named_only_to_those_who_may_view_decks(
    draft: CardSetDraft, author: Player, publisher: Player
) -> None:
    held = {**CARD_SET["starter_decks"][1]["cards"]}
    create_deck(owner=author, ruleset="raid", plan=DeckPlan(cards=held, options={}, name_en="My raiders"))
    remove_card(draft=draft, slug="raider-6")
    CardSetDraft.objects.filter(pk=draft.pk).update(
        body={**draft.body, "starter_decks": [{**CARD_SET["starter_decks"][0], "cards": {"raider-1": 12}}]}
    )
    review = reviews.ask_for_review(draft=CardSetDraft.objects.get(pk=draft.pk), author=author)

    of_publisher, of_author = (client_of(who).get(page_of(review)).content.decode() for who in (publisher, author))

    assert "My raiders" in of_publisher
    assert "My raiders" not in of_author and "1 saved deck becomes illegal." in of_author


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_is_in_the_language_of_the_reader(review: DraftReview, publisher: Player, language: str) -> None:
    page = client_of(publisher, language).get(page_of(review)).content.decode()

    assert {"en": "Approve and publish", "ja": "承認して公開"}[language] in page


def test_a_draft_with_faults_without_changes_or_on_an_old_revision_is_not_reviewed(
    draft: CardSetDraft, author: Player
) -> None:
    faulty, same = create_draft(ruleset="raid", author=author), create_draft(ruleset="raid", author=author)
    save_card(draft=faulty, card={"slug": "Bad Slug", "strength": 1}, instead_of=None)
    refused = {faulty: "faulty_card_set", same: "nothing_new"}

    for one, code in refused.items():
        with pytest.raises(ServiceError, match=code):
            reviews.ask_for_review(draft=one, author=author)
    publish_card_set(ruleset="raid", card_set={**CARD_SET, "names": {"ja": "新", "en": "New"}})
    with pytest.raises(ServiceError, match="draft_behind"):
        reviews.ask_for_review(draft=draft, author=author)

    assert not DraftReview.objects.exists()


def test_one_request_of_a_draft_waits_and_a_changed_draft_replaces_it(
    review: DraftReview, draft: CardSetDraft, author: Player
) -> None:
    with pytest.raises(ServiceError, match="review_waiting"):
        reviews.ask_for_review(draft=draft, author=author)
    save_card(draft=draft, card=STRONGEST, instead_of="raider-1")

    again = reviews.ask_for_review(draft=draft, author=author, remark="and stronger")

    assert (state(review), state(again)) == ("withdrawn", "waiting")


def test_an_author_has_so_many_requests_waiting(
    review: DraftReview, author: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MOST_WAITING_REVIEWS", 1)
    other = create_draft(ruleset="raid", author=author)
    save_card(draft=other, card=STRONGEST, instead_of="raider-1")

    with pytest.raises(ServiceError, match="too_many_reviews"):
        reviews.ask_for_review(draft=other, author=author)
    reviews.withdraw(review=review, author=author)

    assert reviews.ask_for_review(draft=other, author=author).state == "waiting"


# Deciding


def test_approving_publishes_the_draft_and_keeps_the_request_as_history(
    review: DraftReview, draft: CardSetDraft, author: Player, publisher: Player
) -> None:
    client = client_of(publisher)
    seen = client.get(page_of(review)).context["approve_form"].initial["seen"]

    page = client.post(
        at("playtesting_review_approve", review.pk),
        {"seen": seen, "note": "Stronger raiders", "answer": "Good"},
        follow=True,
    )

    review.refresh_from_db()
    revision = newest_revision("raid")
    assert (revision.note, revision.published_by, published_strength()) == ("Stronger raiders", publisher, 8)
    assert (review.state, review.decided_by, review.answer) == ("approved", publisher, "Good")
    assert (review.revision_id, review.body) == (revision.pk, None)
    assert not CardSetDraft.objects.filter(pk=draft.pk).exists()
    assert "Published as revision 2." in page.content.decode() and "approved" in page.content.decode()
    listed = client_of(author).get(at("playtesting_draftreview_changelist")).content.decode()
    assert "Revision 2" in listed


def test_a_returned_draft_shows_the_remarks_to_its_author_who_asks_again(
    review: DraftReview, draft: CardSetDraft, author: Player, publisher: Player
) -> None:
    client = client_of(author)

    nothing = client_of(publisher).post(at("playtesting_review_return", review.pk), {"answer": "  "}, follow=True)
    assert "This field is required." in nothing.content.decode() and state(review) == "waiting"
    client_of(publisher).post(at("playtesting_review_return", review.pk), {"answer": "Too <b>strong</b>"})

    assert (state(review), review.decided_by, review.body) == ("returned", publisher, None)
    page = client.get(at("cards_cardsetdraft_change", draft.pk)).content.decode()
    assert "Too &lt;b&gt;strong&lt;/b&gt;" in page
    client.post(at("playtesting_review_ask", draft.pk), {"remark": "Please look again"})
    again = DraftReview.objects.get(state="waiting")
    assert list(client.get(page_of(again)).context["earlier"]) == [review]


def test_a_draft_that_changed_since_is_not_approved_blindly(
    review: DraftReview, draft: CardSetDraft, publisher: Player
) -> None:
    client, here = client_of(publisher), at("playtesting_review_approve", review.pk)
    save_card(draft=draft, card=STRONGEST, instead_of="raider-1")

    page = client.get(page_of(review))
    sent = {"seen": set_digest(draft.body), "note": "Stronger"}
    refused = client.post(here, sent, follow=True).content.decode()

    assert page.context["has_changed"] and "Changed since the request" in page.content.decode()
    (since,) = page.context["since"].cards
    assert [(change.before, change.after) for change in since.fields] == [(8, 9)]
    assert "The draft has changed since the review was requested." in refused
    assert (state(review), newest_revision("raid").revision) == ("waiting", 1)
    client.post(here, {**sent, "has_read_changes": "on"})
    assert (state(review), published_strength()) == ("approved", 9)


def test_what_the_publisher_has_not_seen_is_never_published(
    review: DraftReview, draft: CardSetDraft, publisher: Player
) -> None:
    seen = set_digest(draft.body)
    save_card(draft=draft, card=STRONGEST, instead_of="raider-1")

    for has_read in (False, True):
        with pytest.raises(ServiceError, match="outdated"):
            reviews.approve(review=review, publisher=publisher, note="x", seen=seen, has_read_changes=has_read)

    assert (state(review), newest_revision("raid").revision) == ("waiting", 1)


def test_a_draft_with_a_failing_test_is_not_approved(
    review: DraftReview, draft: CardSetDraft, publisher: Player
) -> None:
    CardTest.objects.create(draft=draft, name="it raids", position=b"no", seat=0, action={}, expected=[])

    sent = {"seen": set_digest(draft.body), "note": "Stronger"}
    page = client_of(publisher).post(at("playtesting_review_approve", review.pk), sent, follow=True)

    assert "Some card tests fail." in page.content.decode()
    assert (state(review), newest_revision("raid").revision) == ("waiting", 1)


def test_a_draft_on_an_old_revision_is_not_approved(
    review: DraftReview, draft: CardSetDraft, publisher: Player
) -> None:
    publish_card_set(ruleset="raid", card_set={**CARD_SET, "names": {"ja": "新", "en": "New"}})

    page = client_of(publisher).get(page_of(review)).content.decode()
    with pytest.raises(ServiceError, match="outdated"):
        reviews.approve(review=review, publisher=publisher, note="x", seen=set_digest(draft.body))

    assert "A newer revision, 2, has been published." in page and "Approve and publish" not in page
    assert state(review) == "waiting"
    bring_up_to_date(draft=draft)
    reviews.approve(review=review, publisher=publisher, note="x", seen=set_digest(draft.body), has_read_changes=True)
    assert (state(review), published_strength()) == ("approved", 8)


def test_publishing_the_draft_on_its_own_page_approves_the_waiting_request(
    review: DraftReview, draft: CardSetDraft, author: Player, publisher: Player
) -> None:
    client_of(publisher).post(
        at("cards_cardsetdraft_publish", draft.pk), {"note": "Stronger", "seen": set_digest(draft.body)}
    )

    assert (state(review), review.decided_by, published_strength()) == ("approved", publisher, 8)
    assert [notice["type"] for notice in notices(author)] == ["review_answered"]


@pytest.mark.parametrize("decide", ["withdraw", "return", "approve"])
def test_a_decided_request_is_not_decided_again(
    review: DraftReview, draft: CardSetDraft, author: Player, publisher: Player, decide: str
) -> None:
    again: dict[str, Callable[[], Any]] = {
        "withdraw": lambda: reviews.withdraw(review=review, author=author),
        "return": lambda: reviews.return_draft(review=review, publisher=publisher, answer="No"),
        "approve": lambda: reviews.approve(review=review, publisher=publisher, note="x", seen=set_digest(draft.body)),
    }
    again[decide]()
    before = DraftReview.objects.values().get()

    for do in again.values():
        with pytest.raises(ServiceError, match="review_over"):
            do()

    assert DraftReview.objects.values().get() == before


def test_the_request_of_a_discarded_draft_waits_no_longer(
    review: DraftReview, draft: CardSetDraft, publisher: Player
) -> None:
    draft.delete()

    page = client_of(publisher).get(page_of(review)).content.decode()

    assert "discarded" in page and "Approve and publish" not in page
    assert not reviews.waiting_reviews().exists()
    listed = client_of(publisher).get(at("playtesting_draftreview_changelist"), {"state": "discarded"})
    assert list(listed.context["cl"].queryset) == [review]
    with pytest.raises(ServiceError, match="review_over"):
        reviews.return_draft(review=review, publisher=publisher, answer="No")


# Who may


def test_an_author_cannot_publish_through_a_review(review: DraftReview, draft: CardSetDraft, author: Player) -> None:
    client, sent = client_of(author), {"seen": set_digest(draft.body), "note": "x", "answer": "x"}

    answers = [
        client.post(at(name, review.pk), sent).status_code
        for name in ("playtesting_review_approve", "playtesting_review_return")
    ]
    page = client.get(page_of(review)).content.decode()

    assert answers == [403, 403] and (state(review), newest_revision("raid").revision) == ("waiting", 1)
    assert "Approve and publish" not in page and "Withdraw the request" in page


def test_a_publisher_may_approve_their_own_request(draft: CardSetDraft) -> None:
    both = member("kei", [*WRITE, *PUBLISH])
    review = reviews.ask_for_review(draft=draft, author=both)

    client_of(both).post(at("playtesting_review_approve", review.pk), {"seen": set_digest(draft.body), "note": "x"})

    assert state(review) == "approved" and notices(both) == []


def test_only_the_author_of_a_request_withdraws_it(
    review: DraftReview, draft: CardSetDraft, author: Player, publisher: Player
) -> None:
    here = at("playtesting_review_withdraw", review.pk)
    others = [member("otto", WRITE), publisher]

    assert [client_of(other).post(here).status_code for other in others] == [403, 403]
    with pytest.raises(ServiceError, match="not_allowed"):
        reviews.withdraw(review=review, author=others[0])
    assert state(review) == "waiting"
    client_of(author).post(here)
    assert (state(review), review.decided_by) == ("withdrawn", author)


@pytest.mark.parametrize("permissions", [[], ["publish_cardset"], ["change_cardsetdraft"], ["view_cardsetrevision"]])
def test_who_may_not_view_drafts_sees_and_decides_nothing(
    review: DraftReview, draft: CardSetDraft, permissions: list[str]
) -> None:
    client, sent = client_of(member("otto", permissions)), {"seen": set_digest(draft.body), "note": "x", "answer": "x"}
    pages = [page_of(review), at("playtesting_draftreview_changelist")]
    buttons = [at(f"playtesting_review_{name}", review.pk) for name in ("approve", "return", "withdraw")]

    answers = [client.get(page).status_code for page in pages] + [client.post(one, sent).status_code for one in buttons]

    assert answers == [403] * 5 and state(review) == "waiting"


def test_a_player_who_is_no_staff_is_sent_to_sign_in(review: DraftReview, draft: CardSetDraft) -> None:
    client = client_of(Player.objects.create_user("ann"))

    answer = client.post(at("playtesting_review_ask", draft.pk), {"remark": "x"})

    assert answer.status_code == 302 and "/admin/login/" in answer["Location"]


def test_a_button_needs_the_token_of_its_form(review: DraftReview, draft: CardSetDraft, publisher: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(publisher)

    sent = {"seen": set_digest(draft.body), "note": "x"}

    assert client.post(at("playtesting_review_approve", review.pk), sent).status_code == 403
    assert state(review) == "waiting"


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_the_page_of_a_request_changes_nothing(review: DraftReview, publisher: Player, method: str) -> None:
    assert getattr(client_of(publisher), method)(page_of(review), {"state": "approved"}).status_code == 403
    assert state(review) == "waiting"


def test_too_long_a_remark_is_refused(draft: CardSetDraft, author: Player) -> None:
    page = client_of(author).post(at("playtesting_review_ask", draft.pk), {"remark": "x" * 2001}, follow=True)

    assert "at most 2000 characters" in page.content.decode() and not DraftReview.objects.exists()


# News


def test_publishers_get_a_notice_and_a_mail_and_the_author_gets_the_answer(
    draft: CardSetDraft, author: Player, publisher: Player, sent_mails: Any
) -> None:
    member("otto", WRITE)
    asked = sent_mails(lambda: reviews.ask_for_review(draft=draft, author=author, remark="secret plans"))
    review = DraftReview.objects.get()

    assert asked == [("pia", f"Review requested: Raid, draft {draft.pk}")]
    body = mail.outbox[0].body
    assert "mai asks you to review" in body and page_of(review) in body and "secret plans" not in body
    assert notices(publisher) == [
        {"type": "review_requested", "review": review.pk, "draft": draft.pk, "ruleset": "raid", "by": "mai"}
    ]

    answered = sent_mails(lambda: reviews.return_draft(review=review, publisher=publisher, answer="No"))

    assert [receiver for receiver, _subject in answered] == ["mai"]
    assert "pia returned your draft" in mail.outbox[0].body
    (notice,) = notices(author)
    assert (notice["type"], notice["state"], notice["revision"]) == ("review_answered", "returned", None)


def test_the_author_of_an_approved_draft_hears_the_number_of_the_revision(
    review: DraftReview, draft: CardSetDraft, author: Player, publisher: Player, sent_mails: Any
) -> None:
    Player.objects.filter(pk=author.pk).update(language="ja")

    sent_mails(lambda: reviews.approve(review=review, publisher=publisher, note="x", seen=set_digest(draft.body)))

    assert "改訂2として公開しました" in mail.outbox[0].body
    assert [(notice["state"], notice["revision"]) for notice in notices(author)] == [("approved", 2)]


def test_withdrawing_and_asking_again_mails_nobody_twice(
    review: DraftReview, draft: CardSetDraft, author: Player, publisher: Player, sent_mails: Any
) -> None:
    def ask_again() -> None:
        reviews.withdraw(review=DraftReview.objects.get(state="waiting"), author=author)
        reviews.ask_for_review(draft=draft, author=author)

    assert sent_mails(ask_again) == []
    DraftReview.objects.filter(state="withdrawn").update(
        decided_at=timezone.now() - review_news.QUIET - timedelta(seconds=1)
    )
    returned = DraftReview.objects.get(state="waiting")
    reviews.return_draft(review=returned, publisher=publisher, answer="No")
    again = sent_mails(lambda: reviews.ask_for_review(draft=draft, author=author))

    assert [receiver for receiver, _subject in again] == ["pia"]


@pytest.mark.parametrize(
    "fields",
    [{"wants_review_mail": False}, {"email_confirmed_at": None}, {"email": ""}, {"is_active": False}],
    ids=str,
)
def test_who_wants_no_mail_gets_none(
    draft: CardSetDraft, author: Player, publisher: Player, sent_mails: Any, fields: dict[str, Any]
) -> None:
    Player.objects.filter(pk=publisher.pk).update(**fields)

    assert sent_mails(lambda: reviews.ask_for_review(draft=draft, author=author)) == []


def test_a_mail_that_comes_too_late_is_not_sent(review: DraftReview, author: Player, publisher: Player) -> None:
    reviews.withdraw(review=review, author=author)

    review_news.tell_of_review(player_id=publisher.pk, review_id=review.pk)

    assert mail.outbox == []


def test_staff_turn_the_mails_off_and_players_have_no_such_choice(author: Player) -> None:
    client, ann = client_of(author), Player.objects.create_user("ann", email_confirmed_at=timezone.now())

    client.post("/account/mail/reviews/", {"wanted": "no"})

    author.refresh_from_db()
    assert not author.wants_review_mail
    assert "Mail me about reviews of card drafts" in client.get("/account/mail/").content.decode()
    assert "reviews" not in client_of(ann).get("/account/mail/").content.decode()


def test_nothing_is_published_or_notified_if_the_publication_is_refused(
    review: DraftReview, draft: CardSetDraft, author: Player, publisher: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**named: Any) -> CardSetRevision:
        raise ServiceError("nothing_new")

    monkeypatch.setattr("cards.sets.services.publish_card_set", fail)

    with pytest.raises(ServiceError, match="nothing_new"):
        reviews.approve(review=review, publisher=publisher, note="x", seen=set_digest(draft.body), answer="Good")

    assert (state(review), review.answer, notices(author)) == ("waiting", "", [])
