"""Reviews: an author asks for a draft to be published, and a publisher approves it or returns it with remarks.

The callers of `approve` and `return_draft` check that the reader may publish card sets. All functions lock the draft
before its request. Requests stay as history when the draft is gone.
"""

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from cards.models import CardSetDraft, CardSetRevision
from cards.sets.selectors import newest_revision
from cards.sets.services import draft_faults, publish_draft
from common.text.errors import ServiceError
from matches.log.transactions import writing
from players.models import Player
from playtesting.card_tests import failing_tests
from playtesting.limits import MOST_WAITING_REVIEWS
from playtesting.models import DraftReview
from playtesting.review_news import notify_author, notify_publishers
from rules.registry import set_digest

State = DraftReview.State


def with_drafts(reviews: QuerySet[DraftReview]) -> QuerySet[DraftReview]:
    """The requests, each with `has_draft`: whether the draft still exists."""
    return reviews.annotate(has_draft=Exists(CardSetDraft.objects.filter(pk=OuterRef("draft_number"))))


def waiting_reviews() -> QuerySet[DraftReview]:
    """The requests that wait for a publisher. If the draft was discarded, none waits."""
    return with_drafts(DraftReview.objects.filter(state=State.WAITING)).filter(has_draft=True)


def ask_for_review(*, draft: CardSetDraft, author: Player, remark: str = "") -> DraftReview:
    """Ask publishers to review the draft as it is now. A request for an earlier state of the draft is withdrawn.

    Raises ServiceError: `faulty_card_set`, `draft_behind`, `nothing_new`, `too_many_reviews`; `review_waiting` if a
    request for this state waits already; `outdated` if the draft is being changed.
    """
    newest, digest = newest_revision(draft.ruleset), set_digest(draft.body)
    if faults := draft_faults(draft):
        raise ServiceError("faulty_card_set", faults=faults)
    if draft.base_id != newest.pk:
        raise ServiceError("draft_behind")
    if digest == newest.digest:
        raise ServiceError("nothing_new")
    with writing():
        locked = CardSetDraft.objects.select_for_update().filter(pk=draft.pk).first()
        if locked is None or set_digest(locked.body) != digest:
            raise ServiceError("outdated")
        waiting = _waiting(draft.pk)
        if waiting is not None and waiting.digest == digest:
            raise ServiceError("review_waiting")
        if waiting is not None:
            _close(waiting, State.WITHDRAWN, author)
        if waiting_reviews().filter(author=author).count() >= MOST_WAITING_REVIEWS:
            raise ServiceError("too_many_reviews")
        review = DraftReview.objects.create(
            ruleset=draft.ruleset,
            draft_number=draft.pk,
            author=author,
            remark=remark,
            digest=digest,
            body=locked.body,
        )
        notify_publishers(review)
    return review


def withdraw(*, review: DraftReview, author: Player) -> None:
    """Withdraw the author's own request. Raises ServiceError `not_allowed`, `review_over`."""
    if review.author_id != author.pk:
        raise ServiceError("not_allowed")
    with writing():
        _close(_locked(review), State.WITHDRAWN, author)


def return_draft(*, review: DraftReview, publisher: Player, answer: str) -> None:
    """Return a draft to its author with remarks. Raises ServiceError `review_over`."""
    with writing():
        locked = _locked(review)
        _close(locked, State.RETURNED, publisher, answer)
        notify_author(locked)


def approve(
    *, review: DraftReview, publisher: Player, note: str, seen: str, answer: str = "", has_read_changes: bool = False
) -> CardSetRevision:
    """Publish the reviewed draft. `seen` is the digest of the set that the publisher looked at.

    Raises ServiceError: `review_over`; `draft_changed` if that set is not the one of the request, unless the publisher
    says so in `has_read_changes`; `card_tests_fail`; and what `publish_draft` raises.
    """
    draft = CardSetDraft.objects.filter(pk=review.draft_number).first()
    if draft is None:
        raise ServiceError("review_over")
    if set_digest(draft.body) != seen:
        raise ServiceError("outdated")
    if seen != review.digest and not has_read_changes:
        raise ServiceError("draft_changed")
    if not draft_faults(draft) and failing_tests(draft):  # Outside of the transaction, which would hold up authors.
        raise ServiceError("card_tests_fail")
    with writing():
        locked = _locked(review)
        locked.answer = answer
        locked.save(update_fields=["answer"])
        return publish_draft(draft=draft, note=note, published_by=publisher, seen=seen)


def close_published(draft: CardSetDraft, revision: CardSetRevision) -> None:
    """Close the waiting request of a draft that has just been published, in whichever way, and notify its author."""
    with writing():
        waiting = _waiting(draft.pk)
        if waiting is not None:
            _close(waiting, State.APPROVED, revision.published_by, waiting.answer, revision)
            notify_author(waiting)


def _waiting(draft_number: int) -> DraftReview | None:
    """The waiting request of a draft, locked."""
    found = DraftReview.objects.select_for_update().filter(draft_number=draft_number, state=State.WAITING)
    return found.first()


def _locked(review: DraftReview) -> DraftReview:
    """The request, locked after its draft. Raises ServiceError `review_over` if it no longer waits."""
    draft = CardSetDraft.objects.select_for_update().filter(pk=review.draft_number).only("pk").first()
    waiting = _waiting(review.draft_number)
    if draft is None or waiting is None or waiting.pk != review.pk:
        raise ServiceError("review_over")
    return waiting


def _close(
    review: DraftReview,
    state: DraftReview.State,
    decided_by: Player | None,
    answer: str = "",
    revision: CardSetRevision | None = None,
) -> None:
    review.state, review.decided_by, review.decided_at = state, decided_by, timezone.now()
    review.answer, review.revision, review.body = answer, revision, None
    review.save()
