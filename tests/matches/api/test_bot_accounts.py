"""Bot accounts over the API: declared before the first match, marked as bots, found, changed, and limited in what they
accept."""

from typing import Any

import pytest

from common.http.paging import encode_cursor
from matches.models import Match, Seat
from matches.selectors.bot_accounts import accepts
from matches.services import bot_accounts
from players.models import AccessToken, BotAccount, Player
from tests.matches.api.conftest import STARTER, Api

pytestmark = pytest.mark.django_db
ACCEPTS = {
    "rulesets": [{"ruleset": "raid"}],
    "clocks": [{"type": "none", "most_idle_days": 60}],
    "at_once": 2,
    "from": ["people", "bots"],
}


def new_account(name: str = "robot", scopes: str = "bot") -> tuple[Player, str]:
    player = Player.objects.create_user(name)
    return player, AccessToken.objects.create(user=player, scopes=scopes)[1]


def declared(api: Api, name: str = "robot", **more: Any) -> Any:
    return api.post("bot-accounts", {"token": new_account(name)[1], "version": "1.0", "accepts": {**ACCEPTS, **more}})


@pytest.fixture
def robot(as_ann: Api) -> Player:
    """Ann's bot."""
    assert declared(as_ann).status_code == 201
    return Player.objects.get(username="robot")


def test_a_bot_is_declared_read_and_listed(as_ann: Api, anyone: Api) -> None:
    made = declared(as_ann)

    assert made.status_code == 201
    assert made.json() == {
        "id": str(Player.objects.get(username="robot").public_id),
        "name": "robot",
        "owner": "ann",
        "version": "1.0",
        "digest": None,
        "accepts": {
            "rulesets": [{"ruleset": "raid", "options": {}}],
            **{k: ACCEPTS[k] for k in ACCEPTS if k != "rulesets"},
        },
        "declared_at": made.json()["declared_at"],
        "paused_until": None,
        "is_connected": False,
        "last_seen": None,
        "url": made["Location"],
    }
    assert anyone.get(made["Location"]).json() == made.json()
    assert anyone.get("bot-accounts").json() == {"results": [made.json()], "next": None}
    assert anyone.get("bot-accounts?ruleset=raid").json()["results"] == [made.json()]
    assert anyone.get("bot-accounts?ruleset=battle_line").json()["results"] == []


def test_pages_of_bots_go_on_and_cost_as_many_queries_for_three_as_for_one(
    as_ann: Api, anyone: Api, django_assert_num_queries: Any
) -> None:
    declared(as_ann, "robot-0")
    with django_assert_num_queries(1):
        anyone.get("bot-accounts")
    for n in (1, 2):
        declared(as_ann, f"robot-{n}")
    with django_assert_num_queries(1):
        anyone.get("bot-accounts")

    first = anyone.get("bot-accounts?limit=2").json()
    second = anyone.get(first["next"]).json()

    assert [bot["name"] for page in (first, second) for bot in page["results"]] == ["robot-0", "robot-1", "robot-2"]
    assert second["next"] is None


def test_a_bot_is_marked_wherever_it_is_shown(as_ann: Api, robot: Player, django_assert_num_queries: Any) -> None:
    mark = {"version": "1.0", "owner": "ann"}
    seats = [{"kind": "me", "deck": STARTER}, {"kind": "invited", "player": "robot"}]

    match = as_ann.post("matches", {"ruleset": "raid", "seats": seats}).json()

    assert [seat["player"]["bot"] for seat in match["seats"]] == [None, mark]
    assert [seat["player"]["bot"] for seat in as_ann.get("matches").json()["results"][0]["seats"]] == [None, mark]
    assert Api(robot).get("me").json()["bot"] == mark
    assert as_ann.get("me").json()["bot"] is None


def test_nobody_keeps_an_account_from_being_a_bot_by_inviting_it(as_ann: Api, as_ben: Api) -> None:
    token = new_account()[1]
    seats = [{"kind": "me", "deck": STARTER}, {"kind": "invited", "player": "robot"}]
    match = as_ben.post("matches", {"ruleset": "raid", "seats": seats}).json()

    declared = as_ann.post("bot-accounts", {"token": token, "version": "1", "accepts": ACCEPTS})

    assert (declared.status_code, declared.json()["name"]) == (201, "robot")
    seat = as_ben.get(match["url"]).json()["seats"][1]
    assert (seat["kind"], seat["player"]["bot"]["owner"]) == ("invited", "ann")


def test_an_account_that_has_had_a_seat_is_a_person_for_good(as_ann: Api, as_ben: Api) -> None:
    account, token = new_account()
    seats = [{"kind": "me", "deck": STARTER}, {"kind": "invited", "player": "robot"}]
    match = as_ben.post("matches", {"ruleset": "raid", "seats": seats}).json()
    Api(account).post(f"{match['url']}/join", {"deck": STARTER})

    refused = as_ann.post("bot-accounts", {"token": token, "version": "1", "accepts": ACCEPTS})

    assert (refused.status_code, refused.json()["code"]) == (409, "has_played")
    Seat.objects.filter(player=account).delete()
    assert as_ann.post("bot-accounts", {"token": token, "version": "1", "accepts": ACCEPTS}).status_code == 201
    again = as_ben.post("bot-accounts", {"token": token, "version": "1", "accepts": ACCEPTS})
    assert (again.status_code, again.json()["code"]) == (409, "already_declared")


@pytest.mark.parametrize("whose", ["nobody", "own", "narrow", "inactive"])
def test_the_account_agrees_by_its_token(as_ann: Api, ann: Player, whose: str) -> None:
    account, token = new_account(scopes="read play" if whose == "narrow" else "bot")
    if whose == "own":
        token = AccessToken.objects.create(user=ann)[1]
    if whose == "nobody":
        token = "ボット"
    Player.objects.filter(pk=account.pk).update(is_active=whose != "inactive")

    refused = as_ann.post("bot-accounts", {"token": token, "version": "1", "accepts": ACCEPTS})

    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_bot_token")
    assert BotAccount.objects.count() == 0


def test_tokens_are_not_guessed_here(as_ann: Api, settings: Any) -> None:
    settings.THROTTLES = {**settings.THROTTLES, "refused_tokens": (3, 3600)}
    body = {"token": "match_no", "version": "1", "accepts": ACCEPTS}

    answers = [as_ann.post("bot-accounts", body).status_code for _ in range(4)]

    assert answers == [422] * 3 + [429]


def test_bots_own_no_bots_and_nobody_has_too_many(as_ann: Api, robot: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_accounts, "MOST_BOTS", 1)

    assert declared(as_ann, "second").json()["code"] == "too_many_bots"
    assert declared(Api(robot), "third").json()["code"] == "not_allowed"


def test_the_bot_and_its_owner_change_what_it_says(as_ann: Api, as_ben: Api, robot: Player) -> None:
    address = f"bot-accounts/{robot.public_id}"
    change = {"version": "1.1", "digest": "ab" * 32, "accepts": {**ACCEPTS, "at_once": 0}}

    answers = [api.send("PUT", address, change).status_code for api in (as_ann, Api(robot), as_ben)]

    assert answers == [200, 200, 403]
    now = as_ben.get(address).json()
    assert (now["version"], now["digest"], now["accepts"]["at_once"]) == ("1.1", "ab" * 32, 0)
    assert as_ann.send("PUT", address, {**change, "digest": "AB" * 32}).json()["errors"][0]["pointer"] == "/digest"
    del change["digest"]
    assert as_ann.send("PUT", address, change).json()["digest"] is None


@pytest.mark.parametrize(
    ("accepts", "pointer"),
    [
        ({"rulesets": [{"ruleset": "chess"}]}, "/accepts/rulesets/0/ruleset"),
        (
            {"rulesets": [{"ruleset": "raid"}, {"ruleset": "raid", "options": {"no": [1]}}]},
            "/accepts/rulesets/1/options",
        ),
        ({"rulesets": [{"ruleset": "raid", "options": {"no": []}}]}, "/accepts/rulesets/0/options/no"),
        ({"clocks": [{"type": "hourglass"}]}, "/accepts/clocks/0/type"),
        ({"at_once": 101}, "/accepts/at_once"),
        ({"from": ["everybody"]}, "/accepts/from/0"),
    ],
    ids=str,
)
def test_what_cannot_be_accepted_is_told_where(as_ann: Api, accepts: dict[str, Any], pointer: str) -> None:
    refused = declared(as_ann, **accepts)

    assert refused.status_code == 400
    assert refused.json()["errors"][0]["pointer"] == pointer


def test_a_bot_is_not_invited_to_what_it_does_not_accept(as_ann: Api, robot: Player) -> None:
    seats = [{"kind": "me", "deck": STARTER}, {"kind": "invited", "player": "robot"}]

    def invite(**more: Any) -> Any:
        return as_ann.post("matches", {"ruleset": "raid", "seats": seats, **more})

    clocked = invite(clock={"type": "correspondence", "days": 1})
    invited = [invite().status_code for _ in range(2)]
    one_too_many = invite()

    assert invited == [201, 201]
    for refused, reason in ((clocked, "clock"), (one_too_many, "at_once")):
        problem = refused.json()["problems"][0]
        assert (refused.status_code, problem["code"], problem["reason"]) == (422, "bot_declines", reason)
    assert Match.objects.count() == 2


def test_from_whom_a_bot_is_called(as_ann: Api, robot: Player, ann: Player, ben: Player) -> None:
    declared(as_ann, "other")
    other = Player.objects.get(username="other")
    account = BotAccount.objects.get(player=robot)

    def called(callers: list[str]) -> list[bool]:
        account.accepts = {**account.accepts, "from": callers}
        return [accepts(account, "raid", {}, None, by) for by in (ann, ben, other)]

    assert called(["people", "bots"]) == [True, True, True]
    assert called(["people"]) == [True, True, False]
    assert called(["owner"]) == [True, False, False]
    assert called([]) == [False, False, False]


def test_a_cursor_with_a_name_that_nobody_can_have_is_refused(anyone: Api) -> None:
    assert anyone.get(f"bot-accounts?cursor={encode_cursor('a' + chr(0))}").status_code == 400
