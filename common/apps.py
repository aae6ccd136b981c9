from django.apps import AppConfig

from common.http.errors import CODES
from common.text.card_faults import CARD_FAULTS
from common.text.errors import register
from common.text.request_faults import PROBLEMS, SENTENCES
from rules.engine.decoding import make_structs_ready
from rules.engine.errors import RULES_ERRORS


class CommonConfig(AppConfig):
    name = "common"

    def ready(self) -> None:
        register(CODES, details=SENTENCES, problems=PROBLEMS, card_faults=CARD_FAULTS, rules_errors=RULES_ERRORS)
        make_structs_ready()  # Of every app's models; config/urls.py and workers do the same when they have loaded.
