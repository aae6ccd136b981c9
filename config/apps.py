"""The admin as an app of Django's."""

from django.contrib.admin.apps import AdminConfig
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.functional import lazy

from cards.text.language import in_language
from cards.text.unkeepable import TEXTS


class StaffConfig(AdminConfig):
    default_site = "config.staff.StaffSite"

    def ready(self) -> None:
        """Every form refuses U+0000 in the words of the API and of imports; Django's own fields ask this class."""
        super().ready()
        ProhibitNullCharactersValidator.message = lazy(lambda: in_language(TEXTS["nul_in_string"]), str)()
