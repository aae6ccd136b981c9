"""A match was created at the moment in its id; it was last touched, and ended, at the moment that its last event names.

They were other readings of a clock, so that an edit could not be told from what was written. Rows whose log cannot be
read are left as they are; the audit names them.
"""

import json
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from django.db import migrations, models
from django.db.models import OuterRef, Subquery

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
BATCH = 500
COLUMNS = ["created_at", "updated_at", "ended_at"]


def set_moments(apps: Any, schema_editor: Any) -> None:
    matches = apps.get_model("matches", "Match").objects.order_by()
    events = apps.get_model("matches", "Event").objects.order_by()
    last = events.filter(match=OuterRef("pk"), seq=OuterRef("version")).values("body")
    rows = matches.only("id", "status", "created_at", "updated_at", "ended_at").annotate(last=Subquery(last[:1]))
    waiting = []
    for match in rows.iterator(chunk_size=BATCH):
        if match.id.version == 7:
            match.created_at = EPOCH + timedelta(milliseconds=match.id.int >> 80)
        if (at := _moment_of(match.last)) is not None:
            match.updated_at = at
            match.ended_at = at if match.status == "over" else None
        waiting.append(match)
        if len(waiting) == BATCH:
            matches.bulk_update(waiting, COLUMNS)
            waiting.clear()
    matches.bulk_update(waiting, COLUMNS)


def _moment_of(body: Any) -> datetime | None:
    """The moment that an event names; None where there is no event, or none that can be read."""
    try:
        at = datetime.fromisoformat(json.loads(bytes(body))["at"])
    except (ValueError, KeyError, TypeError):
        return None
    return at if at.tzinfo is not None else None


class Migration(migrations.Migration):
    dependencies: ClassVar = [("matches", "0011_moderation")]

    operations: ClassVar = [
        migrations.AlterField(
            model_name="match",
            name="created_at",
            field=models.DateTimeField(
                editable=False, help_text="The moment in its id.", verbose_name="created at"
            ),
        ),
        migrations.RunPython(set_moments, migrations.RunPython.noop),
    ]
