"""Decoders, made by one thread at a time.

msgspec works out how to read a Struct when that is first asked for, and keeps it with the class. A thread that asks
while another one is still at it is handed what is half made, and the process dies (msgspec 0.22). So decoders of types
that may be new are made here, and a process with threads makes all its Structs ready before it has them.
"""

from collections.abc import Iterator
from threading import RLock
from typing import Any

import msgspec
from msgspec import Struct

_making = RLock()


def json_decoder(type_: Any) -> msgspec.json.Decoder[Any]:
    """A decoder of JSON, whatever other threads ask for meanwhile."""
    with _making:
        return msgspec.json.Decoder(type_)


def msgpack_decoder(type_: Any) -> msgspec.msgpack.Decoder[Any]:
    """A decoder of MessagePack, whatever other threads ask for meanwhile."""
    with _making:
        return msgspec.msgpack.Decoder(type_)


def make_structs_ready() -> None:
    """Every Struct that has been imported can be decoded from now on without a guard."""
    with _making:
        for struct in _imported(Struct):
            try:
                msgspec.json.Decoder(struct)
            except (TypeError, NameError):  # It is never read: its annotations are no types of JSON, or not there.
                pass


def _imported(struct: type[Struct]) -> Iterator[type[Struct]]:
    for child in struct.__subclasses__():
        yield child
        yield from _imported(child)
