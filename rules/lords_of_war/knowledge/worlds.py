"""13.7 Worlds that fit everything a seat has seen."""

from collections import Counter
from typing import Any

from rules.engine import Chance, Frame, Ruleset, Seat, Table, View, left_of

from .. import teams
from ..berserkers import BerserkMove
from ..cards import GENERAL, Cards
from ..deployment import ChooseCard, Deployment
from ..elimination import Check, Elimination
from ..field import field_of
from ..generals import FallenGenerals
from ..ranged import Fire
from ..reinforcement import Reinforcement, recallable
from ..setup import Challenge
from ..squares import place_of
from ..state import BerserkerToMove, FallenGeneral, LordsTable, Shot, State, Unit
from ..turn import Battle
from ..view import Game
from .armies import decks_brought, general_of, hands_fed, of_army
from .memory import Memory


def determinize(rules: Ruleset, view: View, seat: Seat, memory: Memory, chance: Chance) -> Table[Any, Any]:
    """A table that looks to the seat like the real one. Whatever the seat can't know is drawn at random.

    Secret deck lists (13.7.5) are drawn rank by rank, with equal chances for all cards of the army.
    """
    game: Game = view.game
    hands = [list(memory.known[s]) for s in range(len(game.seats))]
    hands[seat] = list(game.seats[seat].hand.cards or ())
    decks: list[list[str]] = [[] for _ in hands]
    for other, hidden in enumerate(memory.hidden_generals):
        if hidden:
            hands[other].append(general_of(rules.cards, view.options, game.seats[other].army, chance))
    for brought in decks_brought(view.options):
        pool = chance.shuffle(_unseen(rules.cards, view, seat, memory, brought, hands, chance))
        for other in hands_fed(view.options, seat, brought):
            missing = game.seats[other].hand.count - len(hands[other])
            hands[other] += _deal(rules.cards, pool, missing, memory.no_support[other])
        decks[brought] = pool
    table: LordsTable = Table(rules, view.options, _state(game, view.turn, hands, decks), chance)
    table.begin(*_frames(table, game))
    field_of(table)  # Built once for all copies of this world.
    return table


def _unseen(
    cards: Cards, view: View, seat: Seat, memory: Memory, brought: Seat, hands: list[list[str]], chance: Chance
) -> list[str]:
    """The cards of a deck that the seat has not seen."""
    army, seen = view.game.seats[brought].army, memory.seen[brought]
    if view.options.army_rule == "core" or brought == seat:
        listed = memory.deck if brought == seat else cards.core_decks[army]
        in_deck = {slug: copies for slug, copies in listed.items() if cards.by_slug[slug].rank != GENERAL}
        return left_of(in_deck, seen)

    ranks = Counter(cards.rank_counts) - Counter(cards.by_slug[slug].rank for slug in seen)
    free = [rank for rank in ranks.elements() if rank != GENERAL]
    generals = [slug for slug in hands[brought] if cards.by_slug[slug].rank == GENERAL]
    return of_army(cards, army, free, [*seen, *generals], chance)


def _deal(cards: Cards, pool: list[str], count: int, no_support: int) -> list[str]:
    """The top cards of the pool, some of which are certainly not support units (13.7.4)."""
    plain: list[str] = []
    if no_support:
        plain = [slug for slug in pool if not cards.by_slug[slug].support][: min(no_support, count)]
        for slug in plain:
            pool.remove(slug)
    rest = pool[: count - len(plain)]
    del pool[: count - len(plain)]
    return plain + rest


def _state(game: Game, turn: int, hands: list[list[str]], decks: list[list[str]]) -> State:
    """Everything else is public (13.7.6)."""
    return State(
        turn=turn,
        hands=hands,
        decks=decks,
        armies=[visible.army for visible in game.seats],
        reserve=list(game.teams[1].reserve.cards or ()),
        units={
            place_of(u.square): Unit(u.card, u.seat, u.team, u.facing, u.deployed_this_turn, u.eliminated_this_turn)
            for u in game.units
        },
        trophies=[list(team.trophies.cards or ()) for team in game.teams],
        commander_kills=[team.commander_kills for team in game.teams],
        turn_order=list(game.turn_order),
        turn_position=game.turn_position,
        active_seat=game.active_seat,
        extra_turn=game.extra_turn,
        next_extra_seat=game.next_extra_seat,
        quiet_turns=game.quiet_turns,
        chosen_card=game.chosen_card,
        shots=[Shot(place_of(shot.square), place_of(shot.target), shot.strength) for shot in game.shots],
        pending_fire=[place_of(square) for square in game.pending_fire],
        pending_moves=[
            BerserkerToMove(place_of(move.square), tuple(map(place_of, move.squares))) for move in game.pending_moves
        ],
        fallen_generals=[FallenGeneral(fallen.team, fallen.by) for fallen in game.fallen_generals],
        elimination_this_turn=game.elimination_this_turn,
        reinforcement_barred=game.reinforcement_barred,
    )


def _frames(table: LordsTable, game: Game) -> list[Frame]:
    """The frame of the open prompt, and the frames to be played after it."""
    match game.phase:
        case "challenge":
            options = table.options
            players = teams.players(options, game.turn_order[0])[: teams.CHALLENGERS[options.mode]]
            left = players[players.index(game.active_seat) :]
            return [*(Challenge(seat) for seat in left), Battle()]
        case "choose_card":
            return [ChooseCard(), Elimination(), Reinforcement(), Battle()]
        case "deploy":
            return [Deployment(), Elimination(), Reinforcement(), Battle()]
        case "fire":
            return [Fire(), Check(with_shots=True), FallenGenerals(), Reinforcement(), Battle()]
        case "berserk":
            return [BerserkMove(), Check(with_shots=False), FallenGenerals(), Reinforcement(), Battle()]
        case "reinforce":
            return [Reinforcement(tuple(recallable(table, game.active_seat))), Battle()]
    raise ValueError(f"nobody is asked in phase {game.phase!r}")
