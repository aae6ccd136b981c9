
import django.db.models.deletion
import django.utils.timezone
import uuid6
from django.conf import settings
from django.db import migrations, models

from matches.migrations import _guards


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('cards', '0001_initial'),
        ('players', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='BotSetting',
            fields=[
                ('bot', models.CharField(max_length=60, primary_key=True, serialize=False, verbose_name='bot')),
                ('is_enabled', models.BooleanField(default=True, help_text="A disabled bot finishes its matches but doesn't join new ones.", verbose_name='enabled')),
                ('note', models.CharField(blank=True, max_length=400, verbose_name='note')),
                ('updated_at', models.DateTimeField(auto_now=True, verbose_name='updated at')),
            ],
            options={
                'verbose_name': 'bot setting',
                'verbose_name_plural': 'bot settings',
                'ordering': ['bot'],
            },
        ),
        migrations.CreateModel(
            name='CallRecord',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='call_record', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('missed', models.PositiveSmallIntegerField(default=0)),
                ('paused_until', models.DateTimeField(null=True)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Inbox',
            fields=[
                ('account', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('newest', models.BigIntegerField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='InvitationLink',
            fields=[
                ('match_id', models.UUIDField(primary_key=True, serialize=False)),
                ('nonce', models.BinaryField(max_length=16)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('made_at', models.DateTimeField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.UUIDField(default=uuid6.uuid7, editable=False, primary_key=True, serialize=False)),
                ('ruleset', models.CharField(max_length=40, verbose_name='ruleset')),
                ('ruleset_version', models.PositiveSmallIntegerField(verbose_name='ruleset version')),
                ('options', models.JSONField(default=dict, verbose_name='options')),
                ('clock', models.JSONField(blank=True, null=True, verbose_name='clock')),
                ('visibility', models.CharField(choices=[('public', 'Anyone can spectate'), ('unlisted', 'Anyone with the address'), ('private', 'Players only')], default='public', max_length=10, verbose_name='visibility')),
                ('status', models.CharField(choices=[('lobby', 'Waiting for players'), ('playing', 'In progress'), ('over', 'Finished')], default='lobby', max_length=10, verbose_name='status')),
                ('created_at', models.DateTimeField(editable=False, help_text='The time in its id.', verbose_name='created at')),
                ('updated_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='updated at')),
                ('answer_by', models.DateTimeField(blank=True, null=True, verbose_name='answer due by')),
                ('idle_days', models.PositiveSmallIntegerField(db_default=30, default=30, help_text='A match without a clock ends after this many days without an event.', verbose_name='days without an event')),
                ('seed_commitment', models.CharField(blank=True, max_length=64, verbose_name='seed commitment')),
                ('sealed_seed', models.BinaryField(default=b'', verbose_name='encrypted seed')),
                ('version', models.IntegerField(default=-1, help_text='seq of the last event; -1 before the start', verbose_name='version')),
                ('snapshot', models.BinaryField(null=True, verbose_name='snapshot')),
                ('times', models.JSONField(default=dict, verbose_name='clock times')),
                ('to_act', models.JSONField(default=list, verbose_name='seats to act')),
                ('bots', models.JSONField(default=list, verbose_name='seats of bots')),
                ('auto_passes', models.JSONField(db_default={}, default=dict, verbose_name='auto-passes')),
                ('abort_consents', models.PositiveSmallIntegerField(db_default=0, default=0, help_text='One bit per seat.', verbose_name='seats that agree to abort')),
                ('draw_offers', models.PositiveSmallIntegerField(db_default=0, default=0, help_text='One bit per seat.', verbose_name='seats offering a draw')),
                ('draw_offers_made', models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name='seats that offered a draw since their last action')),
                ('bot_to_act', models.BooleanField(default=False, verbose_name='a bot has to act')),
                ('deadline_at', models.DateTimeField(blank=True, null=True, verbose_name='next deadline')),
                ('outcome', models.JSONField(blank=True, null=True, verbose_name='outcome')),
                ('end_reason', models.CharField(blank=True, max_length=40, verbose_name='end reason')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended at')),
                ('is_scored', models.BooleanField(default=False, verbose_name='scored')),
                ('is_imported', models.BooleanField(default=False, verbose_name='imported')),
                ('is_hidden', models.BooleanField(db_default=False, default=False, help_text='As set by the latest moderation.', verbose_name='hidden')),
                ('deal', models.UUIDField(editable=False, help_text='For league matches: the deal it belongs to.', null=True, verbose_name='deal')),
                ('withheld', models.BooleanField(db_default=False, default=False, editable=False, help_text='Hidden information stays hidden until the deal is over.', verbose_name='withheld')),
                ('continues', models.JSONField(blank=True, editable=False, help_text='Match, seq and hash of the event that a practice match continues from.', null=True, verbose_name='continued from')),
                ('is_rated', models.BooleanField(db_default=False, default=False, help_text='The players agreed that the match is rated.', verbose_name='rated')),
                ('card_set', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='cards.cardsetrevision', verbose_name='card set')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='created by')),
            ],
            options={
                'verbose_name': 'match',
                'verbose_name_plural': 'matches',
                'ordering': ['-created_at', '-id'],
                'permissions': [('audit_live', 'Can see everything in a live match (each look is recorded)'), ('abort_match', 'Can abort a match'), ('hide_match', 'Can hide matches and show them again (recorded)')],
            },
        ),
        migrations.CreateModel(
            name='PairingPool',
            fields=[
                ('ruleset', models.CharField(max_length=40, primary_key=True, serialize=False)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='PhraseMute',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Scorecard',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='scorecard', serialize=False, to='matches.match')),
                ('body', models.JSONField(verbose_name='scorecard')),
                ('scored_at', models.DateTimeField(auto_now_add=True, verbose_name='scored at')),
            ],
            options={
                'verbose_name': 'scorecard',
                'verbose_name_plural': 'scorecards',
            },
        ),
        migrations.CreateModel(
            name='EventNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('text', models.TextField()),
                ('is_shared', models.BooleanField()),
                ('updated_at', models.DateTimeField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='matches.match')),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('pk', models.CompositePrimaryKey('match_id', 'seq', blank=True, editable=False, primary_key=True, serialize=False)),
                ('seq', models.IntegerField(verbose_name='seq')),
                ('type', models.CharField(max_length=20, verbose_name='type')),
                ('seat', models.SmallIntegerField(null=True, verbose_name='seat')),
                ('body', models.BinaryField(verbose_name='canonical event')),
                ('hash', models.BinaryField(max_length=32, verbose_name='hash')),
                ('key', models.CharField(max_length=255, null=True, verbose_name='idempotency key')),
                ('request_digest', models.BinaryField(max_length=32, null=True, verbose_name='digest of the request')),
                ('match', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='matches.match', verbose_name='match')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'ordering': ['match_id', 'seq'],
            },
        ),
        migrations.CreateModel(
            name='Checkpoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.IntegerField()),
                ('snapshot', models.BinaryField()),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='checkpoints', to='matches.match')),
            ],
        ),
        migrations.CreateModel(
            name='AuditRead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reader_name', models.CharField(max_length=150, verbose_name='reader name')),
                ('seq', models.IntegerField(help_text='The last event that was visible.', verbose_name='seq')),
                ('what', models.CharField(max_length=40, verbose_name='what was read')),
                ('reason', models.CharField(blank=True, max_length=400, verbose_name='reason')),
                ('read_at', models.DateTimeField(auto_now_add=True, verbose_name='read at')),
                ('reader', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='reader')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='audit_reads', to='matches.match', verbose_name='match')),
            ],
            options={
                'verbose_name': 'audit of a live match',
                'verbose_name_plural': 'audits of live matches',
                'ordering': ['-read_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Moderation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_hidden', models.BooleanField(verbose_name='hidden')),
                ('moderator_name', models.CharField(max_length=150, verbose_name='moderator name')),
                ('reason', models.CharField(max_length=400, verbose_name='reason')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='done at')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='moderations', to='matches.match', verbose_name='match')),
                ('moderator', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='moderator')),
            ],
            options={
                'verbose_name': 'match moderation',
                'verbose_name_plural': 'match moderations',
                'ordering': ['-at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('pk', models.CompositePrimaryKey('account_id', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('number', models.BigIntegerField()),
                ('body', models.BinaryField(help_text='As JSON, with its type.')),
                ('at', models.DateTimeField(db_index=True)),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='PairingRequest',
            fields=[
                ('id', models.UUIDField(default=uuid6.uuid7, editable=False, primary_key=True, serialize=False)),
                ('ruleset', models.CharField(max_length=40)),
                ('options', models.JSONField()),
                ('clock', models.JSONField()),
                ('is_rated', models.BooleanField()),
                ('kind', models.CharField(max_length=64)),
                ('rating', models.IntegerField()),
                ('least_rating', models.IntegerField(null=True)),
                ('most_rating', models.IntegerField(null=True)),
                ('deck', models.JSONField()),
                ('posted_at', models.DateTimeField(db_index=True)),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Phrase',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('match_id', models.UUIDField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('code', models.CharField(max_length=20)),
                ('at', models.DateTimeField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='RequestKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=255)),
                ('request_digest', models.BinaryField(max_length=32)),
                ('status', models.PositiveSmallIntegerField()),
                ('body', models.BinaryField()),
                ('created_at', models.DateTimeField(auto_now_add=True, db_index=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='SearchTerm',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('card', 'Card played face up'), ('effect', 'Effect'), ('reason', 'End reason'), ('decided', 'What decided'), ('player', 'Player or bot'), ('winner', 'Winner'), ('named', 'Name in an imported log'), ('deck', 'Deck')], max_length=10, verbose_name='kind')),
                ('value', models.CharField(max_length=100, verbose_name='value')),
                ('seat', models.SmallIntegerField(default=-1, help_text='-1: no seat', verbose_name='seat')),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='search_terms', to='matches.match', verbose_name='match')),
            ],
            options={
                'verbose_name': 'search term',
                'verbose_name_plural': 'search terms',
                'ordering': ['match_id', 'kind', 'value', 'seat'],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('kind', models.CharField(choices=[('player', 'Player'), ('invited', 'Invited player'), ('called', 'Called player'), ('open', 'Open'), ('bot', 'Bot'), ('imported', 'Player on another service')], max_length=10, verbose_name='kind')),
                ('bot', models.CharField(blank=True, max_length=60, verbose_name='bot')),
                ('public_id', models.CharField(blank=True, help_text='As written in the log.', max_length=64, verbose_name='public id')),
                ('deck', models.JSONField(blank=True, null=True, verbose_name='deck')),
                ('entropy', models.CharField(blank=True, max_length=64, verbose_name='entropy')),
                ('is_ready', models.BooleanField(default=False, verbose_name='ready')),
                ('fault', models.TextField(blank=True, verbose_name='last error of the bot')),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='matches.match', verbose_name='match')),
                ('player', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'ordering': ['match_id', 'index'],
            },
        ),
        migrations.CreateModel(
            name='SeatRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('team', models.PositiveSmallIntegerField(verbose_name='team')),
                ('points', models.PositiveSmallIntegerField(help_text='2 for a win, 1 for a draw.', verbose_name='points')),
                ('is_first', models.BooleanField(verbose_name='went first')),
                ('deck', models.CharField(blank=True, max_length=64, verbose_name='deck')),
                ('in_deck', models.BinaryField(verbose_name='cards in the deck')),
                ('seen', models.BinaryField(verbose_name='cards seen')),
                ('played', models.BinaryField(verbose_name='cards played')),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seat_records', to='matches.match', verbose_name='match')),
            ],
            options={
                'verbose_name': 'seat record',
                'verbose_name_plural': 'seat records',
                'ordering': ['match_id', 'seat'],
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('blocker', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('blocker', 'blocked'), name='one_block_a_pair')],
            },
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.UUIDField(default=uuid6.uuid7, editable=False, primary_key=True, serialize=False)),
                ('ruleset', models.CharField(max_length=40)),
                ('options', models.JSONField()),
                ('clock', models.JSONField(null=True)),
                ('visibility', models.CharField(max_length=10)),
                ('is_rated', models.BooleanField()),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('rematch_of', models.UUIDField(null=True)),
                ('status', models.CharField(choices=[('open', 'Open'), ('accepted', 'Accepted'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn'), ('expired', 'Expired')], default='open', max_length=10)),
                ('reason', models.CharField(blank=True, max_length=20)),
                ('match_id', models.UUIDField(null=True)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField(db_index=True)),
                ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('opponent', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('challenger', 'opponent'), name='one_open_challenge_a_pair')],
            },
        ),
        migrations.CreateModel(
            name='MatchSummary',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='summary', serialize=False, to='matches.match', verbose_name='match')),
                ('ruleset', models.CharField(max_length=40, verbose_name='ruleset')),
                ('length', models.PositiveIntegerField(verbose_name='number of events')),
                ('ended_at', models.DateTimeField(verbose_name='ended at')),
                ('is_imported', models.BooleanField(verbose_name='imported')),
                ('layout', models.PositiveSmallIntegerField(verbose_name='search index layout')),
                ('is_readable', models.BooleanField(db_default=True, default=True, verbose_name='readable log')),
            ],
            options={
                'verbose_name': 'match summary',
                'verbose_name_plural': 'match summaries',
                'ordering': ['-ended_at', '-match_id'],
                'indexes': [models.Index(fields=['-ended_at', '-match'], name='summary_newest'), models.Index(fields=['ruleset', '-ended_at', '-match'], name='summary_of_ruleset'), models.Index(fields=['length'], name='summary_length')],
            },
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('bot_to_act', True)), fields=['id'], name='match_bot_to_act'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('answer_by__isnull', False)), fields=['answer_by'], name='match_answer_by'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('deadline_at__isnull', False)), fields=['deadline_at'], name='match_deadline'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('is_scored', False), ('status', 'over')), fields=['ended_at'], name='match_unscored'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('is_rated', True), ('status', 'over')), fields=['ruleset', 'ended_at', 'id'], name='match_rated'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['-created_at', '-id'], name='match_list'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['status', '-created_at', '-id'], name='match_list_status'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['ruleset', '-created_at', '-id'], name='match_list_ruleset'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['ruleset', 'status', '-created_at', '-id'], name='match_list_ruleset_status'),
        ),
        migrations.AddConstraint(
            model_name='eventnote',
            constraint=models.UniqueConstraint(fields=('match', 'player', 'seq'), name='one_note_an_event'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.UniqueConstraint(condition=models.Q(('key__isnull', False)), fields=('match', 'key', 'seat'), name='event_idempotency_key'),
        ),
        migrations.AddConstraint(
            model_name='checkpoint',
            constraint=models.UniqueConstraint(fields=('match', 'seq'), name='checkpoint_seq'),
        ),
        migrations.AddIndex(
            model_name='pairingrequest',
            index=models.Index(fields=['kind', 'posted_at'], name='pairing_request_kind'),
        ),
        migrations.AddIndex(
            model_name='phrase',
            index=models.Index(fields=['match_id', 'id'], name='phrases_of_match'),
        ),
        migrations.AddConstraint(
            model_name='requestkey',
            constraint=models.UniqueConstraint(fields=('player', 'key'), name='one_answer_a_key'),
        ),
        migrations.AddIndex(
            model_name='searchterm',
            index=models.Index(fields=['kind', 'value', 'match'], name='search_term_found'),
        ),
        migrations.AddConstraint(
            model_name='searchterm',
            constraint=models.UniqueConstraint(fields=('match', 'kind', 'value', 'seat'), name='one_search_term_once'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(fields=['player', 'match'], name='seat_of_player'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('match', 'index'), name='one_seat_an_index'),
        ),
        migrations.AddIndex(
            model_name='seatrecord',
            index=models.Index(condition=models.Q(('deck', ''), _negated=True), fields=['deck', 'match'], name='record_of_deck'),
        ),
        migrations.AddConstraint(
            model_name='seatrecord',
            constraint=models.UniqueConstraint(fields=('match', 'seat'), name='one_record_a_seat'),
        ),
        migrations.RunPython(_guards.guard, _guards.unguard),
    ]
