"""The tables of the search become those of `matches` (0013 there); their rows stay."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("replay", "0005_verifications")]

    operations: ClassVar = [
        migrations.RenameIndex("fact", new_name="search_term_found", old_name="fact_found"),
        migrations.RemoveConstraint("fact", "one_fact_once"),
        migrations.AddConstraint(
            "fact",
            models.UniqueConstraint(fields=("match", "kind", "value", "seat"), name="one_search_term_once"),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.AlterModelTable("Summary", "matches_matchsummary"),
                migrations.AlterModelTable("Fact", "matches_searchterm"),
            ],
            state_operations=[migrations.DeleteModel("Summary"), migrations.DeleteModel("Fact")],
        ),
    ]
