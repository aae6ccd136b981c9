"""Template tags that show the reviews of a draft."""

from dataclasses import dataclass

from django import template

from cards.models import CardSetDraft
from playtesting.models import DraftReview
from playtesting.reviews import waiting_reviews
from rules.registry import set_digest

register = template.Library()


@dataclass(frozen=True)
class LastReview:
    """A draft's newest request. `has_changed`: whether the draft has changed since."""

    review: DraftReview
    has_changed: bool

    @property
    def is_waiting(self) -> bool:
        return self.review.state == DraftReview.State.WAITING

    @property
    def is_returned(self) -> bool:
        return self.review.state == DraftReview.State.RETURNED


@register.simple_tag
def last_review(draft: CardSetDraft) -> LastReview | None:
    found = DraftReview.objects.filter(draft_number=draft.pk).select_related("author", "decided_by").defer("body")
    review = found.first()
    return review and LastReview(review, review.digest != set_digest(draft.body))


@register.simple_tag
def waiting_review_count() -> int:
    """The number of requests that wait for a publisher."""
    return waiting_reviews().count()
