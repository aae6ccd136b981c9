"""The page on which a league is made from its manifest: with an example, a preview, and all faults by their fields."""

import json
import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.editor.admin_pages import PagesAdmin
from cards.http.reading import read_thoroughly
from cards.rulesets.registry import slugs
from cards.text.errors import Detail, ServiceError
from cards.text.labels import ruleset_name
from cards.text.language import in_language
from cards.text.naming import COMMA
from matches.leagues.manifest import Manifest
from matches.leagues.models import League
from matches.leagues.pages.lines import FORMATS
from matches.leagues.pages.manifest_fields import manifest_fields
from matches.leagues.pages.previews import preview
from matches.leagues.selectors.examples import example_manifest, written
from matches.leagues.services.leagues import create_league, plan_league

PAGE = "admin/leagues/manifest.html"
MOST_WORDS = 40
"""Of what might stand in a place of a manifest."""
PLACE = re.compile("[0-9]{1,6}")
"""A step into a list. An object of a manifest may have longer keys of digits than a number is read from."""


class ManifestForm(forms.Form):
    manifest = forms.CharField(
        label=gettext_lazy("Manifest"),
        max_length=200_000,
        widget=forms.Textarea(attrs={"rows": 28, "class": "json", "spellcheck": "false"}),
    )


class ExampleForm(forms.Form):
    ruleset = forms.ChoiceField(label=gettext_lazy("Game"))
    format = forms.ChoiceField(label=gettext_lazy("Format"), choices=list(FORMATS.items()))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ruleset"].choices = [(slug, ruleset_name(slug)) for slug in slugs()]  # type: ignore[attr-defined]


def make_league(league_admin: PagesAdmin, request: HttpRequest) -> HttpResponse:
    """What is sent is looked at, or made; at first there is an example of the game and format that are asked for."""
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
                for text in fault_texts(refusal, form.cleaned_data["manifest"]):
                    form.add_error("manifest", text)
    chosen = {"ruleset": slugs()[0], "format": next(iter(FORMATS)), **request.GET.dict()}
    examples = ExampleForm(chosen)
    if not examples.is_valid():
        chosen = {"ruleset": slugs()[0], "format": next(iter(FORMATS))}
        examples = ExampleForm(chosen)
    if request.method != "POST":
        form = ManifestForm(initial={"manifest": written(example_manifest(chosen["ruleset"], chosen["format"]))})
    return league_admin.page(
        request, PAGE, _("Make a league"), form=form, examples=examples, preview=shown, fields=manifest_fields()
    )


def _planned(manifest: Manifest, request: HttpRequest) -> dict[str, Any]:
    league = plan_league(manifest=manifest, created_by=request.user)  # type: ignore[arg-type]
    if League.objects.filter(slug=league.slug).exists():
        raise ServiceError("league_exists")
    return preview(league, request.user)  # type: ignore[arg-type]


def _made(league_admin: PagesAdmin, request: HttpRequest, manifest: Manifest) -> HttpResponse:
    league = create_league(manifest=manifest, created_by=request.user)  # type: ignore[arg-type]
    league_admin.log_addition(request, league, "made from its manifest")
    league_admin.message_user(request, _("The league is made."), messages.SUCCESS)
    return HttpResponseRedirect(reverse("admin:leagues_league_change", args=[league.pk]))


def fault_texts(refusal: ServiceError, raw: str) -> Iterator[str]:
    """Each fault with the field that it is in, and what might stand there."""
    if not refusal.details:
        field = "league: " if refusal.code == "league_exists" else ""
        yield field + in_language(refusal.texts)
    for detail in refusal.details:
        place = _line_of(raw) if detail.code == "not_json" else _field_of(detail)
        accepted = detail.accepted.get("enum") if isinstance(detail.accepted, dict) else None
        words = in_language(COMMA).join(map(str, accepted[:MOST_WORDS])) if accepted else ""
        said = f"{place}: {in_language(detail.texts)}" if place else in_language(detail.texts)
        yield _("%(said)s Possible: %(words)s.") % {"said": said, "words": words} if words else said


def _field_of(detail: Detail) -> str:
    """`/entrants/0/bot` as people count: entrants › 1 › bot."""
    steps = detail.place.get("pointer", "").split("/")[1:]
    return " › ".join(
        str(int(step) + 1) if PLACE.fullmatch(step) else step.replace("~1", "/").replace("~0", "~") for step in steps
    )


def _line_of(raw: str) -> str:
    """Where a text stops being JSON."""
    try:
        json.loads(raw)
    except json.JSONDecodeError as error:
        return _("Line %(line)d, character %(column)d") % {"line": error.lineno, "column": error.colno}
    except (RecursionError, ValueError):  # Too deep, or a number of too many digits, before it stops being JSON.
        pass
    return ""
