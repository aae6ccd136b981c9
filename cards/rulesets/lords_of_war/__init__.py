"""Lords of War: six armies on a field of squares; every card strikes in the directions of its arrows."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from cards.engine import Action, Chance, Deck, Problem, Ruleset, Seat, Shown, StarterDeck, Table, View, Viewer
from cards.rulesets.lords_of_war import decks as deck_law
from cards.rulesets.lords_of_war import ending, knowledge, setup, teams
from cards.rulesets.lords_of_war import options as option_law
from cards.rulesets.lords_of_war.actions import Actions
from cards.rulesets.lords_of_war.berserkers import BerserkMove
from cards.rulesets.lords_of_war.cards import Cards
from cards.rulesets.lords_of_war.check import WrittenUnit, check_card
from cards.rulesets.lords_of_war.deployment import ChooseCard, Deployment, will_be_offered
from cards.rulesets.lords_of_war.effects import Effects
from cards.rulesets.lords_of_war.elimination import Check, Elimination
from cards.rulesets.lords_of_war.explain import Explanation, explain
from cards.rulesets.lords_of_war.generals import FallenGenerals
from cards.rulesets.lords_of_war.options import Options
from cards.rulesets.lords_of_war.prompts import Prompts
from cards.rulesets.lords_of_war.ranged import Fire
from cards.rulesets.lords_of_war.reinforcement import Reinforcement
from cards.rulesets.lords_of_war.revelations import REVELATIONS
from cards.rulesets.lords_of_war.state import LordsTable, State
from cards.rulesets.lords_of_war.turn import Battle
from cards.rulesets.lords_of_war.view import Game, game
from cards.rulesets.lords_of_war.words import WORDS


class LordsOfWar(Ruleset):
    slug = "lords_of_war"
    version = 1
    options_type = Options
    state_type = State
    frame_types = (
        setup.Challenge
        | Battle
        | ChooseCard
        | Deployment
        | Elimination
        | Fire
        | Check
        | BerserkMove
        | FallenGenerals
        | Reinforcement
    )
    action_types = Actions
    effect_types = Effects
    prompt_types = Prompts
    game_type = Game
    card_type = WrittenUnit
    memory_type = knowledge.Memory
    revelations = REVELATIONS
    words: ClassVar = WORDS

    def read_cards(self, card_set: Mapping[str, Any]) -> Cards:
        return Cards(card_set)

    @property
    def starter_decks(self) -> list[StarterDeck]:
        return [
            StarterDeck(deck["slug"], deck["names"], {"army_rule": deck["army_rule"]}, deck["cards"])
            for deck in self.card_set["starter_decks"]
        ]

    # Before a match

    def check_options(self, options: Mapping[str, Any]) -> list[Problem]:
        return option_law.check(options)

    def read_options(self, options: Mapping[str, Any]) -> Options:
        return msgspec.convert({**option_law.defaults(options.get("mode", "duel")), **options}, Options)

    def check_deck(self, options: Options, deck: Deck, seat: Seat) -> list[Problem]:
        return deck_law.check_deck(self.cards, options, deck, seat)

    def check_setup(self, options: Mapping[str, Any], decks: Sequence[Deck]) -> list[Problem]:
        return self.check_options(options) or deck_law.check_decks(self.cards, self.read_options(options), decks)

    def check_card(self, card: Mapping[str, Any]) -> list[Problem]:
        return check_card(card, {army["slug"] for army in self.card_set["armies"]})

    def deck_report(self, options: Options, deck: Deck) -> deck_law.DeckReport:
        return deck_law.report(self.cards, options, deck)

    def seats(self, options: Options) -> int:
        return teams.SEATS[options.mode]

    def brings_deck(self, options: Options, seat: Seat) -> bool:
        return teams.deck_seat(options, seat) == seat

    def team(self, options: Options, seat: Seat) -> int:
        return teams.team_of(options, seat)

    def has_teams(self, options: Options) -> bool:
        """In a duel everyone is his own team."""
        return options.mode != "duel"

    # The match

    def new_state(self, options: Options, decks: Sequence[Deck]) -> State:
        return setup.new_state(self.cards, options, decks)

    def set_up(self, table: LordsTable, decks: Sequence[Deck]) -> None:
        setup.set_up(table)

    def game(self, table: LordsTable, viewer: Viewer) -> Game:
        return game(table, viewer)

    def explain(self, table: LordsTable, seat: Seat | None = None, considered: Action | None = None) -> Explanation:
        return explain(table, seat, considered)

    def may_consider(self, table: LordsTable, seat: Seat, action: Action) -> bool:
        """7.8 Without an edge also the square of a card that may be chosen first, so that nothing need be shown yet."""
        return super().may_consider(table, seat, action) or will_be_offered(table, seat, action)

    def scores(self, table: LordsTable) -> dict[str, Any]:
        return ending.scores(table)

    # Knowledge

    def redeal(self, table: LordsTable, seat: Seat, chance: Chance) -> None:
        knowledge.redeal(table, seat, chance)

    def new_memory(self, options: Options, seat: Seat, deck: Deck) -> knowledge.Memory:
        return knowledge.new_memory(options, seat, deck)

    def remember(self, memory: knowledge.Memory, shown: Shown) -> None:
        knowledge.remember(self.cards, memory, shown)

    def imagine(self, view: View, seat: Seat, memory: knowledge.Memory, chance: Chance) -> Table[Any, Any]:
        return knowledge.imagine(self, view, seat, memory, chance)


RULESET = LordsOfWar
