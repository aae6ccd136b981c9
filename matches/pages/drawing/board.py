"""Draw a board as HTML: the far sides at the top, the centre, the near side at the bottom."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec import structs

from matches.pages.drawing.layouts import Drawing
from matches.pages.drawing.markup import Markup, el, together
from matches.pages.drawing.places import labels_of, places_of
from matches.pages.drawing.speech import Speech, side_tag
from rules.engine import Action, Seat, View
from rules.engine.board import (
    Area,
    Board,
    BoardDefinition,
    Fact,
    Facts,
    Link,
    Motion,
    Offers,
    Part,
    Piece,
    Pile,
    Place,
    Row,
    Score,
    Touch,
)

AREAS: Sequence[Area] = ("far", "centre", "near")


def draw_board(
    speech: Speech,
    view: View,
    near: Seat,
    touches: Iterable[Touch] = (),
    links: Iterable[Link] = (),
    motions: Iterable[Motion] | None = None,
    offered: Sequence[Action] = (),
) -> Markup:
    """Draw the table of a view from the side of seat `near`. Equal arguments give equal HTML.

    `touches` are marked. `links`, which connect places in the newest event, are shown with the links of the board.
    `motions` are those since the position before; None if they are unknown. A script plays them (motion.js).
    `offered` are the seat's legal actions: cards that they choose from a face-down pile are shown there.
    """
    definition = speech.rules.definition.board
    board = _with_offers(definition, definition.board(view, near), near, offered)
    known = places_of(board)
    marks: dict[str, list[str]] = {}
    for touch in touches:
        place = nearest(touch.place, known)
        kinds = marks.setdefault(place, []) if place else []
        if touch.kind not in kinds:
            kinds.append(touch.kind)
    asked = {
        place: "asks" if offered and prompt.seat == near else "decides"
        for prompt in view.prompts
        if (place := nearest(definition.prompt_place(prompt), known))
    }
    drawn_links = _between_elements([*board.links, *links], known)
    reckoned = definition.reckoned(speech.rules.cards, view)
    drawing = Drawing(speech, marks, _ends(drawn_links), asked, reckoned)
    return _board(speech, drawing, board, drawn_links, None if motions is None else _written(motions))


def _written(motions: Iterable[Motion]) -> str:
    """Motions for the script: `card from to`, separated by semicolons. A back is `-`."""
    return ";".join(f"{motion.card or '-'} {motion.from_} {motion.to}" for motion in motions)


def places_in(board: Board) -> frozenset[str]:
    """The places of all elements of a board."""
    return places_of(board)


def nearest(place: str, known: frozenset[str]) -> str:
    """The place if it is drawn, else the nearest drawn place that contains it, such as a hidden hand; or empty."""
    while place and place not in known:
        place = place.rpartition(":")[0]
    return place


def points_of(speech: Speech, view: View, near: Seat, seat: Seat, actions: Sequence[Action]) -> list[list[str]]:
    """For each action of a seat, the elements of the board that it names, in the order to click them."""
    definition = speech.rules.definition.board
    known = places_of(_with_offers(definition, definition.board(view, near), seat, actions))
    named = (
        _offered(action, seat, definition.offers[type(action)])
        if type(action) in definition.offers
        else definition.points[type(action)](action, seat, view)
        for action in actions
    )
    return [_steps([nearest(point, known) for point in points]) for points in named]


def _offered(action: Action, seat: Seat, offer: Offers) -> list[Place]:
    pile, cards = offer(action, seat)
    return [f"{pile}:{card}" for card in cards]


def _with_offers(definition: BoardDefinition, board: Board, seat: Seat, actions: Iterable[Action]) -> Board:
    """The board with the cards that the seat may choose from its face-down piles, face up in a row beside them."""
    offers = definition.offers
    cards: dict[Place, dict[str, None]] = {}
    for action in actions:
        if type(action) in offers:
            pile, named = offers[type(action)](action, seat)
            cards.setdefault(pile, {}).update(dict.fromkeys(named))
    parts = tuple(shown for part in board.parts for shown in (part, *_beside(part, cards)))
    return structs.replace(board, parts=parts)


def _beside(pile: Part, cards: Mapping[Place, Iterable[str]]) -> tuple[Part, ...]:
    """The row of the cards that may be chosen from a pile, if any."""
    if not isinstance(pile.layout, Pile) or pile.layout.place not in cards:
        return ()
    place = pile.layout.place
    pieces = tuple(Piece(f"{place}:{card}", card, pile.seat) for card in cards[place])
    return (Part("", pile.area, Row(place, pieces, len(pieces), "hand"), pile.seat),)


def foretold_of(speech: Speech, view: View, seat: Seat, actions: Iterable[Action]) -> list[str]:
    """For each action of a seat, what it would do as far as the seat can know. Empty for most actions."""
    definition = speech.rules.definition.board
    cards = speech.rules.cards
    tellers = [(action, definition.foretold.get(type(action))) for action in actions]
    return ["" if tell is None else speech.foretold(tell(cards, view, seat, action)) for action, tell in tellers]


def _steps(places: Sequence[str]) -> list[str]:
    """Places in click order. The same place several times in a row, such as cards of one pile, is one click."""
    return [place for before, place in pairwise(["", *places]) if place and place != before]


def _between_elements(links: Iterable[Link], known: frozenset[str]) -> list[Link]:
    """The links between drawn elements, each once. Links within one element or to places that are gone are left out."""
    found: dict[tuple[str, Place, Place], Link] = {}
    for link in links:
        from_, to = nearest(link.from_, known), nearest(link.to, known)
        if from_ and to and from_ != to:
            found.setdefault((link.kind, from_, to), structs.replace(link, from_=from_, to=to))
    return list(found.values())


def _ends(links: Sequence[Link]) -> dict[Place, str]:
    """The CSS classes for both ends of each link, by place."""
    return {link.to: f"aimed-at {link.kind}" for link in links} | {link.from_: f"aiming {link.kind}" for link in links}


def _board(speech: Speech, drawing: Drawing, board: Board, links: Sequence[Link], motions: str | None) -> Markup:
    return el(
        "section",
        el("h2", speech.say("table"), class_="sr"),
        _scores(speech, board.scores),
        _links(speech, board, links),
        *(
            _area(drawing, [part for part in board.parts if part.area == area and not _is_detail(part)], area)
            for area in AREAS
        ),
        _details(drawing, [*(part for part in board.parts if _is_detail(part)), *_reckoned(drawing)]),
        class_=f"board game-{speech.rules.slug.replace('_', '-')}",
        aria_label=speech.say("table"),
        data_motions=motions,
    )


def _is_detail(part: Part) -> bool:
    """Whether a part is only looked up, not played with."""
    return part.area == "edge" or (isinstance(part.layout, Facts) and not part.layout.is_played_with)


def _reckoned(drawing: Drawing) -> list[Part]:
    """The facts about the whole table, as a part."""
    facts = drawing.reckoned.get("", ())
    return [Part("", "edge", Facts(facts))] if facts else []


def _details(drawing: Drawing, parts: Sequence[Part]) -> Markup:
    summary = el("summary", drawing.speech.say("details"))
    return el("details", summary, _area(drawing, parts, "edge"), class_="details", data_keep="details")


def _area(drawing: Drawing, parts: Sequence[Part], area: Area) -> Markup:
    if not parts:
        return Markup()
    seats = list(dict.fromkeys(part.seat for part in parts))
    groups = [_group(drawing, seat, [part for part in parts if part.seat == seat]) for seat in seats]
    return el("div", *groups, class_=f"area {area}")


def _group(drawing: Drawing, seat: Seat | None, parts: Sequence[Part]) -> Markup:
    """The parts of one seat under its name, the hand first, or the parts of no seat."""
    if seat is None:
        return together([_part(drawing, part) for part in parts])
    return el(
        "div",
        el("h3", side_tag(drawing.speech, seat)),
        *(_part(drawing, part) for part in parts if _is_hand(part)),
        el("div", *(_part(drawing, part) for part in parts if not _is_hand(part)), class_="rest"),
        class_=f"side seat-{seat}",
        role="group",
        aria_label=drawing.speech.seat(seat),
    )


def _is_hand(part: Part) -> bool:
    return isinstance(part.layout, Row) and part.layout.kind == "hand"


def _part(drawing: Drawing, part: Part) -> Markup:
    kind = type(part.layout).__name__.lower()
    name = [drawing.speech.word(part.label), drawing.counted(part.layout), drawing.known_of(part.layout)]
    return el(
        "div",
        el("h4", *name) if part.label else Markup(),
        drawing.layout(part.layout),
        class_=f"part of-{kind}",
    )


def _scores(speech: Speech, scores: Sequence[Score]) -> Markup:
    if not scores:
        return Markup()
    return el("ul", *(_score(speech, score) for score in scores), class_="scores", aria_label=speech.say("scores"))


def _score(speech: Speech, score: Score) -> Markup:
    goal = score.goal or speech.rules.definition.board.goals(speech.rules.cards).get(score.label)
    value = Fact(score.label, score.value, goal=goal)
    meter = Markup()
    if goal:
        meter = el("meter", min=0, max=goal, value=max(0, min(score.value, goal)), aria_hidden="true", class_="bar")
    return el(
        "li",
        *(side_tag(speech, seat) for seat in score.seats),
        " ",
        el("span", speech.word(score.label), class_="label"),
        " ",
        el("strong", speech.value(value)),
        meter,
        class_=f"score seat-{score.seats[0]}",
    )


def _links(speech: Speech, board: Board, links: Sequence[Link]) -> Markup:
    """The links in words. A script also draws each as an arrow (arrows.js)."""
    if not links:
        return Markup()
    labels = labels_of(speech, board)

    def item(link: Link) -> Markup:
        amount = "" if link.amount is None else speech.bracketed(str(link.amount))
        return el(
            "li",
            el("strong", speech.say(link.kind)),
            " ",
            labels[link.from_],
            " → ",
            labels[link.to],
            amount,
            class_=link.kind,
            data_from=link.from_,
            data_to=link.to,
            data_amount=link.amount,
        )

    return el("ul", *map(item, links), class_="links", aria_label=speech.say("under_way"))
