"""Decks for deck managers. What is wrong with a deck the ruleset says; what is written down services write.

Who may do what (tests/test_staff_permissions.py holds it):
  view_deck     every deck, also private ones; compare, check, export
  add_deck      new decks and duplicates
  change_deck   change a deck and its cards; import, together with add_deck
  delete_deck   throw decks away
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.models import ADDITION, CHANGE, LogEntry
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models
from django.db.models import OuterRef, QuerySet, Subquery, Sum
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from import_export.admin import ImportExportActionModelAdmin
from import_export.forms import ExportForm
from import_export.results import RowResult

from cards.admin.common import RulesetFilter
from cards.editor.admin_lookups import ListedLookups
from cards.engine import Ruleset
from cards.models import CardSetRevision
from cards.rulesets.registry import newest_version
from cards.sets.differences import written
from cards.sets.selectors import newest_revision, newest_rules, revision_before, rules_of
from cards.text.labels import ruleset_name
from cards.text.language import in_language
from cards.text.sentences import card_names
from decks.forms import LineFormSet, NewDeckForm, deck_rulesets, line_form
from decks.models import Deck, DeckLine
from decks.options import OTHERS, PREFIX, chosen_options, option_fields
from decks.plans import DeckPlan, plan_of, told
from decks.reports import shown_report
from decks.resources import COLUMNS, FORMATS, DeckResource, UnreadableFile
from decks.selectors import checked_decks, deck_problems, deck_report
from decks.services import create_deck, delete_deck, duplicate_deck, update_deck


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


class DeckAdmin(ListedLookups, ImportExportActionModelAdmin):
    resource_classes = (DeckResource,)
    formats = FORMATS
    import_formats = FORMATS
    export_formats = FORMATS
    export_form_class = ExportForm
    list_display = ("name", "game", "owner", "is_public", "card_count", "is_legal", "updated_at")
    list_filter = (DeckRulesetFilter, StarterFilter, "visibility")
    list_select_related = ("owner",)
    search_fields = ("name_en", "name_ja", "owner__username", "lines__card", "note")
    autocomplete_fields = ("owner",)
    ordering = ("ruleset", "name_en", "id")
    actions = ("duplicate_them", "compare_them", "check_them")
    inlines = (LineInline,)
    formfield_overrides = {models.TextField: {"widget": forms.Textarea(attrs={"rows": 3, "cols": 60})}}
    change_form_template = "admin/decks/deck/change_form.html"
    import_export_change_list_template = "admin/decks/deck/change_list.html"
    import_template_name = "admin/decks/deck/import.html"

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
    def options_told(self, deck: Deck) -> str:
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
        options: tuple[str, ...] = ("options_told",)
        if self.has_change_permission(request, obj):
            options = tuple(option_fields(newest_rules(obj.ruleset), obj.options))
        told_options = gettext_lazy("The options that the deck is meant for, and checked under.")
        return [
            (None, {"fields": ("game", *names)}),
            (gettext_lazy("Options"), {"fields": options, "description": told_options}),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Deck | None = None) -> Any:
        if obj is None:
            return ()
        return ("game",) if self.has_change_permission(request, obj) else ("game", "options_told")

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
        request.deck_told = told(None, plan, ("", _owner(obj)))

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
        request.deck_told = told(plan_of(before), plan, (_owner(before), _owner(deck)))
        update_deck(deck=deck, plan=plan)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> str:
        """What was and what is, card by card."""
        return request.deck_told

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return super().log_change(request, obj, message) if message else None

    def delete_model(self, request: HttpRequest, obj: Deck) -> None:
        delete_deck(deck=obj)

    def response_add(self, request: HttpRequest, obj: Deck, post_url_continue: Any = None) -> HttpResponse:
        messages.success(request, _("The deck is there. Now its cards."))
        return HttpResponseRedirect(_at(obj))

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
            "problems": _texts(deck_problems(rules, kept.options, cards)),
            "report": shown_report(rules, deck_report(rules, kept.options, cards)),
        }

    # Pages

    def get_urls(self) -> Any:
        own = [
            path("compare/", self.admin_site.admin_view(self.compare), name="decks_deck_compare"),
            path("check/", self.admin_site.admin_view(self.check_page), name="decks_deck_check"),
            path("<uuid:pk>/duplicate/", self.admin_site.admin_view(self.duplicate), name="decks_deck_duplicate"),
        ]
        return own + super().get_urls()

    def _page(self, request: HttpRequest, template: str, title: str, **context: Any) -> TemplateResponse:
        return TemplateResponse(
            request,
            f"admin/decks/deck/{template}",
            {**self.admin_site.each_context(request), "opts": self.opts, "title": title, **context},
        )

    def duplicate(self, request: HttpRequest, pk: Any) -> HttpResponse:
        if not self.has_add_permission(request) or not self.has_view_permission(request):
            raise PermissionDenied
        deck = Deck.objects.filter(pk=pk).first()
        if deck is None:
            raise Http404
        if request.method != "POST":
            return HttpResponseRedirect(_at(deck))
        copy = self._duplicated(request, deck)
        messages.success(request, _("This is the copy. It is yours."))
        return HttpResponseRedirect(_at(copy))

    def _duplicated(self, request: HttpRequest, deck: Deck) -> Deck:
        copy = duplicate_deck(deck=deck, owner=request.user)
        self.log_addition(request, copy, f"{deck.pk} → {told(None, plan_of(copy), ('', _owner(copy)))}")
        return copy

    def compare(self, request: HttpRequest) -> HttpResponse:
        """Two decks of one ruleset, card by card."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        decks = [self._deck(request.GET.get(side, "")) for side in ("a", "b")]
        if decks[0].ruleset != decks[1].ruleset:
            raise Http404
        names = card_names(newest_rules(decks[0].ruleset))
        first, second = (deck.as_sent["cards"] for deck in decks)
        rows = [
            (in_language(names.get(card), card), first.get(card, 0), second.get(card, 0))
            for card in sorted(first.keys() | second.keys())
        ]
        rows.append((_("Together"), sum(first.values()), sum(second.values())))
        return self._page(
            request,
            "compare.html",
            _("Two decks compared"),
            decks=decks,
            rows=[(*row, row[2] - row[1]) for row in rows],
        )

    def _deck(self, pk: str) -> Deck:
        try:
            return Deck.objects.prefetch_related("lines").get(pk=pk)
        except (Deck.DoesNotExist, ValidationError) as error:
            raise Http404 from error

    def check_page(self, request: HttpRequest) -> HttpResponse:
        """All decks of a ruleset under its newest cards: which broke with them, and why."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        offered = deck_rulesets()
        ruleset = request.GET.get("ruleset") or offered[0][0]
        if ruleset not in dict(offered):
            raise Http404
        decks = Deck.objects.filter(ruleset=ruleset).select_related("owner").prefetch_related("lines")
        return self._checked(request, ruleset, list(decks), request.GET.get("against", ""))

    def _checked(self, request: HttpRequest, ruleset: str, decks: list[Deck], against: str = "") -> TemplateResponse:
        newest = newest_revision(ruleset)
        published = CardSetRevision.objects.filter(ruleset=ruleset, is_trial=False)
        others = list(published.exclude(pk=newest.pk).defer("body"))
        before = next((r for r in others if str(r.pk) == against), None) or revision_before(newest)
        checked = checked_decks(decks, now=newest_rules(ruleset), before=_rules(before))
        faulty = [(deck, _texts(deck.problems)) for deck in checked if deck.problems]
        return self._page(
            request,
            "check.html",
            _("Which decks are legal?"),
            rulesets=[(slug, name, slug == ruleset) for slug, name in deck_rulesets()],
            ruleset=ruleset,
            newest=newest,
            before=before,
            others=others,
            count=len(checked),
            broken=[row for row in faulty if row[0].broke],
            faulty=[row for row in faulty if not row[0].broke],
        )

    # Actions

    @admin.action(description=gettext_lazy("Duplicate the chosen decks"), permissions=["add"])
    def duplicate_them(self, request: HttpRequest, queryset: QuerySet[Deck]) -> None:
        copies = [self._duplicated(request, deck) for deck in queryset]
        told_count = ngettext("%(n)d deck duplicated.", "%(n)d decks duplicated.", len(copies)) % {"n": len(copies)}
        messages.success(request, told_count)

    @admin.action(description=gettext_lazy("Compare two decks"), permissions=["view"])
    def compare_them(self, request: HttpRequest, queryset: QuerySet[Deck]) -> HttpResponse | None:
        decks = list(queryset[:3])
        if len(decks) != 2 or decks[0].ruleset != decks[1].ruleset:
            messages.error(request, _("Choose two decks of the same ruleset."))
            return None
        return HttpResponseRedirect(f"{reverse('admin:decks_deck_compare')}?a={decks[0].pk}&b={decks[1].pk}")

    @admin.action(description=gettext_lazy("Check with the newest cards"), permissions=["view"])
    def check_them(self, request: HttpRequest, queryset: QuerySet[Deck]) -> HttpResponse | None:
        decks = list(queryset)
        if len({deck.ruleset for deck in decks}) != 1:
            messages.error(request, _("Choose decks of the same ruleset."))
            return None
        return self._checked(request, decks[0].ruleset, decks)

    # Files

    def has_import_permission(self, request: HttpRequest) -> bool:
        return self.has_add_permission(request) and self.has_change_permission(request)

    def has_export_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {"columns": COLUMNS}

    def add_data_read_fail_error_to_form(self, form: Any, error: Exception) -> None:
        told_error = _("The file cannot be read in this format.")
        if isinstance(error, UnreadableFile):
            told_error = str(error)
        elif isinstance(error, UnicodeDecodeError):
            told_error = _("The file is not written in UTF-8.")
        form.add_error("import_file", told_error)

    def add_success_message(self, result: Any, request: HttpRequest) -> None:
        counts = {kind: result.totals[kind] for kind in ("new", "update", "skip")}
        messages.success(request, _("Imported: %(new)d new, %(update)d changed, %(skip)d as they were.") % counts)

    def generate_log_entries(self, result: Any, request: HttpRequest) -> None:
        """The import in the history of every deck that it changed."""
        flags = {RowResult.IMPORT_TYPE_NEW: ADDITION, RowResult.IMPORT_TYPE_UPDATE: CHANGE}
        for row in result:
            if row.import_type in flags:
                deck = Deck.objects.get(pk=row.object_id)
                LogEntry.objects.log_actions(
                    request.user.pk, [deck], flags[row.import_type], row.told, single_object=True
                )


def _texts(problems: list[dict[str, Any]]) -> list[str]:
    return [in_language(problem["texts"]) for problem in problems]


def _rules(revision: CardSetRevision | None) -> Ruleset | None:
    return revision and rules_of(revision.ruleset, newest_version(revision.ruleset), revision.pk)


def _owner(deck: Deck) -> str:
    return deck.owner.get_username() if deck.owner else ""


def _at(deck: Deck) -> str:
    return reverse("admin:decks_deck_change", args=[deck.pk])


admin.site.register(Deck, DeckAdmin)
