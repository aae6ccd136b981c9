"""9 Reinforcement: draw a card, or recall a unit from the field."""

from rules.engine import Drew, Pass, Question, Seat

from . import actions, teams
from .cards import GENERAL, MERCENARY
from .effects import Recalled, ReinforcementPassed
from .engagement import aimed_at
from .field import field_of
from .options import TEAM_BATTLES
from .prompts import ReinforcePrompt
from .squares import Place, place_of, square_of
from .state import LordsTable, Unit

SPEAR = "spear"
DRAW, PASS = actions.Draw(), Pass()

Reinforce = actions.Draw | actions.Recall | Pass


class Reinforcement(Question):
    """9.1, 9.5 The active seat fills its hand. It is asked only if there is a choice."""

    places: tuple[Place, ...] = ()
    """The units that may be recalled, fixed once after the elimination phase (9.2)."""

    def proceed(self, table: LordsTable) -> bool:
        seat = table.state.active_seat
        if not is_skipped(table, seat):
            self.places = tuple(recallable(table, seat))
            if self.places:
                return True
            if deck_of(table, seat):
                draw(table, seat)
        table.end(self)
        return False

    def asks(self, table: LordsTable) -> tuple[Seat]:
        return (table.state.active_seat,)

    def prompt(self, table: LordsTable, seat: Seat) -> ReinforcePrompt:
        return ReinforcePrompt(seat)

    def choices(self, table: LordsTable, seat: Seat) -> list[Reinforce]:
        recalls = [actions.Recall(square_of(place)) for place in self.places]
        return [DRAW, *recalls] if deck_of(table, seat) else [*recalls, PASS]

    def answer(self, table: LordsTable, seat: Seat, action: Reinforce) -> None:
        table.end(self)
        if isinstance(action, actions.Draw):
            draw(table, seat)
        elif isinstance(action, actions.Recall):
            recall(table, seat, place_of(action.square))
        else:
            table.tell(ReinforcementPassed(seat))


# Verbs


def draw(table: LordsTable, seat: Seat) -> None:
    card = deck_of(table, seat).pop(0)
    table.state.hands[seat].append(card)
    table.tell(Drew(seat, 1, (card,)))


def recall(table: LordsTable, seat: Seat, place: Place) -> None:
    """9.2, 9.4 The unit goes to the hand of the seat that recalls it."""
    unit = field_of(table).take(place)
    table.state.hands[seat].append(unit.card)
    table.tell(Recalled(seat, unit.card, square_of(place), unit.seat))


# Legality


def is_skipped(table: LordsTable, seat: Seat) -> bool:
    """9.1, 9.6 With a full hand, or after deploying the general from the reserve."""
    state = table.state
    return state.reinforcement_barred or len(state.hands[seat]) >= teams.HAND_LIMITS[table.options.mode][seat]


def recallable(table: LordsTable, seat: Seat) -> list[Place]:
    """9.2, 9.3 The units that the seat may recall, by row, then column."""
    team = teams.team_of(table.options, seat)
    units, field = table.state.units, field_of(table)
    free = field.places[team].difference(field.aimed[1 - team], field.marked)
    if table.options.intermediate_rules and field.riders[team]:
        free.update(_riders(table, team))
    if table.options.mode not in TEAM_BATTLES:  # 9.4 Any unit of the team.
        return sorted(free)
    return sorted([place for place in free if units[place].seat == seat or is_lent(table, seat, units[place])])


def _riders(table: LordsTable, team: int) -> list[Place]:
    """9.3 Cavalry that no spear holds on the field."""
    units, by_slug = table.state.units, table.cards.by_slug
    riders = [place for place in field_of(table).riders[team] if not units[place].deployed_this_turn]
    spears = {place: unit for place, unit in units.items() if by_slug[unit.card].class_ == SPEAR}
    by_spears = aimed_at(spears, by_slug, 1 - team)
    return [place for place in riders if place not in by_spears]


def is_lent(table: LordsTable, seat: Seat, unit: Unit) -> bool:
    """9.4 A teammate's unit may be recalled if the teammates command one army."""
    army = table.state.armies[seat]
    same_army = army == table.state.armies[unit.seat] and army != MERCENARY
    return same_army and table.cards.by_slug[unit.card].rank != GENERAL


def deck_of(table: LordsTable, seat: Seat) -> list[str]:
    """9.1 The deck that the seat draws from (4.5)."""
    return table.state.decks[teams.deck_seat(table.options, seat)]
