"""House bots, and bot accounts with the matches they accept."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request

from common.formats import END, Id, Moment, NextPage, OwnerName
from common.http import limits
from common.http.answering import ApiView, answer, answer_kept
from common.http.description import operation
from common.http.paging import decode_cursor, encode_cursor, page_of
from common.http.reading import Cursor, Limit, read_body, read_query
from common.text.errors import ServiceError
from common.timestamps import rfc3339
from matches.api.requests import asker
from matches.bots.digests import bot_digest
from matches.bots.roster import HOUSE_BOTS
from matches.selectors.acceptance import Acceptance
from matches.selectors.bot_accounts import acceptance_of, bot_accounts, find_bot_account
from matches.selectors.bot_strength import BotStrength, strength_of_bots
from matches.selectors.calls import paused_until
from matches.selectors.presence import online_bots, presence_for
from matches.services.bot_accounts import change_bot_account, declare_bot_account
from matches.services.seat_plans import enabled_bots
from players import models
from players.presence import UNKNOWN, Presence
from rules.engine import Names
from rules.registry import slugs

Version = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=r"^[0-9A-Za-z.+_-]+" + END,
        description="Change it whenever the bot plays differently.",
    ),
]
BotDigest = Annotated[
    str,
    Meta(
        pattern="^[0-9a-f]{64}" + END,
        description="SHA-256 of the program, such as of its archive or image. The service can't check it.",
    ),
]
Place = tuple[Annotated[str, Meta(max_length=150, pattern=r"^[^\0]*$")]]
"""Where a page ended: the name. PostgreSQL cannot search for U+0000."""


class BotAccount(Struct, frozen=True):
    """An account that was declared a bot before its first match. `owner` is responsible for it."""

    id: Id
    name: str
    owner: OwnerName
    version: Annotated[str, Meta(description="Version declared by the owner.")]
    digest: Annotated[str | None, Meta(description="Digest declared by the owner; null if there is none.")]
    accepts: Acceptance
    declared_at: Moment
    paused_until: Annotated[
        Moment | None, Meta(description="Until then, the account is not called to seats; null if not paused.")
    ]
    """Set after three missed calls in a row."""
    is_connected: Annotated[bool, Meta(description="Whether it was here in the last 45 seconds.")]
    last_seen: Annotated[Moment | None, Meta(description="When it was last here; null if that is not known.")]
    url: str


class BotAccountList(Struct, frozen=True):
    """Bot accounts, sorted by name."""

    results: list[BotAccount]
    next: NextPage


class BotAccountQuery(Struct, frozen=True, forbid_unknown_fields=True):
    ruleset: Annotated[str, Meta(max_length=40, description="Only bots that play this game.")] | None = None
    owner: Annotated[str, Meta(max_length=150, description="Only bots of the owner of this name.")] | None = None
    limit: Limit = 50
    cursor: Cursor | None = None


class BotAccountInput(Struct, frozen=True, forbid_unknown_fields=True):
    """`token` must have the scope `bot`. It proves that the account agrees to become your bot."""

    token: Annotated[str, Meta(min_length=1, max_length=200, description="Token of the account that becomes your bot.")]
    version: Version
    accepts: Acceptance
    digest: BotDigest | None = None


class BotAccountChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A `digest` that you leave out is removed."""

    version: Version
    accepts: Acceptance
    digest: BotDigest | None = None


class BotAccountsView(ApiView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "list_bot_accounts",
        "List bot accounts",
        tag="players",
        scope="read",
        query=BotAccountQuery,
        answers={200: BotAccountList},
    )
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request._request, BotAccountQuery)
        after = None if query.cursor is None else decode_cursor(query.cursor, Place)[0]
        found = bot_accounts(ruleset=query.ruleset, owner=query.owner, after=after)
        page, following = page_of(request, found, limit=query.limit, after=_after)
        return answer(BotAccountList(_resources(page, request), following))

    @operation(
        "declare_bot_account",
        "Declare an account to be your bot",
        "Sign up an account for the bot, create a token of that account with the scope `bot`, and send it here. The "
        "account must not have had a seat in a match. It stays a bot forever, and is marked as one wherever it is "
        "shown.",
        tag="players",
        scope="bot",
        body=BotAccountInput,
        answers={201: BotAccount},
        refuses={
            401: "not_signed_in",
            403: "not_allowed",
            409: "has_played already_declared too_many_bots",
            422: "wrong_bot_token",
        },
        rate="sign_in",
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request._request, BotAccountInput)
        try:
            account = declare_bot_account(
                owner=request.user,
                token=sent.token,
                version=sent.version,
                digest=sent.digest or "",
                acceptance=sent.accepts,
            )
        except ServiceError as refusal:
            if refusal.code == "wrong_bot_token":
                limits.count_refused_token(request._request)
            raise
        response = answer(*_resources([account], request), 201)
        response["Location"] = _url(account)
        return response


class OnlineBotsView(ApiView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "list_online_bots",
        "List the bot accounts that are connected",
        "House bots are always there; `GET bots` lists them. Bots are left out if a block stands between you.",
        tag="players",
        scope="read",
        query=BotAccountQuery,
        answers={200: BotAccountList},
    )
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request._request, BotAccountQuery)
        after = None if query.cursor is None else decode_cursor(query.cursor, Place)[0]
        accounts = partial(bot_accounts, ruleset=query.ruleset, owner=query.owner)
        found = online_bots(asker(request), accounts, after=after, most=query.limit + 1)
        page, following = page_of(request, found, limit=query.limit, after=lambda pair: _after(pair[0]))
        return answer(BotAccountList([_resource(account, presence) for account, presence in page], following))


class BotAccountView(ApiView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "read_bot_account",
        "Read a bot account",
        tag="players",
        scope="read",
        answers={200: BotAccount},
        refuses={404: "not_found"},
    )
    def get(self, request: Request, player_id: UUID) -> HttpResponse:
        return answer(*_resources([find_bot_account(player_id)], request))

    @operation(
        "change_bot_account",
        "Change a bot account's version and what it accepts",
        "Only the account itself or its owner may do so. Matches that were already accepted continue. A new version "
        "or digest withdraws the account from the seasons of leagues in which it plays.",
        tag="players",
        scope="bot",
        body=BotAccountChange,
        answers={200: BotAccount},
        refuses={401: "not_signed_in", 403: "not_allowed", 404: "not_found"},
    )
    def put(self, request: Request, player_id: UUID) -> HttpResponse:
        sent = read_body(request._request, BotAccountChange)
        account = find_bot_account(player_id)
        change_bot_account(
            account=account,
            by=request.user,
            version=sent.version,
            digest=sent.digest or "",
            acceptance=sent.accepts,
        )
        return answer(*_resources([account], request))


def _after(account: models.BotAccount) -> dict[str, str]:
    return {"cursor": encode_cursor(account.player.username)}


def _url(account: models.BotAccount) -> str:
    return reverse("api-bot-account", args=[account.player.public_id])


def _resources(accounts: Sequence[models.BotAccount], request: Request) -> list[BotAccount]:
    shown = presence_for(asker(request), [account.player_id for account in accounts])
    return [_resource(account, shown.get(account.player_id, UNKNOWN)) for account in accounts]


def _resource(account: models.BotAccount, presence: Presence) -> BotAccount:
    until = paused_until(account.player)
    return BotAccount(
        id=str(account.player.public_id),
        name=account.player.get_username(),
        owner=account.owner.get_username() if account.owner else None,
        version=account.version,
        digest=account.digest or None,
        accepts=acceptance_of(account),
        declared_at=rfc3339(account.declared_at),
        paused_until=None if until is None else rfc3339(until),
        is_connected=presence.is_connected,
        last_seen=None if presence.last_seen is None else rfc3339(presence.last_seen),
        url=_url(account),
    )


class Bot(Struct, frozen=True):
    """A house bot. Logs name it `bot:<name>/<version>`."""

    name: str
    version: Annotated[int, Meta(description="Changes whenever the bot plays differently.")]
    names: Names
    digest: Annotated[
        str,
        Meta(
            description="SHA-256 of the bot and all code and cards that decide its moves. "
            "Bots with equal digests play alike."
        ),
    ]
    strength: Annotated[
        dict[str, BotStrength | None],
        Meta(description="Rating by ruleset; null if no finished season of a public league has measured this version."),
    ]


class BotList(Struct, frozen=True):
    """House bots: the levels first, then the others, both from the weakest to the strongest."""

    results: list[Bot]


class BotsView(ApiView):
    @operation(
        "list_bots",
        "List the house bots, with their strength",
        tag="matches",
        scope="read",
        answers={200: BotList},
        kept=True,
    )
    def get(self, request: HttpRequest) -> HttpResponse:
        enabled, strengths = enabled_bots(), strength_of_bots()
        bots = [
            Bot(
                bot.name,
                bot.version,
                bot.names,
                bot_digest(bot),
                {slug: strengths.get((bot.name, slug)) for slug in slugs()},
            )
            for bot in HOUSE_BOTS
            if bot.name in enabled
        ]
        return answer_kept(request, BotList(bots), by="public")
