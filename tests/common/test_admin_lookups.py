"""The lookups that admin lists accept in their URLs: those in the table, and no others."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory
from django.urls import reverse

from matches.log.sql import load_match
from matches.models import Match
from players.models import Player
from tests.levels import Sample
from tests.matches.conftest import duel, published
from tests.replay.conftest import ann, ben
from tests.test_staff_permissions import NOBODY, STAFF, client_of, examples

__all__ = ["ann", "ben", "duel", "examples", "published"]


CREATED, READ, IMPORTED = (
    {f"{name}__{part}" for part in ("year", "month", "day")} for name in ("created_at", "read_at", "imported_at")
)
LOOKUPS: dict[str, set[str]] = {
    # model -> lookups by which its list may be filtered
    "common.deskarchive": set(),
    "players.staffgroup": set(),
    "players.oauthapp": set(),
    "players.player": {
        *("is_staff__exact", "is_staff__isnull", "is_active__exact", "is_active__isnull", "groups__id__exact"),
    },
    "cards.card": set(),
    "cards.cardsetrevision": {
        *("ruleset", "is_playtest__exact", "is_playtest__isnull"),
        *("published_at__gte", "published_at__lt"),
    },
    "cards.cardsetdraft": {"ruleset", "author"},
    "decks.deck": {
        "ruleset",
        "legal",
        "kept_by",
        "tag",
        "visibility__exact",
        "visibility__isnull",
        "updated_at__gte",
        "updated_at__lt",
    },
    "matches.match": {
        *("status__exact", "status__isnull", "ruleset", "player", "end_reason", "visibility__exact"),
        *("visibility__isnull", "is_imported__exact", "is_imported__isnull", "is_hidden__exact", "is_hidden__isnull"),
        *("is_rated__exact", "is_rated__isnull"),
        *("card_set__is_playtest__exact", "card_set__is_playtest__isnull", *CREATED),
    },
    "matches.auditread": READ,
    "matches.botsetting": set(),
    "leagues.league": {
        "visibility__exact",
        "visibility__isnull",
        "is_paused__exact",
        "is_paused__isnull",
        "closed_at__isempty",
        "is_comparison__exact",
        "is_comparison__isnull",
    },
    "leagues.season": {"status__exact", "status__isnull"},
    "playtesting.draftreview": {"ruleset", "state"},
    "replay.importedmatch": IMPORTED,
}
SORTED_BY: dict[str, set[str]] = {
    # model -> columns by which its list may be sorted
    "common.deskarchive": {"file_name", "status", "size", "created_at", "ended_at"},
    "players.staffgroup": set(),
    "players.oauthapp": {"name", "owner", "created_at"},
    "players.player": {"username", "is_active", "is_staff", "date_joined", "last_login"},
    "cards.card": set(),
    "cards.cardsetrevision": {"note", "published_at", "published_by", "is_playtest"},
    "cards.cardsetdraft": {"author", "note", "updated_at"},
    "decks.deck": {"name_en", "ruleset", "owner", "cards", "visibility", "updated_at"},
    "matches.match": {"status", "version", "created_at", "ended_at", "verification__verified_at"},
    "matches.auditread": {"read_at", "reader_name", "match", "seq", "reason"},
    "matches.botsetting": {"bot", "is_enabled", "seats_at_play", "seats_faulty", "note"},
    "leagues.league": {"slug", "visibility", "is_paused", "closed_at", "next_run_at", "season_count"},
    "leagues.season": {"status", "started_at", "ended_at"},
    "playtesting.draftreview": {"author", "asked_at", "state", "decided_by", "decided_at"},
    "replay.importedmatch": {"imported_at", "match", "original_id", "imported_by"},
}
SEARCHED: dict[str, set[str]] = {
    # model -> columns that the search box searches
    "common.deskarchive": set(),
    "players.staffgroup": set(),
    "players.oauthapp": {"name", "client_id", "owner__username"},
    "players.player": {"username", "public_id"},
    "cards.card": set(),
    "cards.cardsetrevision": {"note", "digest"},
    "cards.cardsetdraft": {"note"},
    "decks.deck": {"name_en", "name_ja", "owner__username", "note"},
    "matches.match": {
        *("id", "seats__player__username", "seats__player__public_id", "seats__public_id__exact", "seats__bot__exact")
    },
    "matches.auditread": {"reader_name", "match__id", "reason"},
    "matches.botsetting": set(),
    "leagues.league": set(),
    "leagues.season": set(),
    "playtesting.draftreview": set(),
    "replay.importedmatch": {"original_id", "imported_by__username"},
}
SECRETS = [
    # Lookups that an attacker would try, on a live match, its players and everything else.
    *(
        "snapshot__regex=.",
        "snapshot__gt=a",
        "snapshot__isnull=False",
        "sealed_seed__startswith=a",
        "auto_passes__icontains=b",
    ),
    *("seats__deck__icontains=a", "seats__deck__cards__has_key=militia", "seats__entropy__startswith=0", "outcome=1"),
    *("events__body__contains=a", "checkpoints__snapshot__regex=.", "seats__player__password__startswith=a"),
    *("password=x", "auth_token_set__digest__startswith=a", "groups__user__password=x"),
    *("imported_by__password__regex=a", "email=a"),
    *("published_by__auth_token_set__token_key__gt=a", "lines__card__regex=a", "user__password__gt=a", "pk=1", "id=1"),
    *("_to_field=snapshot", "_to_field=password", "created_at__year=9999", "created_at__year=0", "nothing_like_it=1"),
]


VALUES = ("1", "1999", "2026-01-01 00:00:00+09:00")
"""Values to try. One of them is valid for any filter."""


def classes() -> Iterator[tuple[str, admin.ModelAdmin]]:
    for model, found in admin.site._registry.items():
        yield model._meta.label_lower, found


def lookups(model: Any, depth: int, prefix: str = "", seen: frozenset[Any] = frozenset()) -> Iterator[str]:
    """Lookups of every field: plain, with every lookup type, and some after a transform; then through relations."""
    for field in model._meta.get_fields(include_hidden=True):
        name = prefix + field.name
        registered = field.get_lookups() if hasattr(field, "get_lookups") else {}
        yield name
        yield from (f"{name}__{lookup}" for lookup in registered)
        yield from (
            f"{name}__{part}__{lookup}" for part in ("year", "date", "0", "cards") for lookup in ("gt", "regex")
        )
        if field.related_model and depth and field not in seen:
            yield from lookups(field.related_model, depth - 1, f"{name}__", seen | {field})


@pytest.mark.parametrize("label", LOOKUPS)
def test_exactly_what_the_filters_offer_may_be_asked_for(label: str) -> None:
    found = admin.site._registry[apps.get_model(label)]
    request = RequestFactory().get("/")
    request.user = AnonymousUser()

    asked = set(lookups(found.model, depth=2)) | LOOKUPS[label]
    assert len(asked) > 20

    allowed = {lookup for lookup in asked for value in VALUES if found.lookup_allowed(lookup, value, request)}

    assert allowed == LOOKUPS[label]


def test_every_class_has_its_table() -> None:
    labels = {label for label, _ in classes()}
    assert labels == LOOKUPS.keys() == SORTED_BY.keys() == SEARCHED.keys()
    assert labels >= {"matches.match", "players.player"}


def test_lists_are_put_in_order_and_searched_by_what_they_show() -> None:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    for label, found in classes():
        assert set(found.get_search_fields(request)) == SEARCHED[label], label
        if label == "cards.card":  # It has no database table.
            continue
        changelist = found.get_changelist(request)
        columns = [changelist.get_ordering_field(_Fake(found), column) for column in found.get_list_display(request)]
        assert {str(column) for column in columns if column} == SORTED_BY[label], label


class _Fake:
    """The part of a change list that its `get_ordering_field` needs."""

    def __init__(self, found: admin.ModelAdmin) -> None:
        self.model_admin, self.model, self.lookup_opts = found, found.model, found.opts


# Over HTTP


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, "django.security")
    caplog.set_level(logging.CRITICAL, "django.request")


def lists() -> Iterator[str]:
    for label, _found in classes():
        yield reverse(f"admin:{label.replace('.', '_')}_changelist")


@pytest.mark.parametrize("group", [*STAFF, NOBODY, "superuser"])
def test_no_list_answers_by_what_it_does_not_show(
    examples: dict[str, Any], group: str, quiet: None, sample: Sample
) -> None:
    client = signed_in(group)
    questions = sample(SECRETS, 6) if group == "superuser" else SECRETS[:4]
    readable = [address for address in lists() if client.get(address).status_code == 200]
    assert bool(readable) == (group != NOBODY)

    for address in readable:
        if address != reverse("admin:cards_card_changelist"):  # Its pages accept only their own parameters.
            answers = {asked: client.get(f"{address}?{asked}").status_code for asked in questions}
            assert answers == dict.fromkeys(questions, 400), address


def signed_in(group: str) -> Client:
    player, client = client_of(group)
    Player.objects.filter(pk=player.pk).update(is_superuser=group == "superuser")
    return client


def test_a_hidden_hand_is_not_told_by_a_filter(examples: dict[str, Any], quiet: None) -> None:
    """The hand was once read by this filter. Now right and wrong guesses give the same answer."""
    match: Match = examples["matches.match"]
    client, address = signed_in("League operators"), reverse("admin:matches_match_changelist")
    hand = load_match(match.pk).position.table.state.hands[0]
    assert hand[0].encode() in bytes(match.snapshot), "there is something to read"

    for lookup in ("snapshot__contains", "snapshot__regex", "checkpoints__snapshot__contains", "seats__deck__contains"):
        for guess in (hand[0], "no such card"):
            assert client.get(address, {lookup: guess}).status_code == 400


@pytest.mark.exhaustive
def test_no_answer_of_a_list_is_a_fault(examples: dict[str, Any], quiet: None, sample: Sample) -> None:
    client = signed_in("superuser")
    moments = ["0001-01-01 00:00:00+00:00", "9999-12-31 23:59:59+00:00", "2026-99-01", "2026-01-01"]
    values = ["x", "9" * 30, "２", "%F0%9F%82%A1%ff", "2026-01-01 00:00:00%2B09:00"]
    common = ("q", "p", "o", "all", "_facets", "_popup", "_source_model", "_changelist_filters")
    for label, _found in classes():
        address = reverse(f"admin:{label.replace('.', '_')}_changelist")
        asked = [(name, value) for name in LOOKUPS[label] for value in (moments if "_at__" in name else values)]
        asked += [(name, values[-2]) for name in common]
        for name, value in sample(asked, 8):
            answer = client.get(f"{address}?{name}={value}")
            assert answer.status_code in (200, 302, 400), (address, name, value)
        for pk in ("x", "9" * 30, "9" * 5000, "%F0%9F%82%A1"):
            for page in ("change", "history", "delete"):
                answer = client.get(f"{address}{pk}/{page}/")
                assert answer.status_code in (302, 403, 404), (address, pk, page)
        answer = client.get(f"{address}add/?owner=x&author=x&permissions=x&ruleset=x&groups=-1")
        assert answer.status_code in (200, 302, 403, 404), address


@pytest.mark.parametrize("group", ["League operators", "superuser"])
def test_only_the_fields_that_complete_what_is_typed_do(
    examples: dict[str, Any], group: str, quiet: None, sample: Sample
) -> None:
    client, address = signed_in(group), reverse("admin:autocomplete")
    asked = {
        (model._meta.app_label, model._meta.model_name, field.name): 403
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields(include_hidden=True)
    }
    assert len(asked) > 150
    asked = dict(sample(asked.items(), 30)) | {("decks", "deck", "owner"): 200, ("nothing", "deck", "owner"): 403}

    answers = {
        (app, model, field): client.get(
            address, {"app_label": app, "model_name": model, "field_name": field, "term": "a"}
        ).status_code
        for app, model, field in asked
    }

    assert answers == asked
