"""Excludes everything loaded at the start from garbage collection.

A full collection visits every object: 190,000 once everything is loaded. Each time it stops all threads for about a
tenth of a second, and delays every move and stream.
"""

import gc

from django.urls import get_resolver

from rules.registry import shipped_ruleset, slugs


def spare_loaded() -> None:
    """Load what the first requests would load, and exclude all current objects from later collections."""
    _ = get_resolver().url_patterns
    for slug in slugs():
        shipped_ruleset(slug)
    gc.collect()
    gc.freeze()
