"""14. What a seat can be asked. Everybody sees all prompts alike."""

from typing import Annotated

from msgspec import UNSET, UnsetType

from rules.engine import PUBLIC, CardSlug, Prompt, Seat

from .actions import SupportName


class ChooseLeaderPrompt(Prompt, frozen=True):
    """5.1 Which of the two leaders dealt?"""


class ChooseHandPrompt(Prompt, frozen=True):
    """5.2 Which soldiers are the first hand?"""

    count: int


class ChooseOrderPrompt(Prompt, frozen=True):
    """5.4 Who of your side goes first? `first` is whom the other side has named, null if it is yet to."""

    first: Seat | None


class SetupBattlefieldPrompt(Prompt, frozen=True):
    """5.5 Which card of the hand stands where on the front row?"""


class SetupQueuePrompt(Prompt, frozen=True):
    """5.5 Which card of the hand opens the queue?"""


class SetupKingdomPrompt(Prompt, frozen=True):
    """5.5 Which soldier of the hand opens the kingdom?"""


class MainPrompt(Prompt, frozen=True):
    """6.2 What do you do in your main phase?"""


class ForcedSettlementPrompt(Prompt, frozen=True):
    """6.3.1 Six cards or more: which soldier settles?"""


class BlockPrompt(Prompt, frozen=True):
    """8.6 Do you block the attack?"""


class NegatePrompt(Prompt, frozen=True):
    """8.7 Do you negate the support?"""


class ResolveSupportPrompt(Prompt, frozen=True):
    """8.4 How does the support take effect? `hand` is the hand that a spy has revealed."""

    support: Annotated[SupportName, PUBLIC]
    hand: Annotated[tuple[CardSlug, ...] | UnsetType, PUBLIC] = UNSET


class DiversionPrompt(Prompt, frozen=True):
    """10.3 Which enemy card is put where? `remaining` are still to be put, this one included."""

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
"""Those that may be answered with a pass."""
