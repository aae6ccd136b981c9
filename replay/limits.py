"""Limits of files, proofs and audits of matches.

`manage.py limits` writes docs/limits.md from the texts below: first what is bounded, then why.
"""

from datetime import timedelta

MOST_MATCHES_VERIFIED = 500
"""Matches that one action of the admin verifies. The request waits for all of them."""
MOST_PROOF_HASHES = 64
"""Hashes in the proof that a match is in a daily root. A tree of 2^64 matches needs as many."""
MOST_ROOT_NUMBER = 10_000_000
"""The number of a daily root. Numbers count days, so this is 27,000 years."""
MOST_SEATS = 8
"""Seats of a match in a file. No game has more."""
MOST_EVENT_NOTE = 400
"""Characters of the note of an event in a file. The service accepts no longer reasons."""
MOST_IMPORT_BYTES = 4 * 2**20
"""A match to import. The whole body is read before it is checked."""
MOST_IMPORT_EVENTS = 4_000
"""Events of a match to import. That is ten times the longest match played here."""
MOST_AHEAD = timedelta(days=1)
"""How far the time of an imported event may be ahead of our clock. Other machines' clocks differ."""
MOST_DIFFERENCES = 20
"""Differences of a season that a report names. The rest are counted."""
MOST_FINDINGS = 100
"""Findings stored with the verdict on a match. A damaged log can have one for every event, and the first tell where it
begins.
"""
