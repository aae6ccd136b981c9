"""For each reason a setup and the seed of a random game that ends with it."""

ENDINGS: dict[str, tuple[str, int]] = {
    "breakthrough": ("full", 0),
    "envelopment": ("full", 1),
    "deadlock": ("full", 13),
    "points": ("three-rounds", 0),
}
