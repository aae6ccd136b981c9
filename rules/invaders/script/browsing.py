"""11.10 `open` and `look`: the top of the seat's own deck, the cards taken from it, and where the rest goes."""

from bisect import insort
from typing import Any, cast

from msgspec import UNSET

from ..actions import DONE as ENOUGH
from ..actions import Choose
from ..cards import CHOOSE_PLACE
from ..effects import Looked, Opened, RestPlaced, Took
from ..identity import respoken
from ..modifiers import CURRENT
from ..places import INDEX
from ..prompts import ChoosePrompt
from ..replacement import DONE, FAILED, tell_beneath
from ..state import Ask, Browsed, InvadersTable, Source
from ..text import clause_of
from ..verbs import bury, shuffle
from . import vocabulary as v
from .playing import free_squares, put_into_play


def begin_browsing(table: InvadersTable, source: Source, operation: v.Browse) -> None:
    deck = table.state.seats[source.seat].deck
    cards = deck[: operation.count]
    if not cards:
        tell_beneath(table, FAILED)
        return
    del deck[: operation.count]
    if operation.op == "open":
        table.state.opened = Browsed(source.seat, cards)
        table.tell(Opened(source.seat, tuple(cards)))
    else:
        table.state.looked = Browsed(source.seat, cards)
        table.tell(Looked(source.seat, len(cards), tuple(cards)))
    table.begin(Browsing(source, operation.number, len(cards)))


class Browsing(Ask):
    """11.10 `seen`: the number of cards. `taken`: the number taken. `placing`: the card that needs a square."""

    source: Source
    number: int
    seen: int
    taken: int = 0
    placing: str = ""

    def relabel(self, new: dict[int, int]) -> None:
        self.source = respoken(self.source, new)

    def _operation(self, table: InvadersTable) -> v.Browse:
        return cast(v.Browse, clause_of(table, self.source, self.number))

    def _cards(self, table: InvadersTable) -> list[str]:
        browsed = table.state.opened if self._operation(table).op == "open" else table.state.looked
        assert browsed is not None
        return browsed.cards

    def _candidates(self, table: InvadersTable) -> list[str]:
        """Each slug once, in deck order."""
        take = self._operation(table).take
        assert take is not UNSET
        cards = list(dict.fromkeys(self._cards(table)))
        if take.to == "unit":
            room = free_squares(table, self.source.seat)
            cards = [slug for slug in cards if room and table.cards.by_slug[slug].kind == "unit"]
        return [c for c in cards if take.filter is UNSET or CURRENT.matches_slug(table, take.filter, self.source, c)]

    def proceed(self, table: InvadersTable) -> bool:
        operation = self._operation(table)
        if self.placing:
            return True
        if self._may_take_more(table, operation):
            return True
        self._place_rest(table)
        return False

    def _may_take_more(self, table: InvadersTable, operation: v.Browse) -> bool:
        """With opened cards, if one fits. With looked-at cards always, as it is secret which cards fit."""
        if operation.take is UNSET or self.taken >= operation.take.count or not self._cards(table):
            return False
        return operation.op == "look" or bool(self._candidates(table))

    def asks(self, table: InvadersTable) -> tuple[int]:
        return (self.source.seat,)

    def choices(self, table: InvadersTable, seat: int) -> list[Any]:
        if self.placing:
            return [CHOOSE_PLACE[place] for place in free_squares(table, seat)]
        operation, things = self._operation(table), self._candidates(table)
        assert operation.take is not UNSET
        taking: list[Any] = [Choose(zone=_ZONE[operation.op], seat=seat, card=slug) for slug in things]
        return taking if things and not operation.take.up_to else [*taking, ENOUGH]

    def answer(self, table: InvadersTable, seat: int, action: Any) -> None:
        if action == ENOUGH:
            self._place_rest(table)
        elif self.placing:
            slug, self.placing = self.placing, ""
            self._cards(table).remove(slug)
            put_into_play(table, seat, slug, INDEX[action.place], as_cast=False)
        else:
            self._take(table, seat, action.card)

    def _take(self, table: InvadersTable, seat: int, slug: str) -> None:
        operation = self._operation(table)
        zone = _ZONE[operation.op]
        assert operation.take is not UNSET
        self.taken += 1
        table.tell(Took(seat, slug, zone, operation.take.to))
        if operation.take.to == "unit":
            self.placing = slug
            return
        self._cards(table).remove(slug)
        if operation.take.to == "hand":
            insort(table.state.seats[seat].hand, slug)
        else:
            bury(table, seat, slug, zone, by_effect=True)

    def prompt(self, table: InvadersTable, seat: int) -> ChoosePrompt:
        source, operation = self.source, self._operation(table)
        assert operation.take is not UNSET
        op, remaining = ("play", 1) if self.placing else (operation.op, operation.take.count - self.taken)
        return ChoosePrompt(seat, source.card, source.ability, source.part, op, remaining)

    # 残ったカード

    def _place_rest(self, table: InvadersTable) -> None:
        operation, seat = self._operation(table), self.source.seat
        cards, zone = self._cards(table), _ZONE[operation.op]
        if operation.rest == "grave":
            while cards:
                bury(table, seat, cards.pop(0), zone, by_effect=True)
        elif cards:
            self._put_on_deck(table, seat, cards, operation.rest)
        if operation.op == "open":
            table.state.opened = None
        else:
            table.state.looked = None
        table.end(self)
        tell_beneath(table, DONE if self._is_done(operation) else FAILED)

    def _put_on_deck(self, table: InvadersTable, seat: int, cards: list[str], to: str) -> None:
        own = table.state.seats[seat]
        own.deck = cards + own.deck if to == "deck_top" else own.deck + cards
        table.tell(RestPlaced(seat, len(cards), to))
        if to == "deck_shuffle":
            shuffle(table, seat)

    def _is_done(self, operation: v.Browse) -> bool:
        if operation.take is UNSET:
            return self.seen == operation.count
        return self.taken >= (1 if operation.take.up_to else operation.take.count)


_ZONE: dict[str, Any] = {"open": "opened", "look": "looked"}
