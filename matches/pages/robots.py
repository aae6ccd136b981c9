"""What is in no list here is in none of a search engine's, wherever its address was put."""

from django.http import HttpRequest


def keep_from_robots(request: HttpRequest, *, is_listed: bool) -> None:
    """The answer to this request is for no search engine, unless it shows what everybody may find."""
    if not is_listed:
        request.is_unlisted = True  # type: ignore[attr-defined]  # The middleware Unlisted says so in a header.
