"""The view of an event for each viewer. `selectors/access.py` decides who may have which view. Pure."""

from collections.abc import Mapping
from typing import Any

import msgspec

from matches.log.events import Event
from rules.engine import Action, Effect, Ruleset, Viewer, redact

_SEALED = ("state_hash", "salt")


def show_event(rules: Ruleset, event: Event, viewer: Viewer) -> dict[str, Any]:
    """The event without what the viewer may not see while the match is running; for audit, the whole event.

    access.py decides who may read for audit, and when.
    """
    content = event.content
    if viewer == "audit":
        return content
    for name in _SEALED:
        del content[name]
    action, effects = messages_of(rules, content)
    content["effects"] = msgspec.to_builtins([redact(effect, viewer, event.seat) for effect in effects])
    if action is not None:
        content["action"] = msgspec.to_builtins(redact(action, viewer, event.seat))
    for index, seat in enumerate(content.get("seats", ())):
        if index != viewer:
            del seat["deck"]
    return content


def messages_of(rules: Ruleset, content: Mapping[str, Any]) -> tuple[Action | None, list[Effect]]:
    """The typed action (if the event has one) and effects of an event's content."""
    effects = rules.decode_effects(msgspec.json.encode(content["effects"]))
    if "action" not in content:
        return None, effects
    return rules.decode_action(msgspec.json.encode(content["action"])), effects
