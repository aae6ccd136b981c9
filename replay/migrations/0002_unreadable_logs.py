"""The search notes a match whose log it could not read, so that it need not try again and again."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("replay", "0001_imports_and_facts")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="summary",
            name="is_readable",
            field=models.BooleanField(db_default=True, default=True, verbose_name="its log can be read"),
        ),
    ]
