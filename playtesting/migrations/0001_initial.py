
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('cards', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='CardTest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200)),
                ('position', models.BinaryField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('action', models.JSONField()),
                ('expected', models.JSONField()),
                ('compared', models.JSONField(db_default={}, default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('draft', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='card_tests', to='cards.cardsetdraft')),
            ],
            options={
                'verbose_name': 'card test',
                'verbose_name_plural': 'card tests',
                'ordering': ['pk'],
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='DraftTrial',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('lease_until', models.DateTimeField(null=True, verbose_name='leased until')),
                ('fruitless', models.PositiveSmallIntegerField(db_default=0, default=0, help_text='In a row, including the current one.', verbose_name='attempts without progress')),
                ('plan', models.JSONField()),
                ('wanted', models.PositiveSmallIntegerField()),
                ('played', models.PositiveSmallIntegerField(default=0)),
                ('results', models.JSONField(default=dict)),
                ('state', models.CharField(choices=[('running', 'Running'), ('done', 'Done'), ('cancelled', 'Cancelled'), ('failed', 'Failed')], default='running', max_length=10)),
                ('fault', models.CharField(blank=True, max_length=400)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('after', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cards.cardsetrevision')),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('before', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cards.cardsetrevision')),
                ('draft', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='trials', to='cards.cardsetdraft')),
            ],
            options={
                'verbose_name': 'draft trial',
                'verbose_name_plural': 'draft trials',
                'ordering': ['-pk'],
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'running')), fields=('draft',), name='one_running_trial_a_draft')],
            },
        ),
    ]
