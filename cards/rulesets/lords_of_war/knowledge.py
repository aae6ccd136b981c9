"""13.7 What a seat cannot know: exchanged at random for the laws (`redeal`), made up for bots (`imagine`)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from cards.engine import Chance, Frame, Ruleset, Seat, Table, View, left_of
from cards.rulesets.lords_of_war import teams
from cards.rulesets.lords_of_war.berserkers import BerserkMove
from cards.rulesets.lords_of_war.board import place_of
from cards.rulesets.lords_of_war.cards import GENERAL, MERCENARY, Card, Cards
from cards.rulesets.lords_of_war.deployment import ChooseCard, Deployment
from cards.rulesets.lords_of_war.elimination import Check, Elimination
from cards.rulesets.lords_of_war.generals import FallenGenerals
from cards.rulesets.lords_of_war.memory import Memory
from cards.rulesets.lords_of_war.options import Options
from cards.rulesets.lords_of_war.ranged import Fire
from cards.rulesets.lords_of_war.reinforcement import Reinforcement, recallable
from cards.rulesets.lords_of_war.setup import Challenge
from cards.rulesets.lords_of_war.state import BerserkerToMove, FallenGeneral, LordsTable, Shot, State, Unit
from cards.rulesets.lords_of_war.turn import Battle
from cards.rulesets.lords_of_war.view import Game


def redeal(table: LordsTable, seat: Seat, chance: Chance) -> None:
    """13.7.2 For each deck one pool: what is left of it, and what others hold of it."""
    for brought in _decks_brought(table.options):
        _redeal_pool(table, seat, brought, chance)


def _redeal_pool(table: LordsTable, viewer: Seat, brought: Seat, chance: Chance) -> None:
    state, cards = table.state, table.cards
    hands = _hands_fed(table.options, viewer, brought)
    held = {seat: _held_openly(table, seat) for seat in hands}
    free = list(state.decks[brought])
    for seat in hands:
        free += (Counter(state.hands[seat]) - Counter(held[seat])).elements()

    if table.options.army_rule != "core" and viewer != brought:
        army = state.armies[brought]
        seen = [unit.card for unit in state.units.values() if unit.seat == brought]
        for seat in hands:
            held[seat] = _exchange_general(table, seat, held[seat], chance)
            seen += held[seat]
        free = of_army(cards, army, [cards.by_slug[slug].rank for slug in free], seen, chance)

    free = chance.shuffle(free)
    for seat in hands:
        missing = len(state.hands[seat]) - len(held[seat])
        state.hands[seat] = held[seat] + free[:missing]
        del free[:missing]
    state.decks[brought] = free


def _held_openly(table: LordsTable, seat: Seat) -> list[str]:
    """13.7.3 What needs no memory: the general stays where he was set aside, the chosen card is public."""
    state = table.state
    held = [slug for slug in state.hands[seat] if table.cards.by_slug[slug].rank == GENERAL]
    chosen = state.chosen_card
    if seat == state.active_seat and chosen in state.hands[seat] and chosen not in held:
        held.append(chosen)
    return held


def _exchange_general(table: LordsTable, seat: Seat, held: list[str], chance: Chance) -> list[str]:
    """13.7.5 Any other general, unless it is the chosen card, or lay open from the start (5.2)."""
    army, by_slug = table.state.armies[seat], table.cards.by_slug
    if table.options.mode == "three_player" and seat != 0:
        return held
    return [
        slug
        if slug == table.state.chosen_card or by_slug[slug].rank != GENERAL
        else _pick(_of_rank(table.cards, army, GENERAL), chance).slug
        for slug in held
    ]


def determinize(rules: Ruleset, view: View, seat: Seat, memory: Memory, chance: Chance) -> Table[Any, Any]:
    """A table that looks to the seat like the real one; what it cannot know is drawn at random.

    Secret deck lists (13.7.5) are drawn rank by rank: any card of the army, alike likely.
    """
    game: Game = view.game
    hands = [list(memory.known[s]) for s in range(len(game.seats))]
    hands[seat] = list(game.seats[seat].hand.cards or ())
    decks: list[list[str]] = [[] for _ in hands]
    for other, hidden in enumerate(memory.hidden_generals):
        if hidden:
            hands[other].append(_general(rules.cards, view.options, game.seats[other].army, chance))
    for brought in _decks_brought(view.options):
        pool = chance.shuffle(_unseen(rules.cards, view, seat, memory, brought, hands, chance))
        for other in _hands_fed(view.options, seat, brought):
            missing = game.seats[other].hand.count - len(hands[other])
            hands[other] += _deal(rules.cards, pool, missing, memory.no_support[other])
        decks[brought] = pool
    table: LordsTable = Table(rules, view.options, _state(game, view.turn, hands, decks), chance)
    table.begin(*_frames(table, game))
    return table


def _unseen(
    cards: Cards, view: View, seat: Seat, memory: Memory, brought: Seat, hands: list[list[str]], chance: Chance
) -> list[str]:
    """The cards of a deck that nobody has shown to the seat."""
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
    """The top cards of the pool, some of which are certainly no support units (13.7.4)."""
    plain: list[str] = []
    if no_support:
        plain = [slug for slug in pool if not cards.by_slug[slug].support][: min(no_support, count)]
        for slug in plain:
            pool.remove(slug)
    rest = pool[: count - len(plain)]
    del pool[: count - len(plain)]
    return plain + rest


def _state(game: Game, turn: int, hands: list[list[str]], decks: list[list[str]]) -> State:
    """All the rest is public (13.7.6)."""
    return State(
        turn=turn,
        hands=hands,
        decks=decks,
        armies=[shown.army for shown in game.seats],
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
    """The open question, and what is left to be played after it."""
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


# Decks and armies


def _decks_brought(options: Options) -> Sequence[Seat]:
    return teams.DECKS_BROUGHT[options.mode]


def _hands_fed(options: Options, viewer: Seat, brought: Seat) -> list[Seat]:
    """The hands of others that draw from the deck."""
    fed = teams.DECK_SEATS[options.mode]
    return [seat for seat, deck in enumerate(fed) if deck == brought and seat != viewer]


def of_army(cards: Cards, army: str, ranks: Sequence[str], seen: Iterable[str], chance: Chance) -> list[str]:
    """13.7.5 A card for each rank, of the army; mercenaries are of two at least, the seen ones included.

    Where no place can take a card of a second army, that card lies among those no longer at hand.
    """
    drawn = [_pick(_of_rank(cards, army, rank), chance) for rank in ranks]
    armies = {cards.by_slug[slug].army for slug in seen} | {card.army for card in drawn}
    if army == MERCENARY and len(armies) < 2:
        for place, card in enumerate(drawn):
            strangers = [other for other in cards.by_rank[card.rank] if other.army not in armies]
            if strangers:
                drawn[place] = _pick(strangers, chance)
                break
    return [card.slug for card in drawn]


@lru_cache(maxsize=256)
def _of_rank(cards: Cards, army: str, rank: str) -> Sequence[Card]:
    return [card for card in cards.by_rank[rank] if army in (card.army, MERCENARY)]


def _general(cards: Cards, options: Options, army: str, chance: Chance) -> str:
    if options.army_rule == "core":
        return next(slug for slug in cards.core_decks[army] if cards.by_slug[slug].rank == GENERAL)
    return _pick(_of_rank(cards, army, GENERAL), chance).slug


def _pick(cards: Sequence[Card], chance: Chance) -> Card:
    return cards[chance.below(len(cards))]
