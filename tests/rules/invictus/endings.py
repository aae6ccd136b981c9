"""For every way to end, a setup and the seed of a random game (`laws.random_game`) that ends so."""

ENDINGS: dict[str, tuple[str, int]] = {
    "banishment": ("kingdom-egypt", 0),
    "founding": ("short-match", 0),
    "ruin": ("multinational", 26),
    "armistice": ("alliance-home", 1),
}
