"""Matches in words on a page of the admin: what happened, what is on the table, what is asked, in its language."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, get_args

import msgspec
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.engine import GameDefinition, Prompt, Ruleset, private_fields
from cards.text.language import in_language, page_language
from cards.text.sentences import names_in, told, value_name, word
from matches.selectors import transcripts

PART = "<div><dt>{}</dt><dd>{}</dd></div>"


def lines(rules: Ruleset, shown: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The transcript in the language of the page, with what the viewer is shown and the sentences leave unsaid."""
    told_lines = transcripts.lines(rules, shown)
    return [_line(rules, line, event["effects"]) for line, event in zip(told_lines, shown, strict=True)]


def _line(rules: Ruleset, line: transcripts.Line, shown: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    lang = page_language()
    names_seat = line.action is None and "{seat}" in transcripts.EVENTS[line.type]["en"]
    return {
        "seq": line.seq,
        "at": line.at,
        "seat": line.seat,
        "actor": None if names_seat else line.seat,
        "what": line.texts[lang] if line.action is None else line.action.texts[lang],
        "rule": None if line.action is None else line.action.rule,
        "note": _("The bot failed.") if line.note == "bot_fault" else line.note,
        "effects": [_effect(rules, told_, content) for told_, content in zip(line.effects, shown, strict=True)],
    }


def effects(rules: Ruleset, shown: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Effects by themselves, as in the lines of the transcript."""
    return [_effect(rules, transcripts.sentence(rules, "effects", content), content) for content in shown]


def _effect(rules: Ruleset, effect: transcripts.Told, content: Mapping[str, Any]) -> dict[str, Any]:
    secrets = _secrets(rules.definition).get(effect.type, ())
    return {
        "rule": effect.rule,
        "text": effect.texts[page_language()],
        "secrets": [part(rules, content[name]) for name in secrets if name in content],
    }


@cache
def _secrets(definition: GameDefinition) -> dict[str, list[str]]:
    """An effect's tag -> its fields that not everybody may read, as they are called in JSON."""
    return {
        str(effect.__struct_config__.tag): [
            field.encode_name
            for field in msgspec.structs.fields(effect)
            if field.name in {name for name, _rule in private_fields(effect)}
        ]
        for effect in get_args(definition.effect_types) or (definition.effect_types,)
    }


def prompt(rules: Ruleset, prompt: Prompt) -> dict[str, Any]:
    kind = str(prompt.__struct_config__.tag).replace("_", " ")
    return {"seat": prompt.seat, "text": in_language(told(rules, "prompts", prompt), kind)}


def part(rules: Ruleset, value: Any) -> SafeString:
    """Any part of a view: zones as card names, everything else as the ruleset calls it."""
    if isinstance(value, Mapping) and _is_zone(value):
        return _zone(rules, value)
    if isinstance(value, Mapping) and _has_parts(value):
        return _parts(rules, ((word(rules, name, page_language()), inner) for name, inner in value.items()))
    if isinstance(value, (list, tuple)) and any(_has_parts(inner) for inner in value):
        return _parts(rules, ((str(index), inner) for index, inner in enumerate(value)))
    return format_html("{}", _words(rules, value if isinstance(value, (list, tuple)) else [value]))


def options(rules: Ruleset, chosen: Mapping[str, Any]) -> SafeString:
    """The options of a match, each by its name."""
    names = rules.words.get("options", {})
    rows = [
        (in_language(names.get(name), name), value_name(rules, name, value, page_language()))
        for name, value in chosen.items()
    ]
    return format_html('<dl class="part flat">{}</dl>', format_html_join("", PART, rows))


def _has_parts(value: Any) -> bool:
    """Whether it needs a list of its own; a keyword with its value, `{"name": …, "value": …}`, is a word."""
    if isinstance(value, Mapping):
        return "name" not in value or not set(value) <= {"name", "value"}
    return isinstance(value, (list, tuple))


def without_empty(value: Any) -> Any:
    """A part of a view without what is not there, so that the rest is read at a glance."""
    if isinstance(value, Mapping) and not _is_zone(value):
        parts = {name: without_empty(inner) for name, inner in value.items()}
        return {name: inner for name, inner in parts.items() if not _is_empty(inner)}
    if isinstance(value, (list, tuple)):
        return [without_empty(inner) for inner in value]
    return value


def _is_empty(value: Any) -> bool:
    """No number is: zero says something."""
    if isinstance(value, Mapping) and _is_zone(value):
        return bool(value["count"] == 0)
    return value is None or value is False or (isinstance(value, (Mapping, list)) and not value)


def _is_zone(value: Mapping[str, Any]) -> bool:
    return set(value) == {"count", "cards"}


def _zone(rules: Ruleset, zone: Mapping[str, Any]) -> SafeString:
    if zone["cards"] is None:
        return format_html("{}", ngettext("%d hidden card", "%d hidden cards", zone["count"]) % zone["count"])
    return format_html("{} <small>({})</small>", _words(rules, zone["cards"]), zone["count"])


def _parts(rules: Ruleset, parts: Iterable[tuple[str, Any]]) -> SafeString:
    parts = list(parts)
    kind = "part flat" if _fits_one_line([inner for _name, inner in parts]) else "part"
    rows = ((name, part(rules, inner)) for name, inner in parts)
    html = format_html_join("", PART, rows)
    return format_html('<dl class="{}">{}</dl>', kind, html)


def _fits_one_line(parts: Sequence[Any]) -> bool:
    """Short things after one another; of objects not more than a few, or nobody sees where one ends."""
    objects = any(isinstance(part, Mapping) and not _is_zone(part) for part in parts)
    return all(_is_short(part) for part in parts) and (not objects or len(parts) < 4)


def _is_short(value: Any) -> bool:
    """Whether it fits on one line with others: a single thing or a few, a zone, or a list of lists of things."""
    if isinstance(value, Mapping) and _is_zone(value):
        return len(value["cards"] or ()) < 8
    if isinstance(value, Mapping):
        return len(value) < 4 and all(_is_short(inner) for inner in value.values())
    if isinstance(value, (list, tuple)):
        return len(value) < 8 and all(_is_short(item) for item in value)
    return True


def _words(rules: Ruleset, values: Iterable[Any]) -> str:
    words = [_word(rules, value) for value in values]
    return ("、" if page_language() == "ja" else ", ").join(words) or "–"


def _word(rules: Ruleset, value: Any) -> str:
    """By its name if it has one."""
    if isinstance(value, Mapping):
        return " ".join(_word(rules, inner) for inner in value.values())
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return in_language(names_in(rules).get(value), str(value))
