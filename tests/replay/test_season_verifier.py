"""A season file from its page, in the standalone verifier and on the page that verifies matches."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import msgspec
import pytest
from django.urls import reverse
from playwright.sync_api import Browser, expect

from leagues.models import Season
from matches.models import Match
from matches.services.moderation import set_hidden
from matches.services.seat_plans import SeatPlan
from players.models import Player
from replay.file_schemas import VERIFIER
from rules.engine import canonical
from tests.browser import needs_chromium
from tests.leagues.accounts import CLOCK, bot_account, entry_of, play_season
from tests.leagues.conftest import RANDOM, operator, play_out, published, season
from tests.replay.test_season_audit import call_accounts, exported, findings
from tests.replay.test_verifier import node, run

__all__ = ["node", "operator", "published", "season"]
pytestmark = pytest.mark.django_db(transaction=True)
Start = Callable[..., Season]


def changed(line: bytes, **fields: Any) -> bytes:
    return canonical({**msgspec.json.decode(line), **fields}) + b"\n"


def said_of(node: str, folder: Path, lines: list[bytes]) -> tuple[int, list[str]]:
    file = folder / "season.jsonl"
    file.write_bytes(b"".join(lines))
    code, said = run(node, file)
    return code, [line.removeprefix(f"{file}: ") for line in said]


def test_a_season_is_verified_match_by_match(node: str, season: Start, tmp_path: Path) -> None:
    lines = exported(play_out(season(entrants=RANDOM[:3])))

    code, said = said_of(node, tmp_path, lines)

    assert code == 0 and [line[:14] for line in said[:-1]] == ["sound. Match 0"] * 6
    assert said[-1] == "season nightly/1: 6 of its 6 matches are sound."


@pytest.mark.exhaustive
def test_a_season_of_twinned_deals_is_verified_and_a_change_is_found(node: str, season: Start, tmp_path: Path) -> None:
    robo, bolt = bot_account("robo"), bot_account("bolt")
    entrants = [entry_of(robo), entry_of(bolt)]
    lines = exported(
        play_season(season(entrants=entrants, clock=CLOCK, twinned={"bot": "random"}, deals=2), robo, bolt)
    )
    document = msgspec.json.decode(lines[0])

    code, said = said_of(node, tmp_path, lines)

    assert code == 0 and said[-1] == "season nightly/1: 4 of its 4 matches are sound."
    one, other = document["deals"]
    turned = [{**one, "matches": one["matches"][::-1]}, other]
    exchanged = [{**one, "matches": other["matches"][::-1]}, {**other, "matches": one["matches"][::-1]}]
    for deals, place in ((turned, "entrants"), (exchanged, "server_seed")):
        code, said = said_of(node, tmp_path, [changed(lines[0], deals=deals), *lines[1:]])
        assert code == 1 and any(f"NOT SOUND. season: {place}: " in line for line in said), place


def test_matches_that_are_missing_are_counted(node: str, season: Start, tmp_path: Path) -> None:
    lines = exported(play_out(season()))
    second = next(place for place, line in enumerate(lines) if place > 1 and b'"format":"match/1"' in line)

    assert said_of(node, tmp_path, lines[:second])[1][-1] == (
        "season nightly/1: 1 of its 2 matches are sound; 1 are not in the file."
    )
    assert said_of(node, tmp_path, lines[:1]) == (
        0,
        ["season nightly/1: 0 of its 2 matches are sound; 2 are not in the file."],
    )


def test_matches_that_are_left_out_are_counted(node: str, season: Start, operator: Player, tmp_path: Path) -> None:
    played = play_out(season())
    hidden = Match.objects.filter(deal__isnull=False).first()
    set_hidden(match_ids=[hidden.pk], is_hidden=True, moderator=operator, reason="an insult")
    lines = exported(played)

    assert said_of(node, tmp_path, lines) == (
        0,
        [ANY, "season nightly/1: 1 of its 2 matches are sound; incomplete: 1 matches are left out."],
    )
    for wrong in (changed(lines[0], left_out=2), changed(lines[0], left_out=0)):
        code, said = said_of(node, tmp_path, [wrong, *lines[1:]])
        assert "incomplete" not in said[-1] and (code, "NOT SOUND. season: left_out: " in said[-2]) == (
            (1, True) if b'"left_out":2' in wrong else (0, False)
        )
    assert said_of(node, tmp_path, [changed(lines[0], left_out="1"), *lines[1:]])[0] == 2


def test_a_match_of_another_season_or_one_twice_is_found(node: str, season: Start, tmp_path: Path) -> None:
    one, other = exported(play_out(season())), exported(play_out(season(league="other")))

    strange, twice = said_of(node, tmp_path, [*one, *other[1:]]), said_of(node, tmp_path, [*one, *one[1:]])

    for code, said in (strange, twice):
        assert code == 1 and sum("NOT SOUND. season: deals: " in line for line in said) == 2


@pytest.mark.parametrize(
    ("change", "code", "sentence"),
    [
        ({"digest": "0" * 64}, 1, "NOT SOUND. season: digest: "),
        ({"seed": "0" * 64}, 1, "NOT SOUND. season: seed_commitment: "),
        ({"season": "nightly/2"}, 1, "NOT SOUND. season: server_seed: "),
        ({"voids": [{"deal": 0, "attempt": 1, "entrant": None}]}, 1, "NOT SOUND. season: deals[0].attempt: "),
        ({"voids": [{"deal": 0}]}, 2, "cannot be read: line 1: voids"),
        ({"deals": 1}, 2, "cannot be read: line 1: deals: "),
        ({"format": "season/3"}, 2, "cannot be read: line 1: there is no field `amendments`"),
    ],
)
def test_what_is_changed_of_a_season_is_found(
    node: str, season: Start, tmp_path: Path, change: Any, code: int, sentence: str
) -> None:
    head, *rest = exported(play_out(season()))

    found, said = said_of(node, tmp_path, [changed(head, **change), *rest])

    assert found == code and any(line.startswith(sentence) for line in said), said


def test_entropy_of_house_bots_is_found(
    node: str, season: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With it, a service that knows the season's seed could choose the cards."""
    monkeypatch.setattr("matches.services.bot_matches.SeatPlan", partial(SeatPlan, entropy="chosen"))
    lines = exported(play_out(season()))

    code, said = said_of(node, tmp_path, lines)

    assert code == 1 and any(line.startswith("NOT SOUND. season: entropies: ") for line in said), said
    assert {finding.field.rpartition(".")[2] for finding in findings(lines)} == {"entropies"}


Document = dict[str, Any]


def name_others(document: Document) -> None:
    document["entrants"][0]["bot"] = "greedy"


def call_them_accounts(document: Document) -> None:
    call_accounts(document)
    document["deals"][0]["attempt"] = 2
    document["voids"] = [{"deal": 0, "attempt": 1, "entrant": None, "kind": None}]


def count_one_twice(document: Document) -> None:
    document["deals"].append({**document["deals"][0], "number": 1})


def skip_a_deal(document: Document) -> None:
    document["deals"][0]["number"] = 1


def skip_an_attempt(document: Document) -> None:
    document["deals"][0]["attempt"] = 2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (name_others, "NOT SOUND. season: entrants: "),
        (call_them_accounts, "NOT SOUND. season: server_seed: "),
        (count_one_twice, "NOT SOUND. season: deals: "),
        (skip_a_deal, "NOT SOUND. season: deals.number: "),
        (skip_an_attempt, "NOT SOUND. season: deals[0].attempt: "),
    ],
)
def test_a_document_that_does_not_fit_the_logs_is_found(
    node: str, season: Start, tmp_path: Path, change: Callable[[Document], None], sentence: str
) -> None:
    head, *rest = exported(play_out(season()))
    document = msgspec.json.decode(head)
    change(document)

    code, said = said_of(node, tmp_path, [canonical(document) + b"\n", *rest])

    assert code == 1 and any(line.startswith(sentence) for line in said), said


def test_where_the_season_keeps_its_seed_that_is_said(node: str, season: Start, tmp_path: Path) -> None:
    head, *rest = exported(play_out(season()))

    code, said = said_of(node, tmp_path, [changed(head, seed=None), *rest])

    assert (code, said[-1]) == (
        0,
        "season nightly/1: 2 of its 2 matches are sound. It keeps its seed: that theirs follow from it is not shown.",
    )


def test_a_line_that_can_be_read_in_two_ways_is_not_read(node: str, season: Start, tmp_path: Path) -> None:
    head, *rest = exported(play_out(season()))

    code, [said, *_] = said_of(node, tmp_path, [head.replace(b'"season":', b'"season":"x","season":', 1), *rest])

    assert code == 2 and "the key season is given twice" in said


def test_matches_of_accounts_have_seeds_of_their_own(node: str, season: Start, tmp_path: Path) -> None:
    robo = bot_account("robo")
    entrants = [RANDOM[0], {"name": "robo", "account": "robo"}]
    lines = exported(play_season(season(entrants=entrants, clock=CLOCK), robo))

    assert said_of(node, tmp_path, lines)[1][-1] == "season nightly/1: 2 of its 2 matches are sound."


@pytest.mark.exhaustive
@needs_chromium
@pytest.mark.parametrize("is_served", [True, False])
def test_the_page_takes_a_season_and_says_how_many_matches(
    season: Start, live_server: Any, chromium: Browser, is_served: bool
) -> None:
    lines = exported(play_out(season(entrants=RANDOM[:3])))
    page = chromium.new_context(locale="en").new_page()
    page.goto(f"{live_server.url}{reverse('prove')}" if is_served else (VERIFIER / "index.html").as_uri())

    def told(raw: bytes) -> Any:
        page.set_input_files("[name=match]", [])
        page.set_input_files("[name=match]", {"name": "season.jsonl", "mimeType": "text/plain", "buffer": raw})
        expect(page.locator("[data-result]")).not_to_be_empty()
        return page.locator("[data-result]").inner_text()

    sound = told(b"".join(lines))
    assert "nightly/1: 6 / 6" in sound and "matches: 6" in sound
    expect(page.locator("[data-result]")).to_have_class("proof-sound")
    expect(page.locator("[data-step=chance]")).to_have_attribute("data-state", "passed")

    assert "seed is secret" not in sound
    assert "seed is secret" in told(changed(lines[0], seed=None) + b"".join(lines[1:]))

    assert "season: server_seed: " in told(changed(lines[0], season="nightly/2") + b"".join(lines[1:]))
    expect(page.locator("[data-result]")).to_have_class("proof-unsound")
    expect(page.locator("[data-step=start]")).to_have_attribute("data-state", "failed")
