"""Notes at events of a player's own matches: who can read them, and when."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from common.text.errors import ServiceError
from matches.models import EventNote, Match
from matches.services import notes
from matches.services.deletion import delete_account
from matches.services.ending import abort_match
from matches.services.notes import notes_of, write_note
from players.models import AccessToken, Player
from tests.matches.conftest import play_out

pytestmark = pytest.mark.django_db

Duel = Callable[..., Match]


@pytest.fixture
def over(duel: Duel) -> Match:
    return play_out(duel())


def texts(match: Match, reader: Player | None) -> list[str]:
    return [note.text for note in notes_of(match, reader)]


def noted(match: Match, player: Player, *, seq: int = 0, text: str = "aha", is_shared: bool = False) -> EventNote:
    return write_note(match=match, player=player, seq=seq, text=text, is_shared=is_shared)


def test_a_private_note_is_its_authors_alone(over: Match, ann: Player, ben: Player) -> None:
    noted(over, ann, seq=1)

    assert (texts(over, ann), texts(over, ben), texts(over, None)) == (["aha"], [], [])


def test_a_shared_note_is_read_by_others_as_soon_as_all_is_disclosed(duel: Duel, ann: Player, ben: Player) -> None:
    match = duel()
    noted(match, ann, text="I hold the ace", is_shared=True)
    assert (texts(match, ann), texts(match, ben), texts(match, None)) == (["I hold the ace"], [], [])

    play_out(match)

    assert texts(match, ben) == texts(match, None) == ["I hold the ace"]


def test_of_an_aborted_match_nothing_is_told(duel: Duel, ann: Player, ben: Player) -> None:
    match = duel()
    noted(match, ann, is_shared=True)
    abort_match(match_id=match.pk, player=None, note="")
    match.refresh_from_db()

    assert texts(match, ben) == [] and texts(match, ann) == ["aha"]


def test_a_second_note_at_an_event_replaces_the_first(over: Match, ann: Player, ben: Player) -> None:
    noted(over, ann)
    noted(over, ben, text="of ben", is_shared=True)
    noted(over, ann, text="better", is_shared=True)

    assert texts(over, ann) == ["of ben", "better"]


def test_only_who_sat_there_writes_and_only_at_what_has_happened(over: Match, ann: Player) -> None:
    with pytest.raises(ServiceError, match="not_your_seat"):
        noted(over, Player.objects.create_user("cal"))
    noted(over, ann, seq=over.version)
    for seq in (-1, over.version + 1):
        with pytest.raises(ServiceError, match="unknown_version"):
            noted(over, ann, seq=seq)


def test_notes_have_an_end(over: Match, ann: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MOST_NOTES", 2)
    for seq in (0, 1, 1):
        noted(over, ann, seq=seq)

    with pytest.raises(ServiceError, match="too_many_notes"):
        noted(over, ann, seq=2)


def test_notes_go_with_the_account(over: Match, ann: Player, ben: Player) -> None:
    noted(over, ann, is_shared=True)

    delete_account(player_id=ann.pk)

    assert texts(over, ben) == []


def test_notes_over_the_api(over: Match, ann: Player, ben: Player, client: Client) -> None:
    bearer = {
        player.username: {"Authorization": f"Bearer {AccessToken.objects.create(user=player)[1]}"}
        for player in (ann, ben)
    }
    at = reverse("api-note", args=[over.pk, 1])

    def put(who: str, body: Any) -> Any:
        return client.put(at, body, "application/json", headers=bearer[who])

    assert put("ann", {"text": "aha"}).json()["author"]["name"] == "ann"
    for wrong in ({"text": ""}, {"text": "x" * 2001}, {"text": "\0"}, {"text": None}, {"text": "a", "shared": 1}, {}):
        assert put("ann", wrong).status_code == 400
    assert (
        client.put(
            reverse("api-note", args=[over.pk, 10**30]), {"text": "a"}, "application/json", headers=bearer["ann"]
        ).json()["code"]
        == "unknown_version"
    )
    listed = reverse("api-notes", args=[over.pk])
    assert [note["text"] for note in client.get(listed, headers=bearer["ann"]).json()["results"]] == ["aha"]
    assert client.get(listed, headers=bearer["ben"]).json() == client.get(listed).json() == {"results": []}
    assert client.delete(at, headers=bearer["ben"]).status_code == 404
    assert client.delete(at, headers=bearer["ann"]).status_code == 204
    assert not EventNote.objects.exists()


def test_notes_on_the_replay_page(over: Match, ann: Player, ben: Player) -> None:
    of_ann, of_ben = Client(), Client()
    of_ann.force_login(ann)
    of_ben.force_login(ben)
    page, write = reverse("replay", args=[over.pk]), reverse("note-write", args=[over.pk])

    answer = of_ann.post(write, {"event": "1", "text": "<b>aha</b>"})
    assert answer["Location"] == f"{page}?event=1"
    assert "&lt;b&gt;aha" in of_ann.get(page).content.decode()
    assert "aha" not in of_ben.get(page).content.decode() + Client().get(page).content.decode()
    of_ann.post(write, {"event": "1", "text": "<b>aha</b>", "shared": "on"})
    assert "&lt;b&gt;aha" in Client().get(page).content.decode()
    for wrong in ({"event": "x", "text": "no"}, {"event": "0", "text": "x" * 2001}, {"event": "0", "text": "a\0b"}):
        of_ann.post(write, wrong)
    assert EventNote.objects.count() == 1
    of_ann.post(write, {"event": "1", "text": ""})
    assert not EventNote.objects.exists()


def test_reading_notes_costs_the_same_however_many_there_are(
    over: Match, ann: Player, ben: Player, django_assert_num_queries: Any
) -> None:
    for count, player in ((1, ann), (2, ben)):
        noted(over, player, is_shared=True)
        with django_assert_num_queries(1):
            assert len([(note.text, note.player.username) for note in notes_of(over, None)]) == count
