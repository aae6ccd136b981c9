from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from common.text.errors import register
from decks.errors import CODES, DESK_FAULTS, SENTENCES


class DecksConfig(AppConfig):
    name = "decks"
    verbose_name = _("Decks")

    def ready(self) -> None:
        from decks.desk.storing import register_parts  # noqa: PLC0415 -- models are not there before

        register(CODES, details=SENTENCES, desk_faults=DESK_FAULTS)
        register_parts()
        post_migrate.connect(_publish, sender=self)


def _publish(sender: AppConfig, **kwargs: Any) -> None:
    from decks.starters import publish_starter_decks  # noqa: PLC0415 -- models are not ready when this module loads

    publish_starter_decks()
