"""Battle Line: nine flags between two players, and formations of three cards to win them with.

RULES.md has the numbered rules; the modules are its chapters.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from cards.engine import Chance, Deck, Names, Problem, Ruleset, Seat, Shown, StarterDeck, View, Viewer
from cards.rulesets.battle_line import knowledge
from cards.rulesets.battle_line.actions import BattleLineAction
from cards.rulesets.battle_line.battlefield import BattleLineTable
from cards.rulesets.battle_line.cards import Cards
from cards.rulesets.battle_line.decks import SEATS, deck_problems, seat_problems
from cards.rulesets.battle_line.effects import BattleLineEffect
from cards.rulesets.battle_line.ending import scores
from cards.rulesets.battle_line.options import Options
from cards.rulesets.battle_line.prompts import BattleLinePrompt
from cards.rulesets.battle_line.revelations import REVELATIONS
from cards.rulesets.battle_line.rounds import Rounds
from cards.rulesets.battle_line.scout import ScoutDraws, ScoutReturns
from cards.rulesets.battle_line.setup import new_state
from cards.rulesets.battle_line.state import BattleLineState
from cards.rulesets.battle_line.turn import ClaimPhase, DrawPhase, PlayPhase
from cards.rulesets.battle_line.view import Game, game
from cards.rulesets.battle_line.words import WORDS


class BattleLine(Ruleset):
    """バトルライン"""

    slug = "battle_line"
    options_type = Options
    state_type = BattleLineState
    frame_types = Rounds | DrawPhase | ClaimPhase | PlayPhase | ScoutDraws | ScoutReturns
    action_types = BattleLineAction
    effect_types = BattleLineEffect
    prompt_types = BattleLinePrompt
    game_type = Game
    memory_type = knowledge.Memory
    revelations = REVELATIONS
    builds_decks = False
    words: ClassVar[Mapping[str, Mapping[str, Names]]] = WORDS

    cards: Cards

    @property
    def starter_decks(self) -> list[StarterDeck]:
        return [
            StarterDeck(deck["slug"], deck["names"], deck["for_options"], deck["cards"])
            for deck in self.card_set["starter_decks"]
        ]

    def read_cards(self, card_set: Mapping[str, Any]) -> Cards:
        return Cards(card_set)

    def check_deck(self, options: Options, deck: Deck, seat: Seat) -> list[Problem]:
        return deck_problems(self.cards, options, deck, seat)

    def check_setup(self, options: Mapping[str, Any], decks: Sequence[Deck]) -> list[Problem]:
        """3.6 The options decide which decks are legal, so they come first."""
        return self.check_options(options) or seat_problems(self.cards, self.read_options(options), decks)

    def seats(self, options: Options) -> int:
        return SEATS

    def new_state(self, options: Options, decks: Sequence[Deck]) -> BattleLineState:
        return new_state()

    def set_up(self, table: BattleLineTable, decks: Sequence[Deck]) -> None:
        table.begin(Rounds())

    def game(self, table: BattleLineTable, viewer: Viewer) -> Game:
        return game(table, viewer)

    def scores(self, table: BattleLineTable) -> dict[str, Any]:
        return scores(table.state)

    def redeal(self, table: BattleLineTable, seat: Seat, chance: Chance) -> None:
        knowledge.redeal(table, seat, chance)

    def new_memory(self, options: Options, seat: Seat, deck: Deck) -> knowledge.Memory:
        return knowledge.Memory(seat)

    def remember(self, memory: knowledge.Memory, shown: Shown) -> None:
        knowledge.remember(memory, shown, self.cards)

    def imagine(self, view: View, seat: Seat, memory: knowledge.Memory, chance: Chance) -> BattleLineTable:
        return knowledge.imagine(self, view, seat, memory, chance)


RULESET = BattleLine
