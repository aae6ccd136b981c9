"""Notifies publishers of requested reviews, and authors of the answers, by notices and by mails.

Mails have no remarks and no names of cards, because many machines read mail. They link to the page of the review.
"""

from datetime import timedelta
from functools import partial
from typing import Annotated, ClassVar

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override
from msgspec import Meta

from common.sending import send_task
from common.text.language import ruleset_name
from matches.notifications.inbox import notify
from matches.notifications.notices import NoticeKind, register
from players.mail import page_address, send_mail
from players.models import Player
from playtesting.models import DraftReview
from rules.engine import Names

TELL_OF_REVIEW = "playtesting.tell_of_review"
QUIET = timedelta(hours=1)
"""For this long after an author has withdrawn a request, new ones of theirs are not mailed."""
PUBLISH, VIEW = "cards.publish_cardset", "cards.view_cardsetdraft"

ReviewNumber = Annotated[int, Meta(description="The review's number in the admin.")]
DraftNumber = Annotated[int, Meta(description="The draft's number in the admin.")]


class ReviewRequested(NoticeKind, frozen=True, tag="review_requested"):
    """An author asks for a draft of cards to be reviewed. Only staff who may publish card sets get this notice."""

    label: ClassVar[Names] = {"ja": "下書きのレビューを依頼された", "en": "You are asked to review a draft of cards"}
    review: ReviewNumber
    draft: DraftNumber
    ruleset: str
    by: str


class ReviewAnswered(NoticeKind, frozen=True, tag="review_answered"):
    """A draft of cards that you submitted for review was approved and published, or returned with remarks."""

    label: ClassVar[Names] = {
        "ja": "下書きのレビューの結果が出た",
        "en": "Your draft of cards was approved or returned",
    }
    review: ReviewNumber
    draft: DraftNumber
    ruleset: str
    state: Annotated[str, Meta(extra_json_schema={"enum": ["approved", "returned"]})]
    revision: Annotated[int | None, Meta(description="The published revision; null if the draft was returned.")]
    by: Annotated[str | None, Meta(description="The publisher; null if the account was deleted.")]


def register_notices() -> None:
    register(ReviewRequested, ReviewAnswered)


def publishers() -> QuerySet[Player]:
    """The staff who may publish card sets and view drafts."""
    viewers = Player.objects.with_perm(VIEW).values("pk")
    return Player.objects.with_perm(PUBLISH).filter(is_staff=True, pk__in=viewers).order_by("pk")


def notify_publishers(review: DraftReview) -> None:
    """Notify all publishers but the author. Inside `writing()` only."""
    found = list(publishers().exclude(pk=review.author_id).values_list("pk", flat=True))
    notify(found, ReviewRequested(review.pk, review.draft_number, review.ruleset, str(review.author)))
    withdrawn = DraftReview.objects.filter(author=review.author_id, state=DraftReview.State.WITHDRAWN)
    if not withdrawn.filter(decided_at__gt=timezone.now() - QUIET).exists():
        _request_mails(review, found)


def notify_author(review: DraftReview) -> None:
    """Notify the author of the answer, unless they gave it themselves. Inside `writing()` only."""
    if review.author_id is None or review.author_id == review.decided_by_id:
        return
    by = None if review.decided_by is None else str(review.decided_by)
    number = review.revision.revision if review.revision else None
    answered = ReviewAnswered(review.pk, review.draft_number, review.ruleset, str(review.state), number, by)
    notify([review.author_id], answered)
    _request_mails(review, [review.author_id])


def _request_mails(review: DraftReview, player_ids: list[int]) -> None:
    if not settings.SENDS_MAIL:
        return
    for player_id in player_ids:
        transaction.on_commit(partial(send_task, TELL_OF_REVIEW, player_id, review.pk))


def tell_of_review(*, player_id: int, review_id: int) -> None:
    """Send the mail about the review as it is now: a request to a publisher, or an answer to the author.

    Raises OSError if the mail server refuses it.
    """
    player = Player.objects.filter(
        pk=player_id, is_active=True, is_staff=True, wants_review_mail=True, email_confirmed_at__isnull=False
    ).first()
    review = DraftReview.objects.select_related("author", "decided_by", "revision").filter(pk=review_id).first()
    if player is None or not player.email or review is None:
        return
    with override(player.language_of_mails):
        found = _mail_of(review, is_author=player.pk == review.author_id)
        if found is None:
            return
        subject, text = found
        send_mail(
            to=player.email,
            language=player.language_of_mails,
            subject=subject,
            paragraphs=[
                text,
                page_address(reverse("admin:playtesting_draftreview_change", args=[review.pk])),
                gettext("To turn off mails about reviews of drafts:"),
                page_address(reverse("account-mail")),
            ],
        )


def _mail_of(review: DraftReview, *, is_author: bool) -> tuple[str, str] | None:
    """Subject and text; None if the news is out of date."""
    values = {
        "game": ruleset_name(review.ruleset),
        "draft": review.draft_number,
        "author": review.author,
        "publisher": review.decided_by,
        "revision": review.revision.revision if review.revision else None,
    }
    match review.state:
        case DraftReview.State.WAITING if not is_author:
            subject = gettext("Review requested: %(game)s, draft %(draft)s")
            text = gettext("%(author)s asks you to review draft %(draft)s of %(game)s.")
        case DraftReview.State.RETURNED if is_author:
            subject = gettext("Returned: %(game)s, draft %(draft)s")
            text = gettext("%(publisher)s returned your draft %(draft)s of %(game)s with remarks.")
        case DraftReview.State.APPROVED if is_author:
            subject = gettext("Published: %(game)s, draft %(draft)s")
            text = gettext("%(publisher)s published your draft %(draft)s of %(game)s as revision %(revision)s.")
        case _:
            return None
    return subject % values, text % values
