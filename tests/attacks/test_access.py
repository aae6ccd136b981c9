"""Players can't peek at their hands and leave, and an aborted match reveals nothing hidden."""

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.faults.stack import Stack

HIDDEN = {"salt", "state_hash"}
"""Fields of events that only auditors may see before a match is disclosed."""


class Aborted:
    """A match of two people with their own decks. An operator aborts it after some actions."""

    def __init__(self, service: Stack) -> None:
        self.service = service
        self.tokens = {name: service.sign_up(f"aborted-{name}") for name in ("ann", "ben", "eve", "zoe")}
        ann, ben = self.tokens["ann"], self.tokens["ben"]
        _, rules = service.send("GET", "/api/v1/rulesets/invictus")
        deck = rules["starter_decks"][0]["slug"]
        me, invited = {"kind": "me", "deck": deck, "ready": True}, {"kind": "invited", "player": "aborted-ben"}
        self.path = service.open_match(ann, me, invited, ruleset="invictus")
        status, joined = service.send("POST", f"{self.path}/join", {"deck": deck, "entropy": "dice"}, ben)
        assert (status, joined["status"]) == (200, "playing"), joined
        for _ in range(6):
            self.act()
        permit = (
            "from django.contrib.auth.models import Permission; from players.models import Player; "
            "Player.objects.get(username='aborted-zoe').user_permissions.add("
            "Permission.objects.get(codename='audit_live'))"
        )
        service.manage("shell", "-c", permit).check_returncode()
        assert self.get("zoe", "view?as=audit&reason=check")[0] == 200
        self.before = self.shown()
        self.abort()

    @property
    def id(self) -> str:
        return self.path.rpartition("/")[2]

    def act(self) -> None:
        """Take the first legal action of a player to move."""
        for name in ("ann", "ben"):
            _, legal = self.get(name, "legal-actions")
            if legal["legal_actions"]:
                move = {"version": legal["version"], "action": legal["legal_actions"][0]["action"]}
                status, answer = self.service.send("POST", f"{self.path}/actions", move, self.tokens[name])
                assert status == 201, answer
                return

    def abort(self) -> None:
        code = "from matches.services.ending import abort_match; "
        code += f"abort_match(match_id='{self.id}', player=None, note='fire')"
        code = f"from uuid import UUID; {code}".replace(f"'{self.id}'", f"UUID('{self.id}')")
        self.service.manage("shell", "-c", code).check_returncode()
        gather = "from matches.search.terms import sweep_search_terms; from matches.services.scoring import score; "
        gather += "from uuid import UUID; "
        self.service.manage(
            "shell", "-c", gather + f"score(UUID('{self.id}')); sweep_search_terms()"
        ).check_returncode()

    def get(self, name: str, what: str) -> tuple[int, Any]:
        return self.service.send("GET", f"{self.path}/{what}".rstrip("/"), token=self.tokens.get(name, ""))

    def text(self, name: str, what: str) -> str:
        headers = {"X-Forwarded-Proto": "https"}
        if name in self.tokens:
            headers["Authorization"] = f"Bearer {self.tokens[name]}"
        url = f"http://127.0.0.1:{self.service.port}{self.path}/{what}"
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as answer:
            body: str = answer.read().decode()
            return body

    def shown(self) -> dict[tuple[str, str], Any]:
        """(reader, path) -> what Ben, a stranger and anonymous readers get for the first six events and positions."""
        return {
            (name, what): self.get(name, what)
            for name in ("ben", "eve", "")
            for what in ("events?limit=6", "replay/view?at=5", "replay/transcript?limit=6")
        }


@pytest.fixture(scope="module")
def aborted(service: Stack) -> Aborted:
    return Aborted(service)


def names_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from names_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from names_in(part)


@pytest.mark.parametrize("name", ["ben", "eve", ""])
def test_an_aborted_match_tells_its_secrets_to_nobody(aborted: Aborted, name: str) -> None:
    status, match = aborted.get(name, "")

    assert (status, match["status"], match["outcome"]["reason"]) == (200, "over", "aborted")
    assert (match["disclosed"], match["server_seed"], match["scorecard"]) == (False, None, None)
    own = {"ben": 1}.get(name)
    assert [seat["deck"] is not None for seat in match["seats"]] == [seat == own for seat in (0, 1)]


@pytest.mark.parametrize("name", ["ben", "eve", ""])
@pytest.mark.parametrize("what", ["events", "replay/transcript", "export", "stream"])
def test_its_log_is_what_was_shown_while_it_lived(aborted: Aborted, name: str, what: str) -> None:
    text = aborted.text(name, what)

    lines = [line.removeprefix("data: ") for line in text.splitlines() if line.startswith(("{", "data: {"))]
    found = {field for line in lines for field in names_in(json.loads(line))}
    assert lines and not found & {*HIDDEN, "server_seed"}
    decks = [i for line in lines for i, seat in enumerate(json.loads(line).get("seats") or []) if "deck" in seat]
    assert decks in ([], [1] if name == "ben" else [])


def test_everybody_reads_the_same_as_before_the_abort(aborted: Aborted) -> None:
    after = aborted.shown()

    for asked, (status, document) in aborted.before.items():
        for what_moves_on in ("status", "next", "version"):
            document.pop(what_moves_on, None)
            after[asked][1].pop(what_moves_on, None)
        if document.pop("now", None):
            now = after[asked][1].pop("now")
            assert (now["to_act"], now["disclosed"], now["outcome"]["reason"]) == ([], False, "aborted")
            assert not now.get("prompt") and not now.get("legal_actions")
        assert after[asked] == (status, document), asked


@pytest.mark.parametrize("name", ["ben", "eve", ""])
@pytest.mark.parametrize("what", ["view", "events", "replay/view", "replay/transcript", "export"])
@pytest.mark.parametrize("as_", ["audit", "seat-0"])
def test_nobody_looks_through_eyes_that_are_not_his(aborted: Aborted, name: str, what: str, as_: str) -> None:
    seat = as_.removeprefix("seat-") if not what.startswith(("replay", "export")) else as_

    status, refused = aborted.get(name, f"{what}?as={seat}")

    assert (status, refused["code"]) == (409, "not_disclosed")


def test_the_search_finds_it_by_nothing_that_was_hidden(aborted: Aborted) -> None:
    def found(query: str) -> bool:
        _, page = aborted.service.send("GET", f"/api/v1/search/matches?ruleset=invictus&{query}")
        return aborted.id in [match["id"] for match in page["results"]]

    _, rules = aborted.service.send("GET", "/api/v1/rulesets/invictus")

    assert found("reason=aborted")
    assert not found(f"deck={rules['starter_decks'][0]['slug']}")
    with urllib.request.urlopen(
        urllib.request.Request(
            f"http://127.0.0.1:{aborted.service.port}/api/v1/exports?reason=aborted",
            headers={"X-Forwarded-Proto": "https"},
        )
    ) as answer:
        assert aborted.id not in answer.read().decode()


def test_an_auditor_goes_on_record_as_before_and_the_players_read_it(aborted: Aborted) -> None:
    status, events = aborted.get("zoe", "events?as=audit&reason=check")

    assert status == 200 and "salt" in events["events"][0]
    reads = aborted.get("ben", "")[1]["audit_reads"]
    assert {"view", "events"} <= {read["what"] for read in reads if read["reader"] == "aborted-zoe"}
    assert all(
        "server_seed" not in line for line in aborted.text("zoe", "export?as=audit&reason=check").splitlines()[:1]
    )


# Peeking


@pytest.mark.parametrize("other", [{"kind": "invited", "player": "peeping-ben"}, {"kind": "bot", "bot": "random"}])
def test_who_has_seen_his_hand_neither_ends_the_match_nor_sees_the_other_s(
    service: Stack, peeping: dict[str, str], other: dict[str, Any]
) -> None:
    ann, ben = peeping["ann"], peeping["ben"]
    path = service.open_match(ann, {"kind": "me", "ready": True}, other)
    if other["kind"] == "invited":
        service.send("POST", f"{path}/join", {}, ben)
    hand = service.send("GET", f"{path}/view", token=ann)[1]["game"]
    assert hand

    keyed = [service.send("POST", f"{path}/abort", {"note": "oh"}, ann, key=f"k{path}") for _ in range(2)]
    status, again = service.send("POST", f"{path}/abort", {}, ann)

    assert keyed[0] == keyed[1]
    assert (status, again["status"], again["abort_consents"], again["disclosed"]) == (200, "playing", [0], False)
    assert service.send("GET", f"{path}/view?as=1", token=ann)[1]["code"] == "match_not_over"
    assert again["server_seed"] is None


def test_a_match_that_two_have_aborted_opens_nothing(service: Stack, peeping: dict[str, str]) -> None:
    ann, ben = peeping["ann"], peeping["ben"]
    me, invited = {"kind": "me", "ready": True}, {"kind": "invited", "player": "peeping-ben"}
    path = service.open_match(ann, me, invited)
    service.send("POST", f"{path}/join", {}, ben)

    assert service.send("POST", f"{path}/abort", {}, peeping["eve"])[0] == 403
    service.send("POST", f"{path}/abort", {}, ann)
    status, match = service.send("POST", f"{path}/abort", {}, ben)

    assert (status, match["status"], match["abort_consents"], match["disclosed"]) == (200, "over", [0, 1], False)
    assert service.send("GET", f"{path}/view?as=0", token=ben)[1]["code"] == "not_disclosed"
    assert "salt" not in service.send("GET", f"{path}/events", token=ben)[1]["events"][0]


@pytest.fixture(scope="module")
def peeping(service: Stack) -> dict[str, str]:
    """Tokens of two players and a stranger."""
    return {name: service.sign_up(f"peeping-{name}") for name in ("ann", "ben", "eve")}
