"""Who plays: people and the programs they run."""

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken


class Player(AbstractUser):
    """A person or a third-party program. Logs name players by `public_id`, never by name."""

    public_id = models.UUIDField(_("public id"), default=uuid.uuid4, unique=True, editable=False)
    email = models.EmailField(_("email address"), blank=True)

    class Meta(AbstractUser.Meta):
        verbose_name = _("player")
        verbose_name_plural = _("players")


class AccessToken(AbstractAuthToken):
    """A bearer token of the API: only its digest is stored, and it expires."""

    name = models.CharField(_("name"), max_length=80, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("access token")
        verbose_name_plural = _("access tokens")
