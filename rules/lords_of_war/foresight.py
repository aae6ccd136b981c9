"""What an action would hit, what would hit back, and what arrives on each unit, from a view alone (3.7, 8.4)."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from rules.engine import Action, Seat, View
from rules.engine.board import Fact, Foretells, Foretold, square_name
from rules.engine.board import Place as Address

from . import actions, pointing
from .cards import Cards
from .engagement import Strike, strikes
from .squares import Place, place_of, square_of
from .state import Unit
from .view import Game

Field = dict[Place, Unit]


def reckon(cards: Cards, view: View) -> Mapping[Address, tuple[Fact, ...]]:
    """Square -> the damage that arrives on its unit, compared with its defence, and its origins."""
    game: Game = view.game
    field = _field(game)
    arriving = _by_target(_blows(cards, field, _shots(game)))
    return {
        pointing.place_of(square_of(place)): (
            Fact("attacked", sum(strength for _, strength in blows), goal=cards.by_slug[field[place].card].defence),
            Fact("attackers", tuple(field[attacker].card for attacker, _ in blows), "card"),
        )
        for place, blows in arriving.items()
    }


def _deploy(cards: Cards, view: View, seat: Seat, action: actions.Deploy) -> tuple[Foretold, ...]:
    game: Game = view.game
    own, place = game.seats[seat], place_of(action.square)
    before = _field(game)
    unit = Unit(action.card, seat, own.team, own.facing, deployed_this_turn=True)
    return _arrival(cards, before, {**before, place: unit}, place)


def _berserk_move(cards: Cards, view: View, seat: Seat, action: actions.BerserkMove) -> tuple[Foretold, ...]:
    place, to = place_of(action.square), place_of(action.to)
    before = _field(view.game)
    after = {one: unit for one, unit in before.items() if one != place} | {to: before[place]}
    return _arrival(cards, before, after, to)


def _fire(cards: Cards, view: View, seat: Seat, action: actions.Fire) -> tuple[Foretold, ...]:
    """8.4 The shot counts together with the arrows and with earlier shots."""
    game: Game = view.game
    field, target = _field(game), place_of(action.target)
    shooter = place_of(action.square)
    blows = _blows(cards, field, [*_shots(game), (shooter, target, cards.by_slug[field[shooter].card].shot)])
    return (_hit(cards, field, target, _by_target(blows)),)


FORETOLD: dict[type[Action], Foretells] = {
    actions.Deploy: _deploy,
    actions.BerserkMove: _berserk_move,
    actions.Fire: _fire,
}


def _arrival(cards: Cards, before: Field, after: Field, place: Place) -> tuple[Foretold, ...]:
    """What a unit would strike after moving to a square, and what would strike it."""
    now, then = _by_target(_blows(cards, before, ())), _by_target(_blows(cards, after, ()))
    struck = sorted(target for target in then if target != place and then[target] != now.get(target))
    hits = [_hit(cards, after, target, then) for target in struck if any(by == place for by, _ in then[target])]
    if place not in then:
        return tuple(hits)
    back = [
        Foretold("hit_by", after[by].card, square_name(square_of(by)), strength) for by, strength in sorted(then[place])
    ]
    taken = _hit(cards, after, place, then)
    return (*hits, *back, replace(taken, label="takes", lacks=0, ends=taken.ends or "survives"))


def _hit(cards: Cards, field: Field, target: Place, arriving: Mapping[Place, list[tuple[Place, int]]]) -> Foretold:
    damage, defence = sum(strength for _, strength in arriving[target]), cards.by_slug[field[target].card].defence
    falls = damage > defence
    return Foretold(
        "hits",
        field[target].card,
        square_name(square_of(target)),
        damage,
        defence,
        "defence",
        lacks=0 if falls else defence + 1 - damage,
        ends="falls" if falls else "",
    )


def _field(game: Game) -> Field:
    return {place_of(unit.square): Unit(unit.card, unit.seat, unit.team, unit.facing) for unit in game.units}


def _shots(game: Game) -> list[Strike]:
    """8.1 Shots of this turn count in its first check, which follows the last shot."""
    if game.phase != "fire":
        return []
    return [(place_of(shot.square), place_of(shot.target), shot.strength) for shot in game.shots]


def _blows(cards: Cards, field: Field, shots: Iterable[Strike]) -> list[Strike]:
    return [*strikes(field, cards.by_slug), *shots]


def _by_target(blows: Iterable[Strike]) -> dict[Place, list[tuple[Place, int]]]:
    found: dict[Place, list[tuple[Place, int]]] = {}
    for by, target, strength in blows:
        found.setdefault(target, []).append((by, strength))
    return found
