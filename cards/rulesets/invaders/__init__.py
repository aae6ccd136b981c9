"""Invaders: two leaders, years of casting and war. RULES.md is the numbered specification; modules are its chapters."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Union

from cards.engine import (
    Chance,
    Deck,
    Drew,
    MatchEnded,
    Names,
    Pass,
    Picked,
    Problem,
    Ruleset,
    Shown,
    Shuffled,
    Viewer,
)
from cards.rulesets.invaders import (
    actions,
    check,
    decks,
    describe,
    effects,
    ending,
    knowledge,
    options,
    prompts,
    setup,
    view,
    words,
)
from cards.rulesets.invaders.cards import Cards, read_cards
from cards.rulesets.invaders.following import FollowedCards
from cards.rulesets.invaders.frames import AnyFrame
from cards.rulesets.invaders.identity import relabelled
from cards.rulesets.invaders.replacement import ENDLESS_LOOP
from cards.rulesets.invaders.revelations import REVELATIONS
from cards.rulesets.invaders.state import InvadersTable, State


class Invaders(Ruleset):
    slug = "invaders"
    words = words.WORDS
    loop_reason = ENDLESS_LOOP
    options_type = options.Options
    state_type = State
    frame_types = AnyFrame
    action_types = Union[  # noqa: UP007 -- a list
        actions.Janken, actions.ChooseFirst, actions.Mulligan, actions.Cast, actions.SetEmergency,
        actions.DiscardEmergency, actions.Labour, actions.TakeCommand, actions.Activate, actions.EndMain,
        actions.Attack, actions.EndWar, actions.Target, actions.Block, actions.Invade, actions.Resolve,
        actions.Accept, actions.Choose, actions.Done, actions.Save, Pass,
    ]  # fmt: skip
    effect_types = Union[  # noqa: UP007 -- a list
        Shuffled, Picked, effects.Rolled, Drew, MatchEnded,
        effects.Chose, effects.JankenShown, effects.FirstPlayerDecided, effects.Mulliganed, effects.TurnStarted,
        effects.DeckOut, effects.Refilled, effects.PhaseChanged, effects.Untapped, effects.Tapped, effects.Paid,
        effects.Cast, effects.Entered, effects.SituationPlaced, effects.EventPlayed, effects.EmergencySet,
        effects.EmergencyRevealed, effects.Laboured, effects.Commanded, effects.Activated, effects.AttackDeclared,
        effects.Targeted, effects.AttackAborted, effects.Blocked, effects.Compared, effects.Invaded,
        effects.BattleEnded, effects.Damaged, effects.Healed, effects.Destroyed, effects.PutInGrave, effects.Exiled,
        effects.Returned, effects.Chipped, effects.CountdownPlaced, effects.Given, effects.MoneyChanged,
        effects.SavingsGained, effects.Moved, effects.Opened, effects.Looked, effects.Took, effects.RestPlaced,
        effects.SavingsRemoved, effects.Saved, effects.Revolted, effects.EffectStarted, effects.Replaced,
        effects.RolledBack, effects.Declared,
    ]  # fmt: skip
    prompt_types = Union[  # noqa: UP007 -- a list
        prompts.JankenPrompt, prompts.ChooseFirstPrompt, prompts.MulliganPrompt, prompts.MainPrompt,
        prompts.WarPrompt, prompts.TargetPrompt, prompts.BlockPrompt, prompts.InvadePrompt, prompts.OrderPrompt,
        prompts.MayPrompt, prompts.ChoosePrompt, prompts.SavingPrompt,
    ]  # fmt: skip
    game_type = view.Game
    card_type = check.AnyCard
    memory_type = knowledge.Memory
    revelations = REVELATIONS

    @property
    def names(self) -> Names:
        """The Japanese rulebook calls the game by its English name; the card set has no word for it."""
        return {"ja": "Invaders", "en": "Invaders"}

    def read_cards(self, card_set: Mapping[str, Any]) -> Cards:
        return read_cards(card_set)

    def check_deck(self, options: Any, deck: Deck, seat: int) -> list[Problem]:
        return decks.check_deck(self.cards, deck, seat)

    def check_setup(self, options: Mapping[str, Any], decks_: Sequence[Deck]) -> list[Problem]:
        """2.2, 2.3 Options first; then the number of decks; then each deck."""
        if problems := self.check_options(options):
            return problems
        if len(decks_) != 2:
            return [{"code": "wrong_number_of_decks", "expected": 2}]
        return [problem for seat in (0, 1) for problem in self.check_deck(options, decks_[seat], seat)]

    def check_card(self, card: Mapping[str, Any]) -> list[Problem]:
        return check.check_card(card)

    def check_cards(self, cards: Sequence[Mapping[str, Any]]) -> list[Problem]:
        return check.check_cards(cards)

    def describe_card(self, card: Mapping[str, Any]) -> Names:
        types = {entry["slug"]: entry["names"] for entry in self.card_set["types"]}
        return describe.describe(card, {**types, **{entry["slug"]: entry["names"] for entry in self.card_set["cards"]}})

    def seats(self, options: Any) -> int:
        return 2

    def new_state(self, options: Any, decks: Sequence[Deck]) -> State:
        return setup.new_state(decks)

    def set_up(self, table: InvadersTable, decks: Sequence[Deck]) -> None:
        setup.set_up(table)

    def game(self, table: InvadersTable, viewer: Viewer) -> view.Game:
        return view.game(table, viewer)

    def scores(self, table: InvadersTable) -> dict[str, Any]:
        return ending.scores(table)

    @cached_property
    def followed_cards(self) -> FollowedCards:
        """The cards of a table on which some are unknown."""
        return FollowedCards(self.cards)

    def encode(self, table: InvadersTable) -> bytes:
        """Equal tables have equal bytes: cards are counted by where they lie."""
        return super().encode(relabelled(table))

    def redeal(self, table: InvadersTable, seat: int, chance: Chance) -> None:
        knowledge.redeal(table, seat, chance)

    def new_memory(self, options: Any, seat: int, deck: Deck) -> knowledge.Memory:
        return knowledge.new_memory(options, seat, deck)

    def remember(self, memory: knowledge.Memory, shown: Shown) -> None:
        knowledge.remember(self, memory, shown)

    def imagine(self, view: Any, seat: int, memory: knowledge.Memory, chance: Chance) -> InvadersTable:
        return knowledge.imagine(self, view, seat, memory, chance)


RULESET = Invaders
