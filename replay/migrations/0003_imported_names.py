"""What an imported log calls its seats is a fact of its own kind; a permission to import for everybody to see."""

from typing import Any

from django.db import migrations, models


def rename(apps: Any, schema_editor: Any) -> None:
    facts = apps.get_model("replay", "Fact").objects
    facts.filter(match__is_imported=True, kind="player").update(kind="named")


def rename_back(apps: Any, schema_editor: Any) -> None:
    apps.get_model("replay", "Fact").objects.filter(kind="named").update(kind="player")


class Migration(migrations.Migration):
    dependencies = [("matches", "0008_imported_seats"), ("replay", "0002_unreadable_logs")]
    operations = [
        migrations.AlterModelOptions(
            name="importedmatch",
            options={
                "ordering": ["-imported_at"],
                "permissions": [("import_public", "Can import matches for everybody to see")],
                "verbose_name": "imported match",
                "verbose_name_plural": "imported matches",
            },
        ),
        migrations.AlterField(
            model_name="fact",
            name="kind",
            field=models.CharField(
                choices=[
                    ("card", "Card played openly"),
                    ("effect", "Effect"),
                    ("reason", "End reason"),
                    ("player", "Player or bot"),
                    ("named", "Named in an imported log"),
                    ("deck", "Deck"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
        migrations.RunPython(rename, rename_back),
    ]
