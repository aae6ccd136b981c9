"""It made triggers again that SQLite had dropped; now that happens after every `migrate` (common/guards.py)."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("matches", "0009_challenges")]

    operations = []
