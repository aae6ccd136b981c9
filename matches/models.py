"""Matches, their seats, the data stored about each, and the search tables; the log is in `log/models.py`.

Only `log` and `services` write these tables, except the two that `search` writes.
"""

from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

import uuid6
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.text.language import in_language, ruleset_name
from common.timestamps import milliseconds, moment_of
from matches.bots.roster import HOUSE_BOTS
from matches.few_values import FewValuesField


def moment_of_id(match_id: UUID) -> datetime:
    """The moment in a UUID of version 7: its first 48 bits are milliseconds since 1970 (RFC 9562, 5.7)."""
    return moment_of(match_id.int >> 80)


def first_id_of(moment: datetime) -> UUID:
    """The lowest id that a match opened at this moment can have; the inverse of `moment_of_id`."""
    return UUID(int=milliseconds(moment) << 80)


def seats_in(bits: int) -> list[int]:
    """The seats whose bit is set."""
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


class Match(models.Model):
    """One match from lobby to end. `snapshot` is the newest position; the log is authoritative."""

    class Status(models.TextChoices):
        LOBBY = "lobby", _("Waiting for players")
        PLAYING = "playing", _("In progress")
        OVER = "over", _("Finished")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("Anyone can spectate")
        UNLISTED = "unlisted", _("Anyone with the address")
        PRIVATE = "private", _("Players only")

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    ruleset = models.CharField(_("ruleset"), max_length=40)
    ruleset_version = models.PositiveSmallIntegerField(_("ruleset version"))
    card_set = models.ForeignKey("cards.CardSetRevision", models.PROTECT, verbose_name=_("card set"))
    options = models.JSONField(_("options"), default=dict)
    clock = models.JSONField(_("clock"), null=True, blank=True)
    visibility = models.CharField(_("visibility"), max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC)
    status = FewValuesField(_("status"), max_length=10, choices=Status.choices, default=Status.LOBBY)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("created by")
    )
    created_at = models.DateTimeField(_("created at"), editable=False, help_text=_("The time in its id."))
    updated_at = models.DateTimeField(_("updated at"), default=timezone.now, editable=False)
    """When the last event happened or the lobby last changed, by the database's clock."""

    answer_by = models.DateTimeField(_("answer due by"), null=True, blank=True)
    """When called seats must answer; None if no seat is called."""
    idle_days = models.PositiveSmallIntegerField(
        _("days without an event"),
        default=30,
        db_default=30,
        help_text=_("A match without a clock ends after this many days without an event."),
    )
    seed_commitment = models.CharField(_("seed commitment"), max_length=64, blank=True)
    sealed_seed = models.BinaryField(_("encrypted seed"), default=b"")
    version = models.IntegerField(_("version"), default=-1, help_text=_("seq of the last event; -1 before the start"))
    snapshot = models.BinaryField(_("snapshot"), null=True)
    times = models.JSONField(_("clock times"), default=dict)
    to_act = models.JSONField(_("seats to act"), default=list)
    bots = models.JSONField(_("seats of bots"), default=list)
    auto_passes = models.JSONField(_("auto-passes"), default=dict, db_default={})
    abort_consents = models.PositiveSmallIntegerField(
        _("seats that agree to abort"), default=0, db_default=0, help_text=_("One bit per seat.")
    )
    draw_offers = models.PositiveSmallIntegerField(
        _("seats offering a draw"), default=0, db_default=0, help_text=_("One bit per seat.")
    )
    draw_offers_made = models.PositiveSmallIntegerField(
        _("seats that offered a draw since their last action"), default=0, db_default=0
    )
    bot_to_act = models.BooleanField(_("a bot has to act"), default=False)
    deadline_at = models.DateTimeField(_("next deadline"), null=True, blank=True)
    outcome = models.JSONField(_("outcome"), null=True, blank=True)
    end_reason = models.CharField(_("end reason"), max_length=40, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    is_scored = models.BooleanField(_("scored"), default=False)
    is_imported = models.BooleanField(_("imported"), default=False)
    is_hidden = models.BooleanField(
        _("hidden"), default=False, db_default=False, help_text=_("As set by the latest moderation.")
    )
    deal = models.UUIDField(
        _("deal"), null=True, editable=False, help_text=_("For league matches: the deal it belongs to.")
    )
    withheld = models.BooleanField(
        _("withheld"),
        default=False,
        db_default=False,
        editable=False,
        help_text=_("Hidden information stays hidden until the deal is over."),
    )

    continues = models.JSONField(
        _("continued from"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("Match, seq and hash of the event that a practice match continues from."),
    )

    terms_layout = models.PositiveSmallIntegerField(_("search index layout"), default=0, db_default=0, editable=False)
    """The layout in which its search terms were last written (search/terms.py); 0 if they never were."""

    is_rated = models.BooleanField(
        _("rated"), default=False, db_default=False, help_text=_("The players agreed that the match is rated.")
    )

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering: ClassVar = ["-created_at", "-id"]
        permissions: ClassVar = [
            ("audit_live", _("Can see everything in a live match (each look is recorded)")),
            ("abort_match", _("Can abort a match")),
            ("hide_match", _("Can hide matches and show them again (recorded)")),
        ]
        # No index has a column that every move changes, so PostgreSQL can rewrite the row without updating an index.
        indexes: ClassVar = [
            models.Index(fields=["id"], condition=Q(bot_to_act=True), name="match_bot_to_act"),
            models.Index(fields=["answer_by"], condition=Q(answer_by__isnull=False), name="match_answer_by"),
            models.Index(fields=["deadline_at"], condition=Q(deadline_at__isnull=False), name="match_deadline"),
            # If a query names a status, SQLite prefers an index that begins with it. So one of these does. The query of
            # the other names none, since an index of all finished matches by status would be used elsewhere too.
            models.Index(
                fields=["status", "ended_at"], condition=Q(status="over", is_scored=False), name="match_unscored"
            ),
            models.Index(
                fields=["terms_layout", "ended_at"],
                condition=~Q(status__in=["lobby", "playing"]),
                name="match_terms_layout",
            ),
            models.Index(fields=["ended_at"], condition=Q(ended_at__isnull=False), name="match_ended"),
            models.Index(
                fields=["ruleset", "ended_at", "id"], condition=Q(status="over", is_rated=True), name="match_rated"
            ),
            models.Index(fields=["-created_at", "-id"], name="match_list"),
            models.Index(fields=["status", "-created_at", "-id"], name="match_list_status"),
            models.Index(fields=["ruleset", "-created_at", "-id"], name="match_list_ruleset"),
            models.Index(fields=["ruleset", "status", "-created_at", "-id"], name="match_list_ruleset_status"),
        ]

    def save(self, **options: Any) -> None:
        """Save the match. A new one gets the time in its id as `created_at`, so that the two can be compared."""
        if self._state.adding:
            self.created_at = moment_of_id(self.id)
        super().save(**options)

    @property
    def consenting_seats(self) -> list[int]:
        """The seats that have consented to an abort since they last acted."""
        return seats_in(self.abort_consents)

    @property
    def drawing_seats(self) -> list[int]:
        """The seats with an open draw offer."""
        return seats_in(self.draw_offers) if self.status == Match.Status.PLAYING else []

    def __str__(self) -> str:
        """The game and the end of the id. Its beginning is the time, and the same for matches of one hour."""
        return f"{ruleset_name(self.ruleset)} …{str(self.id)[-12:]}"


class Seat(models.Model):
    """A seat in a match, for a player or a bot."""

    class Kind(models.TextChoices):
        PLAYER = "player", _("Player")
        INVITED = "invited", _("Invited player")
        CALLED = "called", _("Called player")
        OPEN = "open", _("Open")
        BOT = "bot", _("Bot")
        IMPORTED = "imported", _("Player on another service")

    # Both already have an index that begins with them: one_seat_an_index and seat_of_player.
    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", verbose_name=_("match"), db_index=False)
    index = models.PositiveSmallIntegerField(_("seat"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("player"),
        db_index=False,
    )
    bot = models.CharField(_("bot"), max_length=60, blank=True)
    public_id = models.CharField(_("public id"), max_length=64, blank=True, help_text=_("As written in the log."))
    deck = models.JSONField(_("deck"), null=True, blank=True)
    entropy = models.CharField(_("entropy"), max_length=64, blank=True)
    is_ready = models.BooleanField(_("ready"), default=False)
    fault = models.TextField(_("last error of the bot"), blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["match_id", "index"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "index"], name="one_seat_an_index")]
        indexes: ClassVar = [
            models.Index(fields=["player", "match"], name="seat_of_player"),
            # For the admin's search; a seat is written only once.
            models.Index(fields=["public_id"], name="seat_of_public_id"),
            models.Index(fields=["bot"], name="seat_of_bot", condition=~models.Q(bot="")),
        ]

    def __str__(self) -> str:
        return f"{self.index}"


class Scorecard(models.Model):
    """The tally of a finished match, written once by the scoring task and equal to that of a fresh fold."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="scorecard")
    body = models.JSONField(_("scorecard"))
    scored_at = models.DateTimeField(_("scored at"), auto_now_add=True)

    class Meta:
        verbose_name = _("scorecard")
        verbose_name_plural = _("scorecards")

    def __str__(self) -> str:
        return f"{self.match_id}"


class AuditRead(models.Model):
    """Staff saw everything of an undisclosed match. Its players can read who, when and why."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="audit_reads", verbose_name=_("match"))
    reader = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("reader")
    )
    reader_name = models.CharField(_("reader name"), max_length=150)
    seq = models.IntegerField(_("seq"), help_text=_("The last event that was visible."))
    what = models.CharField(_("what was read"), max_length=40)
    reason = models.CharField(_("reason"), max_length=400, blank=True)
    read_at = models.DateTimeField(_("read at"), auto_now_add=True)

    class Meta:
        verbose_name = _("audit of a live match")
        verbose_name_plural = _("audits of live matches")
        ordering: ClassVar = ["-read_at", "-id"]

    def __str__(self) -> str:
        return f"{self.reader_name}: {self.match}"


class Moderation(models.Model):
    """An operator hid a match from everyone outside it, or showed it again.

    Triggers prevent changes and deletion. The newest one of a match applies.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="moderations", verbose_name=_("match"))
    is_hidden = models.BooleanField(_("hidden"))
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("moderator")
    )
    moderator_name = models.CharField(_("moderator name"), max_length=150)
    reason = models.CharField(_("reason"), max_length=400)
    at = models.DateTimeField(_("done at"), auto_now_add=True)

    class Meta:
        verbose_name = _("match moderation")
        verbose_name_plural = _("match moderations")
        ordering: ClassVar = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.moderator_name}: {self.match}"


class BotSetting(models.Model):
    """An operator's setting for a house bot. A bot without one is enabled."""

    bot = models.CharField(_("bot"), max_length=60, primary_key=True)
    is_enabled = models.BooleanField(
        _("enabled"), default=True, help_text=_("A disabled bot finishes its matches but doesn't join new ones.")
    )
    note = models.CharField(_("note"), max_length=400, blank=True)
    updated_at = models.DateTimeField(_("updated at"), auto_now=True)

    class Meta:
        verbose_name = _("bot setting")
        verbose_name_plural = _("bot settings")
        ordering: ClassVar = ["bot"]

    def __str__(self) -> str:
        return in_language(next((bot.names for bot in HOUSE_BOTS if bot.name == self.bot), None), self.bot)


class RequestKey(models.Model):
    """The answer to a request that makes no event (create, join …), stored for a day so that it can be repeated."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    key = models.CharField(max_length=255)
    request_digest = models.BinaryField(max_length=32)
    status = models.PositiveSmallIntegerField()
    body = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "key"], name="one_answer_a_key")]

    def __str__(self) -> str:
        return self.key


class MatchSummary(models.Model):
    """A finished match for the search, with its terms. A match whose log cannot be read has no terms."""

    match = models.OneToOneField(
        Match, models.CASCADE, primary_key=True, related_name="summary", verbose_name=_("match")
    )
    ruleset = models.CharField(_("ruleset"), max_length=40)
    length = models.PositiveIntegerField(_("number of events"))
    ended_at = models.DateTimeField(_("ended at"))
    is_imported = models.BooleanField(_("imported"))
    is_readable = models.BooleanField(_("readable log"), default=True, db_default=True)

    class Meta:
        verbose_name = _("match summary")
        verbose_name_plural = _("match summaries")
        ordering: ClassVar = ["-ended_at", "-match_id"]
        indexes: ClassVar = [
            models.Index(fields=["-ended_at", "-match"], name="summary_newest"),
            models.Index(fields=["ruleset", "-ended_at", "-match"], name="summary_of_ruleset"),
            models.Index(fields=["length"], name="summary_length"),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.match_id}"


class SearchTerm(models.Model):
    """A term that finds a finished match: a card played, an effect, how it ended, a player, a deck."""

    class Kind(models.TextChoices):
        CARD = "card", _("Card played face up")
        EFFECT = "effect", _("Effect")
        REASON = "reason", _("End reason")
        DECIDED = "decided", _("What decided")
        PLAYER = "player", _("Player or bot")
        WINNER = "winner", _("Winner")
        NAMED = "named", _("Name in an imported log")
        DECK = "deck", _("Deck")

    match = models.ForeignKey(
        Match, models.CASCADE, related_name="search_terms", verbose_name=_("match"), db_index=False
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    value = models.CharField(_("value"), max_length=100)
    seat = models.SmallIntegerField(_("seat"), default=-1, help_text=_("-1: no seat"))

    class Meta:
        verbose_name = _("search term")
        verbose_name_plural = _("search terms")
        ordering: ClassVar = ["match_id", "kind", "value", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "kind", "value", "seat"], name="one_search_term_once")
        ]
        indexes: ClassVar = [models.Index(fields=["kind", "value", "match"], name="search_term_found")]

    def __str__(self) -> str:
        return f"{self.kind} {self.value}"


class EventNote(models.Model):
    """A player's note on one event of their own match. Others see it only if it is shared."""

    match = models.ForeignKey("matches.Match", models.CASCADE, related_name="notes", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField()
    text = models.TextField()
    is_shared = models.BooleanField()
    updated_at = models.DateTimeField()
    """By the database's clock."""

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "player", "seq"], name="one_note_an_event")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seq}"


class CallRecord(models.Model):
    """How many calls in a row an account has missed, and the end of the pause that followed."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="call_record"
    )
    missed = models.PositiveSmallIntegerField(default=0)
    paused_until = models.DateTimeField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.player_id}: {self.missed}"


class PairingPool(models.Model):
    """A row that pairing locks for each game, so that requests are handled one after another."""

    ruleset = models.CharField(max_length=40, primary_key=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.ruleset


class PairingRequest(models.Model):
    """An account waiting for others who want the same match. One request per account, deleted when it is paired."""

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    ruleset = models.CharField(max_length=40)
    options = models.JSONField()
    clock = models.JSONField()
    is_rated = models.BooleanField()
    kind = models.CharField(max_length=64)
    """Digest of all that must be equal: game, options, clock, rated."""
    rating = models.IntegerField()
    """The account's own rating when the request was posted."""
    least_rating = models.IntegerField(null=True)
    most_rating = models.IntegerField(null=True)
    deck = models.JSONField()
    posted_at = models.DateTimeField(db_index=True)
    """By the database's clock."""

    class Meta:
        default_permissions = ()
        indexes: ClassVar = [models.Index(fields=["kind", "posted_at"], name="pairing_request_kind")]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.player_id}"


class Challenge(models.Model):
    """One account asks another for a two-player match. The result stays readable for a month."""

    class Status(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"
        EXPIRED = "expired"

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    challenger = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    opponent = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    ruleset = models.CharField(max_length=40)
    options = models.JSONField()
    clock = models.JSONField(null=True)
    visibility = models.CharField(max_length=10)
    is_rated = models.BooleanField()
    seat = models.PositiveSmallIntegerField(null=True)
    """The challenger's seat; None if it is drawn."""
    rematch_of = models.UUIDField(null=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    reason = models.CharField(max_length=20, blank=True)
    match_id = models.UUIDField(null=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)
    """Like `created_at`, by the database's clock."""

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["challenger", "opponent"], condition=models.Q(status="open"), name="one_open_challenge_a_pair"
            )
        ]

    def __str__(self) -> str:
        return f"{self.challenger_id} {self.opponent_id} {self.status}"


class InvitationLink(models.Model):
    """The link to the lobby of a match, even a private one, for anyone who has it. A new one replaces it.

    The code is computed from `nonce` with the secret key (services/invitation_links.py), so it cannot be read from the
    database alone.
    """

    match_id = models.UUIDField(primary_key=True)
    nonce = models.BinaryField(max_length=16)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    """By the database's clock."""

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.match_id}"


class Block(models.Model):
    """An account blocks another, which is not notified."""

    blocker = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField()
    """By the database's clock."""

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["blocker", "blocked"], name="one_block_a_pair")]

    def __str__(self) -> str:
        return f"{self.blocker_id} {self.blocked_id}"


class Phrase(models.Model):
    """A phrase that a player sent to the others in a match. It is not part of the log."""

    match_id = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    code = models.CharField(max_length=20)
    at = models.DateTimeField()
    """By the database's clock."""

    class Meta:
        default_permissions = ()
        indexes: ClassVar = [models.Index(fields=["match_id", "id"], name="phrases_of_match")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat} {self.code}"


class PhraseMute(models.Model):
    """An account that has muted phrases."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.player_id}"
