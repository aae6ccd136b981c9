"""`manage.py play` with its input piped in."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from matches.models import Match
from replay.stored_logs import audit_stored
from rules.engine import Ruleset


@pytest.fixture
def play(raid: Ruleset, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Plays with these input lines, and returns the screen output."""

    def run(*arguments: str, typed: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        out = io.StringIO()
        call_command("play", *arguments, stdout=out)
        return out.getvalue()

    return run


def test_bots_play_a_match_to_its_end_the_same_way_for_the_same_seed(play: Any) -> None:
    screen = play("raid", "--seats", "greedy", "random", "--seed", "1")

    assert "Over: " in screen and "Winners: Seat " in screen
    assert screen == play("raid", "--seats", "greedy", "random", "--seed", "1")
    assert screen != play("raid", "--seats", "greedy", "random", "--seed", "2")


def test_a_person_plays_by_numbers_to_the_end(play: Any) -> None:
    screen = play("raid", "--seats", "me", "random", "--seed", "1", "--option", "goal=3", typed="1\n" * 200)

    assert "Over: goal" in screen


def test_what_is_typed_is_answered_and_nonsense_is_asked_again(play: Any) -> None:
    screen = play("raid", "--seats", "me", "random", "--seed", "1", typed="?\nview\nlog\n99\nhello\n0\nquit\n")

    assert screen.count("   1  keep True") == 2  # At the start and after ?.
    assert "Type the number of an action" in screen
    assert screen.count("next:") == 2  # The table, at the start and after view.
    assert screen.count("Event 0") == 2
    assert screen.count("Type a number from 1 to 2, or ?") == 3
    assert screen.endswith("Left before the end.\n")


@pytest.mark.parametrize("decks", [[], ["--decks", "orcs-core", "undead-core"]])
def test_three_play_with_two_decks(play: Any, decks: list[str]) -> None:
    screen = play(
        "lords_of_war", "--seats", "random", "random", "random", *decks, "--option", "mode=three_player",
        "--option", "kill_goal=1", "--seed", "1",
    )  # fmt: skip

    assert "Over: Kill goal reached" in screen


def test_the_end_of_input_leaves(play: Any) -> None:
    assert play("raid", "--seats", "me", "random", typed="").endswith("Left before the end.\n")


def test_it_speaks_japanese(play: Any) -> None:
    screen = play("raid", "--seats", "me", "random", "--language", "ja", typed="?\nquit\n")

    assert "行動の番号を入力してください" in screen and "枚（非公開）" in screen
    assert screen.endswith("途中で終了しました。\n")


def test_a_person_sees_his_own_hand_and_no_other(play: Any) -> None:
    screen = play("raid", "--seats", "random", "me", "--seed", "3", typed="quit\n")

    hands = [line for line in screen.splitlines() if "hand:" in line]
    assert "hidden" in hands[0] and "raider-" in hands[1]


@pytest.mark.django_db
def test_a_stored_match_is_a_match_like_any_other(published: None, play: Any) -> None:
    screen = play("raid", "--seats", "me", "random", "--store", "--option", "goal=3", typed="2\n1\n" * 200)

    match = Match.objects.get()
    assert f"Stored as match {match.pk}." in screen
    assert match.status == Match.Status.OVER
    assert audit_stored(match.pk).is_sound


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "there is no ruleset 'chess'"),
        (["raid", "--seats", "me", "hal"], "there is no bot 'hal'"),
        (["raid", "--seats", "me", "random", "random"], "3|seats"),
        (["raid", "--option", "seats=3"], "bad_option"),
        (["raid", "--option", "seats"], "name=value"),
        (["raid", "--decks", "even", "odd"], "there is no deck 'odd'"),
        (["raid", "--store", "--seed", "1"], "draws its own seed"),
    ],
)
def test_what_cannot_be_played_is_said(play: Any, arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        play(*arguments)
