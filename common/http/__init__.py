"""Building blocks of the REST API: read requests, answer, limit rates, describe operations.

They are in the lowest app because every app's API uses them, and imports only run downwards. They know no resource.
"""
