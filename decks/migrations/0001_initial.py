
import django.db.models.deletion
import django.utils.timezone
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
                ('slug', models.SlugField(blank=True, help_text='For starter decks only.', max_length=80, verbose_name='slug')),
                ('name_en', models.CharField(max_length=120, verbose_name='name (English)')),
                ('name_ja', models.CharField(blank=True, max_length=120, verbose_name='name (Japanese)')),
                ('options', models.JSONField(blank=True, default=dict, verbose_name='options')),
                ('visibility', models.CharField(choices=[('private', 'Owner only'), ('public', 'Anyone can view and copy it')], default='private', max_length=10, verbose_name='visibility')),
                ('note', models.TextField(blank=True, verbose_name='note')),
                ('version', models.PositiveIntegerField(db_default=1, default=1, editable=False, verbose_name='version')),
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
            name='DeckImport',
            fields=[
                ('lease_until', models.DateTimeField(null=True, verbose_name='leased until')),
                ('fruitless', models.PositiveSmallIntegerField(db_default=0, default=0, help_text='In a row, including the current one.', verbose_name='attempts without progress')),
                ('id', models.UUIDField(default=uuid6.uuid7, editable=False, primary_key=True, serialize=False)),
                ('by_name', models.CharField(max_length=150, verbose_name='account name')),
                ('file_name', models.CharField(max_length=255, verbose_name='file')),
                ('digest', models.CharField(max_length=64, verbose_name='SHA-256')),
                ('size', models.PositiveIntegerField(verbose_name='bytes')),
                ('encoding', models.CharField(blank=True, max_length=20, verbose_name='encoding')),
                ('content', models.BinaryField(help_text='Stored until the import finishes or is cancelled.', null=True, verbose_name='content')),
                ('status', models.CharField(choices=[('checking', 'Being checked'), ('checked', 'Checked'), ('taking', 'Being imported'), ('done', 'Imported'), ('unreadable', 'Unreadable'), ('dropped', 'Cancelled')], default='checking', max_length=10, verbose_name='status')),
                ('fault', models.JSONField(null=True, verbose_name="why it can't be read")),
                ('total', models.PositiveIntegerField(null=True, verbose_name='rows')),
                ('takes_illegal', models.BooleanField(default=True, verbose_name='include illegal decks')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created at')),
                ('ended_at', models.DateTimeField(null=True, verbose_name='ended at')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'deck import',
                'verbose_name_plural': 'deck imports',
                'ordering': ['-created_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='DeckImportRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='row')),
                ('kind', models.CharField(choices=[('new', 'New'), ('changed', 'Changed'), ('same', 'Unchanged'), ('faulty', 'Invalid')], max_length=10, verbose_name='kind')),
                ('name', models.CharField(blank=True, max_length=120, verbose_name='name')),
                ('ruleset', models.CharField(blank=True, max_length=40, verbose_name='ruleset')),
                ('cards', models.PositiveIntegerField(default=0, verbose_name='cards')),
                ('changes', models.JSONField(default=list, verbose_name='changes')),
                ('faults', models.JSONField(default=list, help_text="Why the row can't be imported.", verbose_name='problems')),
                ('problems', models.JSONField(default=list, help_text='Why the deck is not legal.', verbose_name='problems')),
                ('deck_id', models.UUIDField(null=True, verbose_name='deck')),
                ('is_taken', models.BooleanField(default=False, verbose_name='imported')),
                ('of', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rows', to='decks.deckimport', verbose_name='import')),
            ],
            options={
                'verbose_name': 'import row',
                'verbose_name_plural': 'import rows',
                'ordering': ['of_id', 'number'],
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
        migrations.CreateModel(
            name='DeckTag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(db_index=True, max_length=40, verbose_name='tag')),
                ('deck', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tags', to='decks.deck', verbose_name='deck')),
            ],
            options={
                'verbose_name': 'tag',
                'verbose_name_plural': 'tags',
                'ordering': ['deck_id', 'name'],
            },
        ),
        migrations.CreateModel(
            name='DeckVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deck_id', models.UUIDField(verbose_name='deck')),
                ('number', models.PositiveIntegerField(verbose_name='version')),
                ('kind', models.CharField(choices=[('created', 'Created'), ('changed', 'Changed'), ('restored', 'Restored'), ('deleted', 'Deleted')], max_length=10, verbose_name='kind')),
                ('ruleset', models.CharField(max_length=40, verbose_name='ruleset')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='saved at')),
                ('plan', models.JSONField(verbose_name='content')),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='author')),
                ('owner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
            ],
            options={
                'verbose_name': 'deck version',
                'verbose_name_plural': 'deck versions',
                'ordering': ['deck_id', '-number'],
            },
        ),
        migrations.AddConstraint(
            model_name='deck',
            constraint=models.UniqueConstraint(condition=models.Q(('slug', ''), _negated=True), fields=('ruleset', 'slug'), name='one_starter_deck_a_slug'),
        ),
        migrations.AddConstraint(
            model_name='deckimportrow',
            constraint=models.UniqueConstraint(fields=('of', 'number'), name='one_import_row_a_number'),
        ),
        migrations.AddConstraint(
            model_name='deckline',
            constraint=models.UniqueConstraint(fields=('deck', 'card'), name='one_line_a_card'),
        ),
        migrations.AddConstraint(
            model_name='decktag',
            constraint=models.UniqueConstraint(fields=('deck', 'name'), name='one_deck_tag_a_name'),
        ),
        migrations.AddConstraint(
            model_name='deckversion',
            constraint=models.UniqueConstraint(fields=('deck_id', 'number'), name='one_deck_version_a_number'),
        ),
    ]
