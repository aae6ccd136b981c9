"""API views of the published daily roots, and of the proof that a match is in one of them.

Documents are canonical JSON with a line feed at the end, so several answers can be saved in one file.
"""

import re
from datetime import date
from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from msgspec import Meta, Struct
from rest_framework.request import Request

from common.formats import NextPage
from common.http.answering import ApiView, answer
from common.http.description import operation
from common.http.paging import page_of
from common.http.reading import Limit, read_query
from common.text.errors import ServiceError
from replay.api import begun
from replay.daily_roots.inclusion_proofs import proof_of
from replay.daily_roots.publishing import as_document, newest_root, trusted_keys
from replay.daily_roots.signed_roots import Hash, InclusionProof, KeyId, SignedRoot, key_id
from replay.limits import MOST_ROOT_NUMBER
from replay.models import DailyRoot
from rules.engine import canonical

FOR_GOOD = "public, max-age=31536000, immutable"
FOR_A_WHILE = "public, max-age=300"
OWN_COPY = "private, max-age=86400"


class RootsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[int, Meta(ge=-1, le=MOST_ROOT_NUMBER, description="Roots after this number; -1 for all.")] = -1
    limit: Limit = 50


class RootList(Struct, frozen=True):
    """Published roots in order. `next` is the URL of the next page; null if there are no more roots yet."""

    results: list[SignedRoot]
    next: NextPage


class SigningKey(Struct, frozen=True):
    """An Ed25519 public key of the service. If `is_current` is true, it signs the next root."""

    id: KeyId
    public_key: Annotated[Hash, Meta(description="Ed25519, in hexadecimal digits.")]
    is_current: Annotated[bool, Meta(description="Whether it signs the next root.")]


class SigningKeyList(Struct, frozen=True):
    """All keys that have signed roots, the current one first."""

    results: list[SigningKey]


def document(value: Struct, cache: str) -> HttpResponse:
    """Answer with a document that may be cached as `cache` says."""
    return answer(canonical(value) + b"\n", Cache_Control=cache)


class RootsView(ApiView):
    @operation(
        "list_roots",
        "List the published daily roots, oldest first",
        "Each root is one hash over the last hashes of all matches that ended that day, chained to the root "
        "before and signed. Save them: then no log can be replaced unnoticed (docs/verify.md). Needs no "
        "account.",
        tag="replay",
        scope="read",
        query=RootsQuery,
        answers={200: RootList},
    )
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request._request, RootsQuery)
        rows = DailyRoot.objects.filter(number__gt=query.after).order_by("number")
        page, following = page_of(request, rows, limit=query.limit, after=lambda root: {"after": root.number})
        return document(RootList([as_document(row) for row in page], following), FOR_GOOD if following else FOR_A_WHILE)


WHICH = OpenApiParameter(
    "which",
    {"type": "string", "pattern": r"^(latest|\d{1,8}|\d{4}-\d{2}-\d{2})$"},
    OpenApiParameter.PATH,
    description="A root's number, its day (UTC), or `latest`.",
)


class RootView(ApiView):
    @operation(
        "read_root",
        "Read a published root",
        "Choose it by its number, by its day, or with `latest`. A day has no root until it is over. A day on "
        "which the service did not run has none at all; its matches are in the next root.",
        tag="replay",
        scope="read",
        parameters=[WHICH],
        answers={200: SignedRoot},
        refuses={404: "not_found"},
    )
    def get(self, request: Request, which: str) -> HttpResponse:
        row = newest_root() if which == "latest" else _root(which)
        if row is None:
            raise ServiceError("not_found")
        return document(as_document(row), FOR_A_WHILE if which == "latest" else FOR_GOOD)


def _root(which: str) -> DailyRoot | None:
    if re.fullmatch(r"[0-9]{1,8}", which):
        return DailyRoot.objects.filter(number=int(which)).first()
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", which):
        try:
            return DailyRoot.objects.filter(day=date.fromisoformat(which)).first()
        except ValueError:
            return None
    return None


class SigningKeysView(ApiView):
    @operation(
        "list_root_keys",
        "List the public keys that sign the daily roots",
        "Ed25519 keys. `id` is the first 8 bytes, in hex, of SHA-256 over `match service: root signing key` "
        "and the key.",
        tag="replay",
        scope="read",
        answers={200: SigningKeyList},
    )
    def get(self, request: Request) -> HttpResponse:
        keys = [SigningKey(key_id(public), public, place == 0) for place, public in enumerate(trusted_keys())]
        return document(SigningKeyList(keys), FOR_A_WHILE)


class InclusionView(ApiView):
    @operation(
        "read_inclusion",
        "Read the proof that a finished match is in a published root",
        "With this proof, the match's export and the root, anyone can show that the log is the one that was "
        "published. The proof stays valid whatever happens to the service (docs/verify.md). Anyone who may see "
        "the match gets it exactly as it was published.",
        tag="replay",
        scope="read",
        answers={200: InclusionProof},
        refuses={404: "not_found", 409: "match_not_started match_not_over no_root_yet"},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        return document(proof_of(begun(request, match_id)), OWN_COPY)
