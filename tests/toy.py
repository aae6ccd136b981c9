"""Raid: a small game that uses everything the engine can do, for tests of the engine and the bots.

Each turn the active seat draws a card and may raid with one. The next enemy may block it with a card at least as
strong. The raider may counter the block with a stronger card, and then the enemy may block again. A raid that is not
stopped scores its strength, and one more if a die shows six. The first seat to reach the goal wins. If nothing is left
to play, the seat with the higher score wins.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from rules.engine import (
    ACTOR,
    AUDIT,
    OWNER,
    PUBLIC,
    SEAT,
    Action,
    CardSlug,
    CardUse,
    Chance,
    Deck,
    Drew,
    Effect,
    Evaluation,
    Frame,
    GameDefinition,
    GameState,
    MatchEnded,
    Outcome,
    Pass,
    Picked,
    Problem,
    Prompt,
    Question,
    Revelation,
    Rolled,
    Ruleset,
    Seat,
    SeenEvent,
    Shuffled,
    Table,
    TurnStarted,
    View,
    Viewer,
    Zone,
    closed_zone,
    hand_zone,
    open_zone,
)
from rules.engine.board import (
    Board,
    BoardDefinition,
    Face,
    Fact,
    Facts,
    Part,
    Piece,
    Pile,
    Row,
    Score,
    Touch,
    moved,
    moved_one,
    no_place,
    nothing_moved,
    nothing_touched,
)

HAND = 4
LAST_TURN = 60


class RaidOptions(Struct, frozen=True, forbid_unknown_fields=True):
    seats: Literal[2, 4] = 2
    goal: int = 15


# Actions and effects


class Keep(Action, frozen=True):
    keep: Annotated[bool | UnsetType, ACTOR]


class Attack(Action, frozen=True):
    card: Annotated[CardSlug, PUBLIC]


class Block(Action, frozen=True):
    card: Annotated[CardSlug, PUBLIC]


class Counteract(Action, frozen=True):
    card: Annotated[CardSlug, PUBLIC]


class Mulliganed(Effect, frozen=True):
    seat: Seat


class Played(Effect, frozen=True):
    seat: Seat
    card: Annotated[CardSlug, PUBLIC]


class RaidStopped(Effect, frozen=True):
    seat: Seat


class BlockNegated(Effect, frozen=True):
    seat: Seat


class Gained(Effect, frozen=True):
    team: int
    points: int


class MulliganPrompt(Prompt, frozen=True):
    pass


class AttackPrompt(Prompt, frozen=True):
    pass


class BlockPrompt(Prompt, frozen=True):
    strength: int


class CounterPrompt(Prompt, frozen=True):
    strength: int


# State


class RaidState(GameState):
    points: list[int]
    hands: list[list[str]]
    decks: list[list[str]]
    discards: list[list[str]]

    def clone(self) -> "RaidState":
        return RaidState(
            self.turn,
            self.points[:],
            [cards[:] for cards in self.hands],
            [cards[:] for cards in self.decks],
            [cards[:] for cards in self.discards],
        )


RaidTable = Table[RaidState, Mapping[str, int]]


def draw(table: RaidTable, seat: Seat, count: int) -> None:
    deck = table.state.decks[seat]
    drawn = [deck.pop(0) for _ in range(min(count, len(deck)))]
    table.state.hands[seat].extend(drawn)
    table.tell(Drew(seat, len(drawn), tuple(drawn)))


def play_card(table: RaidTable, seat: Seat, card: str) -> None:
    table.state.hands[seat].remove(card)
    table.state.discards[seat].append(card)
    table.tell(Played(seat, card))


def gain(table: RaidTable, seat: Seat, points: int) -> None:
    team = table.rules.team(table.options, seat)
    table.state.points[team] += points
    table.tell(Gained(team, points))
    if table.state.points[team] >= table.options.goal:
        finish(table, "goal")


def finish(table: RaidTable, reason: str) -> None:
    points = table.state.points
    seats = range(table.options.seats)
    winners = tuple(seat for seat in seats if points[seat % 2] > points[1 - seat % 2])
    table.finish(Outcome(winners, reason, table.rules.scores(table)))


# The frames, in the order of play


class Mulligan(Question):
    """All seats decide at once whether to keep their hands, without seeing the other choices."""

    kept: list[bool | None]

    def clone(self) -> "Mulligan":
        return Mulligan(self.kept[:])

    def proceed(self, table: RaidTable) -> bool:
        if None in self.kept:
            return True
        table.end(self)
        for seat, kept in enumerate(self.kept):
            if not kept:
                self._redraw(table, seat)
        first = table.chance.below(2)
        table.tell(Picked("first_seat", 2, first))
        table.begin(Turns(first))
        return False

    def _redraw(self, table: RaidTable, seat: Seat) -> None:
        state = table.state
        table.tell(Mulliganed(seat))
        state.decks[seat] = table.chance.shuffle(state.decks[seat] + state.hands[seat])
        state.hands[seat].clear()
        table.tell(Shuffled(seat, "deck", tuple(state.decks[seat])))
        draw(table, seat, HAND)

    def asks(self, table: RaidTable) -> list[Seat]:
        return [seat for seat, kept in enumerate(self.kept) if kept is None]

    def choices(self, table: RaidTable, seat: Seat) -> list[Any]:
        return [Keep(True), Keep(False)]

    def answer(self, table: RaidTable, seat: Seat, action: Keep) -> None:
        self.kept[seat] = bool(action.keep)

    def prompt(self, table: RaidTable, seat: Seat) -> MulliganPrompt:
        return MulliganPrompt(seat)


class Turns(Frame):
    """Begin turns until nothing is left to play."""

    next: Seat

    def proceed(self, table: RaidTable) -> bool:
        state = table.state
        if state.turn == LAST_TURN or not (any(state.hands) or any(state.decks)):
            finish(table, "exhausted")
        seat = self.next
        self.next = (seat + 1) % table.options.seats
        state.turn += 1
        table.tell(TurnStarted(seat, state.turn))
        draw(table, seat, 1)
        table.begin(AttackChoice(seat))
        return False


class AttackChoice(Question):
    seat: Seat

    def proceed(self, table: RaidTable) -> bool:
        if table.state.hands[self.seat]:
            return True
        table.end(self)
        return False

    def choices(self, table: RaidTable, seat: Seat) -> list[Any]:
        return [Pass(), *(Attack(card) for card in sorted(set(table.state.hands[seat])))]

    def answer(self, table: RaidTable, seat: Seat, action: Attack | Pass) -> None:
        table.end(self)
        if isinstance(action, Pass):
            return
        play_card(table, seat, action.card)
        defender = (seat + 1) % table.options.seats
        table.begin(BlockWindow(defender, table.cards[action.card]), Raid(seat, table.cards[action.card]))

    def prompt(self, table: RaidTable, seat: Seat) -> AttackPrompt:
        return AttackPrompt(seat)


class Raid(Frame):
    """A raid, which scores unless it is stopped."""

    seat: Seat
    strength: int
    stopped: bool = False

    def proceed(self, table: RaidTable) -> bool:
        table.end(self)
        if self.stopped:
            table.tell(RaidStopped(self.seat))
            return False
        die = table.chance.roll(6)
        table.tell(Rolled(6, die))
        gain(table, self.seat, self.strength + (die == 6))
        return False


class BlockWindow(Question):
    """The defender may block. After a negated block they may try another one."""

    seat: Seat
    strength: int

    def proceed(self, table: RaidTable) -> bool:
        if table.state.hands[self.seat]:
            return True
        table.end(self)
        return False

    def choices(self, table: RaidTable, seat: Seat) -> list[Any]:
        strong = {card for card in table.state.hands[seat] if table.cards[card] >= self.strength}
        return [Pass(), *(Block(card) for card in sorted(strong))]

    def answer(self, table: RaidTable, seat: Seat, action: Block | Pass) -> None:
        if isinstance(action, Pass):
            table.end(self)
            return
        play_card(table, seat, action.card)
        raider = (seat - 1) % table.options.seats
        strength = table.cards[action.card]
        table.begin(CounterWindow(raider, strength), Shield(seat, strength))

    def prompt(self, table: RaidTable, seat: Seat) -> BlockPrompt:
        return BlockPrompt(seat, self.strength)


class Shield(Frame):
    """A block. Unless it is negated, it ends its window and stops the raid below."""

    seat: Seat
    strength: int
    negated: bool = False

    def proceed(self, table: RaidTable) -> bool:
        table.end(self)
        if self.negated:
            table.tell(BlockNegated(self.seat))
            return False
        table.end(table.frames[-1])
        raid = table.frames[-1]
        assert isinstance(raid, Raid)
        raid.stopped = True
        return False


class CounterWindow(Question):
    """The raider may counter a block."""

    seat: Seat
    strength: int

    def proceed(self, table: RaidTable) -> bool:
        if table.state.hands[self.seat]:
            return True
        table.end(self)
        return False

    def choices(self, table: RaidTable, seat: Seat) -> list[Any]:
        strong = {card for card in table.state.hands[seat] if table.cards[card] > self.strength}
        return [Pass(), *(Counteract(card) for card in sorted(strong))]

    def answer(self, table: RaidTable, seat: Seat, action: Counteract | Pass) -> None:
        table.end(self)
        if isinstance(action, Pass):
            return
        play_card(table, seat, action.card)
        shield = table.frames[-1]
        assert isinstance(shield, Shield)
        shield.negated = True

    def prompt(self, table: RaidTable, seat: Seat) -> CounterPrompt:
        return CounterPrompt(seat, self.strength)


# Views


class SeatView(Struct, frozen=True):
    hand: Annotated[Zone, OWNER]
    deck: Annotated[Zone, AUDIT]
    discard: Annotated[Zone, PUBLIC]
    answered: bool
    kept: Annotated[bool | UnsetType | None, OWNER] = UNSET


class RaidView(Struct, frozen=True):
    points: tuple[int, ...]
    next: Seat | None
    raid: Raid | None
    seats: tuple[SeatView, ...]


REVELATIONS = (
    Revelation(Drew, "a drawn card is for its seat", ("cards",), to=SEAT),
    Revelation(Mulliganed, "who puts his hand back is shown when all have chosen"),
    Revelation(Mulliganed, "who puts his hand back is shown when all have chosen", ("seat",), steers=True),
)


CARD_USES = (
    CardUse(Drew, "a drawn card is in the hand", ("seen",), "cards"),
    CardUse(Played, "a raid, a block or a counter", ("played",)),
)


class RaidMemory(Struct):
    deck: dict[str, int]


def read_cards(card_set: Mapping[str, Any]) -> Mapping[str, int]:
    return {card["slug"]: card["strength"] for card in card_set["cards"]}


def check_deck(cards: Mapping[str, int], options: RaidOptions, deck: Deck, seat: Seat) -> list[Problem]:
    unknown = sorted(set(deck["cards"]) - set(cards))
    if unknown:
        return [{"code": "unknown_card", "seat": seat, "card": card} for card in unknown]
    return [] if sum(deck["cards"].values()) >= HAND else [{"code": "too_few_cards", "seat": seat}]


def seats(options: RaidOptions) -> int:
    return options.seats


def team(options: RaidOptions, seat: Seat) -> int:
    return seat % 2


def has_teams(options: RaidOptions) -> bool:
    return options.seats == 4


def new_state(cards: Any, options: RaidOptions, decks: Sequence[Deck]) -> RaidState:
    piles = [list(Counter(deck["cards"]).elements()) for deck in decks]
    return RaidState(0, [0, 0], [[] for _ in decks], piles, [[] for _ in decks])


def set_up(table: RaidTable, decks: Sequence[Deck]) -> None:
    for seat in range(table.options.seats):
        table.state.decks[seat] = table.chance.shuffle(table.state.decks[seat])
        table.tell(Shuffled(seat, "deck", tuple(table.state.decks[seat])))
        draw(table, seat, HAND)
    table.begin(Mulligan([None] * table.options.seats))


def game(table: RaidTable, viewer: Viewer) -> RaidView:
    state, frames = table.state, table.frames
    kept = next((frame.kept for frame in frames if isinstance(frame, Mulligan)), None)
    return RaidView(
        tuple(state.points),
        next((frame.next for frame in frames if isinstance(frame, Turns)), None),
        next((frame.clone() for frame in frames if isinstance(frame, Raid)), None),
        tuple(_seat_view(state, seat, kept, viewer) for seat in range(table.options.seats)),
    )


def _seat_view(state: RaidState, seat: Seat, kept: list[bool | None] | None, viewer: Viewer) -> SeatView:
    deck = state.decks[seat]
    return SeatView(
        hand_zone(state.hands[seat], seen=viewer in (seat, "audit")),
        open_zone(deck) if viewer == "audit" else closed_zone(len(deck)),
        open_zone(state.discards[seat]),
        kept is not None and kept[seat] is not None,
        kept[seat] if kept is not None and viewer in (seat, "audit") else UNSET,
    )


def scores(table: RaidTable) -> dict[str, Any]:
    return {"points": list(table.state.points)}


def redeal(table: RaidTable, seat: Seat, chance: Chance) -> None:
    state = table.state
    for other in range(table.options.seats):
        held = len(state.hands[other]) if other != seat else 0
        hidden = chance.shuffle(state.decks[other] + (state.hands[other] if held else []))
        state.decks[other] = hidden[held:]
        if held:
            state.hands[other] = hidden[:held]
    for frame in table.frames:
        if isinstance(frame, Mulligan):
            for other, kept in enumerate(frame.kept):
                if other != seat and kept is not None:
                    frame.kept[other] = bool(chance.below(2))


def new_memory(options: RaidOptions, seat: Seat, deck: Deck) -> RaidMemory:
    return RaidMemory(dict(deck["cards"]))


def update_memory(rules: Ruleset, memory: RaidMemory, event: SeenEvent) -> None:
    pass


def determinize(rules: Ruleset, view: View, seat: Seat, memory: RaidMemory, chance: Chance) -> RaidTable:
    game: RaidView = view.game
    discards = [list(shown.discard.cards or ()) for shown in game.seats]
    state = RaidState(view.turn, list(game.points), [], [], discards)
    for other, shown in enumerate(game.seats):
        hidden = _hidden(rules, shown, memory.deck if other == seat else None, chance)
        held = list(shown.hand.cards) if shown.hand.cards is not None else hidden[: shown.hand.count]
        state.hands.append(held)
        state.decks.append(hidden[len(hidden) - shown.deck.count :])
    return Table(rules, view.options, state, chance, _frames(view, seat, chance))


def _hidden(rules: Ruleset, shown: SeatView, deck: Mapping[str, int] | None, chance: Chance) -> list[str]:
    """The unseen cards of a seat, from its deck list, or from a possible one if the list is unknown."""
    count = shown.deck.count + (shown.hand.count if shown.hand.cards is None else 0)
    seen = Counter(shown.discard.cards or ()) + Counter(shown.hand.cards or ())
    if deck is None:
        starters = [starter.cards for starter in rules.starter_decks if not seen - Counter(starter.cards)]
        deck = starters[chance.below(len(starters))] if starters else dict.fromkeys(rules.cards, 4)
    unseen = chance.shuffle((Counter(deck) - seen).elements()) + sorted(rules.cards) * count
    return unseen[:count]


def _frames(view: View, seat: Seat, chance: Chance) -> list[Frame]:
    game: RaidView = view.game
    if game.next is None:
        guesses = [bool(chance.below(2)) if shown.answered else None for shown in game.seats]
        return [Mulligan([guess if other != seat else None for other, guess in enumerate(guesses)])]
    frames: list[Frame] = [Turns(game.next)]
    prompt = view.prompts[0]
    if isinstance(prompt, AttackPrompt):
        return [*frames, AttackChoice(prompt.seat)]
    assert game.raid is not None
    defender = (game.raid.seat + 1) % view.options.seats
    frames += [game.raid.clone(), BlockWindow(defender, game.raid.strength)]
    if isinstance(prompt, CounterPrompt):
        frames += [Shield(defender, prompt.strength), CounterWindow(prompt.seat, prompt.strength)]
    return frames


class RaidEvaluation(Evaluation):
    horizon = 6

    def value(self, table: RaidTable, seat: Seat) -> float:
        options, state = table.options, table.state
        mine = seat % 2
        held = [0, 0]
        for other in range(options.seats):
            held[other % 2] += sum(table.cards[card] for card in state.hands[other])
        lead = state.points[mine] - state.points[1 - mine] + 0.4 * (held[mine] - held[1 - mine])
        return lead / (2 * options.goal)

    def reply(self, table: RaidTable, seat: Seat, choices: list[Any]) -> Action:
        """Raid with the strongest card. Block and counter with the weakest card that suffices."""
        strengths = [table.cards.get(getattr(choice, "card", ""), 0) for choice in choices]
        if isinstance(choices[-1], Attack):
            return choices[strengths.index(max(strengths))]
        return choices[1 if len(choices) > 1 else 0]

    def is_quiet(self, table: RaidTable) -> bool:
        return not table.frames or not isinstance(table.frames[-1], (BlockWindow, CounterWindow))


EVALUATION = RaidEvaluation()


# Boards


def board(view: View, near: Seat) -> Board:
    game: RaidView = view.game
    raid = [] if game.raid is None else list(msgspec.to_builtins(game.raid).items())
    facts = (Fact("turn", view.turn), Fact("next", game.next), *(Fact(name, value) for name, value in raid))
    return Board(
        (
            *(part for seat, shown in enumerate(game.seats) for part in _seat_parts(seat, shown, near)),
            Part("", "edge", Facts(facts)),
        ),
        scores=tuple(Score((team,), "points", points) for team, points in enumerate(game.points)),
    )


def _seat_parts(seat: Seat, shown: SeatView, near: Seat) -> tuple[Part, ...]:
    area: Any = "near" if seat == near else "far"
    hand = tuple(Piece(f"hand:{seat}:{card}", card, seat) for card in shown.hand.cards or ())
    kept = [Fact("kept", shown.kept)] if shown.kept is not UNSET else []
    return (
        Part("hand", area, Row(f"hand:{seat}", hand, shown.hand.count, "hand"), seat),
        Part("deck", area, Pile(f"deck:{seat}", shown.deck.count, shown.deck.cards), seat),
        Part("discard", area, Pile(f"discard:{seat}", shown.discard.count, shown.discard.cards), seat),
        Part("", area, Facts((Fact("answered", str(shown.answered)), *kept)), seat),
    )


def face(card_set: Mapping[str, Any], card: Mapping[str, Any]) -> Face:
    return Face(rank=str(card["strength"]), sign="M3 3H21V21H3Z")


def _card(action: Any, seat: Seat, view: View) -> tuple[str, ...]:
    return (f"hand:{seat}:{action.card}",)


BOARD = BoardDefinition(
    board=board,
    face=face,
    points={Keep: no_place, Attack: _card, Block: _card, Counteract: _card, Pass: no_place},
    touches={
        Mulliganed: lambda effect, view: (Touch("drawn", f"hand:{effect.seat}"),),
        Played: lambda effect, view: (Touch("moved", f"discard:{effect.seat}"),),
        Shuffled: lambda effect, view: (Touch("turned", f"deck:{effect.seat}"),),
        Drew: lambda effect, view: (Touch("drawn", f"hand:{effect.seat}"), Touch("gone", f"deck:{effect.seat}")),
        **dict.fromkeys((RaidStopped, BlockNegated, Gained, Rolled, Picked, TurnStarted, MatchEnded), nothing_touched),
    },
    motions={
        Mulliganed: lambda effect, before, after: moved(
            before.game.seats[effect.seat].hand.cards,
            before.game.seats[effect.seat].hand.count,
            f"hand:{effect.seat}",
            f"deck:{effect.seat}",
        ),
        Played: lambda effect, before, after: moved_one(effect.card, f"hand:{effect.seat}", f"discard:{effect.seat}"),
        Drew: lambda effect, before, after: moved(
            effect.cards, effect.count, f"deck:{effect.seat}", f"hand:{effect.seat}"
        ),
        **dict.fromkeys(
            (RaidStopped, BlockNegated, Gained, Shuffled, Rolled, Picked, TurnStarted, MatchEnded), nothing_moved
        ),
    },
    prompt_place=lambda prompt: f"hand:{prompt.seat}",
    unseen={"/raid/kind": "which frame it is"},
)


RULESET = GameDefinition(
    slug="raid",
    words={},
    options_type=RaidOptions,
    state_type=RaidState,
    frame_types=Mulligan | Turns | AttackChoice | Raid | BlockWindow | Shield | CounterWindow,
    action_types=Keep | Attack | Block | Counteract | Pass,
    effect_types=(
        Mulliganed
        | Played
        | RaidStopped
        | BlockNegated
        | Gained
        | Shuffled
        | Rolled
        | Picked
        | TurnStarted
        | Drew
        | MatchEnded
    ),
    prompt_types=MulliganPrompt | AttackPrompt | BlockPrompt | CounterPrompt,
    passable_prompts=AttackPrompt | BlockPrompt | CounterPrompt,
    game_type=RaidView,
    memory_type=RaidMemory,
    evaluation=EVALUATION,
    board=BOARD,
    card_uses=CARD_USES,
    revelations=REVELATIONS,
    read_cards=read_cards,
    option_sets={"two": {}, "four": {"seats": 4}},
    seats=seats,
    team=team,
    has_teams=has_teams,
    check_deck=check_deck,
    new_state=new_state,
    set_up=set_up,
    game=game,
    scores=scores,
    redeal=redeal,
    new_memory=new_memory,
    update_memory=update_memory,
    determinize=determinize,
)

CARD_SET: dict[str, Any] = {
    "names": {"ja": "襲撃", "en": "Raid"},
    "cards": [{"slug": f"raider-{strength}", "strength": strength} for strength in range(1, 7)],
    "starter_decks": [
        {
            "slug": "even",
            "names": {"ja": "平均", "en": "Even"},
            "cards": {f"raider-{strength}": 2 for strength in range(1, 7)},
        },
        {
            "slug": "steep",
            "names": {"ja": "極端", "en": "Steep"},
            "cards": {"raider-1": 5, "raider-3": 2, "raider-5": 2, "raider-6": 3},
        },
    ],
}


def raid_rules(card_set: Mapping[str, Any] = CARD_SET) -> Ruleset:
    """The toy's ruleset with its own card set or another one."""
    return Ruleset(RULESET, card_set)
