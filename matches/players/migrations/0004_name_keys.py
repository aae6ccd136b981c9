"""Names that look alike cannot be registered any more; those that were stay, the later ones without keys."""

from django.db import migrations, models

from matches.players.names import keys_of

BATCH = 1000


def make_keys(apps, schema_editor):
    Player = apps.get_model("players", "Player")
    taken, changed = set(), []
    for player in Player.objects.only("pk", "username").order_by("pk").iterator(chunk_size=BATCH):
        by_case, by_looks = keys_of(player.username)
        player.case_key = None if ("case", by_case) in taken else by_case
        player.look_key = None if ("look", by_looks) in taken else by_looks
        taken |= {("case", by_case), ("look", by_looks)}
        changed.append(player)
        if len(changed) == BATCH:
            Player.objects.bulk_update(changed, ["case_key", "look_key"])
            changed.clear()
    Player.objects.bulk_update(changed, ["case_key", "look_key"])


class Migration(migrations.Migration):
    dependencies = [("players", "0003_known_clients")]

    operations = [
        migrations.AddField(
            "player", "case_key", models.CharField(verbose_name="key of the name, by case", editable=False, max_length=200, null=True)
        ),
        migrations.AddField(
            "player", "look_key", models.CharField(verbose_name="key of the name, by looks", editable=False, max_length=200, null=True)
        ),
        migrations.RunPython(make_keys, migrations.RunPython.noop),
    ]
