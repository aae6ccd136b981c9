"""A house bot that follows its match by the API: what `SeatedBot` reads from the table, it reads from JSON.

Events, view and legal actions are those that the API shows to its seat, so it decides as it would locally.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast, get_args

import msgspec
from msgspec import UNSET, Struct, structs

from matches.bots.roster import HouseBot
from matches.bots.seated import SeatedBot
from rules.engine import Action, Deck, Effect, Outcome, Ruleset, Seat, SeenEvent, View, private_fields

Json = Mapping[str, Any]


class RemoteSeat:
    """One house bot on one seat of one remote match."""

    def __init__(self, bot: HouseBot, rules: Ruleset, options: Any, seat: Seat, deck: Deck, seed: int) -> None:
        """`options` as the rules have read them; `seed` is for the bot's own chance."""
        self.version = -1
        """The seq of the last event it was shown."""
        self.seated = SeatedBot(bot, rules, options, seat, deck, seed)
        self._rules = rules
        self._effects = _classes(rules.definition.effect_types)
        self._actions = _classes(rules.definition.action_types)

    def see(self, event: Json) -> None:
        """Remember an event as the API shows it to the seat. An event already seen changes nothing."""
        if event["seq"] <= self.version:
            return
        action = cast(Action, _parsed(self._actions, event["action"])) if "action" in event else None
        effects = tuple(cast(Effect, _parsed(self._effects, effect)) for effect in event["effects"])
        self.seated.remember(SeenEvent(event.get("seat"), action, effects))
        self.version = event["seq"]

    def choose(self, view: Json, legal_actions: Sequence[Json]) -> Json:
        """Choose one of the legal actions and return it as it was sent. `view` and actions must be of the last version
        shown.
        """
        choices = [self._rules.decode_action(msgspec.json.encode(action)) for action in legal_actions]
        return legal_actions[choices.index(self.seated.decide(view["version"], choices, lambda: self._view(view)))]

    def _view(self, view: Json) -> View:
        definition = self._rules.definition

        def read(value: Any, type_: Any) -> Any:
            return msgspec.json.decode(msgspec.json.encode(value), type=type_)

        return View(
            ruleset=view["ruleset"],
            options=read(view["options"], definition.options_type),
            version=view["version"],
            turn=view["turn"],
            prompts=read(view["prompts"], list.__class_getitem__(definition.prompt_types)),
            outcome=read(view["outcome"], Outcome | None),
            game=read(view["game"], definition.game_type),
        )


def _classes(types: Any) -> dict[str, type[Struct]]:
    """The classes of a union of messages, or the one class, by their tags."""
    return {cast(str, cls.__struct_config__.tag): cls for cls in get_args(types) or (types,)}


def _parsed(classes: Mapping[str, type[Struct]], message: Json) -> Struct:
    """A message as `redact` leaves it: fields hidden from the seat are missing in the JSON, and UNSET here."""
    cls = classes[message["type"]]
    values: dict[str, Any] = {name: UNSET for name, _ in private_fields(cls)}
    for field in structs.fields(cls):
        if field.encode_name in message:
            raw = msgspec.json.encode(message[field.encode_name])
            values[field.name] = msgspec.json.decode(raw, type=field.type)
        elif field.name in values and not field.required:
            del values[field.name]
    return cls(**values)
