"""Finds cards that do the same: by the rules' words that they share, with more weight on rare words. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import log
from typing import Any

from cards.limits import MOST_LIKE_CARDS

Json = Any
LEAST_LIKENESS = 0.2


def doing_the_same(card: Mapping[str, Json], cards: Sequence[Mapping[str, Json]], keys: Sequence[str]) -> list[Any]:
    """The cards most like `card` in their `keys`, most similar first, without those that share little."""
    used = {other["slug"]: words_of(other, keys) for other in cards}
    rarity = Counter(word for words in used.values() for word in words)
    weight = {word: log((1 + len(cards)) / (1 + times)) + 0.1 for word, times in rarity.items()}
    mine = words_of(card, keys)
    others = [other for other in cards if other["slug"] != card.get("slug") and used[other["slug"]]]
    alike = {other["slug"]: _alike(mine, used[other["slug"]], weight) for other in others}
    ranked = sorted(others, key=lambda other: (-alike[other["slug"]], other["slug"]))
    return [other for other in ranked[:MOST_LIKE_CARDS] if alike[other["slug"]] >= LEAST_LIKENESS]


def words_of(card: Mapping[str, Json], keys: Sequence[str]) -> frozenset[str]:
    """`op=draw`, `trigger.on=cast` …: every word under the keys, with its key and the enclosing key."""
    return frozenset(word for key in keys for word in _words(card.get(key), (key,)))


def _words(value: Json, path: tuple[str, ...]) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield f"{'.'.join((*path, key)[-2:])}"
            yield from _words(inner, (*path, key))
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner, path)
    elif isinstance(value, str):
        yield f"{'.'.join(path[-2:])}={value}"


def _alike(mine: frozenset[str], other: frozenset[str], weight: Mapping[str, float]) -> float:
    """The weight of the shared words as a fraction of all words of both: from 0 to 1."""
    either = sum(weight.get(word, 1.0) for word in mine | other)
    return sum(weight.get(word, 1.0) for word in mine & other) / either if either else 0.0
