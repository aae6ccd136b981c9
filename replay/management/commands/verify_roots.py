"""`manage.py verify_roots`: check the whole chain of daily roots, their leaves, and the last hashes of their matches.

Exit code 0: everything verifies. 1: something does not. 2: there is no root, or the file cannot be read.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from replay.daily_roots.inclusion_proofs import stored_chain_findings
from replay.daily_roots.publishing import as_document
from replay.daily_roots.signed_roots import NoDocument, chain_findings, read_roots
from replay.findings import RootFinding
from replay.models import DailyRoot
from rules.engine import canonical

NOT_SOUND, NOT_READ = 1, 2


class Command(BaseCommand):
    help = "Check the chain of published daily roots, their leaves, and the last hashes of their matches."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--kept", type=Path, help="saved roots, to compare with the stored ones")
        parser.add_argument(
            "--print", action="store_true", help="print the stored roots, one per line, and check nothing"
        )

    def handle(self, *args: Any, kept: Path | None, print: bool, **options: Any) -> None:
        if print:
            for row in DailyRoot.objects.order_by("number").iterator(chunk_size=500):
                self.stdout.write(canonical(as_document(row)).decode())
            return
        roots = DailyRoot.objects.count()
        if roots == 0:
            raise CommandError("no root has been published", returncode=NOT_READ)
        findings = [*stored_chain_findings(), *(_saved_findings(kept) if kept is not None else ())]
        for finding in findings:
            self.stdout.write(str(finding))
        if findings:
            raise CommandError("the stored roots differ from the published ones", returncode=NOT_SOUND)
        also = f", and all that {kept} has are among them" if kept else ""
        self.stdout.write(
            f"{roots} roots: chain, signatures, leaves and the last hashes of all their matches agree{also}."
        )


def _saved_findings(file: Path) -> list[RootFinding]:
    try:
        saved = read_roots(file.read_bytes().splitlines())
    except (OSError, NoDocument) as error:
        raise CommandError(f"{file}: {error}", returncode=NOT_READ) from error
    stored = {
        row.number: as_document(row) for row in DailyRoot.objects.filter(number__in=[root.number for root in saved])
    }
    absent = [RootFinding(root.number, "number", "root_gone") for root in saved if root.number not in stored]
    return [*chain_findings([*stored.values(), *saved]), *absent]
