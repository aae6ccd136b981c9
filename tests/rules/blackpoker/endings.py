"""For each reason a setup and the seed of a random game (`laws.random_game`) that ends with it."""

ENDINGS: dict[str, tuple[str, int]] = {
    "deck_out": ("std-full", 0),
    "double_deck_out": ("lite-regular-small", 917),
}
