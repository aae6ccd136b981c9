"""8 Elimination: units fire, then all strike at once. Units with too much damage become the other team's trophies."""

from collections.abc import Mapping, Sequence

from rules.engine import Unchanging

from .berserkers import BerserkMove, berserkers_to_move
from .cards import GENERAL
from .effects import Eliminated
from .ending import check_goals
from .engagement import strikers_of
from .field import field_of
from .generals import FallenGenerals
from .ranged import Fire, ready_to_fire
from .squares import Place, square_of
from .state import FallenGeneral, LordsTable, Shot


class Elimination(Unchanging):
    """8 The phase after the deployment."""

    def proceed(self, table: LordsTable) -> bool:
        table.end(self)
        state = table.state
        state.pending_fire = ready_to_fire(table)
        if state.pending_fire:
            table.begin(Fire(), Check(with_shots=True), FallenGenerals())
            return False

        if fallen := struck_down(table, ()):
            table.begin(FallenGenerals())
            fall_together(table, fallen, ())
        return False


class Check(Unchanging):
    """8.4 to 8.11 All attack at the same time. Berserkers may cause another check, without shots."""

    with_shots: bool

    def proceed(self, table: LordsTable) -> bool:
        table.end(self)
        shots = table.state.shots if self.with_shots else ()
        if fallen := struck_down(table, shots):
            fall_together(table, fallen, shots)
        return False


def fall_together(table: LordsTable, fallen: dict[Place, int], shots: Sequence[Shot]) -> None:
    """8.5 All fall at the same time. 8.9 Then berserkers may follow up."""
    state = table.state
    strikers = {place: strikers_of(state.units, table.cards.by_slug, place) for place in fallen}
    eliminate(table, fallen, _with_shooters(strikers, shots) if shots else strikers)
    check_goals(table)
    if table.options.intermediate_rules:
        state.pending_moves = berserkers_to_move(table, strikers)
        if state.pending_moves:
            # The first to move always finds its square empty, so another check is certain (8.11).
            table.begin(BerserkMove(), Check(with_shots=False))


def struck_down(table: LordsTable, shots: Sequence[Shot]) -> dict[Place, int]:
    """8.4 Place -> damage of the units with more damage than defence, by row, then column."""
    units, field = table.state.units, field_of(table)
    if not (field.doomed or shots):
        return {}

    damage = {place: field.aimed[1 - units[place].team][place] for place in sorted(field.doomed)}
    if not shots:
        return damage

    for shot in shots:
        if shot.target not in damage:
            damage[shot.target] = field.aimed[1 - units[shot.target].team].get(shot.target, 0)
        damage[shot.target] += shot.strength
    by_slug = table.cards.by_slug
    return {place: damage[place] for place in sorted(damage) if damage[place] > by_slug[units[place].card].defence}


def _with_shooters(strikers: Mapping[Place, Sequence[Place]], shots: Sequence[Shot]) -> dict[Place, list[Place]]:
    """8.7 The units whose arrows or shots were part of the damage, by row, then column."""
    return {
        fallen: sorted({*places, *(shot.place for shot in shots if shot.target == fallen)})
        for fallen, places in strikers.items()
    }


def eliminate(table: LordsTable, fallen: dict[Place, int], attackers: Mapping[Place, Sequence[Place]]) -> None:
    """8.5 to 8.7 All fall together. Units that took part and survive are marked."""
    state, field = table.state, field_of(table)
    state.elimination_this_turn = True
    for place, damage in fallen.items():
        take_trophy(table, place, damage, attackers[place])

    for place in fallen:
        field.take(place)
    for place in set().union(*attackers.values()).difference(fallen):
        field.mark(place)


def take_trophy(table: LordsTable, place: Place, damage: int, attackers: Sequence[Place]) -> None:
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
