"""The three ways in which the rules refuse an action, and one error of chance."""

from typing import Any

from rules.engine.messages import Names, fill
from rules.engine.value_faults import ValueFault

RULES_ERRORS: dict[str, Names] = {
    "action_unreadable": {"ja": "{fault}", "en": "{fault}"},
    "action_unreadable_at": {"ja": "{pointer}：{fault}", "en": "{pointer}: {fault}"},
    "seat_not_asked": {"ja": "今は席{seat}の番ではありません。", "en": "It is not the turn of seat {seat}."},
    "others_asked": {
        "ja": "今は席{seat}の番ではありません。席{asked}の番です。",
        "en": "It is not the turn of seat {seat}, but of seat {asked}.",
    },
    "not_among_legal": {
        "ja": "その行動は、今選べる行動にありません。",
        "en": "The action is not one of the seat's legal actions.",
    },
    "bot_chose_illegal": {
        "ja": "席{seat}のボットが選んだ{action}は合法手ではありません。",
        "en": "The bot of seat {seat} chose {action}, which is not legal.",
    },
    "script_no_list": {"ja": "`script`はリストで書いてください。", "en": "`script` must be a list."},
    "script_number": {
        "ja": "抽選で求められたのは{low}から{high}までの数ですが、台本は{found}です。",
        "en": "Chance was asked for a number from {low} to {high}; the script has {found}.",
    },
    "script_order": {
        "ja": "抽選で求められたのは{cards}の順番ですが、台本は{found}です。",
        "en": "Chance was asked for an order of {cards}; the script has {found}.",
    },
    "script_empty": {"ja": "抽選の台本が尽きました。", "en": "The script of chance is used up."},
    "script_left": {"ja": "台本に結果が{count}個残っています。", "en": "{count} results of the script are left over."},
}
"""Reason -> its message."""


class RulesError(Exception):
    """The request can't be carried out; nothing has changed. `code` is stable, `reason` is the exact cause."""

    code = "rules_error"

    def __init__(self, reason: str, **params: Any) -> None:
        self.reason, self.params = reason, params
        super().__init__(self.texts["en"])

    @property
    def texts(self) -> Names:
        return fill(RULES_ERRORS[self.reason], self.params)


class MalformedAction(RulesError):
    """It can't be read as an action of this ruleset."""

    code = "malformed_action"

    def __init__(self, fault: ValueFault) -> None:
        self.fault = fault
        if fault.pointer:
            super().__init__("action_unreadable_at", pointer=fault.pointer, fault=fault.texts)
        else:
            super().__init__("action_unreadable", fault=fault.texts)


class NotAsked(RulesError):
    """The seat has no prompt now."""

    code = "not_asked"


class IllegalAction(RulesError):
    """Well formed, but not one of the seat's legal actions. `rule` is the number of the rule that forbids it."""

    code = "illegal_action"

    def __init__(self, reason: str, *, rule: str | None = None, **params: Any) -> None:
        self.rule = rule
        super().__init__(reason, **params)


class BadScript(RulesError):
    """Scripted chance ran out, doesn't fit the question, or has results left over."""

    code = "bad_script"
