"""Pages to create a league from a manifest, and to change the manifest.

Each starts with an example or the current manifest, and has a preview and all faults by field.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.admin.pages import PagesAdmin
from common.http.reading import read_thoroughly
from common.text.errors import ServiceError
from common.text.language import in_language, ruleset_name
from common.text.refusals import add_refusal, marked, place_words
from common.timestamps import to_the_minute
from leagues.manifest import Manifest
from leagues.models import League
from leagues.pages.lines import FORMAT_NAMES
from leagues.pages.manifest_fields import manifest_fields
from leagues.pages.previews import preview
from leagues.selectors.changes import changes_of, described_changes
from leagues.selectors.examples import example_manifest, written
from leagues.services.changing import change_manifest, left_out, plan_change
from leagues.services.leagues import create_league, plan_league
from rules.registry import slugs

PAGE = "admin/leagues/manifest.html"
CHANGE_PAGE = "admin/leagues/change_manifest.html"
_MOST_CHANGES = 10


class ManifestForm(forms.Form):
    manifest = forms.CharField(
        label=gettext_lazy("Manifest"),
        max_length=200_000,
        widget=forms.Textarea(attrs={"rows": 28, "class": "json", "spellcheck": "false"}),
    )


class ChangeForm(ManifestForm):
    """The manifest, with the revision that was seen, so that no other change is overwritten unseen."""

    revision = forms.IntegerField(min_value=1, max_value=2**31 - 1, widget=forms.HiddenInput)


class ExampleForm(forms.Form):
    ruleset = forms.ChoiceField(label=gettext_lazy("Game"))
    format = forms.ChoiceField(label=gettext_lazy("Format"), choices=list(FORMAT_NAMES.items()))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ruleset"].choices = [(slug, ruleset_name(slug)) for slug in slugs()]  # type: ignore[attr-defined]


def make_league(league_admin: PagesAdmin, request: HttpRequest) -> HttpResponse:
    """Preview or create a league; at first the form has an example of the requested game and format."""
    shown = None
    if request.method == "POST":
        form = ManifestForm(request.POST)
        if form.is_valid():
            try:
                manifest = read_thoroughly(form.cleaned_data["manifest"].encode(), Manifest)
                if "preview" in request.POST:
                    shown = _planned(manifest, request)
                else:
                    return _made(league_admin, request, manifest)
            except ServiceError as refusal:
                _add_refusal(form, refusal, form.cleaned_data["manifest"])
    chosen = {"ruleset": slugs()[0], "format": next(iter(FORMAT_NAMES)), **request.GET.dict()}
    examples = ExampleForm(chosen)
    if not examples.is_valid():
        chosen = {"ruleset": slugs()[0], "format": next(iter(FORMAT_NAMES))}
        examples = ExampleForm(chosen)
    if request.method != "POST":
        form = ManifestForm(initial={"manifest": written(example_manifest(chosen["ruleset"], chosen["format"]))})
    return league_admin.page(
        request, PAGE, _("Create a league"), form=form, examples=examples, preview=shown, fields=manifest_fields()
    )


def _planned(manifest: Manifest, request: HttpRequest) -> dict[str, Any]:
    league = plan_league(manifest=manifest, created_by=request.user)  # type: ignore[arg-type]
    if League.objects.filter(slug=league.slug).exists():
        raise ServiceError("league_exists")
    return preview(league, request.user)  # type: ignore[arg-type]


def _made(league_admin: PagesAdmin, request: HttpRequest, manifest: Manifest) -> HttpResponse:
    league = create_league(manifest=manifest, created_by=request.user)  # type: ignore[arg-type]
    league_admin.log_addition(request, league, "made from its manifest")
    league_admin.message_user(request, _("The league was created."), messages.SUCCESS)
    return HttpResponseRedirect(reverse("admin:leagues_league_change", args=[league.pk]))


def change_league_manifest(league_admin: PagesAdmin, request: HttpRequest, league_id: int) -> HttpResponse:
    """Preview or store a new manifest, for future seasons."""
    league: League | None = league_admin.get_object(request, str(league_id))
    if league is None:
        raise Http404
    shown: dict[str, Any] = {}
    form = ChangeForm(request.POST if request.method == "POST" else None, initial=_as_it_is(league))
    if form.is_valid():
        text, seen = form.cleaned_data["manifest"], [form.cleaned_data["revision"]]
        try:
            manifest = read_thoroughly(text.encode(), Manifest)
            if "preview" not in request.POST:
                return _changed(league_admin, request, league, manifest, seen)
            planned = plan_change(league=league, manifest=manifest, expected=seen)
            shown = {"preview": preview(planned, request.user), "left_out": left_out(planned)}  # type: ignore[arg-type]
        except ServiceError as refusal:
            if refusal.code == "league_changed":
                league.refresh_from_db()
                present = _as_it_is(league)
                form = ChangeForm(initial={**present, "manifest": text})
                shown = {"changed_meanwhile": _readable(refusal.params["changes"]), "present": present["manifest"]}
            else:
                _add_refusal(form, refusal, text)
    rows = list(changes_of(league)[:_MOST_CHANGES])
    shown |= {"league": league, "changes": _readable(described_changes(league, rows)), "fields": manifest_fields()}
    return league_admin.page(request, CHANGE_PAGE, _("Change the manifest"), form=form, **shown)


def _readable(changes: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The changes as the API has them, with times and places made readable."""
    return [
        {
            **{name: change[name] for name in ("revision", "by")},
            "at": to_the_minute(datetime.fromisoformat(change["at"])),
            "places": [place_words(place["at"]) for place in change["changes"]],
        }
        for change in changes
    ]


def _as_it_is(league: League) -> dict[str, Any]:
    """The current manifest without null fields of entrants, and its revision."""
    entrants = [{name: it for name, it in one.items() if it is not None} for one in league.manifest["entrants"]]
    return {"manifest": written({**league.manifest, "entrants": entrants}), "revision": league.revision}


def _changed(
    league_admin: PagesAdmin, request: HttpRequest, league: League, manifest: Manifest, seen: list[int]
) -> HttpResponse:
    before = league.revision
    after = change_manifest(league=league, manifest=manifest, by=request.user, expected=seen)  # type: ignore[arg-type]
    if after.revision == before:
        league_admin.message_user(request, _("Nothing was changed."), messages.INFO)
    else:
        league_admin.log_change(request, after, f"manifest, revision {after.revision}")
        text = _("The manifest was changed. The next season will use it.")
        league_admin.message_user(request, text, messages.SUCCESS)
    return HttpResponseRedirect(reverse("admin:leagues_league_change", args=[after.pk]))


def _add_refusal(form: forms.Form, refusal: ServiceError, raw: str) -> None:
    if [fault.code for fault in refusal.details] == ["not_json"] and (line := _line_of(raw)):
        form.add_error("manifest", marked(f"{line}: {in_language(refusal.details[0].texts)}"))
    else:
        add_refusal(form, refusal, field="manifest", with_places=True)


def _line_of(raw: str) -> str:
    """The line at which the text stops being valid JSON."""
    try:
        json.loads(raw)
    except json.JSONDecodeError as error:
        return _("Line %(line)d, character %(column)d") % {"line": error.lineno, "column": error.colno}
    except (RecursionError, ValueError):  # Too deep, or a number with too many digits, before it stops being JSON.
        pass
    return ""
