"""Draws a match's scores over its events, as charts and as a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.models import Match
from matches.pages.drawing import Speech, seat_tag
from matches.pages.drawing.markup import Markup, el, together
from replay.timeline import positions
from rules.engine import view
from rules.engine.board import Score

WIDTH, HEIGHT, EDGE = 640, 120, 8
Key = tuple[str, tuple[int, ...]]
"""A kind of score and the seats it belongs to."""


@dataclass(frozen=True)
class Course:
    """Each series as (seq, value) pairs, one per change. `last` is the seq of the last event."""

    series: dict[Key, list[tuple[int, int]]]
    goals: dict[str, int]
    last: int


def course_of(match: Match) -> Course:
    """The course of a disclosed match, from the first event to the last."""
    series: dict[Key, list[tuple[int, int]]] = {}
    goals: dict[str, int] = {}
    for event, position in positions(match):
        for score in _scores(position.table, event.seq):
            points = series.setdefault((score.label, score.seats), [])
            if not points or points[-1][1] != score.value:
                points.append((event.seq, score.value))
            if score.goal is not None:
                goals[score.label] = score.goal
    return Course(series, goals, match.version)


def _scores(table: object, seq: int) -> Sequence[Score]:
    seen = view(table, "audit", seq)  # type: ignore[arg-type]
    return table.rules.definition.board.board(seen, 0).scores  # type: ignore[attr-defined, no-any-return]


def draw_course(speech: Speech, course: Course) -> Markup:
    """A chart for each kind of score, and one table with all of them."""
    if course.last < 1 or not course.series:
        return Markup()
    labels = list(dict.fromkeys(label for label, _seats in course.series))
    return el(
        "section",
        el("h2", _("Course of the match")),
        *(_picture(speech, course, label) for label in labels),
        el("details", el("summary", _("Show as a table")), _table(speech, course)),
        class_="course",
    )


def _picture(speech: Speech, course: Course, label: str) -> Markup:
    series = {key: points for key, points in course.series.items() if key[0] == label}
    values = [value for points in series.values() for _event, value in points]
    low, high = min(0, *values), max(1, *values, course.goals.get(label, 0))
    drawn = [_line(points, course.last, low, high, seats[0]) for (_label, seats), points in series.items()]
    cursor = el("line", class_="cursor", x1=EDGE, x2=EDGE, y1=0, y2=HEIGHT, data_cursor=True)
    legend = [_legend(speech, key, points) for key, points in series.items()]
    caption = el("figcaption", el("strong", speech.word(label)), " ", *legend)
    svg = el(
        "svg",
        *drawn,
        cursor,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        preserveAspectRatio="none",
        aria_hidden="true",
        data_chart=str(course.last),
    )
    return el("figure", caption, svg)


def _legend(speech: Speech, key: Key, points: Sequence[tuple[int, int]]) -> Markup:
    tags = together(seat_tag(speech, seat) for seat in key[1])
    return el("span", tags, f" {points[0][1]} → {points[-1][1]} ")


def _line(points: Sequence[tuple[int, int]], last: int, low: int, high: int, seat: int) -> Markup:
    def x(event: int) -> str:
        return f"{EDGE + (WIDTH - 2 * EDGE) * event / last:.1f}"

    def y(value: int) -> str:
        return f"{HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (value - low) / (high - low):.1f}"

    path = f"M{x(0)} {y(points[0][1])}" + "".join(f"H{x(event)}V{y(value)}" for event, value in points) + f"H{x(last)}"
    return el("path", d=path, class_=f"series seat-{seat} dash-{seat % 4}", vector_effect="non-scaling-stroke")


def _table(speech: Speech, course: Course) -> Markup:
    keys = list(course.series)
    events = sorted({event for points in course.series.values() for event, _value in points})
    head = [
        el("th", speech.word(label), " ", *(seat_tag(speech, seat) for seat in seats), scope="col")
        for label, seats in keys
    ]
    now: dict[Key, int] = {}
    rows = []
    for event in events:
        now.update({key: value for key, points in course.series.items() for at, value in points if at == event})
        link = el("a", str(event), href=f"?event={event}", data_step=str(event))
        rows.append(el("tr", el("th", link, scope="row"), *(el("td", str(now.get(key, ""))) for key in keys)))
    body = together([el("thead", el("tr", el("th", _("Event"), scope="col"), *head)), el("tbody", *rows)])
    return el("div", el("table", body), class_="scroll", tabindex="0")
