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
MOST_POSITION_BYTES = 2**20
"""The position of an imported card test. The tests of a draft decode all of them whenever they run."""
MOST_EFFECTS = 10_000
"""Effects of the move of an imported card test. The rules cut loops long before."""
MOST_COMPARED_FIGURES = 1_000
"""Figures that an imported card test compares. An author can choose 40 at a time."""
MOST_WAITING_REVIEWS = 10
"""Reviews of drafts that wait for a publisher, per author. More would bury those of others."""
MOST_REMARK_LETTERS = 2_000
"""Letters of an author's remark, and of a publisher's answer. Longer texts belong into the notes of the cards."""
