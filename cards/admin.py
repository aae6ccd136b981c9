"""Cards for deck managers: to browse, to draft, to publish. What may be and what is wrong, services and rulesets say.

Who may do what (tests/test_staff_permissions.py holds it):
  view_card             browse the cards of every published set
  view_cardsetrevision  the revisions, what each changed, and each as a file
  *_cardsetdraft        write drafts; who may change them may try them (matches/admin/playtests.py)
  publish_cardset       publish a draft, or an older revision again
"""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import NoReverseMatch, URLPattern, path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.editor.admin_lookups import ListedLookups
from cards.editor.browsing import browse, name_of
from cards.editor.card_sheet import sheet
from cards.editor.forms import (
    CardForm,
    CardJsonForm,
    NewDraftForm,
    NoteForm,
    PartForm,
    PublishForm,
    TextsForm,
    ruleset_choices,
    texts_in,
)
from cards.engine import Names, digest
from cards.models import Card, CardSetDraft, CardSetRevision
from cards.rulesets.registry import UnknownRuleset, game_definition, newest_version, slugs
from cards.rulesets.shipped import set_digest
from cards.sets.card_json import lines_of, printed
from cards.sets.differences import Change, by_slug, difference
from cards.sets.selectors import newest_revision, revision_before, revision_numbered, rules_of
from cards.sets.services import (
    NothingNew,
    NotPublished,
    Outdated,
    bring_up_to_date,
    create_draft,
    draft_faults,
    publish_again,
    publish_draft,
    remove_card,
    save_card,
    save_part,
)
from cards.sets.validation import Fault, check_one
from cards.text.infer_fields import is_names
from cards.text.labels import in_reading_order, word
from cards.text.language import in_language
from cards.text.sentences import card_words

LONGEST_MESSAGE = 2000


class RulesetFilter(admin.SimpleListFilter):
    """By ruleset, under its name."""

    title = gettext_lazy("ruleset")
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return ruleset_choices()

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        return queryset.filter(ruleset=self.value()) if self.value() else queryset


def found(rows: QuerySet, pk: int | str) -> Any:
    """The row of that number, which may stand in an address as anything. Raises Http404."""
    row = rows.filter(pk=pk).first() if str(pk).isdecimal() and len(str(pk)) < 20 else None
    if row is None:
        raise Http404
    return row


def told(changed: list[Change], name: str) -> str:
    """A line for the history: what was, and what is now."""
    text = f"{name}: " + "; ".join(str(change) for change in changed)
    return text if len(text) <= LONGEST_MESSAGE else text[: LONGEST_MESSAGE - 1] + "…"


def _names(ruleset: str, card_set: Mapping[str, Any]) -> dict[str, Names]:
    """What the cards of a set and the words in them are called."""
    cards = {card["slug"]: card["names"] for card in card_set["cards"] if is_names(card.get("names"))}
    return {**card_words(game_definition(ruleset), card_set), **cards}


class PagesAdmin(ListedLookups):
    """Pages of our own inside the admin, each behind a permission."""

    def page(self, request: HttpRequest, template: str, title: str, **context: Any) -> TemplateResponse:
        return TemplateResponse(
            request,
            f"admin/{self.opts.app_label}/{template}",
            {**self.admin_site.each_context(request), "opts": self.opts, "title": title, **context},
        )

    def need(self, request: HttpRequest, *permissions: str) -> None:
        if not request.user.has_perms(permissions):
            raise PermissionDenied

    def get_urls(self) -> list[URLPattern]:
        own = [path(route, self.admin_site.admin_view(view), name=name) for route, view, name in self.pages()]
        return own + super().get_urls()

    def pages(self) -> list[tuple[str, Any, str]]:
        return []


class CardAdmin(PagesAdmin):
    """The cards of the published sets."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("cards.view_card")

    has_module_permission = has_view_permission

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        """No pages but these: there is no table of cards that others could read."""
        wrap = self.admin_site.admin_view
        return [
            path("", wrap(self.changelist_view), name="cards_card_changelist"),
            path("<slug:ruleset>/<int:revision>/<str:slug>/", wrap(self.card), name="cards_card_shown"),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        self.need(request, "cards.view_card")
        ruleset = request.GET.get("ruleset") or slugs()[0]
        revision = self._revision(ruleset, request.GET.get("revision"))
        return self.page(
            request,
            "browse.html",
            _("Cards"),
            revision=revision,
            rulesets=[(slug, name, slug == ruleset) for slug, name in ruleset_choices()],
            found=browse(revision.card_set, request.GET, _names(ruleset, revision.card_set)),
            card_url="admin:cards_card_shown",
        )

    def card(self, request: HttpRequest, ruleset: str, revision: int, slug: str) -> HttpResponse:
        self.need(request, "cards.view_card")
        found = self._revision(ruleset, str(revision))
        card = by_slug(found.card_set).get(slug)
        if card is None:
            raise Http404
        rules = rules_of(ruleset, newest_version(ruleset), found.pk)
        read = in_language(rules.describe_card(card))
        return self.page(
            request,
            "card.html",
            name_of(card),
            revision=found,
            card=card,
            ruleset_name=in_language(rules.names),
            lines=sheet(found.card_set, card, _names(ruleset, found.card_set), read),
            json=printed(in_reading_order(card)),
        )

    def _revision(self, ruleset: str, number: str | None) -> CardSetRevision:
        try:
            revision = revision_numbered(ruleset, int(number) if number else None)
        except (UnknownRuleset, ValueError) as error:
            raise Http404 from error
        if revision is None:
            raise Http404
        return revision


class CardSetRevisionAdmin(PagesAdmin):
    """What is published, for good."""

    list_display = ("__str__", "note", "published_at", "published_by", "is_trial")
    list_filter = (RulesetFilter, "is_trial", "published_at")
    list_select_related = ("published_by",)
    search_fields = ("note", "digest")

    def get_queryset(self, request: HttpRequest) -> QuerySet[CardSetRevision]:
        return super().get_queryset(request).defer("body")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def pages(self) -> list[tuple[str, Any, str]]:
        return [
            ("<int:pk>/again/", self.again, "cards_cardsetrevision_again"),
            ("<int:pk>/file/", self.file, "cards_cardsetrevision_file"),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """The revision and what it changed, against the one before or any other."""
        self.need(request, "cards.view_cardsetrevision")
        revision = self._revision(object_id)
        others = list(CardSetRevision.objects.filter(ruleset=revision.ruleset).exclude(pk=revision.pk).defer("body"))
        against = request.GET.get("against", "")
        before = next((r for r in others if str(r.pk) == against), None) or revision_before(revision)
        newest = newest_revision(revision.ruleset)
        return self.page(
            request,
            "revision.html",
            str(revision),
            revision=revision,
            cards=len(revision.card_set["cards"]),
            others=others,
            before=before,
            difference=difference(before.card_set, revision.card_set) if before else None,
            names={
                **(_names(before.ruleset, before.card_set) if before else {}),
                **_names(revision.ruleset, revision.card_set),
            },
            is_newest=newest.pk == revision.pk,
            may_publish=request.user.has_perm("cards.publish_cardset") and newest.digest != revision.digest,
            form=NoteForm(initial={"note": _("Revision %(number)d again") % {"number": revision.revision}}),
            decks_url=_decks_url(revision.ruleset),
        )

    def again(self, request: HttpRequest, pk: int) -> HttpResponse:
        self.need(request, "cards.publish_cardset")
        revision, form = self._revision(pk), NoteForm(request.POST)
        here = reverse("admin:cards_cardsetrevision_change", args=[pk])
        if request.method != "POST" or not form.is_valid():
            return HttpResponseRedirect(here)
        try:
            made = publish_again(revision=revision, note=form.cleaned_data["note"], published_by=request.user)
        except NothingNew:
            messages.warning(request, _("This is what is published already."))
        except NotPublished as refusal:
            tell_faults(request, refusal.faults)
        else:
            self.log_addition(request, made, f"{revision.revision} → {made.revision}")
            messages.success(request, _("Published as revision %(number)d.") % {"number": made.revision})
            here = reverse("admin:cards_cardsetrevision_change", args=[made.pk])
        return HttpResponseRedirect(here)

    def file(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The canonical bytes, as they were hashed."""
        self.need(request, "cards.view_cardsetrevision")
        revision = self._revision(pk)
        name = f"{revision.ruleset}-{revision.revision}.json"
        return HttpResponse(
            bytes(revision.body),
            content_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    def _revision(self, pk: int | str) -> CardSetRevision:
        return found(CardSetRevision.objects.select_related("published_by"), pk)


def tell_faults(request: HttpRequest, faults: list[Fault]) -> None:
    for fault in faults:
        messages.error(request, f"{fault.card} {fault.at}: {fault.detail}".strip())


def _decks_url(ruleset: str) -> str:
    """Where the app above shows what a new revision did to the decks, if it is there."""
    try:
        return f"{reverse('admin:decks_deck_check')}?ruleset={ruleset}"
    except NoReverseMatch:
        return ""


class AuthorFilter(admin.SimpleListFilter):
    """By who has written any: a list of all players would be too long."""

    title = gettext_lazy("author")
    parameter_name = "author"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        drafts = CardSetDraft.objects.exclude(author=None).order_by("author__username")
        return [(str(pk), name) for pk, name in drafts.values_list("author", "author__username").distinct()]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        offered = {pk for pk, _name in self.lookup_choices}
        return queryset.filter(author=self.value()) if self.value() in offered else queryset


class CardSetDraftAdmin(PagesAdmin):
    """Card sets that are being written."""

    tools = ""
    """A template that an app above adds to the pages of a draft and of its cards."""

    list_display = ("__str__", "note", "made_from", "author", "updated_at")
    list_filter = (RulesetFilter, AuthorFilter)
    list_select_related = ("base", "author")
    search_fields = ("note",)
    form = NewDraftForm

    def get_queryset(self, request: HttpRequest) -> QuerySet[CardSetDraft]:
        return super().get_queryset(request).defer("body", "base__body")

    @admin.display(description=gettext_lazy("made from"))
    def made_from(self, draft: CardSetDraft) -> str:
        return _("Revision %(number)d") % {"number": draft.base.revision}

    def pages(self) -> list[tuple[str, Any, str]]:
        return [
            ("<int:pk>/cards/", self.cards, "cards_cardsetdraft_cards"),
            ("<int:pk>/cards/new/", self.new_card, "cards_cardsetdraft_new"),
            ("<int:pk>/cards/<str:slug>/", self.card, "cards_cardsetdraft_card"),
            ("<int:pk>/cards/<str:slug>/json/", self.card_json, "cards_cardsetdraft_json"),
            ("<int:pk>/cards/<str:slug>/remove/", self.remove, "cards_cardsetdraft_remove"),
            ("<int:pk>/part/<str:key>/", self.part, "cards_cardsetdraft_part"),
            ("<int:pk>/publish/", self.publish, "cards_cardsetdraft_publish"),
            ("<int:pk>/update/", self.update, "cards_cardsetdraft_update"),
        ]

    def page(self, request: HttpRequest, template: str, title: str, **context: Any) -> TemplateResponse:
        return super().page(request, template, title, tools=self.tools, **context)

    def save_model(self, request: HttpRequest, obj: CardSetDraft, form: Any, change: bool) -> None:
        made = create_draft(ruleset=obj.ruleset, note=obj.note, author=request.user)
        obj.pk = made.pk
        obj.refresh_from_db()

    def response_add(self, request: HttpRequest, obj: CardSetDraft, post_url_continue: Any = None) -> HttpResponse:
        return HttpResponseRedirect(self.at(obj.pk))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """What the draft changes, what is wrong with it, and where it is written."""
        self.need(request, "cards.view_cardsetdraft")
        draft = self.draft(object_id)
        may_change = request.user.has_perm("cards.change_cardsetdraft")
        form = NoteForm(request.POST or None, initial={"note": draft.note})
        if request.method == "POST" and form.is_valid():
            self.need(request, "cards.change_cardsetdraft")
            draft.note = form.cleaned_data["note"]
            draft.save(update_fields=["note", "updated_at"])
            return HttpResponseRedirect(self.at(draft.pk))
        newest = newest_revision(draft.ruleset)
        faults = draft_faults(draft)
        return self.page(
            request,
            "draft.html",
            str(draft),
            draft=draft,
            difference=difference(draft.base.card_set, draft.body),
            names={**_names(draft.ruleset, draft.base.card_set), **_names(draft.ruleset, draft.body)},
            faults=faults,
            newest=newest,
            is_outdated=newest.pk != draft.base_id,
            parts=[(key, word(key)) for key in sorted(draft.body) if isinstance(draft.body[key], dict | list)],
            form=form,
            publish_form=PublishForm(
                initial={"note": draft.note, "seen": set_digest(draft.body)}, auto_id="publish_%s"
            ),
            may_change=may_change,
            may_publish=request.user.has_perm("cards.publish_cardset"),
            may_delete=request.user.has_perm("cards.delete_cardsetdraft"),
        )

    def cards(self, request: HttpRequest, pk: int) -> HttpResponse:
        self.need(request, "cards.view_cardsetdraft")
        draft = self.draft(pk)
        changed = {change.slug for change in difference(draft.base.card_set, draft.body).cards}
        return self.page(
            request,
            "draft_cards.html",
            _("Cards"),
            draft=draft,
            found=browse(draft.body, request.GET, _names(draft.ruleset, draft.body)),
            changed=changed,
            may_change=request.user.has_perm("cards.change_cardsetdraft"),
        )

    def card(self, request: HttpRequest, pk: int, slug: str) -> HttpResponse:
        """A card, field by field."""
        self.need(request, "cards.change_cardsetdraft")
        draft, card = self._card(pk, slug)
        form = CardForm(
            request.POST or None,
            card=card,
            card_set=draft.body,
            names=_names(draft.ruleset, draft.body),
            card_type=game_definition(draft.ruleset).card_type,
        )
        if request.method == "POST" and form.is_valid():
            answer = self._save(request, draft, form.written(), slug, form.cleaned_data["seen"])
            if answer is not None:
                return answer
        return self._card_page(request, "draft_card.html", draft, card, form, rows=list(form.rows()))

    def card_json(self, request: HttpRequest, pk: int, slug: str) -> HttpResponse:
        """A card as JSON: to check, to save, to save as another one."""
        self.need(request, "cards.change_cardsetdraft")
        draft, card = self._card(pk, slug)
        form = CardJsonForm(
            request.POST or None, initial={"card": printed(in_reading_order(card)), "seen": digest(card)}
        )
        return self._json_page(request, draft, card, form, slug)

    def new_card(self, request: HttpRequest, pk: int) -> HttpResponse:
        """A card that is not there yet, beginning as a copy of another one."""
        self.need(request, "cards.change_cardsetdraft")
        draft = self.draft(pk)
        cards = by_slug(draft.body)
        model = cards.get(request.GET.get("like", "")) or draft.body["cards"][0]
        copy = in_reading_order({**model, "slug": f"{model['slug']}-2"})
        return self._json_page(
            request, draft, copy, CardJsonForm(request.POST or None, initial={"card": printed(copy)}), None
        )

    def _json_page(
        self, request: HttpRequest, draft: CardSetDraft, card: Any, form: CardJsonForm, slug: str | None
    ) -> HttpResponse:
        if request.method == "POST" and form.is_valid():
            card = form.cleaned_data["card"]
            if "check" not in request.POST:
                answer = self._save(request, draft, card, slug, form.cleaned_data["seen"] or None)
                if answer is not None:
                    return answer
            form = CardJsonForm(initial={"card": printed(card), "seen": form.cleaned_data["seen"]})
        return self._card_page(request, "draft_json.html", draft, card, form, is_new=slug is None)

    def _card_page(
        self, request: HttpRequest, template: str, draft: CardSetDraft, card: Any, form: Any, **more: Any
    ) -> HttpResponse:
        rules = self._rules(draft)
        faults, lines = check_one(rules, card), lines_of(card)
        return self.page(
            request,
            template,
            name_of(card) if isinstance(card.get("names"), dict) else card["slug"],
            draft=draft,
            card=card,
            form=form,
            faults=[(fault, lines.get(fault.at)) for fault in faults],
            read=None if faults else rules.describe_card(card),
            other=[(slug, name_of(other)) for slug, other in by_slug(draft.body).items()],
            **{"is_new": False, **more},
        )

    def _save(
        self, request: HttpRequest, draft: CardSetDraft, card: Any, slug: str | None, seen: str | None
    ) -> HttpResponse | None:
        """Where to go on, or None if it was not saved."""
        try:
            changed = save_card(draft=draft, card=card, instead_of=slug, seen=seen)
        except Outdated:
            messages.error(request, _("Somebody has changed this card since. Nothing was saved."))
            return None
        except NotPublished as refusal:
            tell_faults(request, refusal.faults)
            return None
        if changed:
            self.log_change(request, draft, told(changed, card["slug"]))
            messages.success(request, _("Saved: %(card)s") % {"card": card["slug"]})
        for fault in check_one(self._rules(draft), card):
            messages.warning(request, f"{fault.card} {fault.at}: {fault.detail}")
        view = "json" if "as_json" in request.POST else "card"
        return HttpResponseRedirect(reverse(f"admin:cards_cardsetdraft_{view}", args=[draft.pk, card["slug"]]))

    def remove(self, request: HttpRequest, pk: int, slug: str) -> HttpResponse:
        self.need(request, "cards.change_cardsetdraft")
        draft, _card = self._card(pk, slug)
        if request.method == "POST":
            remove_card(draft=draft, slug=slug)
            self.log_change(request, draft, f"– {slug}")
            messages.success(request, _("Taken out: %(card)s") % {"card": slug})
        return HttpResponseRedirect(reverse("admin:cards_cardsetdraft_cards", args=[pk]))

    def part(self, request: HttpRequest, pk: int, key: str) -> HttpResponse:
        """Something of the set that is no card: its texts one by one, or all of it as JSON."""
        self.need(request, "cards.change_cardsetdraft")
        draft = self.draft(pk)
        if key == "cards" or not isinstance(draft.body.get(key), dict | list):
            raise Http404
        value = draft.body[key]
        as_json = "json" in request.GET or not texts_in(value)
        whole = {"whole": printed(value), "seen": digest(value)}
        form: Any = (
            PartForm(request.POST or None, initial=whole) if as_json else TextsForm(request.POST or None, part=value)
        )
        if request.method == "POST" and form.is_valid():
            written = form.cleaned_data["whole"] if as_json else form.written()
            try:
                changed = save_part(draft=draft, key=key, value=written, seen=form.cleaned_data["seen"])
            except Outdated:
                messages.error(request, _("Somebody has changed this since. Nothing was saved."))
            else:
                if changed:
                    self.log_change(request, draft, told(changed, key))
                    messages.success(request, _("Saved: %(card)s") % {"card": word(key)})
                return HttpResponseRedirect(request.get_full_path())
        return self.page(
            request, "draft_part.html", capfirst(word(key)), draft=draft, key=key, form=form, as_json=as_json
        )

    def publish(self, request: HttpRequest, pk: int) -> HttpResponse:
        self.need(request, "cards.publish_cardset")
        draft, form = self.draft(pk), PublishForm(request.POST)
        if request.method != "POST":
            return HttpResponseRedirect(self.at(pk))
        if not form.is_valid():
            messages.error(request, _("Say in a note what is new."))
            return HttpResponseRedirect(self.at(pk))
        note, seen = form.cleaned_data["note"], form.cleaned_data["seen"]
        try:
            made = publish_draft(draft=draft, note=note, published_by=request.user, seen=seen)
        except Outdated:
            messages.error(request, _("The draft or the published set has changed since. Look at it again."))
        except NothingNew:
            messages.warning(request, _("The draft is what is published already."))
        except NotPublished as refusal:
            tell_faults(request, refusal.faults)
        else:
            self.log_addition(request, made, f"#{draft.pk} → {made.revision}: {note}")
            messages.success(request, _("Published as revision %(number)d.") % {"number": made.revision})
            return HttpResponseRedirect(reverse("admin:cards_cardsetrevision_change", args=[made.pk]))
        return HttpResponseRedirect(self.at(pk))

    def update(self, request: HttpRequest, pk: int) -> HttpResponse:
        self.need(request, "cards.change_cardsetdraft")
        draft = self.draft(pk)
        if request.method == "POST":
            clashes = bring_up_to_date(draft=draft)
            self.log_change(request, draft, f"→ {draft.base.revision}")
            messages.success(request, _("The draft is now made from revision %(n)d.") % {"n": draft.base.revision})
            for clash in clashes:
                messages.warning(request, _("Changed in both, the draft's stays: %(place)s") % {"place": clash})
        return HttpResponseRedirect(self.at(pk))

    # What the pages stand on

    def at(self, pk: int) -> str:
        return reverse("admin:cards_cardsetdraft_change", args=[pk])

    def draft(self, pk: int | str) -> CardSetDraft:
        return found(CardSetDraft.objects.select_related("base", "author"), pk)

    def _card(self, pk: int, slug: str) -> tuple[CardSetDraft, dict[str, Any]]:
        draft = self.draft(pk)
        card = by_slug(draft.body).get(slug)
        if card is None:
            raise Http404
        return draft, card

    def _rules(self, draft: CardSetDraft) -> Any:
        """The rules with the set that the draft was made from: the draft itself may be unreadable."""
        return rules_of(draft.ruleset, newest_version(draft.ruleset), draft.base_id)


admin.site.register(Card, CardAdmin)
admin.site.register(CardSetRevision, CardSetRevisionAdmin)
admin.site.register(CardSetDraft, CardSetDraftAdmin)
