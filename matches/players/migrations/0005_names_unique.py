from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("players", "0004_name_keys")]

    operations = [
        migrations.AddConstraint(
            "player", models.UniqueConstraint(fields=("case_key",), name="one_name_by_case")
        ),
        migrations.AddConstraint(
            "player", models.UniqueConstraint(fields=("look_key",), name="one_name_by_looks")
        ),
    ]
