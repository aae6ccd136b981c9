"""5. Setup: leaders and first hands are chosen in secret, then everything is revealed, ordered and placed."""

from bisect import insort
from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

from rules.engine import Deck, Frame, Picked, Prompt, Question, Seat, Shuffled, Unchanging

from .actions import (
    ChooseHand,
    ChooseLeader,
    Deploy,
    Enqueue,
    Settle,
    deploying,
    enqueuing,
)
from .alliance import OrderChoice, own_side, set_order, side_of
from .battlefield import deploy
from .cells import CELL, FRONT
from .effects import ChoseHand, ChoseLeader, OfferedLeaders, Queued, RevealedLeader, Settled
from .kingdom import enter_kingdom, settle_choices
from .options import Options
from .prompts import (
    ChooseHandPrompt,
    ChooseLeaderPrompt,
    SetupBattlefieldPrompt,
    SetupKingdomPrompt,
    SetupQueuePrompt,
)
from .state import InvictusTable
from .turn import Turns

FIRST_HAND, ALLIANCE_FIRST_HAND = 3, 2
"""5.2 The number of soldiers in the first hand."""

OFFERED_LEADERS = 2
"""5.1 The number of leaders dealt to each seat from one box."""


def first_hand_size(options: Options) -> int:
    return ALLIANCE_FIRST_HAND if options.alliance else FIRST_HAND


def set_up(table: InvictusTable, decks: Sequence[Deck]) -> None:
    """5 The steps of the setup in order, then the game."""
    for realm, deck in zip(table.state.realms, decks, strict=True):
        cards: Counter[str] = Counter(deck["cards"])
        realm.deck = sorted(card for card in cards.elements() if card in table.cards.soldiers)
        realm.leader = next((card for card in cards if card in table.cards.leaders), None)

    leaders: list[Frame] = []
    if table.options.is_shared_set:
        _offer_leaders(table)
        leaders = [LeaderChoice()]
    table.begin(*leaders, HandChoice(), Reveal(), Placing(), Turns())


def _offer_leaders(table: InvictusTable) -> None:
    """5.1 Shuffle the leaders of the box and deal two to each seat. The fifth stays in the box."""
    edition = table.cards.cards[table.state.realms[0].deck[0]].edition
    box = table.chance.shuffle(table.cards.leaders_of(edition))
    table.tell(Shuffled(None, "leaders", tuple(box)))
    for seat, realm in enumerate(table.state.realms):
        realm.offer = sorted(box[seat * OFFERED_LEADERS :][:OFFERED_LEADERS])
        table.tell(OfferedLeaders(seat, tuple(realm.offer)))


class LeaderChoice(Unchanging, Question):
    """5.1 All seats choose one of their two leaders at the same time. A seat that has chosen no longer has an offer."""

    def proceed(self, table: InvictusTable) -> bool:
        waiting = bool(self.asks(table))
        if not waiting:
            table.end(self)
        return waiting

    def asks(self, table: InvictusTable) -> list[Seat]:
        return [seat for seat, realm in enumerate(table.state.realms) if realm.offer]

    def prompt(self, table: InvictusTable, seat: Seat) -> Prompt:
        return ChooseLeaderPrompt(seat)

    def choices(self, table: InvictusTable, seat: Seat) -> list[ChooseLeader]:
        return [ChooseLeader(card) for card in table.state.realms[seat].offer]

    def answer(self, table: InvictusTable, seat: Seat, action: ChooseLeader) -> None:
        realm = table.state.realms[seat]
        realm.leader, realm.offer = action.card, []
        table.tell(ChoseLeader(seat, action.card))


class HandChoice(Unchanging, Question):
    """5.2 All seats choose their first hand at the same time. A seat that has chosen has a hand."""

    def proceed(self, table: InvictusTable) -> bool:
        waiting = bool(self.asks(table))
        if not waiting:
            table.end(self)
        return waiting

    def asks(self, table: InvictusTable) -> list[Seat]:
        return [seat for seat, realm in enumerate(table.state.realms) if not realm.hand]

    def prompt(self, table: InvictusTable, seat: Seat) -> Prompt:
        return ChooseHandPrompt(seat, first_hand_size(table.options))

    def choices(self, table: InvictusTable, seat: Seat) -> list[ChooseHand]:
        """Every distinct multiset of soldiers from the seat's deck, each sorted."""
        copies = Counter(table.state.realms[seat].deck)
        hands = combinations_with_replacement(sorted(copies), first_hand_size(table.options))
        return [ChooseHand(hand) for hand in hands if Counter(hand) <= copies]

    def answer(self, table: InvictusTable, seat: Seat, action: ChooseHand) -> None:
        realm = table.state.realms[seat]
        for card in action.cards:
            realm.deck.remove(card)
        realm.hand = list(action.cards)
        table.tell(ChoseHand(seat, action.cards))


class Reveal(Unchanging):
    """5.3 Shuffle the decks and reveal the leaders. ジャンケン gives the first side. In the alliance 5.4 follows."""

    def proceed(self, table: InvictusTable) -> bool:
        table.end(self)
        state = table.state
        for seat, realm in enumerate(state.realms):
            realm.deck = table.chance.shuffle(realm.deck)
            table.tell(Shuffled(seat, "deck", tuple(realm.deck)))
        for seat, realm in enumerate(state.realms):
            assert realm.leader is not None
            insort(realm.hand, realm.leader)
            table.tell(RevealedLeader(seat, realm.leader))

        first = state.first_side = table.chance.below(2)
        table.tell(Picked("first_side", 2, first))
        if table.options.alliance:
            table.begin(OrderChoice(first))
        else:
            set_order(table, (first, 1 - first))
        return False


class Placing(Unchanging):
    """5.5 One prompt after another: battlefields, queues, kingdoms."""

    def proceed(self, table: InvictusTable) -> bool:
        table.end(self)
        table.begin(*placings(table.state.order))
        return False


def placings(order: tuple[Seat, ...]) -> list[Question]:
    """5.5 In the alliance A and B start the battlefields, C and D the queues. With two players A and B do both."""
    return [
        *(BattlefieldSetup(seat) for seat in order[:2]),
        *(QueueSetup(seat) for seat in order[-2:]),
        *(KingdomSetup(seat) for seat in order),
    ]


class BattlefieldSetup(Unchanging, Question):
    """5.5 Place any card of the hand active on any front cell of the side."""

    seat: Seat

    def prompt(self, table: InvictusTable, seat: Seat) -> Prompt:
        return SetupBattlefieldPrompt(seat)

    def choices(self, table: InvictusTable, seat: Seat) -> list[Deploy]:
        return [deploying(card)[cell] for card in dict.fromkeys(table.state.realms[seat].hand) for cell in FRONT]

    def answer(self, table: InvictusTable, seat: Seat, action: Deploy) -> None:
        table.end(self)
        table.state.realms[seat].hand.remove(action.card)
        deploy(table, seat, side_of(seat), "hand", action.card, CELL[action.cell])


class QueueSetup(Unchanging, Question):
    """5.5 Put any card of the hand in the queue. No support takes effect."""

    seat: Seat

    def prompt(self, table: InvictusTable, seat: Seat) -> Prompt:
        return SetupQueuePrompt(seat)

    def choices(self, table: InvictusTable, seat: Seat) -> list[Enqueue]:
        return [enqueuing(card) for card in dict.fromkeys(table.state.realms[seat].hand)]

    def answer(self, table: InvictusTable, seat: Seat, action: Enqueue) -> None:
        table.end(self)
        table.state.realms[seat].hand.remove(action.card)
        own_side(table, seat).queue.append(action.card)
        table.tell(Queued(side_of(seat), action.card, "hand", seat))


class KingdomSetup(Unchanging, Question):
    """5.5 Put a soldier of the hand in the seat's kingdom."""

    seat: Seat

    def prompt(self, table: InvictusTable, seat: Seat) -> Prompt:
        return SetupKingdomPrompt(seat)

    def choices(self, table: InvictusTable, seat: Seat) -> list[Settle]:
        return settle_choices(table, seat)

    def answer(self, table: InvictusTable, seat: Seat, action: Settle) -> None:
        table.end(self)
        table.state.realms[seat].hand.remove(action.card)
        table.tell(Settled(seat, action.card))
        enter_kingdom(table, seat, action.card)
