"""Editing one card: its form, its built parts, the rules' reading of it, and similar cards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.text import capfirst, slugify

from cards.editor.browsing import name_of
from cards.editor.builder.labels import Labels
from cards.editor.builder.likeness import doing_the_same
from cards.editor.builder.offering import Offering, words_within
from cards.editor.builder.posted import place_of, pressed, read_part
from cards.editor.builder.steps import Step, Steps, tell
from cards.editor.builder.values import Values, is_said
from cards.editor.card_sheet import is_deep
from cards.editor.forms import CardForm, Row
from cards.sets.differences import by_slug
from cards.sets.validation import SLUG_LENGTH, Fault, check_one
from common.text.infer_fields import is_names
from common.text.labels import card_label_of, label_of, value_label
from common.text.language import in_language
from common.text.naming import COMMA
from rules.engine import Names, Ruleset
from rules.engine.card_grammar import Alternative, Grammar, OneOf, Text
from rules.engine.json_pointers import is_within, keys_of, put, value_at
from rules.registry import game_definition

Json = Any


@lru_cache(maxsize=8)
def values_of(rules: Ruleset) -> Values | None:
    """Statistics of the published set's cards; None if the ruleset has no types for its cards."""
    definition = rules.definition
    if definition.card_type is None:
        return None
    return Values(Grammar(definition.card_grammar), definition.card_type, rules.card_set["cards"])


@dataclass(frozen=True)
class Start:
    """A kind of card that a new card can start from."""

    code: str
    label: str
    card: Mapping[str, Json]


class Desk:
    """`rules` are bound to the draft's base, `card_set` is the draft's set, `names` those of its cards and words."""

    def __init__(self, rules: Ruleset, card_set: Mapping[str, Json], names: Mapping[str, Names]) -> None:
        self.rules, self.card_set, self.names = rules, card_set, names
        self.values = values_of(rules)
        self.card_type = game_definition(rules.slug).card_type
        self.labels = Labels(rules.definition.card_grammar, names)

    # Starting

    def starts(self) -> list[Start]:
        """The kinds of new cards: each alternative of the types, with its identifying words. Without types: each kind
        of card in the set."""
        if self.values is None:
            kinds = dict.fromkeys(card.get("kind") for card in self.card_set["cards"])
            return [self._copied(kind) for kind in kinds]
        return [self._start(one, words) for one, words in _marked(self.values, self.card_type)]

    def _start(self, one: Alternative, words: Mapping[str, str]) -> Start:
        assert self.values is not None
        made = {**self.values.made(one), **words}
        labels = [value_label(word, self.names, key) for key, word in words.items()]
        return Start(
            ".".join(words.values()) or one.code, in_language(COMMA).join(labels), self._blank(self.completed(made))
        )

    def _copied(self, kind: Json) -> Start:
        model = next(card for card in self.card_set["cards"] if card.get("kind") == kind)
        return Start(str(kind), value_label(kind, self.names, "kind"), self._blank(dict(model)))

    def _blank(self, card: Mapping[str, Json]) -> dict[str, Json]:
        """A copy without slug and texts, with the next number. Keys outside the types have their commonest values."""
        cards = self.card_set["cards"]
        shared = set(cards[0]).intersection(*cards)
        untyped = [key for key in cards[0] if key in shared and key not in card]
        usual = {key: _commonest([other[key] for other in cards]) for key in untyped}
        numbers = {key: number for key in card if (number := _next_number([other.get(key) for other in cards]))}
        empty = {"ja": "", "en": ""}
        return {**usual, **card, **numbers, "slug": "", "names": empty, **({"text": empty} if "text" in shared else {})}

    def completed(self, card: Mapping[str, Json]) -> dict[str, Json]:
        """The card with everything that its kind requires, and without keys that only other kinds have."""
        if self.values is None:
            return dict(card)
        kind = self.values.grammar.kind(self.card_type)
        assert isinstance(kind, OneOf)
        mine = max(kind.alternatives, key=lambda one: _fit(one, card))
        wanted = {key.name: key for key in mine.keys}
        foreign = {key.name for one in kind.alternatives for key in one.keys} - set(wanted) - set(dict(mine.words))
        kept = {name: value for name, value in card.items() if name not in foreign}
        missing = {
            name: self.values.default(key.annotation, (mine.name, name))
            for name, key in wanted.items()
            if key.is_required and name not in kept
        }
        return {**kept, **missing}

    def slug_for(self, card: Mapping[str, Json]) -> str:
        """A slug from the English name that no other card of the draft has."""
        taken = by_slug(self.card_set)
        names = card.get("names")
        name = slugify(names["en"] if is_names(names) else "")[: SLUG_LENGTH - 4].strip("-").replace("_", "-")
        stem = name or "card"
        return next(slug for slug in (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))) if slug not in taken)

    # Editing

    def form(self, card: Mapping[str, Json], data: Any = None, seen: str | None = None) -> CardForm:
        return CardForm(
            data,
            card=card,
            card_set=self.card_set,
            names=self.names,
            card_type=self.card_type,
            built=lambda at: self._is_built(card, at),
            seen=seen,
        )

    def _is_built(self, card: Mapping[str, Json], at: str) -> bool:
        """Whether the builder's steps can express everything at a place."""
        if self.values is None:
            return False
        annotation = self.values.grammar.annotation_at(self.card_type, card, keys_of(at))
        if annotation is None or isinstance(self.values.grammar.kind(annotation), Text):
            return False
        return is_said(self.values.grammar, annotation, value_at(card, at))

    def worked_on(self, form: CardForm, data: Any) -> dict[str, Json]:
        """The card after the submitted edits and the pressed button."""
        card = form.written()
        if self.values is None:
            return card
        for at in form.built:
            annotation = self.values.grammar.annotation_at(self.card_type, card, keys_of(at))
            was_shown = any(f"{at}~{mark}" in data for mark in ("n", "was", "kind"))
            if annotation is not None and was_shown:
                card = put(card, at, read_part(self.values, annotation, data, at, place_of(self.values, card, at)))
        return self.completed(pressed(self.values, card, data))

    def mended(
        self, card: Mapping[str, Json], built: Sequence[str], before: Mapping[str, Json], *, is_button: bool
    ) -> dict[str, Json]:
        """The card with words of its built parts adjusted to the author's choices. Whatever differs from `before` was
        chosen. After a button, existing parts stay and new ones are adjusted.
        """
        if self.values is None:
            return dict(card)
        offering = Offering(self.values, self.rules.check_card, card)
        offering.base, offering.kept = frozenset(), frozenset(self._chosen(card, built, before, is_button))
        whole = offering.card
        for at in built:
            whole = offering.mended(whole, at)
        return {**card, **{keys_of(at)[0]: whole[keys_of(at)[0]] for at in built if keys_of(at)[0] in whole}}

    def _chosen(
        self, card: Mapping[str, Json], built: Sequence[str], before: Mapping[str, Json], is_button: bool
    ) -> Iterator[str]:
        assert self.values is not None
        for at in built:
            annotation = self.values.grammar.annotation_at(self.card_type, card, keys_of(at))
            if annotation is not None:
                for place, _words in words_within(self.values.grammar, annotation, value_at(card, at), at):
                    stood = value_at(before, place)
                    if stood != value_at(card, place) if not is_button else stood is not None:
                        yield place

    def as_text(self, card: Mapping[str, Json]) -> dict[str, Json]:
        """The card with the rules' reading as its printed text, if there is one."""
        read = self.reading(card)
        return {**card, "text": dict(read)} if read and "text" in card else dict(card)

    def _named(self, card: Mapping[str, Json]) -> dict[str, Json]:
        """The card with placeholders for an empty slug or names, so it can be read without them."""
        names = card.get("names")
        named = {"names": {language: text or "?" for language, text in names.items()}} if is_names(names) else {}
        return {"slug": card.get("slug") or "card", **named}

    # Display

    def faults(self, card: Mapping[str, Json]) -> list[Fault]:
        return check_one(self.rules, {**card, **self._named(card)})

    def reading(self, card: Mapping[str, Json]) -> Names | None:
        """The rules' reading of the card; None if it has faults or the ruleset has no reading."""
        return None if self.faults(card) else self.rules.describe_card({**card, **self._named(card)})

    def steps(
        self, card: Mapping[str, Json], built: Sequence[str], faults: Sequence[Fault]
    ) -> tuple[list[Step], list[str]]:
        """The built parts with the faults at each place, and the faults elsewhere."""
        if self.values is None:
            return [], [_sentence(fault, ()) for fault in faults]
        steps = Steps(self.values, self.labels, Offering(self.values, self.rules.check_card, card), card, self.card_set)
        parts = []
        for at in built:
            annotation = self.values.grammar.annotation_at(self.card_type, card, keys_of(at))
            if annotation is not None:
                place = place_of(self.values, card, at)
                parts.append(steps.part(annotation, value_at(card, at), at, capfirst(label_of(at)), place))
        for part in parts:
            kind = self.values.grammar.kind(self.values.grammar.annotation_at(self.card_type, card, keys_of(part.at)))
            part.can_go = isinstance(kind, OneOf) and kind.is_nullable and value_at(card, part.at) is not None
            part.is_optional = part.can_go
        return parts, tell(parts, [(fault.at, _sentence(fault, built)) for fault in faults])

    def same(self, card: Mapping[str, Json]) -> list[tuple[str, str, str]]:
        """Cards that do the same: slug, name, and the rules' reading of each."""
        deep = [key for key in card if any(is_deep(other.get(key)) for other in self.card_set["cards"])]
        found = doing_the_same(card, self.card_set["cards"], deep)
        return [(other["slug"], name_of(other), self._read(other)) for other in found]

    def _read(self, card: Mapping[str, Json]) -> str:
        return "" if check_one(self.rules, card) else in_language(self.rules.describe_card(card))


def _sentence(fault: Fault, built: Sequence[str]) -> str:
    """The text of a fault; with its place if no step shows that place."""
    is_at_a_step = any(is_within(fault.at, at) for at in built)
    return fault.detail if is_at_a_step or not fault.at else f"{card_label_of(fault.at)}: {fault.detail}"


def rows_around(form: CardForm) -> tuple[list[Row], list[Row], list[Row]]:
    """The rows of a form above the built parts, those below, and those about the card's origin."""
    rows = list(form.rows())
    below = [row for row in rows if keys_of(row.fields[0].name)[:1] == ["text"]]
    sources = [row for row in rows if row.is_source]
    return [row for row in rows if row not in below and row not in sources], below, sources


def _marked(values: Values, card_type: Any) -> list[tuple[Alternative, dict[str, str]]]:
    """The alternatives of a card type, once for each choice of their identifying words."""
    kind = values.grammar.kind(card_type)
    assert isinstance(kind, OneOf)
    marks = list(dict.fromkeys(key for one in kind.alternatives for key, _ in one.words))
    found = []
    for one in kind.alternatives:
        choices: list[dict[str, str]] = [{}]
        for mark in marks:
            words = _words_of(values, one, mark)
            choices = [{**chosen, **({mark: word} if word else {})} for chosen in choices for word in words or [""]]
        found += [(one, chosen) for chosen in choices]
    return found


def _fit(one: Alternative, card: Mapping[str, Json]) -> tuple[bool, int]:
    """Whether a card has all identifying words of an alternative, and how many there are."""
    return all(card.get(key) == word for key, word in one.words), len(one.words)


def _words_of(values: Values, one: Alternative, mark: str) -> Sequence[str]:
    if mark in dict(one.words):
        return [dict(one.words)[mark]]
    annotation = next((key.annotation for key in one.keys if key.name == mark), None)
    return getattr(values.grammar.kind(annotation), "choices", ()) if annotation is not None else ()


def _commonest(values: Sequence[Json]) -> Json:
    return max(values, key=lambda value: sum(1 for other in values if other == value))


def _next_number(values: Sequence[Json]) -> str:
    """`INV-111` after `INV-110`, if every card has a number of its own in this form."""
    stems = [str(value).rpartition("-") for value in values if isinstance(value, str)]
    if len(stems) < len(values) or len(set(values)) < len(values) or not all(last.isdecimal() for *_s, last in stems):
        return ""
    stem, dash, last = max(stems, key=lambda stem: int(stem[2]))
    return f"{stem}{dash}{int(last) + 1:0{len(last)}}"
