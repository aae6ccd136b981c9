"""Limits of leagues.

`manage.py limits` writes docs/limits.md from the texts below: first what is bounded, then why.
"""

MOST_ENTRANTS = 64
"""Entrants of a league. Each meets every other one, so the number of matches grows with the square."""
MOST_DEALS = 100_000
"""Deals of a season. Each is two matches, which workers play."""
MOST_SEAT_DECKS = 60
"""Pairs of decks in the pool of a league. More would have too few deals each to compare them."""
MOST_FAULTS = 100
"""Faults of a manifest that a refusal names. A manifest of a megabyte could have tens of thousands."""
MOST_EXCERPTS = 20
"""Faults shown on the page of an entrant. The API has all."""
MOST_RUNNING = 20
"""Running leagues shown above the list of all. More would fill the page."""
MOST_RUNS = 20
"""Scheduled runs shown on the page of a league. More would fill the page."""
MOST_LIVE = 12
"""Live matches shown on the page of a season. More would fill the page."""
MOST_SEASONS = 20
"""The newest seasons of a game that are searched for the strength of the house bots. Older ones say less."""
MOST_COUNTED_MATCHES = 20_000
"""The newest matches of a league that its rates count. Each is read from the database."""
MOST_COURSE_PLACES = 400
"""Moments in the course of a season's points. Longer seasons have evenly spaced ones, always including the last."""
MOST_COMPARED_DEALS = 200
"""Deals of a comparison of two bot accounts. Each is two matches between programs of one owner."""
MOST_COMPARISONS_A_DAY = 3
"""Comparisons that an account may ask for in 24 hours. Their matches take room in lists and in the database."""
