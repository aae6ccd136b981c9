"""Decks as files, JSON or CSV: one deck a row. What is exported and imported again changes nothing."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from import_export import fields, resources, widgets
from import_export.formats import base_formats
from tablib import Dataset

from cards.rulesets.registry import game_definition, slugs
from cards.sets.card_json import NotJson, read_json
from cards.text.card_faults import in_both
from cards.text.language import in_language
from decks.models import Deck
from decks.plans import Cards, DeckPlan, Options, change_message, plan_of
from decks.services import create_deck, update_deck

BYTE_ORDER_MARK = "\ufeff"
COLUMNS = ("id", "ruleset", "name_en", "name_ja", "owner", "visibility", "note", "options", "cards")
OBJECTS = ("options", "cards")
"""Columns that hold JSON: text in CSV, objects in JSON."""


def _sentence(error: NotJson) -> str:
    """What cannot be read and in which line, in the language of the page."""
    where = "" if error.line is None else _("line %(line)d: ") % {"line": error.line}
    return where + in_language(in_both(error.detail))


class ObjectWidget(widgets.Widget):
    """An object as JSON text."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> dict[str, Any]:
        try:
            read = read_json(value) if isinstance(value, str) and value.strip() else value or {}
        except NotJson as error:
            raise ValueError(_sentence(error)) from error
        if not isinstance(read, dict):
            raise ValueError(_("An object is needed."))
        return read

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> str:
        return json.dumps(value, ensure_ascii=False, sort_keys=True)


class OptionsWidget(ObjectWidget):
    """Options as the API takes them."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> dict[str, Any]:
        try:
            return msgspec.convert(super().clean(value, row, **kwargs), Options)
        except msgspec.ValidationError as error:
            raise ValueError(in_language(in_both(f"{error}."))) from error


class IdWidget(widgets.Widget):
    """An id; empty: the deck is new."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> UUID | None:
        try:
            return UUID(str(value)) if value else None
        except ValueError as error:
            raise ValidationError({"id": _("%(value)s is no id of a deck.") % {"value": value}}) from error


class CardsWidget(ObjectWidget):
    """Cards as they are sent; a fault names its card."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> dict[str, Any]:
        cards = super().clean(value, row, **kwargs)
        for part in (*({card: copies} for card, copies in cards.items()), cards):
            try:
                msgspec.convert(part, Cards)
            except msgspec.ValidationError as error:
                fault = _("This cannot be in a deck: %(part)s") % {"part": json.dumps(part, ensure_ascii=False)}
                raise ValueError(fault) from error
        return cards


class CardsField(fields.Field):
    """The cards of a deck, which are rows of their own: kept aside until the deck is saved."""

    def get_value(self, instance: Deck) -> dict[str, int]:
        planned: dict[str, int] | None = getattr(instance, "planned_cards", None)
        return instance.as_sent["cards"] if planned is None else planned

    def save(self, instance: Deck, row: Any, is_m2m: bool = False, **kwargs: Any) -> None:
        instance.planned_cards = self.clean(row, **kwargs)


class OwnerWidget(widgets.ForeignKeyWidget):
    """An owner by name; empty: nobody's."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> Any:
        try:
            return super().clean(value, row, **kwargs)
        except self.model.DoesNotExist as error:
            raise ValueError(_("There is no player %(name)s.") % {"name": value}) from error


class DeckResource(resources.ModelResource):
    """A deck is found by its id; one that is not known is new."""

    id = fields.Field("id", "id", widget=IdWidget())
    owner = fields.Field("owner", "owner", widget=OwnerWidget(get_user_model(), "username"))
    options = fields.Field("options", "options", widget=OptionsWidget())
    cards = CardsField("cards", "cards", widget=CardsWidget())

    class Meta:
        model = Deck
        fields = COLUMNS
        export_order = fields
        skip_unchanged = True
        report_skipped = True
        clean_model_instances = True
        store_instance = True

    def get_queryset(self) -> Any:
        return Deck.objects.select_related("owner").prefetch_related("lines")

    def import_field(self, field: Any, instance: Deck, row: Any, is_m2m: bool = False, **kwargs: Any) -> None:
        """What a row does not say stays as it is, or as it is in a new deck."""
        if row.get(field.column_name) is not None:
            super().import_field(field, instance, row, is_m2m, **kwargs)

    def after_init_instance(self, instance: Deck, new: bool, row: Any, **kwargs: Any) -> None:
        instance.kept = None if new else (instance.ruleset, plan_of(instance), _owner(instance))

    def before_save_instance(self, instance: Deck, row: Any, **kwargs: Any) -> None:
        if instance.ruleset not in slugs() or not game_definition(instance.ruleset).builds_decks:
            raise ValidationError({"ruleset": _("There are no decks of %(ruleset)s.") % {"ruleset": instance.ruleset}})
        if instance.kept and instance.kept[0] != instance.ruleset:
            raise ValidationError({"ruleset": _("Of which ruleset a deck is never changes.")})

    def do_instance_save(self, instance: Deck, is_create: bool) -> None:
        plan = DeckPlan(
            name_en=instance.name_en,
            name_ja=instance.name_ja,
            cards=CardsField("cards").get_value(instance),
            options=instance.options,
            visibility=instance.visibility,
            note=instance.note,
        )
        if is_create:
            made = create_deck(owner=instance.owner, ruleset=instance.ruleset, plan=plan, deck_id=instance.pk)
            instance.pk = made.pk
        else:
            update_deck(deck=instance, plan=plan)
        _ruleset, before, owner = instance.kept or ("", None, "")
        instance.change_message = change_message(before, plan, (owner, _owner(instance)))

    def after_import_row(self, row: Any, row_result: Any, **kwargs: Any) -> None:
        row_result.change_message = getattr(row_result.instance, "change_message", "")


def _owner(deck: Deck) -> str:
    return deck.owner.get_username() if deck.owner else ""


class UnreadableFile(ValueError):
    """A file that holds no decks; says why, in the language of the page."""


def _dataset(rows: Sequence[Mapping[str, Any]]) -> Dataset:
    """Every row with all columns in one order, whatever it says and in which order. Raises UnreadableFile."""
    if not rows:
        raise UnreadableFile(_("There is no deck in the file."))
    if unknown := sorted({str(column) for row in rows for column in row} - set(COLUMNS)):
        raise UnreadableFile(_("There are no columns called %(names)s.") % {"names": ", ".join(unknown)})
    return Dataset(*([row.get(column) for column in COLUMNS] for row in rows), headers=COLUMNS)


class DeckJson(base_formats.JSON):
    """Options and cards as objects, not as text in text."""

    def export_data(self, dataset: Any, **kwargs: Any) -> str:
        rows = [
            {key: json.loads(value) if key in OBJECTS and value else value for key, value in row.items()}
            for row in dataset.dict
        ]
        return json.dumps(rows, ensure_ascii=False, indent=1)

    def create_dataset(self, in_stream: Any, **kwargs: Any) -> Dataset:
        """Raises UnreadableFile."""
        file = in_stream if isinstance(in_stream, str) else in_stream.decode()
        try:
            rows = read_json(file.removeprefix(BYTE_ORDER_MARK))
        except NotJson as error:
            raise UnreadableFile(_sentence(error)) from error
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise UnreadableFile(_("A list of decks is needed."))
        return _dataset([{key: _text(value) for key, value in row.items()} for row in rows])


def _text(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, dict | list) else value


class DeckCsv(base_formats.CSV):
    """With a byte-order mark, by which spreadsheets know UTF-8, and with nothing that they would reckon."""

    def export_data(self, dataset: Any, **kwargs: Any) -> str:
        cells = Dataset(*([as_text(cell) for cell in row] for row in dataset), headers=dataset.headers)
        return BYTE_ORDER_MARK + str(super().export_data(cells, **kwargs))

    def create_dataset(self, in_stream: Any, **kwargs: Any) -> Dataset:
        """Raises UnreadableFile."""
        file = in_stream if isinstance(in_stream, str) else in_stream.decode()
        rows = super().create_dataset(file.removeprefix(BYTE_ORDER_MARK), **kwargs).dict
        return _dataset([{column: from_text(cell) for column, cell in row.items()} for row in rows])


_RECKONED = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
"""How a cell begins that a spreadsheet takes for a formula; or one that `as_text` has marked already."""


def as_text(cell: Any) -> Any:
    """A cell that a spreadsheet shows as it is, and does not reckon: with an apostrophe before a formula (OWASP)."""
    return f"'{cell}" if isinstance(cell, str) and _RECKONED.match(cell) else cell


def from_text(cell: Any) -> Any:
    """The cell of which `as_text` made this one. Formulas that are not marked stay what they are."""
    return cell[1:] if isinstance(cell, str) and cell[:1] == "'" and _RECKONED.match(cell) else cell


FORMATS = [DeckJson, DeckCsv]
