"""The last verdict on every match is kept; an import came here when its row was created.

What else repeats a moment of the match's row is written anew after matches 0012.
"""

from typing import Any, ClassVar

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def set_moments(apps: Any, schema_editor: Any) -> None:
    matches = apps.get_model("matches", "Match").objects.filter(pk=OuterRef("match"))
    imports = apps.get_model("replay", "ImportedMatch").objects.order_by()
    imports.update(imported_at=Subquery(matches.values("created_at")[:1]))
    summaries = apps.get_model("replay", "Summary").objects.order_by().filter(match__ended_at__isnull=False)
    summaries.update(ended_at=Subquery(matches.values("ended_at")[:1]))


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ('matches', '0012_moments_from_log_and_id'),
        ('replay', '0004_daily_roots'),
    ]

    operations: ClassVar = [
        migrations.AlterField(
            model_name='importedmatch',
            name='imported_at',
            field=models.DateTimeField(editable=False, help_text='When its row here was created.', verbose_name='imported at'),
        ),
        migrations.CreateModel(
            name='Verification',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='verification', serialize=False, to='matches.match', verbose_name='match')),
                ('verified_at', models.DateTimeField(verbose_name='last verified at')),
                ('is_sound', models.BooleanField(verbose_name='it verifies')),
                ('sound_at', models.DateTimeField(blank=True, null=True, verbose_name='last found sound at')),
                ('version', models.IntegerField(help_text='seq of the last event that was there.', verbose_name='version')),
                ('faults', models.JSONField(default=list, help_text='[seq, field, code] of each', verbose_name='faults')),
                ('not_compared', models.JSONField(default=list, help_text='[seq, field, code] of each', verbose_name='not compared')),
                ('fingerprint', models.CharField(help_text='Of everything that is stored of the match, as it was audited.', max_length=64, verbose_name='fingerprint')),
                ('seal', models.CharField(help_text='A keyed MAC of this row, so that nobody else writes a verdict.', max_length=64, verbose_name='seal')),
            ],
            options={
                'verbose_name': 'verification',
                'verbose_name_plural': 'verifications',
                'ordering': ['-verified_at'],
                'indexes': [models.Index(condition=models.Q(('is_sound', False)), fields=['match'], name='verification_unsound')],
            },
        ),
        migrations.RunPython(set_moments, migrations.RunPython.noop),
    ]
