"""BlackPoker (ブラックポーカー): a duel with ordinary playing cards. Your deck is your life."""

from collections.abc import Mapping, Sequence
from typing import Any

from cards.engine import Chance, Deck, Problem, Ruleset, Seat, Shown, StarterDeck, View, Viewer
from cards.rulesets.blackpoker import (
    battle,
    costs,
    decks,
    deployment,
    ending,
    imagining,
    knowledge,
    magic,
    memory,
    quick_magic,
    setup,
    targets,
    turn,
    view,
)
from cards.rulesets.blackpoker.actions import Actions
from cards.rulesets.blackpoker.cards import Cards
from cards.rulesets.blackpoker.effects import Effects
from cards.rulesets.blackpoker.memory import Memory
from cards.rulesets.blackpoker.options import Options
from cards.rulesets.blackpoker.prompts import Prompts
from cards.rulesets.blackpoker.raising import Raising
from cards.rulesets.blackpoker.resolving import Settling
from cards.rulesets.blackpoker.revelations import REVELATIONS
from cards.rulesets.blackpoker.state import GameTable, State, empty_state
from cards.rulesets.blackpoker.window import Window
from cards.rulesets.blackpoker.words import WORDS


class BlackPoker(Ruleset):
    """Two seats; whoever's deck is empty has lost."""

    slug = "blackpoker"
    options_type = Options
    state_type = State
    frame_types = (
        Window
        | Raising
        | costs.PayingBulwark
        | costs.PayingDiscard
        | targets.Targeting
        | Settling
        | deployment.PlacingBulwark
        | turn.DiscardingToLimit
        | turn.DrawingMore
        | battle.DeclaringAttackers
        | battle.DeclaringBlockers
        | quick_magic.Twisting
        | quick_magic.Searching
        | magic.OrderingDeck
        | magic.Reinforcing
        | magic.Reanimating
        | magic.ChoosingHand
        | magic.Reversing
    )
    action_types = Actions
    effect_types = Effects
    prompt_types = Prompts
    game_type = view.Game
    memory_type = Memory
    revelations = REVELATIONS
    words = WORDS

    def read_cards(self, card_set: Mapping[str, Any]) -> Cards:
        return Cards(card_set)

    @property
    def starter_decks(self) -> list[StarterDeck]:
        """Each under the first frame that it fits."""
        return [
            StarterDeck(starter.slug, starter.names, {"frame": starter.frames[0]}, starter.cards)
            for starter in self.cards.starters
        ]

    # Before a match

    def check_deck(self, options: Options, deck: Deck, seat: Seat) -> list[Problem]:
        return decks.check_deck(self.cards, options.frame, deck, seat)

    def check_setup(self, options: Mapping[str, Any], brought: Sequence[Deck]) -> list[Problem]:
        """2.2 While there are any faults of the options, decks are not looked at."""
        faults = self.check_options(options)
        return faults or decks.check_decks_brought(self.cards, self.read_options(options).frame, brought)

    def seats(self, options: Options) -> int:
        return decks.PLAYERS

    # The match

    def new_state(self, options: Options, brought: Sequence[Deck]) -> State:
        return empty_state()

    def set_up(self, table: GameTable, brought: Sequence[Deck]) -> None:
        setup.set_up(table, brought)

    def game(self, table: GameTable, viewer: Viewer) -> view.Game:
        return view.game(table, viewer)

    def scores(self, table: GameTable) -> dict[str, Any]:
        return ending.scores(table.state)

    # Knowledge

    def redeal(self, table: GameTable, seat: Seat, chance: Chance) -> None:
        knowledge.redeal(table, seat, chance)

    def new_memory(self, options: Options, seat: Seat, deck: Deck) -> Memory:
        return Memory(seat, dict(deck["cards"]))

    def remember(self, memory_: Memory, shown: Shown) -> None:
        memory.remember(memory_, shown, self.cards.generation)

    def notice(self, memory_: Memory, view_: View, choices: Sequence[Any]) -> None:
        knowledge.notice(memory_, view_, choices)

    def imagine(self, view_: View, seat: Seat, memory_: Memory, chance: Chance) -> GameTable:
        return imagining.imagine(self, view_, seat, memory_, chance)


RULESET = BlackPoker
