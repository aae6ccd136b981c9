"""The types of the API, made of its OpenAPI document by `python generate.py`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AbortOffered(TypedDict):
    """
    Another seat consents to ending the match without a winner. It ends when all seats consent.
    """

    type: Literal["abort_offered"]
    match: str
    seat: int


class Aborting(TypedDict):
    note: NotRequired[str]


class AcceptedCorrespondence(TypedDict):
    """
    A number of days for every decision, within these bounds.
    """

    type: Literal["correspondence"]
    least_days: NotRequired[int]
    most_days: NotRequired[int]


class AcceptedFischer(TypedDict):
    """
    A time budget and the increment for every decision, within these bounds.
    """

    type: Literal["fischer"]
    least_initial_seconds: NotRequired[int]
    most_initial_seconds: NotRequired[int]
    least_increment_seconds: NotRequired[int]
    most_increment_seconds: NotRequired[int]


class AcceptedPerDecision(TypedDict):
    """
    A fixed time for every decision, within these bounds.
    """

    type: Literal["per_decision"]
    least_seconds: NotRequired[int]
    most_seconds: NotRequired[int]


class AcceptedRuleset(TypedDict):
    """
    A game, and for each named option the accepted values. All values of other options are accepted.
    """

    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    options: NotRequired[dict[str, list[bool | int | str | None]]]


class Accepting(TypedDict):
    """
    An empty object.
    """


class Amendment(TypedDict):
    """
    A change of a running season. The service adds `broken`; operators make all others.

    `rounds` is the number of rounds made by then.
    """

    kind: Literal["broken", "close", "extend", "withdraw"]
    entrant: str | None
    length: int | None
    rounds: int
    reason: str
    by: str | None
    at: str


class AmendmentList(TypedDict):
    results: list[Amendment]


class Analysis(TypedDict):
    version: int
    analysis: dict[str, Any] | None


class AnalysisRequest(TypedDict):
    """
    One of your legal actions to consider; null analyses the current position only.

    If a card and its square are chosen in two steps, you can send the deployment of any card that you can choose now.
    """

    action: NotRequired[dict[str, Any] | None]


class Anchor(TypedDict):
    """
    The entrant whose rating is fixed, and the rating. Default: the first entrant, at 0.
    """

    entrant: NotRequired[str | None]
    elo: NotRequired[int]


class At(TypedDict):
    type: Literal["at"]
    at: str


class AuditRead(TypedDict):
    """
    A staff member read hidden parts of the running match, up to event `seq`, and gave this reason.
    """

    reader: str
    at: str
    seq: int
    what: str
    reason: str


class AutoPass(TypedDict):
    """
    Pass at every prompt of this kind, until an effect of the type `until` happens or the match is over.
    """

    kind: str
    until: NotRequired[str | None]


class AutoPasses(TypedDict):
    """
    All auto-passes of a seat. Setting them replaces the previous ones.
    """

    auto_passes: list[AutoPass]


class BattleLineCardMovedEffect(TypedDict):
    type: Literal["card_moved"]
    card: str
    from_seat: int
    from_flag: int
    to_seat: int
    to_flag: int


class BattleLineCardPlayedEffect(TypedDict):
    """
    8.2 A seat played a card. `flag` is null for guile cards.
    """

    type: Literal["card_played"]
    seat: int
    card: str
    flag: int | None


class BattleLineCardRemovedEffect(TypedDict):
    type: Literal["card_removed"]
    card: str
    from_seat: int
    from_flag: int


class BattleLineClaimAction(TypedDict):
    """
    7.1 Claim a flag.
    """

    type: Literal["claim"]
    flag: int


class BattleLineClaimPrompt(TypedDict):
    """
    Claim one of these flags, or make no more claims.
    """

    kind: Literal["claim"]
    seat: int
    flags: list[int]


BattleLineClaimRecord = TypedDict(
    "BattleLineClaimRecord",
    {
        "by": Literal["comparison", "proof"],
        "formation": Literal["battalion", "host", "phalanx", "skirmisher", "wedge"],
        "sum": int,
        "as": dict[str, str],
    },
)


class BattleLineClaimsEndedEffect(TypedDict):
    """
    8.3 A seat makes no more claims this turn.
    """

    type: Literal["claims_ended"]
    seat: int


class BattleLineDealtEffect(TypedDict):
    """
    4.4 A seat was dealt its first seven cards.
    """

    type: Literal["dealt"]
    seat: int
    count: int
    cards: NotRequired[list[str]]


class BattleLineDrawAction(TypedDict):
    """
    8.5 Choose the deck to draw from.
    """

    type: Literal["draw"]
    deck: Literal["tactics", "troop"]


class BattleLineDrawPrompt(TypedDict):
    """
    Choose the deck to draw from.
    """

    kind: Literal["draw"]
    seat: int


class BattleLineDrewEffect(TypedDict):
    type: Literal["drew"]
    seat: int
    deck: Literal["tactics", "troop"]
    count: int
    cards: NotRequired[list[str]]


class BattleLineEndClaimsAction(TypedDict):
    """
    8.3 Make no more claims this turn.
    """

    type: Literal["end_claims"]


BattleLineFlagClaimedEffect = TypedDict(
    "BattleLineFlagClaimedEffect",
    {
        "type": Literal["flag_claimed"],
        "seat": int,
        "flag": int,
        "by": Literal["comparison", "proof"],
        "formation": Literal["battalion", "host", "phalanx", "skirmisher", "wedge"],
        "sum": int,
        "as": dict[str, str],
    },
)


class BattleLineFormationBrokenEffect(TypedDict):
    """
    5.3 A complete side of `seat` is no longer complete.
    """

    type: Literal["formation_broken"]
    seat: int
    flag: int


class BattleLineFormationCompletedEffect(TypedDict):
    """
    5.3 A side of `seat` became complete.
    """

    type: Literal["formation_completed"]
    seat: int
    flag: int


class BattleLineMatchEndedEffect(TypedDict):
    """
    Always the last effect of a match.
    """

    type: Literal["match_ended"]
    winners: list[int]
    reason: Literal[
        "aborted", "agreement", "breakthrough", "deadlock", "envelopment", "points", "resignation", "timeout"
    ]
    scores: dict[str, Any]


class Seat1(TypedDict):
    """
    A seat at the start. Until the match is disclosed, only its player sees `deck`.
    """

    player: str
    team: NotRequired[int]
    entropy: str
    deck: NotRequired[dict[str, Any]]


class CardSet1(TypedDict):
    """
    The revision of the cards.
    """

    revision: int
    digest: str


class Continues1(TypedDict):
    """
    Only in practice matches: the event of another match that this one continues from.
    """

    match: str
    seq: int
    hash: str


class BattleLineOptions(TypedDict):
    """
    2.2 An absent option has its default. 2.3 Nothing else is allowed.
    """

    tactics: NotRequired[bool]
    claim_timing: NotRequired[Literal["end_of_turn", "start_of_turn"]]
    rounds: NotRequired[int]


class BattleLinePassAction(TypedDict):
    """
    Declines what is offered.
    """

    type: Literal["pass"]


class BattleLinePassedEffect(TypedDict):
    """
    8.2 A seat played no card.
    """

    type: Literal["passed"]
    seat: int


class BattleLinePickedEffect(TypedDict):
    """
    A random number from 0 to n - 1, for any other random pick.
    """

    type: Literal["picked"]
    what: str
    n: int
    result: int


class BattleLinePlayAction(TypedDict):
    """
    8.2 Play one card from the hand: to a flag, or a guile card on cards already placed (9).
    """

    type: Literal["play"]
    card: str
    flag: NotRequired[int]
    from_flag: NotRequired[int]
    from_index: NotRequired[int]
    to_flag: NotRequired[int | None]


class BattleLinePlayPrompt(TypedDict):
    """
    Play a card, or pass.
    """

    kind: Literal["play"]
    seat: int


class BattleLineReturnedEffect(TypedDict):
    """
    9.6 The Scout returned a card to the top of its deck.
    """

    type: Literal["returned"]
    seat: int
    deck: Literal["tactics", "troop"]
    card: NotRequired[str]


class BattleLineRoundEndedEffect(TypedDict):
    """
    10 A round ended. `flags` and `points` are those of this round, by seat.
    """

    type: Literal["round_ended"]
    round: int
    winner: int | None
    reason: str
    flags: list[int]
    points: list[int]


class BattleLineRoundResult(TypedDict):
    """
    11.5 A finished round. `flags` and `points` are listed by seat.
    """

    round: int
    first_seat: int
    winner: int | None
    reason: str
    flags: list[int]
    points: list[int]


class BattleLineRoundStartedEffect(TypedDict):
    """
    4.6 A round began.
    """

    type: Literal["round_started"]
    round: int
    first_seat: int


class BattleLineScoutDrawAction(TypedDict):
    """
    9.6 Choose the deck for the Scout's next card.
    """

    type: Literal["scout_draw"]
    deck: Literal["tactics", "troop"]


class BattleLineScoutDrawPrompt(TypedDict):
    """
    Choose the deck for the Scout's next card.
    """

    kind: Literal["scout_draw"]
    seat: int
    remaining: int


class BattleLineScoutReturnAction(TypedDict):
    """
    9.6 Return a card from the hand to its deck, face down.
    """

    type: Literal["scout_return"]
    card: str


class BattleLineScoutReturnLoggedAction(TypedDict):
    """
    9.6 Return a card from the hand to its deck, face down.
    """

    type: Literal["scout_return"]
    card: NotRequired[str]


class BattleLineScoutReturnPrompt(TypedDict):
    """
    Choose a card to return to its deck.
    """

    kind: Literal["scout_return"]
    seat: int
    remaining: int


class BattleLineScoutView(TypedDict):
    """
    The progress of a Scout.
    """

    drawn: int
    returned: int


class BattleLineShuffledEffect(TypedDict):
    """
    A zone was reordered. The new order is listed from the top.
    """

    type: Literal["shuffled"]
    seat: int | None
    zone: str
    order: NotRequired[list[str]]


class BattleLineSideTally(TypedDict):
    """
    One side of a flag.
    """

    cards: list[str]
    formation: Literal["battalion", "host", "phalanx", "skirmisher", "wedge"] | None
    sum: int | None


class BattleLineTiebreak(TypedDict):
    """
    Each team's value of a measure (`words["measures"]`). If the values are equal, the next tiebreak decides.
    """

    measure: str
    values: list[int]
    wins: NotRequired[Literal["fewer", "more"]]


class BattleLineTurnStartedEffect(TypedDict):
    type: Literal["turn_started"]
    seat: int
    turn: int


class BattleLineZone(TypedDict):
    """
    Some cards in one place. `cards` is null if the viewer can't see them.
    """

    count: int
    cards: list[str] | None


class BlackpokerAttackerAction(TypedDict):
    """
    8.17 Drive a soldier to attack.
    """

    type: Literal["attacker"]
    character: int


class BlackpokerAttackerNamedEffect(TypedDict):
    """
    8.17 A soldier attacked.
    """

    type: Literal["attacker_named"]
    seat: int
    character: int


class BlackpokerAttackersDoneAction(TypedDict):
    """
    8.17 Choose no more attackers.
    """

    type: Literal["attackers_done"]


class BlackpokerBlockAction(TypedDict):
    """
    8.18 Block an attacker with a character.
    """

    type: Literal["block"]
    attacker: int
    blocker: int


class BlackpokerBlockerNamedEffect(TypedDict):
    """
    8.18 A character blocked an attacker.
    """

    type: Literal["blocker_named"]
    seat: int
    attacker: int
    blocker: int


class BlackpokerBlockersDoneAction(TypedDict):
    """
    8.18 Choose no more blockers.
    """

    type: Literal["blockers_done"]


BlackpokerBulwarkPlacedEffect = TypedDict(
    "BlackpokerBulwarkPlacedEffect",
    {
        "type": Literal["bulwark_placed"],
        "seat": int,
        "character": int,
        "card": NotRequired[str],
        "charged": bool,
        "from": str,
    },
)


class BlackpokerCharacterView(TypedDict):
    """
    11.7 A character. A bulwark's number is null, and so are its cards for viewers who may not look at them.
    """

    id: int
    kind: str
    cards: list[str] | None
    number: int | None
    bonus: int
    charged: bool
    fresh: list[bool]


class BlackpokerChargedEffect(TypedDict):
    type: Literal["charged"]
    characters: list[int]


class BlackpokerChooseGraveyardAction(TypedDict):
    """
    8.12 Choose the graveyard card to reanimate.
    """

    type: Literal["choose_graveyard"]
    card: str


class BlackpokerChooseGraveyardPrompt(TypedDict):
    """
    Choose a card of your graveyard.
    """

    kind: Literal["choose_graveyard"]
    seat: int
    request: int


class BlackpokerChooseHandAction(TypedDict):
    """
    8.13 Choose the card that the opponent must discard from their hand.
    """

    type: Literal["choose_hand"]
    card: str


class BlackpokerChooseHandPrompt(TypedDict):
    """
    Choose a card of the opponent's hand.
    """

    kind: Literal["choose_hand"]
    seat: int
    request: int


class BlackpokerChooseSearchPrompt(TypedDict):
    """
    Choose a card of your deck.
    """

    kind: Literal["choose_search"]
    seat: int
    request: int


class BlackpokerChooseStatePrompt(TypedDict):
    """
    Choose charged or driven.
    """

    kind: Literal["choose_state"]
    seat: int
    request: int


class BlackpokerChooseTargetAction(TypedDict):
    """
    6.2 Choose the target: a character or, for a counter, a request on the stage.
    """

    type: Literal["target"]
    character: NotRequired[int]
    request: NotRequired[int]


class BlackpokerChooseTargetPrompt(TypedDict):
    """
    Choose the target of an action.
    """

    kind: Literal["choose_target"]
    seat: int
    request: int


class BlackpokerCombatEndedEffect(TypedDict):
    """
    8.19 Every attacker has been judged.
    """

    type: Literal["combat_ended"]


class BlackpokerDamagedEffect(TypedDict):
    """
    7.5 `moved` cards went from the deck to the graveyard, whose top card is now `top`.
    """

    type: Literal["damaged"]
    seat: int
    amount: int
    moved: int
    cards: NotRequired[list[str]]
    top: str | None
    cause: str


class BlackpokerDeclareAttackersPrompt(TypedDict):
    """
    Choose an attacker, or no more.
    """

    kind: Literal["declare_attackers"]
    seat: int
    request: int


class BlackpokerDeclareBlockersPrompt(TypedDict):
    """
    Choose a blocker, or no more.
    """

    kind: Literal["declare_blockers"]
    seat: int
    request: int


class BlackpokerDestroyedEffect(TypedDict):
    """
    A character went from the field to its owner's graveyard.
    """

    type: Literal["destroyed"]
    seat: int
    character: int
    kind: str
    cards: list[str]


class BlackpokerDiscardAction(TypedDict):
    """
    8.15 Discard a card, down to the hand limit.
    """

    type: Literal["discard"]
    card: str


class BlackpokerDiscardToLimitPrompt(TypedDict):
    """
    Discard cards down to the hand limit.
    """

    kind: Literal["discard_to_limit"]
    seat: int
    request: int
    remaining: int


class BlackpokerDiscardedEffect(TypedDict):
    type: Literal["discarded"]
    seat: int
    card: str
    cause: str


class BlackpokerDrawMoreAction(TypedDict):
    """
    8.16 Draw the second card.
    """

    type: Literal["draw_more"]


class BlackpokerDrawMorePrompt(TypedDict):
    """
    Choose whether to draw a second card.
    """

    kind: Literal["draw_more"]
    seat: int
    request: int


class BlackpokerDrawStopAction(TypedDict):
    """
    8.16 Keep to one card.
    """

    type: Literal["draw_stop"]


class BlackpokerDrewEffect(TypedDict):
    type: Literal["drew"]
    seat: int
    count: int
    cards: NotRequired[list[str]]


class BlackpokerDroveEffect(TypedDict):
    type: Literal["drove"]
    characters: list[int]


class BlackpokerEquippedEffect(TypedDict):
    """
    8.3 The key card was laid on a soldier.
    """

    type: Literal["equipped"]
    seat: int
    character: int
    card: str


class BlackpokerFightView(TypedDict):
    attacker: int
    blockers: list[int]


class BlackpokerFirstPlayerEffect(TypedDict):
    """
    5.4 The first player was determined.
    """

    type: Literal["first_player"]
    seat: int


class BlackpokerFizzledEffect(TypedDict):
    """
    7.2 The target is gone or no longer fits, so there is no effect at all.
    """

    type: Literal["fizzled"]
    request: int
    action: str


class BlackpokerFlippedEffect(TypedDict):
    """
    5.4 A card was turned up to decide the first turn, then put into the graveyard.
    """

    type: Literal["flipped"]
    seat: int
    card: str


class BlackpokerGraveyard(TypedDict):
    """
    11.8 A graveyard. `cards` are listed from bottom to top; everyone sees `top`.
    """

    count: int
    cards: list[str] | None
    top: str | None


class BlackpokerHadNoEffect(TypedDict):
    """
    7.3 No part of the request could be carried out.
    """

    type: Literal["had_no_effect"]
    request: int
    action: str


class BlackpokerHandRevealedEffect(TypedDict):
    """
    8.13 The raiser saw the opponent's hand.
    """

    type: Literal["hand_revealed"]
    seat: int
    to: int
    cards: NotRequired[list[str]]


class BlackpokerKeysDiscardedEffect(TypedDict):
    """
    7.1 The key cards went to the raiser's graveyard.
    """

    type: Literal["keys_discarded"]
    request: int
    seat: int
    cards: list[str]


class BlackpokerKeysReturnedEffect(TypedDict):
    """
    8.4 The key cards went to the raiser's hand.
    """

    type: Literal["keys_returned"]
    request: int
    seat: int
    cards: list[str]


class BlackpokerMade(TypedDict):
    """
    A character that a reverse created.
    """

    id: int
    kind: str


class BlackpokerMainPrompt(TypedDict):
    """
    Raise an action. The stage is empty.
    """

    kind: Literal["main"]
    seat: int


class BlackpokerMatchEndedEffect(TypedDict):
    """
    Always the last effect of a match.
    """

    type: Literal["match_ended"]
    winners: list[int]
    reason: Literal["aborted", "agreement", "deck_out", "double_deck_out", "resignation", "timeout"]
    scores: dict[str, Any]


class BlackpokerMilledEffect(TypedDict):
    """
    7.7 `count` cards went to the graveyard and, if there was a `hit`, `found` went to the hand.
    """

    type: Literal["milled"]
    seat: int
    count: int
    cards: NotRequired[list[str]]
    top: str | None
    hit: bool
    found: NotRequired[str | None]


class BlackpokerNegatedEffect(TypedDict):
    """
    8.7 A request was negated. `by` is the id of the counter.
    """

    type: Literal["negated"]
    request: int
    action: str
    by: int


class BlackpokerNextIds(TypedDict):
    character: int
    request: int


class BlackpokerNumberChangedEffect(TypedDict):
    """
    8.5 A soldier's number changed.
    """

    type: Literal["number_changed"]
    character: int
    by: int
    number: int


class BlackpokerOptions(TypedDict):
    """
    2.1 Every format is allowed with every frame. 2.2 Nothing else is allowed.
    """

    format: NotRequired[Literal["lite", "std"]]
    frame: NotRequired[Literal["constructed40", "entry16", "entry20", "full", "random40", "regular"]]


class BlackpokerOrderDeckPrompt(TypedDict):
    """
    Choose the next card to put on the deck. `placed` lists those already chosen.
    """

    kind: Literal["order_deck"]
    seat: int
    request: int
    placed: list[str]


class BlackpokerPassAction(TypedDict):
    """
    Declines what is offered.
    """

    type: Literal["pass"]


class BlackpokerPassedEffect(TypedDict):
    """
    6.4 A seat passed. `auto`: it has no card in hand and was not asked (6.8).
    """

    type: Literal["passed"]
    seat: int
    auto: bool


class BlackpokerPayBulwarkAction(TypedDict):
    """
    6.2 Pay B: drive one of your charged bulwarks.
    """

    type: Literal["pay_bulwark"]
    character: int


class BlackpokerPayBulwarkPrompt(TypedDict):
    """
    Drive a bulwark as a cost.
    """

    kind: Literal["pay_bulwark"]
    seat: int
    request: int
    remaining: int


class BlackpokerPayDiscardAction(TypedDict):
    """
    6.2 Pay D: discard a card from your hand.
    """

    type: Literal["pay_discard"]
    card: str


class BlackpokerPayDiscardPrompt(TypedDict):
    """
    Discard a card as a cost.
    """

    kind: Literal["pay_discard"]
    seat: int
    request: int
    remaining: int


class BlackpokerPickedEffect(TypedDict):
    """
    A random number from 0 to n - 1, for any other random pick.
    """

    type: Literal["picked"]
    what: str
    n: int
    result: int


class BlackpokerPlaceBulwarkAction(TypedDict):
    """
    8.1 Place a card from your hand face down as a bulwark.
    """

    type: Literal["place_bulwark"]
    card: str


class BlackpokerPlaceBulwarkLoggedAction(TypedDict):
    """
    8.1 Place a card from your hand face down as a bulwark.
    """

    type: Literal["place_bulwark"]
    card: NotRequired[str]


class BlackpokerPlaceBulwarkPrompt(TypedDict):
    """
    Choose the hand card that becomes a bulwark.
    """

    kind: Literal["place_bulwark"]
    seat: int
    request: int


class BlackpokerPlaceOnDeckAction(TypedDict):
    """
    8.10 Choose the next card of the lanced soldier to put on its owner's deck.
    """

    type: Literal["place_on_deck"]
    card: str


class BlackpokerPresetEffect(TypedDict):
    """
    5.3 The first two cards of a small deck were placed on the field.
    """

    type: Literal["preset"]
    seat: int
    bulwark: int
    bulwark_card: NotRequired[str]
    soldier: int
    soldier_card: str


class BlackpokerRaiseAction(TypedDict):
    """
    6.2 Raise an action with its key cards (sorted).
    """

    type: Literal["raise"]
    action: str
    keys: list[str]


class BlackpokerRaisedEffect(TypedDict):
    """
    A request was created; `by` is `player` or `rule`.
    """

    type: Literal["raised"]
    request: int
    action: str
    seat: int
    keys: list[str]
    by: str


class BlackpokerReinforceAction(TypedDict):
    """
    8.11 Take one charged bulwark from the deck, or two driven ones.
    """

    type: Literal["reinforce"]
    count: int


class BlackpokerReinforcePrompt(TypedDict):
    """
    Choose one charged bulwark or two driven ones.
    """

    kind: Literal["reinforce"]
    seat: int
    request: int


class BlackpokerResolutionStartedEffect(TypedDict):
    """
    6.4 After two consecutive passes, the top request is resolved.
    """

    type: Literal["resolution_started"]
    request: int
    action: str


class BlackpokerResolvedEffect(TypedDict):
    """
    7.1 A request was carried out and left the stage.
    """

    type: Literal["resolved"]
    request: int
    action: str


class BlackpokerRespondPrompt(TypedDict):
    """
    Raise a quick action, or pass. `request` is the top of the stage.
    """

    kind: Literal["respond"]
    seat: int
    request: int


class BlackpokerReturnedToDeckEffect(TypedDict):
    """
    8.10 A soldier's cards went to its owner's deck. The last of them is on top.
    """

    type: Literal["returned_to_deck"]
    seat: int
    character: int
    cards: list[str]


class BlackpokerReturnedToHandEffect(TypedDict):
    type: Literal["returned_to_hand"]
    seat: int
    character: int
    kind: str
    cards: NotRequired[list[str]]


class BlackpokerRevealedEffect(TypedDict):
    """
    8.19 A blocking bulwark was turned up.
    """

    type: Literal["revealed"]
    seat: int
    character: int
    card: str


class BlackpokerReversedEffect(TypedDict):
    """
    8.14 A soldier became bulwarks, or a bulwark a soldier.
    """

    type: Literal["reversed"]
    seat: int
    character: int
    into: list[BlackpokerMade]
    cards: NotRequired[list[str]]


class BlackpokerSearchAction(TypedDict):
    """
    8.8 Choose the card to take from the deck.
    """

    type: Literal["search"]
    card: str


class BlackpokerSearchedEffect(TypedDict):
    """
    8.8 A card was taken from the deck.
    """

    type: Literal["searched"]
    seat: int
    card: str


class BlackpokerSeatTally(TypedDict):
    """
    One seat. The cards of its deck are its life.
    """

    life: int
    life_lost: NotRequired[dict[str, int]]
    life_regained: NotRequired[int]
    last_card_taken_by: NotRequired[str | None]
    summoned: NotRequired[dict[str, int]]
    bulwarks: NotRequired[int]
    destroyed: NotRequired[dict[str, int]]
    attacks: NotRequired[int]
    blocks: NotRequired[int]
    actions: NotRequired[dict[str, int]]


class BlackpokerSetAsideEffect(TypedDict):
    """
    5.1 Cards were set aside for the whole match.
    """

    type: Literal["set_aside"]
    seat: int
    count: int
    cards: NotRequired[list[str]]


class BlackpokerSetStateAction(TypedDict):
    """
    8.6 Choose charged or driven, for a twist or a reverse (8.14).
    """

    type: Literal["set_state"]
    state: Literal["charged", "driven"]


class BlackpokerShuffledEffect(TypedDict):
    """
    A zone was reordered. The new order is listed from the top.
    """

    type: Literal["shuffled"]
    seat: int | None
    zone: str
    order: NotRequired[list[str]]


class BlackpokerStagedEffect(TypedDict):
    """
    6.3 A request went on top of the stage.
    """

    type: Literal["staged"]
    request: int


BlackpokerSummonedEffect = TypedDict(
    "BlackpokerSummonedEffect",
    {
        "type": Literal["summoned"],
        "seat": int,
        "character": int,
        "kind": str,
        "card": str,
        "from": str,
    },
)


class BlackpokerTarget(TypedDict):
    """
    11.4 A character, a request on the stage, or a seat.
    """

    character: NotRequired[int]
    request: NotRequired[int]
    seat: NotRequired[int]


class BlackpokerTargetedEffect(TypedDict):
    """
    6.2 A request was given its target.
    """

    type: Literal["targeted"]
    request: int
    target: BlackpokerTarget


class BlackpokerTiebreak(TypedDict):
    """
    Each team's value of a measure (`words["measures"]`). If the values are equal, the next tiebreak decides.
    """

    measure: str
    values: list[int]
    wins: NotRequired[Literal["fewer", "more"]]


class BlackpokerTriggeredEffect(TypedDict):
    """
    7.6 A trigger began.
    """

    type: Literal["triggered"]
    seat: int
    action: str


class BlackpokerTurnEndedEffect(TypedDict):
    """
    8.15 The turn passed to the other seat.
    """

    type: Literal["turn_ended"]
    seat: int
    turn: int


class BlackpokerTurnStartedEffect(TypedDict):
    type: Literal["turn_started"]
    seat: int
    turn: int


class BlackpokerUsedMarks(TypedDict):
    attack: bool
    set_bulwark: bool


class BlackpokerZone(TypedDict):
    """
    Some cards in one place. `cards` is null if the viewer can't see them.
    """

    count: int
    cards: list[str] | None


class BotStrength(TypedDict):
    """
    A house bot's rating in a game, from the newest finished season of a public league that it played in.

    Elo is relative to the season's `anchor`: compare only ratings with the same anchor.
    """

    elo: int
    elo_low: int | None
    elo_high: int | None
    anchor: str
    anchor_elo: int
    matches: int
    since: str
    season_url: str


class CallMissed(TypedDict):
    """
    You did not answer a call in time and lost the seat. After three in a row, your calls are paused for a while.
    """

    type: Literal["call_missed"]
    match: str
    seat: int
    paused_until: str | None


class CalledToSeat(TypedDict):
    """
    You are called or invited to a seat: join, or leave. If you are called, you lose the seat at `answer_by`.
    """

    type: Literal["called"]
    match: str
    seat: int
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    by: str | None
    answer_by: str | None


class Card(TypedDict):
    """
    A card. `definition` is its whole entry in the card set, in the ruleset's own form.
    """

    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    slug: str
    names: dict[str, str]
    texts: dict[str, str] | None
    definition: dict[str, Any]


class CardSet(TypedDict):
    """
    The cards of a match.
    """

    revision: int
    digest: str
    is_playtest: bool


class CardSetRef(TypedDict):
    """
    An immutable revision of a ruleset's cards; `digest` is SHA-256 of its canonical JSON.
    """

    revision: int
    digest: str


class CardStatistics(TypedDict):
    """
    The results of seats with a card in the deck, in hand, or played.

    `use` is `in_deck`, `seen` or `played`. A seat counts once per match, however many copies there were.
    """

    matches: int
    wins: int
    draws: int
    losses: int
    share_per_mille: int | None
    low_per_mille: int | None
    high_per_mille: int | None
    card: str
    use: str


class ChallengeAnswered(TypedDict):
    """
    A challenge was accepted, declined or withdrawn by the other player. If accepted, the call comes with it.
    """

    type: Literal["challenge_answered"]
    challenge: str
    status: str
    reason: str | None
    match: str | None


class Challenged(TypedDict):
    """
    Another player challenges you: accept or decline.
    """

    type: Literal["challenged"]
    challenge: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    by: str


class Clock(TypedDict):
    """
    One seat's clock: the time left (Fischer), and the deadline of the current decision.
    """

    seat: int
    remaining_ms: int | None
    deadline: str | None


class Closing(TypedDict):
    """
    End the season now. Open deals don't count.
    """

    kind: Literal["close"]
    reason: str


class ColumnChoice(TypedDict):
    """
    What each column fills, in the order of the file. The choice is remembered for your next files.
    """

    fields: list[Literal["", "cards", "id", "name_en", "name_ja", "note", "options", "owner", "ruleset", "visibility"]]
    ruleset: NotRequired[str | None]


class Comparison(TypedDict):
    """
    A comparison of two bot accounts: a private league of one season.

    `verdict` is `h1` if `bot` is better than `against` by `elo1`, `h0` if only by `elo0`, and `undecided` after
    `most_deals`. It is null while it runs, if it was stopped, and for some seconds after its end.
    """

    league: str
    bot: str
    against: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    elo0: int
    elo1: int
    most_deals: int
    status: Literal["over", "running", "starting"]
    deals: int
    verdict: Literal["h0", "h1", "undecided"] | None
    created_at: str
    ended_at: str | None
    season: str | None


class ComparisonList(TypedDict):
    """
    Your comparisons, newest first.
    """

    results: list[Comparison]
    next: str | None


class ComparisonOver(TypedDict):
    """
    A comparison of two of your bot accounts has ended.

    `verdict` is `h1` if `bot` is better than `against` by `elo1`, `h0` if only by `elo0`, and `undecided` after the
    last deal. It is null if the comparison was stopped, or if an account closed or changed its version.
    """

    type: Literal["comparison_over"]
    league: str
    bot: str
    against: str
    verdict: Literal["h0", "h1", "undecided"] | None
    deals: int


class ContinuationInput(TypedDict):
    """
    The event to continue from, your seat, and the bot.
    """

    seq: int
    seat: NotRequired[int | None]
    bot: NotRequired[str]


class Continues(TypedDict):
    """
    The event of another match that a practice match continues from.
    """

    match: str
    seq: int
    hash: str


class Correspondence(TypedDict):
    """
    A number of days for every decision.
    """

    type: Literal["correspondence"]
    days: int


class Cron(TypedDict):
    """
    At the times of a cron expression of five fields, in a time zone of the IANA database.
    """

    type: Literal["cron"]
    cron: str
    time_zone: NotRequired[str]


class CrosstableCell(TypedDict):
    """
    One entrant's results against another, from the side of the first named.
    """

    entrant: str
    opponent: str
    played: int
    wins: int
    draws: int
    losses: int
    points: int
    share_per_mille: int | None
    wins_by_time: NotRequired[int]
    wins_by_resignation: NotRequired[int]
    wins_by_no_show: NotRequired[int]


class DecisionCount(TypedDict):
    """
    How many matches ended for this reason and were decided by this (`decided.by` of their scorecards).
    """

    reason: str
    decided_by: str
    matches: int


class Deck(TypedDict):
    """
    A stored deck. `problems` is what is wrong with it under today's cards and rules.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    name: str
    name_ja: str
    owner: str | None
    is_mine: bool
    cards: dict[str, int]
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    visibility: Literal["private", "public"]
    note: str
    version: int
    digest: str
    problems: list[dict[str, Any]]
    created_at: str
    updated_at: str
    url: str


class DeckCheck(TypedDict):
    """
    The faults in the order of the rules. If there are none, the deck can be played under these options.

    `report` has anything else that the ruleset shows in an editor, such as possible exchanges. Its form depends on the
    ruleset. It is absent if there is nothing to show or the options can't be read.
    """

    problems: list[dict[str, Any]]
    report: NotRequired[dict[str, Any]]


class DeckInput(TypedDict):
    """
    A deck to store. Faults are reported but don't prevent storing it; matches refuse faulty decks.
    """

    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    name: str
    cards: dict[str, int]
    name_ja: NotRequired[str]
    options: NotRequired[dict[str, bool | int | str | list[bool | int | str] | None]]
    visibility: NotRequired[Literal["private", "public"]]
    note: NotRequired[str]


class DeckList(TypedDict):
    results: list[Deck]
    next: str | None


class DeckPairStatistics(TypedDict):
    """
    The results of `deck` against `opponent`; wins are those of `deck`.
    """

    matches: int
    wins: int
    draws: int
    losses: int
    share_per_mille: int | None
    low_per_mille: int | None
    high_per_mille: int | None
    deck: str
    opponent: str


class DeckSent(TypedDict):
    """
    `cards` maps a card's slug to the number of its copies.
    """

    cards: dict[str, int]


class DeckStatistics(TypedDict):
    """
    The results of a deck, identified by the SHA-256 of its list of cards.
    """

    matches: int
    wins: int
    draws: int
    losses: int
    share_per_mille: int | None
    low_per_mille: int | None
    high_per_mille: int | None
    deck: str


class DeckToCheck(TypedDict):
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    cards: dict[str, int]
    options: NotRequired[dict[str, bool | int | str | list[bool | int | str] | None]]


class DeckVersion(TypedDict):
    """
    A whole deck as saved in one version.
    """

    version: int
    kind: str
    by: str | None
    at: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    name: str
    name_ja: str
    cards: dict[str, int]
    digest: str
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    visibility: Literal["private", "public"]
    note: str


class DeclaredBot(TypedDict):
    """
    Marks an account as a program. `owner` is responsible for it.
    """

    version: str
    owner: str | None


class Declining(TypedDict):
    """
    Why you decline: one of these words, or null.
    """

    reason: NotRequired[
        Literal["later", "no_bots", "only_rated", "only_unrated", "other_game", "other_options", "too_fast", "too_slow"]
        | None
    ]


class Deletion(TypedDict):
    """
    The current password: a token alone cannot delete an account.
    """

    password: str


class DeprecatedPart(TypedDict):
    """
    An operation that will be removed on the day `sunset`, or a part of it.
    """

    operation: str
    field: str | None
    announced: str
    sunset: str
    instead: str


class DrawAnswer(TypedDict):
    """
    An empty object.
    """


class DrawDeclined(TypedDict):
    """
    A seat declined the draw that you offered or agreed to.
    """

    type: Literal["draw_declined"]
    match: str
    seat: int


class DrawOffered(TypedDict):
    """
    Another seat offers a draw: accept or decline it, or act, which ends the offer.
    """

    type: Literal["draw_offered"]
    match: str
    seat: int


class Duel(TypedDict):
    """
    Two entrants, until a sequential test decides whether the first is better by `elo1`, or only by `elo0`.
    """

    type: Literal["duel"]
    elo0: NotRequired[int]
    elo1: NotRequired[int]
    alpha_per_mille: NotRequired[int]
    beta_per_mille: NotRequired[int]
    most_deals: NotRequired[int]


class Entrant(TypedDict):
    """
    A house bot at one version, or a bot account (`account` is its id) in the version it had declared.

    `iterations` is null for a bot that does not search. `deck` is the entrant's own, if entrants bring decks.
    `deck_name` is the slug if it is a starter deck.
    """

    number: int
    name: str
    bot: str | None
    bot_version: int | None
    iterations: int | None
    account: str | None
    account_version: str | None
    digest: str | None
    deck: dict[str, Any] | None
    deck_name: str | None
    deck_digest: str


class EntrantInput(TypedDict):
    """
    A house bot (`bot`) at one version, or a bot account by its name (`account`).

    `deck` is its own deck, if entrants bring decks.
    """

    name: str
    bot: NotRequired[str | None]
    account: NotRequired[str | None]
    version: NotRequired[int | None]
    deck: NotRequired[str | DeckSent | None]


class EntrantList(TypedDict):
    results: list[Entrant]


class Entry(TypedDict):
    """
    Bot accounts may join before a season starts, until it has `most` entrants. Each owner has one entry.

    With `confirmed_address`, the owner needs a confirmed mail address that no other entry's owner has.
    """

    most: NotRequired[int]
    confirmed_address: NotRequired[bool]


class EntryInput(TypedDict):
    """
    `deck` is needed if entrants bring decks: a list of cards, the id of your own deck, or the slug of a starter
    deck.
    """

    deck: NotRequired[str | DeckSent | None]


class Extension(TypedDict):
    """
    Add cycles, rounds, or deals (in a duel). `length` is the new total.
    """

    kind: Literal["extend"]
    length: int
    reason: str


class FieldError(TypedDict):
    """
    A part of the request that can't be read. `code` is stable; `detail` says the same for people.
    """

    code: Literal[
        "array_length",
        "array_too_long",
        "array_too_short",
        "body_cut_short",
        "body_length_ambiguous",
        "comparison_not_yours",
        "entropy_not_printable",
        "field_filled_twice",
        "idempotency_key_unreadable",
        "if_match_unreadable",
        "integer_out_of_range",
        "league_account_declines",
        "league_account_seats",
        "league_anchor",
        "league_bad_cron",
        "league_bad_setup",
        "league_bot_disabled",
        "league_bot_or_account",
        "league_bot_version",
        "league_bounds",
        "league_clock_missing",
        "league_deck_missing",
        "league_deck_not_wanted",
        "league_duel",
        "league_full",
        "league_luck_decks",
        "league_moment",
        "league_name_twice",
        "league_never",
        "league_no_reason",
        "league_no_run",
        "league_not_longer",
        "league_open_once",
        "league_sides",
        "league_stays",
        "league_swiss_rounds",
        "league_time_zone",
        "league_too_few",
        "league_too_long",
        "league_too_many_pairs",
        "league_twinned_accounts",
        "league_twinned_decks",
        "league_twinned_luck",
        "league_unknown_account",
        "league_unknown_bot",
        "league_unknown_deck",
        "league_unknown_ruleset",
        "league_withdrawn",
        "missing_field",
        "moment_out_of_range",
        "name_character",
        "name_not_normal",
        "name_of_several_scripts",
        "name_without_letter",
        "nested_too_deeply",
        "no_audit_reason",
        "no_late_seats",
        "no_player_of_this_name",
        "no_reason",
        "no_ruleset_of_rows",
        "no_stream_free",
        "no_such_address",
        "no_such_row",
        "no_wait_free",
        "not_a_datetime",
        "not_a_notice_number",
        "not_a_seq",
        "not_a_uuid",
        "not_http",
        "not_json",
        "not_utf8",
        "not_your_action",
        "note_not_readable",
        "note_too_long",
        "nul_in_parameter",
        "nul_in_string",
        "number_out_of_range",
        "number_too_large",
        "number_too_small",
        "object_too_large",
        "object_too_small",
        "offset_missing",
        "options_not_json",
        "parameter_needs",
        "password_not_allowed",
        "pattern_mismatch",
        "prompt_without_pass",
        "repeated_parameter",
        "seq_beyond_log",
        "string_too_long",
        "string_too_short",
        "surrogate_in_string",
        "token_of_app",
        "token_outlasts",
        "token_scopes_beyond",
        "type_required",
        "unknown_cursor",
        "unknown_effect",
        "unknown_enum_value",
        "unknown_event_type",
        "unknown_field",
        "unknown_option_named",
        "unknown_parameter",
        "unknown_phrase",
        "unknown_prompt",
        "unknown_ruleset_named",
        "unknown_value",
        "unknown_webhook_type",
        "unreadable",
        "wait_needs_key",
        "webhook_url_not_https",
        "webhook_url_not_public",
        "webhook_url_port",
        "webhook_url_unreadable",
        "wrong_number_of_columns",
        "wrong_type",
    ]
    detail: str
    params: NotRequired[dict[str, Any]]
    pointer: NotRequired[str]
    parameter: NotRequired[str]
    header: NotRequired[str]
    accepted: NotRequired[dict[str, Any] | None]


class Figure(TypedDict):
    """
    Wins, draws and losses, the share of the points per mille, and its 95 % interval (Wilson).
    """

    matches: int
    wins: int
    draws: int
    losses: int
    share_per_mille: int | None
    low_per_mille: int | None
    high_per_mille: int | None


class FinishedMatch(TypedDict):
    """
    A finished match. In an imported match no seat has an account, so `players` are empty strings: use `named`.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    length: int
    ended_at: str
    reason: Literal[
        "aborted",
        "agreement",
        "armistice",
        "banishment",
        "breakthrough",
        "commander_goal",
        "deadlock",
        "deck_out",
        "double_deck_out",
        "effect_loss",
        "effect_win",
        "endless_loop",
        "envelopment",
        "founding",
        "kill_goal",
        "leader_defeated",
        "mutual_destruction",
        "points",
        "resignation",
        "ruin",
        "stalemate",
        "timeout",
        "year_limit",
    ]
    winners: list[int]
    players: list[str]
    named: list[str] | None
    is_imported: bool
    url: str


class FinishedMatchList(TypedDict):
    """
    Finished matches, those that ended last first.
    """

    results: list[FinishedMatch]
    next: str | None
    damaged: NotRequired[list[str]]


class Fischer(TypedDict):
    """
    A time budget for the whole match; every decision adds the increment.
    """

    type: Literal["fischer"]
    initial_seconds: int
    increment_seconds: int


class Gauntlet(TypedDict):
    """
    The first entrant meets each of the others once in each cycle.
    """

    type: Literal["gauntlet"]
    cycles: NotRequired[int]


class ImportColumn(TypedDict):
    """
    A column of the file. `field` is the deck's field that it fills; if empty, the column is left out.
    """

    header: str
    samples: list[str]
    field: Literal["", "cards", "id", "name_en", "name_ja", "note", "options", "owner", "ruleset", "visibility"]


class ImportCounts(TypedDict):
    """
    Number of rows of each kind so far. Rows that are `illegal` are also counted as `new`, `changed` or `same`.
    """

    new: int
    changed: int
    same: int
    faulty: int
    illegal: int
    taken: int


PathItem: TypeAlias = str


class InvadersAcceptAction(TypedDict):
    """
    10.7 Accept what a `may` prompt offers.
    """

    type: Literal["accept"]


class InvadersActivateAction(TypedDict):
    """
    7.6 Use an ability of the main step.
    """

    type: Literal["activate"]
    place: str
    ability: int


class InvadersActivatedEffect(TypedDict):
    """
    7.6 An ability of the main step was used.
    """

    type: Literal["activated"]
    seat: int
    place: str
    card: str
    ability: int


class InvadersAttackAbortedEffect(TypedDict):
    """
    8.4 The attack was called off: there was no legal target left.
    """

    type: Literal["attack_aborted"]
    unit: str


class InvadersAttackAction(TypedDict):
    """
    8.1 Attack with a unit.
    """

    type: Literal["attack"]
    unit: str


class InvadersAttackDeclaredEffect(TypedDict):
    """
    8.1 A unit declared an attack.
    """

    type: Literal["attack_declared"]
    seat: int
    unit: str


class InvadersBattleEndedEffect(TypedDict):
    """
    8.10 The battle ended. `forced`: before its last stage.
    """

    type: Literal["battle_ended"]
    forced: bool


class InvadersBattleView(TypedDict):
    attacker: str | None
    target: str | None
    stage: int
    square: str | None
    blocked: bool
    ending: bool


class InvadersBlockAction(TypedDict):
    """
    8.6 Block the attack with a unit.
    """

    type: Literal["block"]
    unit: str


class InvadersBlockPrompt(TypedDict):
    kind: Literal["block"]
    seat: int
    attacker: str
    target: str


class InvadersBlockedEffect(TypedDict):
    """
    8.6 A unit with guard became the target.
    """

    type: Literal["blocked"]
    unit: str
    attacker: str


class InvadersCastAction(TypedDict):
    """
    7.1 Cast a card from the hand.
    """

    type: Literal["cast"]
    card: str
    place: NotRequired[str]


class InvadersCastEffect(TypedDict):
    """
    7.1 A card was cast for its cost.
    """

    type: Literal["cast"]
    seat: int
    card: str
    place: str | None


class InvadersChippedEffect(TypedDict):
    """
    9.6 Chips were put on a unit.
    """

    type: Literal["chipped"]
    place: str
    military: int
    labour: int


class InvadersChooseAction(TypedDict):
    """
    11.5 Choose one object: a card on the board, a card of another zone, an empty place, or an option.
    """

    type: Literal["choose"]
    target: NotRequired[str]
    zone: NotRequired[Literal["grave", "hand", "looked", "opened"]]
    seat: NotRequired[int]
    card: NotRequired[str]
    place: NotRequired[str]
    option: NotRequired[int]


class InvadersChooseFirstAction(TypedDict):
    """
    5.4 Choose to go first or second.
    """

    type: Literal["choose_first"]
    first: bool


class InvadersChooseFirstPrompt(TypedDict):
    kind: Literal["choose_first"]
    seat: int


class InvadersChooseLoggedAction(TypedDict):
    """
    11.5 Choose one object: a card on the board, a card of another zone, an empty place, or an option.
    """

    type: Literal["choose"]
    target: NotRequired[str]
    zone: NotRequired[Literal["grave", "hand", "looked", "opened"]]
    seat: NotRequired[int]
    card: NotRequired[str]
    place: NotRequired[str]
    option: NotRequired[int]


class InvadersChoosePrompt(TypedDict):
    """
    `op`: the operation's name. `remaining`: how many may still be chosen.
    """

    kind: Literal["choose"]
    seat: int
    card: str
    ability: int | str
    part: int
    op: str
    remaining: int


class InvadersChoseEffect(TypedDict):
    """
    5 A simultaneous choice was made. It stays secret until both seats have chosen.
    """

    type: Literal["chose"]
    seat: int


InvadersCommandedEffect = TypedDict(
    "InvadersCommandedEffect",
    {
        "type": Literal["commanded"],
        "seat": int,
        "card": str,
        "from": str,
    },
)


class InvadersComparedEffect(TypedDict):
    """
    8.8 Both military values were compared.
    """

    type: Literal["compared"]
    attacker: str
    defender: str
    attacker_military: int
    defender_military: int


class InvadersCountdownPlacedEffect(TypedDict):
    """
    9.7 Chips of a countdown were placed.
    """

    type: Literal["countdown_placed"]
    place: str
    amount: int
    total: int


class InvadersDamagedEffect(TypedDict):
    type: Literal["damaged"]
    seat: int
    amount: int
    cause: str
    self_harm: bool
    health: int


class InvadersDeckOutEffect(TypedDict):
    """
    6.2 The deck was empty at the year start.
    """

    type: Literal["deck_out"]
    seat: int
    amount: int


class InvadersDeclaration(TypedDict):
    """
    11.6 A card whose effect won or lost the match for its seat.
    """

    seat: int
    card: str
    result: Literal["lose", "win"]


class InvadersDeclaredEffect(TypedDict):
    """
    11.6 An effect made a seat win or lose the match.
    """

    type: Literal["declared"]
    seat: int
    card: str
    result: Literal["lose", "win"]


class InvadersDestroyedEffect(TypedDict):
    """
    4.7 A card entered the destroyed state.
    """

    type: Literal["destroyed"]
    seat: int
    place: str
    card: str
    cause: str


class InvadersDestroyedView(TypedDict):
    seat: int
    card: str
    cause: str


class InvadersDiscardEmergencyAction(TypedDict):
    """
    7.3 Discard your emergency.
    """

    type: Literal["discard_emergency"]


class InvadersDoneAction(TypedDict):
    """
    11.5 Choose nothing more.
    """

    type: Literal["done"]


class InvadersDrewEffect(TypedDict):
    type: Literal["drew"]
    seat: int
    count: int
    cards: NotRequired[list[str]]


class InvadersEffectStartedEffect(TypedDict):
    """
    10.4 A waiting effect began. `ability` is an index, or the name of a keyword.
    """

    type: Literal["effect_started"]
    seat: int
    card: str
    ability: int | str
    part: int


class InvadersEmergencyRevealedEffect(TypedDict):
    """
    9.3 An emergency was turned up.
    """

    type: Literal["emergency_revealed"]
    seat: int
    card: str


class InvadersEmergencySetEffect(TypedDict):
    """
    7.2 A card was set face down.
    """

    type: Literal["emergency_set"]
    seat: int
    card: NotRequired[str]


class InvadersEmergencyView(TypedDict):
    card: str | None
    face_up: bool


class InvadersEndMainAction(TypedDict):
    """
    7.7 End the main step.
    """

    type: Literal["end_main"]


class InvadersEndWarAction(TypedDict):
    """
    8.2 End the war step.
    """

    type: Literal["end_war"]


class InvadersEnteredEffect(TypedDict):
    type: Literal["entered"]
    seat: int
    card: str
    place: str


class InvadersEventPlayedEffect(TypedDict):
    """
    11.9 An event was used without being cast.
    """

    type: Literal["event_played"]
    seat: int
    card: str


InvadersExiledEffect = TypedDict(
    "InvadersExiledEffect",
    {
        "type": Literal["exiled"],
        "seat": int,
        "card": str,
        "from": str,
    },
)


class InvadersFirstPlayerDecidedEffect(TypedDict):
    """
    5 The first player was decided, with the reason.
    """

    type: Literal["first_player_decided"]
    seat: int
    by: Literal["chance", "janken", "option"]


class InvadersHealedEffect(TypedDict):
    """
    11.6 A leader's health rose.
    """

    type: Literal["healed"]
    seat: int
    amount: int
    health: int


class InvadersInvadeAction(TypedDict):
    """
    8.9 Move a unit to the square of the destroyed one.
    """

    type: Literal["invade"]
    unit: str


class InvadersInvadePrompt(TypedDict):
    kind: Literal["invade"]
    seat: int
    place: str


InvadersInvadedEffect = TypedDict(
    "InvadersInvadedEffect",
    {
        "type": Literal["invaded"],
        "seat": int,
        "from": str,
        "to": str,
    },
)


class InvadersJanken(TypedDict):
    """
    5.3 Show a hand of rock-paper-scissors.
    """

    type: Literal["janken"]
    hand: Literal["paper", "rock", "scissors"]


class InvadersJankenAction(TypedDict):
    """
    5.3 Show a hand of rock-paper-scissors.
    """

    type: Literal["janken"]
    hand: Literal["paper", "rock", "scissors"]


class InvadersJankenLoggedAction(TypedDict):
    """
    5.3 Show a hand of rock-paper-scissors.
    """

    type: Literal["janken"]
    hand: NotRequired[Literal["paper", "rock", "scissors"]]


class InvadersJankenPrompt(TypedDict):
    kind: Literal["janken"]
    seat: int
    round: int


class InvadersJankenShownEffect(TypedDict):
    """
    5.3 Both hands were shown, with the winner; null for a tie.
    """

    type: Literal["janken_shown"]
    hands: list[str]
    winner: int | None


class InvadersJankenView(TypedDict):
    round: int


class InvadersKeyword(TypedDict):
    """
    9.1 A keyword, with its value if it has one.
    """

    name: Literal[
        "armor",
        "chain",
        "civil_war",
        "countdown",
        "deadly",
        "front",
        "guard",
        "necromance",
        "ready",
        "self_harm",
        "undeclared_war",
    ]
    value: NotRequired[int]


class InvadersLabourAction(TypedDict):
    """
    7.4 Tap a unit and gain its labour as savings.
    """

    type: Literal["labour"]
    unit: str


class InvadersLabouredEffect(TypedDict):
    """
    7.4 A unit was tapped for savings.
    """

    type: Literal["laboured"]
    seat: int
    place: str
    amount: int


class InvadersLookedEffect(TypedDict):
    """
    11.10 The top of the deck was shown to its seat.
    """

    type: Literal["looked"]
    seat: int
    count: int
    cards: NotRequired[list[str]]


class InvadersLookedView(TypedDict):
    seat: int
    count: int
    cards: list[str] | None


class InvadersMainPrompt(TypedDict):
    kind: Literal["main"]
    seat: int


class InvadersMatchEndedEffect(TypedDict):
    """
    Always the last effect of a match.
    """

    type: Literal["match_ended"]
    winners: list[int]
    reason: Literal[
        "aborted",
        "agreement",
        "effect_loss",
        "effect_win",
        "endless_loop",
        "leader_defeated",
        "resignation",
        "timeout",
        "year_limit",
    ]
    scores: dict[str, Any]


class CardSet3(TypedDict):
    """
    The revision of the cards.
    """

    revision: int
    digest: str


class Continues3(TypedDict):
    """
    Only in practice matches: the event of another match that this one continues from.
    """

    match: str
    seq: int
    hash: str


class InvadersMayPrompt(TypedDict):
    kind: Literal["may"]
    seat: int
    card: str
    ability: int | str
    part: int


class InvadersModifier(TypedDict):
    """
    11.7 One of: a value added, a cost changed, a keyword given, or a rule.
    """

    stat: NotRequired[Literal["labour", "military"]]
    add: NotRequired[int]
    cost: NotRequired[int]
    keyword: NotRequired[InvadersKeyword]
    rule: NotRequired[Literal["cannot", "ignore", "must"]]
    what: NotRequired[str]


class InvadersMoneyChangedEffect(TypedDict):
    """
    11.6 Money was gained or lost.
    """

    type: Literal["money_changed"]
    seat: int
    amount: int


InvadersMovedEffect = TypedDict(
    "InvadersMovedEffect",
    {
        "type": Literal["moved"],
        "from": str,
        "to": str,
    },
)


class InvadersMulligan(TypedDict):
    """
    5.5 Put cards of the opening hand back, sorted, to draw as many new ones.
    """

    type: Literal["mulligan"]
    cards: list[str]


class InvadersMulliganAction(TypedDict):
    """
    5.5 Put cards of the opening hand back, sorted, to draw as many new ones.
    """

    type: Literal["mulligan"]
    cards: list[str]


class InvadersMulliganLoggedAction(TypedDict):
    """
    5.5 Put cards of the opening hand back, sorted, to draw as many new ones.
    """

    type: Literal["mulligan"]
    cards: NotRequired[list[str]]


class InvadersMulliganPrompt(TypedDict):
    kind: Literal["mulligan"]
    seat: int


class InvadersMulliganedEffect(TypedDict):
    """
    5.5 `count` cards were put back and as many drawn.
    """

    type: Literal["mulliganed"]
    seat: int
    count: int
    cards: NotRequired[list[str]]


class InvadersOpenedEffect(TypedDict):
    """
    11.10 The top of the deck was shown to all.
    """

    type: Literal["opened"]
    seat: int
    cards: list[str]


class InvadersOpenedView(TypedDict):
    seat: int
    cards: list[str]


class InvadersOptions(TypedDict):
    """
    2.1 The rule for the first player, and the limit of years. 2.2 Nothing else is allowed.
    """

    first_player: NotRequired[Literal["janken", "random", "seat_0"]]
    year_limit: NotRequired[int]


class InvadersOrderPrompt(TypedDict):
    kind: Literal["order"]
    seat: int


class InvadersPaidEffect(TypedDict):
    """
    7.1 A seat paid the cost of a card, from money and savings.
    """

    type: Literal["paid"]
    seat: int
    money: int
    savings: int


class InvadersPassAction(TypedDict):
    """
    Declines what is offered.
    """

    type: Literal["pass"]


class InvadersPhaseChangedEffect(TypedDict):
    """
    6.6 Another phase began.
    """

    type: Literal["phase_changed"]
    phase: str


class InvadersPickedEffect(TypedDict):
    """
    A random number from 0 to n - 1, for any other random pick.
    """

    type: Literal["picked"]
    what: str
    n: int
    result: int


InvadersPutInGraveEffect = TypedDict(
    "InvadersPutInGraveEffect",
    {
        "type": Literal["put_in_grave"],
        "seat": int,
        "card": str,
        "from": str,
        "by_effect": bool,
    },
)


class InvadersRefilledEffect(TypedDict):
    """
    6.2 A seat's money was raised by this amount.
    """

    type: Literal["refilled"]
    seat: int
    amount: int


class InvadersReplacedEffect(TypedDict):
    """
    10.10 A replacement took the place of an event.
    """

    type: Literal["replaced"]
    seat: int
    card: str
    ability: int
    event: str


class InvadersResolveAction(TypedDict):
    """
    10.3 Resolve a waiting effect. `index` is its place in the list of waiting effects.
    """

    type: Literal["resolve"]
    index: int


class InvadersRestPlacedEffect(TypedDict):
    """
    11.10 The rest of these cards was placed.
    """

    type: Literal["rest_placed"]
    seat: int
    count: int
    to: str


InvadersReturnedEffect = TypedDict(
    "InvadersReturnedEffect",
    {
        "type": Literal["returned"],
        "seat": int,
        "card": NotRequired[str],
        "from": str,
        "to": str,
        "face_down": bool,
    },
)


class InvadersRevoltedEffect(TypedDict):
    """
    6.5 The saving failed.
    """

    type: Literal["revolted"]
    seat: int


class InvadersRolledBackEffect(TypedDict):
    """
    10.9 An all-or-nothing effect failed and changed nothing.
    """

    type: Literal["rolled_back"]
    seat: int
    card: str


class InvadersRolledEffect(TypedDict):
    """
    A die was rolled. In this game it belongs to a seat.
    """

    type: Literal["rolled"]
    seat: int
    sides: int
    result: int


class InvadersSaveAction(TypedDict):
    """
    6.5c Save this amount of money.
    """

    type: Literal["save"]
    amount: int


class InvadersSavedEffect(TypedDict):
    """
    6.5 Money became savings.
    """

    type: Literal["saved"]
    seat: int
    amount: int


class InvadersSavingPrompt(TypedDict):
    kind: Literal["saving"]
    seat: int


class InvadersSavingsGainedEffect(TypedDict):
    """
    11.6 Savings were gained.
    """

    type: Literal["savings_gained"]
    seat: int
    amount: int


class InvadersSavingsRemovedEffect(TypedDict):
    """
    6.5 Savings were lost at the year end.
    """

    type: Literal["savings_removed"]
    seat: int
    amount: int


class InvadersSetEmergencyAction(TypedDict):
    """
    7.2 Set an emergency face down.
    """

    type: Literal["set_emergency"]
    card: str


class InvadersSetEmergencyLoggedAction(TypedDict):
    """
    7.2 Set an emergency face down.
    """

    type: Literal["set_emergency"]
    card: NotRequired[str]


class InvadersShuffledEffect(TypedDict):
    """
    A zone was reordered. The new order is listed from the top.
    """

    type: Literal["shuffled"]
    seat: int | None
    zone: str
    order: NotRequired[list[str]]


class InvadersSituationPlacedEffect(TypedDict):
    type: Literal["situation_placed"]
    seat: int
    card: str
    place: str


class InvadersTakeCommandAction(TypedDict):
    """
    7.5 Take a leader unit to the headquarters, from the hand (`card`) or the unit zone (`unit`).
    """

    type: Literal["take_command"]
    card: NotRequired[str]
    unit: NotRequired[str]


class InvadersTappedEffect(TypedDict):
    """
    13.3 A card was tapped.
    """

    type: Literal["tapped"]
    place: str


class InvadersTargetAction(TypedDict):
    """
    8.4 Choose the target of the attack.
    """

    type: Literal["target"]
    target: str


class InvadersTargetPrompt(TypedDict):
    kind: Literal["target"]
    seat: int
    unit: str


class InvadersTargetedEffect(TypedDict):
    """
    8.4 The target of the attack was chosen.
    """

    type: Literal["targeted"]
    unit: str
    target: str


class InvadersTiebreak(TypedDict):
    """
    Each team's value of a measure (`words["measures"]`). If the values are equal, the next tiebreak decides.
    """

    measure: str
    values: list[int]
    wins: NotRequired[Literal["fewer", "more"]]


InvadersTookEffect = TypedDict(
    "InvadersTookEffect",
    {
        "type": Literal["took"],
        "seat": int,
        "card": NotRequired[str],
        "from": Literal["looked", "opened"],
        "to": str,
    },
)


class InvadersTurnStartedEffect(TypedDict):
    """
    6.2 A year of a seat began.
    """

    type: Literal["turn_started"]
    seat: int
    turn: int
    year: int


class InvadersUntappedEffect(TypedDict):
    """
    13.3 A card was untapped.
    """

    type: Literal["untapped"]
    place: str


class InvadersUsedView(TypedDict):
    seat: int
    card: str


class InvadersWaitingView(TypedDict):
    seat: int
    card: str
    ability: int | str
    part: int
    self: str | None
    event: str | None
    amount: int


class InvadersWarPrompt(TypedDict):
    kind: Literal["war"]
    seat: int


class InvadersWarTally(TypedDict):
    """
    The attacks that a seat declared, and their results.
    """

    attacks: NotRequired[int]
    at_leader: NotRequired[int]
    at_units: NotRequired[int]
    blocked: NotRequired[int]
    aborted: NotRequired[int]
    invasions: NotRequired[int]


class InvadersYearTally(TypedDict):
    """
    A year of one seat (6.1).
    """

    turn: int
    seat: int
    year: int
    health: tuple[int, int]
    attacks: int


class InvadersZone(TypedDict):
    """
    Some cards in one place. `cards` is null if the viewer can't see them.
    """

    count: int
    cards: list[str] | None


InvictusAdvancedEffect = TypedDict(
    "InvictusAdvancedEffect",
    {
        "type": Literal["advanced"],
        "side": int,
        "from": str,
        "to": str,
        "card": str,
    },
)


InvictusAttackAction = TypedDict(
    "InvictusAttackAction",
    {
        "type": Literal["attack"],
        "from": str,
        "to": str,
    },
)


InvictusAttackedEffect = TypedDict(
    "InvictusAttackedEffect",
    {
        "type": Literal["attacked"],
        "seat": int,
        "from": str,
        "to": str,
        "power": int,
    },
)


class InvictusBlockPrompt(TypedDict):
    """
    8.6 Block the attack, or pass.
    """

    kind: Literal["block"]
    seat: int


class InvictusBlockedEffect(TypedDict):
    """
    8.6 `seat` stopped the attack.
    """

    type: Literal["blocked"]
    seat: int
    support: str


class InvictusBonus(TypedDict):
    """
    2.12 The bonuses of the active side.
    """

    all: int
    charge: int
    unbound: bool


class InvictusBoostedEffect(TypedDict):
    """
    2.12 A bonus of the active side has a new value.
    """

    type: Literal["boosted"]
    bonus: Literal["all", "charge", "unbound"]
    value: int | bool


class InvictusCapturedEffect(TypedDict):
    """
    7.3 A card went to the kingdom of `seat`, the captor. A leader goes to its own graveyard (R8).
    """

    type: Literal["captured"]
    side: int
    cell: str
    card: str
    seat: int


class InvictusChooseHandAction(TypedDict):
    """
    5.2 Choose the soldiers of the first hand, sorted.
    """

    type: Literal["choose_hand"]
    cards: list[str]


class InvictusChooseHandLoggedAction(TypedDict):
    """
    5.2 Choose the soldiers of the first hand, sorted.
    """

    type: Literal["choose_hand"]
    cards: NotRequired[list[str]]


class InvictusChooseHandPrompt(TypedDict):
    """
    5.2 Choose the soldiers of your first hand.
    """

    kind: Literal["choose_hand"]
    seat: int
    count: int


class InvictusChooseLeaderAction(TypedDict):
    """
    5.1 Choose one of the two leaders dealt.
    """

    type: Literal["choose_leader"]
    card: str


class InvictusChooseLeaderLoggedAction(TypedDict):
    """
    5.1 Choose one of the two leaders dealt.
    """

    type: Literal["choose_leader"]
    card: NotRequired[str]


class InvictusChooseLeaderPrompt(TypedDict):
    """
    5.1 Choose one of the two leaders dealt to you.
    """

    kind: Literal["choose_leader"]
    seat: int


class InvictusChooseOrderAction(TypedDict):
    """
    5.4 Choose which seat of the side takes its first turn.
    """

    type: Literal["choose_order"]
    first: int


class InvictusChooseOrderPrompt(TypedDict):
    """
    5.4 Choose who of your side goes first. `first` is the other side's choice, null if it has not chosen.
    """

    kind: Literal["choose_order"]
    seat: int
    first: int | None


class InvictusChoseHandEffect(TypedDict):
    """
    5.2 A seat chose its first hand.
    """

    type: Literal["chose_hand"]
    seat: int
    cards: NotRequired[list[str]]


class InvictusChoseLeaderEffect(TypedDict):
    """
    5.1 A seat chose one of its two leaders.
    """

    type: Literal["chose_leader"]
    seat: int
    card: NotRequired[str]


class InvictusColorTally(TypedDict):
    """
    9.2 One colour in two facing kingdoms. The one with more cards of it has a kingdom point.
    """

    color: str
    seats: tuple[int, int]
    cards: tuple[int, int]
    point: int | None


class InvictusDamagedEffect(TypedDict):
    """
    2.5 A card took damage. `total` is the damage that it has now.
    """

    type: Literal["damaged"]
    side: int
    cell: str
    card: str
    amount: int
    total: int


InvictusDeclaredAttack = TypedDict(
    "InvictusDeclaredAttack",
    {
        "from": str,
        "to": str,
        "power": int,
    },
)


class InvictusDeployAction(TypedDict):
    """
    5.5 Place the first card on the battlefield.
    """

    type: Literal["deploy"]
    card: str
    cell: str


InvictusDeployedEffect = TypedDict(
    "InvictusDeployedEffect",
    {
        "type": Literal["deployed"],
        "seat": int,
        "side": int,
        "from": Literal["graveyard", "hand", "kingdom", "queue"],
        "card": str,
        "cell": str,
        "active": bool,
    },
)


class InvictusDestroyedEffect(TypedDict):
    """
    2.8 A card went to the graveyard of its side.
    """

    type: Literal["destroyed"]
    side: int
    cell: str
    card: str


class InvictusDiversionPrompt(TypedDict):
    """
    10.3 Choose an enemy card and its cell. `remaining` counts the cards still to place, including this one.
    """

    kind: Literal["diversion"]
    seat: int
    remaining: int


class InvictusDiversionStartedEffect(TypedDict):
    """
    10.3 `seat` must put two cards on the empty battlefield.
    """

    type: Literal["diversion_started"]
    seat: int


InvictusDivertAction = TypedDict(
    "InvictusDivertAction",
    {
        "type": Literal["divert"],
        "from": Literal["kingdom", "queue"],
        "card": str,
        "cell": str,
    },
)


class InvictusDrewEffect(TypedDict):
    type: Literal["drew"]
    seat: int
    count: int
    cards: NotRequired[list[str]]


class InvictusEndTurnAction(TypedDict):
    """
    6.2.5 End the main phase.
    """

    type: Literal["end_turn"]


class InvictusEnqueueAction(TypedDict):
    """
    5.5 Place the first card of the queue.
    """

    type: Literal["enqueue"]
    card: str


class InvictusFlags(TypedDict):
    """
    15.6 What the active seat has done this turn.
    """

    attacked: bool
    marched: bool
    settled: bool


class InvictusForcedSettlementPrompt(TypedDict):
    """
    6.3.1 You have six cards or more: choose the soldier that settles.
    """

    kind: Literal["forced_settlement"]
    seat: int


class InvictusMainPrompt(TypedDict):
    """
    6.2 Choose an action of your main phase.
    """

    kind: Literal["main"]
    seat: int


InvictusMarchAction = TypedDict(
    "InvictusMarchAction",
    {
        "type": Literal["march"],
        "from": Literal["hand", "queue"],
        "card": str,
        "cell": str,
    },
)


class InvictusMatchEndedEffect(TypedDict):
    """
    Always the last effect of a match.
    """

    type: Literal["match_ended"]
    winners: list[int]
    reason: Literal["aborted", "agreement", "armistice", "banishment", "founding", "resignation", "ruin", "timeout"]
    scores: dict[str, Any]


class InvictusNegatePrompt(TypedDict):
    """
    8.7 Negate the support, or pass.
    """

    kind: Literal["negate"]
    seat: int


class InvictusNegatedEffect(TypedDict):
    """
    8.7 The support of `seat` failed.
    """

    type: Literal["negated"]
    seat: int
    support: str


class InvictusOfferedLeadersEffect(TypedDict):
    """
    5.1 A seat was dealt two leaders of the box, sorted.
    """

    type: Literal["offered_leaders"]
    seat: int
    cards: NotRequired[list[str]]


QueueLimit: TypeAlias = int


class InvictusOptions(TypedDict):
    """
    3 The seven options. A missing option has its default.
    """

    alliance: NotRequired[bool]
    short_match: NotRequired[bool]
    multinational: NotRequired[bool]
    foreign_match: NotRequired[bool]
    deck_building: NotRequired[Literal["own_set", "shared_set"]]
    queue_limits: NotRequired[tuple[QueueLimit, QueueLimit]]
    open_back_row: NotRequired[bool]


class InvictusOrderSetEffect(TypedDict):
    """
    5.4 The turn order of all seats was fixed.
    """

    type: Literal["order_set"]
    order: list[int]


class InvictusPassAction(TypedDict):
    """
    Declines what is offered.
    """

    type: Literal["pass"]


class InvictusPickedEffect(TypedDict):
    """
    A random number from 0 to n - 1, for any other random pick.
    """

    type: Literal["picked"]
    what: str
    n: int
    result: int


InvictusQueuedEffect = TypedDict(
    "InvictusQueuedEffect",
    {
        "type": Literal["queued"],
        "side": int,
        "card": str,
        "from": Literal["graveyard", "hand"],
        "seat": int | None,
    },
)


class InvictusReadiedEffect(TypedDict):
    """
    2.5 The rested cards on these cells became active.
    """

    type: Literal["readied"]
    side: int
    cells: list[str]


class InvictusRecalledEffect(TypedDict):
    """
    8.4 A card went from the seat's kingdom to its hand.
    """

    type: Literal["recalled"]
    seat: int
    card: str


class InvictusResolveAction(TypedDict):
    """
    8.4 Choose how a support takes effect. The keys depend on the support.
    """

    type: Literal["resolve"]
    card: NotRequired[str]
    cell: NotRequired[str]
    cells: NotRequired[tuple[str, str]]


class InvictusResolveSupportPrompt(TypedDict):
    """
    8.4 Choose how the support takes effect. `hand` is the hand that a spy has revealed.
    """

    kind: Literal["resolve_support"]
    seat: int
    support: str
    hand: NotRequired[list[str]]


class InvictusRevealedHandEffect(TypedDict):
    """
    8.4 A whole hand, sorted, was shown to all players.
    """

    type: Literal["revealed_hand"]
    seat: int
    cards: list[str]


class InvictusRevealedLeaderEffect(TypedDict):
    """
    5.3 The leader joined the seat's hand.
    """

    type: Literal["revealed_leader"]
    seat: int
    card: str


class InvictusSeatTally(TypedDict):
    """
    One seat's gains and actions.
    """

    leader: NotRequired[str | None]
    kingdom_points: NotRequired[int]
    kingdom: NotRequired[int]
    settled: NotRequired[int]
    captured: NotRequired[dict[str, int]]
    attacks: NotRequired[int]
    supports: NotRequired[int]


class InvictusSettleAction(TypedDict):
    """
    6.2.3 入国: place a soldier from the hand in your kingdom.
    """

    type: Literal["settle"]
    card: str


class InvictusSettledEffect(TypedDict):
    """
    6.2.3 A soldier went from the hand to the kingdom.
    """

    type: Literal["settled"]
    seat: int
    card: str


class InvictusSetupBattlefieldPrompt(TypedDict):
    """
    5.5 Choose a card from your hand and its cell on the front row.
    """

    kind: Literal["setup_battlefield"]
    seat: int


class InvictusSetupKingdomPrompt(TypedDict):
    """
    5.5 Choose the first soldier of your kingdom from your hand.
    """

    kind: Literal["setup_kingdom"]
    seat: int


class InvictusSetupQueuePrompt(TypedDict):
    """
    5.5 Choose the first card of the queue from your hand.
    """

    kind: Literal["setup_queue"]
    seat: int


class InvictusShuffledEffect(TypedDict):
    """
    A zone was reordered. The new order is listed from the top.
    """

    type: Literal["shuffled"]
    seat: int | None
    zone: str
    order: NotRequired[list[str]]


class InvictusSideTally(TypedDict):
    """
    One side's losses.
    """

    graveyard: int
    destroyed: dict[str, int]
    captured: dict[str, int]


class InvictusSupportInUse(TypedDict):
    """
    8.3 A queued support that has neither been negated nor taken effect yet.
    """

    seat: int
    card: str
    support: str


class InvictusSupportedEffect(TypedDict):
    """
    8.1 A card from the hand joined the tail of the queue to use a support.
    """

    type: Literal["supported"]
    seat: int
    card: str
    support: str


class InvictusSwappedEffect(TypedDict):
    """
    8.4 Two cards of a side changed places.
    """

    type: Literal["swapped"]
    side: int
    cells: tuple[str, str]


class InvictusTiebreak(TypedDict):
    """
    Each team's value of a measure (`words["measures"]`). If the values are equal, the next tiebreak decides.
    """

    measure: str
    values: list[int]
    wins: NotRequired[Literal["fewer", "more"]]


class InvictusTurnEndedEffect(TypedDict):
    """
    6.3.2 A seat's turn ended.
    """

    type: Literal["turn_ended"]
    seat: int
    turn: int


class InvictusTurnStartedEffect(TypedDict):
    type: Literal["turn_started"]
    seat: int
    turn: int


class InvictusUnit(TypedDict):
    """
    2.5 A card on the battlefield. It never changes: a new one replaces it.
    """

    card: str
    active: bool
    damage: NotRequired[int]


class InvictusUseSupportAction(TypedDict):
    """
    8.1 後方支援: use a card from the hand for one of its supports.
    """

    type: Literal["support"]
    card: str
    support: str


class InvictusWithdrewEffect(TypedDict):
    """
    A card left the battlefield for the queue, or for the hand of `seat`.
    """

    type: Literal["withdrew"]
    side: int
    cell: str
    card: str
    to: Literal["hand", "queue"]
    seat: int | None


class InvictusZone(TypedDict):
    """
    Some cards in one place. `cards` is null if the viewer can't see them.
    """

    count: int
    cards: list[str] | None


class InvitationCode(TypedDict):
    code: str


class InvitationLink(TypedDict):
    """
    Anyone who has `code` can see the lobby and join, even if the match is private.
    """

    code: str | None


class InvitedSeat(TypedDict):
    """
    A seat for a player that you invite.
    """

    kind: Literal["invited"]
    player: str


class IssuedToken(TypedDict):
    """
    `token` is shown only this once. Send it as `Authorization: Bearer <token>`.
    """

    token: str
    id: str
    name: str
    scopes: list[Literal["audit", "bot", "decks", "leagues", "play", "read", "webhooks"]]
    expires_at: str | None


class Joining(TypedDict):
    """
    `entropy` influences all random events. The server has committed to its seed before. `seat` is an open seat.
    """

    deck: NotRequired[str | DeckSent | None]
    entropy: NotRequired[str]
    seat: NotRequired[int | None]


class JoiningByCode(TypedDict):
    """
    Like `Joining`, with the code of the invitation link.
    """

    deck: NotRequired[str | DeckSent | None]
    entropy: NotRequired[str]
    seat: NotRequired[int | None]
    code: str


class Ladder(TypedDict):
    """
    Each round pairs the entrants whose ratings are least certain with the nearest opponents.
    """

    type: Literal["ladder"]
    rounds: int


class Leaf(TypedDict):
    """
    A match's entry in the tree: the `hash` of its last event, which binds the whole log.

    `id` is the id of the match here. `match` is the id in its log, which differs if the match was imported.
    """

    id: str
    match: str
    hash: str


class LeagueCalled(TypedDict):
    """
    You are called to a match of a league. The call to the seat comes with it: answer that one.
    """

    type: Literal["league_called"]
    league: str
    season: int
    deal: int
    match: str
    opponent: str


class LeagueEntry(TypedDict):
    """
    A bot account that has entered an open league.

    It plays in every season that starts from now on, if it fits the manifest then.
    """

    account: str
    name: str
    version: str
    owner: str | None
    joined_at: str
    is_connected: bool
    last_seen: str | None


class LeagueEntryList(TypedDict):
    results: list[LeagueEntry]


class LeagueNames(TypedDict):
    ja: str
    en: str


class LeagueResult(TypedDict):
    """
    A deal of yours in a league is over and counts. Its matches are disclosed.

    A match that an entrant lost by withdrawal before it began counts too, but is not listed.
    """

    type: Literal["league_result"]
    league: str
    season: int
    deal: int
    matches: list[str]
    opponent: str
    points: int
    opponent_points: int


class Leaving(TypedDict):
    """
    An empty object.
    """


class Lengths(TypedDict):
    """
    The number of events per match: minimum, quartiles and maximum; null without matches.
    """

    least: int | None
    lower_quartile: int | None
    median: int | None
    upper_quartile: int | None
    most: int | None


class Limits(TypedDict):
    """
    The most that an account can have at once, and the most bytes of a body.
    """

    matches: int
    lobbies: int
    body_bytes: int
    import_bytes: int


class ListToRead(TypedDict):
    """
    A list of cards as text, one per line (`3 Name`, `3x Name`, `Name x3`, CSV). Cards by name or slug.
    """

    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    text: str


class LordsOfWarBattlefield(TypedDict):
    kind: str
    columns: int | None
    rows: int | None


class LordsOfWarBerserkMoveAction(TypedDict):
    """
    8.10 Move the berserker on `square` to the square of a unit that was just eliminated.
    """

    type: Literal["berserk_move"]
    square: tuple[int, int]
    to: tuple[int, int]


class LordsOfWarBerserkMovePrompt(TypedDict):
    """
    8.10 Choose where the berserker on `square` moves.
    """

    kind: Literal["berserk_move"]
    seat: int
    square: tuple[int, int]
    squares: list[tuple[int, int]]


LordsOfWarBerserkerMovedEffect = TypedDict(
    "LordsOfWarBerserkerMovedEffect",
    {
        "type": Literal["berserker_moved"],
        "seat": int,
        "card": str,
        "from": tuple[int, int],
        "to": tuple[int, int],
    },
)


class LordsOfWarCardChosenEffect(TypedDict):
    """
    7.8 A seat showed the card that it will deploy.
    """

    type: Literal["card_chosen"]
    seat: int
    card: str


class LordsOfWarChallengePrompt(TypedDict):
    """
    5.3 Deploy a card on your starting square.
    """

    kind: Literal["challenge"]
    seat: int
    square: tuple[int, int]


class LordsOfWarChooseCardAction(TypedDict):
    """
    7.8 Choose the card to deploy. Its square is chosen next (unbounded battles).
    """

    type: Literal["choose_card"]
    card: str


class LordsOfWarChooseCardPrompt(TypedDict):
    """
    7.8 Choose a card to deploy.
    """

    kind: Literal["choose_card"]
    seat: int


class LordsOfWarDeployAction(TypedDict):
    """
    7.7 Deploy a card from the hand, or the general from the reserve, on a square.
    """

    type: Literal["deploy"]
    card: str
    square: tuple[int, int]


class LordsOfWarDeployPrompt(TypedDict):
    """
    7.1 Deploy a card. `card` is the chosen one, or null if card and square are chosen together.
    """

    kind: Literal["deploy"]
    seat: int
    card: str | None


LordsOfWarDeployedEffect = TypedDict(
    "LordsOfWarDeployedEffect",
    {
        "type": Literal["deployed"],
        "seat": int,
        "card": str,
        "square": tuple[int, int],
        "rule": str,
        "from": str,
    },
)


class LordsOfWarDeploymentPassedEffect(TypedDict):
    """
    7.6 No card could be deployed.
    """

    type: Literal["deployment_passed"]
    seat: int


class LordsOfWarDrawAction(TypedDict):
    """
    9.1 Draw the top card of the deck.
    """

    type: Literal["draw"]


class LordsOfWarDrewEffect(TypedDict):
    type: Literal["drew"]
    seat: int
    count: int
    cards: NotRequired[list[str]]


class LordsOfWarEliminatedEffect(TypedDict):
    """
    8.4 A unit took more damage than its defence. `seat` owned it; `attackers` took part in it.
    """

    type: Literal["eliminated"]
    seat: int
    card: str
    square: tuple[int, int]
    damage: int
    defence: int
    attackers: list[tuple[int, int]]


class LordsOfWarExtraTurnEarnedEffect(TypedDict):
    """
    8.13 The seat will take an extra turn right after this one.
    """

    type: Literal["extra_turn_earned"]
    seat: int


class LordsOfWarFallenGeneralView(TypedDict):
    team: int
    by: list[int]


class LordsOfWarFireAction(TypedDict):
    """
    8.2 Fire with the ranged unit on `square` at the enemy unit on `target`.
    """

    type: Literal["fire"]
    square: tuple[int, int]
    target: tuple[int, int]


class LordsOfWarFirePrompt(TypedDict):
    """
    8.2 Fire with the unit on `square` at one of `targets`, or hold fire.
    """

    kind: Literal["fire"]
    seat: int
    square: tuple[int, int]
    targets: list[tuple[int, int]]


class LordsOfWarFiredEffect(TypedDict):
    """
    8.1 A ranged unit fired; `seat` owns it.
    """

    type: Literal["fired"]
    seat: int
    square: tuple[int, int]
    target: tuple[int, int]
    strength: int


class LordsOfWarGeneralSetAsideEffect(TypedDict):
    """
    5.1 A deck's general went to the hand or, face up, to the team's reserve.
    """

    type: Literal["general_set_aside"]
    seat: int
    zone: str
    card: NotRequired[str]


class LordsOfWarGoals(TypedDict):
    kills: int
    commanders: int


class LordsOfWarHandShownEffect(TypedDict):
    """
    7.5 After a forced deployment the rest of the hand was shown to all players.
    """

    type: Literal["hand_shown"]
    seat: int
    cards: list[str]


class LordsOfWarHeldFireEffect(TypedDict):
    """
    8.2 A ranged unit did not fire; `seat` owns it.
    """

    type: Literal["held_fire"]
    seat: int
    square: tuple[int, int]


class LordsOfWarHoldFireAction(TypedDict):
    """
    8.2 Don't fire with the ranged unit on `square` this turn.
    """

    type: Literal["hold_fire"]
    square: tuple[int, int]


class LordsOfWarMatchEndedEffect(TypedDict):
    """
    Always the last effect of a match.
    """

    type: Literal["match_ended"]
    winners: list[int]
    reason: Literal[
        "aborted",
        "agreement",
        "commander_goal",
        "kill_goal",
        "mutual_destruction",
        "resignation",
        "stalemate",
        "timeout",
    ]
    scores: dict[str, Any]


class LordsOfWarOptions(TypedDict):
    """
    1.1 The options of a match. An absent option has its default, which depends on the mode.
    """

    mode: Literal["duel", "team_4", "team_6", "three_player"]
    battlefield: Literal["mat", "unbounded"]
    army_rule: Literal["core", "custom", "mercenary"]
    intermediate_rules: bool
    kill_goal: int
    commander_goal: int
    first_seat: Literal[0, 1] | Literal["random"]


class LordsOfWarPassAction(TypedDict):
    """
    Declines what is offered.
    """

    type: Literal["pass"]


class LordsOfWarPendingMove(TypedDict):
    square: tuple[int, int]
    squares: list[tuple[int, int]]


class LordsOfWarRecallAction(TypedDict):
    """
    9.2 Take the unit on `square` back to the hand.
    """

    type: Literal["recall"]
    square: tuple[int, int]


class LordsOfWarRecalledEffect(TypedDict):
    """
    9.2 A unit returned to the hand of `seat`. `from_seat` owned it.
    """

    type: Literal["recalled"]
    seat: int
    card: str
    square: tuple[int, int]
    from_seat: int


class LordsOfWarReinforcePrompt(TypedDict):
    """
    9.5 Draw a card or recall a unit.
    """

    kind: Literal["reinforce"]
    seat: int


class LordsOfWarReinforcementPassedEffect(TypedDict):
    """
    9.5 With an empty deck the seat chose to recall no unit.
    """

    type: Literal["reinforcement_passed"]
    seat: int


class LordsOfWarRolledEffect(TypedDict):
    type: Literal["rolled"]
    sides: int
    result: int


class LordsOfWarSeatTally(TypedDict):
    """
    The kills and losses of one seat's units.
    """

    deployed: NotRequired[int]
    kills: NotRequired[int]
    shots: NotRequired[int]
    recalled: NotRequired[int]
    extra_turns: NotRequired[int]
    lost: NotRequired[dict[str, int]]
    lost_by: NotRequired[dict[str, int]]


class LordsOfWarShotView(TypedDict):
    square: tuple[int, int]
    target: tuple[int, int]
    strength: int


class LordsOfWarShuffledEffect(TypedDict):
    """
    A zone was reordered. The new order is listed from the top.
    """

    type: Literal["shuffled"]
    seat: int | None
    zone: str
    order: NotRequired[list[str]]


class LordsOfWarTeamTally(TypedDict):
    """
    8.6 The trophies of a team.
    """

    seats: list[int]
    kills: int
    commander_kills: int
    kills_by_rank: dict[str, int]
    kills_by_unit: dict[str, int]


class LordsOfWarTiebreak(TypedDict):
    """
    Each team's value of a measure (`words["measures"]`). If the values are equal, the next tiebreak decides.
    """

    measure: str
    values: list[int]
    wins: NotRequired[Literal["fewer", "more"]]


class LordsOfWarTurnStartedEffect(TypedDict):
    """
    6.2 A turn began. `extra`: it was earned by a general's fall.
    """

    type: Literal["turn_started"]
    seat: int
    turn: int
    extra: bool


class LordsOfWarUnitView(TypedDict):
    square: tuple[int, int]
    card: str
    seat: int
    team: int
    facing: str
    deployed_this_turn: bool
    eliminated_this_turn: bool


class LordsOfWarZone(TypedDict):
    """
    Some cards in one place. `cards` is null if the viewer can't see them.
    """

    count: int
    cards: list[str] | None


SeatDeck: TypeAlias = list[str | DeckSent | None]


class ManifestPlace(TypedDict):
    """
    A changed place of a manifest, as a JSON Pointer, with its old and new value; null if there is none.
    """

    at: str
    before: Any
    after: Any


class MatchStarted(TypedDict):
    """
    A match that you play in has started.
    """

    type: Literal["match_started"]
    match: str
    seat: int
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]


class NoClock(TypedDict):
    """
    A match without a clock. It is closed after at most `most_idle_days` days in which nothing happens.
    """

    type: Literal["none"]
    most_idle_days: NotRequired[int]


class NoTerms(TypedDict):
    """
    An empty object.
    """


class NoteInput(TypedDict):
    text: str
    shared: NotRequired[bool]


class NoticePosition(TypedDict):
    """
    The number of your newest notice so far; 0 if there was none.
    """

    number: int


class Once(TypedDict):
    """
    As soon as the league is created.
    """

    type: Literal["once"]


class OpenSeat(TypedDict):
    """
    A seat for anyone who joins.
    """

    kind: Literal["open"]


class Outcome(TypedDict):
    """
    How a match ended. No winners: a draw, or aborted. Each ruleset defines its own scores.
    """

    winners: list[int]
    reason: Literal[
        "aborted",
        "agreement",
        "armistice",
        "banishment",
        "breakthrough",
        "commander_goal",
        "deadlock",
        "deck_out",
        "double_deck_out",
        "effect_loss",
        "effect_win",
        "endless_loop",
        "envelopment",
        "founding",
        "kill_goal",
        "leader_defeated",
        "mutual_destruction",
        "points",
        "resignation",
        "ruin",
        "stalemate",
        "timeout",
        "year_limit",
    ]
    scores: dict[str, Any]


class OwnSeat(TypedDict):
    """
    Your own seat. With `ready` you need not join, and add no entropy.
    """

    kind: Literal["me"]
    deck: NotRequired[str | DeckSent | None]
    ready: NotRequired[bool]


class Paired(TypedDict):
    """
    Your pairing request was matched with others. The call to the match comes with it.
    """

    type: Literal["paired"]
    request: str
    match: str


class PasswordInput(TypedDict):
    """
    The current password, and a new one of at least ten characters that is not a common one.
    """

    password: str
    new_password: str


class PatchedAccountChange(TypedDict):
    """
    The fields to change; the others stay as they are.
    """

    language: NotRequired[Literal["en", "ja"] | None]


class PatchedDeckChange(TypedDict):
    """
    The fields to change; the others stay.
    """

    name: NotRequired[str]
    cards: NotRequired[dict[str, int]]
    name_ja: NotRequired[str]
    options: NotRequired[dict[str, bool | int | str | list[bool | int | str] | None]]
    visibility: NotRequired[Literal["private", "public"]]
    note: NotRequired[str]


class PatchedLeagueChange(TypedDict):
    """
    Pause or resume, close or reopen a league. `note` gives the reason.
    """

    is_paused: NotRequired[bool]
    is_closed: NotRequired[bool]
    note: NotRequired[str]


Type: TypeAlias = str


class PatchedWebhookChange(TypedDict):
    """
    The fields to change; the others stay as they are. A new address must be proven again.
    """

    url: NotRequired[str]
    types: NotRequired[list[Type]]


class PerDecision(TypedDict):
    """
    A fixed time for every decision.
    """

    type: Literal["per_decision"]
    seconds: int


class PersonalTokenInput(TypedDict):
    """
    The new token's scopes and lifetime. Neither may exceed those of the token that you send.

    `read`: reading as you. `play`: matches. `decks`: changing decks. `bot`: declarations of bot accounts. `leagues`:
    leagues. `webhooks`: webhooks, which outlive the token. `audit`: staff rights, if you have them. By default it lasts
    30 days, or as long as the token that you send if that is less.
    """

    name: str
    scopes: list[Literal["audit", "bot", "decks", "leagues", "play", "read", "webhooks"]]
    days: NotRequired[int | None]


class Phrase(TypedDict):
    """
    A phrase said by a seat.
    """

    seat: int
    phrase: Literal[
        "hello", "good_luck", "nice_move", "oops", "one_moment", "sorry", "thank_you", "good_game", "have_to_go"
    ]
    texts: dict[str, str]
    at: str


class PhraseInput(TypedDict):
    """
    The code of a phrase. There is no free text.
    """

    phrase: Literal[
        "hello", "good_luck", "nice_move", "oops", "one_moment", "sorry", "thank_you", "good_game", "have_to_go"
    ]


class PhraseList(TypedDict):
    """
    Phrases, oldest first.
    """

    results: list[Phrase]


class PhraseSaid(TypedDict):
    """
    Another seat sent one of the phrases, by its code.
    """

    type: Literal["phrase"]
    match: str
    seat: int
    phrase: str


class PhraseSettings(TypedDict):
    """
    Your setting for phrases.
    """

    muted: bool


class PinnedSet(TypedDict):
    revision: int
    digest: str


class Place(TypedDict):
    """
    A place in a deck as a JSON pointer, with its old and new value; null: nothing.
    """

    at: str
    before: Any
    after: Any


class Player(TypedDict):
    """
    `id` identifies the player in logs.
    """

    id: str
    name: str
    bot: DeclaredBot | None


class PlayerInput(TypedDict):
    """
    A name has letters of one script (Latin, Japanese, Korean, Cyrillic or Greek), digits and @ . + - _.

    Japanese and Korean names may also have Latin letters. A name that looks like an existing one is refused, whatever
    its case: `ann` if there is `Ann`, `AIan` if there is `Alan`. You sign in with the name exactly as you registered
    it. A password has at least ten characters and is not a common one.
    """

    username: str
    password: str


class PlayerList(TypedDict):
    """
    The player of that name, or nothing.
    """

    results: list[Player]


class PointsLine(TypedDict):
    """
    An entrant's sums of points, one for each of the course's `deals`.

    A bye has no deal; its points count from the first deal of its round.
    """

    entrant: str
    points: list[int]


class ProblemDocument(TypedDict):
    """
    A refusal (RFC 9457). `code` is stable. `title` and `detail` are for people, in the language you ask for.

    The other fields depend on the code. `/games/{ruleset}/rules/#{rule}` shows the `rule` that refuses an action.
    `events` (component `Event`) and `now` (component `Now`) show what you missed in a match. `changes` are those of a
    deck since the version that you sent, or of a manifest. `reasons` say why a log is refused, or why a match can't be
    shown: then they have `seq`, `field` and `finding`.
    """

    type: str
    title: str
    status: int
    detail: str
    code: Literal[
        "link_over",
        "malformed_action",
        "malformed_request",
        "unknown_version",
        "not_signed_in",
        "wrong_credentials",
        "beyond_token",
        "guest_not_allowed",
        "not_allowed",
        "not_your_challenge",
        "not_your_seat",
        "scope_missing",
        "not_entered",
        "not_found",
        "unknown_ruleset",
        "method_not_allowed",
        "account_paused",
        "address_not_confirmed",
        "already_challenged",
        "already_declared",
        "already_entered",
        "already_seated",
        "already_waiting",
        "call_missed",
        "card_tests_fail",
        "challenge_over",
        "comparison_running",
        "comparisons_used_up",
        "continued_too_often",
        "deal_not_closed",
        "draft_behind",
        "draft_changed",
        "draw_offered_already",
        "entry_name_taken",
        "has_played",
        "import_not_ready",
        "league_closed",
        "league_deck",
        "league_exists",
        "league_is_full",
        "league_match",
        "match_not_over",
        "match_not_started",
        "match_over",
        "match_started",
        "name_taken",
        "no_card_test",
        "no_draw_offered",
        "no_next_season",
        "no_rematch",
        "no_root_yet",
        "no_trial",
        "not_asked",
        "not_disclosed",
        "nothing_compared",
        "nothing_new",
        "nothing_to_continue",
        "one_entry_an_owner",
        "outdated",
        "pause_too_new",
        "player_unavailable",
        "rated_one_owner",
        "review_over",
        "review_waiting",
        "season_over",
        "season_running",
        "seat_taken",
        "staff_account",
        "stale_version",
        "starter_deck",
        "too_many_blocks",
        "too_many_bots",
        "too_many_challenges",
        "too_many_matches",
        "too_many_notes",
        "too_many_phrases",
        "too_many_reviews",
        "too_many_tokens",
        "too_many_webhooks",
        "webhook_off",
        "deck_changed",
        "league_changed",
        "too_large",
        "bad_amendment",
        "bad_comparison",
        "bad_entry",
        "bad_manifest",
        "bad_setup",
        "faulty_card_set",
        "illegal_action",
        "key_reused",
        "not_verified",
        "wrong_bot_token",
        "too_fast",
        "match_damaged",
        "server_error",
        "not_ready",
        "too_busy",
        "too_many_transfers",
    ]
    request_id: NotRequired[str]
    errors: NotRequired[list[FieldError]]
    version: NotRequired[int]
    revision: NotRequired[int]
    changes: NotRequired[list[dict[str, Any]]]
    prompt: NotRequired[dict[str, Any]]
    rule: NotRequired[str]
    events: NotRequired[list[dict[str, Any]]]
    now: NotRequired[dict[str, Any]]
    legal_actions: NotRequired[str]
    problems: NotRequired[list[dict[str, Any]]]
    reasons: NotRequired[list[dict[str, Any]]]
    accepted: NotRequired[list[str]]
    retry_after: NotRequired[int]
    scope: NotRequired[str]
    most: NotRequired[int]
    status_counted: NotRequired[str]
    status_now: NotRequired[str]
    until: NotRequired[str]


Prompt: TypeAlias = (
    InvadersChoosePrompt
    | InvadersMayPrompt
    | BlackpokerPayBulwarkPrompt
    | BlackpokerPayDiscardPrompt
    | BlackpokerOrderDeckPrompt
    | BlackpokerDiscardToLimitPrompt
    | InvadersBlockPrompt
    | LordsOfWarFirePrompt
    | LordsOfWarBerserkMovePrompt
    | BattleLineClaimPrompt
    | BattleLineScoutDrawPrompt
    | BattleLineScoutReturnPrompt
    | BlackpokerRespondPrompt
    | BlackpokerChooseTargetPrompt
    | BlackpokerPlaceBulwarkPrompt
    | BlackpokerChooseSearchPrompt
    | BlackpokerChooseStatePrompt
    | BlackpokerReinforcePrompt
    | BlackpokerChooseGraveyardPrompt
    | BlackpokerChooseHandPrompt
    | BlackpokerDrawMorePrompt
    | BlackpokerDeclareAttackersPrompt
    | BlackpokerDeclareBlockersPrompt
    | InvadersJankenPrompt
    | InvadersTargetPrompt
    | InvadersInvadePrompt
    | InvictusChooseHandPrompt
    | InvictusChooseOrderPrompt
    | InvictusResolveSupportPrompt
    | InvictusDiversionPrompt
    | LordsOfWarChallengePrompt
    | LordsOfWarDeployPrompt
    | BattleLinePlayPrompt
    | BattleLineDrawPrompt
    | BlackpokerMainPrompt
    | InvadersChooseFirstPrompt
    | InvadersMulliganPrompt
    | InvadersMainPrompt
    | InvadersWarPrompt
    | InvadersOrderPrompt
    | InvadersSavingPrompt
    | InvictusChooseLeaderPrompt
    | InvictusSetupBattlefieldPrompt
    | InvictusSetupQueuePrompt
    | InvictusSetupKingdomPrompt
    | InvictusMainPrompt
    | InvictusForcedSettlementPrompt
    | InvictusBlockPrompt
    | InvictusNegatePrompt
    | LordsOfWarChooseCardPrompt
    | LordsOfWarReinforcePrompt
)


class Ranked(TypedDict):
    """
    A place in a leaderboard.
    """

    rank: int
    player: Player
    rating: int
    deviation: int
    wins: int
    draws: int
    losses: int


class RatePolicy(TypedDict):
    """
    At most `requests` in `seconds`, as in the header `RateLimit-Policy`.
    """

    requests: int
    seconds: int


class Rating(TypedDict):
    """
    A player's strength in one game. New players start at 1500. Leaderboards omit provisional ratings.
    """

    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    rating: int
    deviation: int
    is_provisional: bool
    wins: int
    draws: int
    losses: int


class RatingChange(TypedDict):
    """
    The rating before and after a match, with deviations.
    """

    before: int
    deviation_before: int
    after: int
    deviation_after: int


class ReasonCount(TypedDict):
    """
    How many matches ended for this reason.
    """

    reason: str
    matches: int


class ResignedWhenWon(TypedDict):
    """
    A resignation in a position that the house bots consider won.
    """

    entrant: str
    opponent: str
    deal: int
    seating: int
    match: str
    evaluation_per_mille: int


class Resigning(TypedDict):
    note: NotRequired[str]


class ReviewAnswered(TypedDict):
    """
    A draft of cards that you submitted for review was approved and published, or returned with remarks.
    """

    type: Literal["review_answered"]
    review: int
    draft: int
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    state: Literal["approved", "returned"]
    revision: int | None
    by: str | None


class ReviewRequested(TypedDict):
    """
    An author asks for a draft of cards to be reviewed. Only staff who may publish card sets get this notice.
    """

    type: Literal["review_requested"]
    review: int
    draft: int
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    by: str


class RotatedSecret(TypedDict):
    """
    The new secret. Until `former_until`, messages have a signature by each of the two.
    """

    secret: str
    former_until: str


class RoundRobin(TypedDict):
    """
    Everyone meets everyone once in each cycle.
    """

    type: Literal["round_robin"]
    cycles: NotRequired[int]


class RowFault(TypedDict):
    """
    Why a row can't be imported. `column` is the field at fault; empty: the whole row.
    """

    column: str
    texts: dict[str, str]


class RulesetFeatures(TypedDict):
    """
    A game that can be played here. `rated` names the option sets in which matches can be rated.
    """

    slug: str
    version: int
    rated: list[str]


class RulesetSummary(TypedDict):
    """
    A game at its newest version, with its newest cards. If `builds_decks` is false, players don't bring decks.
    """

    slug: str
    version: int
    names: dict[str, str]
    summary: dict[str, str]
    builds_decks: bool
    card_set: CardSetRef
    url: str


class SamePartner(TypedDict):
    """
    An entrant whose losses without play go to one opponent more often than chance explains.

    A loss without play is one on time, by resignation, by no-show or by withdrawal. `given` of `given_in_all` such
    losses went to `opponent`, which it met in `met` of its `played` matches.
    """

    entrant: str
    opponent: str
    given: int
    given_in_all: int
    met: int
    played: int
    chance: float


class ScheduledRun(TypedDict):
    """
    A scheduled time that has come: it `started` a season, was skipped (`overlap`), or `refused` for `problems`.
    """

    scheduled_for: str
    result: Literal["overlap", "refused", "started"]
    season: int | None
    problems: list[dict[str, Any]]


class ScheduledRunList(TypedDict):
    results: list[ScheduledRun]
    next: str | None


class SeasonFault(TypedDict):
    """
    What an entrant did wrong in one match, or in one attempt at a deal.

    `illegal`: actions that were refused as illegal or unreadable. `crashed`: a house bot raised an error or thought too
    long, and the attempt is void. `refused`: an account did not answer its call in time and was seated anyway.
    `excerpt` is the last such action or the error. Only the account, its owner and operators see it; operators see an
    account's once the match is disclosed.
    """

    deal: int
    attempt: int
    seating: int | None
    match: str | None
    entrant: str
    kind: Literal["crashed", "illegal", "refused"]
    count: int
    excerpt: str | None
    at: str


class SeasonFaultList(TypedDict):
    results: list[SeasonFault]


class SeasonLine(TypedDict):
    """
    A season in a list. `winners` have the first rank of its table; null while it runs, and for a duel.

    A duel has the `verdict` of its test instead; null if it was closed before the test decided. CSV joins winners with
    `/`. Both may be null for some seconds after the end, until they are computed.
    """

    number: int
    status: Literal["over", "running"]
    started_at: str
    ended_at: str | None
    url: str
    winners: list[str] | None
    verdict: Literal["h0", "h1", "undecided"] | None


class SeasonList(TypedDict):
    results: list[SeasonLine]
    next: str | None


class SeasonOver(TypedDict):
    """
    A season that you play in is over, and this is your place in its final table.
    """

    type: Literal["season_over"]
    league: str
    season: int
    rank: int | None
    entrants: int
    points: int


class SeasonPatterns(TypedDict):
    """
    Patterns for an operator to look at. They prove nothing and have no consequences by themselves.
    """

    resigned: list[ResignedWhenWon]
    partners: list[SamePartner]
    not_looked_at: int


class Seat(TypedDict):
    """
    A seat at the table. `deck` and `entropy` are null if you may not see them.
    """

    seat: int
    kind: Literal["player", "invited", "called", "open", "bot", "imported"]
    team: int
    player: Player | None
    bot: str | None
    is_ready: bool
    is_to_act: bool
    deck: dict[str, Any] | None
    entropy: str | None


class SeatLeft(TypedDict):
    """
    A player left their seat before the start. The seat is open to everyone, or the match is closed.
    """

    type: Literal["seat_left"]
    match: str
    seat: int
    player: str


class SeatPresence(TypedDict):
    """
    Whether the account in this seat is connected. Both are null for a house bot, an empty seat, or if unknown.
    """

    seat: int
    is_connected: bool | None
    last_seen: str | None


class SeatStatistics(TypedDict):
    """
    The results of a seat, separately with and without the first turn.
    """

    matches: int
    wins: int
    draws: int
    losses: int
    share_per_mille: int | None
    low_per_mille: int | None
    high_per_mille: int | None
    seat: int
    is_first: bool


class SeatTaken(TypedDict):
    """
    A player joined a lobby that you are part of and that still waits for others.
    """

    type: Literal["seat_taken"]
    match: str
    seat: int
    player: str


class SeatToAct(TypedDict):
    """
    A seat that must decide now, and the time its clock had left when you read this.
    """

    seat: int
    remaining_ms: int | None


class Sentence(TypedDict):
    """
    One action or effect in words. `rule` is its number in the ruleset's RULES.md, if the rules give one.
    """

    type: str
    rule: str | None
    texts: dict[str, str]


class SignOut(TypedDict):
    """
    The current password: a token alone cannot sign out everything else.
    """

    password: str


class SignedRoot(TypedDict):
    """
    The root of one day (UTC). `root` is over the `size` matches that had ended and were in no earlier root.

    `previous` is SHA-256 of the canonical JSON of the root before, or 64 zeros for the first. `signature` is Ed25519 by
    `public_key`, whose id is `key`, over the canonical JSON of all other fields. `restored_after` is null unless the
    service was restored from a backup. Then it is the number of the last root in the backup (-1: none). Matches of
    later roots may then enter this root or a later one again.
    """

    format: Literal["root/1"]
    number: int
    day: str
    size: int
    root: str
    previous: str
    restored_after: int | None
    computed_at: str
    key: str
    public_key: str
    signature: str


class SigningKey(TypedDict):
    """
    An Ed25519 public key of the service. If `is_current` is true, it signs the next root.
    """

    id: str
    public_key: str
    is_current: bool


class SigningKeyList(TypedDict):
    """
    All keys that have signed roots, the current one first.
    """

    results: list[SigningKey]


class StarterDeck(TypedDict):
    """
    A ready-made deck, legal under `options`. You can send its slug instead of a deck.
    """

    slug: str
    names: dict[str, str]
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    cards: dict[str, int]
    digest: str


class Swiss(TypedDict):
    """
    Entrants with equal points meet, without rematches as long as possible.
    """

    type: Literal["swiss"]
    rounds: int


class TableRow(TypedDict):
    """
    An entrant in the table. Withdrawn entrants come last and share a rank.

    `elo` is null if no results connect the entrant with the anchor. `elo_low` to `elo_high` is the 95 % interval. An
    end is null if the deals set no bound on that side: an entrant that was never beaten has no upper end. Both
    ends of the anchor equal its fixed rating; CSV leaves them empty.
    `over_next_per_mille` is the probability of being better than the next entrant in the table. It is null for the last
    one, and if the deals cannot tell.
    `voids` are attempts that did not count because of a fault of this entrant's bot. `has_many_voids` is true if there
    is more than one void per hundred deals that count.
    `illegal`, `crashed` and `refused` count faults in all attempts, whether or not they cost a match.
    Ladders also have a live rating with its deviation, on the scale of people's ratings. It follows the order of play.
    """

    rank: int
    entrant: str
    played: int
    wins: int
    draws: int
    losses: int
    byes: int
    points: int
    share_per_mille: int | None
    buchholz: int
    sonneborn_berger: int
    elo: int | None
    elo_low: int | None
    elo_high: int | None
    voids: int
    has_many_voids: bool
    is_withdrawn: bool
    live_rating: NotRequired[int | None]
    live_deviation: NotRequired[int | None]
    over_next_per_mille: NotRequired[int | None]
    wins_by_time: NotRequired[int]
    wins_by_resignation: NotRequired[int]
    wins_by_no_show: NotRequired[int]
    losses_by_time: NotRequired[int]
    losses_by_resignation: NotRequired[int]
    losses_by_no_show: NotRequired[int]
    illegal: NotRequired[int]
    crashed: NotRequired[int]
    refused: NotRequired[int]
    adjusted_share_per_mille: NotRequired[int | None]
    adjusted_width_per_mille: NotRequired[int | None]


Row: TypeAlias = int


class TakenRows(TypedDict):
    """
    Which rows to import. Faulty and unchanged rows are left out in any case.
    """

    rows: NotRequired[list[Row] | None]
    illegal: NotRequired[bool]


class TestReport(TypedDict):
    """
    The test of whether the first entrant is better than the second.

    `verdict` is `h1` (better by `elo1`), `h0` (only by `elo0`), `undecided` after `most_deals`, or null while it
    runs. `llr_per_mille` is the log-likelihood ratio after each deal.
    """

    verdict: str | None
    deals: int
    llr_per_mille: list[int]


class Token(TypedDict):
    id: str
    name: str
    scopes: list[Literal["audit", "bot", "decks", "leagues", "play", "read", "webhooks"]]
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    is_this: bool


class TokenInput(TypedDict):
    """
    `name` is for your own list of tokens. The token has every scope.
    """

    username: str
    password: str
    name: NotRequired[str]
    days: NotRequired[int]


class TokenList(TypedDict):
    results: list[Token]


class TranscriptLine(TypedDict):
    """
    One event in words: what happened, the action if there was one, and its effects, in order.
    """

    seq: int
    at: str
    seat: int | None
    type: str
    texts: dict[str, str]
    action: Sentence | None
    effects: list[Sentence]
    note: str | None


class Twinned(TypedDict):
    """
    The house bot that both accounts of a pairing meet. A season's manifest has its version.
    """

    bot: str
    version: NotRequired[int | None]


class UnreadLine(TypedDict):
    """
    A line that names no card of the set, or too many copies. `nearest` are slugs of cards with similar names.
    """

    line: int
    text: str
    copies: int
    nearest: list[str]


class Waiting(TypedDict):
    """
    Open streams, or requests that wait. A service with several processes may allow more.
    """

    of_one_account: int
    of_one_address: int
    seconds: int


class Webhook(TypedDict):
    """
    An address that gets your account's notices and turns.

    `unproven`: it gets nothing but challenges. `active`: it gets messages. `disabled`: it failed for a long time
    and gets nothing until you test it.
    """

    id: str
    url: str
    types: list[str]
    status: Literal["unproven", "active", "disabled"]
    problem: dict[str, str] | None
    failing_since: str | None
    former_secret_until: str | None
    created_at: str


class WebhookChallenge(TypedDict):
    """
    Proves that the address is yours: answer 200 with `{"challenge": …}`, the same value, as JSON.
    """

    type: Literal["challenge"]
    challenge: str


class WebhookChallengeMessage(TypedDict):
    """
    Sent to a new address, and whenever you test it.
    """

    type: NotRequired[str]
    timestamp: str
    account: str
    data: WebhookChallenge


class WebhookDelivery(TypedDict):
    """
    A message to a webhook.

    `waiting`: it will be tried at `next_attempt_at`. `delivered`: the receiver answered 2xx. `dead`: all attempts
    failed; you can redeliver it. `obsolete`: a turn that was over before it could be delivered.
    """

    id: str
    message_id: str
    type: str
    status: Literal["dead", "delivered", "obsolete", "waiting"]
    attempts: int
    error: (
        Literal[
            "challenge_failed",
            "http_status",
            "no_public_address",
            "timed_out",
            "tls_failed",
            "unreachable",
            "unreadable_answer",
        ]
        | None
    )
    http_status: int | None
    message: Any
    created_at: str
    next_attempt_at: str | None
    ended_at: str | None


class WebhookDeliveryList(TypedDict):
    """
    Deliveries, newest first. Delivered ones are stored for a day, dead ones for 30.
    """

    results: list[WebhookDelivery]
    next: str | None


class WebhookDisabled(TypedDict):
    """
    One of your webhooks gets no more messages. Repair the receiver, then test the webhook to enable it again.
    """

    type: Literal["webhook_disabled"]
    webhook: str
    url: str
    reason: Literal["failing", "gone"]
    texts: dict[str, str]


class WebhookInput(TypedDict):
    """
    Where to post messages, and which.
    """

    url: str
    types: NotRequired[list[Type]]


class WebhookList(TypedDict):
    """
    Your webhooks, oldest first.
    """

    results: list[Webhook]


class WebhookTurn(TypedDict):
    """
    A match waits for you. Read its legal actions with a token; the version may have moved on meanwhile.
    """

    type: Literal["turn"]
    match: str
    seat: int
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    version: int


class WebhookTurnMessage(TypedDict):
    """
    It is your turn in a match.
    """

    type: NotRequired[str]
    timestamp: str
    account: str
    data: WebhookTurn


class Withdrawal(TypedDict):
    """
    Withdraw an entrant: they play no more, and their results count.
    """

    kind: Literal["withdraw"]
    entrant: str
    reason: str


Clocks: TypeAlias = NoClock | AcceptedPerDecision | AcceptedFischer | AcceptedCorrespondence


Acceptance = TypedDict(
    "Acceptance",
    {
        "rulesets": list[AcceptedRuleset],
        "clocks": list[Clocks],
        "at_once": NotRequired[int],
        "from": NotRequired[list[Literal["bots", "owner", "people"]]],
    },
)


class Account(TypedDict):
    """
    Your account. `id` identifies you in logs.
    """

    id: str
    username: str
    bot: DeclaredBot | None
    paused_until: str | None
    language: Literal["en", "ja"] | None


Action: TypeAlias = (
    InvictusMarchAction
    | InvictusDivertAction
    | BlackpokerRaiseAction
    | BlackpokerBlockAction
    | InvadersActivateAction
    | InvictusDeployAction
    | InvictusAttackAction
    | InvictusUseSupportAction
    | LordsOfWarDeployAction
    | LordsOfWarFireAction
    | LordsOfWarBerserkMoveAction
    | BattleLinePlayAction
    | BattleLineClaimAction
    | BattleLineDrawAction
    | BattleLineScoutDrawAction
    | BattleLineScoutReturnAction
    | BlackpokerPayBulwarkAction
    | BlackpokerPayDiscardAction
    | BlackpokerPlaceBulwarkAction
    | BlackpokerSearchAction
    | BlackpokerSetStateAction
    | BlackpokerPlaceOnDeckAction
    | BlackpokerReinforceAction
    | BlackpokerChooseGraveyardAction
    | BlackpokerChooseHandAction
    | BlackpokerDiscardAction
    | BlackpokerAttackerAction
    | InvadersJankenAction
    | InvadersChooseFirstAction
    | InvadersMulliganAction
    | InvadersCastAction
    | InvadersSetEmergencyAction
    | InvadersLabourAction
    | InvadersAttackAction
    | InvadersTargetAction
    | InvadersBlockAction
    | InvadersInvadeAction
    | InvadersResolveAction
    | InvadersSaveAction
    | InvictusChooseLeaderAction
    | InvictusChooseHandAction
    | InvictusChooseOrderAction
    | InvictusEnqueueAction
    | InvictusSettleAction
    | LordsOfWarChooseCardAction
    | LordsOfWarHoldFireAction
    | LordsOfWarRecallAction
    | BattleLinePassAction
    | BattleLineEndClaimsAction
    | BlackpokerPassAction
    | BlackpokerChooseTargetAction
    | BlackpokerDrawMoreAction
    | BlackpokerDrawStopAction
    | BlackpokerAttackersDoneAction
    | BlackpokerBlockersDoneAction
    | InvadersDiscardEmergencyAction
    | InvadersTakeCommandAction
    | InvadersEndMainAction
    | InvadersEndWarAction
    | InvadersAcceptAction
    | InvadersChooseAction
    | InvadersDoneAction
    | InvadersPassAction
    | InvictusEndTurnAction
    | InvictusResolveAction
    | InvictusPassAction
    | LordsOfWarDrawAction
    | LordsOfWarPassAction
)


class AmendmentInput(TypedDict):
    amendment: Extension | Withdrawal | Closing


BattleLineAction: TypeAlias = (
    BattleLinePlayAction
    | BattleLinePassAction
    | BattleLineClaimAction
    | BattleLineEndClaimsAction
    | BattleLineDrawAction
    | BattleLineScoutDrawAction
    | BattleLineScoutReturnAction
)


class BattleLineDecision(TypedDict):
    """
    What decided the match.

    `by` is a word of `words["decided"]`, or the service's own word if the service ended the match. `rule` is the rule
    number in the game's RULES.md, empty if the service ended it. `tiebreaks` are in order, up to the one that decided.
    """

    by: str
    rule: NotRequired[str]
    tiebreaks: NotRequired[list[BattleLineTiebreak]]


BattleLineEffect: TypeAlias = (
    BattleLinePickedEffect
    | BattleLineRoundStartedEffect
    | BattleLineShuffledEffect
    | BattleLineDealtEffect
    | BattleLineTurnStartedEffect
    | BattleLinePassedEffect
    | BattleLineCardPlayedEffect
    | BattleLineCardMovedEffect
    | BattleLineCardRemovedEffect
    | BattleLineFormationBrokenEffect
    | BattleLineFormationCompletedEffect
    | BattleLineDrewEffect
    | BattleLineReturnedEffect
    | BattleLineFlagClaimedEffect
    | BattleLineClaimsEndedEffect
    | BattleLineRoundEndedEffect
    | BattleLineMatchEndedEffect
)


class BattleLineFlagTally(TypedDict):
    """
    A flag at the end of its round.
    """

    weather: list[str]
    sides: list[BattleLineSideTally]
    owner: int | None
    turn: int | None
    is_proved: bool


class BattleLineFlagView(TypedDict):
    """
    A flag and its `sides` by seat, each in the order of placing.
    """

    flag: int
    owner: int | None
    size: int
    fog: bool
    mud: bool
    first_complete: int | None
    claim: BattleLineClaimRecord | None
    sides: list[BattleLineZone]


class BattleLineGame(TypedDict):
    """
    The game as one viewer sees it. Lists of two are by seat. Only the audit sees the cards of `troop_deck` and
    `tactics_deck`, from the top.
    """

    round: int
    turn: int
    first_seat: int
    active_seat: int | None
    phase: Literal["claim", "draw", "over", "play", "scout_draw", "scout_return"]
    played: str | None
    scout: BattleLineScoutView | None
    idle_turns: int
    flags: list[BattleLineFlagView]
    hands: list[BattleLineZone]
    troop_deck: BattleLineZone
    tactics_deck: BattleLineZone
    guile: list[BattleLineZone]
    removed: BattleLineZone
    tactics_played: list[int]
    leader_played: list[bool]
    points: list[int]
    rounds_won: list[int]
    results: list[BattleLineRoundResult]


class BattleLineLegalAction(TypedDict):
    """
    A complete action, ready to be sent back. With `include=texts`, no two in a list have the same `texts`.

    `/games/{ruleset}/rules/#{rule}` shows the `rule`.
    """

    action: BattleLineAction
    texts: NotRequired[dict[str, str] | None]
    rule: NotRequired[str | None]


BattleLineLoggedAction: TypeAlias = (
    BattleLinePlayAction
    | BattleLinePassAction
    | BattleLineClaimAction
    | BattleLineEndClaimsAction
    | BattleLineDrawAction
    | BattleLineScoutDrawAction
    | BattleLineScoutReturnLoggedAction
)


class BattleLineMatchAbortedEvent(TypedDict):
    """
    The match ended without a winner.
    """

    seq: int
    type: Literal["match_aborted"]
    seat: int | None
    note: str
    effects: list[BattleLineEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class BattleLineMatchStartedEvent(TypedDict):
    """
    How a match began.
    """

    seq: int
    type: Literal["match_started"]
    match: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    options: dict[str, Any]
    seats: list[Seat1]
    clock: PerDecision | Fischer | Correspondence | None
    card_set: CardSet1
    seed_commitment: str
    continues: NotRequired[Continues1]
    effects: list[BattleLineEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class BattleLineMove(TypedDict):
    """
    An action, and the version of the match in which you chose it.
    """

    version: int
    action: BattleLineAction


BattleLinePrompt: TypeAlias = (
    BattleLinePlayPrompt
    | BattleLineClaimPrompt
    | BattleLineDrawPrompt
    | BattleLineScoutDrawPrompt
    | BattleLineScoutReturnPrompt
)


class BattleLineRoundTally(TypedDict):
    """
    A round. Its reason and points are null if the service ended it.
    """

    round: int
    flags: list[BattleLineFlagTally]
    winner: int | None
    reason: str | None
    points: list[int] | None
    line: list[int]


class BattleLineScorecard(TypedDict):
    """
    A finished match of Battle Line in numbers.
    """

    rounds: list[BattleLineRoundTally]
    tactics_played: list[int]
    decided: BattleLineDecision


class BattleLineSeatResignedEvent(TypedDict):
    """
    A seat resigned.
    """

    seq: int
    type: Literal["seat_resigned"]
    seat: int | None
    note: str
    effects: list[BattleLineEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class BattleLineView(TypedDict):
    """
    battle_line as one viewer sees it after event `version`.
    """

    ruleset: Literal["battle_line"]
    options: BattleLineOptions
    version: int
    turn: int
    prompts: list[BattleLinePrompt]
    outcome: Outcome | None
    game: BattleLineGame


BlackpokerAction: TypeAlias = (
    BlackpokerRaiseAction
    | BlackpokerPassAction
    | BlackpokerPayBulwarkAction
    | BlackpokerPayDiscardAction
    | BlackpokerChooseTargetAction
    | BlackpokerPlaceBulwarkAction
    | BlackpokerSearchAction
    | BlackpokerSetStateAction
    | BlackpokerPlaceOnDeckAction
    | BlackpokerReinforceAction
    | BlackpokerChooseGraveyardAction
    | BlackpokerChooseHandAction
    | BlackpokerDiscardAction
    | BlackpokerDrawMoreAction
    | BlackpokerDrawStopAction
    | BlackpokerAttackerAction
    | BlackpokerAttackersDoneAction
    | BlackpokerBlockAction
    | BlackpokerBlockersDoneAction
)


class BlackpokerCombatView(TypedDict):
    attackers: list[BlackpokerFightView]


class BlackpokerDecision(TypedDict):
    """
    What decided the match.

    `by` is a word of `words["decided"]`, or the service's own word if the service ended the match. `rule` is the rule
    number in the game's RULES.md, empty if the service ended it. `tiebreaks` are in order, up to the one that decided.
    """

    by: str
    rule: NotRequired[str]
    tiebreaks: NotRequired[list[BlackpokerTiebreak]]


BlackpokerEffect: TypeAlias = (
    BlackpokerShuffledEffect
    | BlackpokerSetAsideEffect
    | BlackpokerDrewEffect
    | BlackpokerPresetEffect
    | BlackpokerFlippedEffect
    | BlackpokerPickedEffect
    | BlackpokerFirstPlayerEffect
    | BlackpokerTurnStartedEffect
    | BlackpokerRaisedEffect
    | BlackpokerDroveEffect
    | BlackpokerChargedEffect
    | BlackpokerDamagedEffect
    | BlackpokerDiscardedEffect
    | BlackpokerTargetedEffect
    | BlackpokerStagedEffect
    | BlackpokerPassedEffect
    | BlackpokerResolutionStartedEffect
    | BlackpokerFizzledEffect
    | BlackpokerHadNoEffect
    | BlackpokerNegatedEffect
    | BlackpokerResolvedEffect
    | BlackpokerKeysDiscardedEffect
    | BlackpokerKeysReturnedEffect
    | BlackpokerBulwarkPlacedEffect
    | BlackpokerSummonedEffect
    | BlackpokerEquippedEffect
    | BlackpokerNumberChangedEffect
    | BlackpokerRevealedEffect
    | BlackpokerDestroyedEffect
    | BlackpokerReturnedToHandEffect
    | BlackpokerReturnedToDeckEffect
    | BlackpokerReversedEffect
    | BlackpokerSearchedEffect
    | BlackpokerHandRevealedEffect
    | BlackpokerAttackerNamedEffect
    | BlackpokerBlockerNamedEffect
    | BlackpokerCombatEndedEffect
    | BlackpokerTriggeredEffect
    | BlackpokerMilledEffect
    | BlackpokerTurnEndedEffect
    | BlackpokerMatchEndedEffect
)


class BlackpokerLegalAction(TypedDict):
    """
    A complete action, ready to be sent back. With `include=texts`, no two in a list have the same `texts`.

    `/games/{ruleset}/rules/#{rule}` shows the `rule`.
    """

    action: BlackpokerAction
    texts: NotRequired[dict[str, str] | None]
    rule: NotRequired[str | None]


BlackpokerLoggedAction: TypeAlias = (
    BlackpokerRaiseAction
    | BlackpokerPassAction
    | BlackpokerPayBulwarkAction
    | BlackpokerPayDiscardAction
    | BlackpokerChooseTargetAction
    | BlackpokerPlaceBulwarkLoggedAction
    | BlackpokerSearchAction
    | BlackpokerSetStateAction
    | BlackpokerPlaceOnDeckAction
    | BlackpokerReinforceAction
    | BlackpokerChooseGraveyardAction
    | BlackpokerChooseHandAction
    | BlackpokerDiscardAction
    | BlackpokerDrawMoreAction
    | BlackpokerDrawStopAction
    | BlackpokerAttackerAction
    | BlackpokerAttackersDoneAction
    | BlackpokerBlockAction
    | BlackpokerBlockersDoneAction
)


class BlackpokerMatchAbortedEvent(TypedDict):
    """
    The match ended without a winner.
    """

    seq: int
    type: Literal["match_aborted"]
    seat: int | None
    note: str
    effects: list[BlackpokerEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class BlackpokerMatchStartedEvent(TypedDict):
    """
    How a match began.
    """

    seq: int
    type: Literal["match_started"]
    match: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    options: dict[str, Any]
    seats: list[Seat1]
    clock: PerDecision | Fischer | Correspondence | None
    card_set: CardSet1
    seed_commitment: str
    continues: NotRequired[Continues1]
    effects: list[BlackpokerEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class BlackpokerMove(TypedDict):
    """
    An action, and the version of the match in which you chose it.
    """

    version: int
    action: BlackpokerAction


BlackpokerPrompt: TypeAlias = (
    BlackpokerMainPrompt
    | BlackpokerRespondPrompt
    | BlackpokerPayBulwarkPrompt
    | BlackpokerPayDiscardPrompt
    | BlackpokerChooseTargetPrompt
    | BlackpokerPlaceBulwarkPrompt
    | BlackpokerChooseSearchPrompt
    | BlackpokerChooseStatePrompt
    | BlackpokerOrderDeckPrompt
    | BlackpokerReinforcePrompt
    | BlackpokerChooseGraveyardPrompt
    | BlackpokerChooseHandPrompt
    | BlackpokerDiscardToLimitPrompt
    | BlackpokerDrawMorePrompt
    | BlackpokerDeclareAttackersPrompt
    | BlackpokerDeclareBlockersPrompt
)


class BlackpokerRequestView(TypedDict):
    """
    11.4 A request. `unpaid` is present only while the request is being raised (11.5).
    """

    id: int
    action: str
    seat: int
    keys: list[str]
    target: BlackpokerTarget | None
    unpaid: NotRequired[str]


class BlackpokerScorecard(TypedDict):
    """
    A finished match of BlackPoker in numbers.
    """

    seats: list[BlackpokerSeatTally]
    decided: BlackpokerDecision


class BlackpokerSeatResignedEvent(TypedDict):
    """
    A seat resigned.
    """

    seq: int
    type: Literal["seat_resigned"]
    seat: int | None
    note: str
    effects: list[BlackpokerEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class BlackpokerSideView(TypedDict):
    deck: BlackpokerZone
    hand: BlackpokerZone
    graveyard: BlackpokerGraveyard
    set_aside: BlackpokerZone
    soldiers: list[BlackpokerCharacterView]
    bulwarks: list[BlackpokerCharacterView]


class BlockedPlayer(TypedDict):
    """
    A player you have blocked. They are not notified.
    """

    player: Player
    at: str


class BlockedPlayerList(TypedDict):
    """
    All blocked players, newest first.
    """

    results: list[BlockedPlayer]


class Bot(TypedDict):
    """
    A house bot. Logs name it `bot:<name>/<version>`.
    """

    name: str
    version: int
    names: dict[str, str]
    digest: str
    strength: dict[str, BotStrength | None]


class BotAccount(TypedDict):
    """
    An account that was declared a bot before its first match. `owner` is responsible for it.
    """

    id: str
    name: str
    owner: str | None
    version: str
    digest: str | None
    accepts: Acceptance
    declared_at: str
    paused_until: str | None
    is_connected: bool
    last_seen: str | None
    url: str


class BotAccountChange(TypedDict):
    """
    A `digest` that you leave out is removed.
    """

    version: str
    accepts: Acceptance
    digest: NotRequired[str | None]


class BotAccountInput(TypedDict):
    """
    `token` must have the scope `bot`. It proves that the account agrees to become your bot.
    """

    token: str
    version: str
    accepts: Acceptance
    digest: NotRequired[str | None]


class BotAccountList(TypedDict):
    """
    Bot accounts, sorted by name.
    """

    results: list[BotAccount]
    next: str | None


class BotList(TypedDict):
    """
    House bots: the levels first, then the others, both from the weakest to the strongest.
    """

    results: list[Bot]


class BotSeat(TypedDict):
    """
    A seat for a house bot; `GET bots` lists them.
    """

    kind: Literal["bot"]
    bot: str
    deck: NotRequired[str | DeckSent | None]


class CardList(TypedDict):
    """
    Some cards, in the set's order. `next` is the address of the next page.
    """

    results: list[Card]
    next: str | None
    card_sets: dict[str, CardSetRef]


class Challenge(TypedDict):
    """
    A challenge to a match of two. Once it is accepted, both players are called to `match` and must join.
    """

    id: str
    challenger: Player
    opponent: Player
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    clock: PerDecision | Fischer | Correspondence | None
    visibility: Literal["private", "public", "unlisted"]
    rated: bool
    challenger_seat: int | None
    rematch_of: str | None
    status: Literal["open", "accepted", "declined", "withdrawn", "expired"]
    reason: str | None
    match: str | None
    created_at: str
    expires_at: str


class ChallengeInput(TypedDict):
    """
    The opponent, and the match you propose. Decks are chosen later, when both players join.
    """

    opponent: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    options: NotRequired[dict[str, bool | int | str | list[bool | int | str] | None]]
    clock: NotRequired[PerDecision | Fischer | Correspondence | None]
    visibility: NotRequired[Literal["private", "public", "unlisted"]]
    rated: NotRequired[bool]
    own_seat: NotRequired[int | None]


class ChallengeList(TypedDict):
    """
    Open challenges, newest first; at most 100.
    """

    results: list[Challenge]


class ComparisonInput(TypedDict):
    """
    Whether `bot` is better than `against` by `elo1`, or only by `elo0`. Both are names of bot accounts of yours.

    Decks are the starter decks that can meet, in turn. Both accounts must accept such matches from you.
    """

    bot: str
    against: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    clock: PerDecision | Fischer | Correspondence
    options: NotRequired[dict[str, bool | int | str | list[bool | int | str] | None]]
    elo0: NotRequired[int]
    elo1: NotRequired[int]
    most_deals: NotRequired[int]


class CreatedWebhook(TypedDict):
    """
    The new webhook, and the secret that signs its messages.
    """

    webhook: Webhook
    secret: str


class Crosstable(TypedDict):
    """
    All results between entrants who have met, from both sides.
    """

    results: list[CrosstableCell]


class DeckImport(TypedDict):
    """
    A file of decks and its progress.

    While it is `checking` or `taking`, workers are busy: read it again after a second. `asking`: choose the columns.
    `checked`: look at the rows, then take it or cancel it. It ends as `done`, `unreadable` (`fault` says why) or
    `dropped`.
    """

    id: str
    file_name: str
    digest: str
    size: int
    encoding: str
    status: Literal["asking", "checked", "checking", "done", "dropped", "taking", "unreadable"]
    fault: dict[str, str] | None
    total: int | None
    columns: list[ImportColumn] | None
    ruleset: str | None
    takes_illegal: bool
    created_at: str
    ended_at: str | None
    url: str
    counts: NotRequired[ImportCounts]


class DeckImportList(TypedDict):
    results: list[DeckImport]
    next: str | None


class DeckImportRow(TypedDict):
    """
    What a row of the file would do, or has done.
    """

    number: int
    kind: Literal["changed", "faulty", "new", "same"]
    name: str
    ruleset: str | None
    cards: int
    deck: str | None
    is_taken: bool
    is_left_out: bool
    faults: list[RowFault]
    problems: list[dict[str, str]]
    changes: list[Place]


class DeckImportRowList(TypedDict):
    results: list[DeckImportRow]
    next: str | None


class DeckRates(TypedDict):
    """
    The results of a deck with and without the first turn. `name` is its starter deck's slug, or its entrant's.
    """

    deck: str
    name: str | None
    first: Figure
    later: Figure


class DeckVersionLine(TypedDict):
    """
    A save of a deck: who saved it, when, and what changed since the version before.
    """

    version: int
    kind: str
    by: str | None
    at: str
    changes: list[Place]


class DeckVersionList(TypedDict):
    results: list[DeckVersionLine]
    next: str | None


class Features(TypedDict):
    """
    What this installation offers. It changes only when an operator changes a setting or upgrades the service.
    """

    version: str
    changelog: str
    deprecated: list[DeprecatedPart]
    rulesets: list[RulesetFeatures]
    languages: list[str]
    mail: bool
    guests: bool
    browser_origins: list[str]
    streams: Waiting
    waits: Waiting
    limits: Limits
    rates: dict[str, RatePolicy]


class Fixture(TypedDict):
    """
    One playing of a deal. `counts` is true if its deal is closed at this attempt.

    `first` and `second` are the entrants of the pairing, the same in both seatings. In seating 0, `first` plays the
    side of seat 0. In seating 1, `second` does. `outcome` names its winners by seats, and `winner` the entrant.
    `winner` is null after a draw, and for a match that is not over or was aborted.
    In a twinned deal one of the two plays, `played_by`, and a house bot takes the place of the other. The result is
    hidden until both matches of the deal are over.
    """

    round: int
    deal: int
    deal_id: str
    attempt: int
    seating: int
    first: str
    second: str
    match: str
    match_url: str
    status: str
    outcome: Outcome | None
    counts: bool
    winner: str | None
    reason: str | None
    decided_by: str | None
    played_by: NotRequired[str | None]


class FixtureList(TypedDict):
    results: list[Fixture]
    next: str | None


class Holder(TypedDict):
    """
    The player or house bot in a seat.
    """

    seat: int
    player: Player | None
    bot: str | None


class InclusionProof(TypedDict):
    """
    Proof that a match is leaf `index` of a root's tree. `path` has the siblings from the leaf upwards (RFC 9162).
    """

    format: Literal["inclusion/1"]
    leaf: Leaf
    index: int
    path: list[PathItem]
    root: SignedRoot


InvadersAction: TypeAlias = (
    InvadersJankenAction
    | InvadersChooseFirstAction
    | InvadersMulliganAction
    | InvadersCastAction
    | InvadersSetEmergencyAction
    | InvadersDiscardEmergencyAction
    | InvadersLabourAction
    | InvadersTakeCommandAction
    | InvadersActivateAction
    | InvadersEndMainAction
    | InvadersAttackAction
    | InvadersEndWarAction
    | InvadersTargetAction
    | InvadersBlockAction
    | InvadersInvadeAction
    | InvadersResolveAction
    | InvadersAcceptAction
    | InvadersChooseAction
    | InvadersDoneAction
    | InvadersSaveAction
    | InvadersPassAction
)


class InvadersDecision(TypedDict):
    """
    What decided the match.

    `by` is a word of `words["decided"]`, or the service's own word if the service ended the match. `rule` is the rule
    number in the game's RULES.md, empty if the service ended it. `tiebreaks` are in order, up to the one that decided.
    """

    by: str
    rule: NotRequired[str]
    tiebreaks: NotRequired[list[InvadersTiebreak]]


class InvadersGiven(TypedDict):
    """
    A modifier given by an effect. `seat`: the seat of that effect (11.7).
    """

    modifier: InvadersModifier
    duration: Literal["permanent", "this_turn", "until_own_next_year"]
    seat: int


class InvadersGivenEffect(TypedDict):
    """
    11.7 A modifier took effect.
    """

    type: Literal["given"]
    place: str
    modifier: InvadersModifier
    duration: Literal["permanent", "this_turn", "until_own_next_year"]


class InvadersLegalAction(TypedDict):
    """
    A complete action, ready to be sent back. With `include=texts`, no two in a list have the same `texts`.

    `/games/{ruleset}/rules/#{rule}` shows the `rule`.
    """

    action: InvadersAction
    texts: NotRequired[dict[str, str] | None]
    rule: NotRequired[str | None]


InvadersLoggedAction: TypeAlias = (
    InvadersJankenLoggedAction
    | InvadersChooseFirstAction
    | InvadersMulliganLoggedAction
    | InvadersCastAction
    | InvadersSetEmergencyLoggedAction
    | InvadersDiscardEmergencyAction
    | InvadersLabourAction
    | InvadersTakeCommandAction
    | InvadersActivateAction
    | InvadersEndMainAction
    | InvadersAttackAction
    | InvadersEndWarAction
    | InvadersTargetAction
    | InvadersBlockAction
    | InvadersInvadeAction
    | InvadersResolveAction
    | InvadersAcceptAction
    | InvadersChooseLoggedAction
    | InvadersDoneAction
    | InvadersSaveAction
    | InvadersPassAction
)


class InvadersMove(TypedDict):
    """
    An action, and the version of the match in which you chose it.
    """

    version: int
    action: InvadersAction


InvadersPrompt: TypeAlias = (
    InvadersJankenPrompt
    | InvadersChooseFirstPrompt
    | InvadersMulliganPrompt
    | InvadersMainPrompt
    | InvadersWarPrompt
    | InvadersTargetPrompt
    | InvadersBlockPrompt
    | InvadersInvadePrompt
    | InvadersOrderPrompt
    | InvadersMayPrompt
    | InvadersChoosePrompt
    | InvadersSavingPrompt
)


class InvadersSeatTally(TypedDict):
    """
    One seat's actions and losses.
    """

    health: int
    damage: dict[str, int]
    healed: int
    cast: dict[str, int]
    units_cast: dict[str, int]
    paid: int
    units_entered: int
    units_destroyed: dict[str, int]
    destroyed_by: dict[str, int]
    wars: NotRequired[int]
    war: NotRequired[InvadersWarTally]


class InvadersSeatView(TypedDict):
    health: int
    money: int
    savings: int
    deck_out_count: int
    self_harm_count: int
    casts_this_turn: int
    labour_used: bool
    emergency_set: bool
    emergency_discarded: bool
    hand: InvadersZone
    deck: InvadersZone
    grave: InvadersZone
    removed: InvadersZone
    emergency: InvadersEmergencyView | None
    modifiers: list[InvadersGiven]
    declared: list[str]
    pending: bool | InvadersJanken | InvadersMulligan | None


InvictusAction: TypeAlias = (
    InvictusChooseLeaderAction
    | InvictusChooseHandAction
    | InvictusChooseOrderAction
    | InvictusDeployAction
    | InvictusEnqueueAction
    | InvictusSettleAction
    | InvictusAttackAction
    | InvictusMarchAction
    | InvictusUseSupportAction
    | InvictusEndTurnAction
    | InvictusResolveAction
    | InvictusDivertAction
    | InvictusPassAction
)


class InvictusDecision(TypedDict):
    """
    What decided the match.

    `by` is a word of `words["decided"]`, or the service's own word if the service ended the match. `rule` is the rule
    number in the game's RULES.md, empty if the service ended it. `tiebreaks` are in order, up to the one that decided.
    """

    by: str
    rule: NotRequired[str]
    tiebreaks: NotRequired[list[InvictusTiebreak]]


InvictusEffect: TypeAlias = (
    InvictusShuffledEffect
    | InvictusOfferedLeadersEffect
    | InvictusChoseLeaderEffect
    | InvictusChoseHandEffect
    | InvictusRevealedLeaderEffect
    | InvictusPickedEffect
    | InvictusOrderSetEffect
    | InvictusTurnStartedEffect
    | InvictusDrewEffect
    | InvictusReadiedEffect
    | InvictusAdvancedEffect
    | InvictusWithdrewEffect
    | InvictusDeployedEffect
    | InvictusQueuedEffect
    | InvictusSettledEffect
    | InvictusSupportedEffect
    | InvictusNegatedEffect
    | InvictusAttackedEffect
    | InvictusBlockedEffect
    | InvictusBoostedEffect
    | InvictusSwappedEffect
    | InvictusRevealedHandEffect
    | InvictusRecalledEffect
    | InvictusDamagedEffect
    | InvictusDestroyedEffect
    | InvictusCapturedEffect
    | InvictusDiversionStartedEffect
    | InvictusTurnEndedEffect
    | InvictusMatchEndedEffect
)


class InvictusLegalAction(TypedDict):
    """
    A complete action, ready to be sent back. With `include=texts`, no two in a list have the same `texts`.

    `/games/{ruleset}/rules/#{rule}` shows the `rule`.
    """

    action: InvictusAction
    texts: NotRequired[dict[str, str] | None]
    rule: NotRequired[str | None]


InvictusLoggedAction: TypeAlias = (
    InvictusChooseLeaderLoggedAction
    | InvictusChooseHandLoggedAction
    | InvictusChooseOrderAction
    | InvictusDeployAction
    | InvictusEnqueueAction
    | InvictusSettleAction
    | InvictusAttackAction
    | InvictusMarchAction
    | InvictusUseSupportAction
    | InvictusEndTurnAction
    | InvictusResolveAction
    | InvictusDivertAction
    | InvictusPassAction
)


class InvictusMatchAbortedEvent(TypedDict):
    """
    The match ended without a winner.
    """

    seq: int
    type: Literal["match_aborted"]
    seat: int | None
    note: str
    effects: list[InvictusEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class InvictusMatchStartedEvent(TypedDict):
    """
    How a match began.
    """

    seq: int
    type: Literal["match_started"]
    match: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    options: dict[str, Any]
    seats: list[Seat1]
    clock: PerDecision | Fischer | Correspondence | None
    card_set: CardSet3
    seed_commitment: str
    continues: NotRequired[Continues3]
    effects: list[InvictusEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class InvictusMove(TypedDict):
    """
    An action, and the version of the match in which you chose it.
    """

    version: int
    action: InvictusAction


InvictusPrompt: TypeAlias = (
    InvictusChooseLeaderPrompt
    | InvictusChooseHandPrompt
    | InvictusChooseOrderPrompt
    | InvictusSetupBattlefieldPrompt
    | InvictusSetupQueuePrompt
    | InvictusSetupKingdomPrompt
    | InvictusMainPrompt
    | InvictusForcedSettlementPrompt
    | InvictusBlockPrompt
    | InvictusNegatePrompt
    | InvictusResolveSupportPrompt
    | InvictusDiversionPrompt
)


class InvictusRealmView(TypedDict):
    """
    15.4 The things of one seat. Its leader, offer, hand and deck may be hidden.
    """

    side: int
    facing: int | None
    leader: str | None
    leader_offer: InvictusZone
    hand: InvictusZone
    deck: InvictusZone
    kingdom: InvictusZone
    kp: int


class InvictusScorecard(TypedDict):
    """
    A finished match of Invictus in numbers.
    """

    colors: list[InvictusColorTally]
    seats: list[InvictusSeatTally]
    sides: list[InvictusSideTally]
    decided: InvictusDecision


class InvictusSeatResignedEvent(TypedDict):
    """
    A seat resigned.
    """

    seq: int
    type: Literal["seat_resigned"]
    seat: int | None
    note: str
    effects: list[InvictusEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class InvictusSideView(TypedDict):
    """
    15.3 A side: a battlefield with all six cells, a queue from head to tail, a graveyard.
    """

    seats: list[int]
    queue_limit: int
    battlefield: dict[str, InvictusUnit | None]
    queue: InvictusZone
    graveyard: InvictusZone


class Leaderboard(TypedDict):
    """
    Players, strongest first.
    """

    results: list[Ranked]
    next: str | None


class LeagueLine(TypedDict):
    """
    A league in a list.
    """

    league: str
    names: LeagueNames
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    visibility: Literal["private", "public", "unlisted"]
    is_paused: bool
    is_closed: bool
    next_run_at: str | None
    url: str


class LeagueList(TypedDict):
    results: list[LeagueLine]
    next: str | None


class LegalAction(TypedDict):
    """
    A complete action, ready to be sent back. With `include=texts`, no two in a list have the same `texts`.

    `/games/{ruleset}/rules/#{rule}` shows the `rule`.
    """

    action: Action
    texts: NotRequired[dict[str, str] | None]
    rule: NotRequired[str | None]


class LegalActions(TypedDict):
    """
    Everything that your seat may send at `version`; empty if it is not asked.
    """

    version: int
    seat: int
    prompt: Prompt | None
    legal_actions: list[LegalAction]
    prompt_texts: NotRequired[dict[str, str] | None]


LoggedAction: TypeAlias = (
    InvictusMarchAction
    | InvictusDivertAction
    | BlackpokerRaiseAction
    | BlackpokerBlockAction
    | InvadersActivateAction
    | InvictusDeployAction
    | InvictusAttackAction
    | InvictusUseSupportAction
    | LordsOfWarDeployAction
    | LordsOfWarFireAction
    | LordsOfWarBerserkMoveAction
    | BattleLinePlayAction
    | BattleLineClaimAction
    | BattleLineDrawAction
    | BattleLineScoutDrawAction
    | BlackpokerPayBulwarkAction
    | BlackpokerPayDiscardAction
    | BlackpokerSearchAction
    | BlackpokerSetStateAction
    | BlackpokerPlaceOnDeckAction
    | BlackpokerReinforceAction
    | BlackpokerChooseGraveyardAction
    | BlackpokerChooseHandAction
    | BlackpokerDiscardAction
    | BlackpokerAttackerAction
    | InvadersChooseFirstAction
    | InvadersCastAction
    | InvadersLabourAction
    | InvadersAttackAction
    | InvadersTargetAction
    | InvadersBlockAction
    | InvadersInvadeAction
    | InvadersResolveAction
    | InvadersSaveAction
    | InvictusChooseOrderAction
    | InvictusEnqueueAction
    | InvictusSettleAction
    | LordsOfWarChooseCardAction
    | LordsOfWarHoldFireAction
    | LordsOfWarRecallAction
    | BattleLinePassAction
    | BattleLineEndClaimsAction
    | BattleLineScoutReturnLoggedAction
    | BlackpokerPassAction
    | BlackpokerChooseTargetAction
    | BlackpokerPlaceBulwarkLoggedAction
    | BlackpokerDrawMoreAction
    | BlackpokerDrawStopAction
    | BlackpokerAttackersDoneAction
    | BlackpokerBlockersDoneAction
    | InvadersJankenLoggedAction
    | InvadersMulliganLoggedAction
    | InvadersSetEmergencyLoggedAction
    | InvadersDiscardEmergencyAction
    | InvadersTakeCommandAction
    | InvadersEndMainAction
    | InvadersEndWarAction
    | InvadersAcceptAction
    | InvadersChooseLoggedAction
    | InvadersDoneAction
    | InvadersPassAction
    | InvictusChooseLeaderLoggedAction
    | InvictusChooseHandLoggedAction
    | InvictusEndTurnAction
    | InvictusResolveAction
    | InvictusPassAction
    | LordsOfWarDrawAction
    | LordsOfWarPassAction
)


LordsOfWarAction: TypeAlias = (
    LordsOfWarChooseCardAction
    | LordsOfWarDeployAction
    | LordsOfWarFireAction
    | LordsOfWarHoldFireAction
    | LordsOfWarBerserkMoveAction
    | LordsOfWarDrawAction
    | LordsOfWarRecallAction
    | LordsOfWarPassAction
)


class LordsOfWarDecision(TypedDict):
    """
    What decided the match.

    `by` is a word of `words["decided"]`, or the service's own word if the service ended the match. `rule` is the rule
    number in the game's RULES.md, empty if the service ended it. `tiebreaks` are in order, up to the one that decided.
    """

    by: str
    rule: NotRequired[str]
    tiebreaks: NotRequired[list[LordsOfWarTiebreak]]


LordsOfWarEffect: TypeAlias = (
    LordsOfWarRolledEffect
    | LordsOfWarGeneralSetAsideEffect
    | LordsOfWarShuffledEffect
    | LordsOfWarDrewEffect
    | LordsOfWarTurnStartedEffect
    | LordsOfWarDeployedEffect
    | LordsOfWarCardChosenEffect
    | LordsOfWarHandShownEffect
    | LordsOfWarDeploymentPassedEffect
    | LordsOfWarFiredEffect
    | LordsOfWarHeldFireEffect
    | LordsOfWarEliminatedEffect
    | LordsOfWarBerserkerMovedEffect
    | LordsOfWarExtraTurnEarnedEffect
    | LordsOfWarRecalledEffect
    | LordsOfWarReinforcementPassedEffect
    | LordsOfWarMatchEndedEffect
)


class LordsOfWarLegalAction(TypedDict):
    """
    A complete action, ready to be sent back. With `include=texts`, no two in a list have the same `texts`.

    `/games/{ruleset}/rules/#{rule}` shows the `rule`.
    """

    action: LordsOfWarAction
    texts: NotRequired[dict[str, str] | None]
    rule: NotRequired[str | None]


LordsOfWarLoggedAction: TypeAlias = (
    LordsOfWarChooseCardAction
    | LordsOfWarDeployAction
    | LordsOfWarFireAction
    | LordsOfWarHoldFireAction
    | LordsOfWarBerserkMoveAction
    | LordsOfWarDrawAction
    | LordsOfWarRecallAction
    | LordsOfWarPassAction
)


class LordsOfWarMatchAbortedEvent(TypedDict):
    """
    The match ended without a winner.
    """

    seq: int
    type: Literal["match_aborted"]
    seat: int | None
    note: str
    effects: list[LordsOfWarEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class LordsOfWarMatchStartedEvent(TypedDict):
    """
    How a match began.
    """

    seq: int
    type: Literal["match_started"]
    match: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    options: dict[str, Any]
    seats: list[Seat1]
    clock: PerDecision | Fischer | Correspondence | None
    card_set: CardSet3
    seed_commitment: str
    continues: NotRequired[Continues3]
    effects: list[LordsOfWarEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class LordsOfWarMove(TypedDict):
    """
    An action, and the version of the match in which you chose it.
    """

    version: int
    action: LordsOfWarAction


LordsOfWarPrompt: TypeAlias = (
    LordsOfWarChallengePrompt
    | LordsOfWarChooseCardPrompt
    | LordsOfWarDeployPrompt
    | LordsOfWarFirePrompt
    | LordsOfWarBerserkMovePrompt
    | LordsOfWarReinforcePrompt
)


class LordsOfWarScorecard(TypedDict):
    """
    A finished match of Lords of War in numbers.
    """

    kill_goal: int
    commander_goal: int
    teams: list[LordsOfWarTeamTally]
    seats: list[LordsOfWarSeatTally]
    decided: LordsOfWarDecision


class LordsOfWarSeatResignedEvent(TypedDict):
    """
    A seat resigned.
    """

    seq: int
    type: Literal["seat_resigned"]
    seat: int | None
    note: str
    effects: list[LordsOfWarEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class LordsOfWarSeatView(TypedDict):
    seat: int
    team: int
    facing: str
    army: str
    starting_square: tuple[int, int] | None
    hand_limit: int
    deck_seat: int
    hand: LordsOfWarZone
    deck: LordsOfWarZone


class LordsOfWarTeamView(TypedDict):
    team: int
    seats: list[int]
    kills: int
    commander_kills: int
    trophies: LordsOfWarZone
    reserve: LordsOfWarZone


class Manifest(TypedDict):
    """
    A league. `deals` is the number per pairing of a round; every deal is played twice, with sides exchanged.

    `decks` says whether decks stay on their seats, so that a deal is the same for both sides, or go with the entrants.
    `seat_decks` are the decks of the seats, one list per deal in turn. Without them, starter decks that may meet are
    used. With `luck_adjusted`, house bots play the deals of accounts again, and the table shows shares without luck.
    With `twinned`, two accounts never meet. Both meet the same house bot instead, with the same cards and side.
    With `entry`, bot accounts may join. Matches with accounts use `clock`; pairings of house bots have no clock.
    """

    league: str
    names: LeagueNames
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    entrants: list[EntrantInput]
    format: RoundRobin | Swiss | Gauntlet | Duel | Ladder
    options: NotRequired[dict[str, bool | int | str | list[bool | int | str] | None]]
    deals: NotRequired[int]
    decks: NotRequired[Literal["of_entrant", "of_seat"]]
    seat_decks: NotRequired[list[SeatDeck]]
    anchor: NotRequired[Anchor]
    visibility: NotRequired[Literal["private", "public", "unlisted"]]
    schedule: NotRequired[Once | At | Cron]
    entry: NotRequired[Entry | None]
    clock: NotRequired[PerDecision | Fischer | Correspondence | None]
    luck_adjusted: NotRequired[bool]
    twinned: NotRequired[Twinned | None]


class ManifestChange(TypedDict):
    """
    A change of a league's manifest, which made `revision`.

    `by` is null if it was made on the command line. `left_out` lists entered bot accounts that can't play under it.
    """

    revision: int
    by: str | None
    at: str
    left_out: list[str]
    changes: list[ManifestPlace]


class ManifestChangeList(TypedDict):
    results: list[ManifestChange]
    next: str | None


class Match(TypedDict):
    """
    A match as you may see it.

    `server_seed`, `scorecard` and other players' decks are null until the match is `disclosed`. A match is disclosed
    when it is over, or in a league when its deal is closed. An aborted match is never disclosed.
    The seats of an imported match are of the kind `imported` and have no accounts. Names in its log prove nothing: the
    importer could write any name there.
    A match with `continues` is practice and counts nowhere.
    A player who has not joined by `answer_by` loses their `called` seat.
    Both matches of a league deal have the same `deal`.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    card_set: CardSet
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    visibility: Literal["public", "unlisted", "private"]
    rated: bool
    status: Literal["lobby", "playing", "over"]
    version: int | None
    created_by: str | None
    is_imported: bool
    is_hidden: bool
    created_at: str
    updated_at: str
    ended_at: str | None
    answer_by: str | None
    closes_at: str | None
    seed_commitment: str
    seats: list[Seat]
    my_seat: int | None
    to_act: list[SeatToAct]
    clock: dict[str, Any] | None
    clocks: list[Clock]
    deadline: str | None
    outcome: Outcome | None
    disclosed: bool
    abort_consents: list[int]
    draw_offers: list[int]
    scorecard: dict[str, Any] | None
    server_seed: str | None
    audit_reads: list[AuditRead] | None
    deal: str | None
    continues: Continues | None
    url: str


class MatchEnded(TypedDict):
    """
    A match that you play in is over, or a lobby that you are part of was closed.
    """

    type: Literal["match_ended"]
    match: str
    outcome: Outcome


Seats: TypeAlias = OwnSeat | InvitedSeat | OpenSeat | BotSeat


class MatchInput(TypedDict):
    """
    A match to open. Send only options that differ from the defaults.
    """

    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    seats: list[Seats]
    options: NotRequired[dict[str, bool | int | str | list[bool | int | str] | None]]
    clock: NotRequired[PerDecision | Fischer | Correspondence | None]
    visibility: NotRequired[Literal["private", "public", "unlisted"]]
    rated: NotRequired[bool]
    idle_days: NotRequired[int]


class MatchList(TypedDict):
    """
    Matches, newest first.
    """

    results: list[Match]
    next: str | None
    damaged: NotRequired[list[str]]


class MatchPresence(TypedDict):
    """
    The players who are connected, by seat. After the end of the match it is empty.
    """

    match: str
    seats: list[SeatPresence]


class Move(TypedDict):
    """
    An action, and the version of the match in which you chose it.
    """

    version: int
    action: Action


class Note(TypedDict):
    """
    A note on an event. Only its author sees it unless it is `shared`.
    """

    event: int
    text: str
    shared: bool
    author: Player
    updated_at: str


class NoteList(TypedDict):
    """
    Your notes and those that others shared, in the order of the events.
    """

    results: list[Note]


Notice: TypeAlias = (
    CalledToSeat
    | CallMissed
    | Paired
    | SeatTaken
    | SeatLeft
    | Challenged
    | ChallengeAnswered
    | MatchStarted
    | MatchEnded
    | AbortOffered
    | DrawOffered
    | DrawDeclined
    | PhraseSaid
    | WebhookDisabled
    | LeagueCalled
    | LeagueResult
    | SeasonOver
    | ComparisonOver
    | ReviewRequested
    | ReviewAnswered
)


class Now(TypedDict):
    """
    The state of the match: `to_act` lists the seats that must decide, each with the time left on its clock.

    `outcome` is present once the match is over. `prompt` and `legal_actions` are those of your seat, and present only
    if you have one. While your seat is not asked, `prompt` is null and `legal_actions` is empty. `include=texts` adds
    `prompt_texts` and the texts of the actions.
    """

    version: int | None
    status: Literal["lobby", "playing", "over"]
    to_act: list[SeatToAct]
    disclosed: bool
    draw_offers: list[int]
    outcome: NotRequired[Outcome]
    prompt: NotRequired[Prompt | None]
    prompt_texts: NotRequired[dict[str, str] | None]
    legal_actions: NotRequired[list[LegalAction]]


class NumberedNotice(TypedDict):
    """
    A notice with its number. Notices come in order, each once.
    """

    number: int
    at: str
    notice: Notice


class OptionRates(TypedDict):
    """
    Results under the same options. `first` has those of the seats with the first turn, whatever their decks.
    """

    option_set: str | None
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    seasons: list[int]
    matches: int
    first: Figure
    decks: list[DeckRates]


class PairingRequest(TypedDict):
    """
    You wait until `expires_at`. Once `match` is set, you are paired: join that match to answer the call.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    clock: PerDecision | Fischer | Correspondence
    rated: bool
    least_rating: int | None
    most_rating: int | None
    posted_at: str
    expires_at: str
    match: str | None


class PairingRequestInput(TypedDict):
    """
    The match you want, and the range of your opponents' ratings. Only requests for the same match are paired.
    """

    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    clock: PerDecision | Fischer | Correspondence
    options: NotRequired[dict[str, bool | int | str | list[bool | int | str] | None]]
    rated: NotRequired[bool]
    least_rating: NotRequired[int | None]
    most_rating: NotRequired[int | None]
    deck: NotRequired[str | DeckSent | None]


class PairingRequestList(TypedDict):
    """
    Your request, or nothing if you are not waiting.
    """

    results: list[PairingRequest]


class PendingNotice(TypedDict):
    """
    Something still open, sent if the notices you missed can't be sent. It has no number.
    """

    notice: Notice


class PointsCourse(TypedDict):
    """
    Sums of points over a season. `deals` are numbers of closed deals in order; `lines` follow the entrants.
    """

    deals: list[int]
    lines: list[PointsLine]


class Profile(TypedDict):
    """
    A player's public profile.
    """

    player: Player
    joined_at: str
    ratings: list[Rating]
    url: str
    results_url: str


class ReadCards(TypedDict):
    """
    `cards` has the cards of the list in the form of a deck; several lines of one card are added up.
    """

    cards: dict[str, int]
    unread: list[UnreadLine]


class Rematch(TypedDict):
    """
    A challenge to your opponent; against house bots, a match that has already started.
    """

    challenge: Challenge | None
    match: str | None


class Report(TypedDict):
    fixtures: int
    standings: list[TableRow]
    crosstable: list[CrosstableCell]
    test: TestReport | None


class Result(TypedDict):
    """
    How a match ended for a player. `rating` is null unless the match is rated and already counted.
    """

    match: str
    url: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    rated: bool
    seat: int
    others: list[Holder]
    result: Literal["aborted", "draw", "loss", "win"]
    reason: str
    ended_at: str
    rating: RatingChange | None


class ResultList(TypedDict):
    """
    Results of matches, those opened last first.
    """

    results: list[Result]
    next: str | None
    damaged: NotRequired[list[str]]


class RootList(TypedDict):
    """
    Published roots in order. `next` is the URL of the next page; null if there are no more roots yet.
    """

    results: list[SignedRoot]
    next: str | None


class RulesetDetail(TypedDict):
    """
    A game with everything that a client needs to show and play it.

    `schemas` are JSON Schemas of `actions` (as sent), `logged_actions` and `effects` (as shown), `prompts`, `options`
    and `game` (the ruleset's part of a view). `words` are display texts by kind and tag, code or name; `{field}` stands
    for a field of the message. `words["values"]` has the texts of words that are values (look up `field.word` first),
    and `words["fields"]` has the names of the parts of a view. `option_sets` are the named kinds of match, under which
    rated matches and bot comparisons are played. Their options can change how many seats a match has.
    """

    slug: str
    version: int
    names: dict[str, str]
    summary: dict[str, str]
    builds_decks: bool
    card_set: CardSetRef
    url: str
    seats: int
    option_sets: dict[str, dict[str, Any]]
    option_set_seats: dict[str, int]
    schemas: dict[str, dict[str, Any]]
    words: dict[str, dict[str, dict[str, str]]]
    starter_decks: list[StarterDeck]
    cards_url: str


class RulesetList(TypedDict):
    results: list[RulesetSummary]


class SearchStatistics(TypedDict):
    """
    Statistics of the matches found. If `is_partial`, only the newest of them are counted.
    """

    matches: int
    decks: list[DeckStatistics]
    deck_pairs: list[DeckPairStatistics]
    cards: list[CardStatistics]
    seats: list[SeatStatistics]
    reasons: list[ReasonCount]
    decisions: list[DecisionCount]
    lengths: Lengths
    is_partial: bool


class Season(TypedDict):
    """
    A season and its progress. `seed` is shown once it is over; `seed_commitment` is its SHA-256.

    `seed` stays null if it would reveal matches that you may not read, or that were aborted. `rounds_planned` is null
    if it depends on the play. `deals` counts the open, closed and dropped deals of the rounds made so far.
    `deals_planned` is the number of deals if nothing is amended; for a running duel it is the maximum.
    `service_voids` are attempts that did not count, but by no entrant's fault: the service failed, or an operator ended
    a match. Voids of entrants are in the table.
    """

    league: str
    number: int
    status: Literal["over", "running"]
    manifest: Manifest
    digest: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    card_set: PinnedSet
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    seat_decks: list[list[dict[str, Any]]]
    seed_commitment: str
    seed: str | None
    rounds: int
    rounds_planned: int | None
    deals: dict[str, int]
    deals_planned: int
    share_per_mille: int | None
    fixtures: int
    service_voids: int
    amendments: list[Amendment]
    started_at: str
    ended_at: str | None
    url: str


class SeasonStatistics(TypedDict):
    """
    Statistics of a season. `counted` is the number of matches that count; a match is read some seconds after its
    end.

    `deck_names` maps decks to the slug of the starter deck or the name of the entrant, if any.
    """

    matches: int
    decks: list[DeckStatistics]
    deck_pairs: list[DeckPairStatistics]
    cards: list[CardStatistics]
    seats: list[SeatStatistics]
    reasons: list[ReasonCount]
    decisions: list[DecisionCount]
    lengths: Lengths
    counted: int
    deck_names: dict[str, str]


class Transcript(TypedDict):
    """
    Events in words. `next` is the URL of the next page; null if there are no more events yet.
    """

    match: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    version: int
    lines: list[TranscriptLine]
    next: str | None
    words_of: NotRequired[int]


class Turn(TypedDict):
    """
    A match waits for you; `now` has your legal actions. Repeats have the same `match` and `now.version`.
    """

    match: str
    now: Now


class WebhookNoticeMessage(TypedDict):
    """
    A notice, as your account's stream has it.
    """

    type: str
    timestamp: str
    account: str
    number: int
    data: Notice


class AbortConsent(TypedDict):
    """
    The match after your consent, and `now`. If you repeat an `Idempotency-Key`, only `now` is current.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    card_set: CardSet
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    visibility: Literal["public", "unlisted", "private"]
    rated: bool
    status: Literal["lobby", "playing", "over"]
    version: int | None
    created_by: str | None
    is_imported: bool
    is_hidden: bool
    created_at: str
    updated_at: str
    ended_at: str | None
    answer_by: str | None
    closes_at: str | None
    seed_commitment: str
    seats: list[Seat]
    my_seat: int | None
    to_act: list[SeatToAct]
    clock: dict[str, Any] | None
    clocks: list[Clock]
    deadline: str | None
    outcome: Outcome | None
    disclosed: bool
    abort_consents: list[int]
    draw_offers: list[int]
    scorecard: dict[str, Any] | None
    server_seed: str | None
    audit_reads: list[AuditRead] | None
    deal: str | None
    continues: Continues | None
    url: str
    now: Now


class AutoPassesSet(TypedDict):
    """
    The auto-passes that remain after those that passed at once, and what comes next.
    """

    auto_passes: list[AutoPass]
    now: Now


class BattleLineActionTakenEvent(TypedDict):
    """
    A seat's action and its effects.
    """

    seq: int
    type: Literal["action_taken"]
    seat: int
    action: BattleLineLoggedAction
    effects: list[BattleLineEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class BattleLineClockExpiredEvent(TypedDict):
    """
    A clock ran out. If several ran out at once, `note` names the seats.
    """

    seq: int
    type: Literal["clock_expired"]
    seat: int | None
    note: str
    effects: list[BattleLineEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class BattleLineDrawAgreedEvent(TypedDict):
    """
    All seats agreed to a draw.
    """

    seq: int
    type: Literal["draw_agreed"]
    seat: int | None
    note: str
    effects: list[BattleLineEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


BattleLineEvent: TypeAlias = (
    BattleLineMatchStartedEvent
    | BattleLineActionTakenEvent
    | BattleLineSeatResignedEvent
    | BattleLineClockExpiredEvent
    | BattleLineDrawAgreedEvent
    | BattleLineMatchAbortedEvent
)


class BattleLineLegalActions(TypedDict):
    """
    Everything that your seat may send at `version`; empty if it is not asked.
    """

    version: int
    seat: int
    prompt: BattleLinePrompt | None
    legal_actions: list[BattleLineLegalAction]
    prompt_texts: NotRequired[dict[str, str] | None]


class BattleLineMatchScorecard(TypedDict):
    """
    The result of a match, computed from its log.
    """

    match: str
    version: int
    winners: list[int]
    reason: str
    scores: dict[str, Any]
    texts: dict[str, str]
    tally: BattleLineScorecard


class BattleLineNow(TypedDict):
    """
    The state of the match: `to_act` lists the seats that must decide, each with the time left on its clock.

    `outcome` is present once the match is over. `prompt` and `legal_actions` are those of your seat, and present only
    if you have one. While your seat is not asked, `prompt` is null and `legal_actions` is empty. `include=texts` adds
    `prompt_texts` and the texts of the actions.
    """

    version: int | None
    status: Literal["lobby", "playing", "over"]
    to_act: list[SeatToAct]
    disclosed: bool
    draw_offers: list[int]
    outcome: NotRequired[Outcome]
    prompt: NotRequired[BattleLinePrompt | None]
    prompt_texts: NotRequired[dict[str, str] | None]
    legal_actions: NotRequired[list[BattleLineLegalAction]]


class BattleLineTurn(TypedDict):
    """
    A match waits for you; `now` has your legal actions. Repeats have the same `match` and `now.version`.
    """

    match: str
    now: BattleLineNow


class BlackpokerActionTakenEvent(TypedDict):
    """
    A seat's action and its effects.
    """

    seq: int
    type: Literal["action_taken"]
    seat: int
    action: BlackpokerLoggedAction
    effects: list[BlackpokerEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class BlackpokerClockExpiredEvent(TypedDict):
    """
    A clock ran out. If several ran out at once, `note` names the seats.
    """

    seq: int
    type: Literal["clock_expired"]
    seat: int | None
    note: str
    effects: list[BlackpokerEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class BlackpokerDrawAgreedEvent(TypedDict):
    """
    All seats agreed to a draw.
    """

    seq: int
    type: Literal["draw_agreed"]
    seat: int | None
    note: str
    effects: list[BlackpokerEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


BlackpokerEvent: TypeAlias = (
    BlackpokerMatchStartedEvent
    | BlackpokerActionTakenEvent
    | BlackpokerSeatResignedEvent
    | BlackpokerClockExpiredEvent
    | BlackpokerDrawAgreedEvent
    | BlackpokerMatchAbortedEvent
)


class BlackpokerGame(TypedDict):
    """
    11.2 One seat's side. All keys are always present.
    """

    turn_player: int
    first_player: int
    chance: int | None
    passes: int
    used: BlackpokerUsedMarks
    stage: list[BlackpokerRequestView]
    raising: BlackpokerRequestView | None
    resolving: int | None
    combat: BlackpokerCombatView | None
    next_ids: BlackpokerNextIds
    seats: list[BlackpokerSideView]


class BlackpokerLegalActions(TypedDict):
    """
    Everything that your seat may send at `version`; empty if it is not asked.
    """

    version: int
    seat: int
    prompt: BlackpokerPrompt | None
    legal_actions: list[BlackpokerLegalAction]
    prompt_texts: NotRequired[dict[str, str] | None]


class BlackpokerMatchScorecard(TypedDict):
    """
    The result of a match, computed from its log.
    """

    match: str
    version: int
    winners: list[int]
    reason: str
    scores: dict[str, Any]
    texts: dict[str, str]
    tally: BlackpokerScorecard


class BlackpokerNow(TypedDict):
    """
    The state of the match: `to_act` lists the seats that must decide, each with the time left on its clock.

    `outcome` is present once the match is over. `prompt` and `legal_actions` are those of your seat, and present only
    if you have one. While your seat is not asked, `prompt` is null and `legal_actions` is empty. `include=texts` adds
    `prompt_texts` and the texts of the actions.
    """

    version: int | None
    status: Literal["lobby", "playing", "over"]
    to_act: list[SeatToAct]
    disclosed: bool
    draw_offers: list[int]
    outcome: NotRequired[Outcome]
    prompt: NotRequired[BlackpokerPrompt | None]
    prompt_texts: NotRequired[dict[str, str] | None]
    legal_actions: NotRequired[list[BlackpokerLegalAction]]


class BlackpokerTurn(TypedDict):
    """
    A match waits for you; `now` has your legal actions. Repeats have the same `match` and `now.version`.
    """

    match: str
    now: BlackpokerNow


class BlackpokerView(TypedDict):
    """
    blackpoker as one viewer sees it after event `version`.
    """

    ruleset: Literal["blackpoker"]
    options: BlackpokerOptions
    version: int
    turn: int
    prompts: list[BlackpokerPrompt]
    outcome: Outcome | None
    game: BlackpokerGame


class DrawState(TypedDict):
    """
    The match after your request, and `now`. If you repeat an `Idempotency-Key`, only `now` is current.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    card_set: CardSet
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    visibility: Literal["public", "unlisted", "private"]
    rated: bool
    status: Literal["lobby", "playing", "over"]
    version: int | None
    created_by: str | None
    is_imported: bool
    is_hidden: bool
    created_at: str
    updated_at: str
    ended_at: str | None
    answer_by: str | None
    closes_at: str | None
    seed_commitment: str
    seats: list[Seat]
    my_seat: int | None
    to_act: list[SeatToAct]
    clock: dict[str, Any] | None
    clocks: list[Clock]
    deadline: str | None
    outcome: Outcome | None
    disclosed: bool
    abort_consents: list[int]
    draw_offers: list[int]
    scorecard: dict[str, Any] | None
    server_seed: str | None
    audit_reads: list[AuditRead] | None
    deal: str | None
    continues: Continues | None
    url: str
    now: Now


Effect: TypeAlias = (
    BattleLineFlagClaimedEffect
    | InvictusDeployedEffect
    | LordsOfWarEliminatedEffect
    | BattleLineCardMovedEffect
    | BattleLineRoundEndedEffect
    | BlackpokerRaisedEffect
    | BlackpokerDamagedEffect
    | BlackpokerSummonedEffect
    | InvadersDamagedEffect
    | InvictusWithdrewEffect
    | InvictusDamagedEffect
    | LordsOfWarDeployedEffect
    | BlackpokerPresetEffect
    | BlackpokerBulwarkPlacedEffect
    | BlackpokerDestroyedEffect
    | BlackpokerMilledEffect
    | InvadersActivatedEffect
    | InvadersComparedEffect
    | InvadersDestroyedEffect
    | InvadersPutInGraveEffect
    | InvadersReturnedEffect
    | InvadersEffectStartedEffect
    | InvadersReplacedEffect
    | InvictusAdvancedEffect
    | InvictusQueuedEffect
    | InvictusAttackedEffect
    | InvictusCapturedEffect
    | LordsOfWarFiredEffect
    | LordsOfWarBerserkerMovedEffect
    | LordsOfWarRecalledEffect
    | BattleLinePickedEffect
    | BattleLineCardPlayedEffect
    | BattleLineCardRemovedEffect
    | BattleLineDrewEffect
    | BattleLineMatchEndedEffect
    | BlackpokerPickedEffect
    | BlackpokerDiscardedEffect
    | BlackpokerNegatedEffect
    | BlackpokerKeysDiscardedEffect
    | BlackpokerKeysReturnedEffect
    | BlackpokerEquippedEffect
    | BlackpokerNumberChangedEffect
    | BlackpokerRevealedEffect
    | BlackpokerReturnedToHandEffect
    | BlackpokerReturnedToDeckEffect
    | BlackpokerReversedEffect
    | BlackpokerBlockerNamedEffect
    | BlackpokerMatchEndedEffect
    | InvadersPickedEffect
    | InvadersRolledEffect
    | InvadersMatchEndedEffect
    | InvadersTurnStartedEffect
    | InvadersPaidEffect
    | InvadersCastEffect
    | InvadersEnteredEffect
    | InvadersSituationPlacedEffect
    | InvadersLabouredEffect
    | InvadersCommandedEffect
    | InvadersInvadedEffect
    | InvadersHealedEffect
    | InvadersExiledEffect
    | InvadersChippedEffect
    | InvadersCountdownPlacedEffect
    | InvadersGivenEffect
    | InvadersTookEffect
    | InvadersRestPlacedEffect
    | InvadersDeclaredEffect
    | InvictusPickedEffect
    | InvictusSupportedEffect
    | InvictusDestroyedEffect
    | InvictusMatchEndedEffect
    | LordsOfWarTurnStartedEffect
    | LordsOfWarMatchEndedEffect
    | BattleLineRoundStartedEffect
    | BattleLineShuffledEffect
    | BattleLineDealtEffect
    | BattleLineTurnStartedEffect
    | BattleLineFormationBrokenEffect
    | BattleLineFormationCompletedEffect
    | BattleLineReturnedEffect
    | BlackpokerShuffledEffect
    | BlackpokerSetAsideEffect
    | BlackpokerDrewEffect
    | BlackpokerFlippedEffect
    | BlackpokerTurnStartedEffect
    | BlackpokerTargetedEffect
    | BlackpokerPassedEffect
    | BlackpokerResolutionStartedEffect
    | BlackpokerFizzledEffect
    | BlackpokerHadNoEffect
    | BlackpokerResolvedEffect
    | BlackpokerSearchedEffect
    | BlackpokerHandRevealedEffect
    | BlackpokerAttackerNamedEffect
    | BlackpokerTriggeredEffect
    | BlackpokerTurnEndedEffect
    | InvadersShuffledEffect
    | InvadersDrewEffect
    | InvadersJankenShownEffect
    | InvadersFirstPlayerDecidedEffect
    | InvadersMulliganedEffect
    | InvadersDeckOutEffect
    | InvadersRefilledEffect
    | InvadersEventPlayedEffect
    | InvadersEmergencyRevealedEffect
    | InvadersAttackDeclaredEffect
    | InvadersTargetedEffect
    | InvadersBlockedEffect
    | InvadersMoneyChangedEffect
    | InvadersSavingsGainedEffect
    | InvadersMovedEffect
    | InvadersOpenedEffect
    | InvadersLookedEffect
    | InvadersSavingsRemovedEffect
    | InvadersSavedEffect
    | InvadersRolledBackEffect
    | InvictusShuffledEffect
    | InvictusRevealedLeaderEffect
    | InvictusTurnStartedEffect
    | InvictusDrewEffect
    | InvictusReadiedEffect
    | InvictusSettledEffect
    | InvictusNegatedEffect
    | InvictusBlockedEffect
    | InvictusBoostedEffect
    | InvictusSwappedEffect
    | InvictusRevealedHandEffect
    | InvictusRecalledEffect
    | InvictusTurnEndedEffect
    | LordsOfWarRolledEffect
    | LordsOfWarGeneralSetAsideEffect
    | LordsOfWarShuffledEffect
    | LordsOfWarDrewEffect
    | LordsOfWarCardChosenEffect
    | LordsOfWarHandShownEffect
    | LordsOfWarHeldFireEffect
    | BattleLinePassedEffect
    | BattleLineClaimsEndedEffect
    | BlackpokerFirstPlayerEffect
    | BlackpokerDroveEffect
    | BlackpokerChargedEffect
    | BlackpokerStagedEffect
    | InvadersChoseEffect
    | InvadersPhaseChangedEffect
    | InvadersUntappedEffect
    | InvadersTappedEffect
    | InvadersEmergencySetEffect
    | InvadersAttackAbortedEffect
    | InvadersBattleEndedEffect
    | InvadersRevoltedEffect
    | InvictusOfferedLeadersEffect
    | InvictusChoseLeaderEffect
    | InvictusChoseHandEffect
    | InvictusOrderSetEffect
    | InvictusDiversionStartedEffect
    | LordsOfWarDeploymentPassedEffect
    | LordsOfWarExtraTurnEarnedEffect
    | LordsOfWarReinforcementPassedEffect
    | BlackpokerCombatEndedEffect
)


class InvadersCardView(TypedDict):
    card: str
    seat: int
    tapped: bool
    sick: bool
    military: int | None
    labour: int | None
    military_chips: int
    labour_chips: int
    countdown: int | None
    keywords: list[InvadersKeyword]
    attacked_leader: bool
    used: list[int]
    modifiers: list[InvadersGiven]


InvadersEffect: TypeAlias = (
    InvadersShuffledEffect
    | InvadersPickedEffect
    | InvadersRolledEffect
    | InvadersDrewEffect
    | InvadersMatchEndedEffect
    | InvadersChoseEffect
    | InvadersJankenShownEffect
    | InvadersFirstPlayerDecidedEffect
    | InvadersMulliganedEffect
    | InvadersTurnStartedEffect
    | InvadersDeckOutEffect
    | InvadersRefilledEffect
    | InvadersPhaseChangedEffect
    | InvadersUntappedEffect
    | InvadersTappedEffect
    | InvadersPaidEffect
    | InvadersCastEffect
    | InvadersEnteredEffect
    | InvadersSituationPlacedEffect
    | InvadersEventPlayedEffect
    | InvadersEmergencySetEffect
    | InvadersEmergencyRevealedEffect
    | InvadersLabouredEffect
    | InvadersCommandedEffect
    | InvadersActivatedEffect
    | InvadersAttackDeclaredEffect
    | InvadersTargetedEffect
    | InvadersAttackAbortedEffect
    | InvadersBlockedEffect
    | InvadersComparedEffect
    | InvadersInvadedEffect
    | InvadersBattleEndedEffect
    | InvadersDamagedEffect
    | InvadersHealedEffect
    | InvadersDestroyedEffect
    | InvadersPutInGraveEffect
    | InvadersExiledEffect
    | InvadersReturnedEffect
    | InvadersChippedEffect
    | InvadersCountdownPlacedEffect
    | InvadersGivenEffect
    | InvadersMoneyChangedEffect
    | InvadersSavingsGainedEffect
    | InvadersMovedEffect
    | InvadersOpenedEffect
    | InvadersLookedEffect
    | InvadersTookEffect
    | InvadersRestPlacedEffect
    | InvadersSavingsRemovedEffect
    | InvadersSavedEffect
    | InvadersRevoltedEffect
    | InvadersEffectStartedEffect
    | InvadersReplacedEffect
    | InvadersRolledBackEffect
    | InvadersDeclaredEffect
)


class InvadersGame(TypedDict):
    phase: str
    first_player: int | None
    turn_player: int | None
    year: int
    actions_this_year: int
    revolted: bool
    steps: int
    janken: InvadersJankenView | None
    seats: list[InvadersSeatView]
    board: dict[str, InvadersCardView | None]
    destroyed: list[InvadersDestroyedView]
    resolving: list[InvadersUsedView]
    opened: InvadersOpenedView | None
    looked: InvadersLookedView | None
    waiting: list[InvadersWaitingView]
    in_progress: list[dict[str, Any]] | None
    battle: InvadersBattleView | None


class InvadersLegalActions(TypedDict):
    """
    Everything that your seat may send at `version`; empty if it is not asked.
    """

    version: int
    seat: int
    prompt: InvadersPrompt | None
    legal_actions: list[InvadersLegalAction]
    prompt_texts: NotRequired[dict[str, str] | None]


class InvadersMatchAbortedEvent(TypedDict):
    """
    The match ended without a winner.
    """

    seq: int
    type: Literal["match_aborted"]
    seat: int | None
    note: str
    effects: list[InvadersEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class InvadersMatchStartedEvent(TypedDict):
    """
    How a match began.
    """

    seq: int
    type: Literal["match_started"]
    match: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    options: dict[str, Any]
    seats: list[Seat1]
    clock: PerDecision | Fischer | Correspondence | None
    card_set: CardSet3
    seed_commitment: str
    continues: NotRequired[Continues3]
    effects: list[InvadersEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class InvadersNow(TypedDict):
    """
    The state of the match: `to_act` lists the seats that must decide, each with the time left on its clock.

    `outcome` is present once the match is over. `prompt` and `legal_actions` are those of your seat, and present only
    if you have one. While your seat is not asked, `prompt` is null and `legal_actions` is empty. `include=texts` adds
    `prompt_texts` and the texts of the actions.
    """

    version: int | None
    status: Literal["lobby", "playing", "over"]
    to_act: list[SeatToAct]
    disclosed: bool
    draw_offers: list[int]
    outcome: NotRequired[Outcome]
    prompt: NotRequired[InvadersPrompt | None]
    prompt_texts: NotRequired[dict[str, str] | None]
    legal_actions: NotRequired[list[InvadersLegalAction]]


class InvadersScorecard(TypedDict):
    """
    A finished match of Invaders in numbers.
    """

    years: list[InvadersYearTally]
    seats: list[InvadersSeatTally]
    declarations: list[InvadersDeclaration]
    decided: InvadersDecision


class InvadersSeatResignedEvent(TypedDict):
    """
    A seat resigned.
    """

    seq: int
    type: Literal["seat_resigned"]
    seat: int | None
    note: str
    effects: list[InvadersEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class InvadersTurn(TypedDict):
    """
    A match waits for you; `now` has your legal actions. Repeats have the same `match` and `now.version`.
    """

    match: str
    now: InvadersNow


class InvadersView(TypedDict):
    """
    invaders as one viewer sees it after event `version`.
    """

    ruleset: Literal["invaders"]
    options: InvadersOptions
    version: int
    turn: int
    prompts: list[InvadersPrompt]
    outcome: Outcome | None
    game: InvadersGame


class InvictusActionTakenEvent(TypedDict):
    """
    A seat's action and its effects.
    """

    seq: int
    type: Literal["action_taken"]
    seat: int
    action: InvictusLoggedAction
    effects: list[InvictusEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class InvictusClockExpiredEvent(TypedDict):
    """
    A clock ran out. If several ran out at once, `note` names the seats.
    """

    seq: int
    type: Literal["clock_expired"]
    seat: int | None
    note: str
    effects: list[InvictusEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class InvictusDrawAgreedEvent(TypedDict):
    """
    All seats agreed to a draw.
    """

    seq: int
    type: Literal["draw_agreed"]
    seat: int | None
    note: str
    effects: list[InvictusEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


InvictusEvent: TypeAlias = (
    InvictusMatchStartedEvent
    | InvictusActionTakenEvent
    | InvictusSeatResignedEvent
    | InvictusClockExpiredEvent
    | InvictusDrawAgreedEvent
    | InvictusMatchAbortedEvent
)


class InvictusGame(TypedDict):
    """
    15.1 The whole game. These keys are always present.
    """

    phase: Literal["end", "main", "over", "setup"]
    first_side: int | None
    order: list[int] | None
    active: int | None
    reaction: int | None
    sides: list[InvictusSideView]
    seats: list[InvictusRealmView]
    flags: InvictusFlags
    bonus: InvictusBonus
    attack: InvictusDeclaredAttack | None
    support: InvictusSupportInUse | None


class InvictusLegalActions(TypedDict):
    """
    Everything that your seat may send at `version`; empty if it is not asked.
    """

    version: int
    seat: int
    prompt: InvictusPrompt | None
    legal_actions: list[InvictusLegalAction]
    prompt_texts: NotRequired[dict[str, str] | None]


class InvictusMatchScorecard(TypedDict):
    """
    The result of a match, computed from its log.
    """

    match: str
    version: int
    winners: list[int]
    reason: str
    scores: dict[str, Any]
    texts: dict[str, str]
    tally: InvictusScorecard


class InvictusNow(TypedDict):
    """
    The state of the match: `to_act` lists the seats that must decide, each with the time left on its clock.

    `outcome` is present once the match is over. `prompt` and `legal_actions` are those of your seat, and present only
    if you have one. While your seat is not asked, `prompt` is null and `legal_actions` is empty. `include=texts` adds
    `prompt_texts` and the texts of the actions.
    """

    version: int | None
    status: Literal["lobby", "playing", "over"]
    to_act: list[SeatToAct]
    disclosed: bool
    draw_offers: list[int]
    outcome: NotRequired[Outcome]
    prompt: NotRequired[InvictusPrompt | None]
    prompt_texts: NotRequired[dict[str, str] | None]
    legal_actions: NotRequired[list[InvictusLegalAction]]


class InvictusTurn(TypedDict):
    """
    A match waits for you; `now` has your legal actions. Repeats have the same `match` and `now.version`.
    """

    match: str
    now: InvictusNow


class InvictusView(TypedDict):
    """
    invictus as one viewer sees it after event `version`.
    """

    ruleset: Literal["invictus"]
    options: InvictusOptions
    version: int
    turn: int
    prompts: list[InvictusPrompt]
    outcome: Outcome | None
    game: InvictusGame


class League(TypedDict):
    """
    A league with its newest seasons and runs; separate lists have all of them.

    `pause_note` is the reason for a pause, `close_note` for closing. A closed league starts no season, but a running
    one is played to its end. `next_runs` are the next times of its schedule; the first is `next_run_at`. `revision`
    counts the versions of its manifest from 1; the `ETag` begins with it.
    """

    league: str
    names: LeagueNames
    manifest: Manifest
    revision: int
    visibility: Literal["private", "public", "unlisted"]
    is_paused: bool
    pause_note: str
    is_closed: bool
    closed_at: str | None
    close_note: str
    next_run_at: str | None
    next_runs: list[str]
    created_by: str | None
    created_at: str
    seasons: list[SeasonLine]
    runs: list[ScheduledRun]
    url: str


class LeagueRates(TypedDict):
    """
    Results of a league's matches by options and deck, with 95 % intervals (Wilson).
    """

    matches: int
    is_partial: bool
    results: list[OptionRates]


class LordsOfWarActionTakenEvent(TypedDict):
    """
    A seat's action and its effects.
    """

    seq: int
    type: Literal["action_taken"]
    seat: int
    action: LordsOfWarLoggedAction
    effects: list[LordsOfWarEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class LordsOfWarClockExpiredEvent(TypedDict):
    """
    A clock ran out. If several ran out at once, `note` names the seats.
    """

    seq: int
    type: Literal["clock_expired"]
    seat: int | None
    note: str
    effects: list[LordsOfWarEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class LordsOfWarDrawAgreedEvent(TypedDict):
    """
    All seats agreed to a draw.
    """

    seq: int
    type: Literal["draw_agreed"]
    seat: int | None
    note: str
    effects: list[LordsOfWarEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


LordsOfWarEvent: TypeAlias = (
    LordsOfWarMatchStartedEvent
    | LordsOfWarActionTakenEvent
    | LordsOfWarSeatResignedEvent
    | LordsOfWarClockExpiredEvent
    | LordsOfWarDrawAgreedEvent
    | LordsOfWarMatchAbortedEvent
)


class LordsOfWarGame(TypedDict):
    """
    13.1 The game as one viewer sees it.
    """

    phase: str
    active_seat: int
    chosen_card: str | None
    extra_turn: bool
    next_extra_seat: int | None
    reinforcement_barred: bool
    turn_order: list[int]
    turn_position: int
    battlefield: LordsOfWarBattlefield
    goals: LordsOfWarGoals
    quiet_turns: int
    quiet_limit: int
    elimination_this_turn: bool
    fallen_generals: list[LordsOfWarFallenGeneralView]
    units: list[LordsOfWarUnitView]
    shots: list[LordsOfWarShotView]
    pending_fire: list[tuple[int, int]]
    pending_moves: list[LordsOfWarPendingMove]
    seats: list[LordsOfWarSeatView]
    teams: list[LordsOfWarTeamView]


class LordsOfWarLegalActions(TypedDict):
    """
    Everything that your seat may send at `version`; empty if it is not asked.
    """

    version: int
    seat: int
    prompt: LordsOfWarPrompt | None
    legal_actions: list[LordsOfWarLegalAction]
    prompt_texts: NotRequired[dict[str, str] | None]


class LordsOfWarMatchScorecard(TypedDict):
    """
    The result of a match, computed from its log.
    """

    match: str
    version: int
    winners: list[int]
    reason: str
    scores: dict[str, Any]
    texts: dict[str, str]
    tally: LordsOfWarScorecard


class LordsOfWarNow(TypedDict):
    """
    The state of the match: `to_act` lists the seats that must decide, each with the time left on its clock.

    `outcome` is present once the match is over. `prompt` and `legal_actions` are those of your seat, and present only
    if you have one. While your seat is not asked, `prompt` is null and `legal_actions` is empty. `include=texts` adds
    `prompt_texts` and the texts of the actions.
    """

    version: int | None
    status: Literal["lobby", "playing", "over"]
    to_act: list[SeatToAct]
    disclosed: bool
    draw_offers: list[int]
    outcome: NotRequired[Outcome]
    prompt: NotRequired[LordsOfWarPrompt | None]
    prompt_texts: NotRequired[dict[str, str] | None]
    legal_actions: NotRequired[list[LordsOfWarLegalAction]]


class LordsOfWarTurn(TypedDict):
    """
    A match waits for you; `now` has your legal actions. Repeats have the same `match` and `now.version`.
    """

    match: str
    now: LordsOfWarNow


class LordsOfWarView(TypedDict):
    """
    lords_of_war as one viewer sees it after event `version`.
    """

    ruleset: Literal["lords_of_war"]
    options: LordsOfWarOptions
    version: int
    turn: int
    prompts: list[LordsOfWarPrompt]
    outcome: Outcome | None
    game: LordsOfWarGame


class MatchAbortedEvent(TypedDict):
    """
    The match ended without a winner.
    """

    seq: int
    type: Literal["match_aborted"]
    seat: int | None
    note: str
    effects: list[Effect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class MatchStartedEvent(TypedDict):
    """
    How a match began.
    """

    seq: int
    type: Literal["match_started"]
    match: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    options: dict[str, Any]
    seats: list[Seat1]
    clock: PerDecision | Fischer | Correspondence | None
    card_set: CardSet3
    seed_commitment: str
    continues: NotRequired[Continues3]
    effects: list[Effect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


Scorecard: TypeAlias = (
    BattleLineScorecard | BlackpokerScorecard | InvadersScorecard | InvictusScorecard | LordsOfWarScorecard
)


class SeatResignedEvent(TypedDict):
    """
    A seat resigned.
    """

    seq: int
    type: Literal["seat_resigned"]
    seat: int | None
    note: str
    effects: list[Effect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


View: TypeAlias = BattleLineView | BlackpokerView | InvadersView | InvictusView | LordsOfWarView


class ActionTakenEvent(TypedDict):
    """
    A seat's action and its effects.
    """

    seq: int
    type: Literal["action_taken"]
    seat: int
    action: LoggedAction
    effects: list[Effect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class BattleLineAbortConsent(TypedDict):
    """
    The match after your consent, and `now`. If you repeat an `Idempotency-Key`, only `now` is current.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    card_set: CardSet
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    visibility: Literal["public", "unlisted", "private"]
    rated: bool
    status: Literal["lobby", "playing", "over"]
    version: int | None
    created_by: str | None
    is_imported: bool
    is_hidden: bool
    created_at: str
    updated_at: str
    ended_at: str | None
    answer_by: str | None
    closes_at: str | None
    seed_commitment: str
    seats: list[Seat]
    my_seat: int | None
    to_act: list[SeatToAct]
    clock: dict[str, Any] | None
    clocks: list[Clock]
    deadline: str | None
    outcome: Outcome | None
    disclosed: bool
    abort_consents: list[int]
    draw_offers: list[int]
    scorecard: dict[str, Any] | None
    server_seed: str | None
    audit_reads: list[AuditRead] | None
    deal: str | None
    continues: Continues | None
    url: str
    now: BattleLineNow


class BattleLineActionAccepted(TypedDict):
    """
    The event of your action as your seat sees it, and what comes next.

    If you repeat an `Idempotency-Key`, `event` is that of your first request, and the rest is current. `events` is
    present with `wait` or `after`. It has up to 500 events after `after`, or after the `version` that you sent. Read
    the rest from the `events` of the match.
    """

    event: BattleLineEvent
    version: int
    now: BattleLineNow
    events: NotRequired[list[BattleLineEvent]]


class BattleLineAutoPassesSet(TypedDict):
    """
    The auto-passes that remain after those that passed at once, and what comes next.
    """

    auto_passes: list[AutoPass]
    now: BattleLineNow


class BattleLineDrawState(TypedDict):
    """
    The match after your request, and `now`. If you repeat an `Idempotency-Key`, only `now` is current.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    card_set: CardSet
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    visibility: Literal["public", "unlisted", "private"]
    rated: bool
    status: Literal["lobby", "playing", "over"]
    version: int | None
    created_by: str | None
    is_imported: bool
    is_hidden: bool
    created_at: str
    updated_at: str
    ended_at: str | None
    answer_by: str | None
    closes_at: str | None
    seed_commitment: str
    seats: list[Seat]
    my_seat: int | None
    to_act: list[SeatToAct]
    clock: dict[str, Any] | None
    clocks: list[Clock]
    deadline: str | None
    outcome: Outcome | None
    disclosed: bool
    abort_consents: list[int]
    draw_offers: list[int]
    scorecard: dict[str, Any] | None
    server_seed: str | None
    audit_reads: list[AuditRead] | None
    deal: str | None
    continues: Continues | None
    url: str
    now: BattleLineNow


class BattleLineEventPage(TypedDict):
    """
    A page of events, and the current state of the match as `now`.

    The events go up to `now`, unless the page is full (`limit`). Then continue after the `seq` of its last event.
    """

    match: str
    status: Literal["lobby", "playing", "over"]
    version: int | None
    events: list[BattleLineEvent]
    next: str | None
    now: BattleLineNow


class BlackpokerAbortConsent(TypedDict):
    """
    The match after your consent, and `now`. If you repeat an `Idempotency-Key`, only `now` is current.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    card_set: CardSet
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    visibility: Literal["public", "unlisted", "private"]
    rated: bool
    status: Literal["lobby", "playing", "over"]
    version: int | None
    created_by: str | None
    is_imported: bool
    is_hidden: bool
    created_at: str
    updated_at: str
    ended_at: str | None
    answer_by: str | None
    closes_at: str | None
    seed_commitment: str
    seats: list[Seat]
    my_seat: int | None
    to_act: list[SeatToAct]
    clock: dict[str, Any] | None
    clocks: list[Clock]
    deadline: str | None
    outcome: Outcome | None
    disclosed: bool
    abort_consents: list[int]
    draw_offers: list[int]
    scorecard: dict[str, Any] | None
    server_seed: str | None
    audit_reads: list[AuditRead] | None
    deal: str | None
    continues: Continues | None
    url: str
    now: BlackpokerNow


class BlackpokerActionAccepted(TypedDict):
    """
    The event of your action as your seat sees it, and what comes next.

    If you repeat an `Idempotency-Key`, `event` is that of your first request, and the rest is current. `events` is
    present with `wait` or `after`. It has up to 500 events after `after`, or after the `version` that you sent. Read
    the rest from the `events` of the match.
    """

    event: BlackpokerEvent
    version: int
    now: BlackpokerNow
    events: NotRequired[list[BlackpokerEvent]]


class BlackpokerAutoPassesSet(TypedDict):
    """
    The auto-passes that remain after those that passed at once, and what comes next.
    """

    auto_passes: list[AutoPass]
    now: BlackpokerNow


class BlackpokerDrawState(TypedDict):
    """
    The match after your request, and `now`. If you repeat an `Idempotency-Key`, only `now` is current.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    card_set: CardSet
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    visibility: Literal["public", "unlisted", "private"]
    rated: bool
    status: Literal["lobby", "playing", "over"]
    version: int | None
    created_by: str | None
    is_imported: bool
    is_hidden: bool
    created_at: str
    updated_at: str
    ended_at: str | None
    answer_by: str | None
    closes_at: str | None
    seed_commitment: str
    seats: list[Seat]
    my_seat: int | None
    to_act: list[SeatToAct]
    clock: dict[str, Any] | None
    clocks: list[Clock]
    deadline: str | None
    outcome: Outcome | None
    disclosed: bool
    abort_consents: list[int]
    draw_offers: list[int]
    scorecard: dict[str, Any] | None
    server_seed: str | None
    audit_reads: list[AuditRead] | None
    deal: str | None
    continues: Continues | None
    url: str
    now: BlackpokerNow


class BlackpokerEventPage(TypedDict):
    """
    A page of events, and the current state of the match as `now`.

    The events go up to `now`, unless the page is full (`limit`). Then continue after the `seq` of its last event.
    """

    match: str
    status: Literal["lobby", "playing", "over"]
    version: int | None
    events: list[BlackpokerEvent]
    next: str | None
    now: BlackpokerNow


class ClockExpiredEvent(TypedDict):
    """
    A clock ran out. If several ran out at once, `note` names the seats.
    """

    seq: int
    type: Literal["clock_expired"]
    seat: int | None
    note: str
    effects: list[Effect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class DrawAgreedEvent(TypedDict):
    """
    All seats agreed to a draw.
    """

    seq: int
    type: Literal["draw_agreed"]
    seat: int | None
    note: str
    effects: list[Effect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


Event: TypeAlias = (
    MatchStartedEvent | ActionTakenEvent | SeatResignedEvent | ClockExpiredEvent | DrawAgreedEvent | MatchAbortedEvent
)


class EventPage(TypedDict):
    """
    A page of events, and the current state of the match as `now`.

    The events go up to `now`, unless the page is full (`limit`). Then continue after the `seq` of its last event.
    """

    match: str
    status: Literal["lobby", "playing", "over"]
    version: int | None
    events: list[Event]
    next: str | None
    now: Now


class InvadersAbortConsent(TypedDict):
    """
    The match after your consent, and `now`. If you repeat an `Idempotency-Key`, only `now` is current.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    card_set: CardSet
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    visibility: Literal["public", "unlisted", "private"]
    rated: bool
    status: Literal["lobby", "playing", "over"]
    version: int | None
    created_by: str | None
    is_imported: bool
    is_hidden: bool
    created_at: str
    updated_at: str
    ended_at: str | None
    answer_by: str | None
    closes_at: str | None
    seed_commitment: str
    seats: list[Seat]
    my_seat: int | None
    to_act: list[SeatToAct]
    clock: dict[str, Any] | None
    clocks: list[Clock]
    deadline: str | None
    outcome: Outcome | None
    disclosed: bool
    abort_consents: list[int]
    draw_offers: list[int]
    scorecard: dict[str, Any] | None
    server_seed: str | None
    audit_reads: list[AuditRead] | None
    deal: str | None
    continues: Continues | None
    url: str
    now: InvadersNow


class InvadersActionTakenEvent(TypedDict):
    """
    A seat's action and its effects.
    """

    seq: int
    type: Literal["action_taken"]
    seat: int
    action: InvadersLoggedAction
    effects: list[InvadersEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class InvadersAutoPassesSet(TypedDict):
    """
    The auto-passes that remain after those that passed at once, and what comes next.
    """

    auto_passes: list[AutoPass]
    now: InvadersNow


class InvadersClockExpiredEvent(TypedDict):
    """
    A clock ran out. If several ran out at once, `note` names the seats.
    """

    seq: int
    type: Literal["clock_expired"]
    seat: int | None
    note: str
    effects: list[InvadersEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class InvadersDrawAgreedEvent(TypedDict):
    """
    All seats agreed to a draw.
    """

    seq: int
    type: Literal["draw_agreed"]
    seat: int | None
    note: str
    effects: list[InvadersEffect]
    state_hash: NotRequired[str]
    salt: NotRequired[str]
    at: str
    prev_hash: str
    hash: str


class InvadersDrawState(TypedDict):
    """
    The match after your request, and `now`. If you repeat an `Idempotency-Key`, only `now` is current.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    card_set: CardSet
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    visibility: Literal["public", "unlisted", "private"]
    rated: bool
    status: Literal["lobby", "playing", "over"]
    version: int | None
    created_by: str | None
    is_imported: bool
    is_hidden: bool
    created_at: str
    updated_at: str
    ended_at: str | None
    answer_by: str | None
    closes_at: str | None
    seed_commitment: str
    seats: list[Seat]
    my_seat: int | None
    to_act: list[SeatToAct]
    clock: dict[str, Any] | None
    clocks: list[Clock]
    deadline: str | None
    outcome: Outcome | None
    disclosed: bool
    abort_consents: list[int]
    draw_offers: list[int]
    scorecard: dict[str, Any] | None
    server_seed: str | None
    audit_reads: list[AuditRead] | None
    deal: str | None
    continues: Continues | None
    url: str
    now: InvadersNow


InvadersEvent: TypeAlias = (
    InvadersMatchStartedEvent
    | InvadersActionTakenEvent
    | InvadersSeatResignedEvent
    | InvadersClockExpiredEvent
    | InvadersDrawAgreedEvent
    | InvadersMatchAbortedEvent
)


class InvadersEventPage(TypedDict):
    """
    A page of events, and the current state of the match as `now`.

    The events go up to `now`, unless the page is full (`limit`). Then continue after the `seq` of its last event.
    """

    match: str
    status: Literal["lobby", "playing", "over"]
    version: int | None
    events: list[InvadersEvent]
    next: str | None
    now: InvadersNow


class InvadersMatchScorecard(TypedDict):
    """
    The result of a match, computed from its log.
    """

    match: str
    version: int
    winners: list[int]
    reason: str
    scores: dict[str, Any]
    texts: dict[str, str]
    tally: InvadersScorecard


class InvictusAbortConsent(TypedDict):
    """
    The match after your consent, and `now`. If you repeat an `Idempotency-Key`, only `now` is current.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    card_set: CardSet
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    visibility: Literal["public", "unlisted", "private"]
    rated: bool
    status: Literal["lobby", "playing", "over"]
    version: int | None
    created_by: str | None
    is_imported: bool
    is_hidden: bool
    created_at: str
    updated_at: str
    ended_at: str | None
    answer_by: str | None
    closes_at: str | None
    seed_commitment: str
    seats: list[Seat]
    my_seat: int | None
    to_act: list[SeatToAct]
    clock: dict[str, Any] | None
    clocks: list[Clock]
    deadline: str | None
    outcome: Outcome | None
    disclosed: bool
    abort_consents: list[int]
    draw_offers: list[int]
    scorecard: dict[str, Any] | None
    server_seed: str | None
    audit_reads: list[AuditRead] | None
    deal: str | None
    continues: Continues | None
    url: str
    now: InvictusNow


class InvictusActionAccepted(TypedDict):
    """
    The event of your action as your seat sees it, and what comes next.

    If you repeat an `Idempotency-Key`, `event` is that of your first request, and the rest is current. `events` is
    present with `wait` or `after`. It has up to 500 events after `after`, or after the `version` that you sent. Read
    the rest from the `events` of the match.
    """

    event: InvictusEvent
    version: int
    now: InvictusNow
    events: NotRequired[list[InvictusEvent]]


class InvictusAutoPassesSet(TypedDict):
    """
    The auto-passes that remain after those that passed at once, and what comes next.
    """

    auto_passes: list[AutoPass]
    now: InvictusNow


class InvictusDrawState(TypedDict):
    """
    The match after your request, and `now`. If you repeat an `Idempotency-Key`, only `now` is current.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    card_set: CardSet
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    visibility: Literal["public", "unlisted", "private"]
    rated: bool
    status: Literal["lobby", "playing", "over"]
    version: int | None
    created_by: str | None
    is_imported: bool
    is_hidden: bool
    created_at: str
    updated_at: str
    ended_at: str | None
    answer_by: str | None
    closes_at: str | None
    seed_commitment: str
    seats: list[Seat]
    my_seat: int | None
    to_act: list[SeatToAct]
    clock: dict[str, Any] | None
    clocks: list[Clock]
    deadline: str | None
    outcome: Outcome | None
    disclosed: bool
    abort_consents: list[int]
    draw_offers: list[int]
    scorecard: dict[str, Any] | None
    server_seed: str | None
    audit_reads: list[AuditRead] | None
    deal: str | None
    continues: Continues | None
    url: str
    now: InvictusNow


class InvictusEventPage(TypedDict):
    """
    A page of events, and the current state of the match as `now`.

    The events go up to `now`, unless the page is full (`limit`). Then continue after the `seq` of its last event.
    """

    match: str
    status: Literal["lobby", "playing", "over"]
    version: int | None
    events: list[InvictusEvent]
    next: str | None
    now: InvictusNow


class LordsOfWarAbortConsent(TypedDict):
    """
    The match after your consent, and `now`. If you repeat an `Idempotency-Key`, only `now` is current.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    card_set: CardSet
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    visibility: Literal["public", "unlisted", "private"]
    rated: bool
    status: Literal["lobby", "playing", "over"]
    version: int | None
    created_by: str | None
    is_imported: bool
    is_hidden: bool
    created_at: str
    updated_at: str
    ended_at: str | None
    answer_by: str | None
    closes_at: str | None
    seed_commitment: str
    seats: list[Seat]
    my_seat: int | None
    to_act: list[SeatToAct]
    clock: dict[str, Any] | None
    clocks: list[Clock]
    deadline: str | None
    outcome: Outcome | None
    disclosed: bool
    abort_consents: list[int]
    draw_offers: list[int]
    scorecard: dict[str, Any] | None
    server_seed: str | None
    audit_reads: list[AuditRead] | None
    deal: str | None
    continues: Continues | None
    url: str
    now: LordsOfWarNow


class LordsOfWarActionAccepted(TypedDict):
    """
    The event of your action as your seat sees it, and what comes next.

    If you repeat an `Idempotency-Key`, `event` is that of your first request, and the rest is current. `events` is
    present with `wait` or `after`. It has up to 500 events after `after`, or after the `version` that you sent. Read
    the rest from the `events` of the match.
    """

    event: LordsOfWarEvent
    version: int
    now: LordsOfWarNow
    events: NotRequired[list[LordsOfWarEvent]]


class LordsOfWarAutoPassesSet(TypedDict):
    """
    The auto-passes that remain after those that passed at once, and what comes next.
    """

    auto_passes: list[AutoPass]
    now: LordsOfWarNow


class LordsOfWarDrawState(TypedDict):
    """
    The match after your request, and `now`. If you repeat an `Idempotency-Key`, only `now` is current.
    """

    id: str
    ruleset: Literal["battle_line", "blackpoker", "invaders", "invictus", "lords_of_war"]
    ruleset_version: int
    card_set: CardSet
    options: dict[str, bool | int | str | list[int] | list[str] | None]
    visibility: Literal["public", "unlisted", "private"]
    rated: bool
    status: Literal["lobby", "playing", "over"]
    version: int | None
    created_by: str | None
    is_imported: bool
    is_hidden: bool
    created_at: str
    updated_at: str
    ended_at: str | None
    answer_by: str | None
    closes_at: str | None
    seed_commitment: str
    seats: list[Seat]
    my_seat: int | None
    to_act: list[SeatToAct]
    clock: dict[str, Any] | None
    clocks: list[Clock]
    deadline: str | None
    outcome: Outcome | None
    disclosed: bool
    abort_consents: list[int]
    draw_offers: list[int]
    scorecard: dict[str, Any] | None
    server_seed: str | None
    audit_reads: list[AuditRead] | None
    deal: str | None
    continues: Continues | None
    url: str
    now: LordsOfWarNow


class LordsOfWarEventPage(TypedDict):
    """
    A page of events, and the current state of the match as `now`.

    The events go up to `now`, unless the page is full (`limit`). Then continue after the `seq` of its last event.
    """

    match: str
    status: Literal["lobby", "playing", "over"]
    version: int | None
    events: list[LordsOfWarEvent]
    next: str | None
    now: LordsOfWarNow


class MatchScorecard(TypedDict):
    """
    The result of a match, computed from its log.
    """

    match: str
    version: int
    winners: list[int]
    reason: str
    scores: dict[str, Any]
    texts: dict[str, str]
    tally: Scorecard


class ActionAccepted(TypedDict):
    """
    The event of your action as your seat sees it, and what comes next.

    If you repeat an `Idempotency-Key`, `event` is that of your first request, and the rest is current. `events` is
    present with `wait` or `after`. It has up to 500 events after `after`, or after the `version` that you sent. Read
    the rest from the `events` of the match.
    """

    event: Event
    version: int
    now: Now
    events: NotRequired[list[Event]]


class InvadersActionAccepted(TypedDict):
    """
    The event of your action as your seat sees it, and what comes next.

    If you repeat an `Idempotency-Key`, `event` is that of your first request, and the rest is current. `events` is
    present with `wait` or `after`. It has up to 500 events after `after`, or after the `version` that you sent. Read
    the rest from the `events` of the match.
    """

    event: InvadersEvent
    version: int
    now: InvadersNow
    events: NotRequired[list[InvadersEvent]]


class BattleLineMessages(TypedDict):
    """
    Messages of battle_line, by component name.
    """

    AbortConsent: BattleLineAbortConsent
    Action: BattleLineAction
    ActionAccepted: BattleLineActionAccepted
    ActionTakenEvent: BattleLineActionTakenEvent
    AutoPassesSet: BattleLineAutoPassesSet
    ClockExpiredEvent: BattleLineClockExpiredEvent
    DrawAgreedEvent: BattleLineDrawAgreedEvent
    DrawState: BattleLineDrawState
    Effect: BattleLineEffect
    Event: BattleLineEvent
    EventPage: BattleLineEventPage
    Game: BattleLineGame
    LegalAction: BattleLineLegalAction
    LegalActions: BattleLineLegalActions
    LoggedAction: BattleLineLoggedAction
    MatchAbortedEvent: BattleLineMatchAbortedEvent
    MatchScorecard: BattleLineMatchScorecard
    MatchStartedEvent: BattleLineMatchStartedEvent
    Move: BattleLineMove
    Now: BattleLineNow
    Options: BattleLineOptions
    Prompt: BattleLinePrompt
    Scorecard: BattleLineScorecard
    SeatResignedEvent: BattleLineSeatResignedEvent
    Turn: BattleLineTurn
    View: BattleLineView
    games: NotRequired[Games]


class BlackpokerMessages(TypedDict):
    """
    Messages of blackpoker, by component name.
    """

    AbortConsent: BlackpokerAbortConsent
    Action: BlackpokerAction
    ActionAccepted: BlackpokerActionAccepted
    ActionTakenEvent: BlackpokerActionTakenEvent
    AutoPassesSet: BlackpokerAutoPassesSet
    ClockExpiredEvent: BlackpokerClockExpiredEvent
    DrawAgreedEvent: BlackpokerDrawAgreedEvent
    DrawState: BlackpokerDrawState
    Effect: BlackpokerEffect
    Event: BlackpokerEvent
    EventPage: BlackpokerEventPage
    Game: BlackpokerGame
    LegalAction: BlackpokerLegalAction
    LegalActions: BlackpokerLegalActions
    LoggedAction: BlackpokerLoggedAction
    MatchAbortedEvent: BlackpokerMatchAbortedEvent
    MatchScorecard: BlackpokerMatchScorecard
    MatchStartedEvent: BlackpokerMatchStartedEvent
    Move: BlackpokerMove
    Now: BlackpokerNow
    Options: BlackpokerOptions
    Prompt: BlackpokerPrompt
    Scorecard: BlackpokerScorecard
    SeatResignedEvent: BlackpokerSeatResignedEvent
    Turn: BlackpokerTurn
    View: BlackpokerView
    games: NotRequired[Games]


class Games(TypedDict):
    """
    Messages of each game. No answer has this type.
    """

    battle_line: BattleLineMessages
    blackpoker: BlackpokerMessages
    invaders: InvadersMessages
    invictus: InvictusMessages
    lords_of_war: LordsOfWarMessages


class InvadersMessages(TypedDict):
    """
    Messages of invaders, by component name.
    """

    AbortConsent: InvadersAbortConsent
    Action: InvadersAction
    ActionAccepted: InvadersActionAccepted
    ActionTakenEvent: InvadersActionTakenEvent
    AutoPassesSet: InvadersAutoPassesSet
    ClockExpiredEvent: InvadersClockExpiredEvent
    DrawAgreedEvent: InvadersDrawAgreedEvent
    DrawState: InvadersDrawState
    Effect: InvadersEffect
    Event: InvadersEvent
    EventPage: InvadersEventPage
    Game: InvadersGame
    LegalAction: InvadersLegalAction
    LegalActions: InvadersLegalActions
    LoggedAction: InvadersLoggedAction
    MatchAbortedEvent: InvadersMatchAbortedEvent
    MatchScorecard: InvadersMatchScorecard
    MatchStartedEvent: InvadersMatchStartedEvent
    Move: InvadersMove
    Now: InvadersNow
    Options: InvadersOptions
    Prompt: InvadersPrompt
    Scorecard: InvadersScorecard
    SeatResignedEvent: InvadersSeatResignedEvent
    Turn: InvadersTurn
    View: InvadersView
    games: NotRequired[Games]


class InvictusMessages(TypedDict):
    """
    Messages of invictus, by component name.
    """

    AbortConsent: InvictusAbortConsent
    Action: InvictusAction
    ActionAccepted: InvictusActionAccepted
    ActionTakenEvent: InvictusActionTakenEvent
    AutoPassesSet: InvictusAutoPassesSet
    ClockExpiredEvent: InvictusClockExpiredEvent
    DrawAgreedEvent: InvictusDrawAgreedEvent
    DrawState: InvictusDrawState
    Effect: InvictusEffect
    Event: InvictusEvent
    EventPage: InvictusEventPage
    Game: InvictusGame
    LegalAction: InvictusLegalAction
    LegalActions: InvictusLegalActions
    LoggedAction: InvictusLoggedAction
    MatchAbortedEvent: InvictusMatchAbortedEvent
    MatchScorecard: InvictusMatchScorecard
    MatchStartedEvent: InvictusMatchStartedEvent
    Move: InvictusMove
    Now: InvictusNow
    Options: InvictusOptions
    Prompt: InvictusPrompt
    Scorecard: InvictusScorecard
    SeatResignedEvent: InvictusSeatResignedEvent
    Turn: InvictusTurn
    View: InvictusView
    games: NotRequired[Games]


class LordsOfWarMessages(TypedDict):
    """
    Messages of lords_of_war, by component name.
    """

    AbortConsent: LordsOfWarAbortConsent
    Action: LordsOfWarAction
    ActionAccepted: LordsOfWarActionAccepted
    ActionTakenEvent: LordsOfWarActionTakenEvent
    AutoPassesSet: LordsOfWarAutoPassesSet
    ClockExpiredEvent: LordsOfWarClockExpiredEvent
    DrawAgreedEvent: LordsOfWarDrawAgreedEvent
    DrawState: LordsOfWarDrawState
    Effect: LordsOfWarEffect
    Event: LordsOfWarEvent
    EventPage: LordsOfWarEventPage
    Game: LordsOfWarGame
    LegalAction: LordsOfWarLegalAction
    LegalActions: LordsOfWarLegalActions
    LoggedAction: LordsOfWarLoggedAction
    MatchAbortedEvent: LordsOfWarMatchAbortedEvent
    MatchScorecard: LordsOfWarMatchScorecard
    MatchStartedEvent: LordsOfWarMatchStartedEvent
    Move: LordsOfWarMove
    Now: LordsOfWarNow
    Options: LordsOfWarOptions
    Prompt: LordsOfWarPrompt
    Scorecard: LordsOfWarScorecard
    SeatResignedEvent: LordsOfWarSeatResignedEvent
    Turn: LordsOfWarTurn
    View: LordsOfWarView
    games: NotRequired[Games]
