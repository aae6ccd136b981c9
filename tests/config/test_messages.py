"""Every text has a Japanese translation, and the compiled catalogue is up to date."""

import re
from pathlib import Path

import django
import pytest
from django.apps import apps
from django.contrib import admin
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


@pytest.mark.exhaustive
def test_no_text_is_left_over(catalogue: dict[str, str]) -> None:
    assert sorted(set(catalogue) - set(wanted())) == []


def test_compiled_catalogue_is_that_of_the_source(catalogue: dict[str, str]) -> None:
    assert CATALOGUE.with_suffix(".mo").read_bytes() == compiled(catalogue)


@pytest.mark.parametrize("app", ["admin", "auth"])
def test_no_text_of_the_framework_means_something_else_here(catalogue: dict[str, str], app: str) -> None:
    """Our catalogue overrides Django's: our translation of "View" would appear in the whole admin."""
    theirs = read_catalogue(
        (Path(django.__file__).parent / f"contrib/{app}/locale/ja/LC_MESSAGES/django.po").read_text(encoding="utf-8")
    )

    assert {text: catalogue[text] for text in catalogue.keys() & theirs.keys() if catalogue[text] != theirs[text]} == {}


def test_texts_keep_their_places(catalogue: dict[str, str]) -> None:
    wrong = {
        text: told
        for text, told in catalogue.items()
        if set(PLACE.findall(text.partition("\0")[0])) != set(PLACE.findall(told))
    }

    assert wrong == {}


def test_every_model_of_ours_in_the_admin_is_japanese_in_japanese() -> None:
    shown = [model for model in admin.site._registry if model._meta.app_label in OURS]

    with translation.override("ja"):
        names = [str(model._meta.verbose_name) for model in shown]
        names += [str(apps.get_app_config(model._meta.app_label).verbose_name) for model in shown]
        fields = [field for model in shown for field in model._meta.fields if not field.primary_key]
        names += [str(field.verbose_name) for field in fields]

    assert {"デッキ", "カードセットの下書き", "対戦"} <= set(names)
    assert [name for name in names if name.isascii()] == []


def test_plurals_are_found_in_japanese() -> None:
    with translation.override("ja"):
        told = ngettext("%(n)d deck duplicated.", "%(n)d decks duplicated.", 2) % {"n": 2}

    assert told == "デッキを2個複製しました。"


def test_texts_are_collected_from_python_and_templates() -> None:
    python = 'a = _("One"); b = ngettext("%d card", "%d cards", n); c = _(name); d = gettext_lazy("Two")'
    template = '{% load i18n %}{% translate "Three" %}{% blocktranslate with n=x %}Four {{ n }}{% endblocktranslate %}'

    assert sorted(in_python(python)) == ["%d card\0%d cards", "One", "Two"]
    assert list(in_template(messages.templatize(template))) == ["Three", "Four %(n)s"]


def test_a_catalogue_is_read_as_it_was_written() -> None:
    entries = {'a "b"\n': "あ「い」\\", "one\0many": "多"}

    assert read_catalogue(written_catalogue(entries)) == entries
