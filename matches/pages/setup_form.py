"""Form fields for the settings of a match that is not open yet: deck, options, clock."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from cards.rulebooks.pages import rules_address
from common.text.language import in_language, page_language
from common.text.naming import value_name
from decks.selectors import Offered, offered_decks
from matches.clocks import Clock, Correspondence, Fischer, PerDecision
from players.models import Player
from rules.engine import Ruleset
from rules.json_schemas import json_schema

OPTION = "option-"
CLOCKS: dict[str, Clock | None] = {
    "5+5": Fischer(300, 5),
    "10+5": Fischer(600, 5),
    "20+10": Fischer(1200, 10),
    "60+30": Fischer(3600, 30),
    "1d": Correspondence(1),
    "3d": Correspondence(3),
    "7d": Correspondence(7),
    "none": None,
}
"""The clocks that pages offer. The API accepts any."""
USUAL_CLOCK = "20+10"


def watchers(private: Any) -> list[tuple[str, Any]]:
    """Choices of who can watch a match. `private` is the label for a private one."""
    return [("public", _("anyone")), ("unlisted", _("anyone with the address")), ("private", private)]


def clock_text(clock: Clock | None) -> str:
    """A clock in words."""
    match clock:
        case None:
            return gettext("no clock")
        case Fischer(initial, increment):
            minutes = ngettext("%(n)s minute each", "%(n)s minutes each", 1 if initial == 60 else 2)
            seconds = ngettext("%(n)s second per decision", "%(n)s seconds per decision", increment)
            parts = {"minutes": minutes % {"n": f"{initial / 60:g}"}, "seconds": seconds % {"n": increment}}
            return gettext("%(minutes)s, plus %(seconds)s") % parts
        case Correspondence(days):
            text = ngettext("%(days)d day per decision", "%(days)d days per decision", days)
            return text % {"days": days}
        case PerDecision(seconds):
            return gettext("%(seconds)s seconds per decision") % {"seconds": seconds}


def clock_choices(*, with_none: bool) -> list[tuple[str, str]]:
    return [(name, clock_text(clock)) for name, clock in CLOCKS.items() if with_none or clock is not None]


def chosen_clock(name: str) -> dict[str, Any] | None:
    """One of CLOCKS, in the form that services accept."""
    clock = CLOCKS[name]
    return None if clock is None else msgspec.to_builtins(clock)


def deck_choices(offered: Sequence[Offered]) -> list[tuple[str, str]]:
    decks = [(deck.name, in_language(deck.names, deck.name)) for deck in offered]
    return [("", gettext("a starter deck")), *decks]


def deck_field(rules: Ruleset, player: Player, label: Any = None) -> forms.ChoiceField:
    """A choice of starter decks and the player's own. The empty choice means a starter deck that fits."""
    choices = deck_choices(offered_decks(rules, player))
    return forms.ChoiceField(label=label or _("your deck"), required=False, choices=choices)


@dataclass(frozen=True)
class DescribedOption:
    """An option with its value, in words. `rule` is the number of the rule that explains it."""

    label: str
    value: str
    rule: str | None


def described_options(rules: Ruleset, options: Mapping[str, Any]) -> list[DescribedOption]:
    return [
        DescribedOption(option_label(rules, name), _value(rules, name, value), rules.definition.option_rules.get(name))
        for name, value in options.items()
    ]


def option_label(rules: Ruleset, name: str) -> str:
    label = in_language(rules.words.get("options", {}).get(name), name)
    return label[:1].upper() + label[1:]


def option_set_field(rules: Ruleset) -> forms.ChoiceField:
    """A choice of the option sets, which have names."""
    return forms.ChoiceField(
        label=_("kind of match"),
        choices=[(name, option_set_text(rules, options)) for name, options in rules.option_sets.items()],
    )


def option_set_text(rules: Ruleset, options: Mapping[str, Any]) -> str:
    """These options in words, or "default" if there are none."""
    texts = [f"{option.label}: {option.value}" for option in described_options(rules, options)]
    return " · ".join(texts) or gettext("default")


def unusual(rules: Ruleset, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a match that differ from the defaults."""
    usual = msgspec.to_builtins(rules.read_options({}))
    return {name: value for name, value in options.items() if usual.get(name) != value}


class OptionFields(forms.Form):
    """A form with fields for the options of a game. An empty field leaves its option out."""

    _rules_url = ""
    _option_rules: Mapping[str, str] = {}

    def add_options(self, rules: Ruleset) -> None:
        self._rules_url = rules_address(rules.slug, rules.version)
        self._option_rules = rules.definition.option_rules
        for name, schema in _option_schemas(rules).items():
            if (field := _option_field(rules, name, schema)) is not None:
                self.fields[f"{OPTION}{name}"] = field

    def options(self) -> dict[str, Any]:
        """The chosen options by name, without empty fields."""
        sent = ((name, value) for name, value in self.cleaned_data.items() if name.startswith(OPTION))
        return {name.removeprefix(OPTION): value for name, value in sent if value not in ("", None)}

    @property
    def option_fields(self) -> list[tuple[forms.BoundField, str | None, str]]:
        """(field, number of its rule, address of the rules) for every option."""
        names = [name for name in self.fields if name.startswith(OPTION)]
        return [(self[name], self._option_rules.get(name.removeprefix(OPTION)), self._rules_url) for name in names]

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """The fields that are not options, without the hidden `key`."""
        return [self[name] for name in self.fields if not name.startswith(OPTION) and name != "key"]


def _option_schemas(rules: Ruleset) -> Mapping[str, Any]:
    schema = json_schema(rules.definition.options_type)
    known: Mapping[str, Any] = schema["$defs"][schema["$ref"].rpartition("/")[2]]["properties"]
    return known


def _option_field(rules: Ruleset, name: str, schema: Mapping[str, Any]) -> forms.Field | None:
    """A field for an option that has a list of values or is an integer; None for any other."""
    label = option_label(rules, name)
    usual = _usual(rules, name, schema)
    values = [True, False] if schema.get("type") == "boolean" else schema.get("enum")
    if values is not None:
        by_text = {str(value): value for value in values}
        return forms.TypedChoiceField(
            label=label,
            required=False,
            empty_value=None,
            coerce=by_text.__getitem__,
            choices=[("", usual), *((text, _value(rules, name, value)) for text, value in by_text.items())],
        )
    if schema.get("type") == "integer":
        return forms.IntegerField(
            label=label,
            required=False,
            min_value=schema.get("minimum", 0),
            max_value=schema.get("maximum", 10_000),
            widget=forms.NumberInput(attrs={"placeholder": usual}),
        )
    return None


def _usual(rules: Ruleset, name: str, schema: Mapping[str, Any]) -> str:
    if schema.get("default") is None:
        return gettext("default")
    return gettext("default: %(value)s") % {"value": _value(rules, name, schema["default"])}


def _value(rules: Ruleset, name: str, value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return value_name(rules, name, value, page_language())
