"""6. The year: its start, its two steps, and its end with the saving."""

from typing import Any

from rules.engine import Unchanging

from .actions import PASS, SAVES
from .effects import (
    DeckOut,
    Refilled,
    Revolted,
    Rolled,
    Saved,
    SavingsRemoved,
    TurnStarted,
)
from .ending import end_match
from .field import cards_of
from .main_step import MainStep
from .modifiers import cannot, has, leader_cannot
from .places import SLOTS
from .prompts import SavingPrompt
from .replacement import damage_by_rule, draw_by_rule
from .settling import settle
from .state import (
    Ask,
    FieldCard,
    InvadersTable,
    Rule,
    Seat,
    Source,
    State,
    on_field,
)
from .triggers import happen
from .verbs import change_phase, untap
from .war import WarStep

YEARLY_MONEY = 2
"""6.2c Money is raised to the number of the year plus this."""
REVOLT_DAMAGE = 1
DIE = 6


class Years(Rule, Unchanging):
    """6. One year after another, the first player's first."""

    def proceed(self, table: InvadersTable) -> bool:
        state = table.state
        assert state.first_player is not None
        if state.turn >= 2 * table.options.year_limit:
            end_match(table, (), "year_limit")
        state.turn += 1
        state.turn_player = state.first_player if state.turn % 2 else 1 - state.first_player
        start_year(table)
        table.begin(*YEAR)
        return False


# 6.2 Year start


def start_year(table: InvadersTable) -> None:
    """6.2a Begin the year: reset the counts of the turn."""
    state = table.state
    state.phase, state.actions_this_year, state.revolted = "year_start", 0, False
    for own in state.seats:
        own.casts_this_turn = 0
        own.labour_used = own.emergency_set = own.emergency_discarded = False
    for card in on_field(state):
        card.used, card.attacked_leader, card.sick = (), False, False
    end_modifiers(state, "until_own_next_year", state.turn_player)
    table.tell(TurnStarted(state.turn_player, state.turn, state.year))


def end_modifiers(state: State, duration: str, seat: int | None = None) -> None:
    """11.7 End the modifiers with this duration that a seat's effects gave; None: any seat's."""
    holders: tuple[Seat | FieldCard, ...] = (*state.seats, *on_field(state))
    for holder in holders:
        if holder.modifiers:
            holder.modifiers = tuple(
                given
                for given in holder.modifiers
                if given.duration != duration or (seat is not None and given.seat != seat)
            )


class DeckOutDamage(Rule, Unchanging):
    """6.2b Checked at the very beginning of the year, before the draw [R24]."""

    def proceed(self, table: InvadersTable) -> bool:
        table.end(self)
        seat = table.state.turn_player
        own = table.state.seats[seat]
        if not own.deck:
            own.deck_out_count += 1
            table.tell(DeckOut(seat, own.deck_out_count))
            damage_by_rule(table, seat, own.deck_out_count, "deck_out")
        return False


class Refill(Rule, Unchanging):
    """6.2c Money is raised to year + 2, never lowered [R5]."""

    def proceed(self, table: InvadersTable) -> bool:
        table.end(self)
        own = table.state.seats[table.state.turn_player]
        amount = max(0, table.state.year + YEARLY_MONEY - own.money)
        own.money += amount
        table.tell(Refilled(table.state.turn_player, amount))
        return False


class YearDraw(Rule, Unchanging):
    """6.2d The turn player draws."""

    def proceed(self, table: InvadersTable) -> bool:
        table.end(self)
        draw_by_rule(table, table.state.turn_player)
        return False


class UntapAll(Rule, Unchanging):
    """6.2e Untap all cards of the turn player that can be untapped."""

    def proceed(self, table: InvadersTable) -> bool:
        table.end(self)
        for place, card in cards_of(table, table.state.turn_player):
            if card.tapped and not cannot(table, place, card, "untap"):
                untap(table, place, card)
        return False


class YearStartEffects(Rule, Unchanging):
    """6.2f The triggers of the year start wait together, then the countdowns by place."""

    def proceed(self, table: InvadersTable) -> bool:
        table.end(self)
        state = table.state
        happen(table, "year_start", state.turn_player)
        for place in SLOTS[state.turn_player]:
            card = state.board[place]
            if card is not None and "countdown" in table.cards.by_slug[card.card].keyword_names:
                state.waiting.append(Source(card.seat, card.id, card=card.card, ability="countdown"))
        settle(table)
        return False


class MainStart(Rule, Unchanging):
    """6.3 Begin the main step."""

    def proceed(self, table: InvadersTable) -> bool:
        table.end(self)
        change_phase(table, "main")
        table.begin(MAIN_STEP)
        return False


# 6.5 Year end


class YearEnd(Rule, Unchanging):
    """6.5a The triggers of the year end wait together, then the destructions by undeclared war."""

    def proceed(self, table: InvadersTable) -> bool:
        table.end(self)
        state = table.state
        change_phase(table, "year_end")
        happen(table, "year_end", state.turn_player)
        for place, card in cards_of(table, state.turn_player):
            if card.attacked_leader and has(table, place, card, "undeclared_war"):
                state.waiting.append(Source(card.seat, card.id, card=card.card, ability="undeclared_war"))
        settle(table)
        return False


class SavingsEnd(Rule, Unchanging):
    """6.5b Remove all savings. Then come 6.5c, the saving, and 6.5d, the end of the year."""

    def proceed(self, table: InvadersTable) -> bool:
        table.end(self)
        seat = table.state.turn_player
        own = table.state.seats[seat]
        if own.savings:
            table.tell(SavingsRemoved(seat, own.savings))
            own.savings = 0
        may_save = own.money >= 1 and not leader_cannot(table, seat, "save")
        saving = [Saving(seat)] if may_save else []
        table.begin(*saving, MODIFIERS_END)
        return False


class Saving(Ask, Unchanging):
    """6.5c A die decides between saving and revolt."""

    seat: int

    def choices(self, table: InvadersTable, seat: int) -> list[Any]:
        return [*SAVES[: min(DIE, table.state.seats[seat].money)], PASS]

    def answer(self, table: InvadersTable, seat: int, action: Any) -> None:
        table.end(self)
        if action != PASS:
            self._roll(table, action.amount)

    def _roll(self, table: InvadersTable, amount: int) -> None:
        own = table.state.seats[self.seat]
        result = table.chance.roll(DIE)
        table.tell(Rolled(self.seat, DIE, result))
        if result <= amount:
            own.money -= amount
            own.savings += amount
            table.tell(Saved(self.seat, amount))
            return
        table.state.revolted = True
        table.tell(Revolted(self.seat))
        table.begin(RevoltEffects())
        damage_by_rule(table, self.seat, REVOLT_DAMAGE, "revolt")

    def prompt(self, table: InvadersTable, seat: int) -> SavingPrompt:
        return SavingPrompt(seat)


class RevoltEffects(Rule, Unchanging):
    """6.5c The event follows the damage."""

    def proceed(self, table: InvadersTable) -> bool:
        table.end(self)
        happen(table, "revolted", table.state.turn_player)
        settle(table)
        return False


class ModifiersEnd(Rule, Unchanging):
    """6.5d The modifiers of this turn end."""

    def proceed(self, table: InvadersTable) -> bool:
        table.end(self)
        end_modifiers(table.state, "this_turn")
        return False


MAIN_STEP, MODIFIERS_END = MainStep(), ModifiersEnd()
YEAR = (
    DeckOutDamage(), Refill(), YearDraw(), UntapAll(), YearStartEffects(), MainStart(), WarStep(), YearEnd(),
    SavingsEnd(),
)  # fmt: skip
"""6 The rules of a year, in order. All years share them, as they never change."""
