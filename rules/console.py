"""The rules console: play any ruleset without a server, a database or settings."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.engine import (
    BadScript,
    NotAsked,
    RulesError,
    ScriptedChance,
    SeededChance,
    Table,
    Viewer,
    act,
    legal_actions,
    match_key,
    prompts,
    seats_to_act,
    view,
)
from rules.registry import UnknownRuleset, bound_ruleset, shipped_ruleset, shipped_set

_WANTS = ("prompts", "legal_actions", "outcome", "view:0", "view:public", "view:audit")


class _Refused(Exception):
    """An error answer; nothing has changed."""

    def __init__(self, code: str, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.answer = {"error": {"code": code, "detail": detail, **more}}


class Console:
    """Plays one match at a time; `new` discards the previous one."""

    def __init__(self) -> None:
        self.table: Table[Any, Any] | None = None
        self.past: list[Table[Any, Any]] = []  # the table before each act that is still in effect

    def answer(self, line: bytes) -> bytes:
        """Answer one request line with one answer line."""
        try:
            return msgspec.json.encode(self._answer(self._read(line)))
        except _Refused as refused:
            return msgspec.json.encode(refused.answer)
        except RulesError as error:
            return msgspec.json.encode({"error": {"code": error.code, "detail": error.texts["en"]}})

    def _read(self, line: bytes) -> dict[str, Any]:
        try:
            request = msgspec.json.decode(line)
        except msgspec.DecodeError as error:
            raise _Refused("bad_request", f"the line is not JSON: {error}") from error
        if not isinstance(request, dict):
            raise _Refused("bad_request", "the line is not a JSON object")
        return request

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        wants = self._wants(request.get("want", []))
        match request.get("op"):
            case "new":
                answer = self._new(request, wants)
            case "act":
                answer = self._act(request, wants)
            case "show":
                answer = self._show(self._playing(), wants)
            case "undo":
                answer = self._undo(wants)
            case other:
                raise _Refused("bad_request", f"`op` is {other!r}; it must be new, act, show or undo")
        return answer

    def _new(self, request: dict[str, Any], wants: list[str]) -> dict[str, Any]:
        slug, options, decks = request.get("ruleset"), request.get("options", {}), request.get("decks", [])
        if not isinstance(slug, str):
            raise _Refused("bad_request", "`ruleset` must be a string")
        if not isinstance(options, dict) or not isinstance(decks, list):
            raise _Refused("bad_request", "`options` must be an object and `decks` a list")
        if not all(isinstance(deck, dict) and isinstance(deck.get("cards"), dict) for deck in decks):
            raise _Refused("bad_request", 'every deck must be an object {"cards": {slug: copies}}')
        try:
            rules = shipped_ruleset(slug)
            if (card_set := request.get("card_set")) is not None:
                if not isinstance(card_set, dict):
                    raise _Refused("bad_request", "`card_set` must be an object")
                rules = bound_ruleset(slug, None, {**shipped_set(slug), **card_set})
        except UnknownRuleset as error:
            raise _Refused("unknown_ruleset", str(error)) from error
        except (KeyError, TypeError, ValueError) as error:
            raise _Refused("bad_card_set", f"the card set cannot be read: {error!r}") from error
        if problems := rules.check_setup(options, decks):
            raise _Refused("bad_setup", "the match cannot be started", problems=problems)

        chance = self._chance(request)
        table = rules.start(options, decks, chance)
        if isinstance(chance, ScriptedChance):
            chance.finish()
        answer = self._show(table, wants, effects=table.effects, version=0)
        self.table, self.past = table, []
        return answer

    def _chance(self, request: Mapping[str, Any]) -> SeededChance | ScriptedChance:
        if "script" in request:
            return _script(request)
        seed = request.get("seed")
        if not isinstance(seed, str) or len(seed) != 64:
            raise _Refused("bad_request", "`seed` must be 64 hex digits, unless there is a `script`")
        try:
            return SeededChance(match_key(bytes.fromhex(seed), [""] * len(request.get("decks", []))))
        except ValueError as error:
            raise _Refused("bad_request", "`seed` must be 64 hex digits") from error

    def _act(self, request: dict[str, Any], wants: list[str]) -> dict[str, Any]:
        before = self._playing()
        seat = request.get("seat")
        if type(seat) is not int:
            raise _Refused("bad_request", "`seat` must be an integer")
        if before.outcome is not None:
            raise _Refused("match_over", "the match is over")
        if seat not in seats_to_act(before):
            raise NotAsked("others_asked", seat=seat, asked=list(seats_to_act(before)))
        action = before.rules.decode_action(msgspec.json.encode(request.get("action")))

        # The act runs on a copy, which is stored if it succeeds.
        stream = before.chance.copy() if isinstance(before.chance, SeededChance) else ScriptedChance([])
        script = _script(request) if "script" in request else None
        table = before.clone(stream if script is None else script)
        effects = act(table, seat, action)
        if script is not None:
            script.finish()
            table.chance = stream
        answer = self._show(table, wants, effects=effects, version=len(self.past) + 1)
        self.past.append(before)
        self.table = table
        return answer

    def _undo(self, wants: list[str]) -> dict[str, Any]:
        self._playing()
        if not self.past:
            raise _Refused("nothing_to_undo", "no act is in force")
        answer = self._show(self.past[-1], wants, version=len(self.past) - 1)
        self.table = self.past.pop()
        return answer

    def _playing(self) -> Table[Any, Any]:
        if self.table is None:
            raise _Refused("no_match", "start one with `new`")
        return self.table

    def _wants(self, wants: Any) -> list[str]:
        if not isinstance(wants, list) or not all(isinstance(want, str) for want in wants):
            raise _Refused("bad_request", "`want` must be a list of strings")
        for want in wants:
            if want not in _WANTS and not (want.startswith("view:") and want[5:].isascii() and want[5:].isdigit()):
                raise _Refused("bad_request", f"`want` has {want!r}; it may have {', '.join(_WANTS)} and other seats")
        return wants

    def _show(
        self, table: Table[Any, Any], wants: list[str], version: int | None = None, **answer: Any
    ) -> dict[str, Any]:
        version = len(self.past) if version is None else version
        for want in wants:
            if want == "prompts":
                answer["prompts"] = prompts(table)
            elif want == "legal_actions":
                answer["legal_actions"] = {str(seat): legal_actions(table, seat) for seat in seats_to_act(table)}
            elif want == "outcome":
                answer["outcome"] = table.outcome
            else:
                viewer = _viewer(table, want.removeprefix("view:"))
                answer.setdefault("views", {})[str(viewer)] = view(table, viewer, version)
        return answer


def _viewer(table: Table[Any, Any], name: str) -> Viewer:
    if name == "public":
        return "public"
    if name == "audit":
        return "audit"
    if (seat := int(name)) >= table.rules.seats(table.options):
        raise _Refused("bad_request", f"there is no seat {seat}")
    return seat


def _script(request: Mapping[str, Any]) -> ScriptedChance:
    if not isinstance(request["script"], list):
        raise BadScript("script_no_list")
    return ScriptedChance(request["script"])
