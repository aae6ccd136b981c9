"""`now`: all that a client needs to make the next decision without another request (contract, "What comes next")."""

from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from matches.api.legal_actions import LegalActionsJson, PromptJson, own_choices
from matches.api.match_resource import SeatToAct, Status
from matches.log.stored_match import StoredMatch
from matches.models import Match, seats_in
from matches.selectors.now import MatchNow, read_now, with_offers
from rules.engine import Names, Outcome


class Now(Struct, frozen=True):
    """The state of the match: `to_act` lists the seats that must decide, each with the time left on its clock.

    `outcome` is present once the match is over. `prompt` and `legal_actions` are those of your seat, and present only
    if you have one. While your seat is not asked, `prompt` is null and `legal_actions` is empty. `include=texts` adds
    `prompt_texts` and the texts of the actions.
    """

    version: Annotated[int | None, Meta(description="`seq` of the newest event included; null before the start.")]
    status: Status
    to_act: list[SeatToAct]
    disclosed: Annotated[bool, Meta(description="Whether hidden information is visible to all readers.")]
    draw_offers: Annotated[list[int], Meta(description="Seats with an open draw offer.")]
    outcome: Outcome | UnsetType = UNSET
    prompt: Annotated[PromptJson | None | UnsetType, Meta(description="What you are asked; null: nothing.")] = UNSET
    prompt_texts: Names | None | UnsetType = UNSET
    legal_actions: Annotated[LegalActionsJson | UnsetType, Meta(description="Send one of them unchanged.")] = UNSET


def now_for(known: MatchNow, own: int | None, *, texts: bool = False, stored: StoredMatch | None = None) -> Now:
    """Build `now` for this seat, or for no seat. `stored` is the match at that version, if already loaded."""
    if own is None:
        return _now(known)
    if own not in known.to_act:
        return _now(known, prompt=None, prompt_texts=None if texts else UNSET, legal_actions=[])
    choices = own_choices(known, own, texts=texts, stored=stored)
    return _now(
        with_offers(choices.now, known.draw_offers),
        prompt=choices.prompt,
        prompt_texts=choices.prompt_texts,
        legal_actions=choices.legal_actions,
    )


def _now(known: MatchNow, **own: object) -> Now:
    return Now(
        version=None if known.version < 0 else known.version,
        status=known.status,
        to_act=[SeatToAct(seat, known.remaining(seat)) for seat in known.to_act],
        disclosed=known.disclosed,
        draw_offers=seats_in(known.draw_offers) if known.status == Match.Status.PLAYING else [],
        outcome=UNSET if known.outcome is None else known.outcome,
        **own,  # type: ignore[arg-type]
    )


def with_now(body: bytes, match_id: UUID, own: int | None, *, texts: bool) -> bytes:
    """Add the current `now` to the JSON of a stored answer."""
    stored_answer = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    return msgspec.json.encode({**stored_answer, "now": now_for(read_now(match_id), own, texts=texts)})
