"""Limits of leagues.

`manage.py limits` writes docs/limits.md from the texts below: first what is bounded, then why.
"""

from leagues import manifest
from leagues.pages import entrants, views
from leagues.selectors import bot_strength
from leagues.services import resolving

MOST_ENTRANTS = manifest.MOST_ENTRANTS
"""Entrants of a league. Each meets every other one, so the number of matches grows with the square."""
MOST_DEALS = resolving.MOST_DEALS
"""Deals of a season. Each is two matches, which workers play."""
MOST_SEAT_DECKS = resolving.MOST_SEAT_DECKS
"""Pairs of decks in the pool of a league. More would have too few deals each to compare them."""
MOST_FAULTS = resolving.MOST_FAULTS
"""Faults of a manifest that a refusal names. A manifest of a megabyte could have tens of thousands."""
MOST_EXCERPTS = entrants.MOST_EXCERPTS
"""Faults shown on the page of an entrant. The API has all."""
MOST_RUNNING = views.MOST_RUNNING
"""Running leagues shown above the list of all. More would fill the page."""
MOST_RUNS = views.MOST_RUNS
"""Scheduled runs shown on the page of a league. More would fill the page."""
MOST_LIVE = views.MOST_LIVE
"""Live matches shown on the page of a season. More would fill the page."""
MOST_SEASONS = bot_strength.MOST_SEASONS
"""The newest seasons of a game that are searched for the strength of the house bots. Older ones say less."""
