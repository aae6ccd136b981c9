"""11.5 The cards that an effect selects: by reference, all of them, or chosen one by one."""

from typing import Any, cast

from msgspec import UNSET

from ..actions import DONE, Choose
from ..cards import CHOOSE_TARGET
from ..field import place_of
from ..identity import respoken
from ..modifiers import CURRENT, cannot
from ..places import INDEX, SEATS, ZONE_PLACES
from ..prompts import ChoosePrompt
from ..state import Ask, InvadersTable, Rule, Source
from ..text import clause_of
from .objects import Object, find, hand_object, in_hand
from .vocabulary import Selecting, Selector


def references(table: InvadersTable, pick: str, source: Source) -> list[Object]:
    """The card that a word refers to, if any."""
    state = table.state
    if pick == "self":
        return [source.this] if find(table, source.this) else []
    if pick == "event":
        found = find(table, source.event)
        return [source.event] if found and found.zone != "destroyed" else []
    battle = state.battle
    if battle is None:
        return []
    named = {"attacker": battle.attacker, "defender": battle.target}
    if pick == "opposing":
        pair = {battle.attacker: battle.target, battle.target: battle.attacker}
        named["opposing"] = pair.get(source.this, 0) if place_of(table, source.this) is not None else 0
    return [named[pick]] if place_of(table, named[pick]) is not None else []


def everything(table: InvadersTable, source: Source, select: Selector) -> list[Object]:
    """All cards that a selector allows, the turn player's first."""
    state = table.state
    found: list[Object] = []
    for seat in (state.turn_player, 1 - state.turn_player):
        if select.side == "any" or (select.side == "own") == (seat == source.seat):
            found += _everything_of(table, source, select, seat)
    return found


def _everything_of(table: InvadersTable, source: Source, select: Selector, seat: int) -> list[Object]:
    given = select.filter
    own = table.state.seats[seat]
    if select.zone == "hand":
        fits = None if given is UNSET else lambda slug: CURRENT.matches_slug(table, given, source, slug)
        return [in_hand(seat, slug) for slug in table.cards.held(table, seat, fits)]
    if select.zone == "grave":
        return [c.id for c in own.grave if given is UNSET or CURRENT.matches_slug(table, given, source, c.card, c.id)]
    assert select.zone is not UNSET
    board = table.state.board
    return [
        card.id
        for place in ZONE_PLACES[select.zone]
        if (card := board[place]) is not None
        and card.seat == seat
        and (given is UNSET or CURRENT.matches_on_field(table, given, source, place, card))
    ]


def candidates(table: InvadersTable, source: Source, select: Selector, chosen: list[Object]) -> list[Object]:
    """The remaining candidates once `chosen` are selected. In a hand every copy counts."""
    found = everything(table, source, select)
    for thing in chosen:
        if thing in found:
            found.remove(thing)
    if select.zone != "units" or not found:
        return found
    return [thing for thing in found if _may_be_chosen(table, source, thing)]


def _may_be_chosen(table: InvadersTable, source: Source, thing: Object) -> bool:
    """11.5 An enemy effect can't choose a unit that cannot be chosen."""
    place = place_of(table, thing) if isinstance(thing, int) else None
    card = None if place is None else table.state.board[place]
    if place is None or card is None or card.seat == source.seat:
        return True
    return not cannot(table, place, card, "be_chosen")


def left_in_hand(table: InvadersTable, source: Source, select: Selector, chosen: list[Object]) -> int:
    """The number of unchosen cards in the hand. It ignores the filter, as the opponent knows only this number."""
    seat = _owner(source, select)
    gone = sum(1 for thing in chosen if isinstance(thing, str) and hand_object(thing)[0] == seat)
    return len(table.state.seats[seat].hand) - gone


def _owner(source: Source, select: Selector) -> int:
    return source.seat if select.side == "own" else 1 - source.seat


def chooser(source: Source, select: Selector) -> int:
    """For a hand its owner, otherwise the seat that the effect names."""
    if select.zone == "hand":
        return _owner(source, select)
    return source.seat if select.chooser == "own" else 1 - source.seat


def select_at_once(table: InvadersTable, source: Source, select: Selector) -> list[Object] | None:
    """The objects of a reference or of `all`; None if a seat has to choose them."""
    if select.pick == "all":
        return everything(table, source, select)
    return None if select.pick == "choose" else references(table, select.pick, source)


class Choosing(Ask):
    """11.5 Choose cards one by one. `taken`: cards that earlier parts of an all-or-nothing effect have selected."""

    source: Source
    number: int
    chosen: list[Object]
    taken: list[Object]

    def clone(self) -> "Choosing":
        return Choosing(self.source, self.number, self.chosen[:], self.taken[:])

    def relabel(self, new: dict[int, int]) -> None:
        self.source = respoken(self.source, new)
        self.chosen, self.taken = relabelled_objects(self.chosen, new), relabelled_objects(self.taken, new)

    def proceed(self, table: InvadersTable) -> bool:
        select = self._select(table)
        if len(self.chosen) < select.count:
            if select.zone == "hand":
                if left_in_hand(table, self.source, select, self.chosen + self.taken):
                    return True
            elif self._candidates(table):
                return True
        return self._conclude(table)

    def _conclude(self, table: InvadersTable) -> bool:
        table.end(self)
        cast(Rule, table.frames[-1]).selected(table, self.chosen)
        return False

    def asks(self, table: InvadersTable) -> tuple[int]:
        return (chooser(self.source, self._select(table)),)

    def choices(self, table: InvadersTable, seat: int) -> list[Any]:
        select = self._select(table)
        things = self._candidates(table)
        actions = [] if things and not select.up_to else [DONE]
        if select.zone in ("hand", "grave"):
            return [*_by_slug(table, things), *actions]
        places = (place_of(table, thing) for thing in things if isinstance(thing, int))
        return [*(CHOOSE_TARGET[place] for place in places if place is not None), *actions]

    def answer(self, table: InvadersTable, seat: int, action: Any) -> None:
        if action == DONE:
            self._conclude(table)
        elif action.zone == "hand":
            self.chosen.append(in_hand(action.seat, action.card))
        elif action.zone == "grave":
            self.chosen.append(_oldest(table, action, self._candidates(table)))
        else:
            card = table.state.board[INDEX[action.target]]
            assert card is not None
            self.chosen.append(card.id)

    def prompt(self, table: InvadersTable, seat: int) -> ChoosePrompt:
        select, source = self._select(table), self.source
        operation: Any = clause_of(table, source, self.number)
        remaining = select.count - len(self.chosen)
        return ChoosePrompt(seat, source.card, source.ability, source.part, operation.op, remaining)

    def _select(self, table: InvadersTable) -> Selector:
        operation: Any = clause_of(table, self.source, self.number)
        assert isinstance(operation, Selecting)
        return operation.select

    def _candidates(self, table: InvadersTable) -> list[Object]:
        return candidates(table, self.source, self._select(table), self.chosen + self.taken)


def _by_slug(table: InvadersTable, things: list[Object]) -> list[Choose]:
    """The actions that choose these cards of a hand or a grave, one for equal cards."""
    graves = {card.id: (seat, card.card) for seat in SEATS for card in table.state.seats[seat].grave}
    named = dict.fromkeys(
        ("hand", *hand_object(thing)) if isinstance(thing, str) else ("grave", *graves[thing]) for thing in things
    )
    return [Choose(zone=zone, seat=seat, card=slug) for zone, seat, slug in named]  # type: ignore[arg-type]


def _oldest(table: InvadersTable, action: Choose, things: list[Object]) -> int:
    """The card that an action chooses from a grave: of equal cards, the oldest."""
    assert action.seat is not UNSET
    grave = table.state.seats[action.seat].grave
    return next(card.id for card in grave if card.card == action.card and card.id in things)


def relabelled_objects(things: list[Object], new: dict[int, int]) -> list[Object]:
    return [new.get(thing, 0) if isinstance(thing, int) else thing for thing in things]
