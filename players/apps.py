from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from common.text.errors import register
from players.errors import CODES, SENTENCES


class PlayersConfig(AppConfig):
    name = "players"
    verbose_name = _("Players")

    def ready(self) -> None:
        register(CODES, details=SENTENCES)
        from players.groups import grant  # noqa: PLC0415 -- models are not ready when this module loads

        post_migrate.connect(grant)
