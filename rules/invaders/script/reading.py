"""11. Reads card JSON into the vocabulary and reports every mistake with its place.

The classes of `vocabulary` are the grammar: a field's type says what is allowed there. If several forms (a union) are
allowed, the one whose fixed words and keys fit best is used. So a mistake inside a form is reported at its own place.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, Struct, UnsetType, structs

from rules.engine import Problem, card_fault, unknown_key, unknown_word

from . import vocabulary as v

Report = Callable[[Problem], None]

_PICKS: dict[str, frozenset[str]] = {
    **{pick: frozenset({"pick"}) for pick in ("self", "event", "attacker", "defender", "opposing")},
    "leader": frozenset({"pick", "side"}),
    "all": frozenset({"pick", "zone", "side", "filter", "count", "up_to"}),
    "choose": frozenset({"pick", "zone", "side", "filter", "count", "up_to", "chooser"}),
}
_MODIFIERS = ({"stat", "add"}, {"cost"}, {"keyword"}, {"rule", "what"})


class Key(Struct, frozen=True):
    """One key of a form."""

    name: str
    attribute: str
    type: Any
    required: bool


@cache
def keys(form: type) -> tuple[Key, ...]:
    hints = get_type_hints(form, localns=vars(v), include_extras=True)
    return tuple(
        Key(f.encode_name, f.name, hints[f.name], f.default is NODEFAULT)
        for f in structs.fields(form)
        if f.name != "number" or not issubclass(form, v.Clause)
    )


def read(kind: Any, raw: Any, at: str, report: Report) -> Any:
    """Read `raw` as `kind`. After a reported mistake the result is meaningless."""
    origin = get_origin(kind)
    if origin is Annotated:
        return _annotated(kind, raw, at, report)
    if origin in (Union, UnionType):
        return _one_of(get_args(kind), raw, at, report)
    if origin is Literal:
        return _word(get_args(kind), raw, at, report)
    if origin is tuple:
        return _list(get_args(kind), raw, at, report)
    if origin is dict:
        return _names(raw, at, report)
    if kind is NoneType:
        return raw
    if kind in (int, bool, str):
        if type(raw) is not kind:
            report(card_fault(at, _KINDS[kind]))
        return raw
    return _form(kind, raw, at, report)


_KINDS = {int: "integer_needed", bool: "flag_needed", str: "string_needed"}


def _annotated(kind: Any, raw: Any, at: str, report: Report) -> Any:
    inner, *notes = get_args(kind)
    value = read(inner, raw, at, report)
    for note in notes:
        assert isinstance(note, Meta)
        if note.ge is not None and type(raw) is int and raw < note.ge:
            report(card_fault(at, "number_too_small", least=note.ge))
        if note.le is not None and type(raw) is int and raw > note.le:
            report(card_fault(at, "number_too_large", most=note.le))
        if note.pattern is not None and isinstance(raw, str) and not re.fullmatch(note.pattern, raw):
            report(card_fault(at, "pattern_mismatch", pattern=note.pattern))
        if note.min_length is not None and isinstance(raw, list) and len(raw) < note.min_length:
            report(card_fault(at, "array_too_short", least=note.min_length))
    return value


def _word(words: tuple[Any, ...], raw: Any, at: str, report: Report) -> Any:
    if not any(raw == word and type(raw) is type(word) for word in words):
        report(unknown_word(at, raw, words) if isinstance(raw, str) else card_fault(at, "one_of", words=words))
    return raw


def _list(kinds: tuple[Any, ...], raw: Any, at: str, report: Report) -> Any:
    if not isinstance(raw, list):
        report(card_fault(at, "list_needed"))
        return ()
    if kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(raw)
    elif len(raw) != len(kinds):
        report(card_fault(at, "array_length", length=len(kinds), found=len(raw)))
    return tuple(
        read(kind, entry, f"{at}/{i}", report) for i, (kind, entry) in enumerate(zip(kinds, raw, strict=False))
    )


def _names(raw: Any, at: str, report: Report) -> Any:
    if not isinstance(raw, dict) or set(raw) != {"ja", "en"} or not all(isinstance(text, str) for text in raw.values()):
        report(card_fault(at, "two_texts_needed"))
    return raw


def _one_of(kinds: tuple[Any, ...], raw: Any, at: str, report: Report) -> Any:
    plain, forms, may_be_null = _sorted(kinds)
    if raw is None and may_be_null:
        return None
    if forms and isinstance(raw, dict):
        if astray := _unknown_mark(forms, raw):
            name, words = astray
            report(unknown_word(f"{at}/{name}", raw[name], words))
            return None
        marked = [form for form in forms if form.words and all(raw.get(name) in words for name, words in form.words)]
        best = max(marked or forms, key=lambda form: _likeness(form, raw))
        return _form(best.form, raw, at, report)
    if plain:
        return read(plain[0], raw, at, report)
    report(card_fault(at, "object_needed"))
    return None


class Marks(Struct):
    """What distinguishes one form from the others: its fixed words and its keys."""

    form: Any
    words: tuple[tuple[str, tuple[Any, ...]], ...]
    known: frozenset[str]
    required: frozenset[str]


@cache
def _sorted(kinds: tuple[Any, ...]) -> tuple[list[Any], list[Marks], bool]:
    """The plain kinds, the forms with their marks, and whether null is allowed."""
    plain = [kind for kind in kinds if not _is_form(kind) and kind not in (NoneType, UnsetType)]
    return plain, [_marks(kind) for kind in kinds if _is_form(kind)], NoneType in kinds


def _marks(form: Any) -> Marks:
    here = keys(form)
    words = tuple((key.name, get_args(key.type)) for key in here if key.required and get_origin(key.type) is Literal)
    return Marks(form, words, frozenset(key.name for key in here), frozenset(key.name for key in here if key.required))


def _is_form(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _likeness(form: Marks, raw: Mapping[str, Any]) -> tuple[int, int]:
    """How well an object fits a form: first the fixed words, then shared keys minus unknown and missing ones."""
    given = set(raw)
    words = sum(1 if raw.get(name) in allowed else -1 for name, allowed in form.words)
    return words, len(form.known & given) - len(given - form.known) - len(form.required - given)


def _unknown_mark(forms: list[Marks], raw: Mapping[str, Any]) -> tuple[str, tuple[Any, ...]] | None:
    """The key that distinguishes the forms, with the allowed words, if the object has a word there that no form has."""
    if any(not form.words and form.known & set(raw) for form in forms):
        return None
    for name in dict.fromkeys(name for form in forms for name, _ in form.words):
        sets = [set(words) for form in forms for key, words in form.words if key == name]
        tells_apart = len(sets) == sum(1 for form in forms if form.words) and not set.intersection(*sets)
        words = tuple(dict.fromkeys(w for form in forms for key, allowed in form.words if key == name for w in allowed))
        if tells_apart and isinstance(raw.get(name), str) and raw[name] not in words:
            return name, words
    return None


def _form(form: Any, raw: Any, at: str, report: Report) -> Any:
    if not isinstance(raw, dict):
        report(card_fault(at, "object_needed"))
        return None
    flawed = False

    def tell(fault: Problem) -> None:
        nonlocal flawed
        flawed = True
        report(fault)

    given = {}
    for key in keys(form):
        if key.name in raw:
            given[key.attribute] = read(key.type, raw[key.name], f"{at}/{key.name}", tell)
        elif key.required:
            tell(card_fault(at, "missing_field", field=key.name))
    for name in sorted(set(raw) - {key.name for key in keys(form)}):
        tell(unknown_key(f"{at}/{_escaped(name)}", name, [key.name for key in keys(form)]))
    if flawed:
        return None
    made = form(**given)
    if form in _FINER:
        for fault in _FINER[form](made, raw):
            tell({**fault, "at": at + fault["at"]})
    return made


def _escaped(name: str) -> str:
    """A key, escaped for a JSON pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


# Requirements of single forms beyond the types of their keys.


def _keyword(keyword: v.Keyword, raw: Mapping[str, Any]) -> Iterator[Problem]:
    if (keyword.name in v.VALUED_KEYWORDS) != ("value" in raw):
        needed = keyword.name in v.VALUED_KEYWORDS
        yield card_fault("", "keyword_needs_value" if needed else "keyword_without_value", keyword=keyword.name)


def _filter(made: v.Filter, raw: Mapping[str, Any]) -> Iterator[Problem]:
    if not raw:
        yield card_fault("", "object_too_small", least=1)


def _count_of(count: v.CountOf, raw: Mapping[str, Any]) -> Iterator[Problem]:
    if count.zone in ("hand", "emergency") and "filter" in raw:
        yield card_fault("/filter", "only_counted", zone=count.zone)


def _selector(selector: v.Selector, raw: Mapping[str, Any]) -> Iterator[Problem]:
    yield from (
        card_fault(f"/{name}", "unknown_for", word=selector.pick) for name in sorted(set(raw) - _PICKS[selector.pick])
    )
    if selector.pick == "leader" and "side" not in raw:
        yield card_fault("", "missing_field", field="side")
    elif selector.pick == "leader" and selector.side == "any":
        yield card_fault("/side", "one_of", words=("own", "enemy"))
    if selector.pick in ("all", "choose"):
        yield from (card_fault("", "missing_field", field=name) for name in ("zone", "side") if name not in raw)
        if selector.zone in ("hand", "grave") and selector.side == "any":
            yield card_fault("/side", "one_of", words=("own", "enemy"))


def _modifier(modifier: v.Modifier, raw: Mapping[str, Any]) -> Iterator[Problem]:
    if set(raw) not in _MODIFIERS:
        yield card_fault("", "modifier_form")
    elif modifier.rule and modifier.what not in v.RULES[modifier.rule]:
        yield card_fault("/what", "one_of", words=tuple(v.RULES[modifier.rule]))
    elif modifier.keyword and modifier.keyword.name not in v.LIVE_KEYWORDS:
        yield card_fault("/keyword/name", "one_of", words=tuple(sorted(v.LIVE_KEYWORDS)))


def _scope(scope: v.Scope, raw: Mapping[str, Any]) -> Iterator[Problem]:
    if scope.zone == "self" and "side" in raw:
        yield card_fault("/side", "unknown_for", word="self")
    elif scope.zone != "self" and "side" not in raw:
        yield card_fault("", "missing_field", field="side")
    if scope.zone in ("self", "leader") and "filter" in raw:
        yield card_fault("/filter", "unknown_for", word=scope.zone)
    if scope.zone == "hand" and scope.side in ("enemy", "any"):
        yield card_fault("/side", "one_of", words=("own",))


def _trigger(trigger: v.Trigger, raw: Mapping[str, Any]) -> Iterator[Problem]:
    allowed = ["own", "enemy", "any"] if trigger.on in v.SEAT_EVENTS else ["self", "own", "enemy", "any"]
    if trigger.on == "put_in_grave":
        allowed = ["self"]
    if trigger.whose not in allowed:
        yield card_fault("/whose", "one_of", words=tuple(allowed))
    elif "filter" in raw and (trigger.whose == "self" or trigger.on in v.SEAT_EVENTS):
        yield card_fault("/filter", "event_without_card")


def _selecting(operation: v.Selecting, raw: Mapping[str, Any]) -> Iterator[Problem]:
    if operation.select.pick == "leader" and operation.op != "give":
        yield card_fault("/select/pick", "leader_only_modified")
    if operation.select.pick == "all":
        yield from (
            card_fault(f"/select/{name}", "unknown_for", word="all")
            for name in ("count", "up_to")
            if name in raw["select"]
        )


def _give(operation: v.Give, raw: Mapping[str, Any]) -> Iterator[Problem]:
    yield from (fault for fault in _selecting(operation, raw))
    if "cost" in raw["modifier"]:
        yield card_fault("/modifier/cost", "cost_by_static_only")


def _play(operation: v.Play, raw: Mapping[str, Any]) -> Iterator[Problem]:
    select = operation.select
    if select.pick in ("all", "choose") and (select.zone not in ("hand", "grave") or select.side != "own"):
        yield card_fault("/select", "own_hand_or_grave")
    if select.pick not in ("self", "all", "choose") or "chooser" in raw["select"]:
        yield card_fault("/select", "this_or_own_cards")


def _move(operation: v.Move, raw: Mapping[str, Any]) -> Iterator[Problem]:
    select = operation.select
    if select.pick in ("all", "choose") and (select.zone != "units" or select.side != "own"):
        yield card_fault("/select", "own_units")
    if select.pick not in ("self", "all", "choose") or "chooser" in raw["select"]:
        yield card_fault("/select", "this_or_own_units")


def _by(by: v.By, raw: Mapping[str, Any]) -> Iterator[Problem]:
    for name in ("by", "do"):
        for i, operation in enumerate(raw[name]):
            if operation.get("to") == "deck_shuffle":
                yield card_fault(f"/{name}/{i}/to", "one_of", words=("hand", "deck_top", "deck_bottom"))


_FINER: dict[Any, Callable[[Any, Mapping[str, Any]], Iterator[Problem]]] = {
    v.Keyword: _keyword, v.Filter: _filter, v.CountOf: _count_of, v.Selector: _selector, v.Modifier: _modifier,
    v.Scope: _scope, v.Trigger: _trigger, v.Give: _give, v.Play: _play, v.Move: _move, v.By: _by,
    **dict.fromkeys(
        (v.Discard, v.Exile, v.Tap, v.Untap, v.Destroy, v.Return, v.Chips, v.Countdown), _selecting
    ),
}  # fmt: skip


def collect(kind: Any, raw: Any, at: str = "") -> tuple[Any, list[Problem]]:
    """Read `raw` as `kind`. Returns the result and all mistakes."""
    problems: list[Problem] = []
    made = read(kind, raw, at, problems.append)
    return made, problems


def clauses(*roots: Any) -> Iterator[v.Clause]:
    """All effects of a text in order, each before its parts."""
    for root in roots:
        yield root
        match root:
            case v.Then(then=parts) | v.IfDone(if_done=parts) | v.And(and_=parts):
                yield from clauses(*parts)
            case v.By():
                yield from root.operations
            case v.May(may=part):
                yield from clauses(part)
            case v.If(do=do, else_=otherwise):
                yield from clauses(do, *([] if isinstance(otherwise, UnsetType) else [otherwise]))
            case v.ChooseOne(choose_one=options):
                yield from clauses(*(option.do for option in options))
            case v.Roll(cases=cases):
                yield from clauses(*(case.do for case in cases))
            case _:
                pass
