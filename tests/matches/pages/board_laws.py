"""Laws for the boards of all rulesets, checked over random games."""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, get_args

import msgspec
from msgspec import structs

from common.text.naming import SERVICE_FIELDS, card_names
from common.text.sentences import Occupancy, choice_texts
from matches.pages.drawing import Speech, draw_board, places_in
from matches.pages.drawing.board import nearest
from rules.engine import Ruleset, Table, View, Viewer, act, canonical, legal_actions, seats_to_act, view
from rules.engine.board import Board, BoardDefinition, Grid, standing_on

PLAYERS = ("Ann", "Ben", "Cho", "Dan", "Eva", "Fil")
LANGUAGES = ("ja", "en")
MOST_VALUES = 8
MOST_TRIES = 400
FIRST = 6
MOST_POSITIONS = 14
"""Most positions checked in a game."""


@dataclass(frozen=True)
class Step:
    """An event of a game: the table before and after it, its action and its effects."""

    seat: int
    action: Any
    effects: Sequence[Any]
    before: dict[Viewer, View]
    after: dict[Viewer, View]
    choices: dict[int, list[Any]]
    """Seat to move -> its legal actions after the event."""


def steps(table: Table[Any, Any], seed: int, every: int = 3) -> Iterator[Step]:
    """A random game, thinned out to its first events, every few events after that, and the last one."""
    rng = random.Random(seed)
    before = views(table)
    for number in count():
        if table.outcome is not None:
            return
        seat = rng.choice(list(seats_to_act(table)))
        action = rng.choice(legal_actions(table, seat))
        is_shown = number < FIRST or number % every == 0
        if is_shown:
            before = views(table)
        effects = act(table, seat, action)
        if is_shown or table.outcome is not None:
            choices = {seat: list(legal_actions(table, seat)) for seat in seats_to_act(table)}
            yield Step(seat, action, effects, before, views(table), choices)


def views(table: Table[Any, Any]) -> dict[Viewer, View]:
    seats = range(table.rules.seats(table.options))
    return {viewer: view(table, viewer, 0) for viewer in (*seats, "public", "audit")}


def near_of(viewer: Viewer) -> int:
    return viewer if isinstance(viewer, int) else 0


def definition(rules: Ruleset) -> BoardDefinition:
    return rules.definition.board


def board_of(rules: Ruleset, seen: View, viewer: Viewer) -> Board:
    return definition(rules).board(seen, near_of(viewer))


def drawn(rules: Ruleset, seen: View, viewer: Viewer, language: str = "en") -> str:
    return str(draw_board(Speech(rules, language, PLAYERS), seen, near_of(viewer)))


# Every type has a line


def check_types(rules: Ruleset) -> None:
    game = rules.definition
    assert set(definition(rules).points) == set(get_args(game.action_types))
    assert set(definition(rules).touches) == set(get_args(game.effect_types))
    assert set(definition(rules).motions) == set(get_args(game.effect_types))
    assert set(definition(rules).laid_anew) | set(definition(rules).links) <= set(get_args(game.effect_types))


# Every place exists


def check_action_places(rules: Ruleset, step: Step) -> None:
    """A seat to move finds every place that its actions name, and the part that its prompt is about."""
    for seat, choices in step.choices.items():
        seen = step.after[seat]
        places = places_in(board_of(rules, seen, seat))
        for action in choices:
            named = definition(rules).points[type(action)](action, seat, seen)
            assert set(named) <= places, (action, set(named) - places)
        for prompt in seen.prompts:
            place = definition(rules).prompt_place(prompt)
            assert nearest(place, places), (prompt, place)


def check_choices_name_who_stands_there(rules: Ruleset, step: Step) -> None:
    """A choice names the face-up card on each square that a player can click for it."""
    names = card_names(rules)
    for seat, choices in step.choices.items():
        seen = step.after[seat]
        cards = standing_on(board_of(rules, seen, seat))
        said = choice_texts(rules, choices, occupancy=Occupancy(rules, seen, seat))
        for action, texts in zip(choices, said, strict=True):
            if not action.__struct_fields__:
                continue  # An action without fields is unique.
            places = definition(rules).points[type(action)](action, seat, seen)
            for card in (cards[place] for place in places if place in cards):
                assert texts is not None and all(names[card][language] in texts[language] for language in LANGUAGES)


def check_choices_name_squares_as_the_board_does(rules: Ruleset, step: Step) -> None:
    for seat, choices in step.choices.items():
        seen = step.after[seat]
        parts = board_of(rules, seen, seat).parts
        rows = [row for part in parts if isinstance(part.layout, Grid) for row in part.layout.rows]
        labels = {cell.place: cell.label for row in rows for cell in row if cell is not None}
        said = choice_texts(rules, choices, occupancy=Occupancy(rules, seen, seat))
        for action, texts in zip(choices, said, strict=True):
            for place in definition(rules).points[type(action)](action, seat, seen):
                for language in LANGUAGES if place in labels else ():
                    assert texts is not None
                    assert Speech(rules, language).place(labels[place]) in texts[language], (texts, labels[place])


def check_effect_places(rules: Ruleset, step: Step) -> None:
    """The places that an effect touches are or were on the table. For a hidden hand, the place is the hand."""
    made = {touch.place for touch in touches(rules, step.effects, step.after["audit"])}
    for viewer in ("public", "audit"):
        places = places_in(board_of(rules, step.before[viewer], viewer)) | places_in(
            board_of(rules, step.after[viewer], viewer)
        )
        lost = {place for place in made if not nearest(place, places)}
        assert lost == set(), (lost, step.effects)


def check_effect_links(rules: Ruleset, step: Step) -> None:
    """The links of an effect start and end at places that are or were on the table."""
    table = definition(rules).links
    for viewer in ("public", "audit"):
        places = places_in(board_of(rules, step.before[viewer], viewer)) | places_in(
            board_of(rules, step.after[viewer], viewer)
        )
        for effect in step.effects:
            for link in table.get(type(effect), lambda *_: ())(effect, step.after["audit"]):
                lost = [place for place in (link.from_, link.to) if not nearest(place, places)]
                assert lost == [], (lost, effect)


def touches(rules: Ruleset, effects: Sequence[Any], seen: View) -> list[Any]:
    table = definition(rules).touches
    return [touch for effect in effects for touch in table[type(effect)](effect, seen)]


# Nothing hidden is drawn


def check_nothing_hidden_is_drawn(rules: Ruleset, step: Step) -> None:
    """Every card that a board names is in the view from which it was drawn."""
    for viewer, seen in step.after.items():
        said = canonical(seen).decode()
        markup = drawn(rules, seen, viewer)
        named = {slug for slug, names in card_names(rules).items() if f'title="{names["en"]}"' in markup}
        named |= {slug for slug in card_names(rules) if re.search(rf':{re.escape(slug)}["\s]', markup)}
        alike = {card_names(rules)[slug]["en"] for slug in card_names(rules) if f'"{slug}"' in said}
        assert {card_names(rules)[slug]["en"] for slug in named} <= alike, viewer


def check_what_is_foretold(rules: Ruleset, step: Step) -> None:
    """The preview names only what the seat's view has, has words, and never shows a cost that can't be paid.

    It is computed from the view without the table, so equal views give equal previews.
    """
    fields = rules.words["fields"]
    for seat, choices in step.choices.items():
        seen = step.after[seat]
        said, labels = canonical(seen).decode(), cell_labels(rules, seen, seat)
        for action in choices:
            tell = definition(rules).foretold.get(type(action), lambda *_: ())
            for one in tell(rules.cards, seen, seat, action):
                assert one.label in fields and one.ends in ("", *fields), one
                assert one.card is None or one.card in (said + canonical(action).decode()), one
                assert not one.at or one.at in labels, one
                if one.card is None and not one.at and one.goal is not None:
                    assert one.amount is not None and one.amount <= one.goal, (one, action)


def check_what_is_reckoned(rules: Ruleset, step: Step) -> None:
    """The analysis is about places of the board, has words, and names only cards that the viewer has seen there."""
    for viewer, seen in step.after.items():
        places, said = places_in(board_of(rules, seen, viewer)), canonical(seen).decode()
        for place, facts in definition(rules).reckoned(rules.cards, seen).items():
            assert place in {"", *places}
            for fact in facts:
                assert fact.label in rules.words["fields"], fact
                assert not place or fact.kind != "card" or all(f'"{card}"' in said for card in fact.value), fact


def cell_labels(rules: Ruleset, seen: View, seat: int) -> set[str]:
    rows = [
        row for part in board_of(rules, seen, seat).parts if isinstance(part.layout, Grid) for row in part.layout.rows
    ]
    return {cell.label for row in rows for cell in row if cell is not None}


# Equal views give equal drawings


def check_equal_views_draw_equal(rules: Ruleset, step: Step) -> None:
    for viewer, seen in step.after.items():
        again = structs.replace(seen, game=read_game(rules, msgspec.to_builtins(seen.game)))
        for language in LANGUAGES:
            assert drawn(rules, again, viewer, language) == drawn(rules, seen, viewer, language)


def read_game(rules: Ruleset, game: Any) -> Any:
    return msgspec.convert(game, rules.definition.game_type)


# Every label has words


def check_words(rules: Ruleset, step: Step) -> None:
    board = board_of(rules, step.after["audit"], "audit")
    unknown = labels_in(msgspec.to_builtins(board)) - {"", *rules.words["fields"], *SERVICE_FIELDS}
    assert unknown == set(), unknown


def labels_in(part: Any) -> set[str]:
    if isinstance(part, dict):
        own = {part["label"]} if isinstance(part.get("label"), str) and "lane" not in part else set()
        if {"far", "near"} <= set(part) or {"piece", "badges"} <= set(part):
            own = set()  # The label of a square or lane is the ruleset's own word.
        return own.union(*(labels_in(value) for value in part.values()))
    if isinstance(part, list | tuple):
        return set().union(*map(labels_in, part))
    return set()


# Every field is drawn


@dataclass
class Fields:
    """Records which fields of a view change the drawing, and the values that they have had."""

    rules: Ruleset

    def __post_init__(self) -> None:
        self.values: dict[str, dict[bytes, Any]] = defaultdict(dict)
        self.views: list[tuple[Viewer, View]] = []

    def note(self, viewer: Viewer, seen: View) -> None:
        self.views.append((viewer, seen))
        for pattern, _, value in parts(msgspec.to_builtins(seen.game)):
            if len(self.values[pattern]) < MOST_VALUES:
                self.values[pattern][canonical(value)] = value

    def undrawn(self, listed: Callable[[str], bool]) -> set[str]:
        """The unlisted fields that never change the drawing, whatever their value."""
        open_ = {pattern for pattern, values in self.values.items() if any(map(_is_leaf, values.values()))}
        open_ = {at for at in open_ if list(self.values[at].values()) != [None] and not listed(at)}
        tries: Counter[str] = Counter()
        for viewer, seen in self.views:
            game = msgspec.to_builtins(seen.game)
            for pattern, path, value in list(leaves(game)):
                if pattern in open_ and tries[pattern] < MOST_TRIES:
                    tries[pattern] += 1
                    if self._is_drawn(viewer, seen, game, path, pattern, value):
                        open_.discard(pattern)
        return open_

    def _is_drawn(self, viewer: Viewer, seen: View, game: Any, path: tuple[Any, ...], pattern: str, value: Any) -> bool:
        board = board_of(self.rules, seen, viewer)
        for other in self._others(pattern, value):
            try:
                changed = structs.replace(seen, game=read_game(self.rules, _with(game, path, other)))
                if board_of(self.rules, changed, viewer) == board:
                    continue
                if _visible(self.rules, changed, viewer) != _visible(self.rules, seen, viewer):
                    return True
            except (msgspec.ValidationError, LookupError, TypeError, ValueError):
                continue  # The game has no such position.
        return False

    def _others(self, pattern: str, value: Any) -> list[Any]:
        """Other values to try: those the field has had elsewhere, neighbouring values, or any word of the ruleset."""
        words = self.rules.words
        known = [*self.values[pattern].values(), *_neighbours(value)]
        if isinstance(value, str) and len(self.values[pattern]) == 1:
            known += [*words.get("fields", {}), *words.get("values", {})]
        return [other for other in known if other != value or type(other) is not type(value)]


def _neighbours(value: Any) -> tuple[Any, ...]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, str):
        return (f"{value}~",)
    return (value + 1, value - 1) if isinstance(value, int) else ()


def _visible(rules: Ruleset, seen: View, viewer: Viewer) -> str:
    """The drawing without the ids of its elements, which are invisible."""
    return re.sub(r' data-(place|from|to)="[^"]*"', "", drawn(rules, seen, viewer))


def leaves(part: Any) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
    """(pattern, path, value) of every value without parts. In patterns, `*` is any item of a list."""
    return (found for found in parts(part) if _is_leaf(found[2]))


def parts(part: Any, path: tuple[Any, ...] = (), pattern: str = "") -> Iterator[tuple[str, tuple[Any, ...], Any]]:
    """(pattern, path, value) of every value of a view, including those with parts."""
    yield pattern, path, part
    if isinstance(part, dict):
        for name, value in part.items():
            yield from parts(value, (*path, name), f"{pattern}/{_generic(name)}")
    elif isinstance(part, list | tuple):
        for index, value in enumerate(part):
            yield from parts(value, (*path, index), f"{pattern}/*")


def _is_leaf(value: Any) -> bool:
    return not isinstance(value, dict | list | tuple)


def _generic(name: str) -> str:
    """The key for patterns: `*` for keys that are data, such as places and cards."""
    return name if re.fullmatch(r"[a-z][a-z_]*", name) else "*"


def _with(part: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    if isinstance(part, dict):
        return {**part, path[0]: _with(part[path[0]], path[1:], value)}
    return [_with(item, path[1:], value) if index == path[0] else item for index, item in enumerate(part)]
