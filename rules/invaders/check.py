"""Finds every mistake in a card, with its place in the card as a JSON pointer.

The vocabulary's types say what is allowed where, as cards.schema.json does. 11.13 has the further rules for authors.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, Union

from msgspec import Meta, Struct

from rules.engine import Problem, card_fault

from .script import vocabulary as v
from .script.reading import collect

NotNegative = Annotated[int, Meta(ge=0)]


class Written(Struct, frozen=True):
    """The fields of every card."""

    slug: v.Slug
    number: str
    rarity: Literal["common", "uncommon", "rare"]
    names: dict[str, str]
    nation: v.Nation
    types: tuple[v.TypeSlug, ...]
    cost: Union[NotNegative, None]  # noqa: UP007 -- null can never be cast
    keywords: tuple[v.Keyword, ...]
    abilities: tuple[v.Ability, ...]
    text: dict[str, str]
    source: Literal["rulebook", "published", "reconstructed"]


class WrittenUnit(Written, frozen=True):
    kind: Literal["unit"]
    subkind: Literal["military", "people"]
    military: NotNegative
    labour: NotNegative


class WrittenLeader(Written, frozen=True):
    kind: Literal["unit"]
    subkind: Literal["leader"]
    military: NotNegative
    labour: NotNegative
    command: v.Command


class WrittenOther(Written, frozen=True):
    kind: Literal["situation", "event"]


AnyCard = Union[WrittenUnit, WrittenLeader, WrittenOther]  # noqa: UP007 -- a union

MARKS = {"fanfare": "cast", "last_word": "destroyed", "recollection": "put_in_grave"}
"""9.2 The event that each keyword of an ability represents."""


def check_card(cards: Any, card: Mapping[str, Any]) -> list[Problem]:
    """All faults of one card. Empty: the card is playable."""
    made, problems = collect(AnyCard, dict(card))
    if problems:
        return problems
    return list(_unlawful(made))


def check_cards(cards: Any, written: Sequence[Mapping[str, Any]]) -> list[Problem]:
    """All faults of a list of cards: of each card on its own, then slugs and names that occur twice (11.13)."""
    problems = [
        {**problem, "at": f"/{i}{problem['at']}"}
        for i, card in enumerate(written)
        for problem in check_card(cards, card)
    ]
    if problems:
        return problems
    for path in (("slug",), ("names", "ja"), ("names", "en")):
        texts = [_at(card, path) for card in written]
        twice = Counter(texts)
        problems += [
            card_fault(f"/{i}/{'/'.join(path)}", "text_repeated", text=text, times=twice[text])
            for i, text in enumerate(texts)
            if twice[text] > 1
        ]
    return problems


def _at(card: Mapping[str, Any], path: tuple[str, ...]) -> Any:
    value: Any = card
    for key in path:
        value = value[key]
    return value


def _unlawful(card: Any) -> Iterator[Problem]:
    """11.13 Violations of the rules for authors that the types can't express."""
    if len(set(card.types)) < len(card.types):
        yield card_fault("/types", "type_repeated")
    if isinstance(card, WrittenLeader) and len(set(card.command.from_)) < len(card.command.from_):
        yield card_fault("/command/from", "origin_repeated")
    for i, keyword in enumerate(card.keywords):
        if keyword.name == "countdown" and card.kind != "situation":
            yield card_fault(f"/keywords/{i}", "countdown_of_situation")
    for i, ability in enumerate(card.abilities):
        for fault in _unlawful_ability(card, ability):
            yield {**fault, "at": f"/abilities/{i}{fault['at']}"}


def _unlawful_ability(card: Any, ability: v.Ability) -> Iterator[Problem]:
    if isinstance(ability, v.EventAbility) and card.kind != "event":
        yield card_fault("/kind", "ability_of_event")
    if getattr(ability, "command", None) is True and not isinstance(card, WrittenLeader):
        yield card_fault("/command", "command_of_leader")
    if not isinstance(ability, v.Triggered) or not ability.keyword:
        return
    if (ability.trigger.on, ability.trigger.whose) != (MARKS[ability.keyword], "self"):
        yield card_fault("/keyword", "keyword_trigger", keyword=ability.keyword, trigger=MARKS[ability.keyword])
