"""Matches for operators, who can read everything and change very little. The pages of the log are in replay/admin.

Django's admin finds the pages here. The permissions (tested in tests/replay/test_admin.py):

    view_match          the list, a match, its public log and view; everything once disclosed; verify, refold
    audit_live          also everything of a match that is not disclosed; needs a reason, is recorded
    abort_match         abort a match; needs a reason
    hide_match          hide matches from outsiders or show them again; needs a reason, is recorded
    change_botsetting   enable and disable bots, and queue a bot's turn again
"""

from matches.admin import audit_reads, bots, matches, moderation, uses

__all__ = ["audit_reads", "bots", "matches", "moderation", "uses"]
