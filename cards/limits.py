"""Limits of cards and their editor.

`manage.py limits` writes docs/limits.md from the texts below: first what is bounded, then why.
"""

MOST_LIKE_CARDS = 5
"""Similar cards shown beside a card being made. More would fill the page."""
MOST_CHECKED_VALUES = 40_000
"""Values checked for one page of the card builder, over all checks. That is about eight hundred shipped cards. After
that, everything that the types allow is offered, and faults are shown later.
"""
MOST_LIST_ENTRIES = 24
"""Entries of a list in the card builder. A page of more would be slow to build."""
MOST_DIGITS = 40
"""Digits of an integer that is read in a card's JSON. Integers up to this length that are too large are reported with
their places.
"""
