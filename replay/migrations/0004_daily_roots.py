"""Daily roots and their leaves. The database itself refuses to change them, as it does with the log."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone

TABLES = ("replay_dailyroot", "replay_rootleaf", "replay_chaincontinuation")
POSTGRES = """
CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION refuse_log_change();
CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change();
"""
SQLITE = """
CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table} WHEN NOT log_is_lifted()
BEGIN SELECT RAISE(ABORT, 'the log is append-only: {verb} on {table} is refused'); END
"""


def guard(apps: Any, schema_editor: Any) -> None:
    for table in TABLES:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(POSTGRES.format(table=table), params=None)
            continue
        for verb in ("UPDATE", "DELETE"):
            schema_editor.execute(SQLITE.format(table=table, verb=verb))


def begin(apps: Any, schema_editor: Any) -> None:
    """The chain begins in this database: a copy of it, even of before the first root, has another name."""
    database = "sqlite"
    if schema_editor.connection.vendor == "postgresql":
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(
                "SELECT system_identifier, oid FROM pg_control_system(), pg_database WHERE datname = current_database()"
            )
            database = "{}/{}".format(*cursor.fetchone())
    continuations = apps.get_model("replay", "ChainContinuation").objects
    continuations.create(database=database, own_until=-1, published_until=-1, at=timezone.now())


class Migration(migrations.Migration):

    dependencies = [
        ('replay', '0003_imported_names'),
    ]

    operations = [
        migrations.CreateModel(
            name='ChainContinuation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('database', models.CharField(max_length=60, verbose_name='database')),
                ('own_until', models.IntegerField(verbose_name='last root with its leaves')),
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
                ('root', models.BinaryField(max_length=32, verbose_name='root of the tree')),
                ('previous', models.BinaryField(max_length=32, verbose_name='hash of the root before')),
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
            name='RootLeaf',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='root_leaf', serialize=False, to='matches.match', verbose_name='match')),
                ('index', models.PositiveIntegerField(verbose_name='index of the leaf')),
                ('log_id', models.CharField(max_length=64, verbose_name='id in its log')),
                ('last_hash', models.BinaryField(max_length=32, verbose_name='hash of its last event')),
                ('path', models.BinaryField(help_text="The siblings' hashes, from the leaf upwards.", verbose_name='inclusion proof')),
                ('root', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='leaves', to='replay.dailyroot', verbose_name='daily root')),
            ],
            options={
                'verbose_name': 'leaf of a daily root',
                'verbose_name_plural': 'leaves of daily roots',
                'ordering': ['root_id', 'index'],
                'constraints': [models.UniqueConstraint(fields=('root', 'index'), name='one_leaf_an_index')],
            },
        ),
        migrations.RunPython(begin, migrations.RunPython.noop),
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]
