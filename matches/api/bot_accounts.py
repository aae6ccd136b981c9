"""Bot accounts: programs that play over this API, who answers for them, and what they accept."""

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request

from common.formats import END, Id, Moment, NextPage, OwnerName
from common.http import limits
from common.http.answering import ApiView, answer
from common.http.description import operation
from common.http.paging import decode_cursor, encode_cursor, page_of
from common.http.reading import Cursor, Limit, read_body, read_query
from common.text.errors import ServiceError
from common.timestamps import rfc3339
from matches.selectors.acceptance import Acceptance
from matches.selectors.bot_accounts import acceptance_of, bot_accounts, find_bot_account
from matches.selectors.calls import paused_until
from matches.services.bot_accounts import change_bot_account, declare_bot_account
from players import models

Version = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=r"^[0-9A-Za-z.+_-]+" + END,
        description="Change it whenever the bot plays differently.",
    ),
]
Place = tuple[Annotated[str, Meta(max_length=150, pattern=r"^[^\0]*$")]]
"""Where a page ended: the name. PostgreSQL looks for none with U+0000."""


class BotAccount(Struct, frozen=True):
    """An account that was declared a bot before its first match. `owner` is responsible for it."""

    id: Id
    name: str
    owner: OwnerName
    version: Annotated[str, Meta(description="Version declared by the owner.")]
    accepts: Acceptance
    declared_at: Moment
    paused_until: Annotated[Moment | None, Meta(description="Called to no seat until then; null if it is not paused.")]
    """It has missed three calls in a row and is called to nothing until then."""
    url: str


class BotAccountList(Struct, frozen=True):
    """By name. `next` is where the following page is."""

    results: list[BotAccount]
    next: NextPage


class BotAccountQuery(Struct, frozen=True, forbid_unknown_fields=True):
    ruleset: Annotated[str, Meta(max_length=40, description="Only those that play this game.")] | None = None
    limit: Limit = 50
    cursor: Cursor | None = None


class BotAccountInput(Struct, frozen=True, forbid_unknown_fields=True):
    """`token`: one of the account that is to be the bot, with the scope `bot`: so that it agrees too."""

    token: Annotated[str, Meta(min_length=1, max_length=200, description="Token of the account that becomes your bot.")]
    version: Version
    accepts: Acceptance


class BotAccountChange(Struct, frozen=True, forbid_unknown_fields=True):
    version: Version
    accepts: Acceptance


class BotAccountsView(ApiView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @property
    def throttle(self) -> str:  # type: ignore[override]
        return "sign_in" if self.request.method == "POST" else "default"

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
        found = bot_accounts(ruleset=query.ruleset, after=after)
        page, following = page_of(request, found, limit=query.limit, after=_after)
        return answer(BotAccountList([_resource(account) for account in page], following))

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
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request._request, BotAccountInput)
        try:
            account = declare_bot_account(
                owner=request.user, token=sent.token, version=sent.version, acceptance=sent.accepts
            )
        except ServiceError as refusal:
            if refusal.code == "wrong_bot_token":
                limits.count_refused_token(request._request)
            raise
        response = answer(_resource(account), 201)
        response["Location"] = _url(account)
        return response


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
        return answer(_resource(find_bot_account(player_id)))

    @operation(
        "change_bot_account",
        "Change a bot account's version and what it accepts",
        "The account itself or its owner may do so. Matches already agreed to go on.",
        tag="players",
        scope="bot",
        body=BotAccountChange,
        answers={200: BotAccount},
        refuses={401: "not_signed_in", 403: "not_allowed", 404: "not_found"},
    )
    def put(self, request: Request, player_id: UUID) -> HttpResponse:
        sent = read_body(request._request, BotAccountChange)
        account = find_bot_account(player_id)
        change_bot_account(account=account, by=request.user, version=sent.version, acceptance=sent.accepts)
        return answer(_resource(account))


def _after(account: models.BotAccount) -> dict[str, str]:
    return {"cursor": encode_cursor(account.player.username)}


def _url(account: models.BotAccount) -> str:
    return reverse("api-bot-account", args=[account.player.public_id])


def _resource(account: models.BotAccount) -> BotAccount:
    until = paused_until(account.player)
    return BotAccount(
        id=str(account.player.public_id),
        name=account.player.get_username(),
        owner=account.owner.get_username() if account.owner else None,
        version=account.version,
        accepts=acceptance_of(account),
        declared_at=rfc3339(account.declared_at),
        paused_until=None if until is None else rfc3339(until),
        url=_url(account),
    )
