"""Every name in the admin that could be a link is one: if a row has a page, its name links there."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from decks.importing.services import begin_import
from decks.importing.working import work_on_import
from decks.models import Deck
from decks.plans import DeckPlan
from decks.services import update_deck
from players.models import Player
from playtesting.playtests import open_playtest
from tests.matches.conftest import ann, ben, duel, published
from tests.test_staff_permissions import NO_PAGES, addresses, examples

__all__ = ["ann", "ben", "duel", "examples", "published"]


AUTHOR, DECK, CARD, BOT = "kaoru-the-author", "Deck of many long evenings", "Warrior", "Random"
ELSEWHERE = {"a", "title", "option", "textarea", "script", "style", "pre", "label", "h1", "button"}
"""Elements in which a name need not be a link: links, code, form values, and titles."""
SENTENCES = {"replay_match_log", "replay_match_look"}
"""Pages that link the players in their heading, and then repeat the names in sentences about the match."""
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
FRAME = {"user-tools", "nav-sidebar", "site-name"}
FRAMES = {"breadcrumbs", "changes", "messagelist", "board", "happened", "playtest"}
"""Classes of elements in which a name need not be a link: breadcrumbs, messages, old values, and boards."""


class Names(HTMLParser):
    """The texts of a page outside links and outside its frame."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._inside: list[bool] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        given = dict(attributes)
        is_elsewhere = (
            tag in ELSEWHERE or given.get("id") in FRAME or bool(FRAMES & set((given.get("class") or "").split()))
        )
        self._inside.append(is_elsewhere)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self._inside:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if data.strip() and not any(self._inside):
            self.texts.append(" ".join(data.split()))


def test_the_parser_finds_a_name_that_is_no_link() -> None:
    page = f"<h1>{AUTHOR}</h1><p>by <a href='/'>{AUTHOR}</a><br>and {AUTHOR}</p><div id=user-tools>{AUTHOR}</div>"

    assert [text for text in Names(page).texts if AUTHOR in text] == [f"and {AUTHOR}"]


@pytest.mark.exhaustive
def test_no_name_stands_without_the_way_to_its_page(examples: dict[str, Any]) -> None:
    author: Player = examples["players.player"]
    Player.objects.filter(pk=author.pk).update(username=AUTHOR, is_staff=True, is_superuser=True)
    author.refresh_from_db()
    deck: Deck = examples["decks.deck"]
    update_deck(deck=deck, plan=DeckPlan(name_en=DECK, cards={"warrior": 9}, options={}), author=author)
    playtest = open_playtest(draft=examples["cards.cardsetdraft"], player=author)
    pages = [(pattern.name, address) for pattern, _model, address in addresses(examples, playtest)]
    found = begin_import(by=author, file_name="long-evenings.json", content=b"[]")
    work_on_import(found.pk)
    pages.append(("decks_deck_import_report", f"/admin/decks/deck/imports/{found.pk}/"))
    starter = Deck.objects.filter(ruleset="invictus").exclude(slug="")[0]
    pages += [
        ("decks_deck_versions", f"/admin/decks/deck/{deck.pk}/versions/?a=2"),
        ("decks_deck_compare", f"/admin/decks/deck/compare/?a={deck.pk}&b={starter.pk}"),
    ]
    league, season = examples["leagues.league"], examples["leagues.season"]
    names = {
        AUTHOR: f"/players/player/{author.pk}/",
        DECK: f"/decks/deck/{deck.pk}/",
        str(examples["matches.match"]): f"/matches/match/{examples['matches.match'].pk}/",
        str(examples["cards.cardsetdraft"]): f"/cardsetdraft/{examples['cards.cardsetdraft'].pk}/",
        str(season): f"/season/{season.pk}/",
        league.name_en: f"/league/{league.pk}/",
        found.file_name: f"/imports/{found.pk}/",
        CARD: "/warrior/",
        BOT: "?player=random",
    }
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(author)

    bare = []
    for page, address in pages:
        answer = client.get(address)
        if page in NO_PAGES or answer.status_code != 200 or "/delete/" in address or "/history/" in address:
            continue
        content = answer.content.decode()
        texts = Names(content).texts
        if page in SENTENCES:
            assert names[AUTHOR] in content or names[BOT] in content
            texts = [text for text in texts if AUTHOR not in text and BOT not in text]
        bare += [(page, text) for name, own in names.items() if own not in address for text in texts if name in text]

    assert bare == [], "\n".join(map(str, bare))
    assert names[CARD] in client.get(pages[-1][1]).content.decode()
