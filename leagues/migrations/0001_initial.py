
import django.db.models.deletion
import uuid6
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('cards', '0001_initial'),
        ('matches', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('part', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('closed_at', models.DateTimeField(null=True, verbose_name='closed at')),
            ],
            options={
                'verbose_name': 'round',
                'verbose_name_plural': 'rounds',
                'ordering': ['season_id', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('bot', models.CharField(blank=True, max_length=60, verbose_name='bot')),
                ('bot_version', models.PositiveSmallIntegerField(null=True, verbose_name='bot version')),
                ('account', models.CharField(blank=True, db_default='', help_text='As written in the log.', max_length=40, verbose_name='public id')),
                ('account_version', models.CharField(blank=True, db_default='', max_length=40, verbose_name='declared version')),
                ('iterations', models.PositiveIntegerField(null=True, verbose_name='iterations per decision')),
                ('deck', models.JSONField(null=True, verbose_name='deck')),
                ('deck_digest', models.CharField(blank=True, max_length=64, verbose_name='deck digest')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='bot account')),
            ],
            options={
                'verbose_name': 'entrant',
                'verbose_name_plural': 'entrants',
                'ordering': ['season_id', 'number'],
            },
        ),
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=40, unique=True, verbose_name='slug')),
                ('name_ja', models.CharField(max_length=120, verbose_name='name in Japanese')),
                ('name_en', models.CharField(max_length=120, verbose_name='name in English')),
                ('manifest', models.JSONField(verbose_name='manifest')),
                ('revision', models.PositiveIntegerField(db_default=1, default=1, help_text='Goes up with every change.', verbose_name='manifest revision')),
                ('visibility', models.CharField(choices=[('public', 'Anyone can spectate'), ('unlisted', 'Anyone with the address'), ('private', 'Operators and entrants only')], max_length=10, verbose_name='visibility')),
                ('is_paused', models.BooleanField(default=False, help_text='While it is paused, no season starts and no deal is played.', verbose_name='paused')),
                ('pause_note', models.CharField(blank=True, max_length=400, verbose_name='why it is paused')),
                ('closed_at', models.DateTimeField(blank=True, help_text='No more seasons start. A season in progress is played to its end.', null=True, verbose_name='closed at')),
                ('close_note', models.CharField(blank=True, db_default='', max_length=400, verbose_name='why it is closed')),
                ('next_run_at', models.DateTimeField(blank=True, null=True, verbose_name='next run')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created at')),
                ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='closed by')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='created by')),
                ('paused_by', models.ForeignKey(blank=True, help_text='Empty if the service paused it.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='paused by')),
            ],
            options={
                'verbose_name': 'league',
                'verbose_name_plural': 'leagues',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deck', models.JSONField(null=True, verbose_name='deck')),
                ('deck_digest', models.CharField(blank=True, max_length=64, verbose_name='deck digest')),
                ('joined_at', models.DateTimeField(verbose_name='joined at')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='bot account')),
                ('league', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='leagues.league', verbose_name='league')),
            ],
            options={
                'verbose_name': 'entry',
                'verbose_name_plural': 'entries',
                'ordering': ['league_id', 'id'],
            },
        ),
        migrations.CreateModel(
            name='ManifestChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveIntegerField(help_text='The revision that this change made.', verbose_name='manifest revision')),
                ('before', models.JSONField(verbose_name='previous manifest')),
                ('left_out', models.JSONField(default=list, verbose_name="bot accounts that don't fit it")),
                ('by_name', models.CharField(blank=True, max_length=150, verbose_name='operator name')),
                ('at', models.DateTimeField(verbose_name='done at')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('league', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='manifest_changes', to='leagues.league', verbose_name='league')),
            ],
            options={
                'verbose_name': 'manifest change',
                'verbose_name_plural': 'manifest changes',
                'ordering': ['league_id', 'revision'],
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part', models.CharField(max_length=20, verbose_name='part')),
                ('began_at', models.DateTimeField(verbose_name='began at')),
                ('ended_at', models.DateTimeField(verbose_name='ended at')),
            ],
            options={
                'verbose_name': 'outage',
                'verbose_name_plural': 'outages',
                'ordering': ['-ended_at'],
                'default_permissions': (),
                'indexes': [models.Index(fields=['ended_at'], name='outage_end')],
                'constraints': [models.UniqueConstraint(fields=('part', 'began_at'), name='one_outage_a_beginning')],
            },
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='leagues.entrant', verbose_name='first entrant')),
                ('second', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='leagues.entrant', verbose_name='second entrant')),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='leagues.round', verbose_name='round')),
            ],
            options={
                'verbose_name': 'pairing',
                'verbose_name_plural': 'pairings',
                'ordering': ['round_id', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.UUIDField(default=uuid6.uuid7, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('status', models.CharField(choices=[('running', 'In progress'), ('over', 'Finished')], default='running', max_length=10, verbose_name='status')),
                ('manifest', models.JSONField(verbose_name='manifest')),
                ('digest', models.CharField(max_length=64, verbose_name='manifest digest')),
                ('ruleset', models.CharField(max_length=40, verbose_name='ruleset')),
                ('ruleset_version', models.PositiveSmallIntegerField(verbose_name='ruleset version')),
                ('options', models.JSONField(verbose_name='options')),
                ('seat_decks', models.JSONField(help_text='Used in turn, one pair per deal.', verbose_name='seat decks')),
                ('sealed_seed', models.BinaryField(verbose_name='encrypted seed')),
                ('seed_commitment', models.CharField(max_length=64, verbose_name='seed commitment')),
                ('started_at', models.DateTimeField(verbose_name='started at')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended at')),
                ('card_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cards.cardsetrevision', verbose_name='card set')),
                ('league', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='leagues.league', verbose_name='league')),
            ],
            options={
                'verbose_name': 'season',
                'verbose_name_plural': 'seasons',
                'ordering': ['-started_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Run',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('scheduled_for', models.DateTimeField(verbose_name='scheduled for')),
                ('result', models.CharField(choices=[('started', 'Started a season'), ('overlap', 'Skipped: a season was still in progress'), ('refused', "Refused: the season couldn't start")], max_length=10, verbose_name='result')),
                ('problems', models.JSONField(default=list, verbose_name='problems')),
                ('league', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='runs', to='leagues.league', verbose_name='league')),
                ('season', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='run', to='leagues.season', verbose_name='season')),
            ],
            options={
                'verbose_name': 'scheduled start',
                'verbose_name_plural': 'scheduled starts',
                'ordering': ['-scheduled_for'],
            },
        ),
        migrations.AddField(
            model_name='round',
            name='season',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='leagues.season', verbose_name='season'),
        ),
        migrations.AddField(
            model_name='entrant',
            name='season',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='leagues.season', verbose_name='season'),
        ),
        migrations.CreateModel(
            name='Deal',
            fields=[
                ('lease_until', models.DateTimeField(null=True, verbose_name='leased until')),
                ('fruitless', models.PositiveSmallIntegerField(db_default=0, default=0, help_text='In a row, including the current one.', verbose_name='attempts without progress')),
                ('id', models.UUIDField(default=uuid6.uuid7, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField(help_text='Counted within the season.', verbose_name='number')),
                ('status', models.CharField(choices=[('open', 'Open'), ('closed', 'Closed'), ('dropped', 'Cancelled')], default='open', max_length=10, verbose_name='status')),
                ('attempt', models.PositiveSmallIntegerField(default=1, verbose_name='attempt')),
                ('closed_at', models.DateTimeField(null=True, verbose_name='closed at')),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deals', to='leagues.pairing', verbose_name='pairing')),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deals', to='leagues.round', verbose_name='round')),
                ('season', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deals', to='leagues.season', verbose_name='season')),
            ],
            options={
                'verbose_name': 'deal',
                'verbose_name_plural': 'deals',
                'ordering': ['season_id', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Computed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('part', models.CharField(max_length=40)),
                ('revision', models.CharField(max_length=80)),
                ('body', models.BinaryField()),
                ('made_at', models.DateTimeField()),
                ('took_ms', models.PositiveIntegerField()),
                ('season', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='computed', to='leagues.season')),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Amendment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('extend', 'Extended'), ('withdraw', 'Entrant withdrawn'), ('close', 'Closed early'), ('broken', 'Entrant removed after failures')], max_length=10, verbose_name='kind')),
                ('length', models.PositiveIntegerField(help_text='In rounds, cycles or deals.', null=True, verbose_name='new length')),
                ('rounds', models.PositiveIntegerField(verbose_name='rounds made so far')),
                ('reason', models.CharField(max_length=400, verbose_name='reason')),
                ('by_name', models.CharField(blank=True, max_length=150, verbose_name='operator name')),
                ('at', models.DateTimeField(verbose_name='done at')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('entrant', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='leagues.entrant', verbose_name='entrant')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='amendments', to='leagues.season', verbose_name='season')),
            ],
            options={
                'verbose_name': 'amendment',
                'verbose_name_plural': 'amendments',
                'ordering': ['season_id', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Alarm',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('broken', 'Broken'), ('failed', 'Failed'), ('missing', 'Missing')], max_length=10)),
                ('about', models.CharField(max_length=150)),
                ('at', models.DateTimeField()),
                ('told_at', models.DateTimeField(null=True)),
                ('season', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='alarms', to='leagues.season')),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Void',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempt', models.PositiveSmallIntegerField(verbose_name='attempt')),
                ('what', models.TextField(verbose_name='what happened')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('deal', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='voids', to='leagues.deal', verbose_name='deal')),
                ('entrant', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='voids', to='leagues.entrant', verbose_name='entrant')),
            ],
            options={
                'verbose_name': 'voided attempt',
                'verbose_name_plural': 'voided attempts',
                'ordering': ['deal_id', 'attempt'],
            },
        ),
        migrations.CreateModel(
            name='Fixture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempt', models.PositiveSmallIntegerField(verbose_name='attempt')),
                ('seating', models.PositiveSmallIntegerField(verbose_name='seating')),
                ('deal', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='fixtures', to='leagues.deal', verbose_name='deal')),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='fixture', to='matches.match', verbose_name='match')),
            ],
            options={
                'verbose_name': 'fixture',
                'verbose_name_plural': 'fixtures',
                'ordering': ['deal_id', 'attempt', 'seating'],
                'constraints': [models.UniqueConstraint(fields=('deal', 'attempt', 'seating'), name='one_fixture_a_seating')],
            },
        ),
        migrations.AddIndex(
            model_name='league',
            index=models.Index(condition=models.Q(('next_run_at__isnull', False)), fields=['next_run_at'], name='league_due'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('league', 'player'), name='one_entry_an_account'),
        ),
        migrations.AddConstraint(
            model_name='manifestchange',
            constraint=models.UniqueConstraint(fields=('league', 'revision'), name='one_change_a_revision'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='pairing_number'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(fields=('round', 'first'), name='first_once_a_round'),
        ),
        migrations.AddConstraint(
            model_name='pairing',
            constraint=models.UniqueConstraint(fields=('round', 'second'), name='second_once_a_round'),
        ),
        migrations.AddIndex(
            model_name='season',
            index=models.Index(condition=models.Q(('status', 'running')), fields=['id'], name='season_running'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(fields=('league', 'number'), name='season_number'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'running')), fields=('league',), name='one_running_season'),
        ),
        migrations.AddConstraint(
            model_name='run',
            constraint=models.UniqueConstraint(fields=('league', 'scheduled_for'), name='one_run_a_time'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('season', 'number'), name='round_number'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('season', 'number'), name='entrant_number'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('season', 'name'), name='entrant_name'),
        ),
        migrations.AddIndex(
            model_name='deal',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['season', 'number'], name='deal_open'),
        ),
        migrations.AddIndex(
            model_name='deal',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['round'], name='deal_open_in_round'),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.UniqueConstraint(fields=('season', 'number'), name='deal_number'),
        ),
        migrations.AddConstraint(
            model_name='computed',
            constraint=models.UniqueConstraint(fields=('season', 'part'), name='one_computed_a_part'),
        ),
        migrations.AddConstraint(
            model_name='amendment',
            constraint=models.UniqueConstraint(fields=('season', 'kind', 'entrant'), name='one_withdrawal_an_entrant'),
        ),
        migrations.AddConstraint(
            model_name='amendment',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'close')), fields=('season',), name='one_close_a_season'),
        ),
        migrations.AddIndex(
            model_name='alarm',
            index=models.Index(fields=['at'], name='alarm_at'),
        ),
        migrations.AddConstraint(
            model_name='void',
            constraint=models.UniqueConstraint(fields=('deal', 'attempt'), name='one_void_an_attempt'),
        ),
    ]
