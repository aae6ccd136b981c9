"""11. Card text as data: one closed vocabulary, one reader, one interpreter."""
