"""Follows a match from one seat's view, on a separate table where unseen cards are UNKNOWN.

The rules themselves run on that table, action by action. Their effects are compared with those that the seat saw. If
the rules move an unknown card and the seat saw its name, the card gets the name. So half-done effects, waiting effects
and known cards in hidden places need no second set of rules.

Prompts never depend on hidden cards (13.11.9), but effects do: which cards of a hidden hand an effect finds, and which
it plays. There the rules guess, and `follow` tries all possible guesses. The effects that follow, immediately or some
events later, show which guess was right.
"""

from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, cast

from msgspec import UNSET, Struct, structs

from rules.engine import (
    Drew,
    Effect,
    Frame,
    Picked,
    SeenEvent,
    Shuffled,
    Table,
    apply,
    legal_actions,
    redact,
    seats_to_act,
)
from rules.engine.frames import begin_match

from .. import actions as a
from .. import effects as e
from ..cards import (
    UNKNOWN,
    UNKNOWN_SITUATION,
    UNKNOWN_UNIT,
    Cards,
    Definition,
    Form,
)
from ..field import field_of
from ..frames import Frames
from ..main_step import MainStep
from ..options import Options
from ..places import EMERGENCY
from ..script.browsing import Browsing
from ..script.objects import hand_object, in_hand
from ..script.playing import Placing
from ..script.selectors import Choosing
from ..setup import JankenQuestion, MulliganQuestion, new_state, set_up
from ..state import Buried, State

UNNAMED = frozenset({UNKNOWN, UNKNOWN_UNIT, UNKNOWN_SITUATION})
MOST_WORLDS = 64
MOST_READINGS = 1000
"""The largest number of readings of one event to try."""


class World(Struct):
    """A possible world. `lost`: cards known to be in a seat's hidden places, but not where."""

    state: State
    frames: list[Frames]
    lost: list[list[str]]

    def clone(self) -> "World":
        frames = [frame.clone() for frame in self.frames]
        return World(self.state.clone(), frames, [self.lost[0][:], self.lost[1][:]])


class Echo:
    """Chance whose results the seat has seen. Shuffled cards are unknown."""

    def __init__(self, table: "FollowedTable") -> None:
        self.table = table

    def roll(self, sides: int) -> int:
        observed = self.table.next_observed()
        return observed.result if isinstance(observed, e.Rolled) else 1

    def below(self, n: int) -> int:
        observed = self.table.next_observed()
        return observed.result if isinstance(observed, Picked) else 0

    def shuffle(self, items: Iterable[str]) -> list[str]:
        cards = list(items)
        self.table.mixed = [card for card in cards if card not in UNNAMED]
        return [UNKNOWN] * len(cards)


class ContradictsObservation(Exception):
    """The rules had an effect that differs from the one that the seat saw, so a guess was wrong."""


class FollowedTable(Table[Any, Any]):
    """A table whose rules learn, at every effect, what the seat saw of it.

    `supposed`: each guess so far, with the number of possibilities. The first guesses come from `script`.
    """

    def __init__(
        self,
        rules: Any,
        options: Options,
        world: World,
        viewer: int,
        observed: Sequence[Effect],
        script: Sequence[int] = (),
    ) -> None:
        super().__init__(rules, options, world.state, Echo(self), cast(list[Frame], world.frames))
        self.cards = _followed(rules.cards)
        self.world, self.viewer, self.observed = world, viewer, observed
        self.mixed: list[str] = []
        self.script = script
        self.supposed: list[tuple[int, int]] = []
        self._agreed = 0

    def suppose(self, number: int) -> int:
        """Guess one of `number` possibilities. Raises ContradictsObservation if an earlier effect differs from the
        seat's.
        """
        if self._matching() < len(self.effects):
            raise ContradictsObservation
        at = len(self.supposed)
        chosen = self.script[at] if at < len(self.script) else 0
        self.supposed.append((chosen, number))
        return chosen

    def next_script(self) -> list[int] | None:
        """The guesses to try next; None if all were tried."""
        made = self.supposed[:]
        while made and made[-1][0] + 1 == made[-1][1]:
            made.pop()
        return [*(chosen for chosen, _ in made[:-1]), made[-1][0] + 1] if made else None

    def next_observed(self) -> Effect | None:
        """The next effect as the seat saw it."""
        at = len(self.effects)
        return self.observed[at] if at < len(self.observed) else None

    def tell(self, effect: Effect) -> None:
        """Effects after a difference teach nothing: they are wrong, or will be rolled back (10.9)."""
        observed = self.next_observed()
        if type(observed) is type(effect) and self._matching() == len(self.effects):
            if learn := _LEARN.get(type(effect)):
                learn(self, effect, observed)
            if _is_named_alike(effect, observed):
                effect = observed
        self.effects.append(effect)

    def agrees(self) -> bool:
        """Whether the effects are exactly those that the seat saw."""
        return self._matching() == len(self.effects) == len(self.observed)

    def _matching(self) -> int:
        """The number of effects, from the first on, that match those the seat saw."""
        effects, observed = self.effects, self.observed
        at, most = min(self._agreed, len(effects)), min(len(effects), len(observed))
        while at < most and redact(effects[at], self.viewer) == observed[at]:
            at += 1
        self._agreed = at
        return at

    def found(self, seat: int, slug: str) -> None:
        """A hidden card turned out to be this one."""
        if slug in self.world.lost[seat]:
            self.world.lost[seat].remove(slug)


@lru_cache(maxsize=16)
def _followed(cards: Cards) -> "FollowedCards":
    """Made once for a card set."""
    return FollowedCards(cards)


class FollowedCards(Cards):
    """The same cards, and some without a name. The rules guess what they can't know about such cards in a hand."""

    def __init__(self, cards: Cards) -> None:
        kinds = {UNKNOWN: "unknown", UNKNOWN_UNIT: "unit", UNKNOWN_SITUATION: "situation"}
        blanks = {
            slug: Definition(Form(slug, "stateless", cast(Any, kind), (), None, (), ())) for slug, kind in kinds.items()
        }
        super().__init__({**cards.by_slug, **blanks})

    def held(self, table: FollowedTable, seat: int, fits: Callable[[str], bool] | None) -> list[str]:
        """If some cards have no name, any number of them may fit, and which of the named ones are meant is unknown."""
        hand = table.state.seats[seat].hand
        unnamed = hand.count(UNKNOWN)
        named = [card for card in hand if card not in UNNAMED and (fits is None or fits(card))]
        if not unnamed:
            return named
        _forget(table, seat, named)
        return [UNKNOWN] * (len(named) + (unnamed if fits is None else table.suppose(unnamed + 1)))

    def identified(self, table: FollowedTable, thing: int | str) -> int | str:
        """Guess the card that is about to be played: its kind decides whether a square is asked for."""
        if not isinstance(thing, str) or hand_object(thing)[1] != UNKNOWN:
            return thing
        seat = hand_object(thing)[0]
        may_be = self._may_be(table, seat)
        slug = may_be[table.suppose(len(may_be))]
        hand = table.state.seats[seat].hand
        hand.remove(UNKNOWN)
        insort(hand, slug)
        if slug not in UNNAMED:
            table.found(seat, slug)
        return in_hand(seat, slug)

    def _may_be(self, table: FollowedTable, seat: int) -> tuple[str, ...]:
        """A used event is shown immediately. If no effect follows, a square is asked for."""
        match table.next_observed():
            case None:
                return (UNKNOWN_UNIT, UNKNOWN_SITUATION, UNKNOWN)
            case e.EventPlayed(card=card) | e.Cast(card=card, place=None):
                return (card, UNKNOWN)
        return (UNKNOWN,)


def _is_named_alike(effect: Effect, observed: Any) -> bool:
    """Whether an effect is the one that the seat saw, apart from names that were still unknown."""
    for name in effect.__struct_fields__:
        mine, other = getattr(effect, name), getattr(observed, name)
        if mine != other and name not in ("card", "cards", "order"):
            return False
        if name == "card" and mine != other and mine not in UNNAMED and other is not UNSET:
            return False
    return True


# What each effect reveals


def is_left_out(field: object) -> bool:
    """Whether the field was hidden from the seat."""
    return field is UNSET


def _learn_draw(table: FollowedTable, effect: Drew, observed: Drew) -> None:
    if is_left_out(observed.cards):
        return
    hand = table.state.seats[effect.seat].hand
    for mine, name in zip(effect.cards, observed.cards, strict=False):
        hand.remove(mine)
        insort(hand, name)


def _learn_burial(table: FollowedTable, effect: e.PutInGrave, observed: e.PutInGrave) -> None:
    grave = table.state.seats[effect.seat].grave
    if effect.card in UNNAMED:
        grave[-1] = Buried(grave[-1].id, observed.card)
        _learn_name(table, effect, observed)


def _learn_exile(table: FollowedTable, effect: e.Exiled, observed: e.Exiled) -> None:
    if effect.card in UNNAMED:
        table.state.seats[effect.seat].removed[-1] = observed.card
        _learn_name(table, effect, observed)


def _learn_name(table: FollowedTable, effect: e.PutInGrave | e.Exiled, observed: e.PutInGrave | e.Exiled) -> None:
    """An unknown card left with a name. If it came from a hand, it may be the card that was known there."""
    hand = table.state.seats[effect.seat].hand
    if effect.from_ == "hand" and observed.card in hand:
        hand.remove(observed.card)
        insort(hand, UNKNOWN)
    else:
        table.found(effect.seat, observed.card)


def _learn_return(table: FollowedTable, effect: e.Returned, observed: e.Returned) -> None:
    """A card that goes back face down is lost from sight."""
    own = table.state.seats[effect.seat]
    if not is_left_out(observed.card) or effect.card in UNNAMED:
        return
    table.world.lost[effect.seat].append(effect.card)
    if effect.to == "hand":
        own.hand.remove(effect.card)
        insort(own.hand, UNKNOWN)
    else:
        own.deck[0 if effect.to == "deck_top" else -1] = UNKNOWN


def _learn_shuffle(table: FollowedTable, effect: Shuffled, observed: Shuffled) -> None:
    if effect.seat is not None and effect.seat != table.viewer:
        table.world.lost[effect.seat] += table.mixed


def _learn_opening(table: FollowedTable, effect: e.Opened, observed: e.Opened) -> None:
    table.state.opened.cards[:] = observed.cards
    _find_all(table, effect, observed)


def _learn_looking(table: FollowedTable, effect: e.Looked, observed: e.Looked) -> None:
    if not is_left_out(observed.cards):
        table.state.looked.cards[:] = observed.cards
        _find_all(table, effect, observed)


def _find_all(table: FollowedTable, effect: e.Opened | e.Looked, observed: e.Opened | e.Looked) -> None:
    for mine, name in zip(effect.cards, observed.cards, strict=False):
        if mine in UNNAMED:
            table.found(effect.seat, name)


_LEARN: dict[type, Any] = {
    Drew: _learn_draw,
    e.PutInGrave: _learn_burial,
    e.Exiled: _learn_exile,
    e.Returned: _learn_return,
    Shuffled: _learn_shuffle,
    e.Opened: _learn_opening,
    e.Looked: _learn_looking,
}


# One event


def first_world(decks_of: int) -> World:
    """The world before the first event."""
    return World(new_state(None, None, [{"cards": {UNKNOWN: decks_of}}] * 2), [], [[], []])


def begin(rules: Any, options: Options, world: World, viewer: int, event: SeenEvent) -> Iterator[World]:
    """The world after the start of the match."""
    table = FollowedTable(rules, options, world.clone(), viewer, event.effects)
    set_up(table, ())
    begin_match(table)
    if table.agrees():
        yield _world_of(table)


def follow(rules: Any, options: Options, world: World, viewer: int, event: SeenEvent) -> Iterator[World]:
    """The possible worlds after an action: usually one, more while the identity of a hidden card matters."""
    script: list[int] | None = []
    for _ in range(MOST_READINGS):
        table = FollowedTable(rules, options, world.clone(), viewer, event.effects, script or ())
        if _is_followed(table, event):
            yield _world_of(table)
        script = table.next_script()
        if script is None:
            return


def _is_followed(table: FollowedTable, event: SeenEvent) -> bool:
    """Whether the action was legal on this table and the effects were those that the seat saw."""
    seat = cast(int, event.seat)
    if seat not in seats_to_act(table) or not _is_awaited(table, event.action):
        return False
    try:
        action = _ready(table, event)
        if not _is_hidden(event.action) and action not in legal_actions(table, seat):
            return False
        apply(table, seat, action)
    except ContradictsObservation:
        return False
    return table.agrees()


_ASKED_BY: dict[type, type | tuple[type, ...]] = {
    a.Janken: JankenQuestion,
    a.Mulligan: MulliganQuestion,
    a.SetEmergency: MainStep,
    a.Done: (Choosing, Browsing),
}
"""The type of an action that chooses something hidden -> the frames that ask for it."""


def _is_awaited(table: FollowedTable, action: Any) -> bool:
    """Whether the top frame asks for this kind of action."""
    if isinstance(action, a.Choose) and action.zone in ("hand", "looked"):
        return isinstance(table.frames[-1], Choosing if action.zone == "hand" else Browsing)
    return isinstance(table.frames[-1], _ASKED_BY.get(type(action), object))


def _is_hidden(action: Any) -> bool:
    """Whether the choices depend on hidden cards, or the choice itself is hidden."""
    if isinstance(action, a.Choose):
        return action.zone in ("hand", "looked") and action.card is UNSET
    return type(action) in _ASKED_BY


def _world_of(table: FollowedTable) -> World:
    """The world that results. The kind of a hidden card is marked only while the card is being played."""
    if not isinstance(table.frames[-1] if table.frames else None, Placing):
        for own in table.state.seats:
            own.hand[:] = sorted([UNKNOWN if card in UNNAMED else card for card in own.hand])
    table.world.state, table.world.frames = table.state, cast(list[Frames], table.frames)
    return table.world


# Preparing the table: cards that an action names or reveals must be where they come from


def _ready(table: FollowedTable, event: SeenEvent) -> Any:
    """The action as it is legal on this table."""
    action, seat = event.action, cast(int, event.seat)
    for effect in event.effects:
        if isinstance(effect, e.EmergencyRevealed):
            _name_emergency(table, effect.seat, effect.card)
    if seat == table.viewer:
        _ready_simultaneous(table, event)
        return action
    match action:
        case a.Janken() | a.Mulligan():
            _ready_simultaneous(table, event)
            return _simultaneous(table, event, seat)
        case a.Cast(card=card):
            _name_in_hand(table, seat, card)
        case a.TakeCommand(card=str(card)):
            _name_in_hand(table, seat, card)
        case a.SetEmergency():
            _forget_hand(table, seat)
            return a.SetEmergency(UNKNOWN)
        case a.Choose() if _is_hidden(action):
            return _ready_hidden_choice(table, event, action)
        case a.Choose(place=str()):
            _name_placed(table, event)
            return action
        case _:
            pass
    return action


def _name_emergency(table: FollowedTable, seat: int, slug: str) -> None:
    card = table.state.board[EMERGENCY[seat]]
    if card is not None and card.card in UNNAMED:
        field = field_of(table)
        field.put(EMERGENCY[seat], structs.replace(field.take(EMERGENCY[seat]), card=slug))
        table.found(seat, slug)


def _name_in_hand(table: FollowedTable, seat: int, slug: str) -> None:
    """Make sure that the hand has a card of this name."""
    hand = table.state.seats[seat].hand
    if slug not in hand and UNKNOWN in hand:
        hand.remove(UNKNOWN)
        insort(hand, slug)
        table.found(seat, slug)


def _forget(table: FollowedTable, seat: int, cards: Sequence[str]) -> None:
    """Forget where these cards of a hand are, as they may or may not be the selected ones."""
    table.world.lost[seat] += cards
    hand = table.state.seats[seat].hand
    for card in cards:
        hand.remove(card)
        insort(hand, UNKNOWN)


def _forget_hand(table: FollowedTable, seat: int) -> None:
    """An unnamed card leaves the hand, so it may be any of the known ones."""
    _forget(table, seat, [card for card in table.state.seats[seat].hand if card not in UNNAMED])


def _ready_hidden_choice(table: FollowedTable, event: SeenEvent, action: a.Choose) -> a.Choose:
    seat = cast(int, event.seat)
    if action.zone == "hand":
        if not cast(Choosing, table.frames[-1]).chosen:
            _forget_hand(table, seat)
        return structs.replace(action, card=UNKNOWN)
    took = next((effect.card for effect in event.effects if isinstance(effect, e.Took)), UNSET)
    cards = table.state.looked.cards
    if not isinstance(took, str):
        table.world.lost[seat] += [card for card in cards if card not in UNNAMED]
        cards[:] = [UNKNOWN] * len(cards)
        return structs.replace(action, card=UNKNOWN)
    if took not in cards:
        if UNKNOWN not in cards:
            raise ContradictsObservation
        cards[cards.index(UNKNOWN)] = took
        table.found(seat, took)
    return structs.replace(action, card=took)


def _name_placed(table: FollowedTable, event: SeenEvent) -> None:
    """A hidden card of the hand gets its square and thereby its name."""
    frame, seat = table.frames[-1], cast(int, event.seat)
    if not isinstance(frame, Placing) or frame.left[0] not in {in_hand(seat, slug) for slug in UNNAMED}:
        return
    names = [x.card for x in event.effects if isinstance(x, e.Cast | e.Entered | e.SituationPlaced)]
    if names and table.cards.by_slug[str(frame.left[0])[2:]].kind == table.cards.by_slug[names[0]].kind:
        hand = table.state.seats[seat].hand
        hand.remove(str(frame.left[0])[2:])
        insort(hand, names[0])
        frame.left[0] = in_hand(seat, names[0])
        table.found(seat, names[0])


def _ready_simultaneous(table: FollowedTable, event: SeenEvent) -> None:
    """When the second of two held choices is made, the first one, or its number of cards, is shown."""
    for seat, own in enumerate(table.state.seats):
        if own.pending is not None and seat != table.viewer:
            own.pending = _simultaneous(table, event, seat)


def _simultaneous(table: FollowedTable, event: SeenEvent, seat: int) -> a.Janken | a.Mulligan:
    for effect in event.effects:
        if isinstance(effect, e.JankenShown):
            return a.Janken(cast(a.Hand, effect.hands[seat]))
        if isinstance(effect, e.Mulliganed) and effect.seat == seat:
            return a.Mulligan((UNKNOWN,) * effect.count)
    return a.Janken("rock") if table.state.phase == "janken" else a.Mulligan(())
