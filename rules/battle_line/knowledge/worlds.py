"""11.8 Worlds that fit everything a seat has seen."""

from typing import cast

from rules.engine import Chance, Frame, Ruleset, Seat, Table, View

from ..battlefield import BattleLineTable, take_stock
from ..cards import Cards
from ..scout import ScoutDraws, ScoutReturns
from ..setup import Rounds, new_state
from ..state import Flag, State
from ..turn import PHASES
from ..view import PHASE_NAMES, FlagView, Game
from .memory import Memory


def determinize(rules: Ruleset, view: View, seat: Seat, memory: Memory, chance: Chance) -> BattleLineTable:
    """A world that fits the seat's knowledge: public facts unchanged, the rest dealt at random."""
    cards, seen = cast(Cards, rules.cards), cast(Game, view.game)
    state = new_state(cards, view.options, ())
    _lay_out(state, seen)
    take_stock(state, cards)
    unplayed = _unplayed_tactics(state, cards) if view.options.tactics else []
    _deal_unknown(state, cards, seen, seat, memory, unplayed, chance)
    table: BattleLineTable = Table(rules, view.options, state, chance, outcome=view.outcome)
    table.begin(*_frames(view.options.claim_timing, seen))
    return table


def _lay_out(state: State, seen: Game) -> None:
    """Everything that is public."""
    state.turn, state.round = seen.turn, seen.round
    state.first_seat = seen.first_seat
    state.active_seat = seen.first_seat if seen.active_seat is None else seen.active_seat
    state.played, state.idle_turns = seen.played, seen.idle_turns
    state.flags = [_flag(flag) for flag in seen.flags]
    state.guile = [list(zone.cards or ()) for zone in seen.guile]
    state.removed = list(seen.removed.cards or ())
    state.tactics_played, state.leader_played = list(seen.tactics_played), list(seen.leader_played)
    state.points, state.rounds_won = list(seen.points), list(seen.rounds_won)
    state.results = list(seen.results)


def _flag(seen: FlagView) -> Flag:
    one, two = seen.sides
    sides = one.cards or (), two.cards or ()
    return Flag(seen.size, seen.owner, seen.fog, seen.mud, seen.first_complete, seen.claim, sides)


def _deal_unknown(
    state: State, cards: Cards, seen: Game, seat: Seat, memory: Memory, tactics: list[str], chance: Chance
) -> None:
    """Deal the opponent's hand and the decks. The number of cards of each kind in the hand is public (11.8.2)."""
    own = seen.hands[seat].cards or ()
    known = {*own, *memory.held, *memory.on_top["troop"], *memory.on_top["tactics"]}
    troops = [slug for slug, troop in cards.troops.items() if troop.bit & state.unseen]

    hand = list(memory.held)
    for name, unplayed, deck, count in (
        ("troop", troops, state.troop_deck, seen.troop_deck.count),
        ("tactics", tactics, state.tactics_deck, seen.tactics_deck.count),
    ):
        on_top = memory.on_top[name]
        pool = chance.shuffle([card for card in unplayed if card not in known])
        below = count - len(on_top)
        deck += [*on_top, *pool[:below]]
        hand += pool[below:]
    hand.sort()
    state.hands = [list(own), hand] if seat == 0 else [hand, list(own)]


def _unplayed_tactics(state: State, cards: Cards) -> list[str]:
    """The tactics cards not played this round."""
    played = {*state.removed, *state.guile[0], *state.guile[1]}
    for flag in state.flags:
        played |= {*flag.sides[0], *flag.sides[1]}
        for weather in cards.weather.values():
            if (flag.fog and weather.sum_only) or (flag.mud and weather.size is not None):
                played.add(weather.slug)
    return [card for card in cards.tactics if card not in played]


def _frames(claim_timing: str, seen: Game) -> list[Frame]:
    """The unfinished phases of the turn, then the remaining rounds, in the order of play."""
    if seen.active_seat is None:
        return []

    seat, scout = seen.active_seat, seen.scout
    phases = PHASES[claim_timing][seat]
    names = [PHASE_NAMES[type(phase)] for phase in phases]
    if scout is None:
        return [*phases[names.index(seen.phase) :], Rounds()]

    steps = (
        ScoutDraws(seat, scout.drawn) if seen.phase == "scout_draw" else ScoutReturns(seat, scout.drawn, scout.returned)
    )
    return [steps, *phases[names.index("play") + 1 :], Rounds()]
