"""For each reason a setup and the seed of a random game that ends with it."""

ENDINGS: dict[str, tuple[str, int]] = {
    "kill_goal": ("duel-short", 55),
    "commander_goal": ("duel-short", 3),
    "mutual_destruction": ("duel-short", 4),
    "stalemate": ("duel-long", 4),
}
