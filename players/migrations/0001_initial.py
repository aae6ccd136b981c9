
import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name='public id')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('email_confirmed_at', models.DateTimeField(editable=False, null=True, verbose_name='address confirmed')),
                ('mail_language', models.CharField(db_default='en', default='en', max_length=2, verbose_name='language of mails')),
                ('language', models.CharField(blank=True, choices=[('en', 'English'), ('ja', '日本語')], db_default='', default='', editable=False, max_length=2, verbose_name='language')),
                ('wants_turn_mail', models.BooleanField(db_default=False, default=False, verbose_name='gets mails about turns')),
                ('wants_league_mail', models.BooleanField(db_default=True, default=True, verbose_name='gets mails about own leagues')),
                ('case_key', models.CharField(editable=False, max_length=200, null=True, verbose_name='name key, ignoring case')),
                ('look_key', models.CharField(editable=False, max_length=200, null=True, verbose_name='name key, ignoring look-alikes')),
                ('is_guest', models.BooleanField(db_default=False, default=False, editable=False, verbose_name='guest')),
                ('deleted_at', models.DateTimeField(editable=False, null=True, verbose_name='deleted at')),
                ('session_salt', models.CharField(blank=True, db_default='', default='', editable=False, max_length=32, verbose_name='session salt')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='RatingFold',
            fields=[
                ('ruleset', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('ended_at', models.DateTimeField(null=True)),
                ('match_id', models.UUIDField(null=True)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='StaffGroup',
            fields=[
            ],
            options={
                'verbose_name': 'staff group',
                'verbose_name_plural': 'staff groups',
                'proxy': True,
                'default_permissions': (),
                'indexes': [],
                'constraints': [],
            },
            bases=('auth.group',),
            managers=[
                ('objects', django.contrib.auth.models.GroupManager()),
            ],
        ),
        migrations.CreateModel(
            name='AccessToken',
            fields=[
                ('digest', models.CharField(max_length=128, primary_key=True, serialize=False)),
                ('token_key', models.CharField(db_index=True, max_length=25)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('expiry', models.DateTimeField(blank=True, null=True)),
                ('scopes', models.CharField(db_default='read play decks bot leagues audit', default='read play decks bot leagues audit', max_length=80, verbose_name='scopes')),
                ('name', models.CharField(blank=True, max_length=80, verbose_name='name')),
                ('last_used_at', models.DateTimeField(blank=True, null=True, verbose_name='last used')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='auth_token_set', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'access token',
                'verbose_name_plural': 'access tokens',
            },
        ),
        migrations.CreateModel(
            name='KnownClient',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64)),
                ('last_used_at', models.DateTimeField()),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='known_clients', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=40)),
                ('mu', models.BigIntegerField()),
                ('sigma', models.BigIntegerField()),
                ('wins', models.PositiveIntegerField(default=0)),
                ('draws', models.PositiveIntegerField(default=0)),
                ('losses', models.PositiveIntegerField(default=0)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('match_id', models.UUIDField()),
                ('ruleset', models.CharField(max_length=40)),
                ('ended_at', models.DateTimeField()),
                ('result', models.CharField(choices=[('win', 'Win'), ('draw', 'Draw'), ('loss', 'Loss')], max_length=4)),
                ('mu_before', models.BigIntegerField()),
                ('sigma_before', models.BigIntegerField()),
                ('mu', models.BigIntegerField()),
                ('sigma', models.BigIntegerField()),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='TurnMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('match_id', models.UUIDField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('deadline_ms', models.BigIntegerField()),
                ('looked_at', models.DateTimeField(db_index=True)),
            ],
            options={
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('match_id', 'seat'), name='one_turn_mail_a_seat')],
            },
        ),
        migrations.CreateModel(
            name='BotAccount',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='bot_account', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('version', models.CharField(max_length=40, verbose_name='version')),
                ('accepts', models.JSONField(verbose_name='what it accepts')),
                ('rulesets', models.TextField(editable=False, verbose_name='rulesets')),
                ('declared_at', models.DateTimeField(auto_now_add=True, verbose_name='declared at')),
                ('owner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='bot_accounts', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
            ],
            options={
                'verbose_name': 'bot account',
                'verbose_name_plural': 'bot accounts',
                'default_permissions': (),
            },
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('wants_turn_mail', True)), fields=['id'], name='player_turn_mail'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('is_guest', True)), fields=['last_login'], name='player_guests'),
        ),
        migrations.AddIndex(
            model_name='player',
            index=models.Index(condition=models.Q(('deleted_at__isnull', False)), fields=['deleted_at'], name='player_deleted'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(fields=('case_key',), name='one_name_by_case'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(fields=('look_key',), name='one_name_by_looks'),
        ),
        migrations.AddConstraint(
            model_name='knownclient',
            constraint=models.UniqueConstraint(fields=('player', 'digest'), name='known_client_once'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['ruleset', '-mu', 'player'], name='rating_board'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('player', 'ruleset'), name='one_rating_a_game'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['ruleset', 'ended_at', 'match_id'], name='rating_changes_in_order'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['player', 'ruleset', '-ended_at', '-match_id'], name='rating_changes_of_player'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('match_id', 'player'), name='one_change_a_match'),
        ),
    ]
