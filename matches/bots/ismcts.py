"""Information-set Monte Carlo tree search: one search for every ruleset.

Each iteration takes a world that fits what the seat has seen. It walks down one tree shared by all worlds, adds a node,
plays on a little with the evaluation's replies, and values the result. A node stands for the decisions since the root,
not for a state, so different worlds offer different actions there. Each action therefore counts the visits of its node
in which it was available (single-observer ISMCTS). PUCT with those counts selects the action to follow: at first the
evaluation's reply is likely, later the actions that have proved good.

Three things make few iterations enough. The root's actions are first raced one action ahead, and their worth there
counts like a few visits. The n-th visit of each root action meets the same n-th world and luck, so they are compared
under equal conditions. Worlds are valued when the bot's team is to decide, so no action looks better because it has not
been answered yet.

All other teams count as one opponent: what is good for the bot's team is bad for them.
"""

import math
from collections.abc import Sequence
from typing import Any, cast

from matches.bots.bot import Meter, Observation
from matches.bots.lookahead import play_on, race, worth
from rules.engine import Action, Evaluation, QuickChance, Seat, Table, apply, legal_actions, seats_to_act

RACE_WORLDS = 6
"""In how many worlds the root's actions are raced before the search."""

WIDTH = 24
"""How many of the root's actions are searched, best first."""

TRUST = 5
"""An action's worth in the race counts like this many visits."""

SHARPNESS = 1.0
"""How strongly the root's prior favours actions that did better in the race, in standard deviations."""

EXPLORATION = 0.6
"""The weight of an action's prior against its results."""

REPLY_SHARE = 0.5
"""The share of the prior that goes to the evaluation's reply; the rest is spread evenly."""

MOST_WORLDS = 128
"""The most worlds determinized for one decision; after that they repeat."""


class Edge:
    """The statistics of one action at one node, from the point of view of the acting team."""

    __slots__ = ("available", "total", "visits")

    def __init__(self, available: int = 0) -> None:
        self.visits = 0
        self.available = available
        self.total = 0.0


class Raced(Edge):
    """An action of the root with its prior from the race, and its lead there over the weighted mean."""

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
    """The bot's own actions at the root after the race, which gives most of their statistics before the first visit."""

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
        """Select by PUCT, with each action's lead in the race counted like TRUST visits."""
        mean = self.total / self.visits if self.visits else 0.0
        reach = EXPLORATION * math.sqrt(self.visits + 1)
        edges = cast(dict[Any, Raced], self.by_action)

        def score(item: tuple[Any, Raced]) -> float:
            edge = item[1]
            expected = (edge.total + TRUST * (mean + edge.lead)) / (edge.visits + TRUST)
            return expected + reach * edge.prior / (1 + edge.visits)

        return max(edges.items(), key=score)


Decision = tuple[tuple[Seat, Any], ...]
"""The answers at one node: of one seat, or of all seats asked at once."""


class Node:
    """A point in the game, identified by the decisions that led to it. Each seat asked there has its own edges.

    So seats that decide at once choose without knowing the others' choices.
    """

    __slots__ = ("children", "edges")

    def __init__(self) -> None:
        self.edges: dict[Seat, Edges] = {}
        self.children: dict[Decision, Node] = {}


Step = tuple[Edges, Edge, bool]
"""A followed edge, the edges it was chosen from, and whether the bot's team acted."""


class Ismcts:
    """Searches until its budget is spent and chooses the action with the most visits."""

    def choose(self, observation: Observation) -> Action:
        if len(observation.legal_actions) == 1:
            return cast(Action, observation.legal_actions[0])
        meter = observation.budget.start()
        search = Search(observation, observation.rules.definition.evaluation, meter)
        while meter.spend():
            search.iterate()
        return search.best()


class Search:
    """The tree for one decision."""

    def __init__(self, observation: Observation, evaluation: Evaluation, meter: Meter) -> None:
        self._observation = observation
        self._evaluation = evaluation
        self._team = observation.rules.team(observation.view.options, observation.seat)
        self._worlds: list[tuple[Table[Any, Any], int]] = []
        self._own = RootEdges(race(observation, evaluation, RACE_WORLDS, meter.in_time)[:WIDTH])
        self.root = Node()
        self.root.edges[observation.seat] = self._own

    def best(self) -> Action:
        """The root action with the most visits; among equals the one that came first in the race."""
        edges = self._own.by_action
        return cast(Action, max(edges, key=lambda action: edges[action].visits))

    def iterate(self) -> None:
        """Walk a world to a new node, play on from there, and update the edges with its worth."""
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
        """The world for this visit of any root action, with the luck it meets there."""
        number = visit % MOST_WORLDS
        if number == len(self._worlds):
            self._worlds.append((self._observation.determinize(), self._observation.chance.below(1 << 30)))
        world, luck = self._worlds[number]
        return world.clone(QuickChance(luck + visit))

    def _child(self, node: Node, decision: Decision) -> Node | None:
        """The next node of the walk, or None after adding a new one."""
        child = node.children.get(decision)
        if child is None:
            node.children[decision] = Node()
        return child

    def _decide(self, node: Node, world: Table[Any, Any], walked: list[Step], decided: dict[Seat, Any]) -> Decision:
        """Let everyone asked answer. A seat with a single choice makes no decision and leaves no trace in the tree."""
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
