"""A review is decided while the draft is edited, or by two people at once."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from cards.models import CardSetDraft, CardSetRevision
from cards.sets import services
from cards.sets.services import create_draft, publish_draft, save_card
from players.models import Player
from playtesting import reviews
from playtesting.models import DraftReview
from tests.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)

STRONGER, STRONGEST = ({"slug": "raider-1", "strength": strength} for strength in (8, 9))


@pytest.fixture
def author(published: None) -> Player:
    return Player.objects.create_user("mai")


@pytest.fixture
def publishers(published: None) -> list[Player]:
    return [Player.objects.create_user(name) for name in ("pia", "pau")]


@pytest.fixture
def draft(author: Player) -> CardSetDraft:
    made = create_draft(ruleset="raid", author=author)
    save_card(draft=made, card=STRONGER, instead_of="raider-1")
    return made


@pytest.fixture
def review(draft: CardSetDraft, author: Player) -> DraftReview:
    return reviews.ask_for_review(draft=draft, author=author)


@pytest.fixture
def approved_by(review: DraftReview) -> Callable[[Player], Callable[[], int]]:
    """A function that approves the draft as it was when the review was requested, for a publisher."""
    return lambda publisher: (
        lambda: (
            reviews.approve(
                review=DraftReview.objects.get(pk=review.pk), publisher=publisher, note="x", seen=review.digest
            ).revision
        )
    )


def held(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> tuple[threading.Event, Callable[[Any], Any]]:
    """Stop inside the function, where the caller has the draft locked, for a second in which the others wait.

    Returns an event that is set when the first caller is there, and a wrapper for jobs that start after that.
    """
    is_there, real = threading.Event(), getattr(module, name)

    def wait(*args: Any, **named: Any) -> Any:
        if not is_there.is_set():
            is_there.set()
            threading.Event().wait(1)
        return real(*args, **named)

    monkeypatch.setattr(module, name, wait)

    def afterwards(job: Callable[[], Any]) -> Callable[[], Any]:
        def run() -> Any:
            assert is_there.wait(30)
            return job()

        return run

    return is_there, afterwards


def outcome() -> tuple[list[str], list[int]]:
    """The states of all reviews, and the numbers of all revisions."""
    numbers = CardSetRevision.objects.filter(ruleset="raid").order_by("revision").values_list("revision", flat=True)
    return list(DraftReview.objects.order_by("pk").values_list("state", flat=True)), list(numbers)


def test_of_two_publishers_one_approves_and_the_other_hears_that_it_is_over(
    review: DraftReview, publishers: list[Player], approved_by: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, afterwards = held(monkeypatch, services, "publish_card_set")
    first, second = map(approved_by, publishers)

    found = at_once([first, afterwards(second)])

    assert found == [2, "review_over"]
    assert outcome() == (["approved"], [1, 2])
    assert DraftReview.objects.get().decided_by == publishers[0]


def test_a_publisher_who_returns_the_draft_while_another_approves_it_comes_too_late(
    review: DraftReview, publishers: list[Player], approved_by: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, afterwards = held(monkeypatch, services, "publish_card_set")

    found = at_once(
        [
            approved_by(publishers[0]),
            afterwards(lambda: reviews.return_draft(review=review, publisher=publishers[1], answer="No")),
        ]
    )

    assert found == [2, "review_over"]
    assert (outcome(), DraftReview.objects.get().answer) == ((["approved"], [1, 2]), "")


def test_approving_while_the_author_withdraws_publishes_nothing(
    review: DraftReview, author: Player, publishers: list[Player], approved_by: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, afterwards = held(monkeypatch, reviews, "_close")

    found = at_once([lambda: reviews.withdraw(review=review, author=author), afterwards(approved_by(publishers[0]))])

    assert found == [None, "review_over"]
    assert outcome() == (["withdrawn"], [1])


def test_approving_while_the_author_saves_a_card_publishes_nothing(
    draft: CardSetDraft,
    review: DraftReview,
    publishers: list[Player],
    approved_by: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The author's change is locked but not yet committed when the publisher's page has passed every check."""
    _, afterwards = held(monkeypatch, services, "alike")

    found = at_once(
        [
            lambda: len(save_card(draft=draft, card=STRONGEST, instead_of="raider-1")),
            afterwards(approved_by(publishers[0])),
        ]
    )

    assert found == [1, "outdated"]
    assert outcome() == (["waiting"], [1])


def test_a_change_that_comes_while_the_draft_is_published_is_refused(
    draft: CardSetDraft,
    review: DraftReview,
    publishers: list[Player],
    approved_by: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, afterwards = held(monkeypatch, services, "publish_card_set")

    found = at_once(
        [
            approved_by(publishers[0]),
            afterwards(lambda: save_card(draft=draft, card=STRONGEST, instead_of="raider-1")),
        ]
    )

    assert found == [2, "outdated"]
    (card,) = [card for card in CardSetRevision.objects.get(revision=2).card_set["cards"] if card == STRONGER]
    assert outcome() == (["approved"], [1, 2]) and card == STRONGER


def test_a_draft_is_published_on_its_page_while_another_publisher_approves_it(
    draft: CardSetDraft,
    review: DraftReview,
    publishers: list[Player],
    approved_by: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, afterwards = held(monkeypatch, services, "publish_card_set")

    def publish() -> int:
        return publish_draft(draft=draft, note="x", published_by=publishers[0], seen=review.digest).revision

    found = at_once([publish, afterwards(approved_by(publishers[1]))])

    assert found == [2, "review_over"]
    assert outcome() == (["approved"], [1, 2])
    assert DraftReview.objects.get().decided_by == publishers[0]


def test_one_draft_has_one_waiting_request_even_if_it_is_asked_twice_at_once(
    draft: CardSetDraft, author: Player, publishers: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, afterwards = held(monkeypatch, reviews, "notify_publishers")

    def ask(by: Player) -> Callable[[], str]:
        return lambda: reviews.ask_for_review(draft=draft, author=by).state

    found = at_once([ask(author), afterwards(ask(publishers[0]))])

    assert found == ["waiting", "review_waiting"]
    assert outcome() == (["waiting"], [1])
