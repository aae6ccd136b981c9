"""The content of a deck, and the line that describes a change of it in the history."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from cards.sets.differences import changes
from decks.models import Deck

LONGEST = 4000


@dataclass(frozen=True, kw_only=True)
class DeckPlan:
    """Everything that a player sets in a deck."""

    name_en: str
    name_ja: str = ""
    cards: Mapping[str, int]
    options: Mapping[str, Any]
    visibility: str = Deck.Visibility.PRIVATE.value
    note: str = ""


def plan_of(deck: Deck) -> DeckPlan:
    """The content of a stored deck."""
    return DeckPlan(
        name_en=deck.name_en,
        name_ja=deck.name_ja,
        cards=deck.as_sent["cards"],
        options=deck.options,
        visibility=deck.visibility,
        note=deck.note,
    )


def with_replaced(plan: DeckPlan, card: str, by: str) -> DeckPlan:
    """The plan with all copies of one card replaced by another card; the same object if it lacks the card."""
    copies = plan.cards.get(card, 0)
    others = {slug: number for slug, number in plan.cards.items() if slug != card}
    return replace(plan, cards={**others, by: others.get(by, 0) + copies}) if copies else plan


def change_message(before: DeckPlan | None, after: DeckPlan, owners: tuple[str, str] = ("", "")) -> str:
    """The old and new values of each changed field and card, in no language; empty if nothing changed."""
    was = {} if before is None else {**asdict(before), "owner": owners[0]}
    text = "; ".join(str(change) for change in changes(was, {**asdict(after), "owner": owners[1]}))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
