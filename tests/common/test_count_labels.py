"""Counts are written as is usual in either language."""

import re

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils import translation

from common.templatetags.count_labels import COUNT_LABELS, count_label
from config.messages import CATALOGUE, read_catalogue
from players.models import Player

APART = re.compile(r"(%\(\w+\)[ds]|%d|\{\{ \w+ \}\}) (枚|個|件|人|試合|回|体|行|秒|日|つ)")


def test_every_list_of_the_admin_is_counted() -> None:
    assert COUNT_LABELS.keys() == {model._meta.label_lower for model in admin.site._registry} | {"admin.logentry"}


@pytest.mark.parametrize(
    ("model", "one", "three", "japanese"),
    [
        ("cards.card", "1 card", "3 cards", "3枚"),
        ("cards.cardsetdraft", "1 draft", "3 drafts", "3件"),
        ("matches.match", "1 match", "3 matches", "3試合"),
        ("players.player", "1 player", "3 players", "3人"),
    ],
)
def test_a_thing_is_counted_in_its_own_way(model: str, one: str, three: str, japanese: str) -> None:
    with translation.override("en"):
        assert (count_label(1, model), count_label(3, model)) == (one, three)
    with translation.override("ja"):
        assert count_label(3, model) == japanese


def test_no_japanese_counter_stands_apart_from_its_number() -> None:
    told = read_catalogue(CATALOGUE.read_text(encoding="utf-8")).values()

    assert [text for text in told if APART.search(text)] == []


@pytest.mark.parametrize(("language", "told"), [("en", "1 player"), ("ja", "1人")])
def test_a_list_says_how_many_there_are(db: None, language: str, told: str) -> None:
    client = Client(headers={"Accept-Language": language})
    client.force_login(Player.objects.create_superuser("kei"))

    page = client.get(reverse("admin:players_player_changelist")).content.decode()

    paginator = re.search(r'<p class="paginator">(.*?)</p>', page, re.DOTALL)
    assert paginator and paginator[1].split() == told.split()


def test_lists_and_forms_are_titled_by_what_they_show(db: None) -> None:
    client = Client(headers={"Accept-Language": "ja"})
    kei = Player.objects.create_superuser("kei")
    client.force_login(kei)

    titles = [
        re.findall(r"<h[12]>(.*?)</h[12]>", client.get(address).content.decode())[0]
        for address in (
            reverse("admin:players_player_changelist"),
            reverse("admin:players_player_change", args=[kei.pk]),
            reverse("admin:players_staffgroup_add"),
        )
    ]

    assert titles == ["プレイヤー", "kei", "新規：スタッフのグループ"]
