"""Admin of leagues: create from a manifest, pause and close; amend seasons. Each change needs a reason."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgspec
from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.db.models.functions import Right
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from cards.sets.selectors import newest_rules
from common.admin.pages import Extension, NoAddOrDelete, Page, PagesAdmin, ReadOnly, extend
from common.named_rows import linked, row_link
from common.text.errors import Detail, ServiceError
from common.text.language import in_language, ruleset_name
from common.text.refusals import add_refusal
from common.timestamps import to_the_minute
from leagues.admin.manifests import change_league_manifest, make_league
from leagues.manifest import Manifest
from leagues.models import Amendment, League, Season, Void
from leagues.pages.tables import standings_table
from leagues.selectors.access import OPERATE
from leagues.selectors.patterns import suspicious_patterns
from leagues.selectors.progress import progress_of_seasons
from leagues.selectors.results import current_report
from leagues.selectors.seasons import amended
from leagues.services.amendments import (
    Withdrawal,
    close_season,
    extend_season,
    look_at_withdrawal,
    withdraw_entrant,
)
from leagues.services.entering import enter_league, leave_league
from leagues.services.leagues import close_league, pause_league, reopen_league, resume_league
from leagues.services.resolving import find_account

_MOST_LISTED = 10
VOID_CHARACTERS = 4_000
_MOST_ENTRIES = 64
PAUSED_BY = linked("paused_by", _("paused by"))
CLOSED_BY = linked("closed_by", _("closed by"))
IN_ADMIN = ("rank", "entrant", "points", "played", "rating", "voids")
CHANGED = ("priority", "is_paused", "pause_note")


class LeagueForm(forms.ModelForm):
    def clean_pause_note(self) -> str:
        note: str = self.cleaned_data["pause_note"].strip()
        if self.cleaned_data.get("is_paused") and not note:
            raise forms.ValidationError(_("Give a reason for the pause. It is shown on the league's page."))
        return note


class RowForm(forms.Form):
    """A form about one row."""

    def __init__(self, row: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.row = row


class CloseForm(RowForm):
    note = forms.CharField(
        label=_("Reason"),
        max_length=400,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("No more seasons start. A season in progress is played to its end."),
    )


class ReopenForm(RowForm):
    """A button that names its action: sending the form to close twice closes, and reopens nothing."""

    reopen = forms.BooleanField(initial=True, widget=forms.HiddenInput)


class EntryForm(RowForm):
    account = forms.CharField(label=_("Bot account"), max_length=150)
    deck = forms.CharField(
        label=_("Deck"),
        max_length=80,
        required=False,
        help_text=_("Id or slug of the deck, if each entrant brings one."),
    )
    is_to_leave = forms.BooleanField(label=_("Remove the entry"), required=False)


class AmendmentForm(RowForm):
    """An amendment. A withdrawal that would end the season needs `confirmed`, the number of the entrant."""

    kind = forms.ChoiceField(
        label=_("What to do"),
        choices=[
            (Amendment.Kind.EXTEND, _("Extend the season")),
            (Amendment.Kind.WITHDRAW, _("Withdraw an entrant: it plays no more matches, but its results count")),
            (Amendment.Kind.CLOSE, _("End the season now: unfinished deals don't count")),
        ],
        widget=forms.RadioSelect,
    )
    entrant = forms.TypedChoiceField(
        label=_("Entrant"), coerce=int, required=False, help_text=_("The entrant to withdraw.")
    )
    confirmed = forms.CharField(label=_("Withdraw anyway"), required=False, max_length=10, widget=forms.HiddenInput)
    length = forms.IntegerField(
        label=_("Length"),
        min_value=1,
        max_value=100_000,
        required=False,
        help_text=_("Total number of rounds, cycles or deals."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=400, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, row: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(row, *args, **kwargs)
        gone = amended(row.pk).withdrawn_at(row.rounds.count())
        self.names = {number: name for number, name in row.entrants.values_list("number", "name") if number not in gone}
        self.fields["entrant"].choices = [("", "–"), *self.names.items()]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or {}
        if sent.get("kind") == Amendment.Kind.WITHDRAW and "entrant" in sent:
            if sent["entrant"] == "":
                self.add_error("entrant", _("Choose the entrant to withdraw."))
            elif not self.errors and sent["confirmed"] != str(sent["entrant"]):
                self._ask(sent["entrant"])
        return sent

    def _ask(self, number: int) -> None:
        """If the withdrawal would end the season, say so and ask for a tick."""
        coming = look_at_withdrawal(season=self.row, number=number)
        if not coming.ends_season:
            return
        self.add_error("confirmed", withdrawal_in_words(self.names[number], coming))
        self.fields["confirmed"].widget = forms.CheckboxInput(attrs={"value": number}, check_test=lambda value: False)


def withdrawal_in_words(name: str, coming: Withdrawal) -> str:
    """What a withdrawal would do to a season that it ends, in words."""
    ends = (
        gettext("If you withdraw %(name)s, the season ends: there is nothing left to play.")
        if coming.is_at_once
        else gettext("If you withdraw %(name)s, the season ends once the other unfinished deals are over.")
    )
    left = ngettext("%(n)d entrant remains.", "%(n)d entrants remain.", coming.left)
    dropped = ngettext(
        "%(n)d unfinished deal is cancelled and doesn't count. Finished deals count.",
        "%(n)d unfinished deals are cancelled and don't count. Finished deals count.",
        coming.dropped,
    )
    lost = ngettext(
        "%(n)d deal against a bot account has begun. %(name)s loses the unfinished matches of this deal.",
        "%(n)d deals against bot accounts have begun. %(name)s loses the unfinished matches of these deals.",
        coming.forfeited,
    )
    sentences = [ends % {"name": name}, left % {"n": coming.left}, dropped % {"n": coming.dropped}]
    if coming.forfeited:
        sentences.append(lost % {"n": coming.forfeited, "name": name})
    return " ".join(sentences)


@admin.register(League)
class LeagueAdmin(NoAddOrDelete, PagesAdmin):
    """Leagues. The form of a league pauses it; a separate page closes it."""

    change_form_template = "admin/leagues/league.html"
    form = LeagueForm
    list_display = (
        "slug_shown",
        "name",
        "ruleset",
        "visibility",
        "paused_shown",
        "closed_at",
        "next_run_at",
        "seasons_played",
    )
    list_display_links = ("slug_shown", "name")
    list_filter = ("visibility", "is_paused", "is_comparison", ("closed_at", admin.EmptyFieldListFilter))
    fields = (
        *("slug_shown", "name", "ruleset", "visibility", "priority", "is_paused", "pause_note", PAUSED_BY),
        *("closed_at", "close_note", CLOSED_BY, "next_run_at"),
        *("created_by", "created_at", "newest_seasons", "newest_runs", "entries_shown", "pool", "manifest_shown"),
    )
    readonly_fields = ("paused_shown", *(name for name in fields if name not in CHANGED))

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.has_perm("leagues.add_league"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[League]:
        return super().get_queryset(request).annotate(season_count=Count("seasons"))

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Create a league; the form has its manifest and nothing else."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        return make_league(self, request)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Show a reader the state as a word: Django's green tick would suggest that all is well."""
        may_change = self.has_change_permission(request, obj)
        return self.fields if may_change else ["paused_shown" if name == "is_paused" else name for name in self.fields]

    def save_model(self, request: HttpRequest, obj: League, form: Any, change: bool) -> None:
        League.objects.filter(pk=obj.pk).update(priority=obj.priority)
        if obj.is_paused and {"is_paused", "pause_note"} & set(form.changed_data):
            pause_league(league=obj, note=obj.pause_note, by=request.user)  # type: ignore[arg-type]
        elif not obj.is_paused:
            resume_league(league=obj)

    @admin.display(description=_("paused"), ordering="is_paused")
    def paused_shown(self, league: League) -> str:
        return gettext("Paused") if league.is_paused else "–"

    @admin.display(description=_("league"), ordering="slug")
    def slug_shown(self, league: League) -> SafeString:
        return format_html("<code>{}</code>", league.slug)

    @admin.display(description=_("name"))
    def name(self, league: League) -> str:
        return in_language({"ja": league.name_ja, "en": league.name_en})

    @admin.display(description=_("ruleset"))
    def ruleset(self, league: League) -> str:
        return ruleset_name(league.manifest["ruleset"])

    @admin.display(description=_("seasons"), ordering="season_count")
    def seasons_played(self, league: League) -> int:
        return league.season_count

    @admin.display(description=_("latest seasons"))
    def newest_seasons(self, league: League) -> SafeString | str:
        seasons = league.seasons.select_related("league").order_by("-number")[:_MOST_LISTED]
        rows = [
            (reverse("admin:leagues_season_change", args=[season.pk]), season, season.get_status_display())
            for season in seasons
        ]
        return format_html_join("", '<p><a href="{}"><code>{}</code></a> {}</p>', rows) or "–"

    @admin.display(description=_("latest starts"))
    def newest_runs(self, league: League) -> SafeString | str:
        runs = league.runs.order_by("-scheduled_for")[:_MOST_LISTED]
        rows = [
            (
                to_the_minute(run.scheduled_for),
                run.get_result_display(),
                " ".join(in_language(problem["texts"]) for problem in run.problems),
            )
            for run in runs
        ]
        return format_html_join("", "<p><time>{}</time> {} {}</p>", rows) or "–"

    @admin.display(description=_("bot accounts in the league"))
    def entries_shown(self, league: League) -> SafeString | str:
        """The accounts that have entered. For an open league, with a link to enter or withdraw one."""
        rows = league.entries.select_related("player__bot_account").order_by("id")[:_MOST_ENTRIES]
        shown = [
            (row_link(entry.player), entry.player.bot_account.version, to_the_minute(entry.joined_at)) for entry in rows
        ]
        listed = format_html_join("", "<p>{} <code>{}</code> <time>{}</time></p>", shown)
        if league.manifest.get("entry") is None:
            return listed or "–"
        address = reverse("admin:leagues_league_entries", args=[league.pk])
        return format_html('{}<p><a href="{}">{}</a></p>', listed, address, _("Add or remove a bot account"))

    @admin.display(description=_("decks"))
    def pool(self, league: League) -> str:
        """The decks of the next season; their lists of cards are in the manifest below."""
        manifest = msgspec.convert(league.manifest, Manifest)
        if not newest_rules(manifest.ruleset).builds_decks:
            return gettext("No decks: players share the cards.")
        if manifest.decks == "of_entrant":
            text = _("%(n)d entrants with their own decks.") % {"n": sum(e.deck is not None for e in manifest.entrants)}
        elif manifest.seat_decks:
            text = _("%(n)d pairs of decks, used in turn.") % {"n": len(manifest.seat_decks)}
        else:
            text = _("The starter decks that can be paired, used in turn.")
        if league.next_run_at is None:
            return text + " " + _("There is no next season, so the decks can't be changed.")
        return (
            text + " " + _("To add decks, select them in the list of decks. A season that has started keeps its own.")
        )

    @admin.display(description=_("manifest"))
    def manifest_shown(self, league: League) -> SafeString:
        return _as_json(league.manifest)


class SeasonList(ChangeList):
    """Each season with its progress, read in one query for all."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        progress = progress_of_seasons([season.pk for season in self.result_list])
        for season in self.result_list:
            season.progress = progress[season.pk]


@admin.register(Season)
class SeasonAdmin(ReadOnly, PagesAdmin):
    """A season's progress, its table and its amendments."""

    change_form_template = "admin/leagues/season.html"
    list_display = ("name", "league_shown", "status", "started_at", "ended_at", "deals_played", "void_count")
    list_filter = ("status",)
    fields = (
        *("name", "league_shown", "status", "started_at", "ended_at", "deals_played", "void_count"),
        *("table", "amendments_shown", "voids_shown", "patterns_shown"),
        *("seed_commitment", "digest", "manifest_shown"),
    )
    readonly_fields = fields

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Errors within the service, and patterns, are shown to operators only."""
        user = request.user
        hidden = {
            *(() if user.has_perm("leagues.view_void") else ("voids_shown",)),
            *(() if user.has_perm(OPERATE) else ("patterns_shown",)),
        }
        return [field for field in self.fields if field not in hidden]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Season]:
        rows = super().get_queryset(request).select_related("league").defer("seat_decks")
        return rows.annotate(voided=Count("deals__voids"))

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[SeasonList]:
        return SeasonList

    @admin.display(description=_("season"))
    def name(self, season: Season) -> SafeString:
        return format_html("<code>{}</code>", season)

    @admin.display(description=_("league"))
    def league_shown(self, season: Season) -> str:
        return row_link(season.league, in_language({"ja": season.league.name_ja, "en": season.league.name_en}))

    @admin.display(description=_("deals played"))
    def deals_played(self, season: Season) -> str:
        """The number of deals played and planned; in a duel, the maximum."""
        if not hasattr(season, "progress"):
            season.progress = progress_of_seasons([season.pk])[season.pk]
        closed, planned, is_most = season.progress
        return f"{closed} / {'≤ ' if is_most else ''}{planned}"

    @admin.display(description=_("voided attempts"))
    def void_count(self, season: Season) -> int:
        return season.voided

    @admin.display(description=_("table"))
    def table(self, season: Season) -> SafeString:
        table = standings_table(season, current_report(season))
        return render_to_string("leagues/table.html", {"table": table.only(*IN_ADMIN)})

    @admin.display(description=_("amendments"))
    def amendments_shown(self, season: Season) -> SafeString | str:
        rows = [
            (
                to_the_minute(row.at),
                row.get_kind_display(),
                row.entrant or "",
                row.length or "",
                row.by_name,
                row.reason,
            )
            for row in season.amendments.select_related("entrant")
        ]
        line = "<p><time>{}</time> {} <code>{} {} {} {}</code></p>"
        return format_html_join("", line, rows) or "–"

    @admin.display(description=_("latest voided attempts"))
    def voids_shown(self, season: Season) -> SafeString | str:
        """Voided attempts, with deals counted from 1. A long error is cut to its end, which has the exception."""
        voids = Void.objects.filter(deal__season=season).select_related("deal", "entrant").defer("what")
        rows = [
            (
                to_the_minute(void.at),
                _("Deal %(deal)s, attempt %(attempt)s") % {"deal": void.deal.number + 1, "attempt": void.attempt},
                _("the service or an operator") if void.entrant is None else void.entrant.name,
                "…" if len(void.end) == VOID_CHARACTERS else "",
                void.end,
            )
            for void in voids.annotate(end=Right("what", VOID_CHARACTERS)).order_by("-at", "-pk")[:_MOST_LISTED]
        ]
        line = '<p><time>{}</time> {}: {}</p><pre class="fault">{}{}</pre>'
        return format_html_join("", line, rows) or "–"

    @admin.display(description=_("suspicious patterns"))
    def patterns_shown(self, season: Season) -> SafeString | str:
        """Suspicious patterns, for operators to look at. They have no consequences by themselves."""
        patterns = suspicious_patterns(season)
        resigned = [
            (
                reverse("watch", args=[row.match]),
                _("Deal %(deal)s: %(entrant)s was winning (evaluation %(value)s) but resigned to %(opponent)s")
                % {
                    "deal": row.deal + 1,
                    "entrant": row.entrant,
                    "opponent": row.opponent,
                    "value": f"{row.evaluation_per_mille / 1000:.2f}",
                },
            )
            for row in patterns.resigned
        ]
        partners = [
            (
                _(
                    "%(entrant)s lost %(all)s matches by resignation, timeout or no-show, %(given)s of them to "
                    "%(opponent)s. The two met in %(met)s of %(played)s matches (probability that this happens by "
                    "chance: %(chance)s)"
                )
                % {
                    "entrant": row.entrant,
                    "opponent": row.opponent,
                    "given": row.given,
                    "all": row.given_in_all,
                    "met": row.met,
                    "played": row.played,
                    "chance": f"{row.chance:.1g}",
                },
            )
            for row in patterns.partners
        ]
        lines = format_html_join("", '<p><a href="{}">{}</a></p>', resigned)
        return format_html("{}{}", lines, format_html_join("", "<p>{}</p>", partners)) or "–"

    @admin.display(description=_("manifest"))
    def manifest_shown(self, season: Season) -> SafeString:
        return _as_json(season.manifest)


def _as_json(manifest: Any) -> SafeString:
    return format_html("<pre>{}</pre>", json.dumps(manifest, ensure_ascii=False, indent=1))


def amend(season_admin: SeasonAdmin, request: HttpRequest, season_id: UUID) -> HttpResponse:
    """Extend a season, withdraw an entrant, or close it early."""
    title, done = _("Change the season"), _("The season was changed.")
    return _carried_out(season_admin, request, season_id, AmendmentForm, _carry_out, title, done)


def _carried_out(
    model_admin: SeasonAdmin | LeagueAdmin,
    request: HttpRequest,
    pk: UUID | int,
    form_class: type[RowForm],
    carry_out: Callable[[Any, HttpRequest, dict[str, Any]], None],
    title: str,
    done: str,
) -> HttpResponse:
    """Show a form about one row and carry out what it sends. A refusal is shown in the form."""
    row = model_admin.get_object(request, unquote(str(pk)))
    if row is None:
        raise Http404
    form = form_class(row, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            carry_out(row, request, form.cleaned_data)
        except ServiceError as refusal:
            add_refusal(form, refusal, with_places=True)
        else:
            model_admin.message_user(request, done, messages.SUCCESS)
            return HttpResponseRedirect(reverse(f"admin:leagues_{row._meta.model_name}_change", args=[row.pk]))
    return model_admin.page(request, "admin/leagues/form.html", title, form=form)


def _carry_out(season: Season, request: HttpRequest, sent: dict[str, Any]) -> None:
    by, reason = request.user, sent["reason"]
    match sent["kind"]:
        case Amendment.Kind.EXTEND:
            extend_season(season=season, length=sent["length"] or 0, by=by, reason=reason)
        case Amendment.Kind.WITHDRAW:
            entrant = season.entrants.get(number=sent["entrant"])
            withdraw_entrant(season=season, name=entrant.name, by=by, reason=reason)
        case _:
            close_season(season=season, by=by, reason=reason)


def entries(league_admin: LeagueAdmin, request: HttpRequest, league_id: int) -> HttpResponse:
    """Enter a bot account into an open league, or withdraw its entry."""
    title, done = _("Entries"), _("The entries were changed.")
    return _carried_out(league_admin, request, league_id, EntryForm, _enter_or_leave, title, done)


def close(league_admin: LeagueAdmin, request: HttpRequest, league_id: int) -> HttpResponse:
    """Close a league, or reopen a closed one."""
    is_closed = League.objects.filter(pk=league_id, closed_at__isnull=False).exists()
    if "reopen" in request.POST if request.method == "POST" else is_closed:
        title, done = _("Reopen the league"), _("The league was reopened.")
        return _carried_out(league_admin, request, league_id, ReopenForm, _reopen, title, done)
    title, done = _("Close the league"), _("The league was closed.")
    return _carried_out(league_admin, request, league_id, CloseForm, _close, title, done)


def _close(league: League, request: HttpRequest, sent: dict[str, Any]) -> None:
    close_league(league=league, note=sent["note"], by=request.user)  # type: ignore[arg-type]


def _reopen(league: League, request: HttpRequest, sent: dict[str, Any]) -> None:
    reopen_league(league=league)


def _enter_or_leave(league: League, request: HttpRequest, sent: dict[str, Any]) -> None:
    account = find_account(sent["account"])
    if account is None:
        params = {"account": sent["account"]}
        raise ServiceError("bad_entry", Detail("league_unknown_account", params, {"pointer": "/account"}))
    if sent["is_to_leave"]:
        leave_league(league=league, player=account.player)
    else:
        enter_league(league=league, player=account.player, deck=sent["deck"] or None, operator=request.user)


extend(
    League,
    Extension(
        pages=(
            Page(
                "<int:league_id>/entries/",
                "leagues_league_entries",
                entries,
                ("leagues.view_league", "leagues.change_league"),
            ),
            Page(
                "<int:league_id>/manifest/",
                "leagues_league_manifest",
                change_league_manifest,
                ("leagues.view_league", "leagues.change_league"),
            ),
            Page(
                "<int:league_id>/close/",
                "leagues_league_close",
                close,
                ("leagues.view_league", "leagues.change_league"),
            ),
        )
    ),
)
extend(
    Season,
    Extension(
        pages=(
            Page(
                "<uuid:season_id>/amend/",
                "leagues_season_amend",
                amend,
                ("leagues.view_season", "leagues.change_league"),
            ),
        )
    ),
)
