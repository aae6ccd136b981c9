"""All words used in a ruleset's cards, for authors who write JSON: every object, its keys and their allowed values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from cards.editor.builder.desk import values_of
from cards.editor.builder.labels import Labels
from common.text.infer_fields import json_word
from rules.engine import Names, Ruleset
from rules.engine.card_grammar import Alternative, Enumeration, Flag, Grammar, Number, OneOf, Texts, Words


@dataclass(frozen=True)
class ListedKey:
    key: str
    label: str
    is_required: bool
    words: list[tuple[str, str]]
    """Each word in JSON, and its name."""
    holds: str
    """Other allowed values."""


@dataclass(frozen=True)
class ListedObject:
    label: str
    marks: list[tuple[str, str]]
    """Keys with the only word that they allow here."""
    keys: list[ListedKey]


def word_list(rules: Ruleset, names: Mapping[str, Names]) -> list[ListedObject]:
    """Every object that a card can hold, from the outside in; empty if the ruleset has no types for its cards."""
    values = values_of(rules)
    if values is None:
        return []
    labels = Labels(rules.definition.card_grammar, names)
    return [_listed(values.grammar, labels, one) for one in reachable(values.grammar, rules.definition.card_type)]


def reachable(grammar: Grammar, card_type: Any) -> list[Alternative]:
    """Every object alternative that the types lead to, once each, outer ones first."""
    found: dict[str, Alternative] = {}
    left = [card_type]
    while left:
        kind = grammar.kind(left.pop(0))
        if isinstance(kind, Enumeration):
            left += kind.fixed or (kind.item,)
        for one in kind.alternatives if isinstance(kind, OneOf) else ():
            if one.struct is not None and one.code not in found:
                found[one.code] = one
                left += [key.annotation for key in one.keys]
    return list(found.values())


def _listed(grammar: Grammar, labels: Labels, one: Alternative) -> ListedObject:
    keys = [
        ListedKey(
            key.name,
            labels.key(one.name, key.name),
            key.is_required,
            [(json_word(w).lstrip("~"), labels.value(one.name, key.name, w)) for w in _words(grammar, key.annotation)],
            _holds(grammar, labels, key.annotation),
        )
        for key in one.keys
    ]
    return ListedObject(labels.alternative(one), list(one.words), keys)


def _words(grammar: Grammar, annotation: Any) -> tuple[Any, ...]:
    kind = grammar.kind(annotation)
    if isinstance(kind, Enumeration) and not kind.fixed:
        kind = grammar.kind(kind.item)
    return kind.choices if isinstance(kind, Words) else ()


def _holds(grammar: Grammar, labels: Labels, annotation: Any) -> str:
    """The allowed values that aren't words, described: a number, a text, objects by name."""
    kind = grammar.kind(annotation)
    if isinstance(kind, Enumeration):
        inner = [_holds(grammar, labels, item) for item in (kind.fixed or (kind.item,))]
        return f"[{', '.join(filter(None, inner))} …]" if not kind.fixed else f"[{', '.join(inner)}]"
    if isinstance(kind, OneOf):
        several = [labels.alternative(one) for one in kind.alternatives]
        return " / ".join([*several, *([_("none")] if kind.is_nullable else [])])
    if isinstance(kind, Number):
        bounds = [f"{sign} {bound}" for sign, bound in (("≥", kind.least), ("≤", kind.most)) if bound is not None]
        return " ".join([_("a whole number"), *bounds])
    if isinstance(kind, Words):
        return ""
    return {Flag: _("true or false"), Texts: _("a text in both languages")}.get(type(kind), _("a text"))
