"""Which cards an effect moved on the table (13)."""

from rules.engine import Drew, Effect, MatchEnded, Picked, Shuffled, TurnStarted, View
from rules.engine.board import AWAY, Motion, Motions, Place, moved, moved_one, nothing_moved

from . import effects
from .alliance import side_of
from .pointing import cell_place


def _chose_leader(effect: effects.ChoseLeader, before: View, after: View) -> tuple[Motion, ...]:
    """5.1 Both offered leaders leave the table: one into the box, the other until the reveal."""
    offer = before.game.seats[effect.seat].leader_offer
    return moved(offer.cards, offer.count, f"offer:{effect.seat}", AWAY)


def _chose_hand(effect: effects.ChoseHand, before: View, after: View) -> tuple[Motion, ...]:
    count = before.game.seats[effect.seat].deck.count - after.game.seats[effect.seat].deck.count
    return moved(effect.cards, count, f"deck:{effect.seat}", f"hand:{effect.seat}")


def _withdrew(effect: effects.Withdrew, before: View, after: View) -> tuple[Motion, ...]:
    to = f"queue:{effect.side}" if effect.to == "queue" else f"hand:{effect.seat}"
    return moved_one(effect.card, cell_place(effect.side, effect.cell), to)


def _deployed(effect: effects.Deployed, before: View, after: View) -> tuple[Motion, ...]:
    """10.2 A diversion uses the kingdom of the seat that faces the active one."""
    from_: Place = {
        "hand": f"hand:{effect.seat}",
        "queue": f"queue:{effect.side}",
        "graveyard": f"graveyard:{effect.side}",
        "kingdom": f"kingdom:{before.game.seats[effect.seat].facing}",
    }[effect.from_]
    return moved_one(effect.card, from_, cell_place(effect.side, effect.cell))


def _queued(effect: effects.Queued, before: View, after: View) -> tuple[Motion, ...]:
    from_ = f"graveyard:{effect.side}" if effect.from_ == "graveyard" else f"hand:{effect.seat}"
    return moved_one(effect.card, from_, f"queue:{effect.side}")


def _swapped(effect: effects.Swapped, before: View, after: View) -> tuple[Motion, ...]:
    """8.4 A support that swaps two cards does nothing else, so the view before has both."""
    field, (a, b) = before.game.sides[effect.side].battlefield, effect.cells
    ways = [(field[a], a, b), (field[b], b, a)]
    return tuple(
        Motion(unit.card, cell_place(effect.side, from_), cell_place(effect.side, to))
        for unit, from_, to in ways
        if unit is not None
    )


def _captured(effect: effects.Captured, before: View, after: View) -> tuple[Motion, ...]:
    """R8 A leader goes to its own graveyard."""
    is_leader = any(realm.leader == effect.card for realm in after.game.seats)
    to = f"graveyard:{effect.side}" if is_leader else f"kingdom:{effect.seat}"
    return moved_one(effect.card, cell_place(effect.side, effect.cell), to)


MOTIONS: dict[type[Effect], Motions] = {
    Shuffled: nothing_moved,
    effects.OfferedLeaders: lambda effect, before, after: moved(effect.cards, 2, AWAY, f"offer:{effect.seat}"),
    effects.ChoseLeader: _chose_leader,
    effects.ChoseHand: _chose_hand,
    effects.RevealedLeader: lambda effect, before, after: moved_one(effect.card, AWAY, f"hand:{effect.seat}"),
    Picked: nothing_moved,
    effects.OrderSet: nothing_moved,
    TurnStarted: nothing_moved,
    Drew: lambda effect, before, after: moved(effect.cards, effect.count, f"deck:{effect.seat}", f"hand:{effect.seat}"),
    effects.Readied: nothing_moved,
    effects.Advanced: lambda effect, before, after: moved_one(
        effect.card, cell_place(effect.side, effect.from_), cell_place(effect.side, effect.to)
    ),
    effects.Withdrew: _withdrew,
    effects.Deployed: _deployed,
    effects.Queued: _queued,
    effects.Settled: lambda effect, before, after: moved_one(
        effect.card, f"hand:{effect.seat}", f"kingdom:{effect.seat}"
    ),
    effects.Supported: lambda effect, before, after: moved_one(
        effect.card, f"hand:{effect.seat}", f"queue:{side_of(effect.seat)}"
    ),
    effects.Negated: nothing_moved,
    effects.Attacked: nothing_moved,
    effects.Blocked: nothing_moved,
    effects.Boosted: nothing_moved,
    effects.Swapped: _swapped,
    effects.RevealedHand: nothing_moved,
    effects.Recalled: lambda effect, before, after: moved_one(
        effect.card, f"kingdom:{effect.seat}", f"hand:{effect.seat}"
    ),
    effects.Damaged: nothing_moved,
    effects.Destroyed: lambda effect, before, after: moved_one(
        effect.card, cell_place(effect.side, effect.cell), f"graveyard:{effect.side}"
    ),
    effects.Captured: _captured,
    effects.DiversionStarted: nothing_moved,
    effects.TurnEnded: nothing_moved,
    MatchEnded: nothing_moved,
}
PICTURED = {
    "support": "8.1 the card of a support lies in its user's queue",
    "shown": "8.4 the cards of a revealed hand lie in that hand",
}
