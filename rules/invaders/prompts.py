"""13.1 The prompts of this game."""

from typing import Annotated, Union

from rules.engine import PUBLIC, CardSlug, Prompt, SeatPlace


class JankenPrompt(Prompt, frozen=True):
    round: int


class ChooseFirstPrompt(Prompt, frozen=True):
    pass


class MulliganPrompt(Prompt, frozen=True):
    pass


class MainPrompt(Prompt, frozen=True):
    pass


class WarPrompt(Prompt, frozen=True):
    pass


class TargetPrompt(Prompt, frozen=True):
    unit: SeatPlace


class BlockPrompt(Prompt, frozen=True):
    attacker: SeatPlace
    target: SeatPlace


class InvadePrompt(Prompt, frozen=True):
    place: SeatPlace


class OrderPrompt(Prompt, frozen=True):
    pass


class MayPrompt(Prompt, frozen=True):
    card: Annotated[CardSlug, PUBLIC]
    ability: int | str
    part: int


class ChoosePrompt(Prompt, frozen=True):
    """`op`: the operation's name. `remaining`: how many may still be chosen."""

    card: Annotated[CardSlug, PUBLIC]
    ability: int | str
    part: int
    op: str
    remaining: int


class SavingPrompt(Prompt, frozen=True):
    pass


Prompts = Union[  # noqa: UP007 -- a list
    JankenPrompt, ChooseFirstPrompt, MulliganPrompt, MainPrompt,
    WarPrompt, TargetPrompt, BlockPrompt, InvadePrompt, OrderPrompt,
    MayPrompt, ChoosePrompt, SavingPrompt,
]  # fmt: skip

PassablePrompts = BlockPrompt | InvadePrompt | MayPrompt | SavingPrompt
"""Prompts that may be answered with a pass."""
