from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from cards.migrations._guards import SQLITE
from cards.sets import errors as sets
from common.guards import make_guards, register_guards
from common.text.errors import register


class CardsConfig(AppConfig):
    name = "cards"
    verbose_name = _("Cards")

    def ready(self) -> None:
        from cards.desk import register_parts  # noqa: PLC0415 -- models are not there before

        register_guards(SQLITE)
        register_parts()
        register(sets.CODES, desk_faults=sets.DESK_FAULTS)
        post_migrate.connect(make_guards, sender=self)
        post_migrate.connect(_publish, sender=self)


def _publish(sender: AppConfig, **kwargs: Any) -> None:
    from cards.sets.services import publish_shipped_sets  # noqa: PLC0415 -- models are not ready when this module loads

    publish_shipped_sets()
