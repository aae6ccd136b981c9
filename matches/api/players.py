"""Signing up and in: /players, /tokens, /tokens/{id}, /me."""

from typing import Annotated

from django.http import HttpResponse
from django.utils import translation
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from cards.http.answering import ApiView, answer, no_content
from cards.http.description import operation
from cards.http.formats import Id, Moment
from cards.http.reading import read_body
from cards.http.timestamps import rfc3339
from cards.text.errors import ServiceError
from matches.players.models import AccessToken, Player
from matches.players.services import revoke_token, sign_in, sign_up

ID_DIGITS = 16


ANN = {"username": "ann", "password": "a quiet rook 7"}


class NewPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """Letters of one script (Latin, Japanese, Korean, Cyrillic or Greek), digits and @ . + - _ make a name.

    Latin letters may stand beside Japanese or Korean ones. A name that looks like another's is taken, whatever its
    case: `Ann` beside `ann`, `AIan` beside `Alan`. One signs in by the name exactly as it was registered. A password
    has ten characters or more and is not a common one.
    """

    username: Annotated[str, Meta(min_length=2, max_length=40)]
    password: Annotated[str, Meta(min_length=10, max_length=200)]


class Account(Struct, frozen=True):
    """`id` names the player in logs."""

    id: Id
    username: str


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """`name` is for one's own eyes: which program holds the token."""

    username: Annotated[str, Meta(max_length=150)]
    password: Annotated[str, Meta(max_length=200)]
    name: Annotated[str, Meta(max_length=80)] = ""
    days: Annotated[int, Meta(ge=1, le=365)] = 30


class IssuedToken(Struct, frozen=True):
    """The token itself is told this once. Send it as `Authorization: Bearer <token>`."""

    token: str
    id: str
    name: str
    expires_at: Moment | None


class Token(Struct, frozen=True):
    id: str
    name: str
    created_at: Moment
    expires_at: Moment | None
    last_used_at: Moment | None
    is_this: bool


class TokenList(Struct, frozen=True):
    results: list[Token]


class PlayersView(ApiView):
    throttle = "sign_in"
    permission_classes = []

    @operation(
        "sign_up",
        "Sign up",
        tag="players",
        body=NewPlayer,
        answers={201: Account},
        refuses={409: "name_taken"},
        example=ANN,
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request, NewPlayer)
        with translation.override(translation.get_language_from_request(request._request)):
            return answer(_account(sign_up(username=sent.username, password=sent.password)), 201)


class MeView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation("read_me", "Who I am", tag="players", answers={200: Account}, refuses={401: "not_signed_in"})
    def get(self, request: Request) -> HttpResponse:
        return answer(_account(request.user))


class TokensView(ApiView):
    def get_permissions(self) -> list[IsAuthenticated]:
        return [] if self.request.method == "POST" else [IsAuthenticated()]

    @property
    def throttle(self) -> str:  # type: ignore[override]
        return "sign_in" if self.request.method == "POST" else "default"

    @operation(
        "sign_in",
        "Sign in",
        "The answer holds the token, this once.",
        tag="players",
        body=NewToken,
        example={**ANN, "name": "my laptop"},
        answers={201: IssuedToken},
        refuses={401: "wrong_credentials"},
    )
    def post(self, request: Request) -> HttpResponse:
        sent = read_body(request, NewToken)
        token, secret = sign_in(
            request=request._request, username=sent.username, password=sent.password, name=sent.name, days=sent.days
        )
        expires = None if token.expiry is None else rfc3339(token.expiry)
        return answer(IssuedToken(secret, _id(token), token.name, expires), 201)

    @operation("list_tokens", "My tokens", tag="players", answers={200: TokenList}, refuses={401: "not_signed_in"})
    def get(self, request: Request) -> HttpResponse:
        tokens = AccessToken.objects.filter(user=request.user).order_by("-created")
        return answer(TokenList([_token(token, request.auth) for token in tokens]))


class TokenView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "revoke_token",
        "Revoke a token",
        tag="players",
        answers={204: None},
        refuses={401: "not_signed_in", 404: "not_found"},
    )
    def delete(self, request: Request, token_id: str) -> HttpResponse:
        if len(token_id) != ID_DIGITS or not revoke_token(player=request.user, token_id=token_id):
            raise ServiceError("not_found")
        return no_content()


def _account(player: Player) -> Account:
    return Account(str(player.public_id), player.get_username())


def _id(token: AccessToken) -> str:
    return str(token.digest)[:ID_DIGITS]


def _token(token: AccessToken, this: AccessToken | None) -> Token:
    return Token(
        id=_id(token),
        name=token.name,
        created_at=rfc3339(token.created),
        expires_at=None if token.expiry is None else rfc3339(token.expiry),
        last_used_at=None if token.last_used_at is None else rfc3339(token.last_used_at),
        is_this=this is not None and token.digest == this.digest,
    )
