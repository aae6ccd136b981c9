from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _

from common.desk.errors import DESK_FAULTS
from common.finite_times import read_every_moment
from common.http.errors import CODES
from common.text.card_faults import CARD_FAULTS
from common.text.errors import register
from common.text.request_faults import PROBLEMS, SENTENCES
from common.text.templates import declare
from rules.engine.decoding import make_structs_ready
from rules.engine.errors import RULES_ERRORS


class CommonConfig(AppConfig):
    name = "common"
    verbose_name = _("Desk archives")

    def ready(self) -> None:
        register(CODES, details=SENTENCES, problems=PROBLEMS, card_faults=CARD_FAULTS, rules_errors=RULES_ERRORS)
        declare("desk_faults", DESK_FAULTS)
        connection_created.connect(read_every_moment, dispatch_uid="common.finite_times")
        make_structs_ready()  # Structs of every app's models; config/urls.py and workers repeat this after loading.
