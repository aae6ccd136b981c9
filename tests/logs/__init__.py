"""One export for each way in which a match of each ruleset can end, as it was when it was recorded."""
