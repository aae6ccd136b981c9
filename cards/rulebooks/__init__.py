"""The rules of the games as pages: each ruleset's RULES.md, with an address for every rule."""
