"""Hiding a match from everybody but those who have a part in it, on a record that nobody can change."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

POSTGRES = """
CREATE TRIGGER moderation_append_only BEFORE DELETE
    OR UPDATE OF id, match_id, is_hidden, moderator_name, reason, at ON matches_moderation
    FOR EACH ROW EXECUTE FUNCTION refuse_log_change();
CREATE TRIGGER moderation_no_truncate BEFORE TRUNCATE ON matches_moderation
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change();
"""
POSTGRES_BACK = """
DROP TRIGGER moderation_no_truncate ON matches_moderation;
DROP TRIGGER moderation_append_only ON matches_moderation;
"""
SQLITE = [
    f"""
    CREATE TRIGGER moderation_no_{name} BEFORE {verb} ON matches_moderation WHEN NOT log_is_lifted()
    BEGIN SELECT RAISE(ABORT, 'the log is append-only: {name.upper()} on matches_moderation is refused'); END
    """
    for name, verb in (
        ("update", "UPDATE OF id, match_id, is_hidden, moderator_name, reason, at"),
        ("delete", "DELETE"),
    )
]


def guard(apps: Any, schema_editor: Any) -> None:
    """Of a moderator who is deleted the name stays, and the row no longer points to him: that alone may change."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRES, params=None)
    else:
        for trigger in SQLITE:
            schema_editor.execute(trigger)


def unguard(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRES_BACK)
    else:
        schema_editor.execute("DROP TRIGGER moderation_no_update")
        schema_editor.execute("DROP TRIGGER moderation_no_delete")


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0010_abort_consents"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.AlterModelOptions(
            name="match",
            options={
                "ordering": ["-created_at", "-id"],
                "permissions": [
                    ("audit_live", "Can see everything of a live match; every look is recorded"),
                    ("abort_match", "Can abort a match"),
                    ("hide_match", "Can hide matches and show them again; every time is recorded"),
                ],
                "verbose_name": "match",
                "verbose_name_plural": "matches",
            },
        ),
        migrations.AddField(
            model_name="match",
            name="is_hidden",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="As the newest of its moderations says.",
                verbose_name="hidden",
            ),
        ),
        migrations.CreateModel(
            name="Moderation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("is_hidden", models.BooleanField(verbose_name="hidden")),
                ("moderator_name", models.CharField(max_length=150, verbose_name="name of the moderator")),
                ("reason", models.CharField(max_length=400, verbose_name="reason")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="done at")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="moderations",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "moderator",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="moderator",
                    ),
                ),
            ],
            options={
                "verbose_name": "moderation of a match",
                "verbose_name_plural": "moderations of matches",
                "ordering": ["-at", "-id"],
            },
        ),
        migrations.RunPython(guard, unguard),
    ]
