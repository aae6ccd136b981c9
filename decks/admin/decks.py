"""Decks for deck managers: the list, and the form of a deck. The ruleset says what is wrong with a deck."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.models import ADDITION, CHANGE, DELETION
from django.contrib.admin.utils import unquote
from django.db import models
from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum, prefetch_related_objects
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from import_export.admin import ExportActionModelAdmin
from import_export.forms import ExportForm

from cards.admin.common import RulesetFilter
from cards.models import CardSetRevision
from cards.sets.differences import written
from cards.sets.selectors import newest_rules
from common.admin.pages import PagesAdmin
from common.text.errors import ServiceError
from common.text.language import in_language, page_language, ruleset_name
from common.text.refusals import show_refusal
from decks.admin.cards import decks_with_card_named
from decks.admin.outdated import outdated_page
from decks.deck_lists import write_list
from decks.faults import deck_problems, is_legal
from decks.forms import NewDeckForm, deck_fields, deck_rulesets, planned
from decks.limits import MOST_DECKS_WRITTEN, MOST_FAULTS_SHOWN, MOST_NOTE_LISTED, MOST_TAGS_OFFERED
from decks.models import Deck, DeckLine, DeckTag
from decks.options import option_fields
from decks.outdated import seen_version, worded_entry
from decks.plans import DeckPlan, change_message, plan_of
from decks.reports import shown_report
from decks.resources import FORMATS, DeckResource
from decks.selectors import deck_report
from decks.services import create_deck, delete_deck, update_deck
from decks.verdicts import current, judged, verdict
from rules.engine import Names


class DeckFiles(ExportActionModelAdmin):
    """Anyone who may view decks may export them."""

    resource_classes = (DeckResource,)
    formats = FORMATS
    export_formats = FORMATS
    export_form_class = ExportForm
    import_export_change_list_template = "admin/decks/deck/change_list.html"

    def has_export_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)


WRITING = {"change_them", "duplicate_them", "replace_in_them", "delete_selected"}
"""Actions that write every selected deck. They refuse to run on too many at once."""


class DeckRulesetFilter(RulesetFilter):
    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return deck_rulesets()


class StarterFilter(admin.SimpleListFilter):
    title = gettext_lazy("owner")
    parameter_name = "kept_by"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("starter", gettext_lazy("starter decks")),
            ("me", gettext_lazy("mine")),
            ("players", gettext_lazy("players")),
            ("nobody", gettext_lazy("no owner")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Deck]) -> QuerySet[Deck]:
        wanted = {
            "starter": {"slug__gt": ""},
            "me": {"owner": request.user.pk},
            "players": {"owner__isnull": False},
            "nobody": {"owner__isnull": True, "slug": ""},
        }
        return queryset.filter(**wanted[self.value()]) if self.value() in wanted else queryset


class LegalFilter(admin.SimpleListFilter):
    """Filters by the stored verdicts."""

    title = gettext_lazy("legality")
    parameter_name = "legal"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("yes", gettext_lazy("legal")),
            ("no", gettext_lazy("not legal")),
            ("unknown", gettext_lazy("still to be checked")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Deck]) -> QuerySet[Deck]:
        known = judged(current()) & Q(legal__isnull=False)
        wanted = {"yes": known & Q(legal=True), "no": known & Q(legal=False), "unknown": ~known}
        return queryset.filter(wanted[self.value()]) if self.value() in wanted else queryset


class TagFilter(admin.SimpleListFilter):
    title = gettext_lazy("tag")
    parameter_name = "tag"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        names = DeckTag.objects.order_by("name").values_list("name", flat=True).distinct()
        return [(name, name) for name in names[:MOST_TAGS_OFFERED]]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Deck]) -> QuerySet[Deck]:
        return queryset.filter(tags__name=self.value()) if self.value() else queryset


@admin.register(Deck)
class DeckAdmin(DeckFiles, PagesAdmin):
    """The list of decks, its exports, and the form of a deck. See pages.py for more pages, imports.py for imports."""

    list_display = ("name", "game", "owned_by", "tag_names", "is_public", "card_count", "is_legal", "updated_at")
    more_columns = ("shortened_note", "options_label", "version", "created_at")
    list_filter = (DeckRulesetFilter, LegalFilter, StarterFilter, "visibility", TagFilter, "updated_at")
    list_select_related = ("owner",)
    search_fields = ("name_en", "name_ja", "owner__username", "note")  # And cards (found_besides).
    autocomplete_fields = ("owner",)
    ordering = ("ruleset", "name_en", "id")
    formfield_overrides = {models.TextField: {"widget": forms.Textarea(attrs={"rows": 3, "cols": 60})}}
    change_form_template = "admin/decks/deck/change_form.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deck]:
        """Decks with their number of cards. A subquery counts them, since a search joins only the matching lines."""
        copies = DeckLine.objects.filter(deck=OuterRef("pk")).order_by().values("deck").annotate(all=Sum("copies"))
        return super().get_queryset(request).annotate(cards=Subquery(copies.values("all"))).prefetch_related("tags")

    # The list

    def found_besides(self, word: str) -> list[QuerySet[Any]]:
        """Decks with a card of this name, in either language, or with this slug."""
        return decks_with_card_named(word)

    @admin.display(description=gettext_lazy("owner"), ordering="owner")
    def owned_by(self, deck: Deck) -> SafeString | str:
        """The owner's name. For staff who may see players, it links to the owner's page."""
        if deck.owner is None:
            return "–"
        model = deck.owner._meta
        page = reverse(f"admin:{model.app_label}_{model.model_name}_change", args=[deck.owner_id])
        return format_html('<a href="{}">{}</a>', page, deck.owner)

    @admin.display(description=gettext_lazy("tags"))
    def tag_names(self, deck: Deck) -> str:
        return ", ".join(tag.name for tag in deck.tags.all()) or "–"

    @admin.display(description=gettext_lazy("note"))
    def shortened_note(self, deck: Deck) -> str:
        return Truncator(deck.note).chars(MOST_NOTE_LISTED) or "–"

    @admin.display(description=gettext_lazy("name"), ordering="name_en")
    def name(self, deck: Deck) -> str:
        return str(deck)

    @admin.display(description=gettext_lazy("ruleset"), ordering="ruleset")
    def game(self, deck: Deck) -> str:
        return ruleset_name(deck.ruleset)

    @admin.display(description=gettext_lazy("options"))
    def options_label(self, deck: Deck) -> str:
        return "; ".join(f"{name}: {written(value)}" for name, value in deck.options.items()) or "–"

    @admin.display(description=gettext_lazy("cards"))
    def cards_label(self, deck: Deck) -> SafeString:
        text = write_list(newest_rules(deck.ruleset), deck.as_sent["cards"], page_language())
        return format_html_join("", "<div>{}</div>", ((line,) for line in text.splitlines())) or mark_safe("–")

    @admin.display(description=gettext_lazy("cards"), ordering="cards")
    def card_count(self, deck: Deck) -> int:
        return deck.cards or 0

    @admin.display(description=gettext_lazy("public"), boolean=True, ordering="visibility")
    def is_public(self, deck: Deck) -> bool:
        return deck.visibility == Deck.Visibility.PUBLIC

    @admin.display(description=gettext_lazy("legal"), boolean=True)
    def is_legal(self, deck: Deck) -> bool:
        return deck.legal_today

    def response_action(self, request: HttpRequest, queryset: QuerySet[Deck]) -> HttpResponse | None:
        """Refuse an action that would write too many decks: each deck is a separate transaction."""
        if WRITING & set(request.POST.getlist("action")):
            is_all = "1" in request.POST.getlist("select_across")
            chosen = queryset[: MOST_DECKS_WRITTEN + 1] if is_all else request.POST.getlist(ACTION_CHECKBOX_NAME)
            if len(chosen) > MOST_DECKS_WRITTEN:
                messages.error(request, _("Select at most %(n)d decks.") % {"n": MOST_DECKS_WRITTEN})
                return None
        return super().response_action(request, queryset)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Set `legal_today` of the listed decks. Only those whose verdict doesn't count are checked now."""
        found, today = super().get_changelist_instance(request), current()
        for deck in found.result_list:
            deck.legal_today = verdict(deck, today)
        unchecked = [deck for deck in found.result_list if deck.legal_today is None]
        prefetch_related_objects(unchecked, "lines")
        rules = {ruleset: newest_rules(ruleset) for ruleset in {deck.ruleset for deck in unchecked}}
        for deck in unchecked:
            deck.legal_today = is_legal(rules[deck.ruleset], deck.options, deck.as_sent["cards"])
        return found

    # One deck

    def get_form(self, request: HttpRequest, obj: Deck | None = None, change: bool = False, **kwargs: Any) -> Any:
        """A new deck shows cards and options once its ruleset is known."""
        ruleset = obj.ruleset if obj else chosen_ruleset(request)
        if ruleset is None:
            return super().get_form(request, obj, change=change, **{**kwargs, "form": NewDeckForm, "fields": None})
        own = ["name_en", "name_ja", "owner", "visibility", "note"]
        made = super().get_form(request, obj, change=change, **{**kwargs, "fields": own})
        cards, options = (obj.as_sent["cards"], obj.options) if obj else ({}, {})
        return type("DeckForm", (made,), deck_fields(newest_rules(ruleset), cards, options))

    def get_fieldsets(self, request: HttpRequest, obj: Deck | None = None) -> Any:
        names = (("name_en", "name_ja"), ("owner", "visibility"), "note")
        ruleset = obj.ruleset if obj else chosen_ruleset(request)
        if ruleset is None:
            return [(None, {"fields": ("ruleset", *names)})]
        may_write = obj is None or self.has_change_permission(request, obj)
        options = tuple(option_fields(newest_rules(ruleset), obj.options if obj else {})) if may_write else ()
        description = gettext_lazy("The options that the deck is made for. They also decide whether it is legal.")
        return [
            (None, {"fields": ("game", *names) if obj else names}),
            (gettext_lazy("Cards"), {"fields": ("cards",) if may_write else ("cards_label",)}),
            (gettext_lazy("Options"), {"fields": options or ("options_label",), "description": description}),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Deck | None = None) -> Any:
        if obj is None:
            return ()
        return ("game",) if self.has_change_permission(request, obj) else ("game", "options_label", "cards_label")

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"owner": request.user.pk, **super().get_changeform_initial_data(request)}

    def save_model(self, request: HttpRequest, obj: Deck, form: Any, change: bool) -> None:
        plan = self._plan(form)
        if change:
            before = Deck.objects.select_related("owner").prefetch_related("lines").get(pk=obj.pk)
            request.change_message = change_message(plan_of(before), plan, (owner_name(before), owner_name(obj)))
            update_deck(deck=obj, plan=plan, author=request.user, expected=seen_version(request))
            return
        ruleset = obj.ruleset or chosen_ruleset(request) or ""
        create_deck(owner=obj.owner, ruleset=ruleset, plan=plan, deck_id=obj.pk, author=request.user)
        obj.ruleset = ruleset
        request.change_message = change_message(None, plan, ("", owner_name(obj)))

    def _plan(self, form: Any) -> DeckPlan:
        sent = form.cleaned_data
        return planned(sent if "cards" in sent else {**sent, "cards": {}})

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Do nothing: the cards are saved with their deck."""

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> str:
        """The old and new values, card by card."""
        return request.change_message

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return super().log_change(request, obj, message) if message else None

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Django's history with the names of fields and cards, and with changes that no field shows."""
        response = super().history_view(request, object_id, extra_context)
        deck = self.get_object(request, unquote(object_id))
        for entry in getattr(response, "context_data", {}).get("action_list", []) if deck else []:
            entry.change_message = worded_entry(deck.ruleset, entry.change_message) or _action_label(entry.action_flag)
        return response

    def delete_model(self, request: HttpRequest, obj: Deck) -> None:
        delete_deck(deck=obj, author=request.user)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Deck]) -> None:
        for deck in queryset:
            delete_deck(deck=deck, author=request.user)

    def has_delete_permission(self, request: HttpRequest, obj: Deck | None = None) -> bool:
        """Starter decks can't be deleted."""
        return bool(super().has_delete_permission(request, obj) and not (obj and obj.slug))

    def changeform_view(self, request: HttpRequest, object_id: Any = None, *args: Any, **kwargs: Any) -> HttpResponse:
        """Refuse a save if someone else has saved the deck since, and show the page for merging."""
        refused = outdated_page(self, request, object_id)
        if refused is not None:
            return refused
        try:
            return super().changeform_view(request, object_id, *args, **kwargs)
        except ServiceError as refusal:
            if refusal.code == "deck_changed" and (page := outdated_page(self, request, object_id)):
                return page
            show_refusal(request, refusal)
            return HttpResponseRedirect(reverse("admin:decks_deck_changelist"))

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: Any) -> HttpResponse:
        messages.info(request, restore_hint())
        return super().response_delete(request, obj_display, obj_id)

    def message_user(self, request: HttpRequest, message: Any, level: Any = messages.INFO, **more: Any) -> None:
        """For a deck saved with faults, show only the message about the faults."""
        if level == messages.SUCCESS and getattr(request, "faults_shown", False):
            return
        super().message_user(request, message, level, **more)

    def response_add(self, request: HttpRequest, obj: Deck, post_url_continue: Any = None) -> HttpResponse:
        if chosen_ruleset(request) is None:
            messages.success(request, _("The deck was created. Now add cards."))
            return HttpResponseRedirect(address(obj))
        self._show_faults(request, obj)
        return super().response_add(request, obj, post_url_continue)

    def response_change(self, request: HttpRequest, obj: Deck) -> HttpResponse:
        self._show_faults(request, obj)
        return super().response_change(request, obj)

    def _show_faults(self, request: HttpRequest, obj: Deck) -> None:
        """Show the deck's faults. The deck is saved anyway."""
        stored = Deck.objects.prefetch_related("lines").get(pk=obj.pk)
        problems = deck_problems(newest_rules(stored.ruleset), stored.options, stored.as_sent["cards"])
        if problems:
            found = " ".join(problem_texts(problems[:MOST_FAULTS_SHOWN]))
            messages.warning(request, _("The deck was saved, but it is not legal: %(faults)s") % {"faults": found})
            request.faults_shown = True  # type: ignore[attr-defined]

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        deck = kwargs.get("obj")
        if deck is not None:
            context.update(self._legality(deck), may_duplicate=self.has_add_permission(request))
            context["deck_version"] = request.POST.get("deck_version", deck.version)
        elif chosen_ruleset(request) is None:
            context["rulesets"] = deck_rulesets()
        return super().render_change_form(request, context, *args, **kwargs)

    def _legality(self, deck: Deck) -> dict[str, Any]:
        """The saved deck's faults and the ruleset's report."""
        stored = Deck.objects.prefetch_related("lines").get(pk=deck.pk)
        rules, cards = newest_rules(stored.ruleset), stored.as_sent["cards"]
        return {
            "problems": problem_texts(deck_problems(rules, stored.options, cards)),
            "report": shown_report(rules, deck_report(rules, stored.options, cards)),
        }


def chosen_ruleset(request: HttpRequest) -> str | None:
    """The ruleset in the URL of a new deck; None if it is missing or players don't build decks for it."""
    named = request.GET.get("ruleset")
    return named if named in dict(deck_rulesets()) else None


def restore_hint() -> SafeString:
    """A link to the page where deleted decks can be restored."""
    return format_html('<a href="{}">{}</a>', reverse("admin:decks_deck_deleted"), _("Deleted decks can be restored."))


def _action_label(flag: int) -> str:
    return str({ADDITION: _("Created"), CHANGE: _("Changed"), DELETION: _("Deleted")}[flag])


def problem_texts(problems: list[dict[str, Any]]) -> list[str]:
    return [in_language(problem["texts"]) for problem in problems]


def card_link(newest: CardSetRevision, card: str, names: Mapping[str, Names]) -> str:
    """A card's name with a link to its page; only the slug if the card is no longer in the newest set."""
    if card not in names:
        return card
    page = reverse("admin:cards_card_shown", args=[newest.ruleset, newest.revision, card])
    return format_html('<a href="{}">{}</a>', page, in_language(names[card], card))


def owner_name(deck: Deck) -> str:
    return deck.owner.get_username() if deck.owner else ""


def address(deck: Deck) -> str:
    return reverse("admin:decks_deck_change", args=[deck.pk])
