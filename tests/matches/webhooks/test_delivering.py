"""Messages are delivered at least once, signed, with growing pauses, and only to proven addresses."""

import json
import random
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db.models import F

from matches.limits import MOST_DELIVERY_ATTEMPTS, MOST_PROOF_ATTEMPTS
from matches.models import Block, Match
from matches.notifications.models import Notice
from matches.services.blocks import block_player
from matches.services.challenges import Terms, post_challenge
from matches.services.deletion import delete_account
from matches.services.ending import resign
from matches.webhooks import delivering, filling, hooks
from matches.webhooks.delivering import DISABLED_AFTER, LEASE, deliver, pause_after, sweep
from matches.webhooks.models import Webhook, WebhookDelivery, WebhookTurn
from players.models import Player
from tests.matches.conftest import move
from tests.matches.webhooks.conftest import Receiver, notify

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
Proven = tuple[Webhook, str]


def later(**more: Any) -> None:
    """Make all deliveries and webhooks older by this much."""
    past = timedelta(**more)
    WebhookDelivery.objects.update(due_at=F("due_at") - past, created_at=F("created_at") - past)
    WebhookDelivery.objects.filter(ended_at__isnull=False).update(ended_at=F("ended_at") - past)
    Webhook.objects.filter(failing_since__isnull=False).update(failing_since=F("failing_since") - past)


def states() -> list[tuple[str, str, int, str]]:
    rows = WebhookDelivery.objects.order_by("pk").values_list("type", "status", "attempts", "error")
    return [tuple(row) for row in rows]


# Proof


def test_nothing_but_a_challenge_is_sent_before_the_address_is_proven(receiver: Receiver, ann: Player) -> None:
    receiver.fails()
    webhook, secret = hooks.create_webhook(player=ann, url=receiver.url, types=[])
    notify(ann)

    for _ in range(MOST_PROOF_ATTEMPTS + 1):
        deliver()
        later(hours=1)

    webhook.refresh_from_db()
    assert (webhook.status, len(receiver.received)) == ("unproven", MOST_PROOF_ATTEMPTS)
    assert receiver.messages == []
    assert all(got.is_signed_with(secret) for got in receiver.received)
    assert states() == [("challenge", "dead", MOST_PROOF_ATTEMPTS, "http_status")]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"ok",
        b"{}",
        b'{"challenge": ""}',
        b'{"challenge": null}',
        b'{"challenge": 1}',
        b"[" * 10_000,
        b"\xff\xfe",
        b'{"challenge": "' + b"a" * 30_000 + b'"}',
    ],
)
def test_an_answer_without_the_challenge_proves_nothing(receiver: Receiver, ann: Player, body: bytes) -> None:
    receiver.answer = lambda got: (200, {}, body)
    webhook, _ = hooks.create_webhook(player=ann, url=receiver.url, types=[])

    deliver()

    webhook.refresh_from_db()
    assert webhook.status == "unproven"
    assert states() == [("challenge", "waiting", 1, "challenge_failed")]


def test_an_address_that_returns_whatever_it_gets_proves_nothing(receiver: Receiver, ann: Player) -> None:
    receiver.answer = lambda got: (200, {}, got.body)
    webhook, _ = hooks.create_webhook(player=ann, url=receiver.url, types=[])

    deliver()

    webhook.refresh_from_db()
    assert webhook.status == "unproven"


def test_what_happened_before_the_proof_is_not_sent(receiver: Receiver, ann: Player) -> None:
    notify(ann, 2)
    hooks.create_webhook(player=ann, url=receiver.url, types=[])
    deliver()
    notify(ann)

    deliver()

    assert [got.json["number"] for got in receiver.messages] == [3]


def test_a_new_address_is_proven_before_it_gets_what_waits(receiver: Receiver, ann: Player, proven: Proven) -> None:
    receiver.fails()
    notify(ann)
    deliver()
    receiver.works()

    hooks.change_webhook(player=ann, webhook_id=proven[0].pk, url=f"{receiver.url}&new=1")
    later(hours=1)
    deliver()
    sent_first = receiver.received[-1].json["type"]
    deliver()

    assert sent_first == "challenge"
    assert [(got.path, got.json["type"]) for got in receiver.received[-2:]] == [
        ("/hook?of=mine&new=1", "challenge"),
        ("/hook?of=mine&new=1", "seat_taken"),
    ]


# Messages


def test_a_notice_is_posted_as_the_stream_has_it_and_signed(receiver: Receiver, ann: Player, proven: Proven) -> None:
    notify(ann)

    assert deliver() == 1

    (got,) = receiver.messages
    stored = Notice.objects.get(account=ann)
    assert got.json == {
        "type": "seat_taken",
        "timestamp": stored.at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{stored.at.microsecond // 1000:03}Z",
        "account": str(ann.public_id),
        "number": 1,
        "data": json.loads(bytes(stored.body)),
    }
    delivery = WebhookDelivery.objects.get(type="seat_taken")
    assert got.headers["webhook-id"] == f"msg_{delivery.pk.hex}"
    assert got.headers["content-type"] == "application/json"
    assert got.is_signed_with(proven[1])
    assert not got.is_signed_with("whsec_" + "A" * 44)
    assert (delivery.status, delivery.http_status, delivery.attempts) == ("delivered", 204, 1)
    assert deliver() == 0


def test_a_turn_is_sent_once_for_each_version_and_only_of_own_matches(
    receiver: Receiver, ann: Player, proven: Proven, duel: Callable[..., Match]
) -> None:
    match = duel()

    deliver()
    deliver()

    turns = [got.json for got in receiver.messages if got.json["type"] == "turn"]
    match.refresh_from_db()
    assert [turn["data"] for turn in turns] == [
        {"type": "turn", "match": str(match.pk), "seat": 0, "ruleset": "raid", "version": match.version}
    ]
    assert {got.json["type"] for got in receiver.messages} == {"match_started", "turn"}


def test_a_turn_that_is_over_is_not_sent(
    receiver: Receiver, ann: Player, proven: Proven, duel: Callable[..., Match]
) -> None:
    match = duel()
    receiver.fails()
    deliver()
    receiver.works()
    resign(match_id=match.pk, player_id=ann.pk)

    later(hours=1)
    deliver()

    assert WebhookDelivery.objects.get(type="turn").status == "obsolete"
    assert {got.json["type"] for got in receiver.messages[-2:]} == {"match_started", "match_ended"}
    assert WebhookTurn.objects.count() == 1
    sweep()
    assert WebhookTurn.objects.count() == 0


def test_a_webhook_gets_only_the_types_it_asks_for(
    receiver: Receiver, ann: Player, proven: Proven, duel: Callable[..., Match]
) -> None:
    hooks.change_webhook(player=ann, webhook_id=proven[0].pk, types=["match_ended"])
    match = duel()
    resign(match_id=match.pk, player_id=ann.pk)

    deliver()

    assert [got.json["type"] for got in receiver.messages] == ["match_ended"]


def test_others_notices_are_not_sent(receiver: Receiver, ben: Player, proven: Proven) -> None:
    notify(ben)

    assert deliver() == 0


def test_a_blocked_player_causes_no_message(
    receiver: Receiver, ann: Player, ben: Player, proven: Proven, published: None
) -> None:
    terms = Terms(ruleset="raid", options={}, clock=None, visibility="public", is_rated=False, seat=None)
    post_challenge(challenger=Player.objects.create_user("cyd"), opponent=ann, terms=terms)
    deliver()
    assert [got.json["type"] for got in receiver.messages] == ["challenged"]
    block_player(player=ann, public_id=ben.public_id)
    assert Block.objects.exists()

    with pytest.raises(Exception, match="player_unavailable"):
        post_challenge(challenger=ben, opponent=ann, terms=terms)
    deliver()

    assert len(receiver.messages) == 1


# Retries


def test_a_failed_delivery_is_tried_again_under_its_id_until_it_is_dead(
    receiver: Receiver, ann: Player, proven: Proven
) -> None:
    receiver.fails()
    notify(ann)

    for _ in range(MOST_DELIVERY_ATTEMPTS + 2):
        deliver()
        later(hours=12)
        Webhook.objects.update(failing_since=None)

    assert len(receiver.messages) == MOST_DELIVERY_ATTEMPTS
    assert len({got.headers["webhook-id"] for got in receiver.messages}) == 1
    assert len({got.body for got in receiver.messages}) == 1
    assert states()[-1] == ("seat_taken", "dead", MOST_DELIVERY_ATTEMPTS, "http_status")


def test_nothing_is_tried_again_before_it_is_due(receiver: Receiver, ann: Player, proven: Proven) -> None:
    receiver.fails()
    notify(ann)
    deliver()

    assert deliver() == 0

    later(seconds=6)
    assert deliver() == 1


def test_pauses_grow_and_chance_shortens_them_by_half_at_most() -> None:
    longest = [pause_after(attempts, 0.0) for attempts in range(1, MOST_DELIVERY_ATTEMPTS)]
    shortest = [pause_after(attempts, 1.0) for attempts in range(1, MOST_DELIVERY_ATTEMPTS)]

    assert longest[:4] == [timedelta(seconds=seconds) for seconds in (5, 20, 80, 320)]
    assert all(earlier < following for earlier, following in pairwise(longest))
    assert longest[-1] == timedelta(hours=12)
    assert shortest == [pause / 2 for pause in longest]


def test_a_dead_delivery_is_sent_again_when_its_owner_asks(receiver: Receiver, ann: Player, proven: Proven) -> None:
    receiver.fails()
    notify(ann)
    deliver()
    WebhookDelivery.objects.filter(type="seat_taken").update(status="dead")
    dead = WebhookDelivery.objects.get(status="dead")
    receiver.works()

    hooks.redeliver(player=ann, webhook_id=proven[0].pk, delivery_id=dead.pk)
    deliver()

    first, again = receiver.messages
    assert (first.headers["webhook-id"], first.body) == (again.headers["webhook-id"], again.body)
    assert states()[-1] == ("seat_taken", "delivered", 1, "")


def test_after_a_success_what_has_failed_is_due_at_once(receiver: Receiver, ann: Player, proven: Proven) -> None:
    receiver.fails()
    notify(ann, 3)
    deliver()
    receiver.works()
    notify(ann)

    deliver()
    deliver()

    assert {status for _, status, *_ in states()} == {"delivered"}


# Workers


def test_a_delivery_of_a_killed_worker_is_sent_again_under_its_id(
    receiver: Receiver, ann: Player, proven: Proven, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*args: Any) -> None:
        raise SystemExit

    notify(ann)
    with monkeypatch.context() as patched:
        patched.setattr(delivering, "_record", killed)
        with pytest.raises(SystemExit):
            deliver()
    assert deliver() == 0

    later(seconds=LEASE.total_seconds())
    assert deliver() == 1

    ids = [got.headers["webhook-id"] for got in receiver.messages]
    assert (len(ids), len(set(ids))) == (2, 1)
    assert states()[-1] == ("seat_taken", "delivered", 2, "")


def test_two_workers_do_not_send_the_same_delivery(ann: Player, proven: Proven) -> None:
    notify(ann)
    now = delivering.read_database_clock().moment
    filling.fill(now)
    (seen_by_both,) = delivering._due(now)

    assert delivering._is_claimed(seen_by_both, now)
    seen_by_both.due_at, seen_by_both.attempts = WebhookDelivery.objects.get(pk=seen_by_both.pk).created_at, 0
    assert not delivering._is_claimed(seen_by_both, now)


def test_two_workers_do_not_make_the_same_delivery(ann: Player, proven: Proven) -> None:
    notify(ann)
    now = delivering.read_database_clock().moment
    as_read = Webhook.objects.select_related("account").get()

    assert filling._fill_one(as_read, now) == 1
    assert filling._fill_one(as_read, now) == 0
    assert WebhookDelivery.objects.filter(type="seat_taken").count() == 1


def test_a_webhook_with_many_deliveries_leaves_room_for_others(
    receiver: Receiver, ann: Player, ben: Player, proven: Proven
) -> None:
    hooks.create_webhook(player=ben, url=f"{receiver.url}&whose=ben", types=[])
    deliver()
    notify(ann, 60)
    notify(ben)

    assert deliver() == delivering.BATCH_OF_ONE + 1

    assert "whose=ben" in "".join(got.path for got in receiver.messages)


def test_so_many_deliveries_wait_and_the_rest_stays_in_the_inbox(
    receiver: Receiver, ann: Player, proven: Proven, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filling, "MOST_DELIVERIES_WAITING", 3)
    receiver.fails()
    notify(ann, 5)

    deliver()
    deliver()
    assert WebhookDelivery.objects.filter(status="waiting").count() == 3
    receiver.works()
    for _ in range(4):
        later(hours=1)
        deliver()

    assert sorted({got.json["number"] for got in receiver.messages}) == [1, 2, 3, 4, 5]
    assert WebhookDelivery.objects.filter(status="waiting").count() == 0


def test_old_deliveries_are_forgotten_and_dead_ones_later(receiver: Receiver, ann: Player, proven: Proven) -> None:
    notify(ann, 2)
    deliver()
    WebhookDelivery.objects.filter(pk=WebhookDelivery.objects.latest("pk").pk).update(status="dead")

    later(days=2)
    sweep()
    assert [status for _, status, *_ in states()] == ["dead"]

    later(days=29)
    sweep()
    assert states() == []


# Accounts


def test_a_suspended_account_sends_nothing(receiver: Receiver, ann: Player, proven: Proven) -> None:
    notify(ann)
    Player.objects.filter(pk=ann.pk).update(is_active=False)
    hooks.test_webhook(player=ann, webhook_id=proven[0].pk)

    assert deliver() == 0

    Player.objects.filter(pk=ann.pk).update(is_active=True)
    assert deliver() > 0


def test_a_deleted_account_has_no_webhooks(receiver: Receiver, ann: Player, proven: Proven) -> None:
    notify(ann)
    filling.fill(delivering.read_database_clock().moment)

    delete_account(player_id=ann.pk)

    assert not Webhook.objects.exists() and not WebhookDelivery.objects.exists()
    assert deliver() == 0


# Disabled


def test_a_webhook_that_fails_for_three_days_is_disabled_and_its_owner_is_told(
    receiver: Receiver, ann: Player, proven: Proven
) -> None:
    receiver.fails()
    notify(ann)
    deliver()
    later(seconds=DISABLED_AFTER.total_seconds())

    deliver()

    webhook = Webhook.objects.get()
    assert (webhook.status, webhook.problem) == ("disabled", "failing")
    told = json.loads(bytes(Notice.objects.latest("number").body))
    assert (told["type"], told["webhook"], told["reason"]) == ("webhook_disabled", str(webhook.pk), "failing")
    assert "three days" in told["texts"]["en"] and "3日間" in told["texts"]["ja"]
    assert states()[-1][:2] == ("seat_taken", "dead")
    notify(ann)
    assert deliver() == 0


def test_a_receiver_that_is_gone_is_disabled_at_once(receiver: Receiver, ann: Player, proven: Proven) -> None:
    receiver.fails(410)
    notify(ann)

    deliver()

    assert Webhook.objects.get().problem == "gone"


def test_a_test_enables_a_disabled_webhook_from_now_on(receiver: Receiver, ann: Player, proven: Proven) -> None:
    receiver.fails(410)
    notify(ann)
    deliver()
    receiver.works()
    notify(ann)
    hooks.test_webhook(player=ann, webhook_id=proven[0].pk)
    receiver.received.clear()

    deliver()
    notify(ann)
    deliver()

    assert [got.json["type"] for got in receiver.received] == ["challenge", "seat_taken"]
    assert receiver.messages[0].json["number"] == Notice.objects.latest("number").number
    assert (Webhook.objects.get().status, Webhook.objects.get().failing_since) == ("active", None)


# Secrets


def test_for_a_day_after_a_rotation_both_secrets_sign(receiver: Receiver, ann: Player, proven: Proven) -> None:
    webhook, former = proven
    secret, _ = hooks.rotate_secret(player=ann, webhook_id=webhook.pk)
    notify(ann)
    deliver()
    (got,) = receiver.messages
    assert (got.is_signed_with(secret), got.is_signed_with(former)) == (True, True)

    Webhook.objects.update(former_until=F("former_until") - timedelta(days=1))
    notify(ann)
    deliver()

    assert [receiver.messages[-1].is_signed_with(which) for which in (secret, former)] == [True, False]


def test_a_second_rotation_ends_the_first_secret(receiver: Receiver, ann: Player, proven: Proven) -> None:
    webhook, first = proven
    second, _ = hooks.rotate_secret(player=ann, webhook_id=webhook.pk)
    third, _ = hooks.rotate_secret(player=ann, webhook_id=webhook.pk)
    notify(ann)

    deliver()

    (got,) = receiver.messages
    assert [got.is_signed_with(secret) for secret in (first, second, third)] == [False, True, True]


def test_no_secret_is_in_the_database(ann: Player, proven: Proven) -> None:
    webhook, secret = proven
    stored = [str(value) for value in Webhook.objects.filter(pk=webhook.pk).values().get().values()]

    assert not any(secret.removeprefix("whsec_")[:12] in value for value in stored)
    _, other_secret = hooks.create_webhook(player=ann, url=webhook.url, types=[])
    assert other_secret != secret


def test_moves_are_told_on_as_long_as_the_match_waits(
    receiver: Receiver, ann: Player, proven: Proven, duel: Callable[..., Match]
) -> None:
    match, rng = duel(), random.Random(1)
    versions = []
    for _ in range(12):
        deliver()
        match.refresh_from_db()
        if match.status == Match.Status.OVER:
            break
        versions += [match.version] if 0 in match.to_act else []
        move(match, rng)

    turns = [got.json["data"]["version"] for got in receiver.messages if got.json["type"] == "turn"]
    assert turns == versions and len(turns) > 2
