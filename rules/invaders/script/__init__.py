"""11. Card text as data: a closed vocabulary, a reader and an interpreter."""
