from importlib import import_module

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from common.guards import register_guards
from common.text.errors import register
from matches.bots.roster import names_of_bots
from matches.errors import CODES, DECIDED, ENDS, EVENTS, PROBLEMS, SENTENCES
from matches.migrations._guards import SQLITE
from matches.notifications import news
from players.access import when_access_ends
from players.names import NUMBER, reserved_names


class MatchesConfig(AppConfig):
    name = "matches"
    verbose_name = _("Matches")

    def import_models(self) -> None:
        """Also import the models of `log`, `notifications`, `search` and `webhooks`, which are in those packages."""
        super().import_models()
        import_module("matches.log.models")
        import_module("matches.notifications.models")
        import_module("matches.search.models")
        import_module("matches.webhooks.models")

    def ready(self) -> None:
        register_guards(SQLITE)
        reserved_names.add(*names_of_bots(NUMBER))
        register(CODES, details=SENTENCES, problems=PROBLEMS, events=EVENTS, ends=ENDS, decided=DECIDED)
        when_access_ends(lambda player_id: news.publish(news.access_topic(player_id)))
        from matches.log.partitions import make_partitions  # noqa: PLC0415 -- it needs the settings of the database

        post_migrate.connect(make_partitions, sender=self, dispatch_uid="matches.log.partitions")
        from matches import checks  # noqa: F401, PLC0415 -- registered by being imported, when models are ready
        from matches.pages import figure_pages  # noqa: PLC0415 -- it needs the models
        from matches.services import match_notices  # noqa: PLC0415 -- it needs the models

        match_notices.register_notices()
        figure_pages.register_links()
