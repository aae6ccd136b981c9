from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from cards.text.errors import register
from matches.errors import CODES, SENTENCES


class MatchesConfig(AppConfig):
    name = "matches"
    verbose_name = _("Matches")

    def import_models(self) -> None:
        """The log keeps its models in its own room."""
        super().import_models()
        import_module("matches.log.models")

    def ready(self) -> None:
        register(CODES, SENTENCES)
        from matches import checks  # noqa: F401, PLC0415 -- registered by being imported, when models are ready
