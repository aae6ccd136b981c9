from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from common.text.errors import register
from playtesting.errors import CODES, DESK_FAULTS


class PlaytestingConfig(AppConfig):
    name = "playtesting"
    verbose_name = _("Playtesting")

    def ready(self) -> None:
        from cards.sets.services import when_draft_is_published  # noqa: PLC0415 -- models are not there before
        from playtesting.desk import register_parts  # noqa: PLC0415 -- models are not there before
        from playtesting.review_news import register_notices  # noqa: PLC0415 -- models are not there before
        from playtesting.reviews import close_published  # noqa: PLC0415 -- models are not there before

        register(CODES, desk_faults=DESK_FAULTS)
        register_parts()
        register_notices()
        when_draft_is_published(close_published)
