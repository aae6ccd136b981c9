"""Following a match as one seat is shown it: a table of its own on which unseen cards are UNKNOWN.

The rules themselves are played on that table, action by action, and what they tell is laid beside what the seat was
shown: where the rules moved an unknown card and the seat was shown its name, the card gets the name. So half-done
effects, waiting effects and known cards in hidden places are followed without a second set of rules.

What is asked never depends on what is hidden (13.11.9), but what is done does: which cards of a hidden hand an effect
finds, and what it plays. There the rules suppose, and `follow` goes through all that may be supposed; what they then
tell, at once or some events later, says what was right.
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
"""So many ways to read one event are tried."""


class World(Struct):
    """What may be so. `lost`: cards known to be in a seat's hidden places, but not where."""

    state: State
    frames: list[Frames]
    lost: list[list[str]]

    def clone(self) -> "World":
        frames = [frame.clone() for frame in self.frames]
        return World(self.state.clone(), frames, [self.lost[0][:], self.lost[1][:]])


class Echo:
    """Chance that has fallen already: what the seat was shown of it. Shuffled cards are unknown."""

    def __init__(self, table: "FollowedTable") -> None:
        self.table = table

    def roll(self, sides: int) -> int:
        shown = self.table.shown_now()
        return shown.result if isinstance(shown, e.Rolled) else 1

    def below(self, n: int) -> int:
        shown = self.table.shown_now()
        return shown.result if isinstance(shown, Picked) else 0

    def shuffle(self, items: Iterable[str]) -> list[str]:
        cards = list(items)
        self.table.mixed = [card for card in cards if card not in UNNAMED]
        return [UNKNOWN] * len(cards)


class ContradictsObservation(Exception):
    """The rules have told something else than the seat was shown: what was supposed is wrong."""


class FollowedTable(Table[Any, Any]):
    """A table whose rules, at every effect that they tell, learn what the seat was shown.

    `supposed`: each supposition so far, and how many there were to choose from; the first ones are those of `script`.
    """

    def __init__(
        self,
        rules: Any,
        options: Options,
        world: World,
        viewer: int,
        shown: Sequence[Effect],
        script: Sequence[int] = (),
    ) -> None:
        super().__init__(rules, options, world.state, Echo(self), cast(list[Frame], world.frames))
        self.cards = _followed(rules.cards)
        self.world, self.viewer, self.shown = world, viewer, shown
        self.mixed: list[str] = []
        self.script = script
        self.supposed: list[tuple[int, int]] = []
        self._agreed = 0

    def suppose(self, number: int) -> int:
        """One of so many possibilities. Raises ContradictsObservation if the rules have gone wrong before."""
        if self._told_as_shown() < len(self.effects):
            raise ContradictsObservation
        at = len(self.supposed)
        chosen = self.script[at] if at < len(self.script) else 0
        self.supposed.append((chosen, number))
        return chosen

    def next_script(self) -> list[int] | None:
        """What to suppose next; None: everything was tried."""
        made = self.supposed[:]
        while made and made[-1][0] + 1 == made[-1][1]:
            made.pop()
        return [*(chosen for chosen, _ in made[:-1]), made[-1][0] + 1] if made else None

    def shown_now(self) -> Effect | None:
        """What the seat was shown at the place of the next effect."""
        at = len(self.effects)
        return self.shown[at] if at < len(self.shown) else None

    def tell(self, effect: Effect) -> None:
        """What is told after a difference teaches nothing: it is wrong, or going to be rolled back (10.9)."""
        shown = self.shown_now()
        if type(shown) is type(effect) and self._told_as_shown() == len(self.effects):
            if learn := _LEARN.get(type(effect)):
                learn(self, effect, shown)
            if _is_named_alike(effect, shown):
                effect = shown
        self.effects.append(effect)

    def agrees(self) -> bool:
        """Whether the rules told all that the seat was shown, and nothing else."""
        return self._told_as_shown() == len(self.effects) == len(self.shown)

    def _told_as_shown(self) -> int:
        """How many effects from the first on are as they were shown."""
        effects, shown = self.effects, self.shown
        at, most = min(self._agreed, len(effects)), min(len(effects), len(shown))
        while at < most and redact(effects[at], self.viewer) == shown[at]:
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
    """The same cards and some without a name; the rules suppose what they cannot know of those in a hand."""

    def __init__(self, cards: Cards) -> None:
        kinds = {UNKNOWN: "unknown", UNKNOWN_UNIT: "unit", UNKNOWN_SITUATION: "situation"}
        blanks = {
            slug: Definition(Form(slug, "stateless", cast(Any, kind), (), None, (), ())) for slug, kind in kinds.items()
        }
        super().__init__({**cards.by_slug, **blanks})

    def held(self, table: FollowedTable, seat: int, fits: Callable[[str], bool] | None) -> list[str]:
        """If some have no name, any number of those may fit; which of the named ones are meant is then not told."""
        hand = table.state.seats[seat].hand
        unnamed = hand.count(UNKNOWN)
        named = [card for card in hand if card not in UNNAMED and (fits is None or fits(card))]
        if not unnamed:
            return named
        _forget(table, seat, named)
        return [UNKNOWN] * (len(named) + (unnamed if fits is None else table.suppose(unnamed + 1)))

    def identified(self, table: FollowedTable, thing: int | str) -> int | str:
        """A card is going to be played: what it is decides whether a square is asked for."""
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
        """An event that is used is shown at once; if nothing more is shown, a square is asked for."""
        match table.shown_now():
            case None:
                return (UNKNOWN_UNIT, UNKNOWN_SITUATION, UNKNOWN)
            case e.EventPlayed(card=card) | e.Cast(card=card, place=None):
                return (card, UNKNOWN)
        return (UNKNOWN,)


def _is_named_alike(effect: Effect, shown: Any) -> bool:
    """Whether an effect is what was shown, but for names that were not known yet."""
    for name in effect.__struct_fields__:
        mine, other = getattr(effect, name), getattr(shown, name)
        if mine != other and name not in ("card", "cards", "order"):
            return False
        if name == "card" and mine != other and mine not in UNNAMED and other is not UNSET:
            return False
    return True


# What each effect teaches


def is_left_out(field: object) -> bool:
    """Whether the seat was not shown it."""
    return field is UNSET


def _learn_draw(table: FollowedTable, effect: Drew, shown: Drew) -> None:
    if is_left_out(shown.cards):
        return
    hand = table.state.seats[effect.seat].hand
    for mine, name in zip(effect.cards, shown.cards, strict=False):
        hand.remove(mine)
        insort(hand, name)


def _learn_burial(table: FollowedTable, effect: e.PutInGrave, shown: e.PutInGrave) -> None:
    grave = table.state.seats[effect.seat].grave
    if effect.card in UNNAMED:
        grave[-1] = Buried(grave[-1].id, shown.card)
        _learn_name(table, effect, shown)


def _learn_exile(table: FollowedTable, effect: e.Exiled, shown: e.Exiled) -> None:
    if effect.card in UNNAMED:
        table.state.seats[effect.seat].removed[-1] = shown.card
        _learn_name(table, effect, shown)


def _learn_name(table: FollowedTable, effect: e.PutInGrave | e.Exiled, shown: e.PutInGrave | e.Exiled) -> None:
    """An unknown card left with a name; from a hand it may be the very card that was known there."""
    hand = table.state.seats[effect.seat].hand
    if effect.from_ == "hand" and shown.card in hand:
        hand.remove(shown.card)
        insort(hand, UNKNOWN)
    else:
        table.found(effect.seat, shown.card)


def _learn_return(table: FollowedTable, effect: e.Returned, shown: e.Returned) -> None:
    """What goes back face down is lost from sight."""
    own = table.state.seats[effect.seat]
    if not is_left_out(shown.card) or effect.card in UNNAMED:
        return
    table.world.lost[effect.seat].append(effect.card)
    if effect.to == "hand":
        own.hand.remove(effect.card)
        insort(own.hand, UNKNOWN)
    else:
        own.deck[0 if effect.to == "deck_top" else -1] = UNKNOWN


def _learn_shuffle(table: FollowedTable, effect: Shuffled, shown: Shuffled) -> None:
    if effect.seat is not None and effect.seat != table.viewer:
        table.world.lost[effect.seat] += table.mixed


def _learn_opening(table: FollowedTable, effect: e.Opened, shown: e.Opened) -> None:
    table.state.opened.cards[:] = shown.cards
    _find_all(table, effect, shown)


def _learn_looking(table: FollowedTable, effect: e.Looked, shown: e.Looked) -> None:
    if not is_left_out(shown.cards):
        table.state.looked.cards[:] = shown.cards
        _find_all(table, effect, shown)


def _find_all(table: FollowedTable, effect: e.Opened | e.Looked, shown: e.Opened | e.Looked) -> None:
    for mine, name in zip(effect.cards, shown.cards, strict=False):
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
    """Before the first event."""
    return World(new_state(None, None, [{"cards": {UNKNOWN: decks_of}}] * 2), [], [[], []])


def begin(rules: Any, options: Options, world: World, viewer: int, shown: SeenEvent) -> Iterator[World]:
    """The start of the match."""
    table = FollowedTable(rules, options, world.clone(), viewer, shown.effects)
    set_up(table, ())
    begin_match(table)
    if table.agrees():
        yield _world_of(table)


def follow(rules: Any, options: Options, world: World, viewer: int, shown: SeenEvent) -> Iterator[World]:
    """The worlds that may be after an action: usually one, more while it matters what a hidden card is."""
    script: list[int] | None = []
    for _ in range(MOST_READINGS):
        table = FollowedTable(rules, options, world.clone(), viewer, shown.effects, script or ())
        if _is_followed(table, shown):
            yield _world_of(table)
        script = table.next_script()
        if script is None:
            return


def _is_followed(table: FollowedTable, shown: SeenEvent) -> bool:
    """Whether the action could be taken on this table, and the rules then told what the seat was shown."""
    seat = cast(int, shown.seat)
    if seat not in seats_to_act(table) or not _is_awaited(table, shown.action):
        return False
    try:
        action = _ready(table, shown)
        if not _is_hidden(shown.action) and action not in legal_actions(table, seat):
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
"""What is said where something hidden is chosen, and by which rules it is asked for."""


def _is_awaited(table: FollowedTable, action: Any) -> bool:
    """Whether this kind of answer is asked for."""
    if isinstance(action, a.Choose) and action.zone in ("hand", "looked"):
        return isinstance(table.frames[-1], Choosing if action.zone == "hand" else Browsing)
    return isinstance(table.frames[-1], _ASKED_BY.get(type(action), object))


def _is_hidden(action: Any) -> bool:
    """Whether what may be chosen depends on hidden cards, or what was chosen is not shown."""
    if isinstance(action, a.Choose):
        return action.zone in ("hand", "looked") and action.card is UNSET
    return type(action) in _ASKED_BY


def _world_of(table: FollowedTable) -> World:
    """What became of the table; a hidden card is marked while it is being played, and never else."""
    if not isinstance(table.frames[-1] if table.frames else None, Placing):
        for own in table.state.seats:
            own.hand[:] = sorted([UNKNOWN if card in UNNAMED else card for card in own.hand])
    table.world.state, table.world.frames = table.state, cast(list[Frames], table.frames)
    return table.world


# Making the table ready: what an action names or brings to light must be where it comes from


def _ready(table: FollowedTable, shown: SeenEvent) -> Any:
    """The action as it can be taken on this table."""
    action, seat = shown.action, cast(int, shown.seat)
    for effect in shown.effects:
        if isinstance(effect, e.EmergencyRevealed):
            _name_emergency(table, effect.seat, effect.card)
    if seat == table.viewer:
        _ready_simultaneous(table, shown)
        return action
    match action:
        case a.Janken() | a.Mulligan():
            _ready_simultaneous(table, shown)
            return _simultaneous(table, shown, seat)
        case a.Cast(card=card):
            _name_in_hand(table, seat, card)
        case a.TakeCommand(card=str(card)):
            _name_in_hand(table, seat, card)
        case a.SetEmergency():
            _forget_hand(table, seat)
            return a.SetEmergency(UNKNOWN)
        case a.Choose() if _is_hidden(action):
            return _ready_hidden_choice(table, shown, action)
        case a.Choose(place=str()):
            _name_placed(table, shown)
            return action
        case _:
            pass
    return action


def _name_emergency(table: FollowedTable, seat: int, slug: str) -> None:
    card = table.state.board[EMERGENCY[seat]]
    if card is not None and card.card in UNNAMED:
        card.card = slug
        table.found(seat, slug)


def _name_in_hand(table: FollowedTable, seat: int, slug: str) -> None:
    """A card of this name is in the hand."""
    hand = table.state.seats[seat].hand
    if slug not in hand and UNKNOWN in hand:
        hand.remove(UNKNOWN)
        insort(hand, slug)
        table.found(seat, slug)


def _forget(table: FollowedTable, seat: int, cards: Sequence[str]) -> None:
    """These cards of a hand may or may not be the ones that are taken hold of: where they are, is lost."""
    table.world.lost[seat] += cards
    hand = table.state.seats[seat].hand
    for card in cards:
        hand.remove(card)
        insort(hand, UNKNOWN)


def _forget_hand(table: FollowedTable, seat: int) -> None:
    """A card leaves the hand unnamed: it may be any of those known."""
    _forget(table, seat, [card for card in table.state.seats[seat].hand if card not in UNNAMED])


def _ready_hidden_choice(table: FollowedTable, shown: SeenEvent, action: a.Choose) -> a.Choose:
    seat = cast(int, shown.seat)
    if action.zone == "hand":
        if not cast(Choosing, table.frames[-1]).chosen:
            _forget_hand(table, seat)
        return structs.replace(action, card=UNKNOWN)
    took = next((effect.card for effect in shown.effects if isinstance(effect, e.Took)), UNSET)
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


def _name_placed(table: FollowedTable, shown: SeenEvent) -> None:
    """A hidden card of the hand gets its square, and with it its name."""
    frame, seat = table.frames[-1], cast(int, shown.seat)
    if not isinstance(frame, Placing) or frame.left[0] not in {in_hand(seat, slug) for slug in UNNAMED}:
        return
    names = [x.card for x in shown.effects if isinstance(x, e.Cast | e.Entered | e.SituationPlaced)]
    if names and table.cards.by_slug[str(frame.left[0])[2:]].kind == table.cards.by_slug[names[0]].kind:
        hand = table.state.seats[seat].hand
        hand.remove(str(frame.left[0])[2:])
        insort(hand, names[0])
        frame.left[0] = in_hand(seat, names[0])
        table.found(seat, names[0])


def _ready_simultaneous(table: FollowedTable, shown: SeenEvent) -> None:
    """When the second of two held choices is in, the first is shown, or its number is."""
    for seat, own in enumerate(table.state.seats):
        if own.pending is not None and seat != table.viewer:
            own.pending = _simultaneous(table, shown, seat)


def _simultaneous(table: FollowedTable, shown: SeenEvent, seat: int) -> a.Janken | a.Mulligan:
    for effect in shown.effects:
        if isinstance(effect, e.JankenShown):
            return a.Janken(cast(a.Hand, effect.hands[seat]))
        if isinstance(effect, e.Mulliganed) and effect.seat == seat:
            return a.Mulligan((UNKNOWN,) * effect.count)
    return a.Janken("rock") if table.state.phase == "janken" else a.Mulligan(())
