"""Which cards a seat has had and has played, read from the effects of a match as the ruleset's `card_uses.py` declares.

As in deck trackers, statistics count a card as in the deck, seen or played. A seat has seen a card once it could use
it, usually from the hand. It has played a card once it used it for its purpose: discarding it, paying with it or
returning it doesn't count.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import UNSET, Struct

from rules.engine.messages import CardSlug, Effect, Seat

Use = Literal["seen", "played"]


class CardUse(Struct, frozen=True):
    """Every effect of this class that matches `where` is a use, by its seat, of the cards in a field.

    `field` and the keys of `where` are attributes; `where` lists the values allowed for each. An effect whose seat is
    null counts for nobody.
    """

    effect: type[Effect]
    rule: str
    """The number of the rule under which it happens."""
    uses: tuple[Use, ...]
    field: str = "card"
    where: Mapping[str, tuple[Any, ...]] = {}

    def cards(self, effect: Effect) -> Iterable[CardSlug]:
        """The cards that the effect names, or none if `where` doesn't match."""
        if any(getattr(effect, name) not in values for name, values in self.where.items()):
            return ()
        named = getattr(effect, self.field)
        return (named,) if isinstance(named, str) else () if named is None or named is UNSET else named


class CardUses:
    """The declarations of a ruleset, by class of effect."""

    def __init__(self, declared: Sequence[CardUse]) -> None:
        self._of: dict[type[Effect], list[CardUse]] = defaultdict(list)
        for use in declared:
            self._of[use.effect].append(use)

    def of(self, effect: Effect) -> Iterator[tuple[Use, Seat, CardSlug]]:
        """Every use of a card in an effect. The effect must be unredacted, as only the audit reads it."""
        for declared in self._of.get(type(effect), ()):
            seat: Seat | None = effect.seat  # type: ignore[attr-defined]
            if seat is None:
                continue
            for card in declared.cards(effect):
                yield from ((use, seat, card) for use in declared.uses)
