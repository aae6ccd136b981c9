"""9 Tactics cards: when they may be played; the morale and weather cards."""

from msgspec.structs import replace

from rules.engine import Seat

from .actions import Play
from .battlefield import BattleLineTable, check_broken, other, place, revalue
from .guile import GUILE
from .plays import Row


def tactics_plays(table: BattleLineTable, seat: Seat, card: str) -> Row:
    """9.1, 9.3 What a tactics card can do now. Plays that can't be carried out in full are not legal (R16)."""
    state, cards = table.state, table.cards
    if state.tactics_played[seat] > state.tactics_played[other(seat)]:
        return ()

    if card in cards.morale:
        locked = cards.morale[card].leader and state.leader_played[seat]  # 9.2
        return () if locked else cards.plays.on(state.open_slots[seat])[card]
    if card in cards.weather:
        return cards.plays.on(state.unclaimed)[card]
    return GUILE[card].plays(table, seat)


def play_tactics(table: BattleLineTable, seat: Seat, play: Play) -> None:
    """9.1 Every tactics card counts as played, whatever happens to it later (R27)."""
    card, flag = play.card, play.flag
    table.state.tactics_played[seat] += 1

    if not isinstance(flag, int):
        table.state.guile[seat].append(card)  # 9.10
        GUILE[card].carry_out(table, seat, play)
    elif card in table.cards.weather:
        set_weather(table, flag, card)
    else:
        place_morale(table, seat, flag, card)


def place_morale(table: BattleLineTable, seat: Seat, flag: int, card: str) -> None:
    """9.4 Placed like a troop card. A leader counts as used from this moment (9.2, R26)."""
    if table.cards.morale[card].leader:
        table.state.leader_played[seat] = True
    place(table, seat, flag, card)


def set_weather(table: BattleLineTable, where: int, card: str) -> None:
    """9.5 Mud changes the size and breaks complete sides. Fog changes the values of sides."""
    flags = table.state.flags
    weather = table.cards.weather[card]
    if weather.size is not None:
        flags[where] = replace(flags[where], mud=True, size=weather.size)
        check_broken(table, where)
    if weather.sum_only:
        flags[where] = replace(flags[where], fog=True)
        revalue(table, where)
