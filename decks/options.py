"""A form field for each option of a ruleset, built from the option's type. An empty field means the default."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _
from msgspec import inspect

from cards.editor.forms import ABSENT, JsonField
from common.text.language import in_language, page_language
from common.text.naming import value_name
from rules.engine import Ruleset

PREFIX, OTHERS = "option_", "options_unknown"


def option_fields(rules: Ruleset, chosen: Mapping[str, Any]) -> dict[str, forms.Field]:
    """Form field name -> field. Submitted values are JSON. `chosen` may have values that the rules refuse."""
    known = inspect.type_info(rules.definition.options_type).fields  # type: ignore[union-attr]
    effective = msgspec.to_builtins(rules.read_options({} if rules.check_options(chosen) else chosen))
    fields = {
        PREFIX + name: _field(rules, field, chosen.get(name, ABSENT), effective[name])
        for field in known
        for name in [field.encode_name]
    }
    if unknown := _unknown(rules, chosen):
        fields[OTHERS] = JsonField(label=_("unknown options"), required=False, initial=json.dumps(unknown))
    return fields


def _unknown(rules: Ruleset, chosen: Mapping[str, Any]) -> dict[str, Any]:
    known = set(rules.definition.options_type.__struct_fields__)
    return {name: value for name, value in chosen.items() if name not in known}


def _field(rules: Ruleset, field: Any, value: Any, effective: Any) -> forms.Field:
    """`effective` is the option's value in a match: its default, if nothing is chosen."""
    name = field.encode_name
    label = in_language(rules.words.get("options", {}).get(name), name)
    common = {"label": label, "required": False, "initial": "" if value is ABSENT else _json(value)}
    values = _values(field.type)
    if values is None:
        size = 8 if isinstance(field.type, inspect.IntType) else 30
        help_text = "" if value is not ABSENT else _("If empty: %(value)s") % {"value": _json(effective)}
        return JsonField(widget=forms.TextInput(attrs={"size": size}), help_text=help_text, **common)
    if value is not ABSENT and not any(type(value) is type(other) and value == other for other in values):
        values = [*values, value]
    labels = [(_json(one), value_name(rules, name, one, page_language())) for one in values]
    default = _("default")
    if value is ABSENT:
        default = f"{default} ({dict(labels).get(_json(effective), effective)})"
    choices = [("", default), *labels]
    return forms.ChoiceField(choices=choices, **common)


def _values(kind: Any) -> list[Any] | None:
    """All values of an option's type if it is boolean or a literal, else None."""
    if isinstance(kind, inspect.BoolType):
        return [False, True]
    if isinstance(kind, inspect.LiteralType):
        return list(kind.values)
    return None


def _json(value: Any) -> str:
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False)


def chosen_options(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The options chosen in a form."""
    others = cleaned.get(OTHERS, ABSENT)
    chosen = dict(others) if isinstance(others, dict) else {}
    for name, value in cleaned.items():
        if name.startswith(PREFIX) and value is not ABSENT and value != "":
            chosen[name.removeprefix(PREFIX)] = json.loads(value) if isinstance(value, str) else value
    return chosen
