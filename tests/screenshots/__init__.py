"""Pictures of every page, in both languages, light and dark, wide and narrow: `python -m tests.screenshots`."""
