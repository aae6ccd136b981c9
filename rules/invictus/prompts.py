"""14. The prompts of this game. All viewers see the same prompts."""

from typing import Annotated

from msgspec import UNSET, UnsetType

from rules.engine import PUBLIC, CardSlug, Prompt, Seat

from .actions import SupportName


class ChooseLeaderPrompt(Prompt, frozen=True):
    """5.1 Choose one of the two leaders dealt to you."""


class ChooseHandPrompt(Prompt, frozen=True):
    """5.2 Choose the soldiers of your first hand."""

    count: int


class ChooseOrderPrompt(Prompt, frozen=True):
    """5.4 Choose who of your side goes first. `first` is the other side's choice, null if it has not chosen."""

    first: Seat | None


class SetupBattlefieldPrompt(Prompt, frozen=True):
    """5.5 Choose a card from your hand and its cell on the front row."""


class SetupQueuePrompt(Prompt, frozen=True):
    """5.5 Choose the first card of the queue from your hand."""


class SetupKingdomPrompt(Prompt, frozen=True):
    """5.5 Choose the first soldier of your kingdom from your hand."""


class MainPrompt(Prompt, frozen=True):
    """6.2 Choose an action of your main phase."""


class ForcedSettlementPrompt(Prompt, frozen=True):
    """6.3.1 You have six cards or more: choose the soldier that settles."""


class BlockPrompt(Prompt, frozen=True):
    """8.6 Block the attack, or pass."""


class NegatePrompt(Prompt, frozen=True):
    """8.7 Negate the support, or pass."""


class ResolveSupportPrompt(Prompt, frozen=True):
    """8.4 Choose how the support takes effect. `hand` is the hand that a spy has revealed."""

    support: Annotated[SupportName, PUBLIC]
    hand: Annotated[tuple[CardSlug, ...] | UnsetType, PUBLIC] = UNSET


class DiversionPrompt(Prompt, frozen=True):
    """10.3 Choose an enemy card and its cell. `remaining` counts the cards still to place, including this one."""

    remaining: int


Prompts = (
    ChooseLeaderPrompt
    | ChooseHandPrompt
    | ChooseOrderPrompt
    | SetupBattlefieldPrompt
    | SetupQueuePrompt
    | SetupKingdomPrompt
    | MainPrompt
    | ForcedSettlementPrompt
    | BlockPrompt
    | NegatePrompt
    | ResolveSupportPrompt
    | DiversionPrompt
)

PassablePrompts = BlockPrompt | NegatePrompt | ResolveSupportPrompt
"""Prompts that may be answered with a pass."""
