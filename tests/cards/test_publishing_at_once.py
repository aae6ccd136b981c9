"""Two people publish sets of one game at the same moment."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from cards.models import CardSetDraft, CardSetRevision
from cards.sets import services
from cards.sets.services import create_draft, publish_draft, publish_playtest, save_card
from common.text.errors import ServiceError
from players.models import Player
from rules.registry import set_digest
from tests.matches.conftest import published

__all__ = ["published"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def author(published: None) -> Player:
    return Player.objects.create_user("mai")


def stronger(author: Player, strength: int) -> CardSetDraft:
    draft = create_draft(ruleset="raid", author=author)
    save_card(draft=draft, card={"slug": "raider-1", "strength": strength}, instead_of="raider-1")
    return draft


def numbers() -> list[tuple[int, bool]]:
    found = CardSetRevision.objects.filter(ruleset="raid").order_by("revision")
    return list(found.values_list("revision", "is_playtest"))


def during_a_publication(monkeypatch: pytest.MonkeyPatch, first: Any, second: Any) -> list[Any]:
    """Run `second` while `first` is about to commit its revision: the result or the refusal's code of each."""
    has_written, real = threading.Event(), services.publish_card_set

    def publish_slowly(**named: Any) -> CardSetRevision:
        made = real(**named)
        if not has_written.is_set():
            has_written.set()
            second_waits.wait(1)
        return made

    second_waits = threading.Event()  # Never set: the first one goes on after a second in which the other waits.
    monkeypatch.setattr(services, "publish_card_set", publish_slowly)

    def run(job: Any, is_second: bool) -> Any:
        try:
            assert not is_second or has_written.wait(30)
            return job()
        except ServiceError as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(run, [first, second], [False, True]))


def test_the_later_of_two_drafts_of_one_game_is_outdated(author: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    drafts = [stronger(author, 8), stronger(author, 9)]

    def publish(draft: CardSetDraft) -> Any:
        return lambda: publish_draft(draft=draft, note="x", published_by=author, seen=set_digest(draft.body)).revision

    found = during_a_publication(monkeypatch, *map(publish, drafts))

    assert found == [2, "outdated"]
    assert numbers() == [(1, False), (2, False)]


def test_a_playtest_waits_for_a_publication_and_takes_the_next_number(
    author: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft, tried = stronger(author, 8), stronger(author, 9)

    found = during_a_publication(
        monkeypatch,
        lambda: publish_draft(draft=draft, note="x", published_by=author, seen=set_digest(draft.body)).revision,
        lambda: publish_playtest(draft=tried, published_by=author).revision,
    )

    assert found == [2, 3]
    assert numbers() == [(1, False), (2, False), (3, True)]


def test_the_second_publisher_of_one_draft_is_told_that_it_is_gone(
    author: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = stronger(author, 8)

    def publish() -> int:
        return publish_draft(draft=draft, note="x", published_by=author, seen=set_digest(draft.body)).revision

    found = during_a_publication(monkeypatch, publish, publish)

    assert found == [2, "outdated"]
    assert not CardSetDraft.objects.exists()
