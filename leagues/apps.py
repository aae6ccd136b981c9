from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.text.errors import register
from leagues.errors import CODES, DESK_FAULTS, SENTENCES


class LeaguesConfig(AppConfig):
    name = "leagues"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        from leagues.desk import register_parts  # noqa: PLC0415 -- models are not there before
        from leagues.selectors.bot_strength import measured_strengths  # noqa: PLC0415 -- models are not there before
        from leagues.services.calling import call_when_over  # noqa: PLC0415 -- models are not there before
        from leagues.services.faults import note_account_fault  # noqa: PLC0415 -- models are not there before
        from leagues.services.league_notices import register_notices  # noqa: PLC0415 -- models are not there before
        from leagues.services.playing import chance_of_stored  # noqa: PLC0415 -- models are not there before
        from matches.selectors.bot_strength import measure_bots  # noqa: PLC0415 -- models are not there before
        from matches.services.bot_accounts import when_at_fault  # noqa: PLC0415 -- models are not there before
        from matches.services.scoring import when_scored  # noqa: PLC0415 -- models are not there before
        from matches.workers.match_bots import ask_for_chance  # noqa: PLC0415 -- models are not there before

        register(CODES, details=SENTENCES, desk_faults=DESK_FAULTS)
        register_parts()
        register_notices()
        measure_bots(measured_strengths)
        when_scored(call_when_over)
        ask_for_chance(chance_of_stored)
        when_at_fault(note_account_fault)
