"""Decks for deck managers: the list, and the form of a deck. What is wrong with a deck the ruleset says."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import models
from django.db.models import OuterRef, QuerySet, Subquery, Sum
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.admin.common import RulesetFilter
from cards.editor.admin_pages import PagesAdmin
from cards.sets.differences import written
from cards.sets.selectors import newest_rules
from cards.text.labels import ruleset_name
from cards.text.language import in_language
from decks.admin.files import DeckFiles
from decks.forms import LineFormSet, NewDeckForm, deck_rulesets, line_form
from decks.models import Deck, DeckLine
from decks.options import OTHERS, PREFIX, chosen_options, option_fields
from decks.plans import DeckPlan, change_message, plan_of
from decks.reports import shown_report
from decks.selectors import deck_problems, deck_report
from decks.services import create_deck, delete_deck, update_deck


class DeckRulesetFilter(RulesetFilter):
    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return deck_rulesets()


class StarterFilter(admin.SimpleListFilter):
    title = gettext_lazy("owner")
    parameter_name = "kept_by"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("starter", gettext_lazy("starter decks")),
            ("me", gettext_lazy("my own")),
            ("players", gettext_lazy("players")),
            ("nobody", gettext_lazy("nobody")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Deck]) -> QuerySet[Deck]:
        wanted = {
            "starter": {"slug__gt": ""},
            "me": {"owner": request.user.pk},
            "players": {"owner__isnull": False},
            "nobody": {"owner__isnull": True, "slug": ""},
        }
        return queryset.filter(**wanted[self.value()]) if self.value() in wanted else queryset


class LineInline(admin.TabularInline):
    """The cards. Who may change the deck may change them."""

    model = DeckLine
    formset = LineFormSet
    extra = 2

    def get_formset(self, request: HttpRequest, obj: Deck | None = None, **kwargs: Any) -> Any:
        rules = newest_rules(obj.ruleset) if obj else None
        kept = {line.card for line in obj.lines.all()} if obj else set()
        return super().get_formset(request, obj, **{**kwargs, "form": line_form(rules, kept)})

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("decks.view_deck")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("decks.change_deck")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_change_permission(request)


@admin.register(Deck)
class DeckAdmin(DeckFiles, PagesAdmin):
    """The list of decks and the form of one. Its files: files.py; more pages and actions: pages.py."""

    list_display = ("name", "game", "owner", "is_public", "card_count", "is_legal", "updated_at")
    list_filter = (DeckRulesetFilter, StarterFilter, "visibility")
    list_select_related = ("owner",)
    search_fields = ("name_en", "name_ja", "owner__username", "lines__card", "note")
    autocomplete_fields = ("owner",)
    ordering = ("ruleset", "name_en", "id")
    inlines = (LineInline,)
    formfield_overrides = {models.TextField: {"widget": forms.Textarea(attrs={"rows": 3, "cols": 60})}}
    change_form_template = "admin/decks/deck/change_form.html"

    class Media:
        js = ("decks/live.js",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deck]:
        """With the number of cards: by itself, for a search joins only the lines that it finds."""
        copies = DeckLine.objects.filter(deck=OuterRef("pk")).order_by().values("deck").annotate(all=Sum("copies"))
        return super().get_queryset(request).annotate(cards=Subquery(copies.values("all"))).prefetch_related("lines")

    # The list

    @admin.display(description=gettext_lazy("name"), ordering="name_en")
    def name(self, deck: Deck) -> str:
        return str(deck)

    @admin.display(description=gettext_lazy("ruleset"), ordering="ruleset")
    def game(self, deck: Deck) -> str:
        return ruleset_name(deck.ruleset)

    @admin.display(description=gettext_lazy("options"))
    def options_label(self, deck: Deck) -> str:
        return "; ".join(f"{name}: {written(value)}" for name, value in deck.options.items()) or "–"

    @admin.display(description=gettext_lazy("cards"), ordering="cards")
    def card_count(self, deck: Deck) -> int:
        return deck.cards or 0

    @admin.display(description=gettext_lazy("public"), boolean=True, ordering="visibility")
    def is_public(self, deck: Deck) -> bool:
        return deck.visibility == Deck.Visibility.PUBLIC

    @admin.display(description=gettext_lazy("legal"), boolean=True)
    def is_legal(self, deck: Deck) -> bool:
        return not deck_problems(self._rules[deck.ruleset], deck.options, deck.as_sent["cards"])

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        self._rules = {slug: newest_rules(slug) for slug, _name in deck_rulesets()}
        return super().changelist_view(request, extra_context)

    # One deck

    def get_inlines(self, request: HttpRequest, obj: Deck | None) -> Any:
        return self.inlines if obj else ()

    def get_form(self, request: HttpRequest, obj: Deck | None = None, change: bool = False, **kwargs: Any) -> Any:
        if obj is None:
            return super().get_form(request, obj, change=change, **{**kwargs, "form": NewDeckForm, "fields": None})
        own = ["name_en", "name_ja", "owner", "visibility", "note"]
        made = super().get_form(request, obj, change=change, **{**kwargs, "fields": own})
        return type("DeckForm", (made,), option_fields(newest_rules(obj.ruleset), obj.options))

    def get_fieldsets(self, request: HttpRequest, obj: Deck | None = None) -> Any:
        names = (("name_en", "name_ja"), ("owner", "visibility"), "note")
        if obj is None:
            return [(None, {"fields": ("ruleset", *names)})]
        options: tuple[str, ...] = ("options_label",)
        if self.has_change_permission(request, obj):
            options = tuple(option_fields(newest_rules(obj.ruleset), obj.options))
        description = gettext_lazy("The options that the deck is meant for, and checked under.")
        return [
            (None, {"fields": ("game", *names)}),
            (gettext_lazy("Options"), {"fields": options, "description": description}),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Deck | None = None) -> Any:
        if obj is None:
            return ()
        return ("game",) if self.has_change_permission(request, obj) else ("game", "options_label")

    def save_model(self, request: HttpRequest, obj: Deck, form: Any, change: bool) -> None:
        """A new deck is written; a changed one waits for its cards."""
        if change:
            return
        plan = DeckPlan(
            name_en=obj.name_en,
            name_ja=obj.name_ja,
            cards={},
            options={},
            visibility=obj.visibility,
            note=obj.note,
        )
        create_deck(owner=obj.owner, ruleset=obj.ruleset, plan=plan, deck_id=obj.pk)
        request.change_message = change_message(None, plan, ("", owner_name(obj)))

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        if not change:
            return
        deck = form.instance
        before = Deck.objects.select_related("owner").prefetch_related("lines").get(pk=deck.pk)
        plan = DeckPlan(
            name_en=deck.name_en,
            name_ja=deck.name_ja,
            cards=formsets[0].cards() if formsets else before.as_sent["cards"],
            options=chosen_options(form.cleaned_data),
            visibility=deck.visibility,
            note=deck.note,
        )
        request.change_message = change_message(plan_of(before), plan, (owner_name(before), owner_name(deck)))
        update_deck(deck=deck, plan=plan)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> str:
        """What was and what is, card by card."""
        return request.change_message

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return super().log_change(request, obj, message) if message else None

    def delete_model(self, request: HttpRequest, obj: Deck) -> None:
        delete_deck(deck=obj)

    def response_add(self, request: HttpRequest, obj: Deck, post_url_continue: Any = None) -> HttpResponse:
        messages.success(request, _("The deck is there. Now its cards."))
        return HttpResponseRedirect(address(obj))

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        deck = kwargs.get("obj")
        if deck is not None:
            context.update(self._legality(deck), may_duplicate=self.has_add_permission(request))
        return super().render_change_form(request, context, *args, **kwargs)

    def _legality(self, deck: Deck) -> dict[str, Any]:
        """The deck as it is saved: how many cards, every fault, and what the ruleset tells beside."""
        kept = Deck.objects.prefetch_related("lines").get(pk=deck.pk)
        rules, cards = newest_rules(kept.ruleset), kept.as_sent["cards"]
        return {
            "live": {"prefix": PREFIX, "others": OTHERS, "ruleset": kept.ruleset, "count": sum(cards.values())},
            "problems": problem_texts(deck_problems(rules, kept.options, cards)),
            "report": shown_report(rules, deck_report(rules, kept.options, cards)),
        }


def problem_texts(problems: list[dict[str, Any]]) -> list[str]:
    return [in_language(problem["texts"]) for problem in problems]


def owner_name(deck: Deck) -> str:
    return deck.owner.get_username() if deck.owner else ""


def address(deck: Deck) -> str:
    return reverse("admin:decks_deck_change", args=[deck.pk])
