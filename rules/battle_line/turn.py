"""8 The turn: play, claim, draw. Each is a frame that asks and never changes, so all tables share them."""

from rules.engine import Pass, Question, Seat, TurnStarted, Unchanging

from .actions import Claim, Draw, EndClaims, Play
from .battlefield import BattleLineTable, other, place
from .claims import claim, claimable
from .drawing import draw
from .effects import CardPlayed, ClaimsEnded, Passed
from .ending import end_in_deadlock
from .plays import DRAWS, END_CLAIMS, PASS
from .prompts import ClaimPrompt, DrawPrompt, PlayPrompt
from .scout import SCOUT
from .tactics import play_tactics, tactics_plays

PASSED = "pass"
"""11.5 The value of `played` for a turn without a card."""
IDLE_TURNS_OF_A_DEADLOCK = 2


class PlayPhase(Unchanging, Question):
    """8.2 Play exactly one card from the hand, or pass."""

    seat: Seat

    def prompt(self, table: BattleLineTable, seat: Seat) -> PlayPrompt:
        return PlayPrompt(seat)

    def choices(self, table: BattleLineTable, seat: Seat) -> list[Play | Pass]:
        """The plays of the hand, card by card. Passing is legal only if no troop card can be placed (R11)."""
        troops = table.cards.troops
        open_slots = table.state.open_slots[seat]
        rows = table.cards.plays.on(open_slots)

        choices: list[Play | Pass] = []
        can_place = False
        for card in table.state.hands[seat]:
            if card in troops:
                choices += rows[card]
                can_place = True
            else:
                choices += tactics_plays(table, seat, card)
        if not can_place or not open_slots:
            choices.append(PASS)
        return choices

    def answer(self, table: BattleLineTable, seat: Seat, action: Play | Pass) -> None:
        table.end(self)
        if isinstance(action, Play):
            play_card(table, seat, action)
        else:
            table.state.played = PASSED
            table.tell(Passed(seat))


class ClaimPhase(Unchanging, Question):
    """8.3 Make any number of claims, one after another, each judged by the state at that moment."""

    seat: Seat

    def proceed(self, table: BattleLineTable) -> bool:
        if table.state.leading[self.seat] and claimable(table, self.seat):
            return True
        table.end(self)
        return False

    def prompt(self, table: BattleLineTable, seat: Seat) -> ClaimPrompt:
        return ClaimPrompt(seat, tuple(claimable(table, seat)))

    def choices(self, table: BattleLineTable, seat: Seat) -> list[Claim | EndClaims]:
        claims = table.cards.plays.claims
        return [*[claims[flag] for flag in claimable(table, seat)], END_CLAIMS]

    def answer(self, table: BattleLineTable, seat: Seat, action: Claim | EndClaims) -> None:
        if isinstance(action, Claim):
            return claim(table, seat, action.flag)
        table.end(self)
        return table.tell(ClaimsEnded(seat))


class DrawPhase(Unchanging, Question):
    """8.4, 8.5 Draw exactly one card (R12). Then the turn is over."""

    seat: Seat

    def proceed(self, table: BattleLineTable) -> bool:
        state, drawn = table.state, False
        if len(state.hands[self.seat]) < table.cards.hand_size and state.played != SCOUT:
            if state.troop_deck and state.tactics_deck:
                return True
            if state.troop_deck or state.tactics_deck:
                draw(table, self.seat, "troop" if state.troop_deck else "tactics")
                drawn = True

        table.end(self)
        end_turn(table, idle=not drawn and state.played == PASSED)
        return False

    def prompt(self, table: BattleLineTable, seat: Seat) -> DrawPrompt:
        return DrawPrompt(seat)

    def choices(self, table: BattleLineTable, seat: Seat) -> list[Draw]:
        return list(DRAWS)

    def answer(self, table: BattleLineTable, seat: Seat, action: Draw) -> None:
        draw(table, seat, action.deck)
        table.end(self)
        end_turn(table, idle=False)


Phases = tuple[DrawPhase | ClaimPhase | PlayPhase, ...]

PHASES: dict[str, tuple[Phases, Phases]] = {
    "end_of_turn": (
        (PlayPhase(0), ClaimPhase(0), DrawPhase(0)),
        (PlayPhase(1), ClaimPhase(1), DrawPhase(1)),
    ),
    "start_of_turn": (
        (ClaimPhase(0), PlayPhase(0), DrawPhase(0)),
        (ClaimPhase(1), PlayPhase(1), DrawPhase(1)),
    ),
}
"""8.1 The phases of a turn in order, by `claim_timing` and seat."""


def begin_turn(table: BattleLineTable, seat: Seat) -> None:
    """8.1 The phases of a turn, in order."""
    state = table.state
    state.active_seat = seat
    state.turn += 1
    state.played = None
    table.tell(TurnStarted(seat, state.turn))
    table.begin(*PHASES[table.options.claim_timing][seat])


def play_card(table: BattleLineTable, seat: Seat, play: Play) -> None:
    """8.2 A card leaves the hand and has the effect of its kind."""
    state, card = table.state, play.card
    flag = play.flag if isinstance(play.flag, int) else None
    state.hands[seat].remove(card)
    state.played = card
    table.tell(CardPlayed(seat, card, flag))

    troop = table.cards.troops.get(card)
    if troop is None or flag is None:
        return play_tactics(table, seat, play)
    state.unseen &= ~troop.bit
    return place(table, seat, flag, card)


def end_turn(table: BattleLineTable, *, idle: bool) -> None:
    """8.6 Two consecutive turns without a card played or drawn end the round (R21)."""
    state = table.state
    state.idle_turns = state.idle_turns + 1 if idle else 0
    if state.idle_turns == IDLE_TURNS_OF_A_DEADLOCK:
        end_in_deadlock(table)
    else:
        begin_turn(table, other(state.active_seat))
