"""Every admin page is entirely in Japanese or entirely in English."""

import logging
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from cards.sets.differences import by_slug
from cards.sets.selectors import newest_rules
from cards.sets.services import create_draft, remove_card, save_card
from common.models import DeskArchive
from decks.importing.services import begin_import
from decks.importing.working import work_on_import
from decks.plans import DeckPlan
from decks.services import create_deck
from leagues.services.leagues import create_league
from matches.models import AuditRead, BotSetting, Match
from matches.services.lobby import open_match
from matches.services.moderation import record_audit_read
from matches.services.seat_plans import SeatPlan
from matches.workers import bot_runner
from players.models import Player, StaffGroup
from players.oauth.apps import register_app
from playtesting.reviews import ask_for_review
from replay.downloads import export
from replay.imports import import_match
from tests.leagues.conftest import manifest
from tests.levels import Sample
from tests.test_staff_permissions import addresses, changed_draft

JAPANESE = re.compile(r"[ぁ-ゖァ-ヺ一-龯]")
ENGLISH = re.compile(r"[A-Za-z]{3,}")
"""English words. Shorter ones may be ids."""
SAME = re.compile(
    r"JSON|json|csv|Webhook|English|日本語|(Invaders( \d+)?)|(› )?(kei(/1)?|[0-9a-f-]{30,})|check|.* · As shipped"
    r"|[-\d: ]+ · kei|https://kei\.example/|INV-\d+"
)
"""Texts that are the same in both languages: names, data, and a bilingual note."""


class Texts(HTMLParser):
    """The texts that people read, including buttons and hints, without code and elements with their own language."""

    SILENT = ("script", "style", "code", "pre", "textarea", "symbol", "time")
    EMPTY = ("meta", "link", "input", "br", "img", "hr", "use", "path")

    def __init__(self) -> None:
        super().__init__()
        self.silent: list[bool] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in self.EMPTY:
            is_hidden = tag == "td" and given.get("class") == "original"  # Our style sheet hides it.
            self.silent.append(tag in self.SILENT or is_hidden or (tag != "html" and "lang" in given))
        if not any(self.silent):
            shown = ["title", "aria-label", "placeholder", *(["value"] if given.get("type") == "submit" else [])]
            self.texts += [given[name] or "" for name in shown if name in given]

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if not any(self.silent):
            self.texts.append(data)


def texts_of(page: str) -> list[str]:
    parser = Texts()
    parser.feed(page)
    return [" ".join(text.split()) for text in parser.texts if text.strip()]


@pytest.fixture
def examples(db: None) -> dict[str, Any]:
    """Objects that show as many texts as possible, such as a faulty draft, an illegal deck and a finished match."""
    kei = Player.objects.create_superuser("kei", password="correct horse")
    draft = create_draft(ruleset="invictus", author=kei)
    warrior = by_slug(draft.body)["warrior"]
    save_card(draft=draft, card={**warrior, "health": {"active": 0, "rested": 1}}, instead_of="warrior")
    remove_card(draft=draft, slug="king-1")
    rules = newest_rules("invictus")
    seats = [SeatPlan(kind="bot", bot="random", deck={"cards": deck.cards}) for deck in rules.starter_decks[:2]]
    match = open_match(ruleset="invictus", options={}, seats=seats)
    bot_runner.play_bots(match.pk)
    match = Match.objects.get(pk=match.pk)
    record_audit_read(match_id=match.pk, reader=kei, seq=0, what="view of audit", reason="check")
    lines = b"".join(export(match, "audit")).splitlines()
    copy = import_match(lines=lines, player=kei).match
    entrants = [{"name": name, "bot": "random"} for name in ("r1", "r2")]
    league = create_league(
        manifest=manifest(ruleset="battle_line", entrants=entrants, seat_decks=[], league="kei"), created_by=kei
    )
    begun = begin_import(by=kei, file_name="kei", content=b"ruleset,name_en,cards\ninvictus,kei,40 warrior\n")
    work_on_import(begun.pk)
    return {
        "common.deskarchive": DeskArchive.objects.create(by=kei, status="exported", file_name="kei", content=b"x"),
        "leagues.league": league,
        "leagues.season": league.seasons.get(),
        "players.staffgroup": StaffGroup.objects.get(name="Deck managers"),
        "players.player": kei,
        "players.oauthapp": register_app(owner=kei, name="kei", redirect_uris=["https://kei.example/"]),
        "cards.cardsetrevision": draft.base,
        "cards.cardsetdraft": draft,
        "decks.deck": create_deck(
            owner=kei, ruleset="invictus", plan=DeckPlan(name_en="kei", cards={"warrior": 40}, options={"alliance": 1})
        ),
        "matches.match": match,
        "matches.auditread": AuditRead.objects.get(),
        "matches.botsetting": BotSetting.objects.create(bot="random"),
        "playtesting.draftreview": ask_for_review(draft=changed_draft(kei), author=kei),
        "replay.importedmatch": copy.imported,
    }


MORE = ("/admin/", "/admin/login/", "/admin/password_change/", "/admin/matches/", "/api/docs/errors")


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_page_speaks_the_language_that_was_asked_for(
    examples: dict[str, Any], language: str, caplog: pytest.LogCaptureFixture, sample: Sample
) -> None:
    caplog.set_level(logging.ERROR, "django.request")
    client = Client(headers={"Accept-Language": language})
    client.force_login(examples["players.player"])
    pages = [address for pattern, model, address in addresses(examples, examples["matches.match"])]

    wrong, read = {}, 0
    asked = sample([*pages, *MORE], 25)
    for address in asked:
        answer = client.get(address)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            read += 1
            odd = {text for text in texts_of(answer.content.decode()) if is_odd(text, language)}
            wrong.update({address: odd} if odd else {})

    assert wrong == {}
    assert read > len(asked) // 2


def is_odd(text: str, language: str) -> bool:
    """Whether the text is not in this language."""
    if SAME.fullmatch(text):
        return False
    if language == "en":
        return JAPANESE.search(text) is not None
    return JAPANESE.search(text) is None and ENGLISH.search(text) is not None
