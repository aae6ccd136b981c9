"""The matches of a deck, a card and a player, as links on their pages in the admin."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from cards.admin.cards import PrintedCard
from cards.models import Card
from common.admin.pages import Extension, Use, extend
from decks.models import Deck
from matches.admin.labels import seat_holder
from matches.models import Match, SearchTerm, Seat
from matches.pages.people import SIGNS
from matches.search.deck_ids import deck_id
from matches.search.models import SeatRecord
from players.models import AccessToken, Player

SHOWN = 10


def deck_uses(deck_admin: Any, request: HttpRequest, deck: Deck) -> list[Use]:
    """The newest finished matches in which a seat had the same list of cards, with the results."""
    if not request.user.has_perm("matches.view_match") or not (cards := deck.as_sent):
        return []
    records = SeatRecord.objects.filter(deck=deck_id(cards), match__ruleset=deck.ruleset)
    newest = records.select_related("match").prefetch_related("match__seats__player").order_by("-match", "seat")
    rows = [
        (
            _seats(record.match),
            _address(record.match),
            f"{SIGNS[record.seat]} {_result(record.points)}",
        )
        for record in newest.defer("match__snapshot", "match__sealed_seed")[:SHOWN]
    ]
    return [Use(_("Matches with this list of cards"), rows, records.count())]


def card_uses(card_admin: Any, request: HttpRequest, card: PrintedCard) -> list[Use]:
    """The newest finished matches in which the card was openly played."""
    if not request.user.has_perm("matches.view_match"):
        return []
    terms = SearchTerm.objects.filter(kind=SearchTerm.Kind.CARD, value=card.slug, match__ruleset=card.ruleset)
    played = terms.order_by("-match").values_list("match", flat=True).distinct()
    newest = Match.objects.filter(pk__in=list(played[:SHOWN])).defer("snapshot", "sealed_seed").order_by("-pk")
    rows = [(_seats(match), _address(match), _when(match)) for match in newest.prefetch_related("seats__player")]
    return [Use(_("Matches in which it was played"), rows, played.count())]


def _when(match: Match) -> str:
    return date_format(localtime(match.ended_at), "DATETIME_FORMAT") if match.ended_at else ""


def player_uses(player_admin: Any, request: HttpRequest, player: Player) -> list[Use]:
    """The player's newest matches and decks, and the number of their access tokens."""
    uses = []
    if request.user.has_perm("matches.view_match"):
        matches = Match.objects.filter(pk__in=Seat.objects.filter(player=player).values("match"))
        newest = matches.defer("snapshot", "sealed_seed").prefetch_related("seats__player").order_by("-created_at")
        rows = [(_seats(match), _address(match), _how(match, player)) for match in newest[:SHOWN]]
        more = f"{reverse('admin:matches_match_changelist')}?{urlencode({'player': player.get_username()})}"
        uses.append(Use(_("Matches"), rows, matches.count(), more))
    if request.user.has_perm("decks.view_deck"):
        decks = Deck.objects.filter(owner=player)
        rows = [
            (str(deck), reverse("admin:decks_deck_change", args=[deck.pk]), "")
            for deck in decks.order_by("-updated_at")[:SHOWN]
        ]
        more = f"{reverse('admin:decks_deck_changelist')}?{urlencode({'q': player.get_username()})}"
        uses.append(Use(_("Decks"), rows, decks.count(), more))
    uses.append(Use(_("Access tokens"), [], AccessToken.objects.filter(user=player).count()))
    return uses


def _seats(match: Match) -> str:
    return " – ".join(seat_holder(seat) for seat in match.seats.all())


def _address(match: Match) -> str:
    return reverse("admin:matches_match_change", args=[match.pk])


def _how(match: Match, player: Player) -> str:
    """The player's result, or the status of a match without an outcome."""
    own = {seat.index for seat in match.seats.all() if seat.player_id == player.pk}
    if match.outcome is None:
        return str(match.get_status_display())
    winners = set(match.outcome["winners"])
    return _result(1 if not winners else 2 if winners & own else 0)


def _result(points: int) -> str:
    return str({0: _("lost"), 1: _("drawn"), 2: _("won")}[points])


extend(Card, Extension(uses=card_uses))
extend(Deck, Extension(uses=deck_uses))
extend(Player, Extension(uses=player_uses))
