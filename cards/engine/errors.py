"""The three ways an action can be refused by the rules, and one way chance can be."""


class RulesError(Exception):
    """What was asked cannot be done; nothing has changed. `code` is stable, `detail` is for people."""

    code = "rules_error"

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class MalformedAction(RulesError):
    """It cannot be read as an action of this ruleset at all."""

    code = "malformed_action"


class NotAsked(RulesError):
    """The seat has no prompt now."""

    code = "not_asked"


class IllegalAction(RulesError):
    """Well formed, but not in the seat's list of legal actions."""

    code = "illegal_action"


class BadScript(RulesError):
    """Scripted chance ran dry, does not fit the question, or has results left over."""

    code = "bad_script"
