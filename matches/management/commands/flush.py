"""`manage.py flush` empties every table, the log included: besides archiving, only it lifts the triggers."""

from typing import Any

from django.core.management.commands import flush

from matches.log.transactions import lifted_triggers


class Command(flush.Command):
    def handle(self, **options: Any) -> None:
        with lifted_triggers():
            super().handle(**options)
