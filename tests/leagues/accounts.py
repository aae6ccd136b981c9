"""Plays leagues with bot accounts in this process: they answer their calls and take the first legal action."""

from typing import Any

from leagues.models import Season
from leagues.services.calling import call_accounts
from matches.log.sql import load_match
from matches.models import Match, Seat
from matches.services.act import take_action
from matches.services.lobby import join_match
from matches.workers.bot_runner import play_bots
from players.models import BotAccount, Player
from rules.engine import legal_actions, seats_to_act
from tests.faults.checks import encoded

CLOCK = {"type": "per_decision", "seconds": 60}
ACCEPTS: dict[str, Any] = {
    "rulesets": [{"ruleset": "raid"}],
    "clocks": [{"type": "per_decision"}, {"type": "fischer"}],
    "at_once": 4,
    "from": ["people", "bots"],
}


def bot_account(name: str, **more: Any) -> Player:
    """A declared bot account with its own owner."""
    owner = Player.objects.create_user(f"owner-of-{name}")
    player = Player.objects.create_user(name)
    accepts = {**ACCEPTS, **more}
    BotAccount.objects.create(player=player, owner=owner, version="1.0", accepts=accepts, rulesets=" raid ")
    return player


def called(player: Player) -> list[Match]:
    """The matches whose call the account has not answered."""
    seats = Seat.objects.filter(player=player, kind=Seat.Kind.CALLED, match__status=Match.Status.LOBBY)
    return [seat.match for seat in seats.select_related("match").order_by("match__created_at")]


def answer_calls(*players: Player) -> int:
    answered = 0
    for player in players:
        for match in called(player):
            join_match(match_id=match.pk, player=player, entropy=f"of {player}")
            answered += 1
    return answered


def play_match(match: Match) -> None:
    """Play a match: accounts take the first legal action, and house bots play themselves."""
    while True:
        match.refresh_from_db()
        if match.status != Match.Status.PLAYING:
            return
        if play_bots(match.pk, sleep=lambda seconds: None):
            continue
        position = load_match(match.pk).position
        seat = seats_to_act(position.table)[0]
        player = Seat.objects.get(match=match, index=seat).player
        assert player is not None
        action = encoded(legal_actions(position.table, seat)[0])
        take_action(match_id=match.pk, player_id=player.pk, action=action, expected_version=position.seq)


def play_season(season: Season, *players: Player) -> Season:
    """Play a season until the accounts get no more calls."""
    while call_accounts() or called_matches(season):
        answer_calls(*players)
        for match in called_matches(season):
            play_match(match)
    season.refresh_from_db()
    return season


def called_matches(season: Season) -> list[Match]:
    live = Match.objects.filter(fixture__deal__season=season).exclude(status=Match.Status.OVER)
    return list(live.order_by("created_at"))


def entry_of(player: Player) -> dict[str, Any]:
    return {"name": player.username, "account": player.username}
