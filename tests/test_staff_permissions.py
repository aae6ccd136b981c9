"""The table of permissions in the admin, tried at every admin URL."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse

from cards.models import CardSetDraft
from cards.sets.differences import by_slug
from cards.sets.selectors import newest_revision
from cards.sets.services import create_draft, save_card
from common.models import DeskArchive
from decks.importing.services import begin_import
from decks.models import Deck, DeckImport
from decks.plans import DeckPlan
from decks.services import create_deck
from leagues.services.leagues import create_league
from matches.models import AuditRead, BotSetting, Match
from matches.services.lobby import open_match
from matches.services.moderation import record_audit_read
from matches.services.seat_plans import SeatPlan
from players.groups import GROUPS
from players.models import Player, StaffGroup
from players.oauth.apps import register_app
from playtesting.playtests import open_playtest
from playtesting.reviews import ask_for_review
from replay.downloads import export
from replay.imports import import_match
from tests.leagues.conftest import manifest
from tests.matches.conftest import DECK, duel, play_out, published
from tests.replay.conftest import ann, ben

__all__ = ["ann", "ben", "duel", "published"]


C, D, L, A = STAFF = ("Card authors", "Deck managers", "League operators", "Auditors")
NOBODY = "nobody in a group"
AUTHORS = {C, D}
ALL = {D, L, A}
CARDS = {C, *ALL}

MODELS: dict[str, dict[str, set[str]]] = {
    # model -> verb -> groups that may; a missing verb is for superusers only
    "common.deskarchive": {},
    "players.staffgroup": {},
    "players.player": {"view": ALL},
    "players.oauthapp": {},
    "cards.card": {"view": CARDS},
    "cards.cardsetrevision": {"view": CARDS},
    "cards.cardsetdraft": {"view": AUTHORS, "add": AUTHORS, "change": AUTHORS, "delete": {D}},
    "decks.deck": {"view": ALL, "add": {D}, "change": {D}, "delete": {D}},
    "matches.match": {"view": {L, A}},
    "matches.auditread": {"view": {L, A}},
    "matches.botsetting": {"view": {L}, "change": {L}},
    "leagues.league": {"view": {L}, "add": {L}, "change": {L}},
    "leagues.season": {"view": {L}},
    "playtesting.draftreview": {"view": AUTHORS},
    "replay.importedmatch": {"view": {L, A}},
}
PAGES: dict[str, tuple[set[str], set[str]]] = {
    # page of our own -> groups that may GET it, groups that may POST to it
    "common_deskarchive_export": (set(), set()),
    "common_deskarchive_import": (set(), set()),
    "common_deskarchive_download": (set(), set()),
    "cards_card_shown": (CARDS, CARDS),
    "cards_cardsetrevision_file": (CARDS, CARDS),
    "cards_cardsetrevision_again": ({D}, {D}),
    "cards_cardsetdraft_cards": (AUTHORS, AUTHORS),
    "cards_cardsetdraft_new": (AUTHORS, AUTHORS),
    "cards_cardsetdraft_card": (AUTHORS, AUTHORS),
    "cards_cardsetdraft_json": (AUTHORS, AUTHORS),
    "cards_cardsetdraft_remove": (AUTHORS, AUTHORS),
    "cards_cardsetdraft_part": (AUTHORS, AUTHORS),
    "cards_cardsetdraft_publish": ({D}, {D}),
    "cards_cardsetdraft_update": (AUTHORS, AUTHORS),
    "matches_playtest_new": (AUTHORS, AUTHORS),
    "matches_playtest": (AUTHORS, AUTHORS),
    "matches_playtest_resign": (AUTHORS, AUTHORS),
    "matches_playtest_keep": (AUTHORS, AUTHORS),
    "matches_draft_card_use": (AUTHORS, AUTHORS),
    "matches_draft_follows": (AUTHORS, AUTHORS),
    "playtesting_review_ask": (AUTHORS, AUTHORS),
    "playtesting_review_withdraw": (set(), set()),  # Only for the author of the request.
    "playtesting_review_approve": ({D}, {D}),
    "playtesting_review_return": ({D}, {D}),
    "decks_deck_compare": (ALL, ALL),
    "decks_deck_check": (ALL, ALL),
    "decks_deck_deleted": (ALL, ALL),
    "decks_deck_versions": (ALL, ALL),
    "decks_deck_restore": ({D}, {D}),
    "decks_deck_duplicate": ({D}, {D}),
    "decks_deck_import": ({D}, {D}),
    "decks_deck_import_report": ({D}, {D}),
    "decks_deck_export": (ALL, ALL),
    "replay_match_log": ({L, A}, {A}),
    "replay_match_look": ({L, A}, {A}),
    "replay_match_verify": ({L, A}, {L, A}),
    "matches_match_abort": ({L}, {L}),
    "matches_match_hide": ({L}, {L}),
    "matches_match_requeue": (set(), {L}),
    "leagues_season_amend": ({L}, {L}),
    "leagues_league_entries": ({L}, {L}),
    "leagues_league_close": ({L}, {L}),
    "leagues_league_manifest": ({L}, {L}),
    "auth_user_password_change": (set(), set()),
    "service_health": ({L}, {L}),
    "autocomplete": (ALL, set()),
}
FOR_ALL_STAFF = {"index", "logout", "password_change", "password_change_done", "jsi18n", "app_list"}
FOR_ANYBODY = {"login"}
OFF = {"view_on_site"}
"""Redirects to pages of objects outside the admin. There are none."""
NO_PAGES = {"autocomplete", "cards_cardsetrevision_file", "common_deskarchive_download", "matches_match_requeue"}
"""URLs that are not pages: data, and one that accepts only POST."""
SENT = {"reason": "a complaint", "as": "audit"}
"""The body of every POST. It has what some URLs need, and the others ignore it."""


def patterns() -> Iterator[tuple[URLPattern, str]]:
    """Every named URL pattern of the admin, with the model it belongs to, or an empty text."""
    for entry in admin.site.get_urls():
        if isinstance(entry, URLResolver):
            label = str(entry.pattern).strip("/").replace("/", ".")
            yield from ((pattern, label) for pattern in entry.url_patterns if pattern.name)
        elif entry.name:
            yield entry, ""


def verb_of(pattern: URLPattern, model: str) -> str:
    """`changelist`, `add`, `change`, `delete` or `history`; empty for a page of our own."""
    own = f"{model.replace('.', '_')}_"
    verb = (pattern.name or "").removeprefix(own) if (pattern.name or "").startswith(own) else ""
    return verb if verb in ("changelist", "add", "change", "delete", "history") else ""


def who_may(pattern: URLPattern, model: str) -> tuple[set[str], set[str]]:
    """The groups that may GET a URL, and those that may POST to it."""
    verbs = MODELS.get(model, {})
    view, change = verbs.get("view", set()), verbs.get("change", set())
    match verb_of(pattern, model):
        case "changelist" | "history":
            return view, view
        case "change":
            return view, change if "change" in verbs or model != "cards.cardsetrevision" else view
        case "add" | "delete" as verb:
            return verbs.get(verb, set()), verbs.get(verb, set())
    return PAGES[pattern.name or ""]


def test_every_address_of_the_admin_is_in_the_table() -> None:
    registered = {model._meta.label_lower for model in admin.site._registry}
    own = {pattern.name for pattern, model in patterns() if not verb_of(pattern, model)}

    assert registered == set(MODELS)
    assert own == PAGES.keys() | FOR_ALL_STAFF | FOR_ANYBODY | OFF


def changed_draft(author: Player) -> CardSetDraft:
    """A draft with a changed card and a new one."""
    draft = create_draft(ruleset="invaders", author=author)
    old = by_slug(draft.body)["harbour-pilots"]
    richer = [{**old["abilities"][0], "effects": [{"op": "savings", "who": "own", "amount": 3}]}]
    save_card(draft=draft, card={**old, "abilities": richer}, instead_of="harbour-pilots")
    new = {**old, "slug": "river-pilots", "names": {"ja": "川の水先案内人", "en": "River Pilots"}}
    save_card(draft=draft, card=new, instead_of=None)
    return draft


@pytest.fixture
def examples(published: None, duel: Any) -> dict[str, Any]:
    """One object of each model. The match is private, live, and waits for a bot."""
    author = Player.objects.create_user("author")
    draft, revision = create_draft(ruleset="invictus", author=author), newest_revision("invictus")
    seats = [
        SeatPlan(kind="player", player=author, deck=DECK, is_ready=True),
        SeatPlan(kind="bot", bot="random", deck=DECK),
    ]
    match = open_match(ruleset="raid", options={}, seats=seats, visibility="private")
    record_audit_read(match_id=match.pk, reader=author, seq=0, what="log", reason="a complaint")
    finished = b"".join(export(play_out(duel(), 5), "audit")).splitlines()
    league = create_league(manifest=manifest(), created_by=author)
    begin_import(by=author, file_name="decks.csv", content=b"name_en")
    return {
        "common.deskarchive": DeskArchive.objects.create(
            by=author, status="exported", file_name="desk.zip", content=b"x"
        ),
        "leagues.league": league,
        "leagues.season": league.seasons.get(),
        "players.staffgroup": StaffGroup.objects.first(),
        "players.player": author,
        "players.oauthapp": register_app(owner=author, name="Board", redirect_uris=["https://board.example/"]),
        "cards.cardsetrevision": revision,
        "cards.cardsetdraft": draft,
        "decks.deck": create_deck(owner=author, ruleset="invictus", plan=DeckPlan(name_en="x", cards={}, options={})),
        "matches.match": match,
        "matches.auditread": AuditRead.objects.get(),
        "matches.botsetting": BotSetting.objects.create(bot="random"),
        "playtesting.draftreview": ask_for_review(draft=changed_draft(author), author=author),
        "replay.importedmatch": import_match(lines=finished, player=author).match.imported,
    }


def addresses(examples: dict[str, Any], playtest: Match) -> Iterator[tuple[URLPattern, str, str]]:
    """(pattern, model, URL) for every pattern, with the ids of the examples in the URL."""
    decks = Deck.objects.filter(ruleset="invictus")[:2]
    queries = {
        "decks_deck_compare": f"?a={decks[0].pk}&b={decks[1].pk}",
        "autocomplete": "?app_label=decks&model_name=deck&field_name=owner&term=a",
    }
    for pattern, model in patterns():
        if pattern.name in FOR_ALL_STAFF | FOR_ANYBODY | OFF:
            continue
        example = examples.get(model)
        values = {
            **dict.fromkeys(("object_id", "pk", "id"), getattr(example, "pk", None)),
            **({"pk": DeckImport.objects.get().pk} if pattern.name == "decks_deck_import_report" else {}),
            "match_id": (playtest if model == "cards.cardsetdraft" else examples["matches.match"]).pk,
            "season_id": examples["leagues.season"].pk,
            "league_id": examples["leagues.league"].pk,
            **{"ruleset": "invictus", "revision": 1, "slug": "warrior", "key": "editions", "number": 1},
        }
        chosen = {name: values[name] for name in pattern.pattern.converters}
        yield pattern, model, reverse(f"admin:{pattern.name}", kwargs=chosen) + queries.get(pattern.name or "", "")


def tried(client: Client, method: str, address: str) -> bool:
    """Whether the client is let in. All changes are rolled back."""
    with transaction.atomic():
        answer = getattr(client, method)(address, SENT if method == "post" else {})
        transaction.set_rollback(True)
    assert answer.status_code in (200, 302, 403, 405), (method, address, answer.status_code)
    assert "/login/" not in answer.get("Location", "")
    return answer.status_code in (200, 302)


def client_of(group: str) -> tuple[Player, Client]:
    player = Player.objects.create_user("staff", is_staff=True)
    player.groups.set(Group.objects.filter(name=group))
    client = Client()
    client.force_login(player)
    return player, client


@pytest.mark.parametrize("group", [*STAFF, NOBODY])
def test_who_may_do_what(examples: dict[str, Any], group: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR, "django.request")  # Formatting a refusal takes longer than refusing.
    player, client = client_of(group)
    playtest = open_playtest(draft=examples["cards.cardsetdraft"], player=player)

    wrong = [
        (pattern.name, method)
        for pattern, model, address in addresses(examples, playtest)
        for method, may in zip(("get", "post"), who_may(pattern, model), strict=True)
        if tried(client, method, address) != (group in may)
    ]

    assert wrong == []


@pytest.mark.parametrize("is_staff", [False, None])
def test_nobody_else_gets_further_than_the_door(examples: dict[str, Any], is_staff: bool | None) -> None:
    client = Client()
    if is_staff is not None:
        client.force_login(examples["players.player"])
    playtest = open_playtest(draft=examples["cards.cardsetdraft"], player=examples["players.player"])

    for _pattern, _model, address in addresses(examples, playtest):
        answer = client.get(address)
        assert answer.status_code == 302 and "/admin/login/" in answer["Location"], address


def test_every_permission_of_the_table_exists_and_is_given(db: None) -> None:
    for name, permissions in GROUPS.items():
        given = Permission.objects.filter(group__name=name).select_related("content_type")

        assert {f"{p.content_type.app_label}.{p.codename}" for p in given} == set(permissions)


def test_the_table_of_the_manual_is_what_is_given() -> None:
    manual = (Path(__file__).parents[1] / "docs" / "operations.md").read_text(encoding="utf-8")
    section = manual.partition("## Who may do what")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    groups = rows[0][2:]

    told = {
        group: {
            permission
            for row in rows[2:]
            if row[2:][column] == "✓"
            for permission in re.findall(r"`(\w+\.\w+)`", row[1])
        }
        for column, group in enumerate(groups)
        if group in GROUPS
    }

    assert {group: told[group] for group in GROUPS} == {group: set(given) for group, given in GROUPS.items()}
