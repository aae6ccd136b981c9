from django.db import migrations, models


class Migration(migrations.Migration):
    """The field has a new name; its column keeps the old one, for processes of the version before."""

    dependencies = [
        ("cards", "0001_initial"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("cardsetrevision", "is_trial", "is_playtest"),
                migrations.AlterField(
                    "cardsetrevision",
                    "is_playtest",
                    models.BooleanField(
                        "playtest",
                        db_column="is_trial",
                        db_default=False,
                        default=False,
                        help_text="Made to try a draft: never the newest, whatever its number.",
                    ),
                ),
            ],
        ),
    ]
