"""The index of idempotency keys begins with what every look-up names: with the seat in between, a plan that joins the
seat later reads the keys of the whole match.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0006_lean_log'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='event',
            name='event_idempotency_key',
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.UniqueConstraint(condition=models.Q(('key__isnull', False)), fields=('match', 'key', 'seat'), name='event_idempotency_key'),
        ),
    ]
