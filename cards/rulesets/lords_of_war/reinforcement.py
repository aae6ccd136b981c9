"""9 Reinforcement: a card from the deck, or a unit back from the field."""

from cards.engine import Drew, Pass, Question, Seat
from cards.rulesets.lords_of_war import actions, teams
from cards.rulesets.lords_of_war.board import Place, place_of, square_of
from cards.rulesets.lords_of_war.cards import GENERAL, MERCENARY
from cards.rulesets.lords_of_war.effects import Recalled, ReinforcementPassed
from cards.rulesets.lords_of_war.engagement import engaged, strikes
from cards.rulesets.lords_of_war.options import TEAM_BATTLES
from cards.rulesets.lords_of_war.prompts import ReinforcePrompt
from cards.rulesets.lords_of_war.state import LordsTable, Unit

CAVALRY, SPEAR = "cavalry", "spear"
DRAW, PASS = actions.Draw(), Pass()

Reinforce = actions.Draw | actions.Recall | Pass


class Reinforcement(Question):
    """9.1, 9.5 The active seat fills its hand, if there is anything to choose it chooses."""

    def proceed(self, table: LordsTable) -> bool:
        seat = table.state.active_seat
        if is_skipped(table, seat):
            table.end(self)
            return False
        if recallable(table, seat):
            return True

        table.end(self)
        if deck_of(table, seat):
            draw(table, seat)
        return False

    def asks(self, table: LordsTable) -> tuple[Seat]:
        return (table.state.active_seat,)

    def prompt(self, table: LordsTable, seat: Seat) -> ReinforcePrompt:
        return ReinforcePrompt(seat)

    def choices(self, table: LordsTable, seat: Seat) -> list[Reinforce]:
        recalls = [actions.Recall(square_of(place)) for place in recallable(table, seat)]
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
    unit = table.state.units.pop(place)
    table.state.hands[seat].append(unit.card)
    table.tell(Recalled(seat, unit.card, square_of(place), unit.seat))


# What is allowed


def is_skipped(table: LordsTable, seat: Seat) -> bool:
    """9.1, 9.6 With a full hand, or after the general came from the reserve."""
    state = table.state
    return state.reinforcement_barred or len(state.hands[seat]) >= teams.HAND_LIMITS[table.options.mode][seat]


def recallable(table: LordsTable, seat: Seat) -> list[Place]:
    """9.2, 9.3 The units that the seat may recall, by row, then column."""
    state, by_slug = table.state, table.cards.by_slug
    intermediate = table.options.intermediate_rules
    candidates = [
        (place, intermediate and by_slug[unit.card].class_ == CAVALRY)
        for place, unit in state.units.items()
        if not unit.deployed_this_turn and is_at_hand(table, seat, unit)
    ]
    candidates = [(p, rides) for p, rides in candidates if rides or not state.units[p].eliminated_this_turn]
    if not candidates:
        return []

    blows = strikes(state.units, by_slug)
    by_any = engaged(blows)
    by_spears = engaged(blow for blow in blows if by_slug[state.units[blow.attacker].card].class_ == SPEAR)
    return sorted(place for place, rides in candidates if place not in (by_spears if rides else by_any))


def is_at_hand(table: LordsTable, seat: Seat, unit: Unit) -> bool:
    """9.4 One's own unit, or a teammate's where the teammates command one army."""
    if unit.seat == seat:
        return True
    if unit.team != teams.team_of(table.options, seat):
        return False
    if table.options.mode not in TEAM_BATTLES:
        return True
    army = table.state.armies[seat]
    same_army = army == table.state.armies[unit.seat] and army != MERCENARY
    return same_army and table.cards.by_slug[unit.card].rank != GENERAL


def deck_of(table: LordsTable, seat: Seat) -> list[str]:
    """9.1 The deck that the seat draws from (4.5)."""
    return table.state.decks[teams.deck_seat(table.options, seat)]
