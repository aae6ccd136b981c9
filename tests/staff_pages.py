"""Every page of the admin with some content, for tests and screenshots of all of them."""

import json
from typing import Any

import msgspec
from django.test import Client

from cards.models import CardSetDraft
from cards.sets.differences import by_slug
from cards.sets.services import save_card
from decks.importing.services import begin_import
from decks.importing.working import work_on_import
from decks.plans import DeckPlan
from decks.services import update_deck
from matches.log.sql import load_match
from matches.models import Match
from matches.services.act import take_action
from matches.workers.bot_runner import play_bots
from players.models import Player
from playtesting.card_tests import keep_test
from playtesting.models import DraftReview
from playtesting.playtests import open_playtest
from playtesting.reviews import ask_for_review, return_draft
from playtesting.trials import start_trial
from rules.engine import legal_actions, seats_to_act
from tests.test_staff_permissions import NO_PAGES, addresses

OWN = {
    "index": "/admin/",
    "password_change": "/admin/password_change/",
    **{f"{app}_app": f"/admin/{app}/" for app in ("cards", "decks", "matches", "leagues")},
}


def staff_pages(examples: dict[str, Any]) -> dict[str, str]:
    """Name -> URL of every page. `examples` are those of tests/test_staff_permissions.py, or similar ones.

    Their author becomes a superuser who has changed a deck, played, stored a card test, started a trial, and imported a
    file. A draft has been reviewed twice.
    """
    author: Player = examples["players.player"]
    deck, draft = examples["decks.deck"], examples["cards.cardsetdraft"]
    update_deck(deck=deck, plan=DeckPlan(name_en="x", cards={"warrior": 9}, options={}), author=author)
    examples = {**examples, "playtesting.draftreview": _reviewed_twice(examples["playtesting.draftreview"], author)}
    playtest = _played(open_playtest(draft=draft, player=author), author)
    keep_test(draft=draft, match=playtest, player=author, seat=0, name="The first move of the author, whatever it is")
    start_trial(draft=draft, player=author)
    listed = {
        pattern.name or "": address
        for pattern, _model, address in addresses(examples, playtest)
        if pattern.name not in NO_PAGES
    }
    rows = [
        {"ruleset": "invictus", "name_en": "Fair", "cards": {"archer": 4}},
        {"ruleset": "invictus", "name_en": "None", "cards": {"nothing": 1}},
        {"id": str(deck.pk), "name_en": "A deck of a rather long name in which there are many words"},
    ]
    asking = "Name,Player,Deck list,Paid\nRiders,mai,2 Archer,yes\n騎馬隊,,アーチャー x2,no\n".encode()
    files = {"decks.json": json.dumps(rows).encode(), "event.csv": asking}
    found = [begin_import(by=author, file_name=name, content=content) for name, content in files.items()]
    Player.objects.filter(pk=author.pk).update(is_staff=True, is_superuser=True)
    for one in found:
        while work_on_import(one.pk):
            pass
    names = ("decks_deck_import_done", "decks_deck_import_columns")
    reports = {name: f"/admin/decks/deck/imports/{one.pk}/" for name, one in zip(names, found, strict=True)}
    return {**OWN, **reports, **listed}


def _reviewed_twice(review: DraftReview, author: Player) -> DraftReview:
    """A second request of a draft after the first was returned. The draft has changed since."""
    draft = CardSetDraft.objects.get(pk=review.draft_number)
    return_draft(review=review, publisher=author, answer="Too strong. Three points are enough.")
    again = ask_for_review(draft=draft, author=author, remark="Now with three points")
    card = by_slug(draft.body)["harbour-pilots"]
    save_card(draft=draft, card={**card, "cost": 3}, instead_of="harbour-pilots")
    start_trial(draft=draft, player=author)
    return again


def is_page(client: Client, path: str) -> bool:
    """Whether the path answers with a page: not with a refusal, and not with a redirect."""
    return client.get(path).status_code == 200


def _played(playtest: Match, author: Player) -> Match:
    """The playtest after its author has taken their first legal action."""
    while 0 not in seats_to_act((now := load_match(playtest.pk)).position.table):
        play_bots(playtest.pk, sleep=lambda seconds: None, go_on=lambda *told: None)
    action = msgspec.json.encode(legal_actions(now.position.table, 0)[0])
    take_action(match_id=playtest.pk, player_id=author.pk, action=action, expected_version=now.version, key=None)
    return playtest
