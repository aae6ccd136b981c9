"""Agreeing to a draw: offered by a seat, accepted by all others, declined by any, withdrawn; house bots decline.

As on Lichess, an offer is ended by the next action of a seat that has not agreed, not by an action of who offers it; it
ends without a word, as it does when it is withdrawn. A seat that has offered offers again when it has acted since.
Where a draw is offered already, offering one agrees to it. The agreement alone is an event. Matches of a league are
played to their end.
"""

from collections.abc import Callable
from uuid import UUID

from common.text.errors import ServiceError
from matches.log.appending import lock_match
from matches.log.stored_match import StoredMatch, end
from matches.log.transactions import writing
from matches.models import Match
from matches.notifications import news
from matches.services.attempts import MOST_WRITE_ATTEMPTS, check_running, load_for_seat, write_events
from matches.services.ending import expire, has_run_out
from matches.services.match_notices import tell_draw_declined, tell_draw_offered
from players.models import Player

Answer = Callable[[Match, StoredMatch, int], bool]
"""What a seat does about a draw, the match held; False if somebody has moved the match on."""


def offer_draw(*, match_id: UUID, player: Player) -> None:
    """Offer a draw, or agree to the one that is offered.

    Raises ServiceError: not_found, not_your_seat, match_not_started, match_over, league_match, draw_offered_already.
    """
    _answer(match_id, player, _offer)


def accept_draw(*, match_id: UUID, player: Player) -> None:
    """Raises ServiceError: not_found, not_your_seat, match_not_started, match_over, league_match, no_draw_offered."""
    _answer(match_id, player, _accept)


def decline_draw(*, match_id: UUID, player: Player) -> None:
    """Nothing is offered any more. Raises ServiceError as `accept_draw`."""
    _answer(match_id, player, _decline)


def withdraw_draw(*, match_id: UUID, player: Player) -> None:
    """Take one's own offer back, or that one has agreed; what others have offered stays.

    Without one it changes nothing.
    Raises ServiceError: not_found, not_your_seat, match_not_started, match_over, league_match.
    """
    _answer(match_id, player, _withdraw)


def _answer(match_id: UUID, player: Player, answer: Answer) -> None:
    for _ in range(MOST_WRITE_ATTEMPTS):
        with writing():
            row = lock_match(match_id)
            match, seat = load_for_seat(match_id, player.pk)
            assert row is not None
            if has_run_out(match):
                expire(match)
                continue
            check_running(match)
            if row.deal is not None:
                raise ServiceError("league_match")
            if answer(row, match, seat):
                return
    raise ServiceError("too_busy")


def _offer(row: Match, match: StoredMatch, seat: int) -> bool:
    own = 1 << seat
    if row.draw_offers & ~own:
        return _agree(row, match, seat, is_told=not row.draw_offers_made & own)
    if (row.draw_offers | row.draw_offers_made) & own:
        raise ServiceError("draw_offered_already")
    row.draw_offers_made |= own
    if match.bots:
        _keep(row)
        tell_draw_declined(match.id, min(match.bots), own)
        return True
    return _agree(row, match, seat, is_told=True)


def _accept(row: Match, match: StoredMatch, seat: int) -> bool:
    if not row.draw_offers & ~(1 << seat):
        raise ServiceError("no_draw_offered")
    return _agree(row, match, seat, is_told=not row.draw_offers_made >> seat & 1)


def _decline(row: Match, match: StoredMatch, seat: int) -> bool:
    if not row.draw_offers & ~(1 << seat):
        raise ServiceError("no_draw_offered")
    tell_draw_declined(match.id, seat, row.draw_offers & ~(1 << seat))
    row.draw_offers = 0
    _keep(row)
    return True


def _withdraw(row: Match, match: StoredMatch, seat: int) -> bool:
    own = 1 << seat
    if row.draw_offers & own:
        row.draw_offers &= ~own
        row.draw_offers_made |= own  # Whoever agrees and withdraws by turns tells the others once.
        _keep(row)
    return True


def _agree(row: Match, match: StoredMatch, seat: int, *, is_told: bool) -> bool:
    """The match is drawn when every seat agrees."""
    if row.draw_offers >> seat & 1:
        return True
    row.draw_offers |= 1 << seat
    if row.draw_offers == (1 << match.rules.seats(match.position.table.options)) - 1:
        return write_events(match, [end(match, "draw_agreed", [], "")])
    _keep(row)
    if is_told:
        tell_draw_offered(match.id, seat, row.draw_offers)
    return True


def _keep(row: Match) -> None:
    row.save(update_fields=["draw_offers", "draw_offers_made"])
    news.publish(news.match_topic(row.pk))
