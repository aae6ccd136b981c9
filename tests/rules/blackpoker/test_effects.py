"""9.3 The effects tell everything: the table is rebuilt from them alone, all through random games."""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.blackpoker import effects as e
from rules.blackpoker.actions import ChooseGraveyard, SetState
from rules.blackpoker.state import GameTable
from rules.engine import (
    Action,
    Drew,
    Effect,
    MatchEnded,
    Picked,
    Shuffled,
    TurnStarted,
    act,
    legal_actions,
    seats_to_act,
)
from tests.rules.blackpoker.setups import SETUPS
from tests.rules.setups import Setup


@dataclass
class Body:
    """A character as the effects tell it."""

    seat: int
    kind: str
    cards: list[str]
    charged: bool
    bonus: int = 0


@dataclass
class Ledger:
    """Zones by seat, characters and requests by id, kept by reading effects in order."""

    deck: list[list[str]] = field(default_factory=lambda: [[], []])
    hand: list[list[str]] = field(default_factory=lambda: [[], []])
    graveyard: list[list[str]] = field(default_factory=lambda: [[], []])
    bodies: dict[int, Body] = field(default_factory=dict)
    keys: dict[int, list[str]] = field(default_factory=dict)
    stage: list[int] = field(default_factory=list)
    chosen: str = ""

    def read(self, effect: Effect, kinds: dict[str, str]) -> None:
        match effect:
            case Shuffled(seat=seat, order=order):
                self.deck[seat or 0] = list(order)
            case e.SetAside(seat=seat, count=count):
                del self.deck[seat][-count:]
            case Drew(seat=seat, cards=cards):
                self.leave_deck(seat, cards)
                self.hand[seat] += cards
            case e.Flipped(seat=seat, card=card):
                self.leave_deck(seat, (card,))
                self.graveyard[seat].append(card)
            case e.Preset():
                self.leave_deck(effect.seat, (effect.bulwark_card, effect.soldier_card))
                self.bodies[effect.bulwark] = Body(effect.seat, "bulwark", [effect.bulwark_card], True)
                kind = kinds[effect.soldier_card]
                self.bodies[effect.soldier] = Body(effect.seat, kind, [effect.soldier_card], True)
            case e.Damaged(seat=seat, cards=cards, top=top):
                self.leave_deck(seat, cards)
                self.graveyard[seat] += cards
                assert top == (self.graveyard[seat][-1] if self.graveyard[seat] else None)
            case e.Milled(seat=seat, cards=cards, found=found):
                self.leave_deck(seat, cards if found is None else (*cards, found))
                self.graveyard[seat] += cards
                self.hand[seat] += [] if found is None else [found]
            case e.Raised(seat=seat, keys=keys, request=request):
                self.keys[request] = list(keys)
                for key in keys:
                    self.hand[seat].remove(key)
            case e.Discarded(seat=seat, card=card):
                self.hand[seat].remove(card)
                self.graveyard[seat].append(card)
            case e.Searched(seat=seat, card=card):
                self.deck[seat].remove(card)
                self.hand[seat].append(card)
            case e.Staged(request=request):
                self.stage.append(request)
            case e.Negated(request=request) | e.Resolved(request=request):
                self.stage = [staged for staged in self.stage if staged != request]
            case e.KeysDiscarded(seat=seat, cards=cards, request=request):
                self.graveyard[seat] += self.keys.pop(request)
            case e.KeysReturned(seat=seat, cards=cards, request=request):
                self.hand[seat] += self.keys.pop(request)
            case _:
                self.read_field(effect)

    def read_field(self, effect: Effect) -> None:
        match effect:
            case e.Drove(characters=characters) | e.Charged(characters=characters):
                for character in characters:
                    self.bodies[character].charged = isinstance(effect, e.Charged)
            case e.BulwarkPlaced(seat=seat, card=card, from_="hand"):
                self.hand[seat].remove(card)
                self.bodies[effect.character] = Body(seat, "bulwark", [card], effect.charged)
            case e.BulwarkPlaced(seat=seat, card=card):
                self.leave_deck(seat, (card,))
                self.bodies[effect.character] = Body(seat, "bulwark", [card], effect.charged)
            case e.Summoned(seat=seat, card=card, kind=kind):
                self.bodies[effect.character] = Body(seat, kind, [card], True)
            case e.Equipped(character=character, card=card):
                self.bodies[character].cards.append(card)
                self.bodies[character].kind = "equipped"
            case e.NumberChanged(character=character, by=by):
                self.bodies[character].bonus += by
            case e.Destroyed(character=character, cards=cards, kind=kind):
                body = self.bodies.pop(character)
                assert (body.cards, body.kind) == (list(cards), kind)
                self.graveyard[body.seat] += cards
            case e.ReturnedToHand(character=character):
                body = self.bodies.pop(character)
                self.hand[body.seat] += body.cards
            case e.ReturnedToDeck(character=character, cards=cards):
                body = self.bodies.pop(character)
                self.deck[body.seat] = [*cards[::-1], *self.deck[body.seat]]
            case e.Reversed(seat=seat, character=character, into=into, cards=cards):
                del self.bodies[character]
                for made, card in zip(into, cards, strict=True):
                    self.bodies[made.id] = Body(seat, made.kind, [card], self.chosen == "charged")
            case e.TurnEnded():
                for body in self.bodies.values():
                    body.bonus = 0
            case _:
                assert isinstance(effect, SAY_NOTHING_NEW), effect

    def leave_deck(self, seat: int, cards: tuple[str, ...]) -> None:
        assert self.deck[seat][: len(cards)] == list(cards)
        del self.deck[seat][: len(cards)]

    def hear(self, seat: int, action: Action) -> None:
        """What no effect says, because the action itself is public."""
        if isinstance(action, SetState):
            self.chosen = action.state
        if isinstance(action, ChooseGraveyard):
            self.graveyard[seat].remove(action.card)


SAY_NOTHING_NEW = (
    *(Picked, TurnStarted, MatchEnded, e.FirstPlayer, e.Targeted, e.Passed, e.ResolutionStarted),
    *(e.Fizzled, e.HadNoEffect, e.Revealed, e.HandRevealed, e.AttackerNamed, e.BlockerNamed),
    *(e.CombatEnded, e.Triggered),
)


def check(ledger: Ledger, table: GameTable) -> None:
    for seat, side in enumerate(table.state.sides):
        assert ledger.deck[seat] == side.deck[::-1]
        assert sorted(ledger.hand[seat]) == side.hand
        assert ledger.graveyard[seat] == side.graveyard
    there: dict[int, Any] = {
        one.id: Body(seat, one.kind, one.cards, one.charged, one.bonus)
        for seat, side in enumerate(table.state.sides)
        for one in side.soldiers + side.bulwarks
    }
    assert ledger.bodies == there
    assert ledger.stage == [request.id for request in table.state.stage]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_the_table_is_what_the_effects_tell(setup: Setup, seed: int) -> None:
    rng, ledger = random.Random(seed), Ledger()
    table: GameTable = setup.start(seed)
    new_effects: list[Effect] = table.effects
    while True:
        for effect in new_effects:
            ledger.read(effect, table.cards.kind)
        check(ledger, table)
        if table.outcome is not None:
            break
        (mover,) = seats_to_act(table)
        action = rng.choice(legal_actions(table, mover))
        ledger.hear(mover, action)
        new_effects = act(table, mover, action)

    assert isinstance(new_effects[-1], MatchEnded)
