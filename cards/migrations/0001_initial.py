
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from cards.migrations import _guards


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Card',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
            options={
                'verbose_name': 'card',
                'verbose_name_plural': 'cards',
                'managed': False,
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='CardSetRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=40, verbose_name='ruleset')),
                ('revision', models.PositiveIntegerField(verbose_name='revision')),
                ('digest', models.CharField(max_length=64, verbose_name='digest')),
                ('body', models.BinaryField(help_text='Canonical JSON (RFC 8785).', verbose_name='card set')),
                ('note', models.CharField(blank=True, max_length=400, verbose_name='note')),
                ('published_at', models.DateTimeField(auto_now_add=True, verbose_name='published at')),
                ('is_playtest', models.BooleanField(db_default=False, default=False, help_text='For trying a draft. It never counts as the latest revision.', verbose_name='playtest')),
                ('published_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL, verbose_name='published by')),
            ],
            options={
                'verbose_name': 'card set revision',
                'verbose_name_plural': 'card set revisions',
                'ordering': ['ruleset', '-revision'],
            },
        ),
        migrations.CreateModel(
            name='CardSetDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=40, verbose_name='ruleset')),
                ('body', models.JSONField(verbose_name='card set')),
                ('note', models.CharField(blank=True, help_text='Published with the revision.', max_length=400, verbose_name='note')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created at')),
                ('updated_at', models.DateTimeField(auto_now=True, verbose_name='updated at')),
                ('author', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='author')),
                ('base', models.ForeignKey(help_text='The revision that the draft is based on.', on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cards.cardsetrevision', verbose_name='based on')),
            ],
            options={
                'verbose_name': 'card set draft',
                'verbose_name_plural': 'card set drafts',
                'ordering': ['-updated_at', '-id'],
                'permissions': [('publish_cardset', 'Can publish card sets')],
            },
        ),
        migrations.AddConstraint(
            model_name='cardsetrevision',
            constraint=models.UniqueConstraint(fields=('ruleset', 'revision'), name='one_revision_number'),
        ),
        migrations.RunPython(_guards.guard, _guards.unguard),
    ]
