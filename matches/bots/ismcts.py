"""Information-set Monte Carlo tree search: one search for every ruleset.

Each iteration takes a world that fits what the seat has seen, walks down one tree that all worlds share, adds a node,
plays on a little with the evaluation's replies, and values where that ended. A node stands for the decisions taken
since the root, not for a state: in different worlds it offers different actions, so each action counts in how many of
its node's visits it was available (single-observer ISMCTS). Which action to follow is decided by PUCT with those
counts: the evaluation's reply is likely before anything is known, and what has proved good becomes likely.

Three things make few iterations go far. The root's actions have been raced one ahead, and keep what they were worth
there as if it had been seen a few times. The n-th visit of each of them meets the same n-th world and luck, so that
they are compared under equal conditions. And worlds are valued when it is for the bot's team to decide, so that no
action looks better for being valued before it is answered.

All teams but the bot's own are taken for one opponent: what is good for us is bad for them.
"""

import math
from collections.abc import Sequence
from typing import Any, cast

from matches.bots.bot import Meter, Observation
from matches.bots.lookahead import play_on, race, worth
from rules.engine import Action, Evaluation, QuickChance, Seat, Table, apply, legal_actions, seats_to_act

RACE_WORLDS = 6
"""In how many worlds the root's actions are tried one ahead before the search."""

WIDTH = 24
"""So many of the root's actions, best first, are searched."""

TRUST = 5
"""An action's worth in the race counts like so many visits."""

SHARPNESS = 1.0
"""How far the root's prior favours actions that were worth more in the race, in standard deviations."""

EXPLORATION = 0.6
"""How much an action's prior weighs against what has come of it."""

REPLY_SHARE = 0.5
"""The share of the prior that goes to the evaluation's reply; the rest is spread evenly."""

MOST_WORLDS = 128
"""So many worlds are determinized for one decision; after that they come again."""


class Edge:
    """What is known of one action in one node: from the point of view of the team that takes it."""

    __slots__ = ("available", "total", "visits")

    def __init__(self, available: int = 0) -> None:
        self.visits = 0
        self.available = available
        self.total = 0.0


class Raced(Edge):
    """An action of the root: how likely the race has made it, and by how much it was better there than most."""

    __slots__ = ("lead", "prior")

    def __init__(self, prior: float, lead: float) -> None:
        super().__init__()
        self.prior = prior
        self.lead = lead


class Edges:
    """One seat's actions at a node, and their combined statistics."""

    __slots__ = ("by_action", "first_choices", "total", "visits")

    def __init__(self) -> None:
        self.by_action: dict[Any, Edge] = {}
        self.first_choices: Sequence[Any] = ()
        """The choices of the first visit, until the second: most nodes see no other, and need no edges for these."""
        self.visits = 0
        self.total = 0.0

    def select(self, choices: list[Any], reply: Any) -> tuple[Any, Edge]:
        """Select by PUCT among the actions available in this world. An untried action counts as much as the mean.

        The reply depends on the world, so the caller computes it for each visit.
        """
        replied = choices[choices.index(reply)]
        if not self.by_action:
            return self._select_first(choices, replied)
        if self.first_choices:
            self._count_first()

        by_action, sqrt = self.by_action, math.sqrt
        even = (1 - REPLY_SHARE) / len(choices)
        reach, likely_reach = EXPLORATION * even, EXPLORATION * (REPLY_SHARE + even)
        mean = self.total / self.visits if self.visits else 0.0
        best_score, best = -math.inf, None
        for action in choices:
            edge = by_action.get(action)
            if edge is None:
                edge = by_action[action] = Edge()
            edge.available += 1
            visits = edge.visits
            score = (likely_reach if action is replied else reach) * sqrt(edge.available) / (1 + visits)
            score += edge.total / visits if visits else mean
            if score > best_score:
                best_score, best = score, (action, edge)
        return cast(tuple[Any, Edge], best)

    def _select_first(self, choices: list[Any], replied: Any) -> tuple[Any, Edge]:
        """The reply, whose prior is greatest while nothing is tried. The other actions get their edges later."""
        edge = self.by_action[replied] = Edge(available=1)
        self.first_choices = choices
        return replied, edge

    def _count_first(self) -> None:
        """Note that the actions of the first visit were available there."""
        for action in self.first_choices:
            if action not in self.by_action:
                self.by_action[action] = Edge(available=1)
        self.first_choices = ()

    def learn(self, edge: Edge, value: float) -> None:
        edge.visits += 1
        edge.total += value
        self.visits += 1
        self.total += value


class RootEdges(Edges):
    """The bot's own actions at the root, as the race has left them: nearly all is known before the first visit."""

    __slots__ = ()

    def __init__(self, candidates: list[tuple[float, Any]]) -> None:
        super().__init__()
        worths = [value for value, _ in candidates]
        mean = sum(worths) / len(worths)
        spread = math.sqrt(sum((value - mean) ** 2 for value in worths) / len(worths)) or 1.0
        weights = [math.exp(SHARPNESS * (value - worths[0]) / spread) for value in worths]
        whole = sum(weights)
        likely = sum(weight * value for weight, value in zip(weights, worths, strict=True)) / whole
        for weight, (value, action) in zip(weights, candidates, strict=True):
            self.by_action[action] = Raced(weight / whole, value - likely)

    def next(self) -> tuple[Any, Raced]:
        """PUCT, where each action's lead in the race counts like TRUST visits."""
        mean = self.total / self.visits if self.visits else 0.0
        reach = EXPLORATION * math.sqrt(self.visits + 1)
        edges = cast(dict[Any, Raced], self.by_action)

        def score(item: tuple[Any, Raced]) -> float:
            edge = item[1]
            expected = (edge.total + TRUST * (mean + edge.lead)) / (edge.visits + TRUST)
            return expected + reach * edge.prior / (1 + edge.visits)

        return max(edges.items(), key=score)


Decision = tuple[tuple[Seat, Any], ...]
"""What was answered at one node: by one seat, or by all seats that were asked at once."""


class Node:
    """A point in the game as far as decisions tell; each seat that is asked there has its own edges.

    Seats that decide at once therefore choose without knowing what the others chose.
    """

    __slots__ = ("children", "edges")

    def __init__(self) -> None:
        self.edges: dict[Seat, Edges] = {}
        self.children: dict[Decision, Node] = {}


Step = tuple[Edges, Edge, bool]
"""An edge that was followed, among which others, and whether by the bot's team."""


class Ismcts:
    """Searches for as long as its budget lasts and takes the action that it tried most."""

    def choose(self, observation: Observation) -> Action:
        if len(observation.legal_actions) == 1:
            return cast(Action, observation.legal_actions[0])
        meter = observation.budget.start()
        search = Search(observation, observation.rules.definition.evaluation, meter)
        while meter.spend():
            search.iterate()
        return search.best()


class Search:
    """One decision's tree."""

    def __init__(self, observation: Observation, evaluation: Evaluation, meter: Meter) -> None:
        self._observation = observation
        self._evaluation = evaluation
        self._team = observation.rules.team(observation.view.options, observation.seat)
        self._worlds: list[tuple[Table[Any, Any], int]] = []
        self._own = RootEdges(race(observation, evaluation, RACE_WORLDS, meter.in_time)[:WIDTH])
        self.root = Node()
        self.root.edges[observation.seat] = self._own

    def best(self) -> Action:
        """The most visited action of the root; among equals the one that came first in the race."""
        edges = self._own.by_action
        return cast(Action, max(edges, key=lambda action: edges[action].visits))

    def iterate(self) -> None:
        """Take a world, walk to a new node, play on from there, and tell the edges what it was worth."""
        seat = self._observation.seat
        action, edge = self._own.next()
        world = self._world(edge.visits)

        walked: list[Step] = [(self._own, edge, True)]
        node = self._child(self.root, self._decide(self.root, world, walked, {seat: action}))
        while node is not None and world.outcome is None:
            decision = self._decide(node, world, walked, {})
            if decision:
                node = self._child(node, decision)

        play_on(world, self._evaluation.horizon, self._team, self._evaluation)
        value = worth(world, seat, self._evaluation)
        for edges, followed, ours in walked:
            edges.learn(followed, value if ours else -value)

    def _world(self, visit: int) -> Table[Any, Any]:
        """The world that every action of the root meets at this visit, and the luck it has there."""
        number = visit % MOST_WORLDS
        if number == len(self._worlds):
            self._worlds.append((self._observation.determinize(), self._observation.chance.below(1 << 30)))
        world, luck = self._worlds[number]
        return world.clone(QuickChance(luck + visit))

    def _child(self, node: Node, decision: Decision) -> Node | None:
        """The next node to walk on from; a new one ends the walk."""
        child = node.children.get(decision)
        if child is None:
            node.children[decision] = Node()
        return child

    def _decide(self, node: Node, world: Table[Any, Any], walked: list[Step], decided: dict[Seat, Any]) -> Decision:
        """Everyone asked answers; a single choice is no decision, and leaves no trace in the tree."""
        decision = []
        for seat in tuple(seats_to_act(world)):
            action = decided.get(seat)
            if action is None:
                choices = legal_actions(world, seat)
                if not choices:
                    break  # An earlier answer has already changed what is asked.
                action = choices[0]
                if len(choices) > 1:
                    edges = node.edges.setdefault(seat, Edges())
                    action, edge = edges.select(choices, self._evaluation.reply(world, seat, choices))
                    walked.append((edges, edge, self._is_ours(world, seat)))
                    decision.append((seat, action))
            else:
                decision.append((seat, action))
            apply(world, seat, action)
        return tuple(decision)

    def _is_ours(self, world: Table[Any, Any], seat: Seat) -> bool:
        return world.rules.team(world.options, seat) == self._team
