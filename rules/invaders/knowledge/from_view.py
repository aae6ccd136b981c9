"""Makes a table from a seat's view alone, for matches that could not be followed (13.11). Unseen cards are UNKNOWN.

At a `may` or `choose` prompt the view doesn't say how far an effect has progressed. The first clause of its text that
can have this prompt is assumed to be asking, with nothing chosen yet.
"""

from typing import Any

from rules.engine import Frame, Zone

from ..actions import Janken, Mulligan
from ..cards import UNKNOWN, Cards
from ..main_step import MainStep
from ..places import EMERGENCY, INDEX, LEADERS
from ..prompts import (
    BlockPrompt,
    ChoosePrompt,
    InvadePrompt,
    MayPrompt,
    OrderPrompt,
    SavingPrompt,
    TargetPrompt,
)
from ..script import vocabulary as v
from ..script.browsing import Browsing
from ..script.connectives import MayQuestion, ModeQuestion, Operating
from ..script.playing import Placing
from ..script.reading import clauses
from ..script.selectors import Choosing
from ..settling import Settling
from ..setup import FirstQuestion, JankenQuestion, MulliganQuestion
from ..state import (
    NOTHING,
    Battle,
    Browsed,
    Buried,
    Destroyed,
    FieldCard,
    Seat,
    Source,
    State,
    Used,
    empty_board,
)
from ..view import Game, SeatView
from ..war import BlockQuestion, Fight, InvadeQuestion, TargetQuestion, WarStep
from ..year import MainStart, ModifiersEnd, Saving, SavingsEnd, YearEnd, Years


def table_parts(cards: Cards, view: Any, seat: int) -> tuple[State, list[Frame]]:
    game: Game = view.game
    state = _state(game, view.turn)
    (prompt,) = [prompt for prompt in view.prompts if prompt.seat == seat]
    if isinstance(prompt, SavingPrompt):
        return state, [Years(), ModifiersEnd(), Saving(seat)]
    return state, [*_step(game, seat), *_asking(cards, state, prompt)]


# The things on the table


def _state(game: Game, turn: int) -> State:
    state = State(seats=[_seat(own, game.phase) for own in game.seats], board=empty_board(), turn=turn)
    state.phase = game.phase  # type: ignore[assignment]
    state.first_player, state.turn_player = game.first_player, game.turn_player or 0
    state.actions_this_year, state.revolted, state.steps = game.actions_this_year, game.revolted, game.steps
    state.janken_round = game.janken.round if game.janken else 0
    names = _lay_cards(state, game)
    if game.opened:
        state.opened = Browsed(game.opened.seat, list(game.opened.cards))
    if game.looked:
        looked = game.looked
        state.looked = Browsed(looked.seat, list(looked.cards or (UNKNOWN,) * looked.count))
    state.waiting = [
        Source(
            item.seat, names.get(item.self, NOTHING), names.get(item.event, NOTHING), item.amount,
            card=item.card, ability=item.ability, part=item.part,
        )
        for item in game.waiting
    ]  # fmt: skip
    if game.battle:
        battle = game.battle
        square = None if battle.square is None else INDEX[battle.square]
        state.battle = Battle(
            names.get(battle.attacker, NOTHING), names.get(battle.target, NOTHING), battle.target in LEADERS,
            battle.stage, square, battle.blocked, battle.ending,
        )  # fmt: skip
    return state


def _seat(own: SeatView, phase: str) -> Seat:
    pending: Any = own.pending
    if pending is True:
        pending = Janken("rock") if phase == "janken" else Mulligan(())
    return Seat(
        _cards(own.hand), _cards(own.deck), [], _cards(own.removed), own.health, own.money, own.savings,
        own.deck_out_count, own.self_harm_count, own.casts_this_turn, own.labour_used, own.emergency_set,
        own.emergency_discarded, own.modifiers, "win" in own.declared, "lose" in own.declared, pending or None,
    )  # fmt: skip


def _cards(zone: Zone) -> list[str]:
    return list(zone.cards if zone.cards is not None else (UNKNOWN,) * zone.count)


def _lay_cards(state: State, game: Game) -> dict[str | None, int]:
    """Every card that can be referred to, with its names (13.8)."""
    names: dict[str | None, int] = {}
    for name, card in game.board.items():
        if card is not None:
            names[name] = state.new_id()
            state.board[INDEX[name]] = FieldCard(
                names[name], card.card, card.seat, True, card.tapped, card.sick, card.military_chips,
                card.labour_chips, card.countdown or 0, card.attacked_leader, card.used, card.modifiers,
            )  # fmt: skip
    for seat, own in enumerate(game.seats):
        if own.emergency:
            names[f"{seat}:E"] = state.new_id()
            state.board[EMERGENCY[seat]] = FieldCard(
                names[f"{seat}:E"], own.emergency.card or UNKNOWN, seat, own.emergency.face_up
            )  # fmt: skip
        for i, slug in enumerate(own.grave.cards or ()):
            names[f"{seat}:grave:{i}"] = state.new_id()
            state.seats[seat].grave.append(Buried(state.last_id, slug))
    for i, gone in enumerate(game.destroyed):
        names[f"destroyed:{i}"] = state.new_id()
        state.destroyed.append(Destroyed(state.last_id, gone.seat, gone.card, gone.cause))
    for i, used in enumerate(game.resolving):
        names[f"resolving:{i}"] = state.new_id()
        state.resolving.append(Used(state.last_id, used.seat, used.card))
    return names


# The unfinished rules


def _step(game: Game, seat: int) -> list[Frame]:
    """The rest of the year."""
    year: list[Frame] = [Years(), SavingsEnd(), YearEnd(), WarStep()]
    match game.phase:
        case "janken":
            return [JankenQuestion()]
        case "choose_first":
            return [FirstQuestion(seat)]
        case "mulligan":
            return [Years(), MulliganQuestion()]
        case "year_start":
            return [*year, MainStart()]
        case "main":
            return [*year, MainStep()]
        case "war":
            return [*year, Fight()] if game.battle else year
    if game.revolted:
        return [Years(), ModifiersEnd()]
    return [Years(), SavingsEnd()]


def _asking(cards: Cards, state: State, prompt: Any) -> list[Frame]:
    match prompt:
        case OrderPrompt():
            return [Settling("wait")]
        case TargetPrompt(seat=seat):
            return [TargetQuestion(seat)]
        case BlockPrompt(seat=seat):
            return [BlockQuestion(seat)]
        case InvadePrompt(seat=seat, place=place):
            return [InvadeQuestion(seat, INDEX[place])]
        case MayPrompt() | ChoosePrompt():
            return [Settling("check"), *_effect(cards, state, prompt)]
    return []


def _effect(cards: Cards, state: State, prompt: MayPrompt | ChoosePrompt) -> list[Frame]:
    source = Source(prompt.seat, card=prompt.card, ability=prompt.ability, part=prompt.part)
    text = cards.by_slug[prompt.card].text
    if isinstance(prompt, MayPrompt):
        asking = [clause.number for clause in text if isinstance(clause, v.May)]
        return [MayQuestion(source, asking[0] if asking else 0)]
    if prompt.op == "choose_one":
        return [ModeQuestion(source, next(c.number for c in text if isinstance(c, v.ChooseOne)))]
    clause = next(c for c in clauses(*text) if isinstance(c, v.Operation) and c.op == prompt.op)
    if isinstance(clause, v.Browse):
        browsed = state.opened if clause.op == "open" else state.looked
        return [Browsing(source, clause.number, len(browsed.cards) if browsed else 0)]
    if isinstance(clause, v.Play | v.Move) and prompt.remaining == 1:
        movable = next((card.id for card in state.board if card is not None and card.seat == prompt.seat), NOTHING)
        return [Placing(source, clause.number, [movable], True)]
    return [Operating(source, clause.number, []), Choosing(source, clause.number, [], [])]
