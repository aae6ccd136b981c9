"""Webhook messages when workers are killed, and the networks that their worker can reach."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F

from matches.models import Match
from matches.webhooks import hooks
from matches.webhooks.delivering import LEASE, deliver
from matches.webhooks.models import Webhook, WebhookDelivery
from players.models import Player
from tests.faults.servers import wait_for
from tests.faults.stack import COMPOSE, Stack, running_stack
from tests.faults.test_kills import MOST_STATEMENTS, killed_at
from tests.matches.webhooks.conftest import Receiver, notify, serve
from tests.matches.webhooks.conftest import receiver as receiver


@pytest.mark.exhaustive
@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_killed_worker_loses_nothing_and_repeats_only_under_the_same_id(
    receiver: Receiver, ann: Player, duel: Callable[..., Match], after: bool
) -> None:
    hooks.create_webhook(player=ann, url=receiver.url, types=[])
    deliver()
    assert Webhook.objects.get().status == "active"
    duel()
    statement, killed = 1, True
    while killed:
        assert statement < MOST_STATEMENTS
        notify(ann, 2)
        killed = killed_at(statement, deliver, after=after)
        statement += 1

    for _ in range(statement):
        WebhookDelivery.objects.filter(status="waiting").update(due_at=F("due_at") - LEASE - timedelta(hours=1))
        deliver()

    ids: dict[Any, set[str]] = {}
    for got in receiver.messages:
        ids.setdefault(got.json.get("number", got.json["data"]["match"]), set()).add(got.headers["webhook-id"])
    numbers = sorted(number for number in ids if isinstance(number, int))
    assert statement > 10 and len(receiver.messages) > len(ids)
    assert numbers == list(range(1, numbers[-1] + 1)) and len(ids) == len(numbers) + 1
    assert all(len(found) == 1 for found in ids.values())
    assert set(WebhookDelivery.objects.values_list("status", flat=True)) == {"delivered"}


@pytest.fixture
def outside() -> Iterator[Receiver]:
    """A receiver outside the deployed stack."""
    found = Receiver()
    server = serve(found)
    found.url = f"http://127.0.0.1:{server.server_port}/hook"
    yield found
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def deployed() -> Iterator[Stack]:
    with running_stack("web", "beat", WEBHOOK_NETWORKS="127.0.0.0/8", WEBHOOK_SECONDS="1") as stack:
        stack.networks = {"hooks": COMPOSE["services"]["hooks"]["networks"]}
        stack.start("hooks")
        yield stack


def invite(stack: Stack, token: str, name: str) -> str:
    """The path of a lobby with an invitation for this player."""
    return stack.open_match(token, {"kind": "me", "ready": True}, {"kind": "invited", "player": name})


@pytest.mark.exhaustive
def test_the_worker_of_the_deployed_shape_tells_of_invitations_and_turns(deployed: Stack, outside: Receiver) -> None:
    ann, ben = deployed.sign_up("ann"), deployed.sign_up("ben")
    status, made = deployed.send("POST", "/api/v1/me/webhooks", {"url": outside.url}, ben)
    assert status == 201, made
    path = f"/api/v1/me/webhooks/{made['webhook']['id']}"
    wait_for(lambda: deployed.send("GET", path, None, ben)[1]["status"] == "active", "the proof")

    match = invite(deployed, ann, "ben")
    wait_for(lambda: "called" in [got.json["type"] for got in outside.messages], "the invitation")
    deployed.kill("hooks")
    assert deployed.send("POST", f"{match}/join", {}, ben)[0] == 200
    deployed.start("hooks")

    told = lambda: {got.json["type"] for got in outside.messages}  # noqa: E731
    wait_for(lambda: "match_started" in told(), "the start")
    assert all(got.is_signed_with(made["secret"]) for got in outside.received)


@pytest.mark.exhaustive
def test_inside_alone_the_worker_reaches_nobody(deployed: Stack, outside: Receiver) -> None:
    deployed.stop("hooks")
    deployed.networks["hooks"] = ["inside"]
    deployed.start("hooks")
    cyd = deployed.sign_up("cyd")

    status, made = deployed.send("POST", "/api/v1/me/webhooks", {"url": outside.url}, cyd)
    assert status == 201, made
    path = f"/api/v1/me/webhooks/{made['webhook']['id']}/deliveries"

    wait_for(
        lambda: deployed.send("GET", path, None, cyd)[1]["results"][0]["error"] == "unreachable",
        "a worker that is refused",
        seconds=60,
    )
    assert outside.received == []
