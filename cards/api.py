"""GET rulesets, cards: the games, and their cards."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from msgspec import Meta, Struct

from cards.models import CardSetRevision
from cards.sets.selectors import newest_revision, newest_rules, revision_numbered
from common.formats import CardsShown, DeckDigest, Digest, NextPage, OptionsShown
from common.http.answering import ApiView, answer_kept
from common.http.description import operation
from common.http.paging import decode_cursor, encode_cursor, page_of
from common.http.reading import Cursor, Limit, read_query
from common.http.sparse import SparseQuery, sparse
from common.text.errors import ServiceError, malformed
from rules.engine import Names
from rules.engine.canonical import deck_digest
from rules.json_schemas import schemas_of
from rules.registry import slugs


class CardSetRef(Struct, frozen=True):
    """An immutable revision of a ruleset's cards; `digest` is SHA-256 of its canonical JSON."""

    revision: int
    digest: Digest


class RulesetSummary(Struct, frozen=True):
    """A game at its newest version, with its newest cards. If `builds_decks` is false, players don't bring decks."""

    slug: str
    version: Annotated[int, Meta(description="Newest version of the rules.")]
    names: Names
    summary: Annotated[Names, Meta(description="One or two sentences for newcomers.")]
    builds_decks: Annotated[bool, Meta(description="Whether players bring decks.")]
    card_set: CardSetRef
    url: str


class RulesetList(Struct, frozen=True):
    results: list[RulesetSummary]


class StarterDeck(Struct, frozen=True):
    """A ready-made deck, legal under `options`. You can send its slug instead of a deck."""

    slug: str
    names: Names
    options: OptionsShown
    cards: CardsShown
    digest: DeckDigest


class RulesetDetail(Struct, frozen=True):
    """A game with everything that a client needs to show and play it.

    `schemas` are JSON Schemas of `actions` (as sent), `logged_actions` and `effects` (as shown), `prompts`, `options`
    and `game` (the ruleset's part of a view). `words` are display texts by kind and tag, code or name; `{field}` stands
    for a field of the message. `words["values"]` has the texts of words that are values (look up `field.word` first),
    and `words["fields"]` has the names of the parts of a view. `option_sets` are the named kinds of match, under which
    rated matches and bot comparisons are played. Their options can change how many seats a match has.
    """

    slug: str
    version: Annotated[int, Meta(description="Newest version of the rules.")]
    names: Names
    summary: Annotated[Names, Meta(description="One or two sentences for newcomers.")]
    builds_decks: Annotated[bool, Meta(description="Whether players bring decks.")]
    card_set: CardSetRef
    url: str
    seats: Annotated[int, Meta(description="Number of seats with default options.")]
    option_sets: Annotated[dict[str, dict[str, Any]], Meta(description="Named sets of options for rated matches.")]
    option_set_seats: Annotated[dict[str, int], Meta(description="Number of seats of each option set.")]
    schemas: Annotated[dict[str, dict[str, Any]], Meta(description="JSON Schemas of the ruleset's messages, by kind.")]
    words: Annotated[dict[str, dict[str, Names]], Meta(description="Display texts by kind and word.")]
    starter_decks: list[StarterDeck]
    cards_url: str


class Card(Struct, frozen=True):
    """A card. `definition` is its whole entry in the card set, in the ruleset's own form."""

    ruleset: str
    slug: str
    names: Names
    texts: Names | None
    definition: Annotated[dict[str, Any], Meta(description="Its form depends on the ruleset.")]


class CardList(Struct, frozen=True):
    """Some cards, in the set's order. `next` is the address of the next page."""

    results: list[Card]
    next: NextPage
    card_sets: Annotated[dict[str, CardSetRef], Meta(description="Revision of the cards, by ruleset.")]


class CardQuery(SparseQuery, frozen=True, forbid_unknown_fields=True):
    ruleset: str | None = None
    """The slug of one game. If omitted, all games."""
    revision: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=2_000_000_000,
                description="Read this revision of the card set, not the newest. Needs `ruleset`.",
            ),
        ]
        | None
    ) = None
    text: (
        Annotated[
            str,
            Meta(max_length=100, description="Only cards that have this in slug, names or text, in either language."),
        ]
        | None
    ) = None
    limit: Limit = 100
    cursor: Cursor | None = None


def _ref(revision: CardSetRevision) -> CardSetRef:
    return CardSetRef(revision.revision, revision.digest)


def _summary(slug: str) -> RulesetSummary:
    rules = newest_rules(slug)
    return RulesetSummary(
        slug,
        rules.version,
        rules.names,
        dict(rules.definition.summary),
        rules.builds_decks,
        _ref(newest_revision(slug)),
        reverse("api-ruleset", args=[slug]),
    )


def _detail(slug: str) -> RulesetDetail:
    rules = newest_rules(slug)
    return RulesetDetail(
        slug=slug,
        version=rules.version,
        names=rules.names,
        summary=dict(rules.definition.summary),
        builds_decks=rules.builds_decks,
        card_set=_ref(newest_revision(slug)),
        url=reverse("api-ruleset", args=[slug]),
        seats=rules.seats(rules.read_options({})),
        option_sets={name: dict(options) for name, options in rules.option_sets.items()},
        option_set_seats={
            name: rules.seats(rules.read_options(options)) for name, options in rules.option_sets.items()
        },
        schemas=schemas_of(rules.definition),
        words={kind: dict(words) for kind, words in rules.words.items()},
        starter_decks=[
            StarterDeck(d.slug, d.names, d.options, d.cards, deck_digest(d.cards)) for d in rules.starter_decks
        ],
        cards_url=f"{reverse('api-cards')}?ruleset={slug}",
    )


class RulesetsView(ApiView):
    @operation("list_rulesets", "List the games", tag="rulesets", scope="read", answers={200: RulesetList}, kept=True)
    def get(self, request: HttpRequest) -> HttpResponse:
        return answer_kept(request, RulesetList([_summary(slug) for slug in slugs()]), by="public")


class RulesetView(ApiView):
    @operation(
        "read_ruleset",
        "Read a game with its schemas, words and starter decks",
        tag="rulesets",
        scope="read",
        query=SparseQuery,
        answers={200: RulesetDetail},
        kept=True,
        refuses={404: "unknown_ruleset"},
    )
    def get(self, request: HttpRequest, slug: str) -> HttpResponse:
        query = read_query(request, SparseQuery)
        return answer_kept(request, sparse(_detail(slug), query.fields), by="public")


class CardsView(ApiView):
    @operation(
        "list_cards",
        "Cards of one game or of all",
        tag="rulesets",
        scope="read",
        query=CardQuery,
        answers={200: CardList},
        kept=True,
        refuses={404: "not_found"},
    )
    def get(self, request: HttpRequest) -> HttpResponse:
        query = read_query(request, CardQuery)
        if query.revision is not None and query.ruleset is None:
            place, accepted = {"parameter": "ruleset"}, {"enum": slugs()}
            raise malformed("parameter_needs", place=place, accepted=accepted, parameter="revision", needed="ruleset")
        revisions = [_revision(slug, query.revision) for slug in ([query.ruleset] if query.ruleset else slugs())]
        first = 0 if query.cursor is None else decode_cursor(query.cursor, tuple[Annotated[int, Meta(ge=0)]])[0]
        found = [card for revision in revisions for card in _matching(revision, query.text)]
        then = {"cursor": encode_cursor(first + query.limit)}
        page, following = page_of(request, found[first:], limit=query.limit, after=lambda card: then)
        sets = {revision.ruleset: _ref(revision) for revision in revisions}
        return answer_kept(request, sparse(CardList(page, following, sets), query.fields), by="public")


def _revision(slug: str, number: int | None) -> CardSetRevision:
    revision = revision_numbered(slug, number)
    if revision is None:
        raise ServiceError("not_found")
    return revision


def _matching(revision: CardSetRevision, text: str | None) -> Iterator[Card]:
    wanted = (text or "").casefold()
    for card, words in _searchable(revision.ruleset, revision.pk):
        if wanted in words:
            yield card


@lru_cache(maxsize=32)
def _searchable(ruleset: str, pk: int) -> list[tuple[Card, str]]:
    """The cards of an immutable revision, each with its search text."""
    cards = CardSetRevision.objects.get(pk=pk).card_set["cards"]
    return [(shown, _words(shown)) for shown in (_card(ruleset, card) for card in cards)]


def _card(ruleset: str, card: Mapping[str, Any]) -> Card:
    slug = card["slug"]
    return Card(ruleset, slug, card.get("names", {"ja": slug, "en": slug}), card.get("text"), dict(card))


def _words(card: Card) -> str:
    return "\n".join([card.slug, *card.names.values(), *(card.texts or {}).values()]).casefold()


urlpatterns = [
    path("rulesets", RulesetsView.as_view(), name="api-rulesets"),
    path("rulesets/<slug:slug>", RulesetView.as_view(), name="api-ruleset"),
    path("cards", CardsView.as_view(), name="api-cards"),
]
