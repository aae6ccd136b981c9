
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from replay.migrations import _guards


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('matches', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ChainContinuation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('database', models.CharField(max_length=60, verbose_name='database')),
                ('own_until', models.IntegerField(verbose_name='last root with stored leaves')),
                ('published_until', models.IntegerField(verbose_name='last published root')),
                ('at', models.DateTimeField(verbose_name='since')),
            ],
            options={
                'verbose_name': 'continuation of the chain of roots',
                'verbose_name_plural': 'continuations of the chain of roots',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='DailyRoot',
            fields=[
                ('number', models.PositiveIntegerField(primary_key=True, serialize=False, verbose_name='number')),
                ('day', models.DateField(unique=True, verbose_name='day')),
                ('size', models.PositiveIntegerField(verbose_name='number of matches')),
                ('root', models.BinaryField(max_length=32, verbose_name='tree root')),
                ('previous', models.BinaryField(max_length=32, verbose_name='hash of the previous root')),
                ('restored_after', models.IntegerField(null=True, verbose_name='restored after root')),
                ('computed_at', models.DateTimeField(verbose_name='computed at')),
                ('public_key', models.BinaryField(max_length=32, verbose_name='public key')),
                ('signature', models.BinaryField(max_length=64, verbose_name='signature')),
            ],
            options={
                'verbose_name': 'daily root',
                'verbose_name_plural': 'daily roots',
                'ordering': ['-number'],
            },
        ),
        migrations.CreateModel(
            name='Verification',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='verification', serialize=False, to='matches.match', verbose_name='match')),
                ('verified_at', models.DateTimeField(verbose_name='last checked at')),
                ('is_sound', models.BooleanField(verbose_name='verifies')),
                ('sound_at', models.DateTimeField(blank=True, null=True, verbose_name='last verified without findings at')),
                ('version', models.IntegerField(help_text='seq of the last event at that time.', verbose_name='version')),
                ('findings', models.JSONField(default=list, help_text='[seq, field, code] of each finding', verbose_name='findings')),
                ('not_compared', models.JSONField(default=list, help_text='[seq, field, code] of each finding', verbose_name='not compared')),
                ('fingerprint', models.CharField(help_text='Computed from everything stored about the match when it was checked.', max_length=64, verbose_name='fingerprint')),
                ('seal', models.CharField(help_text='A keyed MAC of this row, so only the service can write a verdict.', max_length=64, verbose_name='seal')),
            ],
            options={
                'verbose_name': 'verification',
                'verbose_name_plural': 'verifications',
                'ordering': ['-verified_at'],
                'indexes': [models.Index(condition=models.Q(('is_sound', False)), fields=['match'], name='verification_unsound')],
            },
        ),
        migrations.CreateModel(
            name='ImportedMatch',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='imported', serialize=False, to='matches.match', verbose_name='match')),
                ('original_id', models.CharField(max_length=64, verbose_name='id in the log')),
                ('last_hash', models.BinaryField(max_length=32, verbose_name='hash of the last event')),
                ('imported_at', models.DateTimeField(editable=False, help_text='When this row was created.', verbose_name='imported at')),
                ('imported_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='imported by')),
            ],
            options={
                'verbose_name': 'imported match',
                'verbose_name_plural': 'imported matches',
                'ordering': ['-imported_at'],
                'permissions': [('import_public', 'Can import public matches')],
                'constraints': [models.UniqueConstraint(fields=('imported_by', 'last_hash'), name='imported_once_a_player')],
            },
        ),
        migrations.CreateModel(
            name='RootLeaf',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='root_leaf', serialize=False, to='matches.match', verbose_name='match')),
                ('index', models.PositiveIntegerField(verbose_name='leaf index')),
                ('log_id', models.CharField(max_length=64, verbose_name='id in the log')),
                ('last_hash', models.BinaryField(max_length=32, verbose_name='hash of the last event')),
                ('path', models.BinaryField(help_text='Sibling hashes, from the leaf up.', verbose_name='inclusion proof')),
                ('root', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='leaves', to='replay.dailyroot', verbose_name='daily root')),
            ],
            options={
                'verbose_name': 'leaf of a daily root',
                'verbose_name_plural': 'leaves of daily roots',
                'ordering': ['root_id', 'index'],
                'constraints': [models.UniqueConstraint(fields=('root', 'index'), name='one_leaf_an_index')],
            },
        ),
        migrations.RunPython(_guards.begin_chain, migrations.RunPython.noop),
        migrations.RunPython(_guards.guard, _guards.unguard),
    ]
