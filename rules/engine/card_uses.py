"""Which cards a seat has had and has played, told by the effects of a match: a ruleset's `card_uses.py` declares it.

In the deck, seen, played: the three things that statistics say of a card, as deck trackers do. A card is seen by a seat
once it could use it (in its hand, as a rule), and played once the seat has put it to the use that it is made for. What
is thrown away, paid with or put back was not played.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import UNSET, Struct

from rules.engine.messages import CardSlug, Effect, Seat

Use = Literal["seen", "played"]


class CardUse(Struct, frozen=True):
    """In every effect of this class that is as `where` says, its seat has used the cards of a field.

    `field` and the keys of `where` are attributes; `where` gives each the values that it may have. An effect whose seat
    is null is nobody's.
    """

    effect: type[Effect]
    rule: str
    """The number of the rule by which it happens."""
    uses: tuple[Use, ...]
    field: str = "card"
    where: Mapping[str, tuple[Any, ...]] = {}

    def cards(self, effect: Effect) -> Iterable[CardSlug]:
        """Those that the effect names; none where `where` says otherwise."""
        if any(getattr(effect, name) not in values for name, values in self.where.items()):
            return ()
        named = getattr(effect, self.field)
        return (named,) if isinstance(named, str) else () if named is None or named is UNSET else named


class CardUses:
    """What a ruleset declares, by class of effect."""

    def __init__(self, declared: Sequence[CardUse]) -> None:
        self._of: dict[type[Effect], list[CardUse]] = defaultdict(list)
        for use in declared:
            self._of[use.effect].append(use)

    def of(self, effect: Effect) -> Iterator[tuple[Use, Seat, CardSlug]]:
        """Every use of a card that an effect tells. The effect is whole, as only the audit reads it."""
        for declared in self._of.get(type(effect), ()):
            seat: Seat | None = effect.seat  # type: ignore[attr-defined]
            if seat is None:
                continue
            for card in declared.cards(effect):
                yield from ((use, seat, card) for use in declared.uses)
