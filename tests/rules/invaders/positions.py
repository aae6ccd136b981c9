"""Tables drawn for a test: what lies where, whose year it is, and which step is open."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.engine import Chance, Effect, Frame, Ruleset, ScriptedChance, Table, act, legal_actions, prompts
from rules.invaders.cards import Cards
from rules.invaders.main_step import MainStep
from rules.invaders.places import INDEX, ZONES
from rules.invaders.state import Buried, FieldCard, Seat, State, empty_board
from rules.invaders.war import WarStep
from rules.invaders.year import SavingsEnd, YearEnd, Years
from rules.registry import bound_ruleset, shipped_ruleset

Json = dict[str, Any]


def card(slug: str, kind: str = "unit", **words: Any) -> Json:
    """A card definition for one test; a unit is military 2/1 for 1 unless it says otherwise."""
    made: Json = {
        "slug": slug, "number": slug, "rarity": "common", "names": {"ja": slug, "en": slug}, "nation": "stateless",
        "kind": kind, "types": [], "cost": 1, "keywords": [], "abilities": [], "text": {"ja": "", "en": ""},
        "source": "reconstructed",
    }  # fmt: skip
    if kind == "unit":
        made |= {"subkind": "military", "military": 2, "labour": 1}
    return {**made, **words}


def rules_with(*cards: Json) -> Ruleset:
    """The shipped cards and these. The shipped ones are read only once, for reading them takes longer than a test."""
    shipped = shipped_ruleset("invaders")
    if not cards:
        return shipped
    rules = bound_ruleset("invaders", None, {**shipped.card_set, "cards": list(cards)})
    rules.card_set = {**shipped.card_set, "cards": [*shipped.card_set["cards"], *cards]}
    rules.cards = Cards({**shipped.cards.by_slug, **rules.cards.by_slug})
    return rules


def draw_table(
    board: Mapping[str, Any] | None = None,
    *,
    cards: Sequence[Json] = (),
    step: str = "main",
    turn: int = 1,
    hands: Sequence[Sequence[str]] = ((), ()),
    decks: Sequence[Sequence[str]] = (("line-infantry",) * 5,) * 2,
    graves: Sequence[Sequence[str]] = ((), ()),
    money: int = 9,
    health: Sequence[int] = (20, 20),
    chance: Sequence[Any] = (),
    options: Mapping[str, Any] | None = None,
) -> Table[Any, Any]:
    """`board`: place -> slug, or (slug, properties); a card in the enemy's half says `seat`. Odd turns are seat 0's."""
    rules = rules_with(*cards)
    state = State(seats=[_seat(*zones) for zones in zip(hands, decks, health, strict=True)], board=empty_board())
    state.turn, state.turn_player, state.first_player = turn, 1 - turn % 2, 0
    state.seats[state.turn_player].money = money
    for place, what in (board or {}).items():
        slug, words = (what, {}) if isinstance(what, str) else what
        words = {"seat": int(place[0]), **words}
        if ZONES[INDEX[place]] == "emergency":
            words = {"face_up": False, **words}
        state.board[INDEX[place]] = FieldCard(state.new_id(), slug, **words)
    for own, grave in zip(state.seats, graves, strict=True):
        own.grave = [Buried(state.new_id(), slug) for slug in grave]
    state.phase = "main" if step == "main" else "war"
    frames: list[Frame] = [Years(), SavingsEnd(), YearEnd(), WarStep()]
    if step == "main":
        frames.append(MainStep())
    read = rules.read_options({"first_player": "seat_0", **(options or {})})
    return Table(rules, read, state, ScriptedChance(list(chance)), frames)


def _seat(hand: Sequence[str], deck: Sequence[str], health: int) -> Seat:
    return Seat(sorted(hand), list(deck), [], [], health=health)


def do(table: Table[Any, Any], seat: int, /, **action: Any) -> list[Json]:
    """Send an action as a client would; the effects as JSON."""
    action = {"from" if key == "from_" else key: word for key, word in action.items()}
    decoded = table.rules.decode_action(msgspec.json.encode(action))
    return as_json(act(table, seat, decoded))


def plain(message: Any) -> Any:
    """As a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(message))


def as_json(effects: Sequence[Effect]) -> list[Json]:
    return [plain(effect) for effect in effects]


def types(effects: Sequence[Json]) -> list[str]:
    return [effect["type"] for effect in effects]


def of_type(effects: Sequence[Json], *names: str) -> list[Json]:
    return [effect for effect in effects if effect["type"] in names]


def legal(table: Table[Any, Any], seat: int, kind: str | None = None) -> list[Json]:
    actions = [plain(action) for action in legal_actions(table, seat)]
    return [action for action in actions if kind in (None, action["type"])]


def asked_for(table: Table[Any, Any]) -> list[tuple[int, str]]:
    return [(prompt["seat"], prompt["kind"]) for prompt in map(plain, prompts(table))]


def seen(table: Table[Any, Any], viewer: Any = "audit") -> Json:
    return plain(table.rules.game(table, viewer))


def at(table: Table[Any, Any], place: str) -> Any:
    return table.state.board[INDEX[place]]


def script(*results: Any) -> Chance:
    return ScriptedChance(list(results))
