"""The decks that players store: /decks, /decks/{id}."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal
from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict as fields_of
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request

from cards.sets.selectors import newest_rules
from common.formats import Cards, CardsShown, DeckDigest, Id, Moment, NextPage, Options, OptionsShown, OwnerName
from common.http.answering import ApiView, answer_kept, answer_versioned, no_content
from common.http.description import IF_MATCH, operation
from common.http.paging import decode_cursor, encode_cursor, page_of
from common.http.reading import Cursor, Limit, if_match, read_body, read_query
from common.http.sparse import SparseQuery, sparse
from common.text.errors import ServiceError
from common.timestamps import rfc3339
from decks import models
from decks.faults import deck_problems
from decks.limits import MOST_NOTE_CHARACTERS, MOST_PROBLEMS
from decks.plans import DeckPlan
from decks.selectors import cards_of, visible_decks
from decks.services import create_deck, delete_deck, patch_deck
from rules.engine import Ruleset
from rules.engine.canonical import deck_digest

DeckName = Annotated[str, Meta(min_length=1, max_length=120)]
Visibility = Literal["private", "public"]
NAMES = {"name": "name_en"}
"""Fields of a plan that have a different name in the API."""


class DeckSent(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards` maps a card's slug to the number of its copies."""

    cards: Cards


DeckNamed = (
    DeckSent | Annotated[str, Meta(min_length=1, max_length=80, description="Id of a deck, or slug of a starter deck.")]
)


class DeckInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck to store. Faults are reported but don't prevent storing it; matches refuse faulty decks."""

    ruleset: str
    name: DeckName
    cards: Cards
    name_ja: Annotated[
        str, Meta(max_length=120, description="Name in Japanese; empty if it is the same as `name`.")
    ] = ""
    options: Options = {}
    visibility: Visibility = "private"
    note: Annotated[str, Meta(max_length=MOST_NOTE_CHARACTERS)] = ""


class DeckChange(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields to change; the others stay."""

    name: DeckName | UnsetType = UNSET
    cards: Cards | UnsetType = UNSET
    name_ja: Annotated[
        Annotated[str, Meta(max_length=120)] | UnsetType,
        Meta(description="Name in Japanese; empty if it is the same as `name`."),
    ] = UNSET
    options: Options | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    note: Annotated[str, Meta(max_length=MOST_NOTE_CHARACTERS)] | UnsetType = UNSET


class Deck(Struct, frozen=True):
    """A stored deck. `problems` is what is wrong with it under today's cards and rules."""

    id: Id
    ruleset: str
    name: str
    name_ja: Annotated[str, Meta(description="Name in Japanese; empty if it is the same as `name`.")]
    owner: OwnerName
    is_mine: bool
    cards: CardsShown
    options: OptionsShown
    visibility: Visibility
    note: str
    version: int
    digest: DeckDigest
    problems: Annotated[
        list[dict[str, Any]], Meta(description=f"The first {MOST_PROBLEMS} faults, each with its `code`.")
    ]
    created_at: Moment
    updated_at: Moment
    url: str


class DeckList(Struct, frozen=True):
    results: list[Deck]
    next: NextPage


class DeckQuery(SparseQuery, frozen=True, forbid_unknown_fields=True):
    ruleset: str | None = None
    owner: Annotated[str, Meta(max_length=150, description="Only decks of the account of this name.")] | None = None
    mine: Annotated[bool, Meta(description="Only your own decks, or only those of others.")] | None = None
    limit: Limit = 50
    cursor: Cursor | None = None


def deck_resource(
    deck: models.Deck, user_id: int | None, rules: Ruleset | None = None, cards: Mapping[str, int] | None = None
) -> Deck:
    """The deck as the API shows it. `rules` are the newest of the deck's ruleset; `cards` are its cards, if known."""
    cards = deck.as_sent["cards"] if cards is None else dict(cards)
    return Deck(
        id=str(deck.pk),
        ruleset=deck.ruleset,
        name=deck.name_en,
        name_ja=deck.name_ja,
        owner=deck.owner.get_username() if deck.owner else None,
        is_mine=user_id is not None and deck.owner_id == user_id,
        cards=cards,
        options=deck.options,
        visibility=deck.visibility,
        note=deck.note,
        version=deck.version,
        digest=deck_digest(cards),
        problems=deck_problems(rules or newest_rules(deck.ruleset), deck.options, cards),
        created_at=rfc3339(deck.created_at),
        updated_at=rfc3339(deck.updated_at),
        url=reverse("api-deck", args=[deck.pk]),
    )


def answer_deck(request: Request, deck: models.Deck, status: int = 200, **headers: str) -> HttpResponse:
    """Answer with a deck. Clients send its `ETag` back as `If-Match` to say which version they have seen."""
    return answer_versioned(request, deck_resource(deck, request.user.pk), deck.version, status, **headers)


class DecksView(ApiView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "list_decks",
        "List your own decks and public ones",
        tag="decks",
        scope="read",
        query=DeckQuery,
        answers={200: DeckList},
        refuses={401: "not_signed_in"},
        kept=True,
    )
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request, DeckQuery)
        if query.mine is not None and not request.user.is_authenticated:
            raise NotAuthenticated
        found = visible_decks(request.user.pk).order_by("-id")
        if query.ruleset is not None:
            found = found.filter(ruleset=query.ruleset)
        if query.owner is not None:
            found = found.filter(owner__username=query.owner)
        if query.mine is not None:
            found = found.filter(owner=request.user.pk) if query.mine else found.exclude(owner=request.user.pk)
        if query.cursor is not None:
            found = found.filter(pk__lt=decode_cursor(query.cursor, tuple[UUID])[0])
        page, following = page_of(
            request,
            found.prefetch_related(None),
            limit=query.limit,
            after=lambda deck: {"cursor": encode_cursor(deck.pk)},
        )
        cards = cards_of(page)
        rules = {slug: newest_rules(slug) for slug in {deck.ruleset for deck in page}}
        resources = [deck_resource(deck, request.user.pk, rules[deck.ruleset], cards[deck.pk]) for deck in page]
        return answer_kept(request, sparse(DeckList(resources, following), query.fields), by="private")

    @operation(
        "create_deck",
        "Store a deck",
        tag="decks",
        scope="decks",
        body=DeckInput,
        answers={201: Deck},
        refuses={401: "not_signed_in", 404: "unknown_ruleset"},
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request, DeckInput)
        plan = DeckPlan(
            name_en=sent.name,
            name_ja=sent.name_ja,
            cards=sent.cards,
            options=sent.options,
            visibility=sent.visibility,
            note=sent.note,
        )
        deck = create_deck(owner=request.user, ruleset=sent.ruleset, plan=plan, author=request.user)
        return answer_deck(request, deck, 201, Location=reverse("api-deck", args=[deck.pk]))


class DeckView(ApiView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "read_deck",
        "Read a deck",
        tag="decks",
        scope="read",
        answers={200: Deck},
        refuses={404: "not_found"},
        kept=True,
    )
    def get(self, request: Request, deck_id: UUID) -> HttpResponse:
        return answer_deck(request, _deck(request, deck_id))

    @operation(
        "change_deck",
        "Change one of your decks",
        tag="decks",
        scope="decks",
        body=DeckChange,
        answers={200: Deck},
        refuses={401: "not_signed_in", 403: "not_allowed", 404: "not_found", 412: "deck_changed"},
        parameters=[IF_MATCH],
    )
    def patch(self, request: Request, deck_id: UUID) -> HttpResponse:
        sent = read_body(request, DeckChange)
        _own(request, deck_id)
        fields = {NAMES.get(name, name): value for name, value in fields_of(sent).items() if value is not UNSET}
        patch_deck(deck_id=deck_id, fields=fields, author=request.user, expected=if_match(request))
        return answer_deck(request, _deck(request, deck_id))

    @operation(
        "delete_deck",
        "Delete one of your decks",
        tag="decks",
        scope="decks",
        answers={204: None},
        refuses={401: "not_signed_in", 403: "not_allowed", 404: "not_found", 412: "deck_changed"},
        parameters=[IF_MATCH],
    )
    def delete(self, request: Request, deck_id: UUID) -> HttpResponse:
        delete_deck(deck=_own(request, deck_id), author=request.user, expected=if_match(request))
        return no_content()


def _deck(request: HttpRequest, deck_id: UUID) -> models.Deck:
    deck = visible_decks(request.user.pk).filter(Q(pk=deck_id)).first()
    if deck is None:
        raise ServiceError("not_found")
    return deck


def _own(request: HttpRequest, deck_id: UUID) -> models.Deck:
    deck = _deck(request, deck_id)
    if deck.owner_id != request.user.pk:
        raise PermissionDenied
    return deck
