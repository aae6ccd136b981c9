"""The deck editor's questions: /decks/check and /decks/read. Nothing is stored."""

from dataclasses import asdict
from typing import Annotated, Any

from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.request import Request

from cards.sets.selectors import newest_rules
from common.formats import Cards, CardsShown, Options
from common.http.answering import ApiView, answer
from common.http.description import operation
from common.http.reading import read_body
from decks.deck_lists import LONGEST_LIST, read_list
from decks.faults import deck_problems
from decks.limits import MOST_PROBLEMS
from decks.selectors import deck_report


class DeckToCheck(Struct, frozen=True, forbid_unknown_fields=True):
    ruleset: str
    cards: Cards
    options: Options = {}


class DeckCheck(Struct, frozen=True):
    """The faults in the order of the rules. If there are none, the deck can be played under these options.

    `report` has anything else that the ruleset shows in an editor, such as possible exchanges. Its form depends on the
    ruleset. It is absent if there is nothing to show or the options can't be read.
    """

    problems: Annotated[
        list[dict[str, Any]], Meta(description=f"The first {MOST_PROBLEMS} faults, each with its `code`.")
    ]
    report: Annotated[dict[str, Any] | UnsetType, Meta(description="Its form depends on the ruleset.")] = UNSET


class ListToRead(Struct, frozen=True, forbid_unknown_fields=True):
    """A list of cards as text, one per line (`3 Name`, `3x Name`, `Name x3`, CSV). Cards by name or slug."""

    ruleset: str
    text: Annotated[str, Meta(max_length=LONGEST_LIST, description="One card per line, or JSON with `cards`.")]


class UnreadLine(Struct, frozen=True):
    """A line that names no card of the set, or too many copies. `nearest` are slugs of cards with similar names."""

    line: Annotated[int, Meta(description="Line number, from 1.")]
    text: str
    copies: Annotated[int, Meta(description="Number of copies that the line seems to name.")]
    nearest: Annotated[list[str], Meta(description="Slugs of the cards with the most similar names.")]


class ReadCards(Struct, frozen=True):
    """`cards` has the cards of the list in the form of a deck; several lines of one card are added up."""

    cards: CardsShown
    unread: list[UnreadLine]


class DeckCheckView(ApiView):
    permission_classes = []

    @operation(
        "check_deck",
        "Check a deck and list its faults, in both languages",
        tag="decks",
        scope="read",
        body=DeckToCheck,
        answers={200: DeckCheck},
        refuses={404: "unknown_ruleset"},
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request, DeckToCheck)
        rules = newest_rules(sent.ruleset)
        problems = deck_problems(rules, sent.options, sent.cards)
        report = deck_report(rules, sent.options, sent.cards)
        return answer(DeckCheck(problems, UNSET if report is None else report))


class DeckReadView(ApiView):
    permission_classes = []

    @operation(
        "read_deck_list",
        "Read a list of cards from text",
        tag="decks",
        scope="read",
        body=ListToRead,
        answers={200: ReadCards},
        refuses={404: "unknown_ruleset"},
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request, ListToRead)
        found = read_list(newest_rules(sent.ruleset), sent.text)
        return answer(ReadCards(found.cards, [UnreadLine(**asdict(line)) for line in found.unread]))
