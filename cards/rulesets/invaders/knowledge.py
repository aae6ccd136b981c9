"""13.11 placeholder"""

from msgspec import Struct


class Memory(Struct):
    seat: int


def redeal(table, seat, chance):
    pass


def new_memory(options, seat, deck):
    return Memory(seat)


def remember(memory, shown):
    pass


def imagine(rules, view, seat, memory, chance):
    raise NotImplementedError
