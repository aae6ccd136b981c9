"""Twinned deals: both accounts of a pairing meet one house bot, on the same cards and the same side. Pure.

Each account plays one match, and the house bot has the place of its opponent. So the bot's points go to that opponent.
Together the two matches compare the accounts' results against the bot.
"""

from typing import TypeVar

T = TypeVar("T")


def side_of_accounts(deal: int) -> int:
    """The side on which both accounts play this deal. It alternates from deal to deal."""
    return deal % 2


def first_plays(deal: int, seating: int) -> bool:
    """Whether the first entrant's account plays this match. In seating 0 the first entrant has side 0."""
    return seating == side_of_accounts(deal)


def at_sides(first: T, second: T, seating: int) -> list[T]:
    """The two in the order of their sides. In seating 1 they change sides."""
    return [second, first] if seating else [first, second]


def with_stand_in(first: T, second: T, bot: T, deal: int, seating: int) -> list[T]:
    """The players in the order of their sides: one of the accounts, and the house bot in place of its opponent."""
    found = at_sides(first, second, seating)
    found[1 - side_of_accounts(deal)] = bot
    return found
