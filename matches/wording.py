"""Matches in words on a page of the admin: what happened, what is on the table, what is asked, in its language."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, get_args

import msgspec
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.engine import Prompt, Ruleset, private_fields
from cards.language import in_language, page_language
from cards.words import names_in, told, word
from matches import transcript


def lines(rules: Ruleset, shown: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The transcript in the language of the page, with what the viewer is shown and the sentences leave unsaid."""
    told_lines = transcript.lines(rules, shown)
    return [_line(rules, line, event["effects"]) for line, event in zip(told_lines, shown, strict=True)]


def _line(rules: Ruleset, line: transcript.Line, effects: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    lang = page_language()
    secrets = _secrets(type(rules))
    return {
        "seq": line.seq,
        "at": line.at,
        "seat": line.seat,
        "what": line.texts[lang] if line.action is None else line.action.texts[lang],
        "rule": None if line.action is None else line.action.rule,
        "note": line.note,
        "effects": [
            {
                "rule": told_effect.rule,
                "text": told_effect.texts[lang],
                "secrets": [part(rules, effect[name]) for name in secrets.get(told_effect.type, ()) if name in effect],
            }
            for told_effect, effect in zip(line.effects, effects, strict=True)
        ],
    }


@cache
def _secrets(rules: type[Ruleset]) -> dict[str, list[str]]:
    """An effect's tag -> its fields that not everybody may read, as they are called in JSON."""
    return {
        str(effect.__struct_config__.tag): [
            field.encode_name
            for field in msgspec.structs.fields(effect)
            if field.name in {name for name, _rule in private_fields(effect)}
        ]
        for effect in get_args(rules.effect_types) or (rules.effect_types,)
    }


def prompt(rules: Ruleset, prompt: Prompt) -> dict[str, Any]:
    kind = str(prompt.__struct_config__.tag).replace("_", " ")
    return {"seat": prompt.seat, "text": in_language(told(rules, "prompts", prompt), kind)}


def part(rules: Ruleset, value: Any) -> SafeString:
    """Any part of a view: zones as card names, everything else as the ruleset calls it."""
    if isinstance(value, Mapping) and set(value) == {"count", "cards"}:
        return _zone(rules, value)
    if isinstance(value, Mapping):
        return _parts(rules, ((word(rules, name, page_language()), inner) for name, inner in value.items()))
    if isinstance(value, (list, tuple)) and any(isinstance(inner, (Mapping, list, tuple)) for inner in value):
        return _parts(rules, ((str(index), inner) for index, inner in enumerate(value)))
    return format_html("{}", _words(rules, value if isinstance(value, (list, tuple)) else [value]))


def _zone(rules: Ruleset, zone: Mapping[str, Any]) -> SafeString:
    if zone["cards"] is None:
        return format_html("{}", ngettext("%d hidden card", "%d hidden cards", zone["count"]) % zone["count"])
    return format_html("{} <small>({})</small>", _words(rules, zone["cards"]), zone["count"])


def _parts(rules: Ruleset, parts: Iterable[tuple[str, Any]]) -> SafeString:
    parts = list(parts)
    kind = "part flat" if all(_is_short(inner) for _name, inner in parts) else "part"
    rows = ((name, part(rules, inner)) for name, inner in parts)
    html = format_html_join("", "<div><dt>{}</dt><dd>{}</dd></div>", rows)
    return format_html('<dl class="{}">{}</dl>', kind, html)


def _is_short(value: Any) -> bool:
    """Whether it fits on one line with others: a single thing, a zone, or a list of lists of things."""
    if isinstance(value, Mapping):
        return set(value) == {"count", "cards"} and len(value["cards"] or ()) < 8
    if isinstance(value, (list, tuple)):
        return len(value) < 8 and all(_is_short(item) for item in value)
    return True


def _words(rules: Ruleset, values: Iterable[Any]) -> str:
    words = [_word(rules, value) for value in values]
    return ("、" if page_language() == "ja" else ", ").join(words) or "–"


def _word(rules: Ruleset, value: Any) -> str:
    """By its name if it has one."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return in_language(names_in(rules).get(value), str(value))
