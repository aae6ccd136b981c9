"""GET features: what this installation offers, so that a client need not find out by trying."""

from typing import Annotated

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from msgspec import Meta, Struct

from cards.sets.selectors import newest_rules
from common.http.answering import ApiView, answer_kept
from common.http.deprecation import DEPRECATIONS
from common.http.description import operation
from replay.limits import MOST_IMPORT_BYTES
from rules.registry import slugs

MOST_SECONDS = 30
"""How long a request may wait (`wait`)."""


class RulesetFeatures(Struct, frozen=True):
    """A game that can be played here. `rated` names the option sets in which matches can be rated."""

    slug: str
    version: Annotated[int, Meta(description="Newest version of the rules.")]
    rated: Annotated[list[str], Meta(description="Names of the ruleset's `option_sets`.")]


class Waiting(Struct, frozen=True):
    """Open streams, or requests that wait. A service with several processes may allow more."""

    of_one_account: Annotated[int, Meta(description="The most at once for one account.")]
    of_one_address: Annotated[int, Meta(description="The most at once for one network address, signed in or not.")]
    seconds: Annotated[int, Meta(description="The most seconds that one lasts.")]


class Limits(Struct, frozen=True):
    """The most that an account can have at once, and the most bytes of a body."""

    matches: Annotated[int, Meta(description="Matches that are not over, lobbies included.")]
    lobbies: int
    body_bytes: Annotated[int, Meta(description="The body of a request.")]
    import_bytes: Annotated[int, Meta(description="A match to import.")]


class RatePolicy(Struct, frozen=True):
    """At most `requests` in `seconds`, as in the header `RateLimit-Policy`."""

    requests: int
    seconds: int


class DeprecatedPart(Struct, frozen=True):
    """An operation that will be removed on the day `sunset`, or a part of it."""

    operation: Annotated[str, Meta(description="Its `operationId`.")]
    field: Annotated[str | None, Meta(description="Parameter or property; null for the whole operation.")]
    announced: Annotated[str, Meta(description="Day, as YYYY-MM-DD.")]
    sunset: Annotated[str, Meta(description="Day, as YYYY-MM-DD.")]
    instead: Annotated[str, Meta(description="The replacement, in a sentence.")]


class Features(Struct, frozen=True):
    """What this installation offers. It changes only when an operator changes a setting or upgrades the service."""

    version: Annotated[str, Meta(description="Version of the API and of the client packages.")]
    changelog: Annotated[str, Meta(description="Path of the changelog, in Markdown.")]
    deprecated: Annotated[list[DeprecatedPart], Meta(description="What will be removed.")]
    rulesets: list[RulesetFeatures]
    languages: Annotated[list[str], Meta(description="Languages of pages, mails and refusals.")]
    mail: Annotated[bool, Meta(description="Whether it sends mails, for example to reset a password.")]
    guests: Annotated[bool, Meta(description="Whether visitors can play on the pages without an account.")]
    browser_origins: Annotated[
        list[str], Meta(description="Origins whose pages may use the API (CORS); `*` means all.")
    ]
    streams: Waiting
    waits: Waiting
    limits: Limits
    rates: Annotated[dict[str, RatePolicy], Meta(description="Rate limits by policy.")]


class FeaturesView(ApiView):
    @operation(
        "read_features",
        "Read what this installation offers",
        "Versions, what the operator has switched on, limits, and where the changelog is.",
        tag="service",
        scope="read",
        answers={200: Features},
        kept=True,
    )
    def get(self, request: HttpRequest) -> HttpResponse:
        return answer_kept(request, features(), by="public")


def features() -> Features:
    return Features(
        version=settings.SPECTACULAR_SETTINGS["VERSION"],
        changelog=reverse("changelog"),
        deprecated=[
            DeprecatedPart(
                going.operation,
                going.field or None,
                going.announced.isoformat(),
                going.sunset.isoformat(),
                going.instead,
            )
            for going in DEPRECATIONS
        ],
        rulesets=[_ruleset(slug) for slug in slugs()],
        languages=[code for code, _ in settings.LANGUAGES],
        mail=settings.SENDS_MAIL,
        guests=settings.THROTTLES["guests"][0] > 0,
        browser_origins=settings.API_ORIGINS,
        streams=Waiting(settings.STREAMS_OF_ONE_ACCOUNT, settings.STREAMS_OF_ONE_ADDRESS, int(settings.STREAM_SECONDS)),
        waits=Waiting(settings.WAITERS_OF_ONE_ACCOUNT, settings.WAITERS_OF_ONE_ADDRESS, MOST_SECONDS),
        limits=Limits(
            settings.MOST_MATCHES, settings.MOST_LOBBIES, settings.DATA_UPLOAD_MAX_MEMORY_SIZE, MOST_IMPORT_BYTES
        ),
        rates={name: RatePolicy(*policy) for name, policy in settings.THROTTLES.items()},
    )


def _ruleset(slug: str) -> RulesetFeatures:
    rules = newest_rules(slug)
    return RulesetFeatures(slug, rules.version, list(rules.option_sets))


urlpatterns = [path("features", FeaturesView.as_view(), name="api-features")]
