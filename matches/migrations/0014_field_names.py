from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("matches", "0013_search")]

    operations: ClassVar = [
        migrations.RemoveIndex("match", "match_bot_asked"),
        migrations.RenameField("match", "wishes", "auto_passes"),
        migrations.RenameField("match", "asked", "to_act"),
        migrations.RenameField("match", "bot_asked", "bot_to_act"),
        migrations.AddIndex(
            "match",
            models.Index(fields=["id"], condition=models.Q(bot_to_act=True), name="match_bot_to_act"),
        ),
    ]
