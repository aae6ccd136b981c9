"""Who plays: people and the programs they run."""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, Group
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from matches.players.names import LONGEST_KEY, keys_of


class Player(AbstractUser):
    """A person or a third-party program. Logs name players by `public_id`, never by name."""

    public_id = models.UUIDField(_("public id"), default=uuid.uuid4, unique=True, editable=False)
    email = models.EmailField(_("email address"), blank=True)
    # The keys of the name (names.py). None: when the keys came, somebody else had such a name already, and both stay.
    case_key = models.CharField(_("key of the name, by case"), max_length=LONGEST_KEY, null=True, editable=False)
    look_key = models.CharField(_("key of the name, by looks"), max_length=LONGEST_KEY, null=True, editable=False)

    class Meta(AbstractUser.Meta):
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["case_key"], name="one_name_by_case"),
            models.UniqueConstraint(fields=["look_key"], name="one_name_by_looks"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """A new name gets its keys: IntegrityError is raised when somebody has one that looks like it.

        A new password ends all tokens, as Django ends all sessions: whoever had the old one is signed out.
        """
        if self._state.adding:
            self.case_key, self.look_key = keys_of(self.username)
        has_new_password = self._password is not None
        super().save(*args, **kwargs)
        if has_new_password:
            AccessToken.objects.filter(user=self).delete()


GROUP_NAMES: dict[str, Promise | str] = {
    "Deck managers": _("Deck managers"),
    "League operators": _("League operators"),
    "Auditors": _("Auditors"),
}
"""The groups that are always there (groups.py), for readers."""


def group_name(name: str) -> str:
    """A group by its name in the reader's language; one that staff have made is called as they call it."""
    return str(GROUP_NAMES.get(name, name))


class StaffGroup(Group):
    """A group of the staff. Only superusers manage them, so there is no permission for it."""

    class Meta:
        proxy = True
        default_permissions = ()
        verbose_name = _("staff group")
        verbose_name_plural = _("staff groups")

    def __str__(self) -> str:
        return group_name(self.name)


class AccessToken(AbstractAuthToken):
    """A bearer token of the API: only its digest is stored, and it expires."""

    name = models.CharField(_("name"), max_length=80, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("access token")
        verbose_name_plural = _("access tokens")


class KnownClient(models.Model):
    """An address or a browser that a player has signed in from, as a keyed digest: strangers do not slow it down."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="known_clients")
    digest = models.CharField(max_length=64)
    last_used_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["player", "digest"], name="known_client_once")]
