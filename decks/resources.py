"""Exports and imports decks as rows of JSON or CSV. Importing an exported file changes nothing."""

import json
from dataclasses import asdict
from typing import Any
from uuid import UUID

import msgspec
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from import_export import fields, resources, widgets
from import_export.formats import base_formats
from tablib import Dataset

from cards.sets.card_json import NotJson, read_json
from cards.sets.differences import Change, changes
from cards.sets.selectors import newest_rules
from common.formats import Cards, Options
from common.http.csv_tables import as_text
from common.text.language import in_language
from decks.limits import MOST_QUOTED
from decks.listed_cards import read_cards
from decks.models import Deck
from decks.plans import DeckPlan, change_message, plan_of
from decks.services import create_deck, update_deck
from rules.engine.value_faults import value_fault
from rules.registry import game_definition, slugs

BYTE_ORDER_MARK = "\ufeff"
COLUMNS = ("id", "ruleset", "name_en", "name_ja", "owner", "visibility", "note", "options", "cards")
OBJECTS = ("options", "cards")
"""Columns that hold JSON: text in CSV, objects in JSON."""


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


class ObjectWidget(widgets.Widget):
    """An object as JSON text."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> dict[str, Any]:
        try:
            read = read_json(value) if isinstance(value, str) and value.strip() else value or {}
        except NotJson as error:
            raise ValueError(in_language(error.texts)) from error
        if not isinstance(read, dict):
            raise ValueError(_("Must be an object."))
        return read

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> str:
        return json.dumps(value, ensure_ascii=False, sort_keys=True)


class OptionsWidget(ObjectWidget):
    """Options as the API accepts them."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> dict[str, Any]:
        try:
            return msgspec.convert(super().clean(value, row, **kwargs), Options)
        except msgspec.ValidationError as error:
            raise ValueError(in_language(value_fault(error).texts)) from error


class IdWidget(widgets.Widget):
    """An id; empty: the deck is new."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> UUID | None:
        try:
            return UUID(str(value)) if value else None
        except ValueError as error:
            raise ValidationError(
                {"id": _("%(value)s is not a deck id.") % {"value": shortened(str(value), MOST_QUOTED)}}
            ) from error


class CardsWidget(ObjectWidget):
    """Cards as the API accepts them; a fault names its card."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> dict[str, Any]:
        cards = super().clean(value, row, **kwargs)
        for part in (*({card: copies} for card, copies in cards.items()), cards):
            try:
                msgspec.convert(part, Cards)
            except msgspec.ValidationError as error:
                text = json.dumps(part, ensure_ascii=False)
                fault = _("This can't be in a deck: %(part)s") % {"part": shortened(text, MOST_QUOTED)}
                raise ValueError(fault) from error
        return cards


def planned_or_current(deck: Deck) -> dict[str, int]:
    """The cards that the row sets for a deck, or the deck's current cards if the row has none."""
    planned: dict[str, int] | None = getattr(deck, "planned_cards", None)
    return deck.as_sent["cards"] if planned is None else planned


def planned(deck: Deck) -> DeckPlan:
    """The deck's plan with the values of the row."""
    return DeckPlan(
        name_en=deck.name_en,
        name_ja=deck.name_ja,
        cards=planned_or_current(deck),
        options=deck.options,
        visibility=deck.visibility,
        note=deck.note,
    )


def planned_changes(deck: Deck) -> list[Change]:
    """The changes that a row makes in an existing deck, place by place; empty for a new deck."""
    earlier: tuple[str, DeckPlan, str] | None = getattr(deck, "earlier", None)
    if earlier is None:
        return []
    _ruleset, before, owner = earlier
    return list(changes({**asdict(before), "owner": owner}, {**asdict(planned(deck)), "owner": _owner(deck)}))


class CardsField(fields.Field):
    """The cards of a deck. They are separate database rows, so they stay in memory until the deck is saved."""

    def get_value(self, instance: Deck) -> dict[str, int]:
        return planned_or_current(instance)

    def save(self, instance: Deck, row: Any, is_m2m: bool = False, **kwargs: Any) -> None:
        """Read the cards from JSON or from a list as text. The row's ruleset has been read before."""
        text = row.get(self.column_name)
        if instance.ruleset not in slugs():  # The row is refused for that, and nobody can say what a list means.
            instance.planned_cards = {}
        elif isinstance(text, str) and text.strip()[:1] not in ("", "{", "["):
            try:
                instance.planned_cards = read_cards(newest_rules(instance.ruleset), text, _current_cards(instance))
            except ValidationError as error:
                raise ValueError(" ".join(error.messages)) from error
        else:
            instance.planned_cards = self.clean(row, **kwargs)


def _current_cards(deck: Deck) -> frozenset[str]:
    return frozenset() if deck._state.adding else frozenset(deck.as_sent["cards"])


class OwnerWidget(widgets.ForeignKeyWidget):
    """An owner by name; empty: no owner."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> Any:
        try:
            return super().clean(value, row, **kwargs)
        except self.model.DoesNotExist as error:
            raise ValueError(
                _("There is no player called %(name)s.") % {"name": shortened(str(value), MOST_QUOTED)}
            ) from error


class DeckResource(resources.ModelResource):
    """Imports rows into decks found by id. A row with an unknown id makes a new deck."""

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
        """Skip fields that the row leaves out. They stay unchanged, or get their default in a new deck."""
        if row.get(field.column_name) is not None:
            super().import_field(field, instance, row, is_m2m, **kwargs)

    def after_init_instance(self, instance: Deck, new: bool, row: Any, **kwargs: Any) -> None:
        instance.earlier = None if new else (instance.ruleset, plan_of(instance), _owner(instance))

    def before_save_instance(self, instance: Deck, row: Any, **kwargs: Any) -> None:
        instance.author = kwargs.get("user")
        games = [slug for slug in slugs() if game_definition(slug).builds_decks]
        if instance.ruleset not in games:
            quoted = {"ruleset": shortened(str(instance.ruleset), MOST_QUOTED), "games": ", ".join(games)}
            raise ValidationError(
                {"ruleset": _("There is no game %(ruleset)s with decks. Games with decks: %(games)s.") % quoted}
            )
        if instance.earlier and instance.earlier[0] != instance.ruleset:
            raise ValidationError({"ruleset": _("A deck's game can't be changed.")})

    def do_instance_save(self, instance: Deck, is_create: bool) -> None:
        plan = planned(instance)
        if is_create:
            made = create_deck(
                owner=instance.owner,
                ruleset=instance.ruleset,
                plan=plan,
                deck_id=instance.pk,
                author=instance.author,
            )
            instance.pk = made.pk
        else:
            update_deck(deck=instance, plan=plan, author=instance.author, expected=[instance.version])
        _ruleset, before, owner = instance.earlier or ("", None, "")
        instance.change_message = change_message(before, plan, (owner, _owner(instance)))

    def after_import_row(self, row: Any, row_result: Any, **kwargs: Any) -> None:
        row_result.change_message = getattr(row_result.instance, "change_message", "")


def _owner(deck: Deck) -> str:
    return deck.owner.get_username() if deck.owner else ""


class DeckJson(base_formats.JSON):
    """JSON in which options and cards are objects, not JSON text."""

    def export_data(self, dataset: Any, **kwargs: Any) -> str:
        rows = [
            {key: json.loads(value) if key in OBJECTS and value else value for key, value in row.items()}
            for row in dataset.dict
        ]
        return json.dumps(rows, ensure_ascii=False, indent=1)


class DeckCsv(base_formats.CSV):
    """CSV for spreadsheets: a byte-order mark shows that it is UTF-8, and no cell is evaluated as a formula."""

    def export_data(self, dataset: Any, **kwargs: Any) -> str:
        cells = Dataset(*([as_text(cell) for cell in row] for row in dataset), headers=dataset.headers)
        return BYTE_ORDER_MARK + str(super().export_data(cells, **kwargs))


FORMATS = [DeckJson, DeckCsv]
