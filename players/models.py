"""Players, who are people or programs, and their tokens, apps and ratings."""

import uuid
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, Group
from django.db import models, transaction
from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from common.scopes import ALL_SCOPES, read_scopes
from players.access import access_ends
from players.names import LONGEST_KEY, keys_of


class Player(AbstractUser):
    """A person or a third-party program. Logs refer to players by `public_id`, never by name."""

    public_id = models.UUIDField(_("public id"), default=uuid.uuid4, unique=True, editable=False)
    email = models.EmailField(_("email address"), blank=True)
    email_confirmed_at = models.DateTimeField(_("address confirmed"), null=True, editable=False)
    """Until it is set, the address receives only the mail with the confirmation link."""
    mail_language = models.CharField(_("language of mails"), max_length=2, default="en", db_default="en")
    """The language in which the address was confirmed; `language` takes precedence (`language_of_mails`)."""
    language = models.CharField(
        _("language"), max_length=2, blank=True, default="", db_default="", choices=settings.LANGUAGES, editable=False
    )
    """The language of pages and mails in every browser. If empty, each browser's preference counts."""
    wants_turn_mail = models.BooleanField(_("gets mails about turns"), default=False, db_default=False)
    wants_league_mail = models.BooleanField(_("gets mails about own leagues"), default=True, db_default=True)
    wants_review_mail = models.BooleanField(_("gets mails about reviews of drafts"), default=True, db_default=True)
    # The keys of the name (names.py). None if another player already had a similar name when keys were introduced.
    case_key = models.CharField(_("name key, ignoring case"), max_length=LONGEST_KEY, null=True, editable=False)
    look_key = models.CharField(_("name key, ignoring look-alikes"), max_length=LONGEST_KEY, null=True, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False, db_default=False, editable=False)
    """An account without a password, identified only by a browser's session (guests.py)."""
    deleted_at = models.DateTimeField(_("deleted at"), null=True, editable=False)
    """When the account was deleted. The row stays, without a name, because seats and ratings refer to it."""
    session_salt = models.CharField(
        _("session salt"), max_length=32, blank=True, default="", db_default="", editable=False
    )
    """Part of the hash in every session: changing it ends all sessions."""

    token_scopes: frozenset[str] | None = None
    """The scopes of the token that this request uses; None on pages."""

    class Meta(AbstractUser.Meta):
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["case_key"], name="one_name_by_case"),
            models.UniqueConstraint(fields=["look_key"], name="one_name_by_looks"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["id"], condition=Q(wants_turn_mail=True), name="player_turn_mail"),
            models.Index(fields=["last_login"], condition=Q(is_guest=True), name="player_guests"),
            models.Index(fields=["deleted_at"], condition=Q(deleted_at__isnull=False), name="player_deleted"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the player. A new player gets the keys of their name; IntegrityError means that a similar name exists.

        A new password ends all tokens, as Django ends all sessions. The tokens of an inactive account are not valid.
        """
        is_new = self._state.adding
        if is_new:
            self.case_key, self.look_key = keys_of(self.username)
        has_new_password = self._password is not None
        with transaction.atomic():
            super().save(*args, **kwargs)
            if has_new_password:
                end_tokens(self)
        if not is_new and (has_new_password or not self.is_active):
            access_ends(self.pk)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """The hash stored in each session. A session ends when its hash no longer matches."""
        own: str = super()._get_session_auth_hash(secret=secret)
        if not self.session_salt:
            return own
        value = own + self.session_salt
        return str(salted_hmac("players.sessions", value, secret=secret, algorithm="sha256").hexdigest())

    def __str__(self) -> str:
        return self.username if self.deleted_at is None else gettext("deleted account")

    @property
    def language_of_mails(self) -> str:
        return self.language or self.mail_language

    def has_perm(self, perm: str, obj: Any = None) -> bool:
        """Staff permissions need the token's scope `audit`; for permissions on leagues, `leagues` is enough."""
        if self.token_scopes is not None and "audit" not in self.token_scopes:
            is_of_leagues = perm.startswith("leagues.") and "leagues" in self.token_scopes
            return is_of_leagues and super().has_perm(perm, obj)
        return super().has_perm(perm, obj)


GROUP_NAMES: dict[str, Promise | str] = {
    "Card authors": _("Card authors"),
    "Deck managers": _("Deck managers"),
    "League operators": _("League operators"),
    "Auditors": _("Auditors"),
}
"""Name of a built-in group (groups.py) -> its name for readers."""


def group_name(name: str) -> str:
    """A group's name in the reader's language. Groups that staff created have only one name."""
    return str(GROUP_NAMES.get(name, name))


class StaffGroup(Group):
    """A staff group. It has no permissions of its own, because only superusers manage groups."""

    class Meta:
        proxy = True
        default_permissions = ()
        verbose_name = _("staff group")
        verbose_name_plural = _("staff groups")

    def __str__(self) -> str:
        return group_name(self.name)


def new_client_id() -> str:
    return uuid.uuid4().hex


class OAuthApp(models.Model):
    """A third-party app that players can sign in to with their account (oauth/). Apps have no secret."""

    client_id = models.CharField(_("client id"), max_length=32, default=new_client_id, unique=True, editable=False)
    owner = models.ForeignKey(Player, models.CASCADE, related_name="oauth_apps", verbose_name=_("owner"))
    name = models.CharField(_("name"), max_length=40)
    redirect_uris = models.TextField(_("redirect addresses"))
    """One per line. The service redirects to no other address."""
    created_at = models.DateTimeField(_("registered at"), auto_now_add=True)

    class Meta:
        default_permissions = ("view", "delete")
        verbose_name = _("app")
        verbose_name_plural = _("apps")

    def __str__(self) -> str:
        return self.name


class OAuthGrant(models.Model):
    """A player's consent to an app. Deleting the row ends all tokens that the app got from it.

    The app first gets a code. It exchanges the code for an access token and a refresh token, and each refresh token for
    the next pair. Only digests of them are stored.
    """

    app = models.ForeignKey(OAuthApp, models.CASCADE, related_name="grants")
    player = models.ForeignKey(Player, models.CASCADE, related_name="oauth_grants")
    scopes = models.CharField(max_length=80)
    redirect_uri = models.CharField(max_length=300)
    code_digest = models.CharField(max_length=128, unique=True)
    code_challenge = models.CharField(max_length=43)
    tokens_given_at = models.DateTimeField(null=True)
    """When the app last got tokens; None if the code hasn't been used."""
    family_digest = models.CharField(max_length=128, unique=True, null=True)
    """Digest of the beginning that all refresh tokens of this grant share, so that a used one is recognised."""
    refresh_digest = models.CharField(max_length=128, blank=True, default="")
    """Digest of the refresh token that hasn't been used yet."""
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    """When the code expires. Once it has been used: when the refresh token expires."""

    class Meta:
        default_permissions = ()


class AccessToken(AbstractAuthToken):
    """A bearer token of the API. It expires, and may be used only for its `scopes`. Only its digest is stored."""

    grant = models.ForeignKey(OAuthGrant, models.CASCADE, null=True, related_name="tokens", editable=False)
    """The consent that a third-party app got the token by; None for the player's own tokens."""

    scopes = models.CharField(_("scopes"), max_length=80, default=ALL_SCOPES, db_default=ALL_SCOPES)
    name = models.CharField(_("name"), max_length=80, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("access token")
        verbose_name_plural = _("access tokens")

    @property
    def scope_set(self) -> frozenset[str]:
        return read_scopes(self.scopes)


def end_tokens(player: Player) -> None:
    """Delete the player's tokens, and the grants with which apps could get new ones."""
    AccessToken.objects.filter(user=player).delete()
    OAuthGrant.objects.filter(player=player).delete()


class KnownClient(models.Model):
    """The keyed digest of an address or browser that a player has signed in from. It has its own limit of attempts."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="known_clients")
    digest = models.CharField(max_length=64)
    last_used_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["player", "digest"], name="known_client_once")]


class TurnMail(models.Model):
    """The newest turn of a seat that was announced by mail or needed no mail. Each turn is announced at most once.

    The match is a bare id, because only apps above this one know matches.
    """

    match_id = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    deadline_ms = models.BigIntegerField()
    """Identifies the turn, since each decision in a correspondence match has its own deadline."""
    looked_at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["match_id", "seat"], name="one_turn_mail_a_seat")]


class SentMail(models.Model):
    """A task that has sent its mail, stored in case the broker delivers the task again. The mail isn't stored."""

    task_id = models.CharField(max_length=64, primary_key=True)
    sent_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        default_permissions = ()


class BotAccount(models.Model):
    """Marks an account as a program, for good, before its first match. `owner` is responsible for it."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="bot_account")
    owner = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="bot_accounts", verbose_name=_("owner"))
    version = models.CharField(_("version"), max_length=40)
    digest = models.CharField(_("digest"), max_length=64, blank=True, default="", db_default="")
    """Digest of the program, as declared by the owner; empty if not declared."""
    accepts = models.JSONField(_("what it accepts"))
    """What the bot accepts, as `matches/selectors/acceptance.py` reads it."""
    rulesets = models.TextField(_("rulesets"), editable=False)
    """The rulesets of `accepts` for searching, each between two spaces."""
    declared_at = models.DateTimeField(_("declared at"), auto_now_add=True)

    class Meta:
        default_permissions = ()
        verbose_name = _("bot account")
        verbose_name_plural = _("bot accounts")

    def __str__(self) -> str:
        return f"{self.player} {self.version}"


class Rating(models.Model):
    """A player's current strength in one game, after their newest rated match (`RatingChange`)."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings", db_index=False)
    ruleset = models.CharField(max_length=40)
    mu = models.BigIntegerField()
    sigma = models.BigIntegerField()
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "ruleset"], name="one_rating_a_game")]
        indexes: ClassVar = [models.Index(fields=["ruleset", "-mu", "player"], name="rating_board")]


class RatingChange(models.Model):
    """How one rated match changed the rating of one player. The match is a bare id: only apps above know matches."""

    class Result(models.TextChoices):
        WIN = "win"
        DRAW = "draw"
        LOSS = "loss"

    match_id = models.UUIDField()
    player = models.ForeignKey(Player, models.CASCADE, related_name="+", db_index=False)
    ruleset = models.CharField(max_length=40)
    ended_at = models.DateTimeField()
    result = models.CharField(max_length=4, choices=Result.choices)
    mu_before = models.BigIntegerField()
    sigma_before = models.BigIntegerField()
    mu = models.BigIntegerField()
    sigma = models.BigIntegerField()

    class Meta:
        default_permissions = ()
        constraints: ClassVar = [models.UniqueConstraint(fields=["match_id", "player"], name="one_change_a_match")]
        indexes: ClassVar = [
            models.Index(fields=["ruleset", "ended_at", "match_id"], name="rating_changes_in_order"),
            models.Index(fields=["player", "ruleset", "-ended_at", "-match_id"], name="rating_changes_of_player"),
        ]


class RatingFold(models.Model):
    """How far the rated matches of a game are included in its ratings. A process that adds more locks this row."""

    ruleset = models.CharField(max_length=40, primary_key=True)
    ended_at = models.DateTimeField(null=True)
    match_id = models.UUIDField(null=True)

    class Meta:
        default_permissions = ()
