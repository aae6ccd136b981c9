"""Pages for matches between people: opening, lobby, invitation, pairing, challenges, rematch, and the banner."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from matches.clocks import Fischer
from matches.models import BotSetting, Challenge, Match, PairingRequest, Seat, moment_of_id
from matches.pages.setup_form import clock_text
from matches.services.challenges import Terms, post_challenge
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from players.models import Player
from tests.matches.conftest import play_out

pytestmark = pytest.mark.django_db

Duel = Callable[..., Match]
HOSTED = {"clock": "20+10", "rest": "open", "place": "first", "visibility": "public", "invited": ""}


def client_of(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.fixture
def of_ann(ann: Player) -> Client:
    return client_of(ann)


@pytest.fixture
def of_ben(ben: Player) -> Client:
    return client_of(ben)


def body(answer: Any) -> str:
    return str(answer.content.decode())


def at(name: str, match: Match) -> str:
    return reverse(name, args=[match.pk])


def hosted(client: Client, game: str = "battle_line", **more: str) -> Match:
    answer = client.post(reverse("play-host", args=[game]), HOSTED | more)
    assert answer.status_code == 302, body(answer)
    return Match.objects.get(pk=answer["Location"].split("/")[2])


def test_two_people_meet_in_a_lobby_and_their_match_starts(of_ann: Client, of_ben: Client, ben: Player) -> None:
    match = hosted(of_ann)

    of_ann.post(at("lobby-join", match), {"entropy": "of ann"})
    answer = of_ben.post(at("lobby-join", match), {"entropy": "of ben"}, follow=True)

    match.refresh_from_db()
    assert match.status == Match.Status.PLAYING
    assert list(match.seats.values_list("entropy", flat=True)) == ["of ann", "of ben"]
    assert answer.redirect_chain[-1][0] == at("play", match)
    assert of_ann.get(at("lobby", match))["Location"] == at("play", match)
    assert Client().get(at("lobby", match))["Location"] == at("watch", match)


@pytest.mark.parametrize("game", ["blackpoker", "invaders", "invictus", "lords_of_war"])
def test_who_names_no_deck_sits_down_with_a_starter_that_fits(of_ann: Client, of_ben: Client, game: str) -> None:
    match = hosted(of_ann, game)

    for client in (of_ann, of_ben):
        client.post(at("lobby-join", match), {"deck": "", "entropy": ""})

    match.refresh_from_db()
    assert match.status == Match.Status.PLAYING, list(match.seats.values("is_ready", "deck"))


def test_seats_are_for_who_is_named_and_the_rest_for_bots(of_ann: Client, ann: Player, ben: Player) -> None:
    match = hosted(of_ann, "lords_of_war", invited="ben", rest="random", **{"option-mode": "three_player"})

    seats = list(match.seats.values_list("kind", "player", "bot"))
    assert seats == [("player", ann.pk, ""), ("invited", ben.pk, ""), ("bot", None, "random")]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"invited": "nobody-here"}, "nobody-here"),
        ({"invited": "ann"}, "ann"),
        ({"invited": "ben, ben"}, "ben"),
        ({"invited": "a\0b"}, "errorlist"),
        ({"clock": "1+1"}, "errorlist"),
        ({"rated": "on", "clock": "none"}, "errorlist"),
        ({"rated": "on", "visibility": "private"}, "errorlist"),
        ({"option-rounds": "99999999999999999999"}, "errorlist"),
        ({"option-tactics": "perhaps"}, "errorlist"),
        ({"rest": "no_such_bot"}, "errorlist"),
    ],
)
def test_what_cannot_be_opened_is_told_and_opens_nothing(
    of_ann: Client, ben: Player, change: dict[str, str], said: str
) -> None:
    answer = of_ann.post(reverse("play-host", args=["battle_line"]), HOSTED | change)

    assert answer.status_code == 400 and said in body(answer) and "errorlist" in body(answer)
    assert not Match.objects.exists()


def test_a_second_click_opens_nothing_more(of_ann: Client) -> None:
    assert hosted(of_ann, key="once", place="drawn") == hosted(of_ann, key="once", place="drawn")


@pytest.mark.parametrize("game", ["battle_line", "invictus"])
def test_a_lobby_is_shown_to_who_has_no_account(of_ann: Client, game: str) -> None:
    match = hosted(of_ann, game)

    for page in ("lobby", "lobby-seats"):
        answer = Client().get(at(page, match))
        assert answer.status_code == 200 and "open to anyone" in body(answer)


def test_a_private_lobby_is_found_by_its_link_alone(of_ann: Client, of_ben: Client, ben: Player) -> None:
    match = hosted(of_ann, visibility="private")
    assert of_ben.get(at("lobby", match)).status_code == 404
    assert of_ben.post(at("lobby-join", match)).status_code == 404
    of_ann.post(at("lobby-invite", match))
    found = re.search(r"/join/#([A-Za-z0-9_-]{22})", body(of_ann.get(at("lobby", match))))
    assert found is not None

    answer = of_ben.post(reverse("follow-link"), {"code": found[1]})
    assert answer["Location"] == at("lobby", match)
    of_ben.post(at("lobby-join", match))

    assert match.seats.filter(player=ben, is_ready=True).exists()
    assert "/join/#" not in body(of_ben.get(at("lobby", match)))


@pytest.mark.parametrize("code", ["", "x", "x" * 22, "\0" * 22, "x" * 3000])
def test_a_code_that_leads_nowhere_says_so(of_ann: Client, code: str) -> None:
    hosted(of_ann, visibility="private")

    answer = Client().post(reverse("follow-link"), {"code": code})

    assert answer.status_code == 400 and "errorlist" in body(answer)


def test_a_revoked_link_leads_nowhere_although_the_browser_knows_it(of_ann: Client, of_ben: Client) -> None:
    match = hosted(of_ann, visibility="private")
    of_ann.post(at("lobby-invite", match))
    code = re.search(r"/join/#([\w-]{22})", body(of_ann.get(at("lobby", match))))
    assert code is not None
    of_ben.post(reverse("follow-link"), {"code": code[1]})
    assert of_ben.get(at("lobby", match)).status_code == 200

    of_ann.post(at("lobby-invite", match), {"revoke": "yes"})

    assert of_ben.get(at("lobby", match)).status_code == 404


def test_only_who_opened_it_makes_links(of_ann: Client, of_ben: Client) -> None:
    match = hosted(of_ann)

    of_ben.post(at("lobby-invite", match))

    assert "/join/#" not in body(of_ann.get(at("lobby", match)))


def test_who_has_no_account_sits_down_as_a_guest(of_ann: Client) -> None:
    match, stranger = hosted(of_ann), Client()

    assert "Sit down as a guest" in body(stranger.get(at("lobby", match)))
    stranger.post(at("lobby-join", match))

    assert match.seats.get(index=1).player.is_guest
    assert "You're ready." in body(stranger.get(at("lobby", match)))


def test_a_seat_is_given_back_and_a_lobby_closed(of_ann: Client, of_ben: Client) -> None:
    match = hosted(of_ann)
    of_ben.post(at("lobby-join", match))
    of_ben.post(at("lobby-leave", match))
    assert match.seats.get(index=1).kind == Seat.Kind.OPEN

    of_ben.post(at("lobby-close", match))
    assert Match.objects.get().status == Match.Status.LOBBY
    of_ann.post(at("lobby-close", match))

    assert Match.objects.get().status == Match.Status.OVER
    assert of_ann.get(at("lobby", match))["Location"] == at("watch", match)
    assert of_ann.get(at("watch", match)).status_code == 200


@pytest.mark.parametrize(
    ("sent", "said"), [({"entropy": "é"}, "errorlist"), ({"entropy": "x" * 65}, "errorlist"), ({"deck": "x"}, "")]
)
def test_what_cannot_be_brought_seats_nobody(of_ann: Client, of_ben: Client, sent: dict[str, str], said: str) -> None:
    match = hosted(of_ann, "invictus")

    answer = of_ben.post(at("lobby-join", match), sent)

    assert answer.status_code == 400 and said in body(answer)
    assert match.seats.get(index=1).kind == Seat.Kind.OPEN


def test_two_who_want_the_same_are_paired(of_ann: Client, of_ben: Client) -> None:
    wanted = {"kind": "troops", "clock": "5+5"}
    assert of_ann.post(reverse("play-pair", args=["battle_line"]), wanted)["Location"] == reverse("pairing-wait")
    assert of_ann.get(reverse("pairing-state")).json() == {"leads_to": None, "waits": True}
    assert "5 minutes" in body(of_ann.get(reverse("pairing-wait")))

    answer = of_ben.post(reverse("play-pair", args=["battle_line"]), wanted)

    match = Match.objects.get()
    assert answer["Location"] == at("lobby", match)
    assert of_ann.get(reverse("pairing-state")).json()["leads_to"] == at("lobby", match)
    assert of_ann.get(reverse("pairing-wait"))["Location"] == at("lobby", match)
    assert "Your match is ready. Take your seat." in body(of_ann.get(at("lobby", match)))
    for client in (of_ann, of_ben):
        client.post(at("lobby-join", match))
    match.refresh_from_db()
    assert match.status == Match.Status.PLAYING


def test_one_waits_no_longer(of_ann: Client) -> None:
    of_ann.post(reverse("play-pair", args=["invictus"]), {"kind": "default", "clock": "5+5", "deck": ""})
    request = PairingRequest.objects.get()

    of_ann.post(reverse("pairing-withdraw", args=[request.pk]))

    assert not PairingRequest.objects.exists()
    assert of_ann.get(reverse("pairing-state")).json() == {"leads_to": None, "waits": False}
    assert "not looking" in body(of_ann.get(reverse("pairing-wait")))


def asked(of_ann: Client, ben: Player, **more: str) -> Any:
    sent = {"kind": "battle_line/troops", "clock": "5+5", "place": "", "visibility": "public"}
    return of_ann.post(reverse("challenge", args=[ben.public_id]), sent | more)


def test_a_challenge_is_asked_told_on_every_page_and_accepted(of_ann: Client, of_ben: Client, ben: Player) -> None:
    assert asked(of_ann, ben)["Location"] == reverse("challenges")
    assert "ann challenges you to a match of" in body(of_ben.get(reverse("home")))
    challenge = Challenge.objects.get()

    answer = of_ben.post(reverse("challenge-accept", args=[challenge.pk]))

    match = Match.objects.get()
    assert answer["Location"] == at("lobby", match)
    assert "your match is ready" in body(of_ann.get(reverse("leagues")))


def test_a_challenge_is_declined_or_withdrawn(of_ann: Client, of_ben: Client, ben: Player) -> None:
    asked(of_ann, ben)
    first = Challenge.objects.get()
    of_ann.post(reverse("challenge-decline", args=[first.pk]))
    assert Challenge.objects.get().status == Challenge.Status.OPEN
    of_ben.post(reverse("challenge-decline", args=[first.pk]), {"reason": "too_fast"})
    assert (Challenge.objects.get().status, Challenge.objects.get().reason) == ("declined", "too_fast")

    asked(of_ann, ben)
    second = Challenge.objects.get(status="open")
    of_ann.post(reverse("challenge-withdraw", args=[second.pk]))

    assert Challenge.objects.get(pk=second.pk).status == "withdrawn"


@pytest.mark.parametrize("change", [{"kind": "battle_line/none"}, {"clock": ""}, {"place": "7"}, {"visibility": "x"}])
def test_what_is_no_challenge_is_told(of_ann: Client, ben: Player, change: dict[str, str]) -> None:
    answer = asked(of_ann, ben, **change)

    assert answer.status_code == 400 and "errorlist" in body(answer) and not Challenge.objects.exists()


def test_a_rematch_is_asked_for_and_accepted_at_the_table(duel: Duel, of_ann: Client, of_ben: Client) -> None:
    match = play_out(duel())
    assert "Rematch" in body(of_ann.get(at("play", match)))

    of_ann.post(at("play-rematch", match))
    of_ann.post(at("play-rematch", match))

    assert "You offered a rematch." in body(of_ann.get(at("play", match)))
    assert "Accept the rematch" in body(of_ben.get(at("play", match)))
    answer = of_ben.post(at("play-rematch", match))
    again = Match.objects.exclude(pk=match.pk).get()
    assert answer["Location"] == at("lobby", again)
    assert again.seats.filter(kind=Seat.Kind.CALLED).count() == 2


def test_the_banner_leads_to_what_waits_and_not_to_the_page_itself(duel: Duel, of_ann: Client, of_ben: Client) -> None:
    match = duel()
    asked, other = (of_ann, of_ben) if 0 in match.to_act else (of_ben, of_ann)

    assert f'href="{at("play", match)}"' in body(asked.get(reverse("home")))
    assert f'href="{at("play", match)}"' in body(asked.get(reverse("waiting")))
    assert "it is your turn" not in body(asked.get(at("play", match)))
    assert ("it is your turn" in body(other.get(reverse("waiting")))) == (len(match.to_act) == 2)
    assert body(Client().get(reverse("waiting"))).strip() == ""


def test_the_levels_stand_apart_from_the_other_bots_and_a_disabled_one_is_left_out(of_ann: Client) -> None:
    BotSetting.objects.create(bot="random", is_enabled=False)

    shown = body(of_ann.get(reverse("play-open", args=["battle_line"])))

    groups = re.findall(r'<optgroup label="([^"]*)">(.*?)</optgroup>', shown, re.DOTALL)
    assert [(label, re.findall(r'value="([\w-]+)"', options)) for label, options in groups] == [
        ("Levels", ["learning", "easy", "medium", "strong", "hard"]),
        ("Other bots", ["greedy", "ismcts-100", "ismcts", "ismcts-1000"]),
    ]
    assert '<option value="easy" selected>' in shown


@pytest.mark.parametrize("case", ["more than two seats", "a deleted account"])
def test_the_banner_names_the_opponent_of_a_duel_alone(duel: Duel, of_ann: Client, of_ben: Client, case: str) -> None:
    match = duel()
    asked, opponent = (of_ann, "ben") if 0 in match.to_act else (of_ben, "ann")
    assert f"against {opponent}: it is your turn." in body(asked.get(reverse("waiting")))

    if case == "a deleted account":
        Player.objects.filter(username=opponent).update(deleted_at=moment_of_id(match.pk))
    else:
        Seat.objects.create(match=match, index=2, kind=Seat.Kind.BOT, bot="random")

    shown = body(asked.get(reverse("waiting")))
    assert ": it is your turn." in shown and "against" not in shown


def test_matches_against_bots_alone_do_not_call(of_ann: Client) -> None:
    of_ann.post(reverse("play-now", args=["battle_line"]))

    assert "it is your turn" not in body(of_ann.get(reverse("home")))


def test_looking_what_waits_costs_the_same_however_much_there_is(
    duel: Duel, of_ann: Client, ann: Player, ben: Player, django_assert_num_queries: Any
) -> None:
    duel()
    with django_assert_num_queries(4):
        of_ann.get(reverse("waiting"))
    for _ in range(3):
        duel()
    post_challenge(challenger=ben, opponent=ann, terms=Terms(ruleset="battle_line", options={}))

    with django_assert_num_queries(4):
        of_ann.get(reverse("waiting"))


def test_lists_are_filtered_and_ones_own_are_ones_own(
    duel: Duel, of_ann: Client, ann: Player, django_assert_num_queries: Any
) -> None:
    over = play_out(duel())
    lobby = open_match(ruleset="raid", options={}, seats=[SeatPlan(kind="open")] * 2)

    everything = body(of_ann.get(reverse("matches")))
    assert str(over.pk) in everything and str(lobby.pk) in everything
    free = body(of_ann.get(reverse("matches"), {"state": "open"}))
    assert str(lobby.pk) in free and str(over.pk) not in free
    mine = body(of_ann.get(reverse("account-matches")))
    assert str(over.pk) in mine and str(lobby.pk) not in mine
    assert str(over.pk) not in body(of_ann.get(reverse("account-matches"), {"state": "turn"}))
    for bad in ({"state": "x"}, {"game": "raidd"}, {"cursor": "!"}, {"cursor": "x" * 300}):
        assert of_ann.get(reverse("matches"), bad).status_code == 404


def test_a_list_goes_on_where_its_page_ends(published: None, client: Client) -> None:
    seats = [SeatPlan(kind="open")] * 2
    ids = {str(open_match(ruleset="raid", options={}, seats=seats).pk) for _ in range(22)}

    first = body(client.get(reverse("matches")))
    following = re.search(r'href="([^"]*cursor=[^"]*)" rel="next"', first)
    assert following is not None
    second = body(client.get(following[1].replace("&amp;", "&")))

    listed = [set(re.findall(r"/matches/([0-9a-f-]{36})/lobby/", page)) for page in (first, second)]
    assert [len(page) for page in listed] == [20, 2] and listed[0] | listed[1] == ids


def test_a_player_has_a_page(duel: Duel, ann: Player, of_ben: Client) -> None:
    match = play_out(duel())

    shown = body(of_ben.get(reverse("profile", args=[ann.public_id])))

    assert "ann" in shown and at("replay", match) in shown and reverse("challenge", args=[ann.public_id]) in shown
    assert of_ben.get(reverse("profile", args=[ann.public_id]), {"cursor": "x"}).status_code == 404
    Player.objects.filter(pk=ann.pk).update(deleted_at=match.ended_at)
    assert of_ben.get(reverse("profile", args=[ann.public_id])).status_code == 404


@pytest.mark.parametrize("name", ["lobby-leave", "lobby-close", "lobby-invite", "lobby-join", "play-rematch"])
def test_nothing_is_done_without_the_token_of_the_form(duel: Duel, ann: Player, name: str) -> None:
    match, careful = duel(), Client(enforce_csrf_checks=True)
    careful.force_login(ann)

    assert careful.post(at(name, match), {}).status_code == 403


@pytest.mark.parametrize("name", ["account-matches", "challenges", "pairing-wait", "pairing-state"])
def test_ones_own_pages_ask_who_one_is(name: str) -> None:
    assert Client().get(reverse(name)).status_code == 302


def test_a_draw_is_offered_told_and_agreed_at_the_table(duel: Duel, of_ann: Client, of_ben: Client) -> None:
    match = duel()
    at_table, at_draw = at("play-table", match), at("play-draw", match)
    before = of_ben.get(at("watch-version", match)).json()

    of_ann.post(at_draw, {"draw": "offer"})

    assert of_ben.get(at("watch-version", match)).json() == {**before, "draws": 1}
    assert "You offered a draw." in body(of_ann.get(at_table))
    assert "Your opponent offers a draw." in body(of_ben.get(at_table))
    assert 'value="withdraw"' in body(of_ann.get(at_table)) and 'value="withdraw"' not in body(of_ben.get(at_table))
    of_ben.post(at_draw, {"draw": "decline"})
    assert "Your opponent offers a draw." not in body(of_ben.get(at_table))
    refused = of_ben.post(at_draw, {"draw": "accept"}, headers={"X-Fragment": "table"})
    assert "errorlist" in body(refused)
    of_ben.post(at_draw, {"draw": "offer"})
    of_ann.post(at_draw, {"draw": "perhaps"})
    of_ann.post(at_draw, {"draw": "withdraw"})
    assert Match.objects.get().status == Match.Status.PLAYING
    of_ann.post(at_draw, {"draw": "accept"})

    ended = Match.objects.get()
    assert ended.status == Match.Status.OVER and ended.outcome["winners"] == []
    assert "No winner." in body(of_ben.get(at_table))


def test_a_phrase_is_said_at_the_table_and_heard_there(duel: Duel, of_ann: Client, of_ben: Client) -> None:
    match = duel()

    of_ann.post(at("play-say", match), {"phrase": "nice_move"})
    of_ann.post(at("play-say", match), {"phrase": "something free"})

    assert "Nice move</li>" in body(of_ben.get(at("play-table", match)))
    assert "something free" not in body(of_ben.get(at("play-table", match)))


def test_an_open_table_learns_of_a_phrase_and_nobody_else_does(duel: Duel, of_ann: Client, of_ben: Client) -> None:
    match, stranger = duel(), Client()
    stranger.force_login(Player.objects.create_user("cal"))
    version = at("watch-version", match)
    before = [client.get(version).json()["said"] for client in (of_ben, stranger, Client())]

    of_ann.post(at("play-say", match), {"phrase": "nice_move"})

    after = [client.get(version).json()["said"] for client in (of_ben, stranger, Client())]
    assert before == [0, 0, 0] and after[0] > 0 and after[1:] == [0, 0]
    assert f'data-newest-phrase="{after[0]}"' in body(of_ben.get(at("play-table", match)))


def test_bots_are_offered_no_draw(of_ann: Client) -> None:
    of_ann.post(reverse("play-now", args=["battle_line"]))

    assert at("play-draw", Match.objects.get()) not in body(of_ann.get(at("play", Match.objects.get())))


def test_both_clocks_stand_on_the_table(duel: Duel, of_ann: Client) -> None:
    match = duel(clock={"type": "fischer", "initial_seconds": 600, "increment_seconds": 5})

    shown = body(of_ann.get(at("play-table", match)))

    clocks = re.findall(r"<time( data-left=\"\d+\")?>([\d:]+)</time>", shown)
    assert len(clocks) == 2 and {text for _left, text in clocks} <= {"10:00", "9:59", "9:58"}
    assert sum(bool(left) for left, _text in clocks) == len(match.to_act)


def test_somebody_is_blocked_on_his_page_and_not_told(of_ann: Client, of_ben: Client, ann: Player, ben: Player) -> None:
    page, at_block = reverse("profile", args=[ben.public_id]), reverse("block", args=[ben.public_id])

    of_ann.post(at_block)

    assert "You have blocked this player" in body(of_ann.get(page))
    assert "You have blocked" not in body(of_ben.get(reverse("profile", args=[ann.public_id])))
    assert asked(of_ben, ann).status_code == 400
    of_ann.post(at_block, {"unblock": "yes"})
    assert asked(of_ben, ann).status_code == 302
    of_ann.post(reverse("block", args=[ann.public_id]))
    assert (
        Client().post(at_block).status_code == 302
        and Client(enforce_csrf_checks=True).post(at_block).status_code == 403
    )


@pytest.mark.parametrize(
    ("language", "initial", "increment", "expected"),
    [
        ("en", 60, 1, "1 minute each, plus 1 second per decision"),
        ("en", 90, 0, "1.5 minutes each, plus 0 seconds per decision"),
        ("en", 600, 5, "10 minutes each, plus 5 seconds per decision"),
        ("ja", 60, 1, "各1分、1手ごとに1秒追加"),
    ],
)
def test_a_clock_is_counted_in_words(language: str, initial: int, increment: int, expected: str) -> None:
    with translation.override(language):
        assert clock_text(Fischer(initial, increment)) == expected
