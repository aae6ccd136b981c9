"""The search's tables come from `replay`, which has renamed them; their rows stay."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("matches", "0012_moments_from_log_and_id"),
        ("replay", "0006_search_moves_to_matches"),
    ]

    operations: ClassVar = [
        migrations.SeparateDatabaseAndState(state_operations=[
            migrations.CreateModel(
                name='MatchSummary',
                fields=[
                    ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='summary', serialize=False, to='matches.match', verbose_name='match')),
                    ('ruleset', models.CharField(max_length=40, verbose_name='ruleset')),
                    ('length', models.PositiveIntegerField(verbose_name='number of events')),
                    ('ended_at', models.DateTimeField(verbose_name='ended at')),
                    ('is_imported', models.BooleanField(verbose_name='imported')),
                    ('layout', models.PositiveSmallIntegerField(verbose_name='layout of the search terms')),
                    ('is_readable', models.BooleanField(db_default=True, default=True, verbose_name='its log can be read')),
                ],
                options={
                    'verbose_name': 'match summary',
                    'verbose_name_plural': 'match summaries',
                    'ordering': ['-ended_at', '-match_id'],
                    'indexes': [models.Index(fields=['-ended_at', '-match'], name='summary_newest'), models.Index(fields=['ruleset', '-ended_at', '-match'], name='summary_of_ruleset'), models.Index(fields=['length'], name='summary_length')],
                },
            ),
            migrations.CreateModel(
                name='SearchTerm',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('card', 'Card played openly'), ('effect', 'Effect'), ('reason', 'End reason'), ('player', 'Player or bot'), ('named', 'Named in an imported log'), ('deck', 'Deck')], max_length=10, verbose_name='kind')),
                    ('value', models.CharField(max_length=100, verbose_name='value')),
                    ('seat', models.SmallIntegerField(default=-1, help_text='-1: of no seat', verbose_name='seat')),
                    ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='search_terms', to='matches.match', verbose_name='match')),
                ],
                options={
                    'verbose_name': 'search term',
                    'verbose_name_plural': 'search terms',
                    'ordering': ['match_id', 'kind', 'value', 'seat'],
                    'indexes': [models.Index(fields=['kind', 'value', 'match'], name='search_term_found')],
                    'constraints': [models.UniqueConstraint(fields=('match', 'kind', 'value', 'seat'), name='one_search_term_once')],
                },
            ),
        ]),
    ]
