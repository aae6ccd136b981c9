"""Whom one has blocked: listed, added, removed."""

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.formats import Moment
from common.http.answering import ApiView, answer, no_content
from common.http.description import operation
from common.timestamps import rfc3339
from matches.api.match_resource import Player, player_resource
from matches.selectors.blocks import blocks_of
from matches.services.blocks import block_player, unblock_player


class BlockedPlayer(Struct, frozen=True):
    """Somebody one has blocked, who is not told."""

    player: Annotated[Player, Meta(description="Who is blocked.")]
    at: Annotated[Moment, Meta(description="Since when.")]


class BlockedPlayerList(Struct, frozen=True):
    """The newest first; all of them."""

    results: list[BlockedPlayer]


class BlocksView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_blocks",
        "Whom I have blocked",
        tag="players",
        scope="read",
        answers={200: BlockedPlayerList},
        refuses={401: "not_signed_in"},
    )
    def get(self, request: Request) -> HttpResponse:
        found = [BlockedPlayer(player_resource(one.blocked), rfc3339(one.at)) for one in blocks_of(request.user)]
        return answer(BlockedPlayerList(found))


class BlockView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "block_player",
        "Block somebody",
        "No challenges, invitations, calls, pairings or phrases from then on between the two. Who is blocked is not "
        "told: he is refused as by somebody who cannot be asked now. What both play already goes on. Done again it "
        "changes nothing.",
        tag="players",
        scope="play",
        answers={204: None},
        refuses={401: "not_signed_in", 403: "not_allowed", 404: "not_found", 409: "too_many_blocks"},
    )
    def put(self, request: Request, player_id: UUID) -> HttpResponse:
        block_player(player=request.user, public_id=player_id)
        return no_content()

    @operation(
        "unblock_player",
        "Block somebody no longer",
        tag="players",
        scope="play",
        answers={204: None},
        refuses={401: "not_signed_in", 404: "not_found"},
    )
    def delete(self, request: Request, player_id: UUID) -> HttpResponse:
        unblock_player(player=request.user, public_id=player_id)
        return no_content()
