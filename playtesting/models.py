"""Rows about a draft of a card set: card tests and trials, which are deleted with it, and reviews, which stay."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cards.models import CardSetDraft, CardSetRevision
from common.leases import Leased
from common.text.language import ruleset_name


class CardTest(models.Model):
    """A position, a move, and the effects that the move had when the author stored the test."""

    draft = models.ForeignKey(CardSetDraft, models.CASCADE, related_name="card_tests")
    name = models.CharField(max_length=200)
    position = models.BinaryField()
    """A table as the rules encode it (`Ruleset.encode`)."""
    seat = models.PositiveSmallIntegerField()
    action = models.JSONField()
    expected = models.JSONField()
    """All effects, as JSON."""
    compared = models.JSONField(default=dict, db_default={})
    """What the test compares. `effects`: indexes in `expected` that must occur again in this order (absent: all).
    `is_exact`: whether no other effects may occur. `figures`: pointer -> value in the seat's view after the move.
    """
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("card test"), _("card tests")
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return self.name


class DraftTrial(Leased):
    """The same deals played by house bots, with the published cards and with a draft."""

    class State(models.TextChoices):
        RUNNING = "running"
        DONE = "done"
        CANCELLED = "cancelled"
        FAILED = "failed"

    draft = models.ForeignKey(CardSetDraft, models.CASCADE, related_name="trials")
    before = models.ForeignKey(CardSetRevision, models.PROTECT, related_name="+")
    after = models.ForeignKey(CardSetRevision, models.PROTECT, related_name="+")
    """The draft at the start of the trial, stored as a playtest revision."""
    plan = models.JSONField()
    """`options`; `before` and `after`: the tried deck with each card set; `opponents`: the decks it plays against."""
    wanted = models.PositiveSmallIntegerField()
    played = models.PositiveSmallIntegerField(default=0)
    """Number of deals; each is two matches, before and after."""
    results = models.JSONField(default=dict)
    """`before` and `after`: wins, draws and losses of the tried deck."""
    state = models.CharField(max_length=10, choices=State.choices, default=State.RUNNING)
    fault = models.CharField(max_length=400, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("draft trial"), _("draft trials")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["draft"], condition=models.Q(state="running"), name="one_running_trial_a_draft"
            )
        ]

    def __str__(self) -> str:
        return f"{self.draft_id}: {self.played}/{self.wanted}"


class DraftReview(models.Model):
    """An author's request that a publisher reviews a draft, and what became of it. It outlives the draft."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RETURNED = "returned", _("returned")
        APPROVED = "approved", _("approved")
        WITHDRAWN = "withdrawn", _("withdrawn by the author")

    ruleset = models.CharField(_("ruleset"), max_length=40)
    draft_number = models.BigIntegerField(_("draft"), db_index=True)
    """The draft's primary key. No foreign key, because the draft is deleted when it is published or discarded."""
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("requested by")
    )
    remark = models.TextField(_("remark"), blank=True)
    digest = models.CharField(_("digest"), max_length=64)
    """The digest of the draft's set when the review was requested."""
    body = models.JSONField(null=True)
    """That set, for comparison with the draft as it is now. Deleted with the decision."""
    asked_at = models.DateTimeField(_("requested at"), auto_now_add=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.WAITING)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided_at = models.DateTimeField(_("decided at"), null=True)
    answer = models.TextField(_("answer"), blank=True)
    revision = models.ForeignKey(
        CardSetRevision, models.PROTECT, null=True, related_name="+", verbose_name=_("card set revision")
    )

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("draft review"), _("draft reviews")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["draft_number"], condition=models.Q(state="waiting"), name="one_waiting_review_a_draft"
            )
        ]

    def __str__(self) -> str:
        return f"{ruleset_name(self.ruleset)}: {gettext('draft')} {self.draft_number}"
