from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from cards.text.errors import register
from replay.errors import CODES, SENTENCES


class ReplayConfig(AppConfig):
    name = "replay"
    verbose_name = _("Looking back")

    def ready(self) -> None:
        register(CODES, SENTENCES)
