"""Limits of requests, searches and retries.

`manage.py limits` writes docs/limits.md from the texts below: first what is bounded, then why.
"""

MOST_KEY_CHARACTERS = 255
"""Characters of an `Idempotency-Key`. Keys are stored."""
MOST_FAULTS = 20
"""Faults reported for one body. Each costs about as much as reading the body."""
MOST_SEARCHED_BYTES = 50_000
"""A body in which the place of a faulty key is looked up. The search reads the body once per key."""
MOST_SEARCH_WORDS = 10
"""Words of a search in the admin. Further words are ignored, because each makes the query slower."""
MOST_VALUES_NAMED = 40
"""Accepted values that a refusal names. A longer sentence helps no one."""
MOST_FRUITLESS = 2
"""Times that workers may in turn take up an import, a trial or a deal without progress. After that it is set aside, so
it can't stop workers again and again.
"""
