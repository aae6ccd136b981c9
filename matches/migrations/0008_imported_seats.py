"""The seats of imported matches are of a kind of their own."""

from typing import Any

from django.db import migrations, models


def mark(apps: Any, schema_editor: Any) -> None:
    apps.get_model("matches", "Seat").objects.filter(match__is_imported=True).update(kind="imported")


def unmark(apps: Any, schema_editor: Any) -> None:
    apps.get_model("matches", "Seat").objects.filter(kind="imported").update(kind="player")


class Migration(migrations.Migration):
    dependencies = [("matches", "0007_key_before_seat")]
    operations = [
        migrations.AlterField(
            model_name="seat",
            name="kind",
            field=models.CharField(
                choices=[
                    ("player", "Player"),
                    ("invited", "Invited player"),
                    ("open", "Open"),
                    ("bot", "Bot"),
                    ("imported", "Player elsewhere"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
        migrations.RunPython(mark, unmark),
    ]
