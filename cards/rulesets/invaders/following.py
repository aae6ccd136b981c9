"""Following a match as one seat is shown it: a table of its own on which unseen cards are UNKNOWN.

The rules themselves are played on that table, action by action, and what they tell is laid beside what the seat was
shown: where the rules moved an unknown card and the seat was shown its name, the card gets the name. So half-done
effects, waiting effects and known cards in hidden places are followed without a second set of rules. That works
because nothing that is public ever depends on what is hidden (13.11.9).
"""

from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from msgspec import UNSET, Struct, structs

from cards.engine import (
    Drew,
    Effect,
    Frame,
    Picked,
    Shown,
    Shuffled,
    Table,
    apply,
    asked,
    legal_actions,
    redact,
)
from cards.engine.frames import begin_match
from cards.rulesets.invaders import actions as a
from cards.rulesets.invaders import effects as e
from cards.rulesets.invaders.cards import UNKNOWN, UNKNOWN_SITUATION, UNKNOWN_UNIT
from cards.rulesets.invaders.frames import AnyFrame
from cards.rulesets.invaders.options import Options
from cards.rulesets.invaders.places import EMERGENCY
from cards.rulesets.invaders.script.browsing import Browsing
from cards.rulesets.invaders.script.connectives import Operating
from cards.rulesets.invaders.script.objects import in_hand
from cards.rulesets.invaders.script.playing import Placing
from cards.rulesets.invaders.script.selectors import Choosing
from cards.rulesets.invaders.script.vocabulary import Play
from cards.rulesets.invaders.setup import new_state, set_up
from cards.rulesets.invaders.state import Buried, State

UNNAMED = frozenset({UNKNOWN, UNKNOWN_UNIT, UNKNOWN_SITUATION})
MOST_WORLDS = 8
WHAT_IT_MAY_BE = (UNKNOWN_UNIT, UNKNOWN_SITUATION, UNKNOWN)
"""What a hidden card that is going to be played may be: it decides whether a square is asked for."""


class World(Struct):
    """What may be so. `lost`: cards known to be in a seat's hidden places, but not where."""

    state: State
    frames: list[AnyFrame]
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


class FollowedTable(Table[Any, Any]):
    """A table whose rules, at every effect that they tell, learn what the seat was shown."""

    def __init__(self, rules: Any, options: Options, world: World, viewer: int, shown: Sequence[Effect]) -> None:
        super().__init__(rules, options, world.state, Echo(self), cast(list[Frame], world.frames))
        self.cards = rules.followed_cards
        self.world, self.viewer, self.shown = world, viewer, shown
        self.mixed: list[str] = []

    def shown_now(self) -> Effect | None:
        """What the seat was shown at the place of the next effect."""
        at = len(self.effects)
        return self.shown[at] if at < len(self.shown) else None

    def tell(self, effect: Effect) -> None:
        shown = self.shown_now()
        if type(shown) is type(effect):
            if learn := _LEARN.get(type(effect)):
                learn(self, effect, shown)
            if _is_named_alike(effect, shown):
                effect = shown
        self.effects.append(effect)

    def agrees(self) -> bool:
        """Whether the rules told all that the seat was shown, and nothing else."""
        if len(self.effects) != len(self.shown):
            return False
        return all(redact(effect, self.viewer) == shown for effect, shown in zip(self.effects, self.shown, strict=True))

    def found(self, seat: int, slug: str) -> None:
        """A hidden card turned out to be this one."""
        if slug in self.world.lost[seat]:
            self.world.lost[seat].remove(slug)


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
    return World(new_state([{"cards": {UNKNOWN: decks_of}}] * 2), [], [[], []])


def begin(rules: Any, options: Options, world: World, viewer: int, shown: Shown) -> Iterator[World]:
    """The start of the match."""
    table = FollowedTable(rules, options, world.clone(), viewer, shown.effects)
    set_up(table)
    begin_match(table)
    if table.agrees():
        yield _world_of(table)


def follow(rules: Any, options: Options, world: World, viewer: int, shown: Shown) -> Iterator[World]:
    """The worlds that may be after an action: usually one, more while it matters what a hidden card is."""
    for may_be in _readings(rules, options, world, shown):
        table = FollowedTable(rules, options, world.clone(), viewer, shown.effects)
        action = _ready(table, shown, may_be)
        if action is None or shown.seat not in asked(table) or not _fits(table, shown, action):
            continue
        apply(table, cast(int, shown.seat), action)
        if table.agrees():
            yield _world_of(table)


def _fits(table: FollowedTable, shown: Shown, action: Any) -> bool:
    """Whether the action can be taken on this table, as far as what is hidden lets one tell."""
    if isinstance(action, a.Janken | a.Mulligan | a.SetEmergency):
        return True
    if isinstance(shown.action, a.Choose) and _is_hidden(shown.action):
        return isinstance(table.frames[-1], Choosing | Browsing)
    return action == a.DONE or action in legal_actions(table, cast(int, shown.seat))


def _world_of(table: FollowedTable) -> World:
    """What became of the table; once no rule holds a hidden card any more, it does not matter what it may be."""
    if not any(isinstance(frame, Choosing | Operating | Placing) for frame in table.frames):
        for own in table.state.seats:
            own.hand[:] = sorted(UNKNOWN if card in UNNAMED else card for card in own.hand)
    table.world.state, table.world.frames = table.state, cast(list[AnyFrame], table.frames)
    return table.world


def _readings(rules: Any, options: Options, world: World, shown: Shown) -> tuple[str, ...]:
    """What a card that the other seat chose in its hand may be, as far as it matters."""
    action, frame = shown.action, world.frames[-1]
    if not isinstance(action, a.Choose) or not _is_hidden(action) or not isinstance(frame, Choosing):
        return (UNKNOWN,)
    clause = rules.followed_cards.by_slug[frame.source.card].text[frame.number]
    if not isinstance(clause, Play):
        return (UNKNOWN,)
    played = tuple(effect.card for effect in shown.effects if isinstance(effect, e.EventPlayed | e.Cast))
    return (*dict.fromkeys(played), *WHAT_IT_MAY_BE)


def _is_hidden(action: a.Choose) -> bool:
    return action.zone in ("hand", "looked") and action.card is UNSET


# Making the table ready: what an action names or brings to light must be where it comes from


def _ready(table: FollowedTable, shown: Shown, may_be: str) -> Any:
    """The action as it can be taken on this table; None: it cannot be taken in this world."""
    action, seat = shown.action, cast(int, shown.seat)
    for effect in shown.effects:
        if isinstance(effect, e.EmergencyRevealed):
            _name_emergency(table, effect.seat, effect.card)
    if seat == table.viewer:
        _ready_simultaneous(table, shown)
        _name_leaving_hands(table, shown)
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
            return _ready_hidden_choice(table, shown, action, may_be)
        case a.Choose(place=str()):
            _name_placed(table, shown)
            return action
        case _:
            pass
    _name_leaving_hands(table, shown)
    return action


def _name_emergency(table: FollowedTable, seat: int, slug: str) -> None:
    card = table.state.board[EMERGENCY[seat]]
    if card is not None and card.card in UNNAMED:
        card.card = slug
        table.found(seat, slug)


def _name_in_hand(table: FollowedTable, seat: int, slug: str, number: int = 1) -> None:
    """So many cards of this name are in the hand."""
    hand = table.state.seats[seat].hand
    while hand.count(slug) < number and UNKNOWN in hand:
        hand.remove(UNKNOWN)
        insort(hand, slug)
        table.found(seat, slug)


def _forget_hand(table: FollowedTable, seat: int) -> None:
    """A card leaves the hand unnamed: it may be any of those known."""
    own = table.state.seats[seat]
    table.world.lost[seat] += [card for card in own.hand if card not in UNNAMED]
    own.hand[:] = [UNKNOWN] * len(own.hand)


def _name_leaving_hands(table: FollowedTable, shown: Shown) -> None:
    """What an effect takes from the whole hand is shown by name."""
    names = [(x.seat, x.card) for x in shown.effects if isinstance(x, e.PutInGrave | e.Exiled) and x.from_ == "hand"]
    for seat, slug in names:
        if seat != table.viewer:
            _name_in_hand(table, seat, slug, names.count((seat, slug)))


def _ready_hidden_choice(table: FollowedTable, shown: Shown, action: a.Choose, may_be: str) -> a.Choose:
    seat = cast(int, shown.seat)
    if action.zone == "hand":
        chosen = cast(Choosing, table.frames[-1]).chosen
        if not chosen:
            _forget_hand(table, seat)
        hand = table.state.seats[seat].hand
        if may_be != UNKNOWN and UNKNOWN in hand:
            hand.remove(UNKNOWN)
            insort(hand, may_be)
        return structs.replace(action, card=may_be)
    took = [effect.card for effect in shown.effects if isinstance(effect, e.Took)]
    slug = took[0] if took and not is_left_out(took[0]) else UNKNOWN
    cards = table.state.looked.cards
    if slug not in cards:
        if slug == UNKNOWN:
            table.world.lost[seat] += cards
            cards[:] = [UNKNOWN] * len(cards)
        else:
            cards[cards.index(UNKNOWN)] = slug
            table.found(seat, slug)
    return structs.replace(action, card=slug)


def _name_placed(table: FollowedTable, shown: Shown) -> None:
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


def _ready_simultaneous(table: FollowedTable, shown: Shown) -> None:
    """When the second of two held choices is in, the first is shown, or its number is."""
    for seat, own in enumerate(table.state.seats):
        if own.pending is not None and seat != table.viewer:
            own.pending = _simultaneous(table, shown, seat)


def _simultaneous(table: FollowedTable, shown: Shown, seat: int) -> a.Janken | a.Mulligan:
    for effect in shown.effects:
        if isinstance(effect, e.JankenShown):
            return a.Janken(cast(a.Hand, effect.hands[seat]))
        if isinstance(effect, e.Mulliganed) and effect.seat == seat:
            return a.Mulligan((UNKNOWN,) * effect.count)
    return a.Janken("rock") if table.state.phase == "janken" else a.Mulligan(())
