"""The OpenAPI document: what drf-spectacular finds, and what every ruleset says, from the rules' own types."""

from collections import Counter
from itertools import permutations
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

from cards.engine import Outcome
from cards.http.description import REF
from cards.rulesets.json_schemas import components_of, json_schema_components, prefix_of
from cards.rulesets.registry import game_definition, slugs
from matches.clocks import Clock

Schema = dict[str, Any]


class BearerScheme(OpenApiAuthenticationExtension):
    target_class = "matches.players.auth.BearerToken"
    name = "bearer"
    priority = 1

    def get_security_definition(self, auto_schema: Any) -> Schema:
        return {"type": "http", "scheme": "bearer", "description": "`POST tokens` gives one."}


def _ref(name: str) -> Schema:
    return {"$ref": REF.format(name=name)}


def add_rulesets(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """drf-spectacular's hook: adds the components of all rulesets, and those that span them."""
    components = result["components"]["schemas"]
    prefixes = {}
    for slug in slugs():
        rules = game_definition(slug)
        prefixes[slug] = prefix_of(rules)
        components |= components_of(rules, REF)
        components[f"{prefixes[slug]}View"] = _view(slug, prefixes[slug])
    for name in ("Action", "LoggedAction", "Effect", "Prompt"):
        unions = _told_apart([f"{prefix}{name}" for prefix in prefixes.values()], components)
        components[name] = _union(f"{name} of any ruleset.", [_ref(union) for union in unions])
    components["View"] = _union("What one viewer may see.", [_ref(f"{prefix}View") for prefix in prefixes.values()])
    if prefixes:
        components["View"]["discriminator"] = {
            "propertyName": "ruleset",
            "mapping": {slug: REF.format(name=f"{prefix}View") for slug, prefix in prefixes.items()},
        }
    components |= _events()
    _, shared = json_schema_components((Outcome, Clock), ref_template=REF)
    components |= shared
    result["components"]["schemas"] = dict(sorted(components.items()))
    return _plain(result)  # type: ignore[no-any-return]


def _union(description: str, options: list[Schema]) -> Schema:
    return {"description": description, "anyOf": options} if options else {"description": description}


def _told_apart(unions: list[str], components: Schema) -> list[str]:
    """The rulesets' unions in the order in which the first message that fits is most often the right one.

    Rulesets share words such as `target`, and no field of a message names its ruleset. Many generated clients take the
    first schema whose required fields are there, and lose the others' fields.
    """
    rivals: dict[Any, list[tuple[str, Schema]]] = {}
    for union in unions:
        for message in _messages(union, components):
            rivals.setdefault(_tag(message), []).append((union, message))
    taken: Counter[tuple[str, str]] = Counter()
    for same_tag in rivals.values():
        for (union, one), (other_union, other) in permutations(same_tag, 2):
            taken[union, other_union] += _takes(one, other)
    ordered: list[str] = []
    while left := [union for union in unions if union not in ordered]:
        ordered.append(min(left, key=lambda union: sum(taken[union, other] for other in left if other != union)))
    return ordered


def _messages(union: str, components: Schema) -> list[Schema]:
    """The schemas of a union; of one class it is the schema itself."""
    options = components[union].get("anyOf", [_ref(union)])
    return [components[option["$ref"].rpartition("/")[2]] for option in options]


def _tag(message: Schema) -> str:
    """The word by which a message says what it is."""
    return repr([message["properties"].get(tag) for tag in ("type", "kind")])


def _takes(one: Schema, other: Schema) -> bool:
    """Would who goes by tag and required fields alone take a message for another of its tag, and lose something?"""
    ours, theirs = one["properties"], other["properties"]
    return theirs.keys() >= set(one["required"]) and not theirs.keys() <= ours.keys()


def _plain(schema: Any) -> Any:
    """The same said in the words that generators of clients know: they stumble over `items: false`, over enumerations
    without a type or of two types, and make a second class of a reference with a type beside it."""
    if isinstance(schema, list):
        return [_plain(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: _plain(value) for key, value in schema.items()}
    if plain.get("items") is False and plain.get("maxItems") == len(plain["prefixItems"]):
        del plain["items"]
    if "$ref" in plain:
        plain.pop("type", None)
    if isinstance(plain.get("enum"), list) and "type" not in plain:
        return _typed(plain)
    return plain


_TYPES = {bool: "boolean", int: "integer", str: "string"}


def _typed(enum: Schema) -> Schema:
    by_type: dict[str, list[Any]] = {}
    for value in enum["enum"]:
        by_type.setdefault(_TYPES[type(value)], []).append(value)
    options = [{"type": type_, "enum": values} for type_, values in by_type.items()]
    return {**enum, **options[0]} if len(options) == 1 else {"anyOf": options}


def _object(description: str, properties: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": [name for name in properties if name not in optional],
    }


SEQ = {"type": "integer", "minimum": 0}
SEAT = {"type": "integer", "minimum": 0}
HEX = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


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
    """Events as the log has them; what the viewer may not read is left out while the match lives."""
    started = {
        "match": {"type": "string", "format": "uuid"},
        "ruleset": {"type": "string"},
        "ruleset_version": {"type": "integer"},
        "options": {"type": "object", "additionalProperties": True},
        "seats": {
            "type": "array",
            "items": _object(
                "A seat at the start. `deck` is its own seat's alone until the match is over.",
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
        "card_set": _object("The revision of the cards.", {"revision": {"type": "integer"}, "digest": HEX}),
        "seed_commitment": HEX,
    }
    kinds = {
        "MatchStartedEvent": _event("match_started", "How a match began.", started),
        "ActionTakenEvent": _event(
            "action_taken", "A seat's action and what it brought about.", {"seat": SEAT, "action": _ref("LoggedAction")}
        ),
    }
    for type_, name, text in (
        ("seat_resigned", "SeatResignedEvent", "A seat gave up."),
        ("clock_expired", "ClockExpiredEvent", "A clock ran out; two at the same moment are named in `note`."),
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


def _event(type_: str, description: str, own: dict[str, Schema]) -> Schema:
    rest = {
        "effects": {"type": "array", "items": _ref("Effect")},
        "state_hash": HEX,
        "salt": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
        "at": {"type": "string", "format": "date-time"},
        "prev_hash": HEX,
        "hash": HEX,
    }
    head = {"seq": SEQ, "type": {"enum": [type_]}}
    return _object(description, {**head, **own, **rest}, optional=("state_hash", "salt"))
