"""Decoders, created by one thread at a time.

msgspec (0.22) analyses a Struct at the first request and caches the result on the class. A second thread that asks
meanwhile gets the unfinished result, and the process crashes. So decoders of possibly new types are created here, and a
process with threads prepares all its Structs before starting them.
"""

from collections.abc import Iterator
from threading import RLock
from typing import Any

import msgspec
from msgspec import Struct

_making = RLock()


def json_decoder(type_: Any) -> msgspec.json.Decoder[Any]:
    """A JSON decoder, created safely even if other threads create one at the same time."""
    with _making:
        return msgspec.json.Decoder(type_)


def msgpack_decoder(type_: Any) -> msgspec.msgpack.Decoder[Any]:
    """A MessagePack decoder, created safely even if other threads create one at the same time."""
    with _making:
        return msgspec.msgpack.Decoder(type_)


def make_structs_ready() -> None:
    """Prepare every imported Struct, so it can be decoded without this module's lock."""
    with _making:
        for struct in _imported(Struct):
            try:
                msgspec.json.Decoder(struct)
            except (TypeError, NameError):  # Never decoded: its annotations aren't JSON types, or don't resolve.
                pass


def _imported(struct: type[Struct]) -> Iterator[type[Struct]]:
    for child in struct.__subclasses__():
        yield child
        yield from _imported(child)
