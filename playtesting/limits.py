"""Limits of drafts and playtests.

`manage.py limits` writes docs/limits.md from the texts below: first what is bounded, then why.
"""

MOST_DECKS_CHECKED = 500
"""Stored decks checked against a draft, the newest first. More would take too long for a page."""
MOST_TESTS = 50
"""Card tests per draft. Publishing the draft runs them all."""
MOST_FIGURES = 40
"""Figures of a position that a card test can compare. More would fill the form."""
MOST_EVENTS_SEARCHED = 60
"""Events since the player's last action that are searched for what happened. Longer answers are loops, which the rules
cut.
"""
MOST_TRIALS = 10
"""Trials stored per draft. The oldest are deleted."""
