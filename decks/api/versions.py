"""The versions of your own deck: /decks/{id}/versions, a single version, and restoring it."""

from typing import Annotated, Any
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.formats import CardsShown, DeckDigest, Moment, NextPage, OptionsShown
from common.http.answering import ApiView, answer
from common.http.description import IF_MATCH, operation
from common.http.paging import decode_cursor, encode_cursor, page_of
from common.http.reading import Cursor, Limit, if_match, read_query
from common.text.errors import ServiceError
from decks import models
from decks.api.decks import Deck, Visibility, answer_deck
from decks.plans import DeckPlan
from decks.selectors import visible_decks
from decks.services import restore_version
from decks.versions import change_summary, own_versions
from rules.engine.canonical import deck_digest


class Place(Struct, frozen=True):
    """A place in a deck as a JSON pointer, with its old and new value; null: nothing."""

    at: Annotated[str, Meta(description="JSON Pointer to the place.")]
    before: Any
    after: Any


class DeckVersionLine(Struct, frozen=True):
    """A save of a deck: who saved it, when, and what changed since the version before."""

    version: int
    kind: Annotated[str, Meta(description="`created`, `changed`, `restored` or `deleted`.")]
    by: Annotated[str | None, Meta(description="Account that saved it; null for the service, or a deleted account.")]
    at: Moment
    changes: Annotated[list[Place], Meta(description="What changed since the version before.")]


class DeckVersionList(Struct, frozen=True):
    results: list[DeckVersionLine]
    next: NextPage


class DeckVersion(Struct, frozen=True):
    """A whole deck as saved in one version."""

    version: int
    kind: Annotated[str, Meta(description="`created`, `changed`, `restored` or `deleted`.")]
    by: Annotated[str | None, Meta(description="Account that saved it; null for the service, or a deleted account.")]
    at: Moment
    ruleset: str
    name: str
    name_ja: Annotated[str, Meta(description="Name in Japanese; empty if it is the same as `name`.")]
    cards: CardsShown
    digest: DeckDigest
    options: OptionsShown
    visibility: Visibility
    note: str


class VersionsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    limit: Limit = 50
    cursor: Cursor | None = None


class DeckVersionsView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_deck_versions",
        "List the versions of one of your decks, newest first, even if it is deleted",
        tag="decks",
        scope="read",
        query=VersionsQuery,
        answers={200: DeckVersionList},
        refuses={401: "not_signed_in", 404: "not_found"},
    )
    def get(self, request: Request, deck_id: UUID) -> HttpResponse:
        query = read_query(request, VersionsQuery)
        found = own_versions(deck_id, request.user.pk)
        if query.cursor is not None:
            found = found.filter(number__lt=decode_cursor(query.cursor, tuple[int])[0])
        rows = list(found[: query.limit + 2])  # The extra row has what came before the last version of the page.
        if not rows and not models.Deck.objects.filter(pk=deck_id, owner=request.user.pk).exists():
            raise ServiceError("not_found")
        page, following = page_of(
            request, rows, limit=query.limit, after=lambda version: {"cursor": encode_cursor(version.number)}
        )
        lines = [change_summary(version, before) for version, before in zip(page, [*rows[1:], None], strict=False)]
        return answer(DeckVersionList([_line(line) for line in lines], following))


class DeckVersionView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "read_deck_version",
        "Read a version of one of your decks",
        tag="decks",
        scope="read",
        answers={200: DeckVersion},
        refuses={401: "not_signed_in", 404: "not_found"},
    )
    def get(self, request: Request, deck_id: UUID, number: int) -> HttpResponse:
        version = _version(request, deck_id, number)
        line, plan = change_summary(version, None), DeckPlan(**version.plan)
        return answer(
            DeckVersion(
                version=version.number,
                kind=version.kind,
                by=line["by"],
                at=line["at"],
                ruleset=version.ruleset,
                name=plan.name_en,
                name_ja=plan.name_ja,
                cards=dict(plan.cards),
                digest=deck_digest(plan.cards),
                options=dict(plan.options),
                visibility=plan.visibility,  # type: ignore[arg-type]
                note=plan.note,
            )
        )


class DeckRestoreView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "restore_deck_version",
        "Restore a version of one of your decks, even if it is deleted",
        tag="decks",
        scope="decks",
        answers={200: Deck},
        refuses={401: "not_signed_in", 404: "not_found", 412: "deck_changed"},
        parameters=[IF_MATCH],
    )
    def post(self, request: Request, deck_id: UUID, number: int) -> HttpResponse:
        version = _version(request, deck_id, number)
        restore_version(version=version, author=request.user, expected=if_match(request))
        deck = visible_decks(request.user.pk).get(pk=deck_id)
        return answer_deck(request, deck)


def _line(summary: dict[str, Any]) -> DeckVersionLine:
    return DeckVersionLine(**{**summary, "changes": [Place(**change) for change in summary["changes"]]})


def _version(request: Request, deck_id: UUID, number: int) -> models.DeckVersion:
    version = own_versions(deck_id, request.user.pk).filter(number=min(number, 2**31 - 1)).first()
    if version is None:
        raise ServiceError("not_found")
    return version
