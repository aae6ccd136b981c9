"""15.7 Worlds that fit everything a seat has seen, made from its view and memory alone, for bots."""

from collections import Counter
from collections.abc import Sequence
from itertools import dropwhile
from typing import Any

from rules.engine import Chance, Frame, Prompt, Question, Ruleset, Seat, Table, View

from ..alliance import OrderChoice
from ..cards import Block, Negate
from ..cells import CELLS
from ..combat import Assault
from ..decks import copy_limit, soldier_count
from ..diversion import Diversion
from ..prompts import (
    BlockPrompt,
    ChooseHandPrompt,
    ChooseLeaderPrompt,
    ChooseOrderPrompt,
    DiversionPrompt,
    ForcedSettlementPrompt,
    MainPrompt,
    NegatePrompt,
    ResolveSupportPrompt,
    SetupBattlefieldPrompt,
    SetupKingdomPrompt,
    SetupQueuePrompt,
)
from ..resolutions import RESOLUTIONS
from ..setup import (
    BattlefieldSetup,
    HandChoice,
    KingdomSetup,
    LeaderChoice,
    Placing,
    QueueSetup,
    Reveal,
    placings,
)
from ..state import InvictusTable, Realm, Side, State
from ..supports import BlockWindow, NegateWindow, PendingSupport
from ..turn import ForcedSettlement, MainPhase, Turns
from ..view import Game, RealmView, SideView, is_revealed
from .lists import home_edition, pick, possible_kinds, possible_leaders
from .memory import Memory

PLACINGS: dict[type[Prompt], type[Question]] = {
    SetupBattlefieldPrompt: BattlefieldSetup,
    SetupQueuePrompt: QueueSetup,
    SetupKingdomPrompt: KingdomSetup,
}


def determinize(rules: Ruleset, view: View, seat: Seat, memory: Memory, chance: Chance) -> Table[Any, Any]:
    """Visible things are copied. Hidden things are dealt from what is possible."""
    table: InvictusTable = Table(rules, view.options, _open_state(view), chance, outcome=view.outcome)
    for other, visible in enumerate(view.game.seats):
        if other == seat:
            _take_own(table, visible, memory, chance)
        elif is_revealed(table):
            _deal_pool(table, other, visible, memory, chance)
        else:
            _deal_list(table, other, visible, memory, chance)
    if view.prompts:
        table.frames = _frames(table, view.prompts[0])
    return table


# What is visible


def _open_state(view: View) -> State:
    game: Game = view.game
    facing = tuple(realm.facing for realm in game.seats if realm.facing is not None)
    return State(
        turn=view.turn,
        sides=[_side(side) for side in game.sides],
        realms=[Realm(realm.leader, [], [], [], list(realm.kingdom.cards or ())) for realm in game.seats],
        facing=facing,
        order=game.order or (),
        first_side=game.first_side,
        phase=game.phase,
        active=game.active or 0,
        reaction=game.reaction or 0,
        attacked=game.flags.attacked,
        marched=game.flags.marched,
        settled=game.flags.settled,
        boost=game.bonus.all,
        charge=game.bonus.charge,
        unbound=game.bonus.unbound,
        attack=game.attack,
        support=game.support,
    )


def _side(side: SideView) -> Side:
    cells = [side.battlefield[cell] for cell in CELLS]
    return Side(cells, list(side.queue.cards or ()), list(side.graveyard.cards or ()))


# What is hidden


def _take_own(table: InvictusTable, visible: RealmView, memory: Memory, chance: Chance) -> None:
    """15.7.2 The seat's own hand and offer are visible. Its own deck is in any order once it has been shuffled."""
    realm = table.state.realms[memory.seat]
    realm.hand, realm.offer = list(visible.hand.cards or ()), list(visible.leader_offer.cards or ())
    soldiers = table.cards.soldiers
    deck = [card for card, copies in memory.deck.items() if card in soldiers for _ in range(copies)]
    realm.deck = chance.shuffle(deck) if is_revealed(table) else sorted(deck)


def _deal_pool(table: InvictusTable, other: Seat, visible: RealmView, memory: Memory, chance: Chance) -> None:
    """15.7.3, 15.7.4 Known cards stay in the hand. The rest of hand and deck are free cards of the list."""
    realm, known = table.state.realms[other], memory.known[other]
    hand = list(Counter(known.hand).elements())
    unknown = visible.hand.count - len(hand)
    assert visible.leader is not None
    edition = table.cards.cards[visible.leader].edition

    free = _likely_soldiers(table, edition, known.seen, unknown + visible.deck.count, chance)
    realm.hand = sorted(hand + free[:unknown])
    realm.deck = free[unknown:]


def _deal_list(table: InvictusTable, other: Seat, visible: RealmView, memory: Memory, chance: Chance) -> None:
    """15.7.5, 15.7.6 Before the reveal nothing is known of a seat except whether it has chosen."""
    cards, realm = table.cards, table.state.realms[other]
    own_soldier = next(card for card in memory.deck if card in cards.soldiers)
    edition = home_edition(cards, table.options, own_soldier)
    leaders = [leader for leader in possible_leaders(cards, edition) if leader not in memory.offered]
    if visible.leader_offer.count:
        realm.offer = sorted(chance.shuffle(leaders)[: visible.leader_offer.count])
    else:
        realm.leader = pick(leaders, chance)
        edition = cards.cards[realm.leader].edition
    assert edition is not None

    soldiers = _likely_soldiers(table, edition, {}, soldier_count(table.options), chance)
    chosen = visible.hand.count
    realm.hand, realm.deck = sorted(soldiers[:chosen]), sorted(soldiers[chosen:])


def _likely_soldiers(table: InvictusTable, edition: str, seen: dict[str, int], count: int, chance: Chance) -> list[str]:
    """Random soldiers that make a legal list together with those seen. All kinds have equal shares."""
    cards, options = table.cards, table.options
    kinds = possible_kinds(cards, options, edition, seen, chance)
    share = soldier_count(options) // len(kinds)
    likely = chance.shuffle(kind for kind in kinds for _ in range(share - seen.get(kind, 0)))
    if len(likely) >= count:
        return likely[:count]
    beyond = (kind for kind in kinds for _ in range(copy_limit(cards, options, kind) - max(share, seen.get(kind, 0))))
    return chance.shuffle(likely + chance.shuffle(beyond)[: count - len(likely)])


# What is unfinished


def _frames(table: InvictusTable, prompt: Prompt) -> list[Frame]:
    """The frames that lead to a prompt, derived from the prompt and the attack or support in progress."""
    seat = prompt.seat
    match prompt:
        case ChooseLeaderPrompt():
            return [Turns(), Placing(), Reveal(), HandChoice(), LeaderChoice()]
        case ChooseHandPrompt():
            return [Turns(), Placing(), Reveal(), HandChoice()]
        case ChooseOrderPrompt():
            return [Turns(), Placing(), OrderChoice(seat, prompt.first)]
        case SetupBattlefieldPrompt() | SetupQueuePrompt() | SetupKingdomPrompt():
            return [Turns(), *_placings_from(table.state.order, PLACINGS[type(prompt)], seat)]
        case ForcedSettlementPrompt():
            return [Turns(), ForcedSettlement(seat)]
    return [Turns(), MainPhase(table.state.active), *_under_way(table, prompt)]


def _placings_from(order: Sequence[Seat], kind: type[Question], seat: Seat) -> list[Question]:
    """5.5 The placings still to come, the current one on top."""
    to_come = dropwhile(
        lambda placing: (type(placing), placing.seat) != (kind, seat),  # type: ignore[attr-defined]
        placings(tuple(order)),
    )
    return list(to_come)[::-1]


def _under_way(table: InvictusTable, prompt: Prompt) -> list[Frame]:
    """The frames on top of the main phase."""
    state, seat = table.state, prompt.seat
    windows: list[Frame] = [Assault(state.active), BlockWindow(state.reaction)]
    attack = windows if state.attack is not None else []
    match prompt:
        case MainPrompt():
            return []
        case BlockPrompt():
            return attack
        case NegatePrompt():
            return [*attack, PendingSupport(), NegateWindow(seat)]
        case DiversionPrompt():
            return [Diversion(seat, prompt.remaining)]
        case ResolveSupportPrompt():
            ability = table.cards.supports[prompt.support].effect
            if isinstance(ability, Block):  # It has ended the attack, whose windows close after it.
                attack = windows
            negated = [PendingSupport()] if isinstance(ability, Negate) else []
            return [*attack, *negated, RESOLUTIONS[type(ability)](seat)]
    raise AssertionError(prompt)
