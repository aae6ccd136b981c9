"""Information-set Monte Carlo tree search: one search for every ruleset.

Each iteration imagines a new world that fits what the seat has seen, walks down one tree that all worlds share,
adds a node, plays on a little as advised, and values where that ended. A node stands for the decisions taken since
the root, not for a state: in different worlds it offers different actions, so each action counts in how many of its
node's visits it was available (single-observer ISMCTS). Which action to follow is decided by PUCT with those counts:
what advice would do is likely before anything is known, and what has proved good becomes likely.

All teams but the bot's own are taken for one opponent: what is good for us is bad for them.
"""

import math
from collections.abc import Callable
from typing import Any, cast

from cards.engine import Action, Seat, Table, apply, asked, legal_actions
from matches.bots.advice import Advice, advice_for
from matches.bots.bot import Glimpse, Meter
from matches.bots.lookahead import play_on, race, worth

RACE_WORLDS = 6
"""In how many worlds the root's actions are tried one ahead, to order them before the search."""

WIDTH = 24
"""So many of the root's actions, best first, are searched."""

EXPLORATION = 0.6
"""How much an action's prior weighs against what has come of it."""

ADVISED = 0.5
"""The share of the prior that goes to the advised answer; the rest is spread evenly."""

SHARPNESS = 1.0
"""How far the root's prior favours actions that were worth more in the race, in standard deviations."""


class Edge:
    """What is known of one action in one node: from the point of view of the team that takes it."""

    __slots__ = ("available", "prior", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.visits = 0
        self.available = 0
        self.total = 0.0


Edges = dict[Any, Edge]
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


class Ismcts:
    """Searches for as long as its budget lasts and takes the action that it tried most."""

    def __init__(self, advice: Callable[[str], Advice] = advice_for) -> None:
        self._advice = advice

    def choose(self, glimpse: Glimpse) -> Action:
        if len(glimpse.legal_actions) == 1:
            return cast(Action, glimpse.legal_actions[0])
        meter = glimpse.budget.start()
        search = Search(glimpse, self._advice(glimpse.rules.slug), meter)
        while meter.spend():
            search.iterate()
        return search.best()


class Search:
    """One decision's tree."""

    def __init__(self, glimpse: Glimpse, advice: Advice, meter: Meter) -> None:
        self._glimpse = glimpse
        self._advice = advice
        self._team = glimpse.rules.team(glimpse.view.options, glimpse.seat)
        self.root = Node()
        self.root.edges[glimpse.seat] = _raced_edges(race(glimpse, advice, RACE_WORLDS, meter.in_time)[:WIDTH])
        self._candidates = list(self.root.edges[glimpse.seat])

    def best(self) -> Action:
        """The most visited action of the root; among equals the one that came first in the race."""
        edges = self.root.edges[self._glimpse.seat]
        return cast(Action, max(edges, key=lambda action: edges[action].visits))

    def iterate(self) -> None:
        """Imagine a world, walk to a new node, play on from there, and tell the edges what it was worth."""
        world = self._glimpse.imagine()
        walked: list[tuple[Edge, bool]] = []
        node: Node | None = self.root
        while node is not None and world.outcome is None:
            decision = self._decide(node, world, walked)
            if decision:
                node = self._child(node, decision)

        play_on(world, self._advice.horizon, self._advice)
        value = worth(world, self._glimpse.seat, self._advice)
        for edge, ours in walked:
            edge.visits += 1
            edge.total += value if ours else -value

    def _child(self, node: Node, decision: Decision) -> Node | None:
        """The next node to walk on from; a new one ends the walk."""
        child = node.children.get(decision)
        if child is None:
            node.children[decision] = Node()
        return child

    def _decide(self, node: Node, world: Table[Any, Any], walked: list[tuple[Edge, bool]]) -> Decision:
        """Everyone asked answers; a single choice is no decision, and leaves no trace in the tree."""
        decision = []
        for seat in tuple(asked(world)):
            choices = legal_actions(world, seat)
            if not choices:
                break  # An earlier answer has already changed what is asked.
            if node is self.root and seat == self._glimpse.seat:
                choices = self._candidates
            action = choices[0]
            if len(choices) > 1:
                edges = self._edges(node, world, seat, choices)
                action = _select(edges, choices)
                decision.append((seat, action))
                walked.append((edges[action], self._is_ours(world, seat)))
            apply(world, seat, action)
        return tuple(decision)

    def _edges(self, node: Node, world: Table[Any, Any], seat: Seat, choices: list[Any]) -> Edges:
        edges = node.edges.get(seat)
        if edges is None:
            advised = self._advice.reply(world, seat, choices)
            edges = node.edges[seat] = {advised: Edge(ADVISED)}
        return edges

    def _is_ours(self, world: Table[Any, Any], seat: Seat) -> bool:
        return world.rules.team(world.options, seat) == self._team


def _raced_edges(candidates: list[tuple[float, Any]]) -> Edges:
    """The root's edges: the better in the race, the likelier."""
    worths = [value for value, _ in candidates]
    mean = sum(worths) / len(worths)
    spread = math.sqrt(sum((value - mean) ** 2 for value in worths) / len(worths)) or 1.0
    weights = [math.exp(SHARPNESS * (value - worths[0]) / spread) for value in worths]
    return {action: Edge(weight / sum(weights)) for weight, (_, action) in zip(weights, candidates, strict=True)}


def _select(edges: Edges, choices: list[Any]) -> Any:
    """PUCT over the actions available in this world; an untried one is thought to be as good as the tried ones."""
    even = (1 - ADVISED) / len(choices)
    total, visits = 0.0, 0
    offered = []
    for action in choices:
        edge = edges.get(action)
        if edge is None:
            edge = edges[action] = Edge(even)
        edge.available += 1
        total += edge.total
        visits += edge.visits
        offered.append((edge, action))

    untried = total / visits if visits else 0.0
    best, best_score = choices[0], -math.inf
    for edge, action in offered:
        seen = edge.total / edge.visits if edge.visits else untried
        score = seen + EXPLORATION * edge.prior * math.sqrt(edge.available) / (1 + edge.visits)
        if score > best_score:
            best, best_score = action, score
    return best
