"""The manual's table of manifest fields equals the generated one, which operators see next to the manifest."""

from pathlib import Path

from django.utils.translation import override

from leagues.pages.manifest_fields import MEANINGS, DescribedField, manifest_fields

MANUAL = Path(__file__).parents[2] / "docs" / "operations.md"
HEAD = "| field | type | meaning | default | bounds |"


def row(field: DescribedField) -> str:
    default = f"`{field.default}`" if field.default else "required"
    return f"| `{field.name}` | {field.type} | {field.meaning} | {default} | {field.bounds} |"


def test_every_field_has_a_meaning_and_nothing_else_has() -> None:
    with override("en"):
        assert [field.name for field in manifest_fields()] == list(MEANINGS)


def test_the_manual_has_all_fields_and_none_other() -> None:
    with override("en"):
        expected = [row(field) for field in manifest_fields()]

    table = MANUAL.read_text(encoding="utf-8").partition(HEAD)[2].partition("\n\n")[0].strip().splitlines()
    assert table[1:] == expected, "\n".join(expected)
    assert table[0] == "|---|---|---|---|---|"


def test_a_table_has_types_defaults_and_bounds_of_the_code() -> None:
    with override("en"):
        shown = {field.name: (field.type, field.default, field.bounds) for field in manifest_fields()}

    assert shown["deals"] == ("whole number", "1", "1 to 1000")
    assert shown["entrants[].deck"] == ("text or object", "null", "1 to 80 characters")
    assert shown["format.rounds"] == ("whole number", "", "1 to 1000")
    assert shown["format.type"] == ("text", "", "one of round_robin, swiss, gauntlet, duel, ladder")
    assert shown["schedule.time_zone"] == ("text", '"UTC"', "1 to 60 characters")
