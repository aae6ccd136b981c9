"""Draw the layouts that boards are made of: rows, piles, grids, lanes, stacks and facts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import structs

from common.text.naming import COMMA
from matches.pages.drawing.faces import draw_card
from matches.pages.drawing.markup import Markup, el, hidden_text, together
from matches.pages.drawing.speech import Speech, seat_tag, side_tag, sign_of_seat
from rules.engine.board import (
    Cell,
    Entry,
    Fact,
    Facts,
    Grid,
    Lane,
    Lanes,
    LaneSide,
    Layout,
    Piece,
    Pile,
    Row,
    Stack,
)

_MOST_BACKS = 12
_MOST_FITTED = 7
"""The most rows or columns of a grid that is shown as a whole. A larger grid is panned and zoomed."""


@dataclass(frozen=True)
class Drawing:
    """One board while it is drawn: its words, what has changed at each place, and which places links connect."""

    speech: Speech
    marks: Mapping[str, Sequence[str]]
    ends: Mapping[str, str]
    asked: Mapping[str, str] = field(default_factory=dict)
    """Place that an open prompt is about -> `asks` if the reader must answer it, else `decides`."""
    reckoned: Mapping[str, Sequence[Fact]] = field(default_factory=dict)
    """Facts about a place that can be worked out from the view."""

    def layout(self, layout: Layout) -> Markup:
        match layout:
            case Row():
                return self._row(layout)
            case Pile():
                return self._pile(layout)
            case Grid():
                return self._grid(layout)
            case Lanes():
                return self._lanes(layout)
            case Stack():
                return self._stack(layout)
            case Facts():
                return self.facts(layout.facts)

    def known_of(self, layout: Layout) -> Markup:
        """The facts about a row, to show beside its name."""
        return self.badges(self.reckoned.get(layout.place, ())) if isinstance(layout, Row) else Markup()

    def counted(self, layout: Layout) -> Markup:
        """The number of cards in a row or pile, to show beside its name."""
        if isinstance(layout, Row | Pile):
            return el("span", self.speech.bracketed(self.speech.count(layout.count)), class_="count")
        return Markup()

    def _class(self, class_: str, place: str) -> str:
        touched = "".join(f" t-{kind}" for kind in self.marks.get(place, ()))
        asks = " asks" if place in self.asked else ""
        return f"{class_}{' touched' if touched else ''}{touched}{asks} {self.ends.get(place, '')}".strip()

    def _mark(self, place: str) -> Markup:
        """What has changed here, in words, and whether a prompt is about this place."""
        kinds = [*self.marks.get(place, ()), *([self.asked[place]] if place in self.asked else [])]
        words = COMMA[self.speech.language].join(map(self.speech.say, kinds))
        return el("span", words, class_="mark") if kinds else Markup()

    # Pieces

    def piece(self, piece: Piece, tag: str = "li", *, is_small: bool = False) -> Markup:
        speech = self.speech
        turned = {90: speech.say("sideways"), 180: speech.say("upside_down")}.get(piece.turn)
        attached = [draw_card(speech, card) for card in piece.attached]
        seat = "" if piece.seat is None else f" of-seat-{piece.seat}"
        return el(
            tag,
            draw_card(speech, piece.card, piece.seat, is_small=is_small),
            el("span", hidden_text(speech.say("attached")), *attached, class_="attached") if attached else Markup(),
            hidden_text(f" {turned}") if turned else Markup(),
            self.badges(piece.badges),
            self._mark(piece.place),
            class_=self._class(f"piece turn-{piece.turn}{seat}{' dim' if piece.is_dim else ''}", piece.place),
            data_place=piece.place or None,
        )

    def badges(self, badges: Sequence[Fact]) -> Markup:
        return el("span", *map(self._badge, badges), class_="badges") if badges else Markup()

    def _why(self, place: str) -> Markup:
        """The facts about the card here, hidden until the reader enlarges the card."""
        facts = self.reckoned.get(place, ())
        return el("span", *map(self._badge, facts), class_="why", hidden=True) if facts else Markup()

    def _badge(self, badge: Fact) -> Markup:
        label = self.speech.word(badge.label)
        parts: list[str] = [el("span", label, class_="label")]
        if badge.seat is not None:
            parts += [" ", seat_tag(self.speech, badge.seat)]
        if badge.value is not True:
            parts += [" ", el("b", self.speech.value(badge))]
        class_ = f"badge b-{badge.label.replace('_', '-')}"
        return el("span", *parts, class_=class_, title=label, data_card=badge.card)

    # Rows and piles

    def _row(self, row: Row) -> Markup:
        hidden = row.count - len(row.pieces)
        backs = [el("li", draw_card(self.speech, None), class_="piece") for _ in range(min(hidden, _MOST_BACKS))]
        if not row.count:
            backs = [el("li", self.speech.say("empty"), class_="nothing")]
        list_ = el(
            "ol" if row.kind == "queue" else "ul",
            *map(self.piece, row.pieces),
            *backs,
            class_=self._class(f"cards {row.kind}{' backs' if hidden else ''}", row.place),
            data_place=row.place,
        )
        return Markup(list_ + self._mark(row.place))

    def _pile(self, pile: Pile) -> Markup:
        speech = self.speech
        top = pile.cards[0] if pile.cards else pile.top
        face = draw_card(speech, top) if pile.count else el("span", speech.say("empty"), class_="nothing")
        whole = Markup()
        if pile.cards and len(pile.cards) > 1:
            names = [el("li", speech.card(card), data_card=card) for card in pile.cards]
            whole = el("details", el("summary", speech.say("all_cards")), el("ol", *names), data_keep=pile.place)
        return el(
            "div", face, whole, self._mark(pile.place), class_=self._class("heap", pile.place), data_place=pile.place
        )

    # Grids

    def _grid(self, grid: Grid) -> Markup:
        rows = [el("tr", *map(self._cell, row)) for row in grid.rows]
        columns = max(map(len, grid.rows), default=0)
        table = el("table", *rows, class_=self._class("squares", grid.place), data_place=grid.place)
        is_large = max(columns, len(grid.rows)) > _MOST_FITTED
        size = "large" if is_large else f"columns-{columns} rows-{len(grid.rows)}"
        field = el("div", table, class_=f"grid {size}", tabindex="0", role="group")
        return together([self._zoom(), field]) if is_large else field

    def _zoom(self) -> Markup:
        """Buttons to zoom a large grid. A script shows them (field.js)."""
        ways = (("out", "−"), ("in", "+"), ("fit", self.speech.say("fit")))
        buttons = [
            el("button", sign, type="button", value=way, aria_label=self.speech.say(f"zoom_{way}"))
            for way, sign in ways
        ]
        return el("div", *buttons, class_="zoom", hidden=True, data_zoom=True)

    def _cell(self, cell: Cell | None) -> Markup:
        if cell is None:
            return el("td", class_="outside")
        seat = "" if cell.seat is None else f" of-seat-{cell.seat}"
        owner = "" if cell.seat is None else f" seat seat-{cell.seat}"
        return el(
            "td",
            el(
                "span",
                Markup() if cell.seat is None else sign_of_seat(cell.seat),
                self.speech.place(cell.label),
                class_=f"where{owner}",
            ),
            hidden_text(self.speech.say("empty")) if cell.piece is None else self.piece(_unplaced(cell.piece), "div"),
            self.badges(cell.badges),
            self._why(cell.place),
            self._mark(cell.place),
            class_=self._class(f"cell{seat}", cell.place),
            data_place=cell.place,
        )

    # Lanes

    def _lanes(self, lanes: Lanes) -> Markup:
        return el("ol", *map(self._lane, lanes.lanes), class_=self._class("lanes", lanes.place), data_place=lanes.place)

    def _lane(self, lane: Lane) -> Markup:
        return el(
            "li",
            self._lane_side(lane.far, "far-side"),
            self._token(lane),
            self._lane_side(lane.near, "near-side"),
            class_="lane",
        )

    def _token(self, lane: Lane) -> Markup:
        owner = Markup() if lane.owner is None else seat_tag(self.speech, lane.owner)
        seat = " free" if lane.owner is None else f" owned-{lane.owner}"
        return el(
            "div",
            el("span", lane.label, class_="number"),
            owner,
            self.badges([*lane.badges, *self.reckoned.get(lane.place, ())]),
            self._mark(lane.place),
            class_=self._class(f"token{seat}", lane.place),
            data_place=lane.place,
        )

    def _lane_side(self, side: LaneSide, class_: str) -> Markup:
        free = max(0, side.slots - len(side.pieces))
        slots = [el("li", class_="slot", aria_hidden="true") for _ in range(free)]
        return el(
            "ol",
            *(self.piece(piece, is_small=True) for piece in side.pieces),
            *slots,
            *self._known(side.place),
            class_=self._class(class_, side.place),
            data_place=side.place,
            aria_label=self.speech.seat(side.seat),
        )

    def _known(self, place: str) -> list[Markup]:
        facts = self.reckoned.get(place, ())
        return [el("li", self.badges(facts), class_="known")] if facts else []

    # Stacks and facts

    def _stack(self, stack: Stack) -> Markup:
        entries = [self._entry(entry) for entry in stack.entries]
        nothing = [] if entries else [el("li", self.speech.say("empty"), class_="nothing")]
        return el("ol", *entries, *nothing, class_=self._class("entries", stack.place), data_place=stack.place)

    def _entry(self, entry: Entry) -> Markup:
        return el(
            "li",
            Markup() if entry.seat is None else side_tag(self.speech, entry.seat),
            el("ul", *map(self.piece, entry.pieces), class_="cards row") if entry.pieces else Markup(),
            self._sentence(entry) if entry.sentence else self.facts(entry.facts),
            self._mark(entry.place),
            class_=self._class("entry", entry.place),
            data_place=entry.place,
        )

    def _sentence(self, entry: Entry) -> Markup:
        does = self.speech.does(entry)
        told = [self.speech.entry(entry), *([" ", el("span", does, class_="does")] if does else [])]
        return el("span", *told, class_="told")

    def facts(self, facts: Sequence[Fact]) -> Markup:
        return el("dl", *map(self._fact, facts), class_="facts")

    def _fact(self, fact: Fact) -> Markup:
        owner = Markup() if fact.seat is None else seat_tag(self.speech, fact.seat)
        return el(
            "div",
            el("dt", self.speech.word(fact.label), " " if owner else "", owner),
            el("dd", self.speech.value(fact), self._mark(fact.place)),
            class_=self._class(f"fact f-{fact.label.replace('_', '-')}", fact.place),
            data_place=fact.place or None,
        )


def _unplaced(piece: Piece) -> Piece:
    """The piece without its place. The square has the same place, which must be marked only once."""
    return structs.replace(piece, place="")
