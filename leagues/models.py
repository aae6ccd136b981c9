"""Leagues, their seasons, and the matches played for them. Results are not stored: they are the matches' outcomes.

Unique keys in the database, not code, make sure that each row exists once.
"""

from typing import ClassVar

import uuid6
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from common.leases import Leased


class League(models.Model):
    """A league: a name, a manifest and a schedule. Each of its runs is a season."""

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("Anyone can spectate")
        UNLISTED = "unlisted", _("Anyone with the address")
        PRIVATE = "private", _("Operators and entrants only")

    class Priority(models.IntegerChoices):
        LOW = 1, _("Low: a quarter of the normal share")
        NORMAL = 4, _("Normal")
        HIGH = 16, _("High: four times the normal share")

    slug = models.SlugField(_("slug"), max_length=40, unique=True)
    name_ja = models.CharField(_("name in Japanese"), max_length=120)
    name_en = models.CharField(_("name in English"), max_length=120)
    manifest = models.JSONField(_("manifest"))
    revision = models.PositiveIntegerField(
        _("manifest revision"), default=1, db_default=1, help_text=_("Goes up with every change.")
    )
    visibility = models.CharField(_("visibility"), max_length=10, choices=Visibility.choices)
    is_paused = models.BooleanField(
        _("paused"), default=False, help_text=_("While it is paused, no season starts and no deal is played.")
    )
    pause_note = models.CharField(_("why it is paused"), max_length=400, blank=True)
    paused_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("paused by"),
        help_text=_("Empty if the service paused it."),
    )
    closed_at = models.DateTimeField(
        _("closed at"),
        null=True,
        blank=True,
        help_text=_("No more seasons start. A season in progress is played to its end."),
    )
    close_note = models.CharField(_("why it is closed"), max_length=400, blank=True, db_default="")
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("closed by")
    )
    next_run_at = models.DateTimeField(_("next run"), null=True, blank=True)
    priority = models.PositiveSmallIntegerField(
        _("priority"),
        choices=Priority.choices,
        default=Priority.NORMAL,
        db_default=Priority.NORMAL,
        help_text=_("Share of the workers' time for its seasons, compared with other leagues."),
    )
    is_comparison = models.BooleanField(
        _("comparison"),
        default=False,
        db_default=False,
        editable=False,
        help_text=_("A test that an owner runs between two of their bot accounts."),
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("created by")
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["next_run_at"], condition=Q(next_run_at__isnull=False), name="league_due"),
            models.Index(fields=["created_by", "-id"], condition=Q(is_comparison=True), name="comparison_of"),
        ]

    def __str__(self) -> str:
        return self.slug


class ManifestChange(models.Model):
    """A change of a league's manifest, with its author and time. The row is never changed."""

    league = models.ForeignKey(
        League, models.CASCADE, related_name="manifest_changes", verbose_name=_("league"), db_index=False
    )
    revision = models.PositiveIntegerField(_("manifest revision"), help_text=_("The revision that this change made."))
    before = models.JSONField(_("previous manifest"))
    left_out = models.JSONField(_("bot accounts that don't fit it"), default=list)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    by_name = models.CharField(_("operator name"), max_length=150, blank=True)
    at = models.DateTimeField(_("done at"))

    class Meta:
        default_permissions = ()
        verbose_name = _("manifest change")
        verbose_name_plural = _("manifest changes")
        ordering: ClassVar = ["league_id", "revision"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "revision"], name="one_change_a_revision")]

    def __str__(self) -> str:
        return f"{self.revision}"


class Season(models.Model):
    """One run of a league. It stores everything that it resolved at its start, so later upgrades change nothing."""

    class Status(models.TextChoices):
        RUNNING = "running", _("In progress")
        OVER = "over", _("Finished")

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    league = models.ForeignKey(League, models.PROTECT, related_name="seasons", verbose_name=_("league"), db_index=False)
    number = models.PositiveIntegerField(_("number"))
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.RUNNING)
    manifest = models.JSONField(_("manifest"))
    digest = models.CharField(_("manifest digest"), max_length=64)
    ruleset = models.CharField(_("ruleset"), max_length=40)
    ruleset_version = models.PositiveSmallIntegerField(_("ruleset version"))
    card_set = models.ForeignKey("cards.CardSetRevision", models.PROTECT, related_name="+", verbose_name=_("card set"))
    options = models.JSONField(_("options"))
    seat_decks = models.JSONField(_("seat decks"), help_text=_("Used in turn, one pair per deal."))
    sealed_seed = models.BinaryField(_("encrypted seed"))
    seed_commitment = models.CharField(_("seed commitment"), max_length=64)
    started_at = models.DateTimeField(_("started at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering: ClassVar = ["-started_at", "-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "number"], name="season_number"),
            models.UniqueConstraint(fields=["league"], condition=Q(status="running"), name="one_running_season"),
        ]
        indexes: ClassVar = [models.Index(fields=["id"], condition=Q(status="running"), name="season_running")]

    def __str__(self) -> str:
        return f"{self.league.slug}/{self.number}"


class WorkerShare(models.Model):
    """How much of the workers' time a season has used, so that others get as much. It affects no result."""

    season = models.OneToOneField(Season, models.CASCADE, primary_key=True, related_name="share")
    weight = models.PositiveSmallIntegerField()
    served = models.FloatField()
    """In seconds, divided by the weight."""

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.season_id}"


class Run(models.Model):
    """A scheduled time that has come, and what came of it. Its key admits one, however many workers look."""

    class Result(models.TextChoices):
        STARTED = "started", _("Started a season")
        OVERLAP = "overlap", _("Skipped: a season was still in progress")
        REFUSED = "refused", _("Refused: the season couldn't start")

    league = models.ForeignKey(League, models.CASCADE, related_name="runs", verbose_name=_("league"), db_index=False)
    scheduled_for = models.DateTimeField(_("scheduled for"))
    result = models.CharField(_("result"), max_length=10, choices=Result.choices)
    season = models.OneToOneField(Season, models.PROTECT, null=True, related_name="run", verbose_name=_("season"))
    problems = models.JSONField(_("problems"), default=list)

    class Meta:
        verbose_name = _("scheduled start")
        verbose_name_plural = _("scheduled starts")
        ordering: ClassVar = ["-scheduled_for"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "scheduled_for"], name="one_run_a_time")]

    def __str__(self) -> str:
        return f"{self.scheduled_for}"


class Entry(models.Model):
    """A bot account that plays in every season of an open league that starts while this row exists."""

    league = models.ForeignKey(League, models.CASCADE, related_name="entries", verbose_name=_("league"), db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("bot account")
    )
    deck = models.JSONField(_("deck"), null=True)
    deck_digest = models.CharField(_("deck digest"), max_length=64, blank=True)
    joined_at = models.DateTimeField(_("joined at"))

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering: ClassVar = ["league_id", "id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "player"], name="one_entry_an_account")]

    def __str__(self) -> str:
        return f"{self.player}"


class Entrant(models.Model):
    """A participant of a season: a house bot at one version, or a bot account in a declared one. It never changes.

    `digest` is computed for a house bot, and declared by the owner for an account. It is empty in older seasons.
    """

    season = models.ForeignKey(
        Season, models.CASCADE, related_name="entrants", verbose_name=_("season"), db_index=False
    )
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=60)
    bot = models.CharField(_("bot"), max_length=60, blank=True)
    bot_version = models.PositiveSmallIntegerField(_("bot version"), null=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("bot account")
    )
    account = models.CharField(
        _("public id"), max_length=40, blank=True, db_default="", help_text=_("As written in the log.")
    )
    account_version = models.CharField(_("declared version"), max_length=40, blank=True, db_default="")
    digest = models.CharField(_("digest"), max_length=64, blank=True, db_default="")
    iterations = models.PositiveIntegerField(_("iterations per decision"), null=True)
    deck = models.JSONField(_("deck"), null=True)
    deck_digest = models.CharField(_("deck digest"), max_length=64, blank=True)

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering: ClassVar = ["season_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "number"], name="entrant_number"),
            models.UniqueConstraint(fields=["season", "name"], name="entrant_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_account(self) -> bool:
        return self.account != ""

    @property
    def name_in_log(self) -> str:
        """The player's name in event 0 of its matches."""
        return self.account or f"bot:{self.bot}/{self.bot_version}"


class Round(models.Model):
    """Pairings that may be played at the same time; the transaction that closes a round makes the next."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="rounds", verbose_name=_("season"), db_index=False)
    number = models.PositiveIntegerField(_("number"))
    closed_at = models.DateTimeField(_("closed at"), null=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering: ClassVar = ["season_id", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["season", "number"], name="round_number")]

    def __str__(self) -> str:
        return f"{self.number}"


class Pairing(models.Model):
    """Two entrants in a round, or one and a bye."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings", verbose_name=_("round"), db_index=False)
    number = models.PositiveSmallIntegerField(_("number"))
    first = models.ForeignKey(Entrant, models.PROTECT, related_name="+", verbose_name=_("first entrant"))
    second = models.ForeignKey(Entrant, models.PROTECT, null=True, related_name="+", verbose_name=_("second entrant"))

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering: ClassVar = ["round_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="pairing_number"),
            models.UniqueConstraint(fields=["round", "first"], name="first_once_a_round"),
            models.UniqueConstraint(fields=["round", "second"], name="second_once_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def has_account(self) -> bool:
        return self.first.is_account or (self.second is not None and self.second.is_account)


class Deal(Leased):
    """A seed and decks for a pairing. Workers claim whole deals; disclosure, ratings and the test count them."""

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        CLOSED = "closed", _("Closed")
        DROPPED = "dropped", _("Cancelled")

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    season = models.ForeignKey(Season, models.CASCADE, related_name="deals", verbose_name=_("season"), db_index=False)
    round = models.ForeignKey(Round, models.CASCADE, related_name="deals", verbose_name=_("round"), db_index=False)
    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="deals", verbose_name=_("pairing"))
    number = models.PositiveIntegerField(_("number"), help_text=_("Counted within the season."))
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.OPEN)
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=1)
    closed_at = models.DateTimeField(_("closed at"), null=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering: ClassVar = ["season_id", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["season", "number"], name="deal_number")]
        indexes: ClassVar = [
            models.Index(fields=["season", "number"], condition=Q(status="open"), name="deal_open"),
            models.Index(fields=["round"], condition=Q(status="open"), name="deal_open_in_round"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class Fixture(models.Model):
    """One playing of a deal: in seating 0 the first entrant has the first side, in seating 1 the second."""

    deal = models.ForeignKey(Deal, models.PROTECT, related_name="fixtures", verbose_name=_("deal"), db_index=False)
    attempt = models.PositiveSmallIntegerField(_("attempt"))
    seating = models.PositiveSmallIntegerField(_("seating"))
    match = models.OneToOneField("matches.Match", models.PROTECT, related_name="fixture", verbose_name=_("match"))

    class Meta:
        verbose_name = _("fixture")
        verbose_name_plural = _("fixtures")
        ordering: ClassVar = ["deal_id", "attempt", "seating"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["deal", "attempt", "seating"], name="one_fixture_a_seating")
        ]

    def __str__(self) -> str:
        return f"{self.seating}"


class Control(models.Model):
    """The first entrant's points when house bots played the deal of this match (`leagues.luck`)."""

    fixture = models.OneToOneField(
        Fixture, models.CASCADE, primary_key=True, related_name="control", verbose_name=_("fixture")
    )
    points = models.PositiveSmallIntegerField(_("points"))

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.points}"


class Void(models.Model):
    """An attempt at a deal that does not count, with the entrant at fault. Without one, the service was."""

    class Kind(models.TextChoices):
        ILLEGAL = "illegal", _("Illegal action")
        CRASHED = "crashed", _("Crashed")

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="voids", verbose_name=_("deal"), db_index=False)
    attempt = models.PositiveSmallIntegerField(_("attempt"))
    entrant = models.ForeignKey(Entrant, models.PROTECT, null=True, related_name="voids", verbose_name=_("entrant"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, blank=True, db_default="")
    what = models.TextField(_("what happened"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("voided attempt")
        verbose_name_plural = _("voided attempts")
        ordering: ClassVar = ["deal_id", "attempt"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["deal", "attempt"], name="one_void_an_attempt")]

    def __str__(self) -> str:
        return f"{self.attempt}"


class AccountFault(models.Model):
    """How often a bot account made one kind of fault in a match, and the last one. It affects no result."""

    class Kind(models.TextChoices):
        ILLEGAL = "illegal", _("Illegal action")
        REFUSED = "refused", _("Call not answered")

    fixture = models.ForeignKey(
        Fixture, models.CASCADE, related_name="faults", verbose_name=_("fixture"), db_index=False
    )
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="faults", verbose_name=_("entrant"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    count = models.PositiveIntegerField(_("how often"), default=0)
    what = models.TextField(_("what happened"))
    at = models.DateTimeField(_("at"))

    class Meta:
        default_permissions = ()
        verbose_name = _("fault of a bot account")
        verbose_name_plural = _("faults of bot accounts")
        ordering: ClassVar = ["fixture_id", "kind"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fixture", "entrant", "kind"], name="one_fault_a_kind")
        ]

    def __str__(self) -> str:
        return self.kind


class Amendment(models.Model):
    """A change of a running season: by an operator, with the reason, or because an entrant is broken."""

    class Kind(models.TextChoices):
        EXTEND = "extend", _("Extended")
        WITHDRAW = "withdraw", _("Entrant withdrawn")
        CLOSE = "close", _("Closed early")
        BROKEN = "broken", _("Entrant removed after failures")

    season = models.ForeignKey(Season, models.CASCADE, related_name="amendments", verbose_name=_("season"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    entrant = models.ForeignKey(Entrant, models.PROTECT, null=True, related_name="+", verbose_name=_("entrant"))
    length = models.PositiveIntegerField(_("new length"), null=True, help_text=_("In rounds, cycles or deals."))
    rounds = models.PositiveIntegerField(_("rounds made so far"))
    reason = models.CharField(_("reason"), max_length=400)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    by_name = models.CharField(_("operator name"), max_length=150, blank=True)
    at = models.DateTimeField(_("done at"))

    class Meta:
        verbose_name = _("amendment")
        verbose_name_plural = _("amendments")
        ordering: ClassVar = ["season_id", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "kind", "entrant"], name="one_withdrawal_an_entrant"),
            models.UniqueConstraint(fields=["season"], condition=Q(kind="close"), name="one_close_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}"


class Computed(models.Model):
    """A stored table, course of points or statistics of a season. `revision` names the data it was computed from.

    It saves work and decides nothing: anyone who finds it missing or too old computes it from the matches.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="computed", db_index=False)
    part = models.CharField(max_length=40)
    revision = models.CharField(max_length=80)
    body = models.BinaryField()
    made_at = models.DateTimeField()
    took_ms = models.PositiveIntegerField()

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["season", "part"], name="one_computed_a_part")]

    def __str__(self) -> str:
        return self.part


class Alarm(models.Model):
    """A problem to mail to a league's maker. It decides nothing and is deleted after a day."""

    class Kind(models.TextChoices):
        BROKEN = "broken"
        """`about` is the entrant."""
        FAILED = "failed"
        """Paused: `about` is the number of the failed deal, counted from 1."""
        MISSING = "missing"
        """Paused: `about` is the missing bot."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="alarms", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    about = models.CharField(max_length=150)
    at = models.DateTimeField()
    told_at = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()
        indexes: ClassVar = [models.Index(fields=["at"], name="alarm_at")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.about}"


class Heartbeat(models.Model):
    """When a part of the service last reported that it is alive."""

    part = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.part


class Outage(models.Model):
    """A time in which a part of the service was silent. No clock that ran then has cost anyone a match."""

    part = models.CharField(_("part"), max_length=20)
    began_at = models.DateTimeField(_("began at"))
    ended_at = models.DateTimeField(_("ended at"))

    class Meta:
        default_permissions = ()
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        ordering: ClassVar = ["-ended_at"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["part", "began_at"], name="one_outage_a_beginning")]
        indexes: ClassVar = [models.Index(fields=["ended_at"], name="outage_end")]

    def __str__(self) -> str:
        return f"{self.part}: {self.began_at}"
