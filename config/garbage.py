"""What a process has loaded is not looked through for garbage again.

A full collection looks at every object: 190,000 of them once everything is loaded, which stops all threads for about a
tenth of a second, again and again, and who moves or waits for news at that moment waits as long.
"""

import gc

from django.urls import get_resolver

from rules.registry import shipped_ruleset, slugs


def spare_loaded() -> None:
    """Load what the first requests would, and leave all that there is now out of later collections."""
    _ = get_resolver().url_patterns
    for slug in slugs():
        shipped_ruleset(slug)
    gc.collect()
    gc.freeze()
