"""What families of operations on a match refuse; an operation adds what is its own."""

FROM_A_SEAT = {401: "not_signed_in", 403: "not_your_seat", 404: "not_found"}
"""What one does as the player of a seat."""
THROUGH_EYES = {
    403: "not_your_seat not_allowed",
    404: "not_found",
    409: "match_not_started match_not_over not_disclosed",
}
"""Looking at what has begun, through a seat's eyes, the public's or the audit's."""
