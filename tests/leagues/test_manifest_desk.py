"""The page on which operators create a league: valid examples, previews, and faults by field."""

import re
from html import unescape
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from leagues.formats import Format
from leagues.manifest import Manifest
from leagues.models import League
from leagues.pages.lines import FORMAT_NAMES
from leagues.selectors.examples import EXAMPLE_FORMATS, example_manifest, written
from leagues.services.changing import change_manifest
from leagues.services.entering import enter_league
from leagues.services.leagues import create_league
from matches.models import BotSetting
from players.models import Player
from rules.registry import slugs
from tests.leagues.accounts import CLOCK, bot_account
from tests.leagues.conftest import RANDOM, manifest
from tests.matches.conftest import DECK

pytestmark = pytest.mark.django_db
GAMES = ("battle_line", "blackpoker", "invaders", "invictus", "lords_of_war")
ADD = "admin:leagues_league_add"
NIGHTLY = {"type": "cron", "cron": "30 21 * * 6", "time_zone": "Asia/Tokyo"}


@pytest.fixture
def staff(published: None) -> Client:
    """A league operator."""
    player = Player.objects.create_user("lena", is_staff=True)
    player.groups.add(Group.objects.get(name="League operators"))
    client = Client()
    client.force_login(player)
    return client


def sent(**more: Any) -> str:
    return msgspec.json.encode(manifest(**more)).decode()


def text_of(page: Any) -> str:
    """The text of a page in one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page.content.decode())).split())


def faults_of(page: Any) -> list[str]:
    listed = re.search(r'<ul class="errorlist"[^>]*>(.*?)</ul>', page.content.decode(), re.DOTALL)
    return [] if listed is None else [unescape(text) for text in re.findall("<li>(.*?)</li>", listed[1], re.DOTALL)]


def filled_in(page: Any) -> str:
    area = re.search(r"<textarea[^>]*>(.*?)</textarea>", page.content.decode(), re.DOTALL)
    assert area is not None
    return unescape(area[1]).strip()


# Examples


def test_every_game_has_an_example_and_every_format_an_example_and_a_name(db: None) -> None:
    assert set(GAMES) <= set(slugs())
    assert {type(one) for one in EXAMPLE_FORMATS.values()} == set(Format.__args__)
    assert FORMAT_NAMES.keys() == EXAMPLE_FORMATS.keys()


@pytest.mark.parametrize("game", GAMES)
def test_an_example_makes_a_league(db: None, game: str) -> None:
    for format_name in EXAMPLE_FORMATS:
        example = example_manifest(game, format_name)

        league = create_league(manifest=msgspec.json.decode(written(example), type=Manifest), created_by=None)

        assert example.keys() == {field.name for field in msgspec.structs.fields(Manifest)}
        assert league.manifest["format"]["type"] == format_name
        assert example_manifest(game, format_name)["league"] == f"{league.slug}-2"


def test_an_example_has_bots_that_may_play(db: None) -> None:
    for name in ("greedy", "ismcts"):
        BotSetting.objects.create(bot=name, is_enabled=False)

    example = example_manifest("battle_line", "round_robin")

    assert [(one["name"], one["bot"]) for one in example["entrants"]] == [
        *(("random", "random"), ("random 2", "random"), ("random 3", "random"), ("random 4", "random"))
    ]
    create_league(manifest=msgspec.convert(example, Manifest), created_by=None)


@pytest.mark.parametrize(
    ("query", "game", "format_name"),
    [
        ("?ruleset=blackpoker&format=swiss", "blackpoker", "swiss"),
        ("", "battle_line", "round_robin"),
        ("?ruleset=chess&format=swiss", "battle_line", "round_robin"),
        ("?format=9&ruleset=invictus", "battle_line", "round_robin"),
    ],
)
def test_the_page_is_filled_in_with_an_example(staff: Client, query: str, game: str, format_name: str) -> None:
    page = staff.get(reverse(ADD) + query)

    assert filled_in(page) == written(example_manifest(game, format_name)).strip()
    assert f'<option value="{game}" selected>' in page.content.decode()
    assert "schedule.time_zone" in page.content.decode()


# Previews


def test_a_preview_tells_when_who_and_how_much_and_makes_nothing(staff: Client) -> None:
    text = sent(schedule=NIGHTLY, entrants=RANDOM, deals=5, format={"type": "round_robin", "cycles": 2})

    page = staff.post(reverse(ADD), {"manifest": text, "preview": "Preview"})

    told = text_of(page)
    assert "every week on Saturday at 21:30 · time zone Asia/Tokyo · 30 21 * * 6" in told
    assert len(re.findall(r"Saturday \d{4}-\d\d-\d\d 21:30 JST", told)) == 5
    assert "Entrants Rounds Deals Matches 4 6 60 120" in told
    assert "ada random bob random cid random dan random" in told and "1 pair" in told
    assert (faults_of(page), filled_in(page)) == ([], text)
    assert not League.objects.exists()


def test_a_preview_of_an_open_league_counts_with_all_its_places(staff: Client) -> None:
    text = sent(schedule=NIGHTLY, entry={"most": 5}, clock=CLOCK)

    told = text_of(staff.post(reverse(ADD), {"manifest": text, "preview": "Preview"}))

    assert "Entrants Rounds Deals Matches 2 1 1 2 5 5 10 20" in told
    assert "2 of 5 places are taken" in told


def test_a_preview_of_a_duel_that_starts_at_once(staff: Client) -> None:
    text = sent(format={"type": "duel", "most_deals": 70}, schedule={"type": "once"})

    told = text_of(staff.post(reverse(ADD), {"manifest": text, "preview": "Preview"}))

    assert "Matches 2 – 70 140 This is the maximum" in told
    assert "One season, which starts when you save." in told


def test_a_preview_says_whose_deck_is_which(staff: Client) -> None:
    entrants = [{**one, "deck": DECK} for one in RANDOM[:2]]

    told = text_of(staff.post(reverse(ADD), {"manifest": sent(entrants=entrants, decks="of_entrant", seat_decks=[]),
                                             "preview": "Preview"}))  # fmt: skip

    assert re.search(r"Entrant Bot Deck ada random \S+ bob random \S+", told)


# Faults


def test_all_faults_are_told_with_their_fields(staff: Client) -> None:
    create_league(manifest=manifest(schedule=NIGHTLY), created_by=None)
    wrong = sent(ruleset="invictus", entrants=[RANDOM[0], {"name": "x", "bot": "deep"}], anchor={"entrant": "zoe"},
                 seat_decks=[["nonsense", "kingdom-standard"]])  # fmt: skip

    for button in ({}, {"preview": "Preview"}):
        told = faults_of(staff.post(reverse(ADD), {"manifest": wrong, **button}))
        assert [text.partition(":")[0] for text in told] == [
            "anchor › entrant",
            "entrants › 2 › bot",
            "seat_decks › 1 › 1",
        ]
        assert "Allowed: " in told[1] and "random" in told[1]
    for button in ({}, {"preview": "Preview"}):
        assert faults_of(staff.post(reverse(ADD), {"manifest": sent(), **button})) == [
            "A league with this name already exists."
        ]
    assert League.objects.count() == 1


def test_what_differs_from_the_shape_is_told_field_by_field(staff: Client) -> None:
    wrong = sent().replace('"deals":1', '"deals":0').replace('"name":"bob"', '"name":7').replace('"names"', '"nmaes"')

    told = faults_of(staff.post(reverse(ADD), {"manifest": wrong}))

    assert [text.partition(":")[0] for text in told] == ["nmaes", "names", "entrants › 2 › name", "deals"]


def test_what_is_no_json_is_told_by_its_line(staff: Client) -> None:
    wrong = written(example_manifest("invictus", "swiss")).replace('"deals": 5,', '"deals": 5')

    told = faults_of(staff.post(reverse(ADD), {"manifest": wrong}))

    line = wrong.splitlines().index('  "decks": "of_seat",') + 1
    assert len(told) == 1 and told[0].startswith(f"Line {line}, character 3: ")


@pytest.mark.parametrize("wrong", ['{"%s": 1}', '{"options": {"%s": {}}}', '{"deals": %s, x', '{"x": [%s], "y" 1}'])
def test_more_digits_than_a_number_has_are_refused_like_anything_else(staff: Client, wrong: str) -> None:
    answer = staff.post(reverse(ADD), {"manifest": wrong % ("9" * 6_000)})

    assert answer.status_code == 200 and faults_of(answer)


# Changes


@pytest.fixture
def league(published: None) -> League:
    return create_league(manifest=manifest(schedule=NIGHTLY, entrants=RANDOM), created_by=None)


def page_of(league: League) -> str:
    return reverse("admin:leagues_league_manifest", args=[league.pk])


def revision_in(page: Any) -> str:
    found = re.search(r'name="revision" value="(\d+)"', page.content.decode())
    assert found is not None
    return found[1]


def test_the_manifest_of_a_league_is_changed(staff: Client, league: League) -> None:
    page = staff.get(page_of(league))
    assert msgspec.json.decode(filled_in(page), type=Manifest) == msgspec.convert(league.manifest, Manifest)

    text = filled_in(page).replace('"deals": 1', '"deals": 7')
    looked_at = staff.post(page_of(league), {"manifest": text, "revision": "1", "preview": "Preview"})
    assert "Entrants Rounds Deals Matches 4 3 42 84" in text_of(looked_at)
    league.refresh_from_db()
    assert (league.manifest["deals"], league.revision) == (1, 1)

    saved = staff.post(page_of(league), {"manifest": text, "revision": revision_in(looked_at)}, follow=True)
    league.refresh_from_db()
    assert "The manifest was changed" in text_of(saved)
    assert (league.manifest["deals"], league.revision) == (7, 2)
    assert league.manifest_changes.get().by_name == "lena"
    assert "Revision 2" in text_of(staff.get(page_of(league)))


def test_who_has_not_seen_another_change_is_shown_both_texts(staff: Client, league: League) -> None:
    own = filled_in(staff.get(page_of(league))).replace('"deals": 1', '"deals": 7')
    change_manifest(league=league, manifest=manifest(schedule=NIGHTLY, entrants=RANDOM, deals=3), by=None)

    for button in ({"preview": "Preview"}, {}):
        refused = staff.post(page_of(league), {"manifest": own, "revision": "1", **button})
        assert "Someone else changed the manifest in the meantime. Your changes were not saved." in text_of(refused)
        assert re.search(r"Revision 2 · [-\d]{10} [:\d]{5} UTC · deals", text_of(refused))
        assert '"deals": 3' in text_of(refused)
        assert (filled_in(refused), revision_in(refused)) == (own, "2")
    league.refresh_from_db()
    assert league.manifest["deals"] == 3

    staff.post(page_of(league), {"manifest": own, "revision": "2"})
    league.refresh_from_db()
    assert (league.manifest["deals"], league.revision) == (7, 3)


def test_a_change_with_faults_is_told_them_with_their_fields(staff: Client, league: League) -> None:
    text = filled_in(staff.get(page_of(league))).replace('"raid"', '"invictus"').replace('"ada"', '"bob"')

    told = faults_of(staff.post(page_of(league), {"manifest": text, "revision": "1"}))

    assert {"ruleset", "entrants › 2 › name"} <= {text.partition(":")[0] for text in told}
    league.refresh_from_db()
    assert league.revision == 1


def test_a_change_of_nothing_is_none(staff: Client, league: League) -> None:
    same = filled_in(staff.get(page_of(league)))

    saved = staff.post(page_of(league), {"manifest": same, "revision": "1"}, follow=True)

    league.refresh_from_db()
    assert "Nothing was changed." in text_of(saved) and league.revision == 1


@pytest.mark.parametrize("revision", ["", "0", "x", "9" * 30])
def test_a_revision_that_is_none_changes_nothing(staff: Client, league: League, revision: str) -> None:
    text = filled_in(staff.get(page_of(league))).replace('"deals": 1', '"deals": 7')

    assert staff.post(page_of(league), {"manifest": text, "revision": revision}).status_code == 200
    league.refresh_from_db()
    assert league.revision == 1


def test_accounts_that_a_change_leaves_out_are_named_before_it_is_made(staff: Client, published: None) -> None:
    league = create_league(manifest=manifest(schedule=NIGHTLY, entry={"most": 3}, clock=CLOCK), created_by=None)
    enter_league(league=league, player=bot_account("robo"), deck=None)
    text = filled_in(staff.get(page_of(league))).replace('"most": 3', '"most": 2')

    told = text_of(staff.post(page_of(league), {"manifest": text, "revision": "1", "preview": "Preview"}))

    assert "joined but can't play with this manifest: robo" in told
