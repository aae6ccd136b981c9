"""Card look-ups for the rules (3). All numbers come from the card set."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from .plays import Plays

MOST_TROOPS = 64
"""The state stores the unseen troops as one integer, a bit for each troop."""


class Troop(Struct, frozen=True):
    """3.1 A troop card. `bit` is its bit in a set of troops: troops with higher numbers have higher bits."""

    slug: str
    color: str
    number: int
    bit: int


class Morale(Struct, frozen=True):
    """6.4 A wild card and the troops that it can represent, in order of colour, then number."""

    slug: str
    leader: bool
    stands_for: tuple[Troop, ...]
    numbers: frozenset[int]
    numbers_in: dict[str, frozenset[int]]
    """The numbers that it can represent in each colour."""


class Weather(Struct, frozen=True):
    """9.5 The effect of a weather card on its flag: only sums count, or formations have another size."""

    slug: str
    sum_only: bool
    size: int | None


class Cards:
    """All look-ups that the rules use; made once for each card set."""

    def __init__(self, card_set: Mapping[str, Any]) -> None:
        constants = card_set["constants"]
        self.flags: int = constants["flags"]
        self.hand_size: int = constants["hand_size"]
        self.formation_size: int = constants["formation_size"]
        self.flags_to_win: int = constants["flags_to_win"]
        self.adjacent_to_win: int = constants["adjacent_to_win"]
        self.round_points: int = constants["round_points"]

        self.colors: tuple[str, ...] = tuple(color["slug"] for color in card_set["colors"])
        self.troops = self._read_troops(card for card in card_set["cards"] if card["kind"] == "troop")
        self.bit = {card["slug"]: 0 for card in card_set["cards"]} | {slug: t.bit for slug, t in self.troops.items()}
        self.tactics: tuple[str, ...] = tuple(c["slug"] for c in card_set["cards"] if c["kind"] == "tactics")
        self.all_tactics = frozenset(self.tactics)
        self.morale: dict[str, Morale] = {}
        self.weather: dict[str, Weather] = {}
        self.scout_draws = self.scout_returns = 0
        for card in card_set["cards"]:
            if card["kind"] == "tactics":
                self._read_tactics(card)
        self._count_troops()
        self.plays = Plays(self.flags, [*self.troops, *self.morale, *self.weather])

    def _read_troops(self, definitions: Iterable[Mapping[str, Any]]) -> dict[str, Troop]:
        """4.2 In order of colour, then ascending number."""
        listed = sorted((self.colors.index(card["color"]), card["number"], card["slug"]) for card in definitions)
        if len(listed) > MOST_TROOPS:
            raise ValueError(f"there are {len(listed)} troop cards; at most {MOST_TROOPS} can be played with")

        by_number = sorted(listed, key=lambda troop: (troop[1], troop[0]))
        bits = {slug: 1 << place for place, (_, _, slug) in enumerate(by_number)}
        return {slug: Troop(slug, self.colors[color], number, bits[slug]) for color, number, slug in listed}

    def _read_tactics(self, card: Mapping[str, Any]) -> None:
        slug, category = card["slug"], card["category"]
        if category == "morale":
            self.morale[slug] = self._read_morale(card)
        elif category == "weather":
            effect = card["flag_effect"]
            self.weather[slug] = Weather(slug, effect.get("sum_only", False), effect.get("size"))
        elif slug == "scout":
            self.scout_draws, self.scout_returns = card["effect"]["draw"], card["effect"]["return"]

    def _read_morale(self, card: Mapping[str, Any]) -> Morale:
        colors, numbers = card["wild"]["colors"], card["wild"]["numbers"]
        stands_for = tuple(troop for troop in self.troops.values() if troop.color in colors and troop.number in numbers)
        numbers_in = {color: frozenset(t.number for t in stands_for if t.color == color) for color in self.colors}
        return Morale(card["slug"], card["leader"], stands_for, frozenset(t.number for t in stands_for), numbers_in)

    def _count_troops(self) -> None:
        """Count the troops as sets of bits: all of them, by number (highest first), by colour. Also the number for each
        bit.
        """
        troops = sorted(self.troops.values(), key=lambda troop: troop.bit)
        self.all_troops = (1 << len(troops)) - 1
        self.number_at = (0, *(troop.number for troop in troops))  # indexed by bit_length
        self.of_number = {
            number: sum(troop.bit for troop in troops if troop.number == number)
            for number in sorted({troop.number for troop in troops}, reverse=True)
        }
        self.of_color = {color: sum(t.bit for t in troops if t.color == color) for color in self.colors}
