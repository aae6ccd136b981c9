"""Whatever is wrong with a card is said in Japanese too."""

from typing import Any

import pytest

from cards.rulesets.registry import shipped_ruleset
from cards.sets.card_json import NotJson, plain_faults, read_json
from cards.sets.differences import by_slug
from cards.text.card_faults import JAPANESE, in_both

CARDS = {"invictus": "warrior", "lords_of_war": "templar-longbow", "invaders": "works-director"}
WRONG: list[Any] = [None, True, -1, "nonsense", [], [[]], ["nonsense"], {}, {"kind": 1}, {"ja": "x"}]


@pytest.mark.parametrize("text", JAPANESE)
def test_both_sentences_tell_the_same_things(text: str) -> None:
    things = [f"thing{i}" for i in range(text.count("{}"))]

    told = in_both(text.format(*things))

    assert all(thing in told["en"] for thing in things)
    assert not told["ja"].isascii() and all(thing in told["ja"] for thing in things)


def test_an_unknown_sentence_stands_as_it_is() -> None:
    assert in_both("something else") == {"ja": "something else", "en": "something else"}


def details(value: Any, written: Any) -> set[str]:
    """What a ruleset says of a card with each of its parts, in turn, left out or replaced by nonsense."""
    found: set[str] = set()

    def spoil(part: Any, put: Any) -> None:
        for wrong in WRONG:
            found.update(problem["detail"] for problem in written(put(wrong)))
        if isinstance(part, dict):
            for key, inner in part.items():
                found.update(problem["detail"] for problem in written(put({k: v for k, v in part.items() if k != key})))
                spoil(inner, lambda new, part=part, key=key, put=put: put({**part, key: new}))
        elif isinstance(part, list):
            for i, inner in enumerate(part):
                spoil(inner, lambda new, part=part, i=i, put=put: put([*part[:i], new, *part[i + 1 :]]))

    for key in value:
        spoil(value[key], lambda new, key=key: {**value, key: new})
        found.update(problem["detail"] for problem in written({k: v for k, v in value.items() if k != key}))
    return found


@pytest.mark.parametrize("ruleset", CARDS)
def test_every_mistake_that_nonsense_makes_is_said_in_japanese(ruleset: str) -> None:
    rules = shipped_ruleset(ruleset)
    card = by_slug(rules.card_set)[CARDS[ruleset]]
    assert rules.check_card(card) == []

    said = details(card, rules.check_card)

    assert len(said) > 5
    assert [detail for detail in said if in_both(detail)["ja"] == detail] == []


@pytest.mark.parametrize("text", ["", "{", "[1,]", '{"a"}', '{"a":}', '["x]', '"\\q"', "1.5", '{"a":1,"a":2}', "1 2"])
def test_what_is_no_json_is_said_in_japanese(text: str) -> None:
    with pytest.raises(NotJson) as refused:
        read_json(text)

    assert not in_both(refused.value.detail)["ja"].isascii()


@pytest.mark.parametrize("value", [1.5, 2**60, "\0", {"é": 1}])
def test_what_cannot_be_kept_is_said_in_japanese(value: Any) -> None:
    assert [at for at, detail in plain_faults(value) if in_both(detail)["ja"] == detail] == []
    assert plain_faults(value)
