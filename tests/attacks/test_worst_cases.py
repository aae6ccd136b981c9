"""The cost of the worst requests for a process: the table of `docs/security.md`, measured.

Each row is tried with the most expensive inputs of its kind. The bounds are processor seconds (costs.py) and megabytes
by which the process grows.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from cards.sets.card_json import LARGEST
from cards.sets.selectors import newest_rules
from cards.sets.services import create_draft
from decks.importing.services import begin_import
from decks.importing.working import work_on_import
from decks.limits import MOST_FILE_BYTES, MOST_NOTE_CHARACTERS
from decks.models import Deck, DeckLine
from players.models import Player
from replay import exports
from replay.limits import MOST_IMPORT_BYTES
from tests.attacks.costs import Cost, cost_of
from tests.attacks.deck_files import archives, texts, workbooks
from tests.authorisation.conftest import _scene, scene
from tests.authorisation.scene import DOCUMENT, OPERATIONS, Scene, ask, bodies
from tests.authorisation.test_authorisation import path_of
from tests.levels import Sample
from tests.replay.making import make_log

__all__ = ["_scene", "scene"]

pytestmark = pytest.mark.django_db
GAMES = ("battle_line", "blackpoker", "invaders", "invictus", "lords_of_war")
FULL = settings.DATA_UPLOAD_MAX_MEMORY_SIZE - 10_000
"""Bytes of the longest value in a body, with room for the rest of the body."""
LONG = 7_000
"""Characters of the longest parameter or header. A web process accepts lines of 8 KiB."""
Work = Callable[[], Any]
"""Work that a client can make a process do. Returns an answer, or nothing."""


@dataclass(frozen=True)
class Row:
    what: str
    who: str
    works: Callable[[Scene], Iterator[Work]]
    seconds: float = 0.5
    megabytes: int = 30


def request(scene: Scene, who: str, operation: str, body: Any = None, query: str = "", **headers: str) -> Work:
    method, path = place(scene, operation)
    return lambda: ask(scene, who, method, f"{path}?{query}" if query else path, body, **headers)


def place(scene: Scene, operation: str) -> tuple[str, str]:
    return path_of(
        operation,
        match_id=scene.matches["public", "playing"].pk,
        deck_id=scene.decks["public"].pk,
        league=scene.leagues["public"],
        player_id=scene.robot.player.public_id,
        token_id="0" * 16,
        import_id=scene.deck_import_ids["superuser"],
    )


def who_may(operation: str) -> str:
    if "deck_import" in operation:
        return "superuser"
    return "creator" if "league" in operation or "season" in operation else "player"


# Bodies


def hostile() -> Mapping[str, bytes]:
    """Name -> a value as JSON, as long as a body may be."""
    return {
        "a string": b'"' + b"x" * FULL + b'"',
        "a number": b"9" * FULL,
        "objects": b"[" + b",".join([b"{}"] * (FULL // 3)) + b"]",
        "brackets": b"[" * FULL,
        "keys": b"{" + b",".join(b'"k%06d":0' % number for number in range(FULL // 12)) + b"}",
        "one key": b"{" + b",".join([b'"a":1'] * (FULL // 6)) + b"}",
        "strings": b"[" + b",".join([b'"x"'] * (FULL // 4)) + b"]",
        "escapes": b'"' + b"\\ud83d\\ude00" * (FULL // 12) + b'"',
    }


def places_in(body: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in body.items() if isinstance(body, dict) else ():
        yield (*at, key)
        yield from places_in(value, (*at, key))


def with_value(body: Any, at: tuple[str, ...], raw: bytes) -> bytes:
    """The body as JSON, with these bytes at a place in it."""
    copy = json.loads(json.dumps(body))
    inner = copy
    for key in at[:-1]:
        inner = inner[key]
    inner[at[-1]] = "\0here"
    return json.dumps(copy).encode().replace(b'"\\u0000here"', raw)


def any_body(scene: Scene) -> Iterator[Work]:
    """Every hostile value as a whole body, and two at each place in a valid body: others at the next place."""
    sent, values = bodies(scene), list(hostile().values())
    following = cycle(values)
    for operation, (method, _path) in OPERATIONS.items():
        if method not in ("POST", "PUT", "PATCH") or operation in ("import_match", "import_decks"):
            continue
        for raw in values:
            yield request(scene, who_may(operation), operation, raw)
        for at in places_in(sent.get(operation, {})):
            for raw in islice(following, 2):
                yield request(scene, who_may(operation), operation, with_value(sent[operation], at, raw))


# Parameters and headers


LONG_TEXTS = ("x" * LONG, "9" * LONG, "x " * (LONG // 2), "%E2%84%AB" * (LONG // 9), "a," * (LONG // 2))


def any_parameter(scene: Scene) -> Iterator[Work]:
    for methods in DOCUMENT["paths"].values():
        for operation in methods.values():
            name = operation["operationId"]
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "query" and not name.startswith("stream"):
                    for text in LONG_TEXTS:
                        yield request(scene, who_may(name), name, query=f"{parameter['name']}={text}")
                    yield request(scene, who_may(name), name, query=f"{parameter['name']}=1&" * 500)


def any_header(scene: Scene) -> Iterator[Work]:
    names = ("Accept", "Accept-Language", "Accept-Encoding", "Cookie", "If-None-Match", "If-Match", "Range", "Origin")
    more = ("Idempotency-Key", "Last-Event-ID", "X-Request-ID", "X-Forwarded-For", "User-Agent", "Content-Type")
    texts = ("x" * LONG, '"a",' * (LONG // 4), "en;q=0.1," * (LONG // 9), "a=b;" * (LONG // 4), "0-1," * (LONG // 4))
    for operation in ("read_match", "take_action", "list_matches", "read_deck"):
        for name in (*names, *more):
            for text in texts:
                yield request(scene, "player", operation, bodies(scene).get(operation), **{name: text})


# Values with a meaning


DECK_LISTS = (
    "\n".join(f"3 Raidr {number}" for number in range(1000)),
    "1 " * 25_000,
    "(" * 50_000,
    "x" + " " * 49_998 + "x",
    "1\t" * 25_000,
    "\n".join(["\ufdfa" * 48] * 1000),
    "9" * 50_000,
    "[" * 50_000,
    "\n" * 50_000,
    "\n".join(["a (b) (c) 1x [d] 2"] * 1000),
)


def deck_lists(scene: Scene) -> Iterator[Work]:
    for ruleset in ("invictus", "blackpoker"):
        for text in DECK_LISTS:
            yield request(scene, "player", "read_deck_list", {"ruleset": ruleset, "text": text[:50_000]})


UNKNOWN = {f"card-{number:05}": 100 for number in range(500)}


def decks(scene: Scene) -> Iterator[Work]:
    sent = bodies(scene)
    for operation in ("create_deck", "check_deck"):
        yield request(scene, "player", operation, {**sent[operation], "cards": UNKNOWN})
    seats = [{"kind": "me", "deck": {"cards": UNKNOWN}}, {"kind": "bot", "bot": "random", "deck": {"cards": UNKNOWN}}]
    yield request(scene, "player", "open_match", {"ruleset": "raid", "seats": seats})
    yield request(scene, "player", "open_match", {"ruleset": "raid", "seats": [{"kind": "open"}] * 100_000})


def lists_of_decks(scene: Scene) -> Iterator[Work]:
    names = {"name_en": "x" * 120, "name_ja": "x" * 120, "note": "あ" * MOST_NOTE_CHARACTERS}
    owner = Player.objects.get(username="player")
    made = [Deck(owner=owner, ruleset="invictus", visibility="public", **names) for _ in range(200)]
    Deck.objects.bulk_create(made)
    cards = [f"card-{number:03}-{'x' * 71}" for number in range(500)]
    DeckLine.objects.bulk_create([DeckLine(deck=deck, card=card, copies=1000) for deck in made for card in cards])
    yield request(scene, "stranger", "list_decks", query="limit=200")


def leagues(scene: Scene) -> Iterator[Work]:
    bots = ("random", "greedy", "ismcts-1000")
    entrants = [{"name": f"e{number}", "bot": bots[number % 3]} for number in range(64)]
    largest = {**json.loads(json.dumps(bodies(scene)["create_league"])), "entrants": entrants, "deals": 49}
    deck = {f"card-{number:05}": 100 for number in range(200)}
    for more in (
        {},
        {"format": {"type": "swiss", "rounds": 63}},
        {"seat_decks": [[{"cards": deck}, {"cards": deck}] for _ in range(60)]},
    ):
        yield request(scene, "superuser", "create_league", {**largest, **more})


def longest_log(game: str) -> bytes:
    """The longest log among matches that always take the first, the last, the shortest or the longest action."""
    rules = newest_rules(game)
    options = next(iter(rules.option_sets.values()))
    starter = {"cards": dict(rules.starter_decks[0].cards)} if rules.starter_decks else {}
    seats = [starter] * rules.seats(rules.read_options(options))
    choices: list[Callable[[Any, list[Any]], Any]] = [
        lambda table, actions: actions[0],
        lambda table, actions: actions[-1],
        lambda table, actions: min(actions, key=lambda action: len(str(action))),
        lambda table, actions: max(actions, key=lambda action: len(str(action))),
    ]
    logs = [make_log(rules, options, seats, 1, choose=choose) for choose in choices]
    return exports.whole(max(logs, key=lambda log: len(log.events)))


def match_files(scene: Scene) -> Iterator[Work]:
    head, _, rest = scene.export.partition(b"\n")
    events = rest.split(b"\n")
    files = [
        b"{}\n" * (MOST_IMPORT_BYTES // 3),
        b"\n" * MOST_IMPORT_BYTES,
        b"[" * MOST_IMPORT_BYTES,
        b'{"format":"match/1","x":"' + b"x" * (MOST_IMPORT_BYTES - 30) + b'"}',
        b'{"format":"match/1",' + b'"a":1,' * (500_000 // 6) + b'"a":1}\n',
        head + b"\n" + b"{}\n" * 4_000,
        head + b"\n" + (events[0] + b"\n") * 3_999,
        scene.export + b"\n" * (MOST_IMPORT_BYTES - len(scene.export)),
        *(longest_log(game) for game in GAMES),
    ]
    for raw in files:
        yield request(scene, "creator", "import_match", raw)


# The admin


def desk() -> tuple[Client, Player]:
    """A client signed in to the admin as a superuser, and the player."""
    Player.objects.filter(username="superuser").update(is_staff=True)
    client, player = Client(), Player.objects.get(username="superuser")
    client.force_login(player)
    return client, player


def cards(scene: Scene) -> Iterator[Work]:
    """The largest possible cards, with as many parts as fit, sent to the builder and as JSON."""
    client, player = desk()
    draft = create_draft(ruleset="invaders", author=player)
    card = max(draft.body["cards"], key=lambda card: len(json.dumps(card["abilities"])))
    few = LARGEST // (len(json.dumps(card["abilities"])) + 2)
    path = reverse("admin:cards_cardsetdraft_card", args=[draft.pk, card["slug"]])
    for abilities in (card["abilities"] * few, card["abilities"] * 2, [{}] * 1000, [[]] * 3000, ["x"] * 2000):
        large = json.dumps({**card, "abilities": abilities}, ensure_ascii=False)
        for button in ("look", "text", "save"):
            yield partial(client.post, path, {"card": large, button: "1"})
            yield partial(client.post, f"{path}json/", {"card": large, button: "1"})
    part = reverse("admin:cards_cardsetdraft_part", args=[draft.pk, "starter_decks"])
    for raw in hostile().values():
        yield partial(client.post, f"{part}?json", {"whole": raw.decode()})


def searches(scene: Scene) -> Iterator[Work]:
    client, _player = desk()
    for model in ("matches/match", "decks/deck", "players/player", "cards/cardsetrevision", "leagues/league"):
        for text in LONG_TEXTS:
            yield partial(client.get, f"/admin/{model}/?q={text}")


def deck_files(scene: Scene) -> Iterator[Work]:
    """A worker's work on a file before its first rest."""
    _client, player = desk()
    for content in chain(texts(), archives(), workbooks()):
        found = begin_import(by=player, file_name="x", content=content)
        yield partial(work_on_import, found.pk, seconds=0)


def sent_deck_files(scene: Scene) -> Iterator[Work]:
    """Receiving a file. A worker reads it later (`deck_files`)."""
    for raw in (b"[" * MOST_FILE_BYTES, b"\xff" * (MOST_FILE_BYTES + 1), b"PK\x01\x02" * (MOST_FILE_BYTES // 4)):
        yield request(scene, "superuser", "import_decks", raw)
        yield request(scene, "superuser", "import_decks", raw, Idempotency_Key="again")
    for rows in (list(range(1, 20_001)), [1] * 20_000):
        yield request(scene, "superuser", "take_deck_import", {"rows": rows})


ROWS = (
    Row("a JSON body of 1 MB, to any operation of the API", "anyone", any_body, seconds=1, megabytes=40),
    Row("a parameter of 7,000 letters, or one repeated 500 times, to any operation", "anyone", any_parameter),
    Row("a header of 7,000 letters", "anyone", any_header),
    Row("a list of cards of 50,000 letters, in which no line names a card", "anyone", deck_lists, seconds=1),
    Row("decks of 500 cards that do not exist, a match of 100,000 seats", "any account", decks),
    Row("200 decks of 500 cards that do not exist, in a list", "anyone", lists_of_decks, seconds=1.5, megabytes=100),
    Row("a file of a match, of 4 MiB or of the longest match of each game", "any account", match_files),
    Row("a league of 64 entrants and 98,784 deals, or with 24,000 faults", "league operators", leagues, seconds=2),
    Row(
        "a card of 10,000 letters in the builder, a part of a card set of 1 MB",
        "deck managers",
        cards,
        seconds=5,
        megabytes=40,
    ),
    Row("7,000 letters in a search of the admin", "the staff", searches),
    Row("a file of decks of 16 MiB, sent over the API", "deck managers", sent_deck_files, seconds=1, megabytes=120),
    Row("a file of decks of 16 MiB, in a worker of its own", "deck managers", deck_files, seconds=20, megabytes=400),
)


def test_the_table_of_the_manual_is_this_one() -> None:
    text = (Path(settings.BASE_DIR) / "docs" / "security.md").read_text(encoding="utf-8")

    for row in ROWS:
        assert f"| {row.what} | {row.who} | {row.seconds:g} s, {row.megabytes} MB |" in text


@pytest.mark.parametrize("row", ROWS, ids=[row.what for row in ROWS])
def test_the_worst_of_its_kind_stays_below_its_bounds(scene: Scene, row: Row, sample: Sample) -> None:
    worst, over = Cost(0, 0), []
    for number, work in enumerate(sample(row.works(scene), 30)):
        cost, answer = cost_of(work)
        worst = Cost(max(worst.seconds, cost.seconds), max(worst.megabytes, cost.megabytes))
        is_refused = getattr(answer, "status_code", 200) >= 500
        if is_refused or cost.seconds > row.seconds or cost.megabytes > row.megabytes:
            over.append((number, cost, getattr(answer, "content", answer)))
    print(f"\n{row.what}: {worst.seconds:.2f} s, {worst.megabytes:.0f} MB")

    assert over == []
