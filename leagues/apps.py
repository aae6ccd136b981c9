from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.text.errors import register
from leagues.errors import CODES, SENTENCES


class LeaguesConfig(AppConfig):
    name = "leagues"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        from leagues.services.calling import call_when_over  # noqa: PLC0415 -- models are not there before
        from leagues.services.playing import chance_of_stored  # noqa: PLC0415 -- models are not there before
        from matches.services.scoring import when_scored  # noqa: PLC0415 -- models are not there before
        from matches.workers.bot_runner import ask_for_chance  # noqa: PLC0415 -- models are not there before

        register(CODES, details=SENTENCES)
        when_scored(call_when_over)
        ask_for_chance(chance_of_stored)
