"""What a viewer is shown of an event. Who may look through whose eyes is decided in `selectors/access.py`. Pure."""

from collections.abc import Mapping
from typing import Any

import msgspec

from matches.log.events import Event
from rules.engine import Action, Effect, Ruleset, Viewer, redact

_SEALED = ("state_hash", "salt")


def show_event(rules: Ruleset, event: Event, viewer: Viewer) -> dict[str, Any]:
    """The event with what the viewer may not read while the match lives left out; for audit, all of it.

    Who may read as audit when is not decided here (access.py).
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
    """The typed action (if it is one) and effects of an event's content."""
    effects = rules.decode_effects(msgspec.json.encode(content["effects"]))
    if "action" not in content:
        return None, effects
    return rules.decode_action(msgspec.json.encode(content["action"])), effects
