"""The header fields by which an open page knows how far the match has come that it was sent."""

VERSION_FIELD, STATUS_FIELD = "Match-Version", "Match-Status"
