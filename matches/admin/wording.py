"""Events, positions and prompts in words, in the language of an admin page."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.text.language import in_language, page_language
from common.text.naming import names_in, value_name, word
from common.text.sentences import message_texts
from matches.pages.drawing import Speech, seat_tag
from matches.pages.people import named_by_sign
from matches.selectors import transcripts
from rules.engine import Prompt, Ruleset

PART = "<div><dt>{}</dt><dd>{}</dd></div>"


def lines(speech: Speech, shown: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The lines of the transcript of `shown` events. Seats look as on the board."""
    return [_line(speech, line) for line in transcripts.lines(speech.rules, shown, named_by_sign(speech.players))]


def _line(speech: Speech, line: transcripts.TranscriptLine) -> dict[str, Any]:
    lang = page_language()
    return {
        "seq": line.seq,
        "at": line.at,
        "seat": None if line.seat is None else seat_tag(speech, line.seat),
        "what": line.texts[lang] if line.action is None else line.action.texts[lang],
        "rule": None if line.action is None else line.action.rule,
        "note": _("The bot failed.") if line.note == "bot_fault" else line.note,
        "effects": [_effect(sentence) for sentence in line.effects],
    }


def effects(speech: Speech, shown: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Effects alone, as in the lines of the transcript."""
    players = named_by_sign(speech.players)
    return [_effect(transcripts.sentence(speech.rules, "effects", content, players)) for content in shown]


def _effect(effect: transcripts.Sentence) -> dict[str, Any]:
    return {"rule": effect.rule, "text": effect.texts[page_language()]}


def prompt(speech: Speech, prompt: Prompt) -> dict[str, Any]:
    kind = str(prompt.__struct_config__.tag).replace("_", " ")
    texts = message_texts(speech.rules, "prompts", prompt, named_by_sign(speech.players))
    return {"seat": seat_tag(speech, prompt.seat), "text": in_language(texts, kind)}


def part(rules: Ruleset, value: Any) -> SafeString:
    """Any part of a view as HTML: zones as card names, everything else in the ruleset's words."""
    if isinstance(value, Mapping) and _is_zone(value):
        return _zone(rules, value)
    if isinstance(value, Mapping) and _has_parts(value):
        return _parts(rules, ((word(rules, name, page_language()), inner) for name, inner in value.items()))
    if isinstance(value, (list, tuple)) and any(_has_parts(inner) for inner in value):
        return _parts(rules, ((str(index), inner) for index, inner in enumerate(value)))
    return format_html("{}", _words(rules, value if isinstance(value, (list, tuple)) else [value]))


def options(rules: Ruleset, chosen: Mapping[str, Any]) -> SafeString:
    """The options of a match as HTML, with their names."""
    names = rules.words.get("options", {})
    rows = [
        (in_language(names.get(name), name), value_name(rules, name, value, page_language()))
        for name, value in chosen.items()
    ]
    return format_html('<dl class="part flat">{}</dl>', format_html_join("", PART, rows))


def _has_parts(value: Any) -> bool:
    """Whether a value needs a list of its own. A keyword with a value, `{"name": …, "value": …}`, counts as a word."""
    if isinstance(value, Mapping):
        return "name" not in value or not set(value) <= {"name", "value"}
    return isinstance(value, (list, tuple))


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
    """Whether parts fit on one line: all are short, and there are at most three if some are objects."""
    objects = any(isinstance(part, Mapping) and not _is_zone(part) for part in parts)
    return all(_is_short(part) for part in parts) and (not objects or len(parts) < 4)


def _is_short(value: Any) -> bool:
    """Whether a value fits on one line with others: a word, or a zone, object or list with few members."""
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
    """A value in words, by its name in the ruleset if it has one."""
    if isinstance(value, Mapping):
        return " ".join(_word(rules, inner) for inner in value.values())
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return in_language(names_in(rules).get(value), str(value))
