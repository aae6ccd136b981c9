"""The pages of comparisons: an owner starts, watches and stops them, and others get 404."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from leagues.limits import MOST_COMPARED_DEALS, MOST_COMPARISONS_A_DAY
from leagues.models import League, Season
from leagues.services.comparing import comparisons_of, start_comparison
from players.models import BotAccount, Player
from tests.leagues.accounts import bot_account
from tests.leagues.test_comparing import asked, client_of, new, old, over, owned, owner, pages_of, season_of, win_all

__all__ = ["new", "old", "owner"]
pytestmark = pytest.mark.django_db
LIST = "/account/comparisons/"
FORM = "/account/comparisons/new/raid/"
SENT = {
    "bot": "robo-4", "against": "robo-3", "clock": "60s", "elo0": "0", "elo1": "300", "most_deals": "50",
}  # fmt: skip


def page(path: str, player: Player, language: str = "en") -> str:
    answer = pages_of(player).get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def address(league: League) -> str:
    return reverse("comparison", args=[league.slug])


def plain(html: str) -> str:
    """The text of a page, with single spaces."""
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", html))


# Start


def test_an_owner_gets_from_the_account_page_to_a_running_comparison(owner: Player, old: Player, new: Player) -> None:
    client = pages_of(owner)
    assert f'href="{LIST}"' in page("/account/", owner)
    assert f'href="{LIST}"' in page(reverse("profile", args=[new.public_id]), owner)
    assert f'href="{FORM}"' in page(LIST, owner)

    answer = client.post(FORM, {**SENT, "option-seats": "2"})

    league = comparisons_of(owner).get()
    assert (answer.status_code, answer["Location"]) == (302, address(league))
    assert season_of(league).status == Season.Status.RUNNING
    chosen = {"bot": "robo-4", "against": "robo-3", "elo0": 0, "elo1": 300, "most_deals": 50}
    [shown] = client_of(owner).get("/api/v1/me/comparisons").json()["results"]
    assert {name: shown[name] for name in chosen} == chosen
    assert league.manifest["clock"] == {"type": "per_decision", "seconds": 60}
    assert league.manifest["options"] == {"seats": 2}


@pytest.mark.parametrize(
    ("language", "running", "most"),
    [("en", "The test is still running.", "0 of at most 200 deals played"), ("ja", "検定中です。", "200")],
)
def test_a_running_comparison_is_shown_with_its_bounds(
    owner: Player, old: Player, new: Player, language: str, running: str, most: str
) -> None:
    league = start_comparison(owner=owner, asked=asked())

    shown = plain(page(address(league), owner, language))

    assert "robo-4" in shown and "+100" in shown and "-2.94" in shown and "+2.94" in shown
    assert running in shown and most in shown


def test_the_verdict_and_the_course_of_the_test_are_shown(owner: Player, old: Player, new: Player) -> None:
    league = start_comparison(owner=owner, asked=asked(elo1=300))
    assert "<picture>" not in page(address(league), owner)

    win_all(season_of(league), new, old)

    shown, plot = page(address(league), owner), f"/leagues/{league.slug}/1/plots/test.svg"
    assert "robo-4 is stronger than robo-3." in shown and "The log-likelihood ratio is +" in shown
    assert f'src="{plot}?theme=light"' in shown and pages_of(owner).get(plot).status_code == 200
    assert "Stop the comparison" not in shown
    assert FORM in page(LIST, owner)
    assert "robo-4 is stronger than robo-3." in page(LIST, owner)


# Stop


def test_an_owner_stops_a_comparison_once(owner: Player, old: Player, new: Player) -> None:
    league, client = start_comparison(owner=owner, asked=asked()), pages_of(owner)
    stop = reverse("comparison-stop", args=[league.slug])
    assert f'action="{stop}"' in page(address(league), owner)

    first, second = client.post(stop), client.post(stop, follow=True)

    assert (first.status_code, first["Location"]) == (302, address(league))
    assert season_of(league).status == Season.Status.OVER
    assert "The season is over." in plain(second.content.decode())
    shown = page(address(league), owner)
    assert "Closed early" in shown and "The test did not decide" in shown and stop not in shown


def test_a_link_stops_nothing(owner: Player, old: Player, new: Player) -> None:
    league = start_comparison(owner=owner, asked=asked())

    assert pages_of(owner).get(reverse("comparison-stop", args=[league.slug])).status_code == 405
    assert season_of(league).status == Season.Status.RUNNING


# Refusals


def test_what_the_api_refuses_the_form_refuses_at_the_same_field(owner: Player, old: Player, new: Player) -> None:
    BotAccount.objects.filter(player=new).update(accepts={**new.bot_account.accepts, "clocks": [{"type": "fischer"}]})
    client = pages_of(owner)

    declined = client.post(FORM, SENT)
    same = client.post(FORM, {**SENT, "bot": "robo-3"})
    swapped = client.post(FORM, {**SENT, "clock": "1+1", "elo0": "300"})

    faults = [answer.context["form"].errors for answer in (declined, same, swapped)]
    assert [answer.status_code for answer in (declined, same, swapped)] == [400] * 3
    assert [list(found) for found in faults] == [["bot"], ["against"], ["elo1"]]
    assert "robo-4" in faults[0]["bot"][0] and "accept" in faults[0]["bot"][0]
    assert not League.objects.exists()


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"bot": "foreign"}, "bot"),
        ({"bot": "nobody"}, "bot"),
        ({"against": ""}, "against"),
        ({"clock": "none"}, "clock"),
        ({"elo1": "1001"}, "elo1"),
        ({"elo0": "-1001"}, "elo0"),
        ({"elo1": "x" * 5000}, "elo1"),
        ({"most_deals": "0"}, "most_deals"),
        ({"most_deals": str(MOST_COMPARED_DEALS + 1)}, "most_deals"),
        ({"option-seats": "77"}, "option-seats"),
    ],
)
def test_a_forged_form_starts_nothing(
    owner: Player, old: Player, new: Player, more: dict[str, str], field: str
) -> None:
    bot_account("foreign")

    answer = pages_of(owner).post(FORM, {**SENT, **more})

    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [field]
    assert not League.objects.exists()


def test_another_owners_account_looks_like_none(owner: Player, old: Player, new: Player) -> None:
    bot_account("foreign")
    client = pages_of(owner)

    faults = [client.post(FORM, {**SENT, "bot": name}).context["form"].errors["bot"] for name in ("foreign", "nobody")]

    assert [str(fault[0]).replace("foreign", "nobody") for fault in faults] == [str(faults[1][0])] * 2


def test_a_second_click_leads_to_the_running_comparison(owner: Player, old: Player, new: Player) -> None:
    client = pages_of(owner)
    client.post(FORM, SENT)

    again = client.post(FORM, SENT, follow=True)

    assert again.redirect_chain == [(LIST, 302)]
    assert "One of your comparisons is still running." in plain(again.content.decode())
    assert League.objects.count() == 1


def test_while_one_runs_the_list_offers_no_other(owner: Player, old: Player, new: Player) -> None:
    assert FORM in page(LIST, owner)

    start_comparison(owner=owner, asked=asked())

    shown = page(LIST, owner)
    assert FORM not in shown and "One of your comparisons is running." in shown


def test_a_fourth_in_a_day_is_refused_above_the_form(owner: Player, old: Player, new: Player) -> None:
    for _ in range(MOST_COMPARISONS_A_DAY):
        over(start_comparison(owner=owner, asked=asked()))

    refused = pages_of(owner).post(FORM, SENT)

    assert refused.status_code == 400
    said = "You can start at most three comparisons in 24 hours. Try again in "
    assert said in plain(refused.content.decode())


def test_forms_without_a_csrf_token_do_nothing(owner: Player, old: Player, new: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    started = client.post(FORM, SENT).status_code
    league = start_comparison(owner=owner, asked=asked())
    stopped = client.post(reverse("comparison-stop", args=[league.slug])).status_code

    assert (started, stopped) == (403, 403)
    assert season_of(league).status == Season.Status.RUNNING and League.objects.count() == 1


# Readers


def test_another_player_and_another_league_look_like_nothing(
    owner: Player, old: Player, new: Player, operator: Player
) -> None:
    league, absent = start_comparison(owner=owner, asked=asked()), "comparison-0000000000000000"
    stop = reverse("comparison-stop", args=[league.slug])

    for player in (Player.objects.create_user("stranger"), operator, new):
        client = pages_of(player)
        answers = [client.get(address(league)), client.get(f"{LIST}{absent}/"), client.post(stop)]
        assert [answer.status_code for answer in answers] == [404] * 3
        assert league.slug not in page(LIST, player)
    assert season_of(league).status == Season.Status.RUNNING


@pytest.mark.parametrize("path", [LIST, FORM, f"{LIST}comparison-1/"])
def test_visitors_sign_in_first(published: None, path: str) -> None:
    answer = Client().get(path)

    assert (answer.status_code, answer["Location"]) == (302, f"/account/sign-in/?next={path}")


@pytest.mark.parametrize("ruleset", ["raid", "chess"])
def test_without_two_accounts_for_a_game_there_is_no_form(owner: Player, new: Player, ruleset: str) -> None:
    owned("closed", owner)
    Player.objects.filter(username="closed").update(is_active=False)

    assert pages_of(owner).get(f"{LIST}new/{ruleset}/").status_code == 404
    assert "you need two bot accounts" in page(LIST, owner) and "/new/" not in page(LIST, owner)


def test_the_account_page_of_others_says_nothing_of_bots(published: None) -> None:
    assert LIST not in page("/account/", Player.objects.create_user("ann"))


def test_the_list_has_as_many_queries_for_three_and_is_paged(owner: Player, old: Player, new: Player) -> None:
    client, counts = pages_of(owner), []
    for _ in range(MOST_COMPARISONS_A_DAY):
        over(start_comparison(owner=owner, asked=asked()))
        client.get(LIST)
        with CaptureQueriesContext(connection) as caught:
            client.get(LIST)
        counts.append(len(caught))

    assert len(set(counts)) == 1
    assert client.get(f"{LIST}?cursor=nonsense").status_code == 404
    assert timezone.now().strftime("%Y-%m-%d") in page(LIST, owner)
