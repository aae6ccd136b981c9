"""Every operation of the API, by every person, on every object in every state: the answers are those of the table."""

import re
from collections.abc import Collection, Iterator
from typing import Any

import msgspec
import pytest

from tests.authorisation.scene import (
    ABSENT_ID,
    DOCUMENT,
    HIDDEN,
    NOT_LET_IN,
    OPERATIONS,
    PEOPLE,
    STATES,
    VISIBILITIES,
    Scene,
    ask,
    bodies,
)
from tests.authorisation.table import (
    ABSENT,
    ALIKE,
    AUDITORS_FIND,
    BOT_ACCOUNTS,
    DECK_IMPORTS,
    DECKS,
    LEAGUES,
    MATCHES,
    OTHERS,
    TOKENS,
    WEBHOOKS,
    Table,
)
from tests.levels import Sample

pytestmark = pytest.mark.django_db  # The scene, which tests share, needs a database.

matches, absent, decks, tokens, others = (Table(text) for text in (MATCHES, ABSENT, DECKS, TOKENS, OTHERS))
bot_accounts = Table(BOT_ACCOUNTS)
deck_imports = Table(DECK_IMPORTS)
leagues = Table(LEAGUES)
webhooks = Table(WEBHOOKS)
EVERYBODY = ("anonymous", *PEOPLE)
"""For matches there is also the `seated_auditor`: the player, who is also an auditor."""


def said(answer: Any) -> str:
    """The answer in the form of the table."""
    if answer.status_code < 400:
        return str(answer.status_code)
    return f"{answer.status_code} {msgspec.json.decode(answer.content)['code']}"


def standing(who: str, state: str) -> str:
    """The person's row in the table. Imported matches have no players here, so players are strangers to them."""
    if state == "imported":
        who = {"player": "stranger", "opponent": "stranger", "seated_auditor": "auditor"}.get(who, who)
    return ALIKE.get(who, who)


def has_part(who: str) -> bool:
    return who in ("creator", "player", "opponent", "seated_auditor")


def of_match(name: str, who: str, visibility: str, state: str) -> str:
    """The tables' answer to a request about a match."""
    stands = standing(who, state)
    is_moderator = visibility == "hidden" and who == "operator"
    finds = (stands == "auditor" or is_moderator) and name.partition("?")[0] in AUDITORS_FIND
    if visibility in ("public", "unlisted") or has_part(stands) or finds:
        return matches.answer(name, stands, state)
    return absent.answer(name, stands, state)


def test_every_operation_of_the_document_is_in_the_table_and_no_other() -> None:
    tables = (matches, decks, deck_imports, leagues, tokens, webhooks, bot_accounts, others)
    named = {name.partition("?")[0] for table in tables for name in table}

    assert named == OPERATIONS.keys()


def test_every_way_of_looking_through_others_eyes_is_in_the_table() -> None:
    looking = {
        operation["operationId"]
        for methods in DOCUMENT["paths"].values()
        for operation in methods.values()
        if any(parameter["name"] == "as" for parameter in operation.get("parameters", []))
    }

    eyes = ("public", "1", "audit&reason=check")
    for name in looking:
        assert f"{name}?as=seat" in set(matches)
        assert name == "stream_events" or {f"{name}?as={whose}" for whose in eyes} <= set(matches)


def path_of(name: str, **ids: Any) -> tuple[str, str]:
    operation, _, query = name.partition("?")
    method, path = OPERATIONS[operation]
    known = {
        "league": "absent",
        "season": 1,
        "number": 1,
        "seq": 0,
        "request_id": ABSENT_ID,
        "challenge_id": ABSENT_ID,
        "webhook_id": ABSENT_ID,
        "delivery_id": ABSENT_ID,
        "import_id": ABSENT_ID,
        **ids,
        "slug": "battle_line",
        "ruleset": "battle_line",
        "which": "latest",
    }
    for key, value in known.items():
        path = path.replace(f"{{{key}}}", str(value))
    return method, f"{path}?{query}" if query else path


def cells(who: str) -> list[tuple[str, tuple[str, str]]]:
    """(operation, match) to try for a person. For people who share another's row, only a few matches.

    Unlisted matches answer like public ones, so two of their states are enough.
    """
    names = [name for name in matches if who != "seated_auditor" or "as=audit" in name]
    some = [("public", "over"), ("private", "playing"), ("hidden", "playing")]
    every = [(visibility, state) for visibility in ("public", "private") for state in STATES]
    every += [("unlisted", "playing"), ("unlisted", "over"), *(("hidden", state) for state in HIDDEN)]
    return [(name, place) for name in names for place in (some if who in ALIKE else every)]


@pytest.mark.parametrize("who", [*EVERYBODY, "seated_auditor"])
def test_what_one_may_do_with_matches(scene: Scene, who: str, sample: Sample) -> None:
    sent = bodies(scene)

    wrong = []
    for name, (visibility, state) in sample(cells(who), 60):
        method, path = path_of(name, match_id=scene.matches[visibility, state].pk)
        answer = said(ask(scene, who, method, path, sent.get(name.partition("?")[0])))
        if answer != of_match(name, who, visibility, state):
            wrong.append((name, visibility, state, answer, of_match(name, who, visibility, state)))

    assert wrong == []


@pytest.mark.parametrize("who", EVERYBODY)
def test_what_one_may_do_with_everything_else(scene: Scene, who: str) -> None:
    sent = bodies(scene)
    objects = [
        (decks, "deck_id", {**{which: deck.pk for which, deck in scene.decks.items()}, "absent": ABSENT_ID}),
        (deck_imports, "import_id", {**scene.deck_import_ids, "absent": ABSENT_ID}),
        (leagues, "league", {**scene.leagues, "absent": "absent"}),
        (tokens, "token_id", {**scene.token_ids, "absent": "0" * 16}),
        (webhooks, "webhook_id", {**scene.webhook_ids, "absent": ABSENT_ID}),
        (bot_accounts, "player_id", {"robot": scene.robot.player.public_id, "absent": ABSENT_ID}),
        (others, "", {"": ""}),
    ]

    wrong = []
    for table, key, ids in objects:
        for name in table:
            for which, pk in ids.items():
                method, path = path_of(name, **{key: pk})
                answer = said(ask(scene, who, method, path, sent.get(name.partition("?")[0])))
                if answer != table.answer(name, who, which):
                    wrong.append((name, which, answer, table.answer(name, who, which)))

    assert wrong == []


@pytest.mark.parametrize("who", NOT_LET_IN)
def test_a_token_that_is_none_opens_nothing_whatever_one_asks_for(scene: Scene, who: str) -> None:
    sent = bodies(scene)
    ids = [scene.matches[visibility, "playing"].pk for visibility in VISIBILITIES]

    answers = []
    for name in OPERATIONS:
        for match_id in [*ids, ABSENT_ID] if "{match_id}" in OPERATIONS[name][1] else [ABSENT_ID]:
            method, path = path_of(
                name, match_id=match_id, deck_id=scene.decks["public"].pk, token_id="0" * 16, player_id=ABSENT_ID
            )
            answers.append(ask(scene, who, method, path, sent.get(name)))

    assert len(answers) > 50
    assert {(said(answer), answer.get("WWW-Authenticate")) for answer in answers} == {("401 not_signed_in", "Bearer")}


# A private match looks like a missing one


VARIANTS: dict[str, tuple[str, bytes | None, dict[str, str]]] = {
    # query, another body, headers
    "as it should be": ("", None, {}),
    "an unknown parameter": ("nonsense=1", None, {}),
    "as audit": ("as=audit&reason=check", None, {}),
    "as a seat that there is not": ("as=99", None, {}),
    "as nobody": ("as=nobody", None, {}),
    "far in": ("after=2000000000", None, {}),
    "no body": ("", b"", {}),
    "a body that is no JSON": ("", b"{", {}),
    "a body of another shape": ("", b'{"nonsense": 1}', {}),
    "in Japanese": ("", None, {"Accept-Language": "ja"}),
    "with a key": ("", None, {"Idempotency-Key": "a-key"}),
    "with a key that is none": ("", None, {"Idempotency-Key": "\x7f"}),
    "after an event": ("", None, {"Last-Event-ID": "0"}),
    "if it has changed": ("", None, {"If-None-Match": '"x"', "If-Modified-Since": "Mon, 01 Jan 2024 00:00:00 GMT"}),
    "a part of it": ("", None, {"Range": "bytes=0-10"}),
    "from another page": ("", None, {"Origin": "https://example.org"}),
}
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE")


def fingerprint(answer: Any, match_id: Any) -> tuple[Any, ...]:
    """Everything in an answer except the requested id, the request's id and time, and the number of requests left."""
    body = b"" if answer.streaming else answer.content
    body = re.sub(rb'"request_id":"[^"]*"', b"", body.replace(str(match_id).encode(), b"ID"))
    headers = {name: value.replace(str(match_id), "ID") for name, value in answer.headers.items()}
    for name in ("Date", "X-Request-ID"):
        headers.pop(name, None)
    headers["RateLimit"] = re.sub(r"=\d+", "", headers.get("RateLimit", ""))
    return answer.status_code, answer.streaming, body, headers, sorted(answer.cookies)


def asked_for(who: str) -> Iterator[tuple[str, str, str, str, bytes | None, dict[str, str]]]:
    """(description, operation or "", method, path, body or None for the right one, headers) of requests about a match.

    These are all operations in every variant, then every other method at their paths. Staff send only proper requests.
    """
    found = AUDITORS_FIND if ALIKE.get(who, who) == "auditor" else set()
    names = sorted({name.partition("?")[0] for name in matches} - found)
    variants = VARIANTS if who in ("anonymous", "stranger") else {"as it should be": VARIANTS["as it should be"]}
    for name in names:
        method, path = OPERATIONS[name]
        for variant, (query, body, headers) in variants.items():
            yield f"{name}, {variant}", name, method, f"{path}?{query}".rstrip("?"), body, headers
    if who != "stranger":
        return
    for path in sorted({OPERATIONS[name][1] for name in names}):
        described = {method for method, address in OPERATIONS.values() if address == path}
        for method in METHODS:
            if method not in described:
                yield f"{method} {path}", "", method, path, None, {}


SOUGHT = {"anonymous": ("playing",), "stranger": ("playing", "over")}


@pytest.mark.parametrize("who", ["anonymous", "stranger", "deck_manager", "operator", "auditor", "superuser"])
def test_a_private_or_hidden_match_answers_as_one_that_does_not_exist(scene: Scene, who: str, sample: Sample) -> None:
    sent = bodies(scene)
    hidden = [scene.matches["private", state].pk for state in SOUGHT.get(who, STATES)]
    if who not in ("operator", "auditor", "superuser"):  # These staff may see it.
        hidden.append(scene.matches["hidden", "over"].pk)

    different, tried = [], 0
    for what, name, method, path, body, headers in sample(asked_for(who), 25):
        answers = []
        for pk in (ABSENT_ID, *hidden):
            given = sent.get(name) if body is None else body
            answer = ask(scene, who, method, path.replace("{match_id}", str(pk)), given, **headers)
            answers.append(fingerprint(answer, pk))
        different += [(what, answer, answers[0]) for answer in answers[1:] if answer != answers[0]]
        tried += len(hidden)

    assert different == []
    assert tried > 30


def test_a_private_deck_and_anothers_token_answer_as_those_that_do_not_exist(scene: Scene) -> None:
    sent = bodies(scene)
    hidden = [(name, "deck_id", scene.decks["private"].pk, ABSENT_ID) for name in decks]
    hidden += [(name, "token_id", scene.token_ids["player"], "0" * 16) for name in tokens]

    for who in ("anonymous", "stranger", "opponent", "deck_manager", "auditor", "superuser"):
        for name, key, pk, absent_pk in hidden:
            there, nowhere = (
                fingerprint(ask(scene, who, *path_of(name, **{key: one}), sent.get(name)), one)
                for one in (pk, absent_pk)
            )
            assert there == nowhere, (who, name)


# Lists


PARTS = {"creator": STATES, "player": STATES[:-1], "opponent": STATES[:-1]}
"""Person -> states of the matches in which they take part. Lists have no other matches that are not public.

Everyone can still read unlisted matches by their ids, and auditors all matches.
"""


def visible(who: str, states: Collection[str]) -> set[tuple[str, str]]:
    found = {("public", state) for state in states}
    found |= {(v, s) for v in ("unlisted", "private") for s in PARTS.get(who, ()) if s in states}
    return found | {("hidden", s) for s in HIDDEN if s in PARTS.get(who, ()) and s in states}


@pytest.mark.parametrize("who", ["anonymous", *PEOPLE])
def test_lists_and_searches_have_what_one_may_see_and_nothing_else(scene: Scene, who: str) -> None:
    names = {str(match.pk): place for place, match in scene.matches.items()}

    def listed(path: str) -> set[tuple[str, str]]:
        answer = ask(scene, who, "GET", f"/api/v1/{path}")
        if not answer.streaming:
            return {names[found["id"]] for found in msgspec.json.decode(answer.content)["results"]}
        return set()

    ended = [
        state
        for state in STATES
        if scene.matches["public", state].version >= 0 and state not in ("playing", "withheld", "imported")
    ]
    assert listed("matches?limit=200") == visible(who, STATES)
    assert listed("matches?limit=200&player=player") == visible(who, STATES[:-1])
    for status in ("lobby", "playing", "over"):
        wanted = [state for state in STATES if scene.matches["public", state].status == status]
        assert listed(f"matches?limit=200&status={status}") == visible(who, wanted)
    assert listed("search/matches?limit=200") == visible(who, ended)
    assert listed("search/matches?limit=200&imported=true") == visible(who, ["imported"])
    assert listed("search/matches?limit=200&player=player") == visible(who, ended)
    if who != "anonymous":
        mine = {(v, s) for v, s in scene.matches if s in PARTS.get(who, ())}
        assert listed("matches?limit=200&mine=true") == mine
