"""Every text of ours has a Japanese one, and what is compiled is what is written."""

import re

import pytest
from django.apps import apps
from django.utils import translation
from django.utils.translation import ngettext

from config import messages
from config.messages import CATALOGUE, compiled, in_python, in_template, read_catalogue, wanted, written_catalogue

OURS = ("cards", "decks", "matches", "players", "replay")
PLACE = re.compile(r"%\(\w+\)[sd]")


@pytest.fixture
def catalogue() -> dict[str, str]:
    return read_catalogue(CATALOGUE.read_text(encoding="utf-8"))


def test_every_text_has_a_japanese_one(catalogue: dict[str, str]) -> None:
    assert [text for text in wanted() if not catalogue.get(text)] == []


def test_no_text_is_left_over(catalogue: dict[str, str]) -> None:
    assert sorted(set(catalogue) - set(wanted())) == []


def test_compiled_catalogue_is_that_of_the_source(catalogue: dict[str, str]) -> None:
    assert CATALOGUE.with_suffix(".mo").read_bytes() == compiled(catalogue)


def test_texts_keep_their_places(catalogue: dict[str, str]) -> None:
    wrong = {
        text: told
        for text, told in catalogue.items()
        if set(PLACE.findall(text.partition("\0")[0])) != set(PLACE.findall(told))
    }

    assert wrong == {}


def test_every_name_of_a_model_or_field_is_japanese_in_japanese() -> None:
    with translation.override("ja"):
        english = [
            f"{model.__name__}.{field.name}"
            for label in OURS
            for model in apps.get_app_config(label).get_models()
            for field in model._meta.get_fields()
            if str(getattr(field, "verbose_name", "日")).isascii() and field.name not in UNTOLD
        ]
        models = [
            model.__name__
            for label in OURS
            for model in apps.get_app_config(label).get_models()
            if str(model._meta.verbose_name).isascii() and model.__name__ not in UNTOLD
        ]

    assert (english, models) == ([], [])


UNTOLD: set[str] = set()


def test_plurals_are_found_in_japanese() -> None:
    with translation.override("ja"):
        told = ngettext("%(n)d deck duplicated.", "%(n)d decks duplicated.", 2) % {"n": 2}

    assert told == "2 個のデッキを複製しました。"


def test_texts_are_collected_from_python_and_templates() -> None:
    python = 'a = _("One"); b = ngettext("%d card", "%d cards", n); c = _(name); d = gettext_lazy("Two")'
    template = '{% load i18n %}{% translate "Three" %}{% blocktranslate with n=x %}Four {{ n }}{% endblocktranslate %}'

    assert sorted(in_python(python)) == ["%d card\0%d cards", "One", "Two"]
    assert list(in_template(messages.templatize(template))) == ["Three", "Four %(n)s"]


def test_a_catalogue_is_read_as_it_was_written() -> None:
    entries = {'a "b"\n': "あ「い」\\", "one\0many": "多"}

    assert read_catalogue(written_catalogue(entries)) == entries
