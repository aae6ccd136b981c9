"""Random cards that the schema allows: any combination of words, not only those that make sense."""

import random
from typing import Any

from rules.invaders.script import vocabulary as v

NATIONS = ("stateless", "japan")
ZONES = ("units", "situations", "commander", "emergency", "hand", "grave")
SIDES = ("own", "enemy", "any")
NAMES = (
    "own_health", "enemy_health", "own_hand", "enemy_hand", "own_grave", "enemy_grave", "own_deck", "enemy_deck",
    "own_money", "enemy_money", "own_savings", "casts_this_turn", "self_harm_count", "year", "event_amount",
    "self_military", "self_countdown",
)  # fmt: skip
UNIT_EVENTS = (
    "cast", "entered", "attack_declared", "attacks", "blocked", "engages", "battle_ends", "invaded", "laboured",
    "commanded",
)  # fmt: skip
KEYWORDS = ("ready", "undeclared_war", "guard", "deadly", "front", "armor")

Json = dict[str, Any]


class Author:
    """Writes cards from one source of chance."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def some(self, *words: Any) -> Any:
        return self.rng.choice(words)

    def maybe(self, chance: float = 0.3) -> bool:
        return self.rng.random() < chance

    # Values, conditions, filters

    def value(self, depth: int = 2) -> Any:
        if not depth or self.maybe(0.6):
            return self.some(-1, 0, 1, 1, 1, 2, 2, 3)
        kind = self.rng.randrange(3)
        if kind == 0:
            return {"value": self.some(*NAMES)}
        if kind == 1:
            return {"count": self.count()}
        return {"add": [self.value(depth - 1), self.value(depth - 1)]}

    def count(self) -> Json:
        count = {"zone": self.some(*ZONES), "side": self.some(*SIDES)}
        if count["zone"] not in ("hand", "emergency") and self.maybe():
            count["filter"] = self.filter()
        return count

    def condition(self, depth: int = 2) -> Json:
        kind = self.rng.randrange(6 if depth else 3)
        match kind:
            case 0:
                return {"compare": [self.value(), self.some("<", "<=", "==", ">=", ">"), self.value()]}
            case 1:
                return {"state": self.some("total_war", "front", "own_turn")}
            case 2:
                return {"state": self.some("civil_war", "chain"), "x": self.some(1, 2)}
            case 3:
                return {"not": self.condition(depth - 1)}
        return {self.some("all", "any"): [self.condition(depth - 1) for _ in range(self.some(1, 2))]}

    def filter(self) -> Json:
        words = {
            "kind": self.some("unit", "unit", "situation", "event"),
            "subkind": self.some("military", "people", "leader"),
            "nation": self.some(*NATIONS),
            "type": self.some("market", "rail"),
            "cost_min": self.some(0, 1, 2),
            "cost_max": self.some(1, 2, 3),
            "military_min": self.some(1, 2),
            "military_max": self.some(1, 2, 3),
            "tapped": self.maybe(0.5),
            "keyword": self.some(*KEYWORDS, "countdown"),
            "other": self.maybe(0.7),
            "same_column": self.maybe(0.5),
            "territory": self.some("own", "enemy"),
            "emergency": self.maybe(0.5),
        }
        return {key: words[key] for key in self.rng.sample(list(words), self.some(1, 1, 2))}

    # Selectors, modifiers

    def selector(self) -> Json:
        if self.maybe():
            return {"pick": self.some("self", "event", "attacker", "defender", "opposing")}
        return self.set_of(self.some(*ZONES), None)

    def set_of(self, zone: str, side: str | None) -> Json:
        sides = ("own", "enemy") if zone in ("hand", "grave") else SIDES
        select: Json = {"pick": self.some("all", "choose", "choose"), "zone": zone, "side": side or self.some(*sides)}
        if self.maybe(0.4):
            select["filter"] = self.filter()
        if select["pick"] == "choose":
            self.add_counts(select)
            if side is None and self.maybe():
                select["chooser"] = self.some("own", "enemy")
        return select

    def add_counts(self, select: Json) -> None:
        if self.maybe(0.5):
            select["count"] = self.some(1, 2, 3)
        if self.maybe(0.4):
            select["up_to"] = self.maybe(0.7)

    def own_cards(self, *zones: str) -> Json:
        return {"pick": "self"} if self.maybe() else self.set_of(self.some(*zones), "own")

    def keyword(self) -> Json:
        name = self.some(*KEYWORDS)
        return {"name": name, "value": self.some(1, 2)} if name == "armor" else {"name": name}

    def modifier(self, cost: bool = False) -> Json:
        kind = self.rng.randrange(4 if cost else 3)
        if kind == 0:
            return {"stat": self.some("military", "labour"), "add": self.some(-1, 1, 2)}
        if kind == 1:
            return {"keyword": self.keyword()}
        if kind == 2:
            rule = self.some("cannot", "must", "ignore")
            return {"rule": rule, "what": self.some(*v.RULES[rule])}
        return {"cost": self.some(-1, 1)}

    # Effects

    def simple(self) -> Json:
        op = self.some(
            "damage", "heal", "draw", "mill", "discard", "exile", "tap", "untap", "destroy", "return", "chips", "give",
            "money", "savings", "countdown",
        )  # fmt: skip
        match op:
            case "damage":
                return {"op": op, "to": self.some("own", "enemy", "each"), "amount": self.value()}
            case "heal":
                return {"op": op, "to": self.some("own", "enemy"), "amount": self.value()}
            case "draw" | "mill" | "money" | "savings":
                return {"op": op, "who": self.some("own", "enemy"), "amount": self.value()}
            case "return":
                return {"op": op, "select": self.selector(), "to": self.some("hand", "deck_top", "deck_bottom")}
            case "chips":
                return {"op": op, "select": self.selector(), "military": self.value(), "labour": self.value()}
            case "give":
                return self.give()
            case "countdown":
                return {"op": op, "select": self.selector(), "amount": self.value()}
            case "destroy" if self.maybe():
                return {"op": op, "select": self.selector(), "ignore_cannot": self.maybe(0.5)}
        return {"op": op, "select": self.selector()}

    def give(self) -> Json:
        select = {"pick": "leader", "side": self.some("own", "enemy")} if self.maybe() else self.selector()
        duration = self.some("this_turn", "until_own_next_year", "permanent")
        return {"op": "give", "select": select, "modifier": self.modifier(), "duration": duration}

    def effect(self, depth: int = 3) -> Json:
        if not depth or self.maybe(0.45):
            return self.simple() if self.maybe(0.7) else self.other_operation(depth)
        match self.rng.randrange(7):
            case 0:
                return {"then": [self.effect(depth - 1) for _ in range(2)]}
            case 1:
                return {"if_done": [self.effect(depth - 1) for _ in range(2)]}
            case 2:
                return {"and": [self.effect(depth - 1) for _ in range(2)]}
            case 3:
                return {"by": [self.simple()], "do": [self.simple() for _ in range(self.some(1, 2))]}
            case 4:
                return {"may": self.effect(depth - 1)}
            case 5:
                effect: Json = {"if": self.condition(), "do": self.effect(depth - 1)}
                if self.maybe(0.5):
                    effect["else"] = self.effect(depth - 1)
                return effect
        names = {"ja": "案", "en": "Mode"}
        return {"choose_one": [{"names": names, "do": self.effect(depth - 1)} for _ in range(2)]}

    def other_operation(self, depth: int) -> Json:
        match self.rng.randrange(8):
            case 0:
                return {"op": "return", "select": self.selector(), "to": "deck_shuffle"}
            case 1 | 2:
                return {"op": "play", "select": self.own_cards("hand", "grave"), "as_cast": self.maybe(0.5)}
            case 3:
                return {"op": "move", "select": self.own_cards("units")}
            case 4 | 5:
                return self.browse()
            case 6 if depth:
                last = {"max": 6, "do": self.effect(depth - 1)}
                return {"op": "roll", "cases": [{"max": 3, "do": self.effect(depth - 1)}, last]}
            case 7 if self.maybe(0.2):
                return {"op": self.some("win", "lose")}
        return {"op": "end_battle"}

    def browse(self) -> Json:
        rest = self.some("deck_top", "deck_bottom", "deck_shuffle", "grave")
        effect: Json = {"op": self.some("open", "look"), "count": self.some(1, 2, 4), "rest": rest}
        if self.maybe(0.8):
            to = self.some("hand", "unit", "grave")
            effect["take"] = {"count": self.some(1, 2), "up_to": self.maybe(0.5), "to": to}
            if self.maybe(0.5):
                effect["take"]["filter"] = self.filter()
        return effect

    # Abilities and cards

    def trigger(self) -> Json:
        on = self.some(*UNIT_EVENTS, *v.SEAT_EVENTS, "destroyed", "put_in_grave", "cast", "entered")
        if on in v.SEAT_EVENTS:
            return {"on": on, "whose": self.some("own", "enemy", "any")}
        if on == "put_in_grave" or self.maybe(0.5):
            return {"on": on, "whose": "self"}
        trigger = {"on": on, "whose": self.some("own", "enemy", "any")}
        return {**trigger, "filter": self.filter()} if self.maybe() else trigger

    def ability(self, leader: bool) -> Json:
        kind = self.some("triggered", "triggered", "event", "emergency", "activated", "static", "replacement")
        ability: Json = {"kind": kind}
        match kind:
            case "triggered" | "emergency":
                ability["trigger"] = self.trigger()
            case "activated":
                ability["tap"] = self.maybe(0.5)
            case "static":
                ability |= {"applies_to": self.scope(), "modifier": self.modifier(cost=True)}
            case "replacement":
                ability |= {
                    "event": self.some("destroy", "leader_damage", "draw"),
                    "whose": self.some("self", "own", "enemy"),
                    "optional": self.maybe(0.6),
                    "effect": self.effect(),
                }
                if self.maybe():
                    ability["filter"] = self.filter()
        if kind not in ("static", "replacement"):
            ability["effects"] = [self.effect() for _ in range(self.some(1, 1, 2))]
        if self.maybe():
            ability["condition"] = self.condition()
        if leader and kind not in ("event", "emergency") and self.maybe(0.6):
            ability["command"] = True
        return ability

    def scope(self) -> Json:
        zone = self.some("self", "units", "units", "situations", "hand", "leader")
        if zone == "self":
            return {"zone": zone}
        scope: Json = {"zone": zone, "side": "own" if zone == "hand" else self.some(*SIDES)}
        if zone != "leader" and self.maybe(0.5):
            scope["filter"] = self.filter()
        return scope

    def card(self, number: int) -> Json:
        kind = self.some("unit", "unit", "unit", "situation", "event")
        subkind = self.some("military", "military", "people", "leader") if kind == "unit" else None
        slug = f"card-{number}"
        card: Json = {
            "slug": slug,
            "number": str(number),
            "rarity": "common",
            "names": {"ja": slug, "en": slug},
            "nation": self.some(*NATIONS),
            "types": [self.some("market", "rail")] if kind != "unit" else [],
            "cost": self.some(None, 0, 1, 1, 2, 2, 3),
            "keywords": self.keywords(kind),
            "abilities": [self.ability(subkind == "leader") for _ in range(self.some(0, 1, 1, 2, 2))],
            "text": {"ja": "", "en": ""},
            "source": "reconstructed",
            "kind": kind,
        }
        if subkind:
            card |= {"subkind": subkind, "military": self.some(0, 1, 2, 3), "labour": self.some(0, 1, 2)}
        if subkind == "leader":
            origins = self.some(["hand"], ["unit"], ["hand", "unit"])
            card["command"] = {"from": origins, "condition": self.condition() if self.maybe() else None}
        return card

    def keywords(self, kind: str) -> list[Json]:
        if kind == "situation":
            return [{"name": "countdown", "value": self.some(1, 2, 3)}] if self.maybe(0.5) else []
        return [self.keyword() for _ in range(self.some(0, 0, 1, 2))] if kind == "unit" else []


def random_set(seed: int, cards: int = 30) -> Json:
    """A card set of random cards with two starter decks that use all of one nation and the stateless."""
    author = Author(seed)
    written = [author.card(number) for number in range(cards)]
    decks = [_deck(author, written, name) for name in ("one", "two")]
    return {"cards": written, "starter_decks": decks}


def _deck(author: Author, cards: list[Json], name: str) -> Json:
    chosen: dict[str, int] = {}
    while sum(chosen.values()) < 40:
        slug = author.some(*cards)["slug"]
        if chosen.get(slug, 0) < 3:
            chosen[slug] = chosen.get(slug, 0) + 1
    names = {"ja": name, "en": name}
    return {"slug": name, "names": names, "nation": "japan", "cards": chosen, "source": "reconstructed"}
