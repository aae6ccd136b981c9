"""8 Elimination: units fire, then all strike at once. Units with too much damage become the other team's trophies."""

from msgspec.structs import replace

from rules.engine import Unchanging

from .berserkers import BerserkMove, berserkers_to_move
from .cards import GENERAL
from .effects import Eliminated
from .ending import check_goals
from .engagement import Strike, strikes
from .generals import FallenGenerals
from .ranged import Fire, ready_to_fire
from .squares import Place, square_of
from .state import FallenGeneral, LordsTable


class Elimination(Unchanging):
    """8 The phase after the deployment."""

    def proceed(self, table: LordsTable) -> bool:
        table.end(self)
        state = table.state
        arrows = strikes(state.units, table.cards.by_slug)
        state.pending_fire = ready_to_fire(table, arrows)
        if state.pending_fire:
            table.begin(Fire(), Check(with_shots=True), FallenGenerals())
            return False

        fallen = struck_down(table, arrows)  # No unit may fire, so the arrows haven't changed.
        if fallen:
            table.begin(FallenGenerals())
            fall_together(table, fallen, arrows, arrows)
        return False


class Check(Unchanging):
    """8.4 to 8.11 All attack at the same time. Berserkers may cause another check, without shots."""

    with_shots: bool

    def proceed(self, table: LordsTable) -> bool:
        table.end(self)
        state = table.state
        shots = [(shot.place, shot.target, shot.strength) for shot in state.shots] if self.with_shots else []
        arrows = strikes(state.units, table.cards.by_slug)
        blows = arrows + shots
        fallen = struck_down(table, blows)
        if fallen:
            fall_together(table, fallen, arrows, blows)
        return False


def fall_together(table: LordsTable, fallen: dict[Place, int], arrows: list[Strike], blows: list[Strike]) -> None:
    """8.5 All fall at the same time. 8.9 Then berserkers may follow up."""
    state = table.state
    eliminate(table, fallen, blows)
    check_goals(table)
    if table.options.intermediate_rules:
        state.pending_moves = berserkers_to_move(table, arrows, fallen)
        if state.pending_moves:
            # The first to move always finds its square empty, so another check is certain (8.11).
            table.begin(BerserkMove(), Check(with_shots=False))


def struck_down(table: LordsTable, blows: list[Strike]) -> dict[Place, int]:
    """8.4 Place -> damage of the units with more damage than defence, by row, then column."""
    damage: dict[Place, int] = {}
    for _, target, strength in blows:
        damage[target] = damage.get(target, 0) + strength
    units, by_slug = table.state.units, table.cards.by_slug
    fallen = [place for place, total in damage.items() if total > by_slug[units[place].card].defence]
    return {place: damage[place] for place in sorted(fallen)} if fallen else {}


def eliminate(table: LordsTable, fallen: dict[Place, int], blows: list[Strike]) -> None:
    """8.5 to 8.7 All fall together. Units that took part and survive are marked."""
    state = table.state
    state.elimination_this_turn = True
    attackers = {place: sorted({attacker for attacker, target, _ in blows if target == place}) for place in fallen}
    for place, damage in fallen.items():
        take_trophy(table, place, damage, attackers[place])

    for place in fallen:
        del state.units[place]
    for place in set().union(*attackers.values()) - fallen.keys():
        state.units[place] = replace(state.units[place], eliminated_this_turn=True)


def take_trophy(table: LordsTable, place: Place, damage: int, attackers: list[Place]) -> None:
    """8.6 A fallen unit counts for the other team."""
    state = table.state
    unit = state.units[place]
    card = table.cards.by_slug[unit.card]
    winners = 1 - unit.team
    state.trophies[winners].append(unit.card)
    state.commander_kills[winners] += card.commands
    if card.rank == GENERAL:
        by = sorted({state.units[attacker].seat for attacker in attackers})
        state.fallen_generals.append(FallenGeneral(unit.team, tuple(by)))
    squares = tuple(map(square_of, attackers))
    table.tell(Eliminated(unit.seat, unit.card, square_of(place), damage, card.defence, squares))
