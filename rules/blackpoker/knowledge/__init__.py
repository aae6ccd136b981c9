"""What a seat knows: its memory, the worlds that fit it, and what the seat can't tell apart."""
