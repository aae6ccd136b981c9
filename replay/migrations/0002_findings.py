from django.db import migrations, models


class Migration(migrations.Migration):
    """The field has a new name; its column keeps the old one, for processes of the version before."""

    dependencies = [
        ("replay", "0001_initial"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("verification", "faults", "findings"),
                migrations.AlterField(
                    "verification",
                    "findings",
                    models.JSONField(
                        "findings", default=list, help_text="[seq, field, code] of each", db_column="faults"
                    ),
                ),
            ],
        ),
    ]
