"""Accounts and tokens: /players, /tokens, /tokens/{id}, /me, /me/tokens, /me/pause,
/me/password, /me/sign-out, /me/deletion."""

from typing import Annotated, Literal, get_args

from django.http import HttpResponse
from django.utils import translation
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.formats import Id, Moment
from common.http.answering import ApiView, answer, no_content
from common.http.description import operation
from common.http.reading import read_body, read_query
from common.timestamps import rfc3339
from matches.api.match_resource import DeclaredBot, declared_bot, player_resource
from matches.api.match_resource import Player as ShownPlayer
from matches.selectors.calls import paused_until
from matches.services.calls import end_pause
from matches.services.deletion import delete_account
from players.limits import MOST_TOKEN_DAYS
from players.models import AccessToken, Player
from players.services import (
    change_password,
    check_own_password,
    set_language,
    sign_in,
    sign_out_everywhere,
    sign_up,
)
from players.tokens import DAYS, make_token, revoke_token, token_id, tokens_of

Scope = Literal["read", "play", "decks", "bot", "leagues", "webhooks", "audit"]
Language = Literal["en", "ja"]


class PlayerInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A name has letters of one script (Latin, Japanese, Korean, Cyrillic or Greek), digits and @ . + - _.

    Japanese and Korean names may also have Latin letters. A name that looks like an existing one is refused, whatever
    its case: `ann` if there is `Ann`, `AIan` if there is `Alan`. You sign in with the name exactly as you registered
    it. A password has at least ten characters and is not a common one.
    """

    username: Annotated[str, Meta(min_length=2, max_length=40)]
    password: Annotated[str, Meta(min_length=10, max_length=200)]


class Account(Struct, frozen=True):
    """Your account. `id` identifies you in logs."""

    id: Id
    username: str
    bot: Annotated[DeclaredBot | None, Meta(description="Declaration of a bot account; null for people.")]
    paused_until: Annotated[
        Moment | None, Meta(description="Until then, the account is not called to seats; null if not paused.")
    ]
    """Set after three missed calls in a row. `DELETE me/pause` ends the pause."""
    language: Annotated[Language | None, Meta(description="Language of pages and mails; null for the browser's.")]
    """Only for pages and mails: the API answers in the language of `Accept-Language`."""


class AccountChange(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields to change; the others stay as they are."""

    language: Annotated[
        Language | None | UnsetType, Meta(description="Language of pages and mails; null for the browser's.")
    ] = UNSET


class Deletion(Struct, frozen=True, forbid_unknown_fields=True):
    """The current password: a token alone cannot delete an account."""

    password: Annotated[str, Meta(max_length=200)]


class PasswordInput(Struct, frozen=True, forbid_unknown_fields=True):
    """The current password, and a new one of at least ten characters that is not a common one."""

    password: Annotated[str, Meta(max_length=200, description="Current password.")]
    new_password: Annotated[str, Meta(min_length=10, max_length=200)]


class SignOut(Struct, frozen=True, forbid_unknown_fields=True):
    """The current password: a token alone cannot sign out everything else."""

    password: Annotated[str, Meta(max_length=200)]


class TokenInput(Struct, frozen=True, forbid_unknown_fields=True):
    """`name` is for your own list of tokens. The token has every scope."""

    username: Annotated[str, Meta(max_length=150)]
    password: Annotated[str, Meta(max_length=200)]
    name: Annotated[str, Meta(max_length=80)] = ""
    days: Annotated[int, Meta(ge=1, le=MOST_TOKEN_DAYS)] = DAYS


class PersonalTokenInput(Struct, frozen=True, forbid_unknown_fields=True):
    """The new token's scopes and lifetime. Neither may exceed those of the token that you send.

    `read`: reading as you. `play`: matches. `decks`: changing decks. `bot`: declarations of bot accounts. `leagues`:
    leagues. `webhooks`: webhooks, which outlive the token. `audit`: staff rights, if you have them. By default it lasts
    30 days, or as long as the token that you send if that is less.
    """

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=7)]
    days: Annotated[int, Meta(ge=1, le=MOST_TOKEN_DAYS)] | None = None


class IssuedToken(Struct, frozen=True):
    """`token` is shown only this once. Send it as `Authorization: Bearer <token>`."""

    token: str
    id: str
    name: str
    scopes: list[Scope]
    expires_at: Annotated[Moment | None, Meta(description="Null if it never expires.")]


class Token(Struct, frozen=True):
    id: str
    name: str
    scopes: list[Scope]
    created_at: Moment
    expires_at: Annotated[Moment | None, Meta(description="Null if it never expires.")]
    last_used_at: Annotated[Moment | None, Meta(description="Null if it was never used.")]
    is_this: Annotated[bool, Meta(description="Whether this request was sent with it.")]


class TokenList(Struct, frozen=True):
    results: list[Token]


class NameQuery(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=150, description="The exact name, as registered.")]


class PlayerList(Struct, frozen=True):
    """The player of that name, or nothing."""

    results: list[ShownPlayer]


class PlayersView(ApiView):
    permission_classes = []

    @operation(
        "find_players",
        "Find a player by name",
        "The `id` leads to their profile, `players/{id}`.",
        tag="players",
        scope="read",
        query=NameQuery,
        answers={200: PlayerList},
        rate="sign_in",
    )
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request._request, NameQuery)
        found = Player.objects.filter(username=query.name).select_related("bot_account__owner")
        return answer(PlayerList([player_resource(player) for player in found]))

    @operation(
        "sign_up",
        "Sign up",
        tag="players",
        scope=None,
        body=PlayerInput,
        answers={201: Account},
        refuses={409: "name_taken"},
        rate="sign_in",
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request, PlayerInput)
        with translation.override(translation.get_language_from_request(request._request)):
            return answer(_account(sign_up(username=sent.username, password=sent.password)), 201)


class MeView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "read_me",
        "Read your account",
        tag="players",
        scope="read",
        answers={200: Account},
        refuses={401: "not_signed_in"},
    )
    def get(self, request: Request) -> HttpResponse:
        return answer(_account(request.user))

    @operation(
        "change_account",
        "Change your account",
        "Sets the language of pages and mails.",
        tag="players",
        scope="play",
        body=AccountChange,
        answers={200: Account},
        refuses={401: "not_signed_in"},
    )
    def patch(self, request: Request) -> HttpResponse:
        sent = read_body(request._request, AccountChange)
        if sent.language is not UNSET:
            set_language(player=request.user, language=sent.language or "")
            request.user.refresh_from_db(fields=["language"])
        return answer(_account(request.user))


class DeletionView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "delete_account",
        "Delete your account",
        "Needs your password. Your name disappears everywhere, and you can't sign in again. Decks, tokens and notes "
        "are deleted. Running matches are resigned, and lobbies you opened are closed. Logs, results and other "
        "players' ratings stay, and refer to the account by its `id`.",
        tag="players",
        scope=None,
        body=Deletion,
        answers={204: None},
        refuses={401: "not_signed_in wrong_credentials", 409: "staff_account"},
        rate="sign_in",
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request._request, Deletion)
        check_own_password(request=request._request, player=request.user, password=sent.password)
        delete_account(player_id=request.user.pk)
        return no_content()


class PasswordView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "change_password",
        "Change your password",
        "Needs the current one. All tokens are revoked, including this one, and all browsers are signed out. Sign in "
        "to get a new token.",
        tag="players",
        scope=None,
        body=PasswordInput,
        answers={204: None},
        refuses={401: "not_signed_in wrong_credentials"},
        rate="sign_in",
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request._request, PasswordInput)
        check_own_password(request=request._request, player=request.user, password=sent.password)
        change_password(player=request.user, password=sent.new_password, field="new_password")
        return no_content()


class SignOutView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "sign_out_everywhere",
        "Sign out everywhere",
        "Needs your password, which stays the same. All tokens are revoked, including this one, and all browsers are "
        "signed out.",
        tag="players",
        scope=None,
        body=SignOut,
        answers={204: None},
        refuses={401: "not_signed_in wrong_credentials"},
        rate="sign_in",
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request._request, SignOut)
        check_own_password(request=request._request, player=request.user, password=sent.password)
        sign_out_everywhere(player=request.user)
        return no_content()


class PauseView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "end_pause",
        "End your pause, to be called to matches again",
        "An account that misses three calls in a row is not called for an hour. You can end this pause once it has "
        "lasted ten minutes. Until you answer a call, the next missed one starts another pause.",
        tag="players",
        scope="play",
        answers={204: None},
        refuses={401: "not_signed_in", 409: "pause_too_new"},
    )
    def delete(self, request: Request) -> HttpResponse:
        end_pause(request.user)
        return no_content()


class TokensView(ApiView):
    def get_permissions(self) -> list[IsAuthenticated]:
        return [] if self.request.method == "POST" else [IsAuthenticated()]

    @operation(
        "sign_in",
        "Sign in",
        "The token is shown only in this answer.",
        tag="players",
        scope=None,
        body=TokenInput,
        answers={201: IssuedToken},
        refuses={401: "wrong_credentials"},
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request, TokenInput)
        token, secret = sign_in(
            request=request._request, username=sent.username, password=sent.password, name=sent.name, days=sent.days
        )
        return answer(_issued(token, secret), 201)

    @operation(
        "list_tokens",
        "List your tokens, newest first",
        tag="players",
        scope="read",
        answers={200: TokenList},
        refuses={401: "not_signed_in"},
    )
    def get(self, request: Request) -> HttpResponse:
        return answer(TokenList([_token(token, request.auth) for token in tokens_of(request.user, request.auth)]))


class PersonalTokensView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "create_token",
        "Create a personal access token",
        "For a program of yours. It can do what its scopes say, but no more than the token that you send. It doesn't "
        "last longer than that token either. The token is shown only in this answer.",
        tag="players",
        scope=None,
        body=PersonalTokenInput,
        answers={201: IssuedToken},
        refuses={401: "not_signed_in", 403: "beyond_token", 409: "too_many_tokens"},
        rate="sign_in",
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request._request, PersonalTokenInput)
        token, secret = make_token(
            player=request.user, name=sent.name, scopes=sent.scopes, days=sent.days, by=request.auth
        )
        return answer(_issued(token, secret), 201)


class TokenView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "revoke_token",
        "Revoke a token",
        "You can revoke the token that you send, or one that can do no more than it. Streams opened with the revoked "
        "token end.",
        tag="players",
        scope=None,
        answers={204: None},
        refuses={401: "not_signed_in", 403: "beyond_token", 404: "not_found"},
    )
    def delete(self, request: Request, token_id: str) -> HttpResponse:
        revoke_token(player=request.user, token_id=token_id, by=request.auth)
        return no_content()


def _account(player: Player) -> Account:
    until = paused_until(player)
    return Account(
        id=str(player.public_id),
        username=player.get_username(),
        bot=declared_bot(player),
        paused_until=None if until is None else rfc3339(until),
        language=player.language or None,  # type: ignore[arg-type]
    )


def _scopes(token: AccessToken) -> list[Scope]:
    return [scope for scope in get_args(Scope) if scope in token.scope_set]


def _issued(token: AccessToken, secret: str) -> IssuedToken:
    expires = None if token.expiry is None else rfc3339(token.expiry)
    return IssuedToken(secret, token_id(token), token.name, _scopes(token), expires)


def _token(token: AccessToken, this: AccessToken | None) -> Token:
    return Token(
        id=token_id(token),
        name=token.name,
        scopes=_scopes(token),
        created_at=rfc3339(token.created),
        expires_at=None if token.expiry is None else rfc3339(token.expiry),
        last_used_at=None if token.last_used_at is None else rfc3339(token.last_used_at),
        is_this=this is not None and token.digest == this.digest,
    )
