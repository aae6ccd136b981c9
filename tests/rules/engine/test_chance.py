"""The published stream of chance, against values worked out here from the contract alone."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import BadScript, QuickChance, ScriptedChance, SeededChance, match_key, salt, seed_commitment
from rules.engine.chance import keyed_hash

SEED = bytes(range(32))
KEY = hmac.new(SEED, b'["",""]', hashlib.sha256).digest()


def words(key: bytes) -> Iterator[int]:
    """Block b is HMAC-SHA256(key, b as 8 bytes); each gives four 8-byte big-endian words, in order."""
    for block in count():
        raw = hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()
        for place in range(4):
            yield int.from_bytes(raw[8 * place : 8 * (place + 1)], "big")


def below(stream: Iterator[int], n: int) -> int:
    """The next word w with w < floor(2^64 / n) * n; the result is w mod n."""
    return next(word for word in stream if word < (2**64 // n) * n) % n


def test_match_key_covers_seed_and_entropies_in_seat_order() -> None:
    text = json.dumps(["blue", "", '7 "x"'], separators=(",", ":")).encode()

    assert match_key(SEED, ["blue", "", '7 "x"']) == hmac.new(SEED, text, hashlib.sha256).digest()
    assert match_key(SEED, ["", "blue"]) != match_key(SEED, ["blue", ""])


@given(st.binary(max_size=64), st.binary(max_size=200))
def test_a_keyed_hash_is_hmac_sha256(key: bytes, message: bytes) -> None:
    assert keyed_hash(key, message) == hmac.new(key, message, hashlib.sha256).digest()


def test_seed_commitment_is_the_seeds_sha256() -> None:
    assert seed_commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_salt_is_half_an_hmac_of_the_events_number() -> None:
    expected = hmac.new(KEY, b"salt" + bytes([0, 0, 0, 0, 0, 0, 1, 2]), hashlib.sha256).hexdigest()[:32]

    assert salt(KEY, 258) == expected


def test_below_takes_the_words_in_order() -> None:
    chance, stream = SeededChance(KEY), words(KEY)
    sizes = [2, 3, 6, 7, 10, 52, 1000, 1, 2**32]

    assert [chance.below(n) for n in sizes] == [below(stream, n) for n in sizes]
    assert chance.words_drawn == len(sizes)


def test_below_throws_away_words_that_would_favour_small_results() -> None:
    n = 2**63 + 1  # Nearly half of all words are too large.
    chance, stream = SeededChance(KEY), words(KEY)

    assert [chance.below(n) for _ in range(50)] == [below(stream, n) for _ in range(50)]
    assert chance.words_drawn > 60
    assert chance.below(5) == below(stream, 5)


def test_roll_is_one_more_than_below() -> None:
    chance, stream = SeededChance(KEY), words(KEY)

    assert [chance.roll(6) for _ in range(20)] == [1 + below(stream, 6) for _ in range(20)]


def test_shuffle_sorts_first_and_swaps_from_the_last() -> None:
    cards = ["red-10", "red-2", "blue-1", "blue-1", "green-3"]
    stream, expected = words(KEY), sorted(cards)
    for i in (4, 3, 2, 1):
        j = below(stream, i + 1)
        expected[i], expected[j] = expected[j], expected[i]

    assert SeededChance(KEY).shuffle(cards) == expected
    assert SeededChance(KEY).shuffle(reversed(cards)) == expected
    assert cards == ["red-10", "red-2", "blue-1", "blue-1", "green-3"]


@pytest.mark.parametrize("cards", [[], ["one"]])
def test_shuffle_of_less_than_two_draws_nothing(cards: list[str]) -> None:
    chance = SeededChance(KEY)

    assert chance.shuffle(cards) == cards
    assert chance.words_drawn == 0


@pytest.mark.parametrize("drawn", range(10))
def test_a_stream_goes_on_where_it_was_left(drawn: int) -> None:
    chance = SeededChance(KEY)
    for _ in range(drawn):
        chance.below(10)

    resumed, copied = SeededChance(KEY, drawn), chance.copy()

    expected = [chance.below(10) for _ in range(9)]
    assert [resumed.below(10) for _ in range(9)] == expected
    assert [copied.below(10) for _ in range(9)] == expected


def test_script_gives_its_results_in_order() -> None:
    chance = ScriptedChance([2, 6, ["b", "a"]])

    assert (chance.below(3), chance.roll(6), chance.shuffle(["a", "b"])) == (2, 6, ["b", "a"])
    chance.finish()


@pytest.mark.parametrize("result", [3, -1, True, "1", 1.0, None, ["a"]])
def test_script_that_does_not_fit_a_pick_is_refused(result: object) -> None:
    with pytest.raises(BadScript, match="from 0 to 2"):
        ScriptedChance([result]).below(3)


@pytest.mark.parametrize("result", [0, 7])
def test_script_that_does_not_fit_a_die_is_refused(result: int) -> None:
    with pytest.raises(BadScript, match="from 1 to 6"):
        ScriptedChance([result]).roll(6)


@pytest.mark.parametrize("result", [["a"], ["a", "b", "b"], ["a", "c"], ["a", 1], "ab", 0])
def test_script_that_does_not_fit_a_shuffle_is_refused(result: object) -> None:
    with pytest.raises(BadScript, match="an order of"):
        ScriptedChance([result]).shuffle(["b", "a"])


def test_script_that_runs_dry_is_refused() -> None:
    chance = ScriptedChance([0])
    chance.below(2)

    with pytest.raises(BadScript, match="used up"):
        chance.below(2)


def test_script_with_results_left_over_is_refused() -> None:
    with pytest.raises(BadScript, match="1 results"):
        ScriptedChance([0]).finish()


def test_quick_chance_repeats_for_a_seed_and_stays_in_range() -> None:
    def sample(seed: int) -> list[object]:
        chance = QuickChance(seed)
        return [
            [chance.below(3) for _ in range(100)],
            [chance.roll(6) for _ in range(100)],
            chance.shuffle(["a", "b", "c", "d", "e"]),
        ]

    picks, rolls, order = sample(1)
    assert sample(1) == [picks, rolls, order]
    assert sample(2) != [picks, rolls, order]
    assert set(picks) == {0, 1, 2}
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert sorted(order) == ["a", "b", "c", "d", "e"]
