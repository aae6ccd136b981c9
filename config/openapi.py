"""Builds the OpenAPI document: drf-spectacular's, with the messages of every ruleset from the rules' types."""

import inspect
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.permissions import BasePermission

from common.http.description import PROBLEM_TYPE, REF
from common.text.errors import error_codes
from common.text.templates import templates
from config.openapi_examples import add_examples
from config.openapi_for_generators import (
    add_links,
    add_messages_of_games,
    enumerate_words,
    name_messages_of_streams,
    offer_oauth,
    plain,
    say_headers,
    say_scopes_aside,
    say_who_serves,
    with_what_goes,
)
from matches.api.streams.account_stream import NoticePosition, NumberedNotice, PendingNotice, Turn
from matches.clocks import Clock
from matches.notifications import notices
from matches.webhooks.messages import WebhookChallengeMessage, WebhookNoticeMessage, WebhookTurnMessage
from rules.engine import Outcome
from rules.json_schemas import components_of, json_schema_components, prefix_of
from rules.registry import game_definition, slugs

Schema = dict[str, Any]


class BearerScheme(OpenApiAuthenticationExtension):
    target_class = "players.auth.BearerToken"
    name = "bearer"
    priority = 1

    def get_security_definition(self, auto_schema: Any) -> Schema:
        return {"type": "http", "scheme": "bearer", "description": "Get a token with `POST tokens`."}

    def get_security_requirement(self, auto_schema: Any) -> list[Schema]:
        """The scope of the handler. If signing in is optional, no token is allowed too."""
        view = auto_schema.view
        scope = getattr(view, auto_schema.method.lower()).scope
        if any(isinstance(permission, BasePermission) for permission in view.get_permissions()):
            return [{self.name: [] if scope is None else [scope]}]
        return [] if scope is None else [{self.name: [scope]}, {}]


def _ref(name: str) -> Schema:
    return {"$ref": REF.format(name=name)}


def add_rulesets(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """drf-spectacular's hook: add the components of all rulesets, and unions of them."""
    components = result["components"]["schemas"]
    prefixes = {}
    for slug in slugs():
        rules = game_definition(slug)
        prefixes[slug] = prefix_of(rules)
        components |= components_of(rules, REF)
        components[f"{prefixes[slug]}View"] = _view(slug, prefixes[slug])
    for name in ("Action", "LoggedAction", "Effect", "Prompt"):
        messages = _in_order_of_fit([f"{prefix}{name}" for prefix in prefixes.values()], components)
        components[name] = _union(f"{name} of any ruleset.", messages)
    scorecards = [_ref(f"{prefix}Scorecard") for prefix in prefixes.values()]
    components["Scorecard"] = _union("Scorecard of any ruleset.", scorecards)
    components["View"] = _union("What one viewer may see.", [_ref(f"{prefix}View") for prefix in prefixes.values()])
    if prefixes:
        components["View"]["discriminator"] = {
            "propertyName": "ruleset",
            "mapping": {slug: REF.format(name=f"{prefix}View") for slug, prefix in prefixes.items()},
        }
    components |= _events()
    _, shared = json_schema_components((Outcome, Clock), ref_template=REF)
    components |= shared | _messages_of_streams()
    for path, operations in result["paths"].items():
        for operation in operations.values():
            if "{match_id}" in path:
                operation["responses"]["500"] = _damaged()
            operation.setdefault("security", [])  # Say explicitly that no token is needed.
    result["webhooks"] = _webhooks()
    result["components"]["schemas"] = dict(sorted(components.items()))
    enumerate_words(result, _words())
    say_who_serves(result)
    say_scopes_aside(result)
    offer_oauth(result)
    say_headers(result)
    add_links(result)
    name_messages_of_streams(result)
    add_messages_of_games(result, prefixes)
    return add_examples(plain(with_what_goes(result)))


def _damaged() -> Schema:
    """An answer that any request about one match can get."""
    return {"description": "`match_damaged`", "content": {PROBLEM_TYPE: {"schema": _ref("ProblemDocument")}}}


def _words() -> dict[str, list[str]]:
    """Property -> the words it may have, for properties that are enumerations."""
    games = {prefix_of(rules): rules for rules in map(game_definition, slugs())}
    reasons = {prefix: sorted({*rules.words.get("reasons", {}), *templates("ends")}) for prefix, rules in games.items()}
    every = sorted(set().union(*reasons.values())) or sorted(templates("ends"))
    return {
        "ruleset": list(slugs()),
        "ProblemDocument.code": list(error_codes()),
        "FieldError.code": sorted({*templates("details")}),
        "Outcome.reason": every,
        "FinishedMatch.reason": every,
        **{f"{prefix}MatchEndedEffect.reason": words for prefix, words in reasons.items()},
    }


def _messages_of_streams() -> Schema:
    """Components that only streams and webhooks send."""
    types = (NumberedNotice, PendingNotice, Turn, NoticePosition, *WEBHOOK_MESSAGES.values(), notices.shape())
    (*_, notice), components = json_schema_components(types, ref_template=REF)
    return {**components, "Notice": {"description": "A notice to an account.", **notice}}


WEBHOOK_MESSAGES = {"notice": WebhookNoticeMessage, "turn": WebhookTurnMessage, "challenge": WebhookChallengeMessage}
WEBHOOK_HEADERS = {
    "webhook-id": "The same in every attempt to deliver this message.",
    "webhook-timestamp": "Seconds since 1970 at which this attempt was signed.",
    "webhook-signature": "One signature by each valid secret, as Standard Webhooks describes them.",
}


def _webhooks() -> Schema:
    """The requests to webhooks: the body of each kind of message, and the expected answers."""
    headers = [
        {"name": name, "in": "header", "required": True, "description": text, "schema": {"type": "string"}}
        for name, text in WEBHOOK_HEADERS.items()
    ]
    return {
        name: {
            "post": {
                "operationId": f"webhook_{name}",
                "summary": inspect.getdoc(message),
                "description": inspect.getdoc(message),
                "tags": ["webhooks"],  # No operation has this tag: generators would put both into one file.
                "security": [],
                "parameters": headers,
                "requestBody": {"required": True, "content": {"application/json": {"schema": _ref(message.__name__)}}},
                "responses": {
                    "200": {"description": "Delivered. A challenge must be answered with this status and its value."},
                    "410": {"description": "The receiver is gone: the webhook is disabled."},
                    "default": {"description": "Any other 2xx: delivered. Else: it is tried again later."},
                },
            }
        }
        for name, message in WEBHOOK_MESSAGES.items()
    }


def _union(description: str, options: list[Schema]) -> Schema:
    return {"description": description, "anyOf": options} if options else {"description": description}


def _in_order_of_fit(unions: list[str], components: Schema) -> list[Schema]:
    """All messages of the rulesets' unions, those with the most required fields first.

    Rulesets share words such as `target`, and messages do not name their ruleset. Generated clients use the first
    schema whose required fields are present, and drop other fields. They cannot read a union of unions.
    """
    refs = [ref for union in unions for ref in components[union].get("anyOf", [_ref(union)])]
    return sorted(refs, key=lambda ref: -len(components[ref["$ref"].rpartition("/")[2]]["required"]))


def _object(description: str, properties: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": [name for name in properties if name not in optional],
    }


SEQ = {"description": "Number of the event, from 0.", "type": "integer", "minimum": 0}
SEAT = {"description": "Number of a seat, from 0.", "type": "integer", "minimum": 0}


def _hash(description: str) -> Schema:
    return {"description": description, "type": "string", "pattern": "^[0-9a-f]{64}$"}


def _view(slug: str, prefix: str) -> Schema:
    return _object(
        f"{slug} as one viewer sees it after event `version`.",
        {
            "ruleset": {"enum": [slug]},
            "options": _ref(f"{prefix}Options"),
            "version": SEQ,
            "turn": {"type": "integer"},
            "prompts": {"type": "array", "items": _ref(f"{prefix}Prompt")},
            "outcome": {"anyOf": [_ref("Outcome"), {"type": "null"}]},
            "game": _ref(f"{prefix}Game"),
        },
    )


def _events() -> dict[str, Schema]:
    """Components of events. They allow for fields that are left out because the viewer may not read them."""
    started = {
        "match": {"type": "string", "format": "uuid"},
        "ruleset": {"type": "string"},
        "ruleset_version": {"type": "integer"},
        "options": {"type": "object", "additionalProperties": True},
        "seats": {
            "type": "array",
            "items": _object(
                "A seat at the start. Until the match is disclosed, only its player sees `deck`.",
                {
                    "player": {"type": "string"},
                    "team": {"type": "integer"},
                    "entropy": {"type": "string"},
                    "deck": {"type": "object", "additionalProperties": True},
                },
                optional=("team", "deck"),
            ),
        },
        "clock": {
            "anyOf": [
                *({"$ref": REF.format(name=n)} for n in ("PerDecision", "Fischer", "Correspondence")),
                {"type": "null"},
            ]
        },
        "card_set": _object(
            "The revision of the cards.",
            {"revision": {"type": "integer"}, "digest": _hash("SHA-256 of their canonical JSON.")},
        ),
        "seed_commitment": _hash("SHA-256 of the server's seed, published before the start."),
        "continues": _object(
            "Only in practice matches: the event of another match that this one continues from.",
            {"match": {"type": "string"}, "seq": {"type": "integer"}, "hash": _hash("Hash of that event.")},
        ),
    }
    kinds = {
        "MatchStartedEvent": _event("match_started", "How a match began.", started, optional=("continues",)),
        "ActionTakenEvent": _event(
            "action_taken", "A seat's action and its effects.", {"seat": SEAT, "action": _ref("LoggedAction")}
        ),
    }
    for type_, name, text in (
        ("seat_resigned", "SeatResignedEvent", "A seat resigned."),
        ("clock_expired", "ClockExpiredEvent", "A clock ran out. If several ran out at once, `note` names the seats."),
        ("draw_agreed", "DrawAgreedEvent", "All seats agreed to a draw."),
        ("match_aborted", "MatchAbortedEvent", "The match ended without a winner."),
    ):
        seat = {"anyOf": [SEAT, {"type": "null"}]}
        kinds[name] = _event(type_, text, {"seat": seat, "note": {"type": "string"}})
    mapping = {schema["properties"]["type"]["enum"][0]: REF.format(name=name) for name, schema in kinds.items()}
    event = {
        "description": "One event of a match's log.",
        "anyOf": [_ref(name) for name in kinds],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }
    return {**kinds, "Event": event}


def _event(type_: str, description: str, own: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    rest = {
        "effects": {"type": "array", "items": _ref("Effect")},
        "state_hash": _hash("SHA-256 of the position after the event."),
        "salt": {
            "description": "Random bytes, so that hidden content can't be guessed from the hashes.",
            "type": "string",
            "pattern": "^[0-9a-f]{32}$",
        },
        "at": {"description": "Time by the database's clock.", "type": "string", "format": "date-time"},
        "prev_hash": _hash("`hash` of the event before; 64 zeros for the first."),
        "hash": _hash("SHA-256 of this event together with `prev_hash`."),
    }
    head = {"seq": SEQ, "type": {"enum": [type_]}}
    return _object(description, {**head, **own, **rest}, optional=("state_hash", "salt", *optional))
