from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from cards.http.errors import CODES
from cards.text.errors import register
from cards.text.request_faults import SENTENCES


class CardsConfig(AppConfig):
    name = "cards"
    verbose_name = _("Cards")

    def ready(self) -> None:
        register(CODES, SENTENCES)
        post_migrate.connect(_publish, sender=self)


def _publish(sender: AppConfig, **kwargs: Any) -> None:
    from cards.sets.services import publish_shipped_sets  # noqa: PLC0415 -- models are not ready when this module loads

    publish_shipped_sets()
