"""Decks as files, JSON or CSV: one deck a row. What is exported and imported again changes nothing."""

import json
from typing import Any, ClassVar
from uuid import UUID

import msgspec
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from import_export import fields, resources, widgets
from import_export.formats import base_formats

from cards.language import in_language
from cards.mistakes import in_both
from cards.rulesets.registry import ruleset_class, slugs
from cards.writing import NotJson, read_json
from decks.models import Deck
from decks.plans import DeckPlan, plan_of, told
from decks.services import create_deck, update_deck
from decks.shapes import Cards

OBJECTS = ("options", "cards")
"""Columns that hold JSON: text in CSV, objects in JSON."""


class ObjectWidget(widgets.Widget):
    """An object as JSON text."""

    shape: ClassVar[Any] = dict[str, Any]

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> dict[str, Any]:
        try:
            read = read_json(value) if isinstance(value, str) and value.strip() else value or {}
            return msgspec.convert(read, self.shape)
        except (NotJson, msgspec.ValidationError) as error:
            raise ValidationError(in_language(in_both(str(error)))) from error

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> str:
        return json.dumps(value, ensure_ascii=False, sort_keys=True)


class IdWidget(widgets.Widget):
    """An id; empty: the deck is new."""

    def clean(self, value: Any, row: Any = None, **kwargs: Any) -> UUID | None:
        try:
            return UUID(str(value)) if value else None
        except ValueError as error:
            raise ValidationError(_("%(value)s is no id of a deck.") % {"value": value}) from error


class CardsWidget(ObjectWidget):
    shape = Cards


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
            raise ValidationError(_("There is no player %(name)s.") % {"name": value}) from error


class DeckResource(resources.ModelResource):
    """A deck is found by its id; one that is not known is new."""

    id = fields.Field("id", "id", widget=IdWidget())
    owner = fields.Field("owner", "owner", widget=OwnerWidget(get_user_model(), "username"))
    options = fields.Field("options", "options", widget=ObjectWidget())
    cards = CardsField("cards", "cards", widget=CardsWidget())

    class Meta:
        model = Deck
        fields = ("id", "ruleset", "name_en", "name_ja", "owner", "visibility", "note", "options", "cards")
        export_order = fields
        skip_unchanged = True
        report_skipped = True
        clean_model_instances = True
        store_instance = True

    def get_queryset(self) -> Any:
        return Deck.objects.select_related("owner").prefetch_related("lines")

    def after_init_instance(self, instance: Deck, new: bool, row: Any, **kwargs: Any) -> None:
        instance.kept = None if new else (instance.ruleset, plan_of(instance), _owner(instance))

    def before_save_instance(self, instance: Deck, row: Any, **kwargs: Any) -> None:
        if instance.ruleset not in slugs() or not ruleset_class(instance.ruleset).builds_decks:
            raise ValidationError(_("There are no decks of %(ruleset)s.") % {"ruleset": instance.ruleset})
        if instance.kept and instance.kept[0] != instance.ruleset:
            raise ValidationError(_("Of which ruleset a deck is never changes."))

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
        instance.told = told(before, plan, (owner, _owner(instance)))

    def after_import_row(self, row: Any, row_result: Any, **kwargs: Any) -> None:
        row_result.told = getattr(row_result.instance, "told", "")


def _owner(deck: Deck) -> str:
    return deck.owner.get_username() if deck.owner else ""


class DeckJson(base_formats.JSON):
    """Options and cards as objects, not as text in text."""

    def export_data(self, dataset: Any, **kwargs: Any) -> str:
        rows = [
            {key: json.loads(value) if key in OBJECTS and value else value for key, value in row.items()}
            for row in dataset.dict
        ]
        return json.dumps(rows, ensure_ascii=False, indent=1)

    def create_dataset(self, in_stream: Any, **kwargs: Any) -> Any:
        rows = json.loads(in_stream)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise ValueError(_("A list of decks is needed."))
        texts = [
            {key: json.dumps(value) if isinstance(value, dict | list) else value for key, value in row.items()}
            for row in rows
        ]
        return super().create_dataset(json.dumps(texts), **kwargs)


FORMATS = [DeckJson, base_formats.CSV]
