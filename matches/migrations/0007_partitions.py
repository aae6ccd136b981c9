import django.db.models.deletion
from django.db import migrations, models

from matches.migrations import _partitions


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0006_match_ended'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name='Checkpoint'),
                migrations.CreateModel(
                    name='Checkpoint',
                    fields=[
                        ('pk', models.CompositePrimaryKey('match_id', 'seq', blank=True, editable=False, primary_key=True, serialize=False)),
                        ('seq', models.IntegerField()),
                        ('snapshot', models.BinaryField()),
                        ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='checkpoints', to='matches.match')),
                    ],
                ),
            ],
        ),
        migrations.RunPython(_partitions.key_checkpoints),
        migrations.RunPython(_partitions.partition),
    ]
