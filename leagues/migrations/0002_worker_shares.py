import django.db.models.deletion
from django.db import migrations, models


def open_shares(apps, schema_editor):
    """Create shares for running seasons; without a share nobody would play them."""
    running = apps.get_model("leagues", "Season").objects.filter(status="running")
    shares = apps.get_model("leagues", "WorkerShare").objects
    shares.bulk_create(shares.model(season=season, weight=1, served=0.0) for season in running)


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='WorkerShare',
            fields=[
                ('season', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='share', serialize=False, to='leagues.season')),
                ('weight', models.PositiveSmallIntegerField()),
                ('served', models.FloatField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.AddField(
            model_name='league',
            name='priority',
            field=models.PositiveSmallIntegerField(choices=[(1, 'Low: a quarter of the normal share'), (4, 'Normal'), (16, 'High: four times the normal share')], db_default=4, default=4, help_text="Share of the workers' time for its seasons, compared with other leagues.", verbose_name='priority'),
        ),
        migrations.RunPython(open_shares, migrations.RunPython.noop),
    ]
