"""11. Reading card JSON into the vocabulary, and telling every mistake with its place.

The classes of `vocabulary` are the grammar: a field's type says what may stand there. Of several forms (a union) the
one is taken whose fixed words and keys fit best, so that a mistake inside a form is told at its own place.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, Struct, UnsetType, structs

from cards.engine import Problem

from . import vocabulary as v

Report = Callable[[str, str], None]
"""(JSON pointer, what is wrong)"""

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
    """`raw` as `kind`. After a report the result is worth nothing."""
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
            report(at, f"must be {_KINDS[kind]}")
        return raw
    return _form(kind, raw, at, report)


_KINDS = {int: "an integer", bool: "true or false", str: "a string"}


def _annotated(kind: Any, raw: Any, at: str, report: Report) -> Any:
    inner, *notes = get_args(kind)
    value = read(inner, raw, at, report)
    for note in notes:
        assert isinstance(note, Meta)
        if note.ge is not None and type(raw) is int and raw < note.ge:
            report(at, f"must be at least {note.ge}")
        if note.le is not None and type(raw) is int and raw > note.le:
            report(at, f"must be at most {note.le}")
        if note.pattern is not None and isinstance(raw, str) and not re.fullmatch(note.pattern, raw):
            report(at, f"must match {note.pattern}")
        if note.min_length is not None and isinstance(raw, list) and len(raw) < note.min_length:
            report(at, f"must have at least {note.min_length} entries")
    return value


def _word(words: tuple[Any, ...], raw: Any, at: str, report: Report) -> Any:
    if not any(raw == word and type(raw) is type(word) for word in words):
        report(at, f"must be one of {', '.join(map(str, words))}")
    return raw


def _list(kinds: tuple[Any, ...], raw: Any, at: str, report: Report) -> Any:
    if not isinstance(raw, list):
        report(at, "must be a list")
        return ()
    if kinds[-1] is Ellipsis:
        kinds = (kinds[0],) * len(raw)
    elif len(raw) != len(kinds):
        report(at, f"must have {len(kinds)} entries")
    return tuple(
        read(kind, entry, f"{at}/{i}", report) for i, (kind, entry) in enumerate(zip(kinds, raw, strict=False))
    )


def _names(raw: Any, at: str, report: Report) -> Any:
    if not isinstance(raw, dict) or set(raw) != {"ja", "en"} or not all(isinstance(text, str) for text in raw.values()):
        report(at, "must have the texts `ja` and `en`")
    return raw


def _one_of(kinds: tuple[Any, ...], raw: Any, at: str, report: Report) -> Any:
    kinds = tuple(kind for kind in kinds if kind is not UnsetType)
    if raw is None and NoneType in kinds:
        return None
    plain = [kind for kind in kinds if not _is_form(kind) and kind is not NoneType]
    forms = [kind for kind in kinds if _is_form(kind)]
    if forms and isinstance(raw, dict):
        best = max(forms, key=lambda form: _likeness(form, raw))
        return _form(best, raw, at, report)
    if plain:
        return read(plain[0], raw, at, report)
    report(at, "must be an object")
    return None


def _is_form(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _likeness(form: type, raw: Mapping[str, Any]) -> tuple[int, int]:
    """How well an object fits a form: fixed words in place, then keys in common less keys astray."""
    here = keys(form)
    fixed = [key for key in here if get_origin(key.type) is Literal]
    words = sum(1 if raw.get(key.name) in get_args(key.type) else -1 for key in fixed if key.required)
    known = {key.name for key in here}
    astray = len(set(raw) - known) + sum(1 for key in here if key.required and key.name not in raw)
    return words, len(known & set(raw)) - astray


def _form(form: Any, raw: Any, at: str, report: Report) -> Any:
    if not isinstance(raw, dict):
        report(at, "must be an object")
        return None
    flawed = False

    def tell(place: str, what: str) -> None:
        nonlocal flawed
        flawed = True
        report(place, what)

    given = {}
    for key in keys(form):
        if key.name in raw:
            given[key.attribute] = read(key.type, raw[key.name], f"{at}/{key.name}", tell)
        elif key.required:
            tell(at, f"`{key.name}` is missing")
    for name in sorted(set(raw) - {key.name for key in keys(form)}):
        tell(f"{at}/{_escaped(name)}", "is not known here")
    if flawed:
        return None
    made = form(**given)
    if form in _FINER:
        for where, what in _FINER[form](made, raw):
            tell(at + where, what)
    return made


def _escaped(name: str) -> str:
    """A key as it stands in a JSON pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


# What one form demands beyond the types of its keys.

Fault = tuple[str, str]


def _keyword(keyword: v.Keyword, raw: Mapping[str, Any]) -> Iterator[Fault]:
    if (keyword.name in v.VALUED_KEYWORDS) != ("value" in raw):
        yield "", f"`{keyword.name}` has {'a' if keyword.name in v.VALUED_KEYWORDS else 'no'} value"


def _filter(made: v.Filter, raw: Mapping[str, Any]) -> Iterator[Fault]:
    if not raw:
        yield "", "must have at least one key"


def _count_of(count: v.CountOf, raw: Mapping[str, Any]) -> Iterator[Fault]:
    if count.zone in ("hand", "emergency") and "filter" in raw:
        yield "/filter", f"cards of zone {count.zone} are only counted"


def _selector(selector: v.Selector, raw: Mapping[str, Any]) -> Iterator[Fault]:
    yield from (
        (f"/{name}", f"is not known for `{selector.pick}`") for name in sorted(set(raw) - _PICKS[selector.pick])
    )
    if selector.pick == "leader" and "side" not in raw:
        yield "", "`side` is missing"
    elif selector.pick == "leader" and selector.side == "any":
        yield "/side", "must be one of own, enemy"
    if selector.pick in ("all", "choose"):
        yield from (("", f"`{name}` is missing") for name in ("zone", "side") if name not in raw)
        if selector.zone in ("hand", "grave") and selector.side == "any":
            yield "/side", "must be one of own, enemy"


def _modifier(modifier: v.Modifier, raw: Mapping[str, Any]) -> Iterator[Fault]:
    if set(raw) not in _MODIFIERS:
        yield "", "must be one of stat and add, cost, keyword, rule and what"
    elif modifier.rule and modifier.what not in v.RULES[modifier.rule]:
        yield "/what", f"must be one of {', '.join(v.RULES[modifier.rule])}"
    elif modifier.keyword and modifier.keyword.name not in v.LIVE_KEYWORDS:
        yield "/keyword/name", f"must be one of {', '.join(sorted(v.LIVE_KEYWORDS))}"


def _scope(scope: v.Scope, raw: Mapping[str, Any]) -> Iterator[Fault]:
    if scope.zone == "self" and "side" in raw:
        yield "/side", "is not known for `self`"
    elif scope.zone != "self" and "side" not in raw:
        yield "", "`side` is missing"
    if scope.zone in ("self", "leader") and "filter" in raw:
        yield "/filter", f"is not known for `{scope.zone}`"
    if scope.zone == "hand" and scope.side in ("enemy", "any"):
        yield "/side", "must be own"


def _trigger(trigger: v.Trigger, raw: Mapping[str, Any]) -> Iterator[Fault]:
    allowed = ["own", "enemy", "any"] if trigger.on in v.SEAT_EVENTS else ["self", "own", "enemy", "any"]
    if trigger.on == "put_in_grave":
        allowed = ["self"]
    if trigger.whose not in allowed:
        yield "/whose", f"must be one of {', '.join(allowed)}"
    elif "filter" in raw and (trigger.whose == "self" or trigger.on in v.SEAT_EVENTS):
        yield "/filter", "this event has no card that could be filtered"


def _selecting(operation: v.Selecting, raw: Mapping[str, Any]) -> Iterator[Fault]:
    if operation.select.pick == "leader" and operation.op != "give":
        yield "/select/pick", "a leader can only be given a modifier"
    if operation.select.pick == "all":
        yield from (
            (f"/select/{name}", "is not known for `all`") for name in ("count", "up_to") if name in raw["select"]
        )


def _give(operation: v.Give, raw: Mapping[str, Any]) -> Iterator[Fault]:
    yield from (fault for fault in _selecting(operation, raw))
    if "cost" in raw["modifier"]:
        yield "/modifier/cost", "a cost is changed by static abilities only"


def _play(operation: v.Play, raw: Mapping[str, Any]) -> Iterator[Fault]:
    select = operation.select
    if select.pick in ("all", "choose") and (select.zone not in ("hand", "grave") or select.side != "own"):
        yield "/select", "must be cards of the own hand or grave"
    if select.pick not in ("self", "all", "choose") or "chooser" in raw["select"]:
        yield "/select", "must be this card, or cards of the own hand or grave that the own seat chooses"


def _move(operation: v.Move, raw: Mapping[str, Any]) -> Iterator[Fault]:
    select = operation.select
    if select.pick in ("all", "choose") and (select.zone != "units" or select.side != "own"):
        yield "/select", "must be own units"
    if select.pick not in ("self", "all", "choose") or "chooser" in raw["select"]:
        yield "/select", "must be this card, or own units that the own seat chooses"


def _by(by: v.By, raw: Mapping[str, Any]) -> Iterator[Fault]:
    for name in ("by", "do"):
        for i, operation in enumerate(raw[name]):
            if operation.get("to") == "deck_shuffle":
                yield f"/{name}/{i}/to", "must be one of hand, deck_top, deck_bottom"


_FINER: dict[Any, Callable[[Any, Mapping[str, Any]], Iterator[Fault]]] = {
    v.Keyword: _keyword, v.Filter: _filter, v.CountOf: _count_of, v.Selector: _selector, v.Modifier: _modifier,
    v.Scope: _scope, v.Trigger: _trigger, v.Give: _give, v.Play: _play, v.Move: _move, v.By: _by,
    **dict.fromkeys(
        (v.Discard, v.Exile, v.Tap, v.Untap, v.Destroy, v.Return, v.Chips, v.Countdown), _selecting
    ),
}  # fmt: skip


def collect(kind: Any, raw: Any, at: str = "") -> tuple[Any, list[Problem]]:
    """`raw` as `kind`, and all that is wrong with it."""
    problems: list[Problem] = []
    made = read(kind, raw, at, lambda where, what: problems.append({"code": "bad_card", "at": where, "detail": what}))
    return made, problems


def clauses(*roots: Any) -> Iterator[v.Clause]:
    """All effects of a text, each before what it contains, in the order of the text."""
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
