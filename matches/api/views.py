"""What is on the table now, as one may see it."""

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct, field
from rest_framework.request import Request

from common.formats import END
from common.http.answering import ApiView, answer
from common.http.description import operation
from common.http.reading import read_query
from matches.api.refusals import THROUGH_EYES
from matches.api.requests import AuditReason, asker, audited, match_for
from matches.selectors import access, positions

VIEW = {"$ref": "#/components/schemas/View"}
As = Annotated[
    str,
    Meta(
        pattern="^(seat|public|audit|[0-9]{1,2})" + END,
        description="Whose view: `seat` (your own) or `public`; once the match is disclosed, also `audit` or any "
        "seat's number. Before that, `audit` needs the permission `matches.audit_live` and a `reason`, and is "
        "recorded.",
    ),
]


class ViewQuery(Struct, frozen=True, forbid_unknown_fields=True):
    as_: As | None = field(name="as", default=None)
    reason: AuditReason | None = None


class ViewView(ApiView):
    @operation(
        "read_view",
        "Read the table as your seat or the public sees it",
        "Send its `version` back with an action.",
        tag="matches",
        scope="read",
        query=ViewQuery,
        answers={200: VIEW},
        refuses=THROUGH_EYES,
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        query = read_query(request._request, ViewQuery)
        match = match_for(request, match_id)
        viewer = access.viewer_for(match, asker(request), query.as_)
        seen = positions.match_view(match=match, viewer=viewer)
        audited(request, match, viewer, seen.version, reason=query.reason)
        return answer(seen)
