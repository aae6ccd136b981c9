"""9.1 The prompts of this game. `request` is the id of the request that the prompt is about."""

from typing import Annotated

from rules.engine import PUBLIC, CardSlug, Prompt


class MainPrompt(Prompt, frozen=True):
    """Raise an action. The stage is empty."""


class RespondPrompt(Prompt, frozen=True):
    """Raise a quick action, or pass. `request` is the top of the stage."""

    request: int


class PayBulwarkPrompt(Prompt, frozen=True):
    """Drive a bulwark as a cost."""

    request: int
    remaining: int


class PayDiscardPrompt(Prompt, frozen=True):
    """Discard a card as a cost."""

    request: int
    remaining: int


class ChooseTargetPrompt(Prompt, frozen=True):
    """Choose the target of an action."""

    request: int


class PlaceBulwarkPrompt(Prompt, frozen=True):
    """Choose the hand card that becomes a bulwark."""

    request: int


class ChooseSearchPrompt(Prompt, frozen=True):
    """Choose a card of your deck."""

    request: int


class ChooseStatePrompt(Prompt, frozen=True):
    """Choose charged or driven."""

    request: int


class OrderDeckPrompt(Prompt, frozen=True):
    """Choose the next card to put on the deck. `placed` lists those already chosen."""

    request: int
    placed: Annotated[tuple[CardSlug, ...], PUBLIC]


class ReinforcePrompt(Prompt, frozen=True):
    """Choose one charged bulwark or two driven ones."""

    request: int


class ChooseGraveyardPrompt(Prompt, frozen=True):
    """Choose a card of your graveyard."""

    request: int


class ChooseHandPrompt(Prompt, frozen=True):
    """Choose a card of the opponent's hand."""

    request: int


class DiscardToLimitPrompt(Prompt, frozen=True):
    """Discard cards down to the hand limit."""

    request: int
    remaining: int


class DrawMorePrompt(Prompt, frozen=True):
    """Choose whether to draw a second card."""

    request: int


class DeclareAttackersPrompt(Prompt, frozen=True):
    """Choose an attacker, or no more."""

    request: int


class DeclareBlockersPrompt(Prompt, frozen=True):
    """Choose a blocker, or no more."""

    request: int


Prompts = (
    MainPrompt
    | RespondPrompt
    | PayBulwarkPrompt
    | PayDiscardPrompt
    | ChooseTargetPrompt
    | PlaceBulwarkPrompt
    | ChooseSearchPrompt
    | ChooseStatePrompt
    | OrderDeckPrompt
    | ReinforcePrompt
    | ChooseGraveyardPrompt
    | ChooseHandPrompt
    | DiscardToLimitPrompt
    | DrawMorePrompt
    | DeclareAttackersPrompt
    | DeclareBlockersPrompt
)

PassablePrompts = RespondPrompt
"""Prompts that may be answered with a pass."""
