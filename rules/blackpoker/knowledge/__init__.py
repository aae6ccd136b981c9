"""What a seat knows: what it has learnt, the worlds that fit it, and what it cannot tell apart."""
