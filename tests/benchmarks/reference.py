"""The unit of measure for rulesets: a small fixed card game in plain Python, without our engine.

There are sixty numbered cards in six colours, and nine posts. Each turn a seat plays one of seven cards at a post with
room for it, and draws another. Three cards per side settle a post by formation and sum. Five posts, or three adjacent
ones, win. The game must never get faster or slower, because figures of different days are compared through it.
"""

from random import Random

POSTS = range(9)
Move = tuple[int, int]


class Field:
    """The state of the game. A card is 10 * colour + number - 1. The owner of an open post is -1."""

    __slots__ = ("deck", "hands", "mover", "owners", "passes", "rows", "winner")

    def __init__(self, luck: Random) -> None:
        self.deck = list(range(60))
        luck.shuffle(self.deck)
        self.hands = [[self.deck.pop() for _ in range(7)] for _ in range(2)]
        self.rows: list[tuple[list[int], list[int]]] = [([], []) for _ in POSTS]
        self.owners = [-1] * 9
        self.mover = 0
        self.passes = 0
        self.winner = -1

    def moves(self) -> list[Move]:
        """Every card of the player to move at every post with room on their side, or a single pass."""
        mover, rows, owners = self.mover, self.rows, self.owners
        posts = [post for post in POSTS if owners[post] < 0 and len(rows[post][mover]) < 3]
        return [(card, post) for card in self.hands[mover] for post in posts] or [(-1, -1)]

    def make(self, move: Move) -> None:
        card, post = move
        mover = self.mover
        if card < 0:
            self.passes += 1
            if self.passes == 2:
                self.winner = 0 if self.owners.count(0) >= self.owners.count(1) else 1
        else:
            self.passes = 0
            self.hands[mover].remove(card)
            self.rows[post][mover].append(card)
            mine, theirs = self.rows[post][mover], self.rows[post][1 - mover]
            if len(mine) == 3 and len(theirs) == 3:
                self.settle(post, mover if power(mine) > power(theirs) else 1 - mover)
            if self.deck:
                self.hands[mover].append(self.deck.pop())
        self.mover = 1 - mover

    def settle(self, post: int, owner: int) -> None:
        owners = self.owners
        owners[post] = owner
        held = [place == owner for place in owners]
        if sum(held) == 5 or any(held[i] and held[i + 1] and held[i + 2] for i in range(7)):
            self.winner = owner


def power(cards: list[int]) -> int:
    low, middle, high = sorted(card % 10 for card in cards)
    total = low + middle + high
    one_colour = cards[0] // 10 == cards[1] // 10 == cards[2] // 10
    in_a_row = low + 2 == middle + 1 == high
    if one_colour and in_a_row:
        return 400 + total
    if low == high:
        return 300 + total
    if one_colour:
        return 200 + total
    return 100 + total if in_a_row else total


def play(luck: Random) -> int:
    """Play a random game and return the number of moves."""
    field = Field(luck)
    draw = luck.random
    made = 0
    while field.winner < 0:
        moves = field.moves()
        field.make(moves[int(draw() * len(moves))])
        made += 1
    return made
