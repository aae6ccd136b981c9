"""Every method of clients/python against a live service, operations without a method, and names in both clients."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any, TypedDict, get_args, get_type_hints

import httpx2
import pytest
from django.conf import settings

from match_client import AsyncClient, Client, MatchFilter, Refused, SearchFilter, StatisticsFilter, schema
from match_client._operations_sync import Declined, DeliveryStatus, Said, Scope, Visibility
from matches.webhooks.delivering import deliver
from matches.webhooks.models import WebhookDelivery
from tests.matches.webhooks.conftest import Receiver
from tests.matches.webhooks.conftest import receiver as receiver

ROOT = Path(settings.BASE_DIR)
DIST = ROOT / "clients" / "typescript" / "dist"
PASSWORD, OTHER_PASSWORD = "a quiet rook 7", "a louder rook 8"
pytestmark = pytest.mark.django_db(transaction=True)
REASONS_TO_LEAVE_OUT = {
    "They run leagues: operators use the pages, the admin or a script with the manifest in a file": (
        *("amend_season", "change_league", "change_manifest", "create_league", "list_manifest_changes"),
        "list_patterns",
    ),
    "Staff who manage decks import files of them, and a file is best sent by curl or a script of one's own": (
        *("cancel_deck_import", "choose_deck_import_columns", "import_decks", "list_deck_import_rows"),
        *("list_deck_imports", "read_deck_import", "take_deck_import"),
    ),
    "They answer or take megabytes of JSON lines, for an archive: curl writes and sends files as they stand": (
        "export_matches",
        "import_match",
    ),
    "They prove what was published: the verifier of docs/verify.md reads them, and should trust no client of ours": (
        *("list_root_keys", "list_roots", "read_inclusion", "read_root"),
    ),
}
LEFT_OUT = {operation for operations in REASONS_TO_LEAVE_OUT.values() for operation in operations}
"""Operations that players and bots don't need. Clients can call them with `get`, `post`, `send` and `text`."""
CLOCK: Any = {"type": "per_decision", "seconds": 600}
ACCEPTS: Any = {
    "rulesets": [{"ruleset": "battle_line"}],
    "clocks": [{"type": "per_decision"}],
    "at_once": 2,
    "from": ["people", "bots"],
}
SEATS: list[Any] = [{"kind": "me"}, {"kind": "open"}]
DOCUMENT = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))


def operation(method: str, path: str) -> str:
    """The `operationId` of a request. If several paths fit, the one with the fewest parameters counts."""
    fitting = [
        (template.count("{"), operations[method.lower()]["operationId"])
        for template, operations in DOCUMENT["paths"].items()
        if method.lower() in operations and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path)
    ]
    return str(min(fitting)[1])


class Asked:
    """Records the operations that clients call."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.operations: set[str] = set()

    def client(self, name: str) -> Client:
        http = httpx2.Client(event_hooks={"request": [self._note]})
        client = Client(self.base, http=http)
        client.sign_up(name, PASSWORD)
        return client

    def _note(self, request: httpx2.Request) -> None:
        if request.url.path.startswith("/api/v1/"):  # The changelog is not an operation.
            self.operations.add(operation(request.method, request.url.path))


@pytest.mark.exhaustive
@pytest.mark.usefixtures("leagues")
def test_every_method_of_the_python_client(base: str, receiver: Receiver) -> None:
    asked = Asked(base)
    with asked.client("ann") as ann, asked.client("ben") as ben:
        use_account(ann, ben)
        use_leagues(ann, asked.client("ann-bot"))
        use_decks(ann)
        use_lobbies(ann, ben)
        match = use_challenges(ann, ben)
        use_match(ann, ben, match)
        use_finished(ann, ben, match)
        use_webhooks(ann, ben, receiver)
        use_service(ann)
        ben.delete_account(PASSWORD)
        assert ann.find_player("ben") is None

    assert asked.operations == operations_of_the_document() - LEFT_OUT


def operations_of_the_document() -> set[str]:
    methods = ("get", "post", "put", "patch", "delete")
    paths = DOCUMENT["paths"].values()
    return {path[method]["operationId"] for path in paths for method in methods if method in path}


def use_account(ann: Client, ben: Client) -> None:
    issued = ann.make_token("my bot", ["read", "play"], days=2)
    with Client(ann.base, issued["token"]) as bot:
        assert bot.me()["username"] == "ann"
    assert ann.me()["username"] == "ann"
    assert {token["name"] for token in ann.tokens()["results"]} == {"match_client", "my bot"}
    ann.revoke_token(issued["id"])
    assert len(ann.tokens()["results"]) == 1
    ann.end_pause()
    assert (ann.set_language("ja")["language"], ann.set_language(None)["language"]) == ("ja", None)
    ann.sign_out_everywhere(PASSWORD)
    ann.sign_in("ann", PASSWORD)
    ann.change_password(PASSWORD, OTHER_PASSWORD)
    ann.sign_in("ann", OTHER_PASSWORD)

    found = ann.find_player("ben")
    assert found is not None and ann.find_player("nobody") is None
    assert ann.player(found["id"])["player"] == found
    assert ann.results(found["id"], ruleset="battle_line", rated=False)["results"] == []
    assert ann.leaderboard("battle_line")["results"] == []
    ann.block_player(found["id"])
    assert [blocked["player"]["name"] for blocked in ann.blocked_players()["results"]] == ["ben"]
    with pytest.raises(Refused, match="player_unavailable"):
        ben.post_challenge("ann", "battle_line")
    ann.unblock_player(found["id"])
    assert ann.blocked_players()["results"] == []


def use_leagues(ann: Client, bot: Client) -> None:
    assert "greedy" in {each["name"] for each in ann.bots()["results"]}
    declared = ann.declare_bot_account(bot.token or "", "1.0", ACCEPTS)
    assert ann.bot_accounts(ruleset="battle_line")["results"] == [declared]
    assert ann.bot_account(declared["id"]) == declared
    more: Any = {**ACCEPTS, "at_once": 3}
    assert ann.change_bot_account(declared["id"], "1.1", more)["version"] == "1.1"

    assert {league["league"] for league in ann.leagues()["results"]} == {"open", "houses", "pair"}
    assert bot.enter_league("open")["name"] == "ann-bot"
    online = ann.online_bots(ruleset="battle_line", owner="ann")["results"]
    assert [each["name"] for each in online] == ["ann-bot"]
    assert ann.online_bots(ruleset="invictus")["results"] == []
    assert len(bot.league_entries("open")["results"]) == 1
    bot.leave_league("open")
    assert bot.league_entries("open")["results"] == []
    assert ann.league("houses")["seasons"][0]["number"] == 1
    assert ann.season("houses", 1)["status"] == "running"
    assert ann.fixtures("houses", 1)["results"] == []
    assert len(ann.standings("houses", 1)["standings"]) == 2
    assert [each["name"] for each in ann.entrants("houses", 1)["results"]] == ["one", "two"]
    assert ann.crosstable("houses", 1)["results"] == []
    assert [line["entrant"] for line in ann.season_points("houses", 1)["lines"]] == ["one", "two"]
    assert ann.season_statistics("houses", 1, entrant="one")["matches"] == 0
    assert ann.season_faults("houses", 1)["results"] == []
    assert ann.league_rates("houses", season=1)["matches"] == 0
    unfit: Any = {"bot": "ann-bot", "against": "ann-bot", "ruleset": "battle_line", "clock": CLOCK}
    with pytest.raises(Refused, match="bad_comparison"):
        ann.compare_bots(unfit)
    assert ann.comparisons()["results"] == []
    with pytest.raises(Refused, match="not_found"):
        ann.stop_comparison("houses")
    with pytest.raises(Refused, match="season_running"):
        ann.export_season("houses", 1)
    seasons, runs = ann.seasons("houses"), ann.scheduled_runs("houses")
    assert [(each["number"], each["winners"]) for each in seasons["results"]] == [(1, None)]
    assert [(each["result"], each["season"]) for each in runs["results"]] == [("started", 1)]
    assert ann.next_page(seasons) is ann.next_page(runs) is None
    assert ann.amendments("houses", 1)["results"] == []
    assert ann.season_test("pair", 1) == {"verdict": None, "deals": 0, "llr_per_mille": []}


def use_decks(ann: Client) -> None:
    assert len(ann.rulesets()["results"]) == 5
    starter = ann.ruleset("invictus")["starter_decks"][0]
    cards, options = starter["cards"], starter["options"]
    assert ann.check_deck("invictus", cards, options=options)["problems"] == []
    deck = ann.create_deck("invictus", "Mine", cards, options=options)
    assert ann.decks(ruleset="invictus", mine=True)["results"] == [deck]
    changed = ann.change_deck(deck["id"], {"name": "Still mine"}, version=deck["version"])
    assert ann.deck(deck["id"]) == changed
    for stale in (ann.delete_deck, lambda kept, version: ann.change_deck(kept, {"name": "No"}, version=version)):
        with pytest.raises(Refused, match="deck_changed"):
            stale(deck["id"], version=deck["version"])
    ann.delete_deck(deck["id"], version=changed["version"])
    assert ann.decks(mine=True)["results"] == []
    assert [saved["version"] for saved in ann.deck_versions(deck["id"])["results"]] == [3, 2, 1]
    assert ann.deck_version(deck["id"], 1)["name"] == "Mine"
    assert ann.restore_deck_version(deck["id"], 1)["version"] == 4
    with pytest.raises(Refused, match="deck_changed"):
        ann.restore_deck_version(deck["id"], 2, version=3)
    assert ann.restore_deck_version(deck["id"], 2, version=4)["name"] == "Still mine"
    slug, copies = next(iter(cards.items()))
    assert ann.read_deck_list("invictus", f"{copies} {slug}")["cards"] == {slug: copies}

    page = ann.cards("blackpoker")
    found = {card["slug"] for card in page["results"]}
    assert {card["slug"] for card in ann.cards("blackpoker", text="ace")["results"]} < found
    first: schema.CardList = ann.get("/api/v1/cards?ruleset=invictus&limit=1")
    second = ann.next_page(first)
    assert second is not None and second["results"] != first["results"]
    assert ann.next_page({**page, "next": None}) is None


def use_lobbies(ann: Client, ben: Client) -> None:
    lobby = ann.open_match("battle_line", SEATS, clock=CLOCK, idle_days=3, options={"tactics": False})
    which: MatchFilter = {"open": True, "opened_by": "ann", "options": {"tactics": False}, "limit": 5}
    assert [match["id"] for match in ben.matches(which)["results"]] == [lobby["id"]]
    assert ben.join(lobby, seat=1, entropy="mine")["my_seat"] == 1
    assert ben.leave(lobby)["my_seat"] is None
    assert ann.abort(lobby)["status"] == "over"

    unlisted = ann.open_match("battle_line", SEATS, visibility="unlisted")
    assert ben.match(unlisted["id"])["visibility"] == "unlisted"
    assert ben.matches(which)["results"] == []
    ann.abort(unlisted)

    private = ann.open_match("battle_line", SEATS, visibility="private")
    assert ann.invitation_link(private)["code"] is None
    old = ann.make_invitation_link(private)["code"] or ""
    ann.revoke_invitation_link(private)
    with pytest.raises(Refused, match="not_found"):
        ben.match_by_code(old)
    code = ann.make_invitation_link(private)["code"] or ""
    assert ann.invitation_link(private)["code"] == code
    assert ben.match_by_code(code)["id"] == private["id"]
    assert ben.join_by_code(code, entropy="mine", seat=1)["my_seat"] == 1
    assert ann.join(private)["status"] == "playing"
    assert ann.resign(private, "gg")["now"]["status"] == "over"

    waiting = ann.post_pairing_request("battle_line", CLOCK, least_rating=1000)
    assert [request["id"] for request in ann.pairing_requests()["results"]] == [waiting["id"]]
    ann.withdraw_pairing_request(waiting["id"])
    assert ann.pairing_requests()["results"] == []


def use_challenges(ann: Client, ben: Client) -> str:
    """A match of Lords of War that has started."""
    asked = ann.post_challenge("ben", "battle_line", clock=CLOCK, own_seat=0)
    assert ben.challenge(asked["id"])["status"] == "open"
    assert ben.decline_challenge(asked["id"], "other_game")["reason"] == "other_game"
    asked = ann.post_challenge("ben", "battle_line")
    assert ann.withdraw_challenge(asked["id"])["status"] == "withdrawn"
    asked = ann.post_challenge("ben", "lords_of_war", visibility="private", own_seat=0)
    assert [challenge["id"] for challenge in ben.challenges()["results"]] == [asked["id"]]
    match = ben.accept_challenge(asked["id"])["match"] or ""
    for player in (ann, ben):
        player.join(match, player.starter_deck(player.match(match)))
    return match


def use_match(ann: Client, ben: Client, match: str) -> None:
    page = ann.events(match)
    mover, other = (ann, ben) if page["now"].get("legal_actions") or ann.legal_actions(match)["prompt"] else (ben, ann)
    legal = mover.legal_actions(match, texts=True)
    assert legal["legal_actions"][0].get("texts")
    assert mover.view(match)["version"] == legal["version"]
    assert mover.analyse(match)["version"] == legal["version"]
    mover.analyse(match, legal["legal_actions"][0]["action"])
    assert mover.auto_passes(match)["auto_passes"] == mover.set_auto_passes(match, [])["auto_passes"] == []

    assert ann.say_phrase(match, "hello")["phrase"] == "hello"
    assert [said["phrase"] for said in ben.phrases(match)["results"]] == ["hello"]
    assert ben.mute_phrases()["muted"] and ben.phrase_settings()["muted"] and not ben.mute_phrases(False)["muted"]
    assert [seat["is_connected"] for seat in ann.presence(match)["seats"]] == [True, True]

    assert mover.abort(match, "late")["abort_consents"] != []
    assert mover.offer_draw(match)["draw_offers"] != []
    assert other.decline_draw(match)["draw_offers"] == []
    mover.act(match, legal["version"], legal["legal_actions"][0]["action"], wait=0)
    mover.offer_draw(match)
    assert mover.withdraw_draw(match)["draw_offers"] == []
    other.offer_draw(match)
    outcome = mover.accept_draw(match)["outcome"]
    assert outcome is not None and outcome["reason"] == "agreement"
    with mover.match_stream(match) as messages:
        assert list(messages)[-1]["data"]["status"] == "over"  # type: ignore[typeddict-item]
    with mover.stream() as told:
        assert next(told)["event"] in ("notice", "pending", "turn", "reset", "caught_up")


def use_finished(ann: Client, ben: Client, match: str) -> None:
    assert ann.scorecard(match)["match"] == match
    assert ann.past_view(match, at=1)["version"] == 1
    assert ann.past_view(match)["version"] == ann.match(match)["version"]
    assert [line["seq"] for line in ann.transcript(match, after=0, limit=1)["lines"]] == [1]
    lines = [json.loads(line) for line in ann.export_match(match).splitlines()]
    assert lines[0]["match"] == match
    assert ann.continue_match(match, 1, seat=0)["continues"] is not None

    note = ann.write_note(match, 1, "Too early.", shared=True)
    assert ben.notes(match)["results"] == [note]
    ann.delete_note(match, 1)
    assert ben.notes(match)["results"] == []

    which: SearchFilter = {"player": "ann", "opponent": "ben", "reason": "agreement", "imported": False, "limit": 3}
    assert {found["ruleset"] for found in ann.search_matches(which)["results"]} <= {"lords_of_war"}
    assert ann.statistics({"ruleset": "lords_of_war", "min_length": 1})["matches"] >= 0
    assert ann.offer_rematch(match)["challenge"] is not None
    assert ben.offer_rematch(match)["match"] is not None


def use_webhooks(ann: Client, ben: Client, receiver: Receiver) -> None:
    created = ann.create_webhook(receiver.url)
    hook = created["webhook"]["id"]
    assert ann.webhooks()["results"] == [ann.webhook(hook)] == [created["webhook"]]
    assert ann.change_webhook(hook, {"types": ["challenged"]})["types"] == ["challenged"]
    deliver()
    assert ann.webhook(hook)["status"] == "active"
    assert ann.test_webhook(hook)["type"] == "challenge"
    former, secret = created["secret"], ann.rotate_webhook_secret(hook)["secret"]

    ben.withdraw_challenge(ben.post_challenge("ann", "battle_line")["id"])
    deliver()
    (message,) = receiver.messages
    assert message.is_signed_with(secret) and message.is_signed_with(former)
    (delivered,) = (each for each in ann.webhook_deliveries(hook)["results"] if each["type"] != "challenge")
    WebhookDelivery.objects.filter(pk=delivered["id"]).update(status="dead")
    (dead,) = ann.webhook_deliveries(hook, status="dead")["results"]
    assert ann.redeliver(hook, dead["id"])["message_id"] == dead["message_id"]
    ann.delete_webhook(hook)
    assert ann.webhooks()["results"] == []


def use_service(ann: Client) -> None:
    assert ann.features()["version"] == DOCUMENT["info"]["version"]
    assert ann.changelog().startswith("# Changelog")


def test_the_asynchronous_client_has_the_same_methods(base: str) -> None:
    async def use() -> None:
        async with AsyncClient(base) as ann:
            await ann.sign_up("ann", PASSWORD)
            lobby = await ann.open_match("battle_line", SEATS)
            assert (await ann.make_invitation_link(lobby))["code"]
            listed = await ann.matches({"mine": True})
            assert [match["id"] for match in listed["results"]] == [lobby["id"]]
            assert await ann.next_page(listed) is None

    asyncio.run(use())
    assert names(AsyncClient) - {"aclose"} == names(Client) - {"close"}


def names(client: type) -> set[str]:
    return {name for name in dir(client) if not name.startswith("_")}


def test_both_clients_call_their_methods_by_the_same_names() -> None:
    source = "".join((DIST / f"{name}.d.ts").read_text() for name in ("client", "operations"))
    classes = "".join(re.findall(r"^export .*?class (?:Client|Operations)\b.*?^}", source, re.MULTILINE | re.DOTALL))
    theirs = set(re.findall(r"^    (?:abstract )?(\w+)[(<]", classes, re.MULTILINE))
    ours = {re.sub(r"_(\w)", lambda found: found[1].upper(), name) for name in names(Client)}

    assert theirs - {"constructor", "open"} == ours - {"headers"}


@pytest.mark.parametrize(
    ("which", "path"),
    [(MatchFilter, "matches"), (SearchFilter, "search/matches"), (StatisticsFilter, "search/statistics")],
)
def test_what_lists_are_narrowed_to_is_what_the_document_says(which: type[TypedDict], path: str) -> None:  # type: ignore[valid-type]
    parameters = DOCUMENT["paths"][f"/api/v1/{path}"]["get"]["parameters"]
    said = {each["name"]: each["schema"]["type"] for each in parameters if each["in"] == "query"}
    shared = {"cursor", "fields", "format", "table"}  # `next_page` follows pages, and other formats have other types.

    assert set(get_type_hints(which)) == set(said) - shared
    source = (DIST / "operations.d.ts").read_text()
    interfaces = dict(re.findall(r"^export interface (\w+).*?{\n(.*?)^}", source, re.MULTILINE | re.DOTALL))
    fields = set(re.findall(r"^    (\w+)\?:", interfaces[which.__name__], re.MULTILINE))
    assert fields | (set(get_type_hints(StatisticsFilter)) if which is SearchFilter else set()) == set(said) - shared


def test_words_that_the_python_client_names_are_those_of_the_document() -> None:
    def words(component: str, field: str) -> set[str]:
        said = DOCUMENT["components"]["schemas"][component]["properties"][field]
        options = [said, said.get("items", {}), *said.get("anyOf", ())]
        return {word for option in options for word in option.get("enum", ())}

    assert set(get_args(Said)) == words("PhraseInput", "phrase")
    assert set(get_args(Declined)) == words("Declining", "reason")
    assert set(get_args(DeliveryStatus)) == words("WebhookDelivery", "status")
    assert set(get_args(Scope)) == words("PersonalTokenInput", "scopes")
    assert set(get_args(Visibility)) == words("MatchInput", "visibility")
