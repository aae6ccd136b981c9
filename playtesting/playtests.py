"""Playtests: matches of a draft's author against a house bot, with a revision of the card set made for the purpose.

A match with a playtest revision is a playtest. It is private and in no list or search, and otherwise like any match.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from cards.models import CardSetDraft
from cards.sets.differences import by_slug, difference
from cards.sets.selectors import rules_of
from cards.sets.services import publish_playtest
from common.text.errors import ServiceError
from decks.selectors import Offered, offered_decks
from matches.log import sql
from matches.models import Match
from matches.selectors.positions import shown_events
from matches.services.idempotency import Answer, once
from matches.services.lobby import open_match
from matches.services.seat_plans import NO_CARDS, SeatPlan, brings_deck
from players.models import Player
from playtesting.limits import MOST_EVENTS_SEARCHED
from rules.engine import Ruleset, StarterDeck
from rules.registry import bound_ruleset, newest_version

OPPONENT = "greedy"
LONGEST_LOOP = 400
"""Events and effects searched for a loop. The rules end a loop long before."""

Cards = Mapping[str, int]


@dataclass(frozen=True)
class Plan:
    """The options of a playtest and what each seat brings, the author's first."""

    options: Mapping[str, Any]
    decks: Sequence[Mapping[str, Any] | str]


# Opening


def open_playtest(
    *,
    draft: CardSetDraft,
    player: Player,
    tried: Sequence[str] = (),
    deck: str = "",
    opponent_deck: str = "",
    key: str | None = None,
) -> Match:
    """Open a match with the current draft: the player in seat 0, the house bot in the others.

    `tried` are the cards that the player's deck should hold; by default all cards that the draft changes. A deck that
    the caller names is used instead. A `key` opens only one match. Raises ServiceError `faulty_card_set` if the draft
    has faults, `bad_setup`, `key_reused`.
    """

    def carry_out() -> Answer:
        revision = publish_playtest(draft=draft, published_by=player)
        rules = rules_of(draft.ruleset, newest_version(draft.ruleset), revision.pk)
        plan = plan_playtest(rules, offered_decks(rules, player), tried or changed_cards(draft), deck, opponent_deck)
        mine, *others = plan.decks
        match = open_match(
            ruleset=draft.ruleset,
            options=plan.options,
            seats=[
                SeatPlan(kind="player", player=player, deck=mine, is_ready=True),
                *(SeatPlan(kind="bot", bot=OPPONENT, deck=other) for other in others),
            ],
            created_by=player,
            visibility=Match.Visibility.PRIVATE,
            card_set=revision,
        )
        return Answer(201, match.pk.bytes)

    request = "\n".join(["playtest", str(draft.pk), deck, opponent_deck, *tried])
    answer = once(player=player, key=key, request=request.encode(), do=carry_out)
    return playtest_of(UUID(bytes=answer.body), player)


def changed_cards(draft: CardSetDraft) -> list[str]:
    """Slugs of the cards that are new or different in a draft."""
    changes = difference(draft.base.card_set, draft.body).cards
    return [change.slug for change in changes if change.kind != "removed"]


def rules_of_draft(draft: CardSetDraft) -> Ruleset:
    """The rules with a draft's cards. The draft must have no faults."""
    return bound_ruleset(draft.ruleset, newest_version(draft.ruleset), draft.body)


def plan_playtest(
    rules: Ruleset, offered: Sequence[Offered], tried: Sequence[str], deck: str = "", opponent_deck: str = ""
) -> Plan:
    """Choose options and decks. If no deck is named, the author gets the starter deck that can hold most tried cards.

    The opponent gets the next starter deck that may play against it. Named decks are checked when the match is opened.
    """
    if not rules.builds_decks:
        return Plan({}, [NO_CARDS] * rules.seats(rules.read_options({})))
    starters = rules.starter_decks
    if deck:
        mine = next((other for other in offered if other.name == deck), Offered(deck, {}, {}, {}))
    else:
        holding = [deck_holding(rules, starter, tried) for starter in starters]
        best = max(range(len(starters)), key=lambda i: (sum(holding[i].get(card, 0) for card in tried), -i))
        mine = Offered("", {}, starters[best].options, holding[best])
        starters = starters[best + 1 :] + starters[: best + 1]
    opponents = [{"cards": dict(starter.cards)} for starter in starters]
    legal = (other for other in opponents if _may_meet(rules, mine, other))
    return Plan(
        mine.options,
        [deck or {"cards": dict(mine.cards)}, *_others(rules, mine, opponent_deck or next(legal, opponents[0]))],
    )


def _may_meet(rules: Ruleset, mine: Offered, other: Mapping[str, Any]) -> bool:
    return not rules.check_setup(mine.options, [{"cards": dict(mine.cards)}, *_others(rules, mine, other)])


def _others(rules: Ruleset, mine: Offered, deck: Any) -> list[Any]:
    """The decks of the other seats. Every seat that brings a deck gets the same one."""
    seats = 2 if rules.check_options(mine.options) else rules.seats(rules.read_options(mine.options))
    return [deck if brings_deck(rules, mine.options, seat) else NO_CARDS for seat in range(1, seats)]


def deck_holding(rules: Ruleset, starter: StarterDeck, tried: Sequence[str]) -> dict[str, int]:
    """A starter deck with as many of the tried cards as the rules allow. Each replaces the card most like it."""
    cards = by_slug(rules.card_set)
    deck = dict(starter.cards)
    for slug in tried:
        others = sorted(set(deck) - set(tried), key=lambda other: (-_likeness(cards[slug], cards[other]), other))
        while more := next(_legal(rules, starter, _with_one_more(deck, slug, others)), None):
            deck = more
    return deck


def _with_one_more(deck: Cards, slug: str, others: Sequence[str]) -> Iterator[dict[str, int]]:
    for other in others:
        if deck.get(other, 0):
            changed = {**deck, other: deck[other] - 1, slug: deck.get(slug, 0) + 1}
            yield {card: copies for card, copies in changed.items() if copies}


def _legal(rules: Ruleset, starter: StarterDeck, decks: Iterator[dict[str, int]]) -> Iterator[dict[str, int]]:
    options = rules.read_options(starter.options)
    return (deck for deck in decks if not rules.check_deck(options, {"cards": deck}, 0))


def _likeness(card: Mapping[str, Any], other: Mapping[str, Any]) -> int:
    """The number of fields in which two cards agree."""
    return sum(1 for field in card if field in other and card[field] == other[field])


# Playing


def playtest_of(match_id: UUID, player: Player) -> Match:
    """A playtest in which the player holds a seat. Raises ServiceError `not_found`."""
    playtests = Match.objects.filter(card_set__is_playtest=True, seats__player=player)
    match = playtests.select_related("card_set").defer("card_set__body").filter(pk=match_id).first()
    if match is None:
        raise ServiceError("not_found")
    return match


def before_last_action(match_id: UUID, seat: int, seq: int) -> int:
    """The seq of the event before the seat's last action up to `seq`, at most MOST_EVENTS_SEARCHED events back."""
    earliest = max(-1, seq - MOST_EVENTS_SEARCHED)
    recent = sql.events(match_id, earliest, seq - earliest)
    own = [event.seq for event in recent if event.type == "action_taken" and event.seat == seat]
    return own[-1] - 1 if own else earliest


def loop_cut(rules: Ruleset, match: Match, seat: int) -> list[dict[str, Any]]:
    """The effects of one round of the loop if the rules ended the match for looping, else an empty list."""
    if not rules.definition.loop_reason or match.end_reason != rules.definition.loop_reason:
        return []
    events = shown_events(match, seat, after=match.version - LONGEST_LOOP, limit=LONGEST_LOOP)
    return one_round([effect for event in events for effect in event["effects"]][-LONGEST_LOOP:-1])


def one_round(effects: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The shortest run of effects that the end repeats three times, ignoring amounts; all effects if none does."""
    kinds = [{name: value for name, value in effect.items() if isinstance(value, str)} for effect in effects]
    for length in range(1, len(kinds) // 3 + 1):
        if kinds[-length:] == kinds[-2 * length : -length] == kinds[-3 * length : -2 * length]:
            return list(effects[-length:])
    return list(effects)
