"""Limits of accounts.

`manage.py limits` writes docs/limits.md from the texts below: first what is bounded, then why.
"""

MOST_KNOWN_CLIENTS = 20
"""Addresses and browsers remembered per player. The least recently used are forgotten first."""
MOST_APPS = 10
"""Apps registered per owner. They are made by hand, so more are a mistake or abuse."""
MOST_REDIRECTS = 10
"""Redirect addresses per app. Every one is compared when a player signs in."""
MOST_GRANTS = 100
"""Grants of apps per player. One more ends the oldest."""
MOST_TOKENS = 100
"""Personal access tokens per player. Tokens from signing in are counted too, but never refused."""
MOST_TOKEN_DAYS = 365
"""Days until a personal access token expires. A forgotten token should not stay valid for years."""
