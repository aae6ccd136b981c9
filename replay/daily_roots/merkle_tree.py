"""The Merkle tree of RFC 9162, section 2.1, over SHA-256. Pure.

The hash of a leaf is SHA-256(0x00 + its bytes), that of a node SHA-256(0x01 + left + right). A tree of n leaves is
split at the largest power of two below n. The hash of the empty tree is that of the empty string.
"""

import hashlib
from collections.abc import Sequence

HASH_SIZE = 32


def leaf_hash(leaf: bytes) -> bytes:
    """The hash of one leaf."""
    return hashlib.sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node above two hashes."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """A tree over leaf hashes, stored level by level. A proof needs one node of each level.

    The levels are built from the leaves upwards. A node without a sibling moves up unchanged. The result is the tree
    that RFC 9162 describes from the root downwards.
    """

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self.levels = [list(leaves)]
        while len(self.levels[-1]) > 1:
            below = self.levels[-1]
            above = [node_hash(*below[at : at + 2]) for at in range(0, len(below) - 1, 2)]
            self.levels.append([*above, below[-1]] if len(below) % 2 else above)

    @property
    def root(self) -> bytes:
        """The hash of the whole tree."""
        return self.levels[-1][0] if self.levels[-1] else hashlib.sha256().digest()

    def path(self, index: int) -> list[bytes]:
        """The inclusion proof of a leaf: the siblings on the path from the leaf to the root."""
        if not 0 <= index < len(self.levels[0]):
            raise IndexError(f"there is no leaf {index}")
        siblings = []
        for level in self.levels[:-1]:
            if (index ^ 1) < len(level):
                siblings.append(level[index ^ 1])
            index //= 2
        return siblings


def root_from_path(hash_: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that follows from a leaf's hash and its inclusion proof (RFC 9162, 2.1.3.2).

    None if a tree of `size` leaves has no leaf with this index, or if the path has the wrong length for it.
    """
    if not 0 <= index < size:
        return None
    last = size - 1
    for sibling in path:
        if last == 0:
            return None
        if index % 2 or index == last:
            hash_ = node_hash(sibling, hash_)
            while index % 2 == 0 and index:
                index, last = index // 2, last // 2
        else:
            hash_ = node_hash(hash_, sibling)
        index, last = index // 2, last // 2
    return hash_ if last == 0 else None
