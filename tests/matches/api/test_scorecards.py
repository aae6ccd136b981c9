"""GET matches/{id}/scorecard: the scorecard of a disclosed match, in figures and in words."""

from collections.abc import Callable
from typing import Any

import pytest

from common.text.scorecards import decision_texts
from matches.models import Match, Scorecard
from matches.services.ending import abort_match, resign
from matches.services.scoring import score
from players.models import Player
from rules.engine import Decision, Tiebreak
from rules.registry import shipped_ruleset
from tests.matches.api.conftest import Api
from tests.matches.conftest import play_out

KINGDOMS = Tiebreak("kingdom_points", (1, 1)), Tiebreak("kingdom_cards", (5, 5))
GRAVEYARDS = Tiebreak("graveyard_cards", (3, 6), "fewer")


def said(decided: Decision, winners: list[int], **options: Any) -> dict[str, str]:
    rules = shipped_ruleset("invictus")
    names = ["Ayumi", "Greedy", "Ben", "Cyd"][: 4 if options else 2]
    return decision_texts(rules, rules.read_options(options), decided, winners, names)


def test_the_sentence_says_what_was_equal_and_what_decided() -> None:
    texts = said(Decision("graveyard_cards", "9.4", (*KINGDOMS, GRAVEYARDS)), [0])

    assert texts["en"] == (
        "Armistice: Ayumi had fewer cards in the graveyard. "
        "Ayumi and Greedy both had 1 kingdom point and 5 cards in the kingdom. "
        "Cards in the graveyard: Ayumi 3, Greedy 6."
    )
    assert texts["ja"] == (
        "終戦：Ayumiの墓地のカードが少なかった。"
        "AyumiとGreedyはともにキングダムポイント1、王国のカード5。墓地のカード：Ayumi 3、Greedy 6。"
    )


def test_a_draw_compares_everything_and_names_no_winner() -> None:
    texts = said(Decision("draw", "9.4", (*KINGDOMS, Tiebreak("graveyard_cards", (2, 2), "fewer"))), [])

    assert texts["en"].startswith("Armistice: everything was equal, so the match was drawn. Ayumi and Greedy both had")
    assert "2 cards in the graveyard" in texts["en"]


def test_teams_are_told_by_their_players() -> None:
    texts = said(Decision("kingdom_points", "9.4", (Tiebreak("kingdom_points", (3, 1)),)), [0, 2], alliance=True)

    assert texts["en"] == (
        "Armistice: Ayumi and Ben had more kingdom points. Kingdom points: Ayumi and Ben 3, Greedy and Cyd 1."
    )


def test_an_end_by_the_service_is_told_in_its_words() -> None:
    assert said(Decision("resignation"), [1]) == {"en": "Ayumi resigned.", "ja": "Ayumiが投了した。"}


@pytest.mark.django_db
def test_it_is_what_the_task_has_stored(duel: Callable[..., Match], anyone: Api) -> None:
    match = play_out(duel())
    score(match.pk)

    got = anyone.get(f"matches/{match.pk}/scorecard")

    stored = Scorecard.objects.get(match=match).body
    sent = got.json()
    assert (got.status_code, sent["match"]) == (200, str(match.pk))
    assert {**sent["tally"], **{name: sent[name] for name in ("version", "winners", "reason", "scores")}} == stored
    assert set(sent["texts"]) == {"ja", "en"}


@pytest.mark.django_db
@pytest.mark.parametrize("stored", [None, {"winners": [0], "reason": "goal", "scores": {}}, {"version": 0}])
def test_before_the_task_and_after_an_upgrade_the_log_is_tallied(
    duel: Callable[..., Match], anyone: Api, stored: dict[str, Any] | None
) -> None:
    match = play_out(duel())
    score(match.pk)
    right = Scorecard.objects.get(match=match).body
    Scorecard.objects.filter(match=match).delete()
    if stored is not None:
        Scorecard.objects.create(match=match, body=stored)

    sent = anyone.get(f"matches/{match.pk}/scorecard").json()

    assert (sent["winners"], sent["tally"]["decided"]) == (right["winners"], right["decided"])


@pytest.mark.django_db
def test_nobody_reads_it_before_the_match_is_disclosed(
    duel: Callable[..., Match], ann: Player, ben: Player, as_ann: Api, anyone: Api
) -> None:
    live, aborted, private = duel(), duel(), duel(visibility="private")
    for player in (ann, ben):
        abort_match(match_id=aborted.pk, player=player, note="")
    resign(match_id=private.pk, player_id=ann.pk)

    assert as_ann.get(f"matches/{live.pk}/scorecard").json()["code"] == "match_not_over"
    assert as_ann.get(f"matches/{aborted.pk}/scorecard").json()["code"] == "not_disclosed"
    assert anyone.get(f"matches/{private.pk}/scorecard").json()["code"] == "not_found"
    assert as_ann.get(f"matches/{private.pk}/scorecard").json()["texts"]["en"] == "Seat 0 resigned."


@pytest.mark.django_db
def test_a_match_of_an_open_deal_keeps_its_scorecard(duel: Callable[..., Match], as_ann: Api) -> None:
    withheld = play_out(duel())
    Match.objects.filter(pk=withheld.pk).update(withheld=True)

    assert as_ann.get(f"matches/{withheld.pk}/scorecard").json()["code"] == "deal_not_closed"
