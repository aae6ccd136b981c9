from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from cards.guards import make_guards, register_guards
from cards.http.errors import CODES
from cards.migrations._guards import SQLITE
from cards.sets import errors as sets
from cards.text.card_faults import CARD_FAULTS
from cards.text.errors import register
from cards.text.request_faults import PROBLEMS, SENTENCES
from rules.engine.decoding import make_structs_ready
from rules.engine.errors import RULES_ERRORS


class CardsConfig(AppConfig):
    name = "cards"
    verbose_name = _("Cards")

    def ready(self) -> None:
        register_guards(SQLITE)
        register(sets.CODES)
        register(CODES, details=SENTENCES, problems=PROBLEMS, card_faults=CARD_FAULTS, rules_errors=RULES_ERRORS)
        post_migrate.connect(make_guards, sender=self)
        post_migrate.connect(_publish, sender=self)
        make_structs_ready()  # Of every app's models; config/urls.py and workers do the same when they have loaded.


def _publish(sender: AppConfig, **kwargs: Any) -> None:
    from cards.sets.services import publish_shipped_sets  # noqa: PLC0415 -- models are not ready when this module loads

    publish_shipped_sets()
