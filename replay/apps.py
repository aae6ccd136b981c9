from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReplayConfig(AppConfig):
    name = "replay"
    verbose_name = _("Looking back")
