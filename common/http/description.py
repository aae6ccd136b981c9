"""Descriptions of operations for the OpenAPI document. msgspec Structs become components."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeVar

import msgspec
from django.conf import settings
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from msgspec import UNSET, Meta, Struct, UnsetType

from common.http.limits import DEFAULT
from common.http.reading import fields_of
from rules.json_schemas import json_schema_components

PROBLEM_TYPE = "application/problem+json"
REF = "#/components/schemas/{name}"
Handler = TypeVar("Handler", bound=Callable[..., Any])


class FieldError(Struct, frozen=True):
    """A part of the request that can't be read. `code` is stable; `detail` says the same for people."""

    code: str
    detail: str
    params: Annotated[dict[str, Any] | UnsetType, Meta(description="Parameters of `code`, by name.")] = UNSET
    pointer: Annotated[str | UnsetType, Meta(description="JSON Pointer to the field of the body.")] = UNSET
    parameter: Annotated[str | UnsetType, Meta(description="Name of the query parameter.")] = UNSET
    header: Annotated[str | UnsetType, Meta(description="Name of the header.")] = UNSET
    accepted: Annotated[dict[str, Any] | None, Meta(description="JSON Schema of the accepted values.")] = None


class ProblemDocument(Struct, frozen=True):
    """A refusal (RFC 9457). `code` is stable. `title` and `detail` are for people, in the language you ask for.

    The other fields depend on the code. `/games/{ruleset}/rules/#{rule}` shows the `rule` that refuses an action.
    `events` (component `Event`) and `now` (component `Now`) show what you missed in a match. `changes` are those of a
    deck since the version that you sent, or of a manifest. `reasons` say why a log is refused, or why a match can't be
    shown: then they have `seq`, `field` and `finding`.
    """

    type: Annotated[str, Meta(description="Address of the page about this code.")]
    title: str
    status: Annotated[int, Meta(description="HTTP status.")]
    detail: str
    code: str
    request_id: Annotated[str | UnsetType, Meta(description="Identifies the request in the service's logs.")] = UNSET
    errors: Annotated[list[FieldError] | UnsetType, Meta(description="What can't be read in the request.")] = UNSET
    version: Annotated[int | UnsetType, Meta(description="Current version of the match or deck.")] = UNSET
    revision: Annotated[int | UnsetType, Meta(description="Current revision of the league's manifest.")] = UNSET
    changes: Annotated[
        list[dict[str, Any]] | UnsetType, Meta(description="Changes since the version you sent, newest first.")
    ] = UNSET
    prompt: Annotated[dict[str, Any] | UnsetType, Meta(description="What your seat is asked now.")] = UNSET
    rule: Annotated[str | UnsetType, Meta(description="Number of the rule that refuses the action.")] = UNSET
    events: Annotated[
        list[dict[str, Any]] | UnsetType, Meta(description="Events since the version you sent, at most 100.")
    ] = UNSET
    now: Annotated[dict[str, Any] | UnsetType, Meta(description="Current state of the match.")] = UNSET
    legal_actions: Annotated[str | UnsetType, Meta(description="Path of your legal actions.")] = UNSET
    problems: Annotated[list[dict[str, Any]] | UnsetType, Meta(description="What is wrong, by `code`.")] = UNSET
    reasons: Annotated[list[dict[str, Any]] | UnsetType, Meta(description="Why it is refused, by `code`.")] = UNSET
    accepted: Annotated[list[str] | UnsetType, Meta(description="Accepted words.")] = UNSET
    retry_after: Annotated[int | UnsetType, Meta(description="Seconds to wait before the next request.")] = UNSET
    scope: Annotated[str | UnsetType, Meta(description="Scope that your token lacks.")] = UNSET
    most: Annotated[int | UnsetType, Meta(description="The limit that you reached.")] = UNSET
    status_counted: Annotated[str | UnsetType, Meta(description="Status of matches counted.")] = UNSET
    status_now: Annotated[str | UnsetType, Meta(description="Current status of the challenge or import.")] = UNSET
    until: Annotated[str | UnsetType, Meta(description="When you can try again.")] = UNSET


class StructExtension(OpenApiSerializerExtension):
    """Lets `extend_schema` take a msgspec Struct wherever it takes a serializer."""

    target_class = Struct
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        return str(self.target.__name__)

    def get_identity(self, auto_schema: Any, direction: Any) -> str:
        return _identity(_components(self.target)[self.target.__name__])

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        components = _components(self.target)
        own = components.pop(self.target.__name__)
        for name, schema in components.items():
            component = ResolvedComponent(
                name=name, type=ResolvedComponent.SCHEMA, object=_identity(schema), schema=schema
            )
            auto_schema.registry.register_on_missing(component)
        return own


def _components(shape: type) -> dict[str, Any]:
    _, components = json_schema_components((shape,), ref_template=REF)
    return components


def _identity(schema: Any) -> str:
    """Two classes of one name are one component only if their schemas are equal."""
    return msgspec.json.encode(schema, order="sorted").decode()


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]+$"},
    OpenApiParameter.HEADER,
    description="If you repeat a request with its key, you get the same answer and nothing happens twice.",
)


IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of an answer that you have. If nothing has changed, you get 304.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of the version that you have. If there is a newer one, nothing changes (412). `*`: any.",
)
UNCHANGED = {304: OpenApiResponse(description="It has not changed since that `ETag`.")}


def operation(
    name: str,
    summary: str,
    description: str = "",
    *,
    tag: str,
    scope: str | None,
    query: type[Struct] | None = None,
    body: type[Struct] | Mapping[str, Any] | None = None,
    answers: Mapping[int, Any],
    refuses: Mapping[int, str] | None = None,
    keyed: bool = False,
    kept: bool = False,
    rate: str = DEFAULT,
    parameters: Sequence[OpenApiParameter] = (),
) -> Callable[[Handler], Handler]:
    """Describe a handler, and declare its query parameters; all others are refused.

    `body` is a JSON type, or types by media type.
    `scope` is the one a token needs; with None any token will do, or none is needed.
    `kept`: clients can revalidate its answers by `ETag` (`answer_kept`, `answer_tagged`).
    `rate`: the policy that limits how often it can be sent.
    `refuses` has the operation's own codes by status: {404: "not_found"}.
    """
    every: dict[int, str] = {400: "malformed_request", 405: "method_not_allowed", 429: "too_fast"}
    if body is not None:
        every[413] = "too_large"
    if scope is not None:
        every[403] = "scope_missing"
    own = dict(refuses or {})
    if "ruleset" in fields_of(query):  # `read_query` refuses an unknown one.
        own[404] = f"{own[404]} unknown_ruleset" if 404 in own else "unknown_ruleset"
    for status, codes in own.items():
        every[status] = f"{every[status]} {codes}" if status in every else codes
    if keyed:
        every[422] = f"{every[422]} key_reused" if 422 in every else "key_reused"
    problems = {
        (status, PROBLEM_TYPE): OpenApiResponse(ProblemDocument, ", ".join(f"`{code}`" for code in codes.split()))
        for status, codes in every.items()
    }
    described = extend_schema(
        operation_id=name,
        summary=summary,
        description=f"{description or summary}\n\n{_rate_sentence(rate)}",
        extensions={"x-rate-limit": _rate_limit(rate)},
        tags=[tag],
        parameters=[
            *parameters,
            *_parameters(query),
            *([IDEMPOTENCY_KEY] if keyed else []),
            *([IF_NONE_MATCH] if kept else []),
        ],
        request=body,
        responses={**answers, **(UNCHANGED if kept else {}), **problems},
    )

    def describe(handler: Handler) -> Handler:
        handler.operation_name = name  # type: ignore[attr-defined]
        handler.query = query  # type: ignore[attr-defined]
        handler.scope = scope  # type: ignore[attr-defined]
        handler.rate = rate  # type: ignore[attr-defined]
        handler.codes = {status: codes.split() for status, codes in every.items()}  # type: ignore[attr-defined]
        return described(handler)  # type: ignore[no-any-return]

    return describe


def _rate_limit(policy: str) -> dict[str, Any]:
    requests, seconds = settings.RATES[policy]
    return {"policy": policy, "requests": requests, "seconds": seconds}


def _rate_sentence(policy: str) -> str:
    requests, seconds = settings.RATES[policy]
    return f"Rate limit `{policy}`: {requests} requests in {seconds} seconds, if the operator has not changed it."


def _parameters(query: type[Struct] | None) -> list[OpenApiParameter]:
    if query is None:
        return []
    described = _components(query)[query.__name__]
    return [
        OpenApiParameter(
            name,
            _inlined(schema),
            OpenApiParameter.QUERY,
            required=name in described.get("required", []),
            description=schema.pop("description", ""),
        )
        for name, schema in described["properties"].items()
    ]


def _inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """Remove `null` from the schema of a parameter. Clients leave the parameter out instead."""
    options = [option for option in schema.get("anyOf", []) if option != {"type": "null"}]
    rest = {name: value for name, value in schema.items() if name not in ("anyOf", "default")}
    if schema.get("default") is not None:
        rest["default"] = schema["default"]
    return {**options[0], **rest} if len(options) == 1 else {**rest, **({"anyOf": options} if options else {})}
