"""9.1 What a seat may be asked. `request` is the id of the request concerned."""

from typing import Annotated

from rules.engine import PUBLIC, CardSlug, Prompt


class MainPrompt(Prompt, frozen=True):
    """Raise an action; the stage is empty."""


class RespondPrompt(Prompt, frozen=True):
    """Raise a quick action, or pass; `request` is the top of the stage."""

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
    """Name the target of an action."""

    request: int


class PlaceBulwarkPrompt(Prompt, frozen=True):
    """Choose the hand card that becomes a bulwark."""

    request: int


class ChooseSearchPrompt(Prompt, frozen=True):
    """Choose a card of the own deck."""

    request: int


class ChooseStatePrompt(Prompt, frozen=True):
    """Charged or driven."""

    request: int


class OrderDeckPrompt(Prompt, frozen=True):
    """Choose the next card to be put on the deck; `placed` are those named so far."""

    request: int
    placed: Annotated[tuple[CardSlug, ...], PUBLIC]


class ReinforcePrompt(Prompt, frozen=True):
    """One charged bulwark or two driven ones."""

    request: int


class ChooseGraveyardPrompt(Prompt, frozen=True):
    """Choose a card of the own graveyard."""

    request: int


class ChooseHandPrompt(Prompt, frozen=True):
    """Choose a card of the opponent's hand."""

    request: int


class DiscardToLimitPrompt(Prompt, frozen=True):
    """Discard down to the hand limit."""

    request: int
    remaining: int


class DrawMorePrompt(Prompt, frozen=True):
    """Draw a second card or not."""

    request: int


class DeclareAttackersPrompt(Prompt, frozen=True):
    """Name an attacker, or no more."""

    request: int


class DeclareBlockersPrompt(Prompt, frozen=True):
    """Name a blocker, or no more."""

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
"""Those that may be answered with a pass."""
