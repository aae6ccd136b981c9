"""The top-level packages of the service, found by looking."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = tuple(sorted(found.parent.name for found in ROOT.glob("*/__init__.py") if found.parent.name != "tests"))
APPS = tuple(room for room in ROOMS if room != "clients")
"""The chain of imports; what we publish for clients stands beside it."""
GAMES = tuple(found.parent for found in ROOT.glob("rules/*/__init__.py") if found.parent.name != "engine")
