"""7 Deployment: which cards may go where, by the first rule that allows any square."""

from collections.abc import Iterable, Mapping, Sequence

from rules.engine import Action, Pass, Question, Seat, Unchanging, legal_actions, seats_to_act

from . import actions, mat, teams
from .actions import Deploy
from .effects import CardChosen, Deployed, DeploymentPassed, HandShown
from .field import field_of
from .prompts import ChooseCardPrompt, DeployPrompt
from .squares import AROUND, MAT, Place, around, place_of, square_of
from .state import LordsTable, Unit

PASS = Pass()

Openings = list[tuple[str, list[Place]]]
"""Card -> the places where it may be deployed. Sorted by slug, row, column; without empty lists."""


class ChooseCard(Unchanging, Question):
    """7.8 On a field without an edge the card is chosen first, then its square."""

    def asks(self, table: LordsTable) -> tuple[Seat]:
        return (table.state.active_seat,)

    def prompt(self, table: LordsTable, seat: Seat) -> ChooseCardPrompt:
        return ChooseCardPrompt(seat)

    def choices(self, table: LordsTable, seat: Seat) -> list[actions.ChooseCard | Pass]:
        return [actions.ChooseCard(card) for card in deployable(table, seat)] or [PASS]

    def answer(self, table: LordsTable, seat: Seat, action: actions.ChooseCard | Pass) -> None:
        table.end(self)
        if isinstance(action, Pass):
            table.tell(DeploymentPassed(seat))
            return
        table.state.chosen_card = action.card
        table.tell(CardChosen(seat, action.card))
        table.begin(Deployment())


class Deployment(Unchanging, Question):
    """7.1 The active seat deploys a card: the chosen one, if it has chosen (7.8)."""

    def asks(self, table: LordsTable) -> tuple[Seat]:
        return (table.state.active_seat,)

    def prompt(self, table: LordsTable, seat: Seat) -> DeployPrompt:
        return DeployPrompt(seat, table.state.chosen_card)

    def choices(self, table: LordsTable, seat: Seat) -> list[Deploy] | list[Pass]:
        chosen = table.state.chosen_card
        cards = playable(table, seat) if chosen is None else [chosen]
        if table.options.battlefield == "mat":
            return on_the_mat(table, seat, cards) or [PASS]
        found = openings(table, seat, cards)
        return [Deploy(card, square_of(place)) for card, places in found for place in places] or [PASS]

    def answer(self, table: LordsTable, seat: Seat, action: Deploy | Pass) -> None:
        table.end(self)
        if isinstance(action, Pass):
            table.tell(DeploymentPassed(seat))
            return
        place = place_of(action.square)
        unit = arriving(table, seat, action.card)
        rule = rule_for(table, unit, place)
        table.state.chosen_card = None
        deploy(table, unit, place, rule)
        if rule == "forced":
            table.tell(HandShown(seat, tuple(sorted(table.state.hands[seat]))))


# Verbs


def arriving(table: LordsTable, seat: Seat, card: str) -> Unit:
    """7.1 The card as a unit of this seat. It faces as its team does (2.6)."""
    team = teams.team_of(table.options, seat)
    facing = teams.facing_of(table.options, table.state.first_seat, team)
    return Unit(card, seat, team, facing, deployed_this_turn=True)


def deploy(table: LordsTable, unit: Unit, place: Place, rule: str) -> None:
    """7.1 From the hand, or from the team's reserve (9.6)."""
    state = table.state
    hand = state.hands[unit.seat]
    if unit.card in hand:
        hand.remove(unit.card)
        source = "hand"
    else:
        state.reserve.remove(unit.card)
        state.reinforcement_barred = rule != "challenge"
        source = "reserve"
    field_of(table).put(place, unit)
    table.tell(Deployed(unit.seat, unit.card, square_of(place), rule, source))


# Legality


def playable(table: LordsTable, seat: Seat) -> list[str]:
    """7.1 The different cards of the hand and, for a player in a team, of the reserve; sorted."""
    state = table.state
    cards = set(state.hands[seat])
    if state.reserve and teams.team_of(table.options, seat) == 1:
        cards.update(state.reserve)
    return sorted(cards)


def openings(table: LordsTable, seat: Seat, cards: Sequence[str]) -> Openings:
    """7.2 to 7.6 The places for each of the cards, by the first rule that allows any. Empty: nothing is legal."""
    team = teams.team_of(table.options, seat)
    places = field_of(table).places
    friends, foes = places[team], places[1 - team]
    if not friends and not foes:
        return _anywhere(cards, _opening_field(table, seat))

    if not foes:
        return _anywhere(cards, vacant(table, around(friends)))

    found = _engaging_or_supporting(table, team, cards, friends, foes)
    return found or _anywhere(cards, vacant(table, around(foes)))


def on_the_mat(table: LordsTable, seat: Seat, cards: Sequence[str]) -> list[Deploy]:
    """The deployments of `openings`, read from the table of the mat."""
    team = teams.team_of(table.options, seat)
    facing = teams.facing_of(table.options, table.state.first_seat, team)
    squares = field_of(table).squares
    return mat.deployments(table.cards, cards, facing, squares[team], squares[1 - team])


def deployable(table: LordsTable, seat: Seat) -> list[str]:
    """7.8 The cards of `openings` on a field without an edge, without listing their squares."""
    units, by_slug = table.state.units, table.cards.by_slug
    team = teams.team_of(table.options, seat)
    facing = teams.facing_of(table.options, table.state.first_seat, team)
    places = field_of(table).places
    friends, foes = places[team], places[1 - team]
    supporting = bool(foes) and _have_room(units, friends, AROUND)
    cards = playable(table, seat)
    found = [
        slug
        for slug in cards
        if (supporting and by_slug[slug].support) or _have_room(units, foes, by_slug[slug].steps[facing])
    ]
    return found or [card for card, _ in openings(table, seat, cards)]


def _have_room(units: Mapping[Place, Unit], places: Iterable[Place], steps: Iterable[Place]) -> bool:
    """Whether one of these steps leads from an empty square to one of the places, on a field without an edge."""
    for step in steps:
        for place in places:
            if place - step not in units:
                return True
    return False


def may_consider(table: LordsTable, seat: Seat, action: Action) -> bool:
    """7.8 The legal deployments. Without an edge these include squares for cards that are still to be chosen, so a
    client can show card and square together.
    """
    if action in legal_actions(table, seat):
        return True
    if (
        not isinstance(action, Deploy)
        or seat not in seats_to_act(table)
        or not isinstance(table.frames[-1], ChooseCard)
    ):
        return False
    found = dict(openings(table, seat, playable(table, seat)))
    return action.square in map(square_of, found.get(action.card, ()))


def rule_for(table: LordsTable, unit: Unit, place: Place) -> str:
    """The name of the rule that allows a deployment of `openings`."""
    units, card = table.state.units, table.cards.by_slug[unit.card]
    for step in card.steps[unit.facing]:
        target = units.get(place + step)
        if target is not None and target.team != unit.team:
            return "engage"

    if not units:
        return "empty_field"
    if not field_of(table).places[1 - unit.team]:
        return "no_enemies"
    if card.support:
        for step in AROUND:
            neighbour = units.get(place + step)
            if neighbour is not None and neighbour.team == unit.team:
                return "support"
    return "forced"


def vacant(table: LordsTable, places: set[Place]) -> set[Place]:
    """The squares, of those given, that are on the field and empty."""
    empty = places.difference(table.state.units)
    return empty & MAT if table.options.battlefield == "mat" else empty


def _engaging_or_supporting(
    table: LordsTable, team: int, cards: Sequence[str], friends: set[Place], foes: set[Place]
) -> Openings:
    """7.4 Squares where an arrow of the card would point at an enemy. Support units may also go beside a friend."""
    by_slug = table.cards.by_slug
    facing = teams.facing_of(table.options, table.state.first_seat, team)
    beside: set[Place] | None = None
    found: Openings = []
    for slug in cards:
        card = by_slug[slug]
        places = vacant(table, {foe - step for step in card.steps[facing] for foe in foes})
        if card.support:
            beside = vacant(table, around(friends)) if beside is None else beside
            places |= beside
        if places:
            found.append((slug, sorted(places)))
    return found


def _opening_field(table: LordsTable, seat: Seat) -> set[Place]:
    """7.2 The whole mat. Without an edge: the seat's own starting square (for seat 2 of three, its partner's)."""
    if table.options.battlefield == "mat":
        return set(MAT)
    place = teams.starting_place(table.options, table.state.first_seat, teams.deck_seat(table.options, seat))
    assert place is not None
    return {place}


def _anywhere(cards: Sequence[str], places: set[Place]) -> Openings:
    """The same squares for every card."""
    ordered = sorted(places)
    return [(card, ordered) for card in cards] if ordered else []
