from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.text.errors import register
from playtesting.errors import CODES


class PlaytestingConfig(AppConfig):
    name = "playtesting"
    verbose_name = _("Playtesting")

    def ready(self) -> None:
        from playtesting.desk import register_parts  # noqa: PLC0415 -- models are not there before

        register(CODES)
        register_parts()
