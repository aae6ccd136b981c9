"""The facts that a board shows about flags agree with the state and reveal nothing hidden."""

from typing import Any

import pytest

from rules.battle_line.flag_sets import leader
from rules.battle_line.formations import NAMES, RANK
from rules.battle_line.reckoning import WHOLE, reckon
from rules.engine import Table, view
from tests.rules.battle_line.setups import SETUPS
from tests.rules.laws import random_game


def check(table: Table[Any, Any], viewer: Any) -> int:
    """The number of complete sides that were described."""
    troops = table.rules.cards.troops
    known = dict(reckon(table.rules.cards, view(table, viewer, 0)))
    own = set() if viewer == "public" else set(table.state.hands[viewer])
    hidden = {card for hand in table.state.hands for card in hand} - own | set(table.state.troop_deck)
    (unseen,) = known.pop(WHOLE)
    assert set(unseen.value) == {card for card in hidden if card in troops}
    complete = 0
    for where, flag in enumerate(table.state.flags):
        if flag.owner is not None:
            assert not any(place.startswith(f"flag:{where}") for place in known)
            continue
        for seat, value in enumerate(flag.values):
            facts = {fact.label: fact.value for fact in known.get(f"flag:{where}:{seat}", ())}
            assert bool(facts) == any(card in troops or value for card in flag.sides[seat])
            if value:
                assert facts == {"formation": NAMES[value - value % RANK], "sum": value % RANK}
                complete += 1
        ahead = [fact.value for fact in known.get(f"flag:{where}", ())]
        assert ahead == ([leader(flag)] if all(flag.values) else [])
    return complete


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_it_is_what_the_rules_know_and_the_viewer_can_see(setup: Any) -> None:
    complete = 0
    for step in random_game(setup, 3):
        complete += sum(check(step, viewer) for viewer in (0, 1, "public"))
    assert complete
