"""The rules of the games as pages: RULES.md of each ruleset, with an address for every rule."""
