"""Our canonical bytes are those of RFC 8785 for everything that we say."""

import hashlib

import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import Drew, TurnStarted, canonical, digest, redact

KEYS = st.text(st.characters(max_codepoint=127), max_size=6)
INTEGERS = st.integers(-(2**53) + 1, 2**53 - 1)
DOCUMENTS = st.recursive(
    st.none() | st.booleans() | INTEGERS | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=20,
)


@given(DOCUMENTS)
def test_canonical_is_rfc_8785(document: object) -> None:
    assert canonical(document) == rfc8785.dumps(document)


@given(DOCUMENTS)
def test_digest_is_the_sha256_of_the_canonical_bytes(document: object) -> None:
    assert digest(document) == hashlib.sha256(rfc8785.dumps(document)).hexdigest()


def test_messages_are_sorted_by_key_with_their_tag() -> None:
    assert canonical(TurnStarted(1, 3)) == b'{"seat":1,"turn":3,"type":"turn_started"}'


def test_fields_left_out_are_not_written() -> None:
    drew = Drew(0, 2, ("a", "b"))

    assert canonical(redact(drew, 0)) == b'{"cards":["a","b"],"count":2,"seat":0,"type":"drew"}'
    assert canonical(redact(drew, 1)) == b'{"count":2,"seat":0,"type":"drew"}'
