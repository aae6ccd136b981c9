from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.guards import register_guards
from common.text.errors import register
from replay.errors import CODES, IMPORT_REFUSALS, SENTENCES
from replay.findings import FINDINGS
from replay.migrations._guards import SQLITE


class ReplayConfig(AppConfig):
    name = "replay"
    verbose_name = _("Replays and verification")

    def ready(self) -> None:
        from matches.pages.damaged import register_alarm  # noqa: PLC0415 -- when all models are there
        from replay.verdicts import damage, is_damaged  # noqa: PLC0415

        register_alarm(damage, is_damaged)
        register_guards(SQLITE)
        register(CODES, details=SENTENCES, findings=FINDINGS, import_refusals=IMPORT_REFUSALS)
