"""Writes docs/errors.md from the refusals themselves."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from matches.refusals import catalogue_page


class Command(BaseCommand):
    help = "Write docs/errors.md anew."

    def handle(self, *args: Any, **options: Any) -> None:
        (settings.BASE_DIR / "docs" / "errors.md").write_text(catalogue_page(), encoding="utf-8")
