import django.db.models.deletion
from django.db import migrations, models

from matches.migrations import _guards


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0004_webhooks'),
    ]

    operations = [
        migrations.CreateModel(
            name='ArchivedLog',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='archived_log', serialize=False, to='matches.match')),
                ('file', models.CharField(max_length=200)),
                ('digest', models.BinaryField(max_length=32)),
                ('last_hash', models.BinaryField(max_length=32)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.RunPython(_guards.guard_archived_logs, _guards.unguard_archived_logs),
    ]
