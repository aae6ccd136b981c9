"""Matches for operators: everything to read, next to nothing to change. The log is looked at in replay/admin.

Django's admin finds the pages here. Who may do what (tests/replay/test_admin.py holds it):
  view_match          the list, a match, its public log and view; everything once it is disclosed; verify, refold
  audit_live          besides, everything of a match that is not disclosed, with a reason, on record
  abort_match         abort, with a reason
  hide_match          hide matches from everybody who has no part in them, or show them again, with a reason, on record
  change_botsetting   enable and disable bots, and give a forgotten bot its turn again
"""

from matches.admin import audit_reads, bots, matches, moderation, uses

__all__ = ["audit_reads", "bots", "matches", "moderation", "uses"]
