"""8. Supports: from the hand to the queue, through the windows, into effect."""

from rules.engine import Pass, Prompt, Question, Seat, Unchanging

from .abilities import DEEDS, NEEDS
from .actions import PASS, UseSupport
from .alliance import answerer, own_side, side_of
from .cards import Timing
from .effects import Negated, Supported
from .prompts import BlockPrompt, NegatePrompt
from .resolutions import in_use
from .state import InvictusTable, SupportInUse, has_room


def support_choices(table: InvictusTable, seat: Seat, timing: Timing) -> list[UseSupport]:
    """8.1, 8.2 The supports in hand with this timing, if the queue has room and their needs are met."""
    if not has_room(table, side_of(seat)):
        return []
    usable = table.cards.usable[timing]
    choices = []
    for card in dict.fromkeys(table.state.realms[seat].hand):
        for ability, action in usable[card]:
            needs = NEEDS.get(type(ability))
            if needs is None or needs(table, seat, ability):
                choices.append(action)
    return choices


def use_support(table: InvictusTable, seat: Seat, action: UseSupport) -> None:
    """8.3 A `main` or `block` support joins the queue. It takes effect unless it is negated."""
    queue_support(table, seat, action)
    table.begin(NegateWindow(answerer(table, seat)), PendingSupport())


def queue_support(table: InvictusTable, seat: Seat, action: UseSupport) -> None:
    """8.1 Using a support moves the card from the hand to the tail of the user's queue."""
    table.state.realms[seat].hand.remove(action.card)
    own_side(table, seat).queue.append(action.card)
    table.state.support = SupportInUse(seat, action.card, action.support)
    table.tell(Supported(seat, action.card, action.support))


def take_effect(table: InvictusTable) -> None:
    """8.3 Immediately, or after the choice that the support leaves to its user."""
    support = in_use(table)
    ability = table.cards.supports[support.support].effect
    choice = DEEDS[type(ability)](table, support.seat, ability)
    if choice is None:
        table.state.support = None
    else:
        table.begin(choice)


def can_answer(table: InvictusTable, seat: Seat) -> bool:
    """8.8 Windows open on public facts alone: a card in hand, and room in the queue (R10)."""
    return bool(table.state.realms[seat].hand) and has_room(table, side_of(seat))


class PendingSupport(Unchanging):
    """8.3 A queued support takes effect unless it was negated, and so is no longer in progress."""

    def proceed(self, table: InvictusTable) -> bool:
        table.end(self)
        if table.state.support is not None:
            take_effect(table)
        return False


class BlockWindow(Unchanging, Question):
    """8.6 The reaction seat may block the attack. After a negated block it may try another one."""

    seat: Seat

    def proceed(self, table: InvictusTable) -> bool:
        wanted = table.state.attack is not None and can_answer(table, self.seat)
        if not wanted:
            table.end(self)
        return wanted

    def prompt(self, table: InvictusTable, seat: Seat) -> Prompt:
        return BlockPrompt(seat)

    def choices(self, table: InvictusTable, seat: Seat) -> list[UseSupport | Pass]:
        return [PASS, *support_choices(table, seat, "block")]

    def answer(self, table: InvictusTable, seat: Seat, action: UseSupport | Pass) -> None:
        if isinstance(action, Pass):
            table.end(self)
        else:
            use_support(table, seat, action)


class NegateWindow(Unchanging, Question):
    """8.7 The other seat may negate the support. A negation cannot itself be negated (8.3)."""

    seat: Seat

    def proceed(self, table: InvictusTable) -> bool:
        wanted = can_answer(table, self.seat)
        if not wanted:
            table.end(self)
        return wanted

    def prompt(self, table: InvictusTable, seat: Seat) -> Prompt:
        return NegatePrompt(seat)

    def choices(self, table: InvictusTable, seat: Seat) -> list[UseSupport | Pass]:
        return [PASS, *support_choices(table, seat, "negate")]

    def answer(self, table: InvictusTable, seat: Seat, action: UseSupport | Pass) -> None:
        table.end(self)
        if isinstance(action, Pass):
            return
        failed = in_use(table)
        queue_support(table, seat, action)
        table.tell(Negated(failed.seat, failed.support))
        take_effect(table)
