"""Invictus (インヴィクタス). Read in the order of RULES.md:

2 board, state, alliance · 3 options · 4 cards, decks · 5 setup · 6 turn, march, kingdom · 7 combat, battlefield ·
8 supports, abilities, resolutions · 9 ending · 10 diversion · 13 effects · 14 actions, prompts · 15 view, knowledge,
imagination
"""

from collections.abc import Mapping, Sequence
from typing import Any

from cards.engine import Chance, Deck, Problem, Ruleset, Seat, Shown, Table, View, Viewer
from cards.rulesets.invictus import decks, ending, imagination, knowledge, options, setup, view
from cards.rulesets.invictus.actions import ActionTypes
from cards.rulesets.invictus.alliance import OrderChoice, side_of
from cards.rulesets.invictus.cards import CardSet
from cards.rulesets.invictus.check import WrittenCard, check_card
from cards.rulesets.invictus.combat import Assault
from cards.rulesets.invictus.diversion import Diversion
from cards.rulesets.invictus.effects import EffectTypes
from cards.rulesets.invictus.options import Options
from cards.rulesets.invictus.prompts import PromptTypes
from cards.rulesets.invictus.resolutions import Burden, Exchange, Infiltration, Recall, Revival, Volley
from cards.rulesets.invictus.revelations import REVELATIONS
from cards.rulesets.invictus.setup import (
    BattlefieldSetup,
    HandChoice,
    KingdomSetup,
    LeaderChoice,
    Placing,
    QueueSetup,
    Reveal,
)
from cards.rulesets.invictus.state import InvictusTable, State, new_state
from cards.rulesets.invictus.supports import BlockWindow, NegateWindow, PendingSupport
from cards.rulesets.invictus.turn import ForcedSettlement, MainPhase, Turns
from cards.rulesets.invictus.words import WORDS

FrameTypes = (
    LeaderChoice
    | HandChoice
    | Reveal
    | OrderChoice
    | Placing
    | BattlefieldSetup
    | QueueSetup
    | KingdomSetup
    | Turns
    | MainPhase
    | ForcedSettlement
    | Assault
    | BlockWindow
    | PendingSupport
    | NegateWindow
    | Volley
    | Exchange
    | Infiltration
    | Revival
    | Burden
    | Recall
    | Diversion
)


class Invictus(Ruleset):
    slug = "invictus"
    version = 1
    options_type = Options
    state_type = State
    frame_types = FrameTypes
    action_types = ActionTypes
    effect_types = EffectTypes
    prompt_types = PromptTypes
    game_type = view.Game
    card_type = WrittenCard
    memory_type = knowledge.Memory
    revelations = REVELATIONS
    words = WORDS

    def read_cards(self, card_set: Mapping[str, Any]) -> CardSet:
        return CardSet(card_set)

    def option_conflicts(self, sent: Mapping[str, Any]) -> list[Problem]:
        return options.option_conflicts(sent)

    def check_deck(self, options: Options, deck: Deck, seat: Seat) -> list[Problem]:
        return decks.check_deck(self.cards, options, deck, seat)

    def check_setup(self, sent: Mapping[str, Any], brought: Sequence[Deck]) -> list[Problem]:
        """3.1 Decks are judged only when the options have no error."""
        return self.check_options(sent) or decks.check_decks(self.cards, self.read_options(sent), brought)

    def check_card(self, card: Mapping[str, Any]) -> list[Problem]:
        return check_card(card, self.cards.supports)

    def seats(self, options: Options) -> int:
        return decks.seats(options)

    def team(self, options: Options, seat: Seat) -> int:
        return side_of(seat)

    def has_teams(self, options: Options) -> bool:
        return options.alliance

    def new_state(self, options: Options, decks: Sequence[Deck]) -> State:
        return new_state(self.seats(options))

    def set_up(self, table: InvictusTable, decks: Sequence[Deck]) -> None:
        setup.lay_out(table, decks)

    def game(self, table: InvictusTable, viewer: Viewer) -> view.Game:
        return view.game(table, viewer)

    def scores(self, table: InvictusTable) -> dict[str, Any]:
        return ending.scores(table)

    def redeal(self, table: InvictusTable, seat: Seat, chance: Chance) -> None:
        knowledge.redeal(table, seat, chance)

    def new_memory(self, options: Options, seat: Seat, deck: Deck) -> knowledge.Memory:
        return knowledge.new_memory(decks.seats(options), seat, deck)

    def remember(self, memory: knowledge.Memory, shown: Shown) -> None:
        knowledge.remember(memory, shown)

    def imagine(self, view: View, seat: Seat, memory: knowledge.Memory, chance: Chance) -> Table[Any, Any]:
        return imagination.imagine(self, view, seat, memory, chance)


RULESET = Invictus
