"""The Merkle tree against the recursive definition of RFC 9162, and against test vectors."""

import hashlib
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.daily_roots.merkle_tree import Tree, leaf_hash, node_hash, root_from_path

# Leaves, roots and proofs from the test data of RFC 6962's reference implementation.
LEAVES = [bytes.fromhex(text) for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657")]
LEAVES.append(bytes.fromhex("606162636465666768696a6b6c6d6e6f"))
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def split(size: int) -> int:
    """The largest power of two below the size."""
    return 1 << (size - 1).bit_length() - 1


def naive_root(leaves: Sequence[bytes]) -> bytes:
    """MTH of RFC 9162, 2.1.1, transcribed."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    k = split(len(leaves))
    return hashlib.sha256(b"\x01" + naive_root(leaves[:k]) + naive_root(leaves[k:])).digest()


def naive_path(m: int, leaves: Sequence[bytes]) -> list[bytes]:
    """PATH of RFC 9162, 2.1.3.1, transcribed."""
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if m < k:
        return [*naive_path(m, leaves[:k]), naive_root(leaves[k:])]
    return [*naive_path(m - k, leaves[k:]), naive_root(leaves[:k])]


def tree_of(leaves: Sequence[bytes]) -> Tree:
    return Tree([leaf_hash(leaf) for leaf in leaves])


@pytest.mark.parametrize("size", range(9))
def test_the_root_is_that_of_the_published_vectors(size: int) -> None:
    assert tree_of(LEAVES[:size]).root.hex() == ROOTS[size]
    assert naive_root(LEAVES[:size]).hex() == ROOTS[size]


def test_a_path_worked_out_by_hand() -> None:
    """In a tree of seven leaves: 0 1 | 2 3 || 4 5 | 6."""
    h = [leaf_hash(leaf) for leaf in LEAVES[:7]]
    left = node_hash(node_hash(h[0], h[1]), node_hash(h[2], h[3]))

    assert tree_of(LEAVES[:7]).path(6) == [node_hash(h[4], h[5]), left]
    assert tree_of(LEAVES[:7]).path(2) == [h[3], node_hash(h[0], h[1]), node_hash(node_hash(h[4], h[5]), h[6])]
    assert tree_of(LEAVES[:1]).path(0) == []


@given(st.lists(st.binary(max_size=8), max_size=70))
def test_a_tree_is_the_recursive_definition(leaves: list[bytes]) -> None:
    tree = tree_of(leaves)

    assert tree.root == naive_root(leaves)
    assert [tree.path(m) for m in range(len(leaves))] == [naive_path(m, leaves) for m in range(len(leaves))]


@given(st.data())
def test_a_path_leads_to_the_root_from_its_own_leaf_and_place_alone(data: st.DataObject) -> None:
    leaves = data.draw(st.lists(st.binary(max_size=4), min_size=1, max_size=40, unique=True))
    tree, size = tree_of(leaves), len(leaves)
    index = data.draw(st.integers(0, size - 1))
    own, path = leaf_hash(leaves[index]), tree.path(index)

    assert root_from_path(own, index, size, path) == tree.root

    other = data.draw(st.integers(-1, size))
    if other != index:
        assert root_from_path(own, other, size, path) != tree.root
    assert root_from_path(leaf_hash(leaves[index] + b"!"), index, size, path) != tree.root
    assert root_from_path(own, index, size, [*path, own]) is None
    assert not path or root_from_path(own, index, size, path[:-1]) != tree.root
    changed = [*path, own][: len(path)]
    if changed:
        changed[data.draw(st.integers(0, len(changed) - 1))] = bytes(32)
        assert root_from_path(own, index, size, changed) != tree.root


@pytest.mark.parametrize("index", [-1, 3])
def test_there_is_no_path_of_a_leaf_that_is_not_there(index: int) -> None:
    with pytest.raises(IndexError):
        tree_of(LEAVES[:3]).path(index)
