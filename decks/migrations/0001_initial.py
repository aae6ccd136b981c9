import django.db.models.deletion
import uuid6
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Deck',
            fields=[
                ('id', models.UUIDField(default=uuid6.uuid7, editable=False, primary_key=True, serialize=False)),
                ('ruleset', models.CharField(max_length=40, verbose_name='ruleset')),
                ('slug', models.SlugField(blank=True, help_text='Starter decks only.', max_length=80, verbose_name='slug')),
                ('name_en', models.CharField(max_length=120, verbose_name='name (English)')),
                ('name_ja', models.CharField(blank=True, max_length=120, verbose_name='name (Japanese)')),
                ('options', models.JSONField(blank=True, default=dict, verbose_name='options')),
                ('visibility', models.CharField(choices=[('private', 'Owner only'), ('public', 'Everybody may see and copy it')], default='private', max_length=10, verbose_name='visibility')),
                ('note', models.TextField(blank=True, verbose_name='note')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created at')),
                ('updated_at', models.DateTimeField(auto_now=True, verbose_name='updated at')),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='decks', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
            ],
            options={
                'verbose_name': 'deck',
                'verbose_name_plural': 'decks',
                'ordering': ['ruleset', 'name_en', 'id'],
            },
        ),
        migrations.CreateModel(
            name='DeckLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('card', models.SlugField(max_length=80, verbose_name='card')),
                ('copies', models.PositiveSmallIntegerField(default=1, verbose_name='copies')),
                ('deck', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='decks.deck', verbose_name='deck')),
            ],
            options={
                'verbose_name': 'card',
                'verbose_name_plural': 'cards',
                'ordering': ['deck_id', 'card'],
            },
        ),
        migrations.AddConstraint(
            model_name='deck',
            constraint=models.UniqueConstraint(condition=models.Q(('slug', ''), _negated=True), fields=('ruleset', 'slug'), name='one_starter_deck_a_slug'),
        ),
        migrations.AddConstraint(
            model_name='deckline',
            constraint=models.UniqueConstraint(fields=('deck', 'card'), name='one_line_a_card'),
        ),
    ]
