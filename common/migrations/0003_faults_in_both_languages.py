from django.db import migrations, models


def tell_in_both(apps, schema_editor):
    """Reasons of earlier archives have only English texts."""
    archives = apps.get_model('common', 'DeskArchive').objects.using(schema_editor.connection.alias).defer('content')
    for archive in archives.iterator():
        archive.faults = [_in_both(fault) for fault in archive.faults]
        if archive.report is not None:
            different = [[kind, name, _in_both(reason)] for kind, name, reason in archive.report['different']]
            archive.report |= {'different': different, 'notes': [_in_both(note) for note in archive.report['notes']]}
        archive.save(update_fields=['faults', 'report'])


def tell_in_english(apps, schema_editor):
    archives = apps.get_model('common', 'DeskArchive').objects.using(schema_editor.connection.alias).defer('content')
    for archive in archives.iterator():
        archive.faults = [fault['en'] for fault in archive.faults]
        if archive.report is not None:
            different = [[kind, name, reason['en']] for kind, name, reason in archive.report['different']]
            archive.report |= {'different': different, 'notes': [note['en'] for note in archive.report['notes']]}
        archive.save(update_fields=['faults', 'report'])


def _in_both(text):
    return {'ja': text, 'en': text}


class Migration(migrations.Migration):

    dependencies = [
        ('common', '0002_desk_archives'),
    ]

    operations = [
        migrations.RunPython(tell_in_both, tell_in_english),
        migrations.AlterField(
            model_name='deskarchive',
            name='choice',
            field=models.PositiveIntegerField(default=1, verbose_name='times that owners were chosen'),
        ),
    ]
