"""The index of idempotency keys begins with what every look-up names: with the seat in between, a plan that joins the
seat later reads the keys of the whole match.

And a match was created when it was made, not when it was written: a match of bots is played in between. That is the
model's alone; SQLite would copy the table for it.
"""

import django.utils.timezone
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
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='match',
                    name='created_at',
                    field=models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created at'),
                ),
            ],
        ),
    ]
