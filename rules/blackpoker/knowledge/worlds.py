"""11.11 Possible worlds that fit a seat's view and memory; the rest is dealt at random."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.engine import Chance, Frame, Prompt, Ruleset, Seat, Table, View

from .. import battle, costs, deployment, magic, prompts, quick_magic, targets, turn
from ..raising import Raising
from ..resolving import Settling
from ..state import Character, Combat, Fight, GameTable, Request, Side, State, Used, other
from ..view import CharacterView, Game, RequestView, SideView
from ..window import Window
from .counting import deal, less, seen
from .memory import Memory, SideMemory

if TYPE_CHECKING:
    from ..cards import Cards


def determinize(rules: Ruleset, view: View, seat: Seat, memory: Memory, chance: Chance) -> GameTable:
    """11.11 A world that fits the view and the memory. Everything else is dealt at random."""
    cards: Cards = rules.cards
    game: Game = view.game
    sides = [_blank_side(visible) for visible in game.seats]
    _fill_own(sides[seat], memory, game, chance)
    _UnknownCards(cards, view, other(seat), memory.sides[other(seat)], chance).fill(sides[other(seat)])
    state = State(
        turn=view.turn,
        turn_player=game.turn_player,
        first_player=game.first_player,
        chance=game.chance,
        passes=game.passes,
        used=Used(game.used.attack, game.used.set_bulwark),
        stage=[_request(request) for request in game.stage],
        raising=None if game.raising is None else _request(game.raising),
        resolving=game.resolving,
        combat=_combat(game),
        next_character=game.next_ids.character,
        next_request=game.next_ids.request,
        triggers=[0, 0],
        sides=sides,
    )
    return Table(rules, view.options, state, chance, _frames(view.prompts, state), view.outcome)


def _fill_own(side: Side, memory: Memory, game: Game, chance: Chance) -> None:
    """11.11.2, 11.11.3 Only the order of the deck is unknown and, in `random40`, the cards set aside."""
    visible = game.seats[memory.seat]
    top = memory.sides[memory.seat].deck_top
    unseen = less(memory.deck, [*seen(game, memory.seat), *top])
    if memory.set_aside is not None:
        side.set_aside = chance.shuffle(memory.set_aside)
        unseen = less(Counter(unseen), side.set_aside)
    unseen = chance.shuffle(unseen)
    if memory.set_aside is None:
        side.set_aside = deal(unseen, visible.set_aside.count)
    side.deck = unseen + top


class _UnknownCards:
    """Fills the opponent's side place by place: first known cards, then partly known ones, then random ones."""

    def __init__(self, cards: "Cards", view: View, seat: Seat, known: SideMemory, chance: Chance) -> None:
        self.cards, self.known, self.chance, self.seat = cards, known, chance, seat
        self.game: Game = view.game
        self.visible = self.game.seats[seat]
        self.frame: str = view.options.frame
        self.hand = list(self.visible.hand.cards if self.visible.hand.cards is not None else known.hand)
        self.graveyard = self._known_graveyard()
        self.walls = {one.id: known.bulwarks[one.id] for one in self.visible.bulwarks if one.id in known.bulwarks}
        self.open_walls = [one.id for one in self.visible.bulwarks if one.id not in known.bulwarks]

    def _known_graveyard(self) -> list[str]:
        """11.8 The view shows its top card."""
        cards, top = self.known.graveyard[:], self.visible.graveyard.top
        return cards if top is None or top in cards else [*cards, top]

    def fill(self, side: Side) -> None:
        pool = self._pool()
        self._lay_possible_bulwarks()
        self._place_found(pool)
        self._bury_passed_over(pool)
        self.hand += deal(pool, self.visible.hand.count - len(self.hand))
        self.graveyard += deal(pool, self.visible.graveyard.count - len(self.graveyard))
        for wall in self.open_walls:
            self.walls[wall] = pool.pop()

        side.hand = sorted(self.hand)
        side.graveyard = self._pile()
        side.set_aside = deal(pool, self.visible.set_aside.count)
        side.deck = deal(pool, self.visible.deck.count - len(self.known.deck_top)) + self.known.deck_top
        for bulwark in side.bulwarks:
            bulwark.cards = [self.walls[bulwark.id]]

    def _pile(self) -> list[str]:
        top = self.visible.graveyard.top
        if top is None:
            return []
        self.graveyard.remove(top)
        return [*self.chance.shuffle(self.graveyard), top]

    def _pool(self) -> list[str]:
        """The cards that may be in the unknown places, shuffled: the rest of the deck; more if the deck is secret."""
        known = [
            *seen(self.game, self.seat, with_private=False),
            *self.hand,
            *self.graveyard,
            *self.walls.values(),
            *self.known.deck_top,
            *(lost.card for lost in self.known.possible_locations),
        ]
        return self.chance.shuffle(less(self._deck(known), known))

    def _deck(self, known: list[str]) -> dict[str, int]:
        """11.11.7 A secret deck is one of the starter decks that fit, or any deck of the pack, with equal chances."""
        listed = self.cards.frames[self.frame].deck
        if listed is not None:
            return listed
        size = _size(self.game, self.seat)
        fitting = [
            starter.cards
            for starter in self.cards.starters
            if self.frame in starter.frames
            and sum(starter.cards.values()) == size
            and self._is_possible(starter.cards, known)
        ]
        return [self.cards.copies, *fitting][self.chance.below(1 + len(fitting))]

    def _is_possible(self, deck: dict[str, int], known: list[str]) -> bool:
        left = Counter(deck)
        left.subtract(known)
        if any(copies < 0 for copies in left.values()):
            return False
        high = sum(copies for card, copies in left.items() if card in self.cards.generation)
        return high >= self.known.found and left.total() - high >= self.known.passed_over

    def _lay_possible_bulwarks(self) -> None:
        """11.11.5 Place the latest first: it has the fewest possible places."""
        for lost in sorted(self.known.possible_locations, key=lambda lost: -lost.since):
            walls = [wall for wall in self.known.laid if wall >= lost.since and wall in self.open_walls]
            self._put(lost.card, walls)

    def _put(self, card: str, walls: list[int]) -> None:
        """Put a card into the hand or one of these bulwarks. Each free place has the same chance."""
        free = self.visible.hand.count - len(self.hand)
        place = self.chance.below(free + len(walls)) if free + len(walls) else 0
        if place < len(walls):
            self.open_walls.remove(walls[place])
            self.walls[walls[place]] = card
        else:
            self.hand.append(card)

    def _place_found(self, pool: list[str]) -> None:
        """11.11.6 A card that Generation Change found is a Joker, A, J, Q or K in the hand, or placed from it."""
        for _ in range(self.known.found):
            walls = [wall for wall in self.known.laid if wall in self.open_walls]
            if walls or len(self.hand) < self.visible.hand.count:
                self._put(_take(pool, [card in self.cards.generation for card in pool]), walls)

    def _bury_passed_over(self, pool: list[str]) -> None:
        """11.11.6 The cards that it passed over are in the graveyard."""
        for _ in range(self.known.passed_over):
            self.graveyard.append(_take(pool, [card not in self.cards.generation for card in pool]))


def _take(pool: list[str], fits: list[bool]) -> str:
    return pool.pop(fits.index(True))


def _size(game: Game, seat: Seat) -> int:
    """11.11.7 The number of cards in a seat's deck at the start, as every place shows its count."""
    side = game.seats[seat]
    hidden = side.deck.count + side.hand.count + side.graveyard.count + side.set_aside.count + len(side.bulwarks)
    return hidden + len(seen(game, seat, with_private=False))


def _blank_side(visible: SideView) -> Side:
    return Side(
        deck=[],
        hand=list(visible.hand.cards or ()),
        graveyard=list(visible.graveyard.cards or ()),
        set_aside=[],
        soldiers=[_character(soldier) for soldier in visible.soldiers],
        bulwarks=[_character(bulwark) for bulwark in visible.bulwarks],
    )


def _character(visible: CharacterView) -> Character:
    cards = list(visible.cards or ())
    return Character(visible.id, visible.kind, cards, visible.charged, list(visible.fresh), visible.bonus)


def _request(visible: RequestView) -> Request:
    return Request(visible.id, visible.action, visible.seat, visible.keys, visible.unpaid or "", visible.target)


def _combat(game: Game) -> Combat | None:
    if game.combat is None:
        return None
    return Combat([Fight(fight.attacker, list(fight.blockers)) for fight in game.combat.attackers])


# The unfinished rules behind a prompt


def _frames(asked: Sequence[Prompt], state: State) -> list[Frame]:
    """11.4–11.6 The view shows everything that they need."""
    if not asked:
        return []
    prompt = asked[0]
    if isinstance(prompt, prompts.MainPrompt | prompts.RespondPrompt):
        return [Window()]
    if isinstance(prompt, prompts.OrderDeckPrompt):
        return [Window(), Settling(), magic.OrderingDeck(list(prompt.placed))]
    if isinstance(prompt, prompts.ChooseStatePrompt):
        request = state.stage[-1]
        return [Window(), Settling(), magic.Reversing() if request.action == "reverse" else quick_magic.Twisting()]
    if type(prompt) in WHILE_RAISING:
        return [Window(), Raising(), WHILE_RAISING[type(prompt)]()]
    return [Window(), Settling(), WHILE_RESOLVING[type(prompt)]()]


WHILE_RAISING: dict[type[Prompt], type[Frame]] = {
    prompts.PayBulwarkPrompt: costs.PayingBulwark,
    prompts.PayDiscardPrompt: costs.PayingDiscard,
    prompts.ChooseTargetPrompt: targets.Targeting,
}
WHILE_RESOLVING: dict[type[Prompt], type[Frame]] = {
    prompts.PlaceBulwarkPrompt: deployment.PlacingBulwark,
    prompts.ChooseSearchPrompt: quick_magic.Searching,
    prompts.ReinforcePrompt: magic.Reinforcing,
    prompts.ChooseGraveyardPrompt: magic.Reanimating,
    prompts.ChooseHandPrompt: magic.ChoosingHand,
    prompts.DiscardToLimitPrompt: turn.DiscardingToLimit,
    prompts.DrawMorePrompt: turn.DrawingMore,
    prompts.DeclareAttackersPrompt: battle.DeclaringAttackers,
    prompts.DeclareBlockersPrompt: battle.DeclaringBlockers,
}
