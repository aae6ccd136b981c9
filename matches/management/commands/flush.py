"""`manage.py flush` empties every table, the log included: beside archiving alone it lifts the triggers."""

from typing import Any

from django.core.management.commands import flush

from matches.log.transactions import archiving


class Command(flush.Command):
    def handle(self, **options: Any) -> None:
        with archiving():
            super().handle(**options)
