"""Lists all pages, with the viewer of each and the objects that it needs."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib.auth.tokens import default_token_generator
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from decks.models import Deck
from players.addresses import send_confirmation
from rules.registry import slugs
from tests.screenshots.world import CROWDED, END, STAGES, World
from tests.staff_pages import is_page

PUBLIC, ACCOUNT, BOARDS, LEAGUES, ADMIN = PARTS = ("public", "account", "boards", "leagues", "admin")
NOT_PAGES = {
    "a part of a page": {
        "lobby-seats", "match-card", "pairing-state", "play-table", "replay-table", "waiting", "watch-live",
        "watch-table", "watch-version", "league-plot",
    },
    "takes a form and leads to a page": {
        "account-league-mail", "account-remove-app", "account-revoke-app", "account-revoke-token", "account-sign-out",
        "account-review-mail",
        "account-sign-out-everywhere",
        "account-turn-mail", "account-webhook-delete", "account-webhook-redeliver", "account-webhook-test", "block",
        "comparison-stop",
        "challenge-accept", "challenge-decline", "challenge-withdraw", "deck-copy", "deck-restore", "lobby-close",
        "lobby-invite", "lobby-join", "lobby-leave", "note-write", "pairing-withdraw", "play-again", "play-back",
        "play-draw", "play-now", "play-pass", "play-rematch", "play-resign", "play-say", "replay-continue",
        "set_language",
    },
    "a library's, English alone, with a logo that our content policy refuses": {"api-redoc"},
    "data": {
        "changelog", "health-live", "health-ready", "metrics", "oauth-metadata", "oauth-revoke", "oauth-token",
        "openapi", "openapi-of-game", "page-stream",
    },
}  # fmt: skip
"""Reason -> names of URLs that are not pages."""


@dataclass(frozen=True)
class Page:
    part: str
    name: str
    path: Callable[[World], str]
    who: str = ""
    """The name of a person in the world; empty for an anonymous viewer."""
    view: str = ""
    """The name of the URL, if it differs from that of the page."""
    status: int = 200

    @property
    def label(self) -> str:
        return f"{self.part}/{self.name}"


def all_pages() -> list[Page]:
    """All pages except those of the admin, which are known only when the world exists."""
    return [*_public(), *_account(), *_boards(), *_leagues()]


def admin_pages(world: World) -> list[Page]:
    """The pages of `staff_pages`, the index for two other members of staff, the login page, and a refusal."""
    return [
        *(Page(ADMIN, name, lambda world, path=path: path, "ruth") for name, path in _of_superuser(world)),  # type: ignore[misc]
        Page(ADMIN, "index-of-a-deck-manager", lambda world: "/admin/", "dora"),
        Page(ADMIN, "index-of-a-league-operator", lambda world: "/admin/", "olga"),
        Page(ADMIN, "login", lambda world: "/admin/login/"),
        Page(ADMIN, "refused", lambda world: reverse("admin:players_player_add"), "ruth", status=403),
    ]


def _of_superuser(world: World) -> list[tuple[str, str]]:
    client = Client()
    client.force_login(world.people["ruth"])
    return [(name, path) for name, path in sorted(world.desk.items()) if is_page(client, path)]


def _at(name: str, *arguments: object) -> Callable[[World], str]:
    return lambda world: reverse(name, args=list(arguments))


def _public() -> Iterator[Page]:
    yield Page(PUBLIC, "home", lambda world: (world.of_bots, world.boards, world.season) and "/")
    for name in ("account-sign-in", "account-sign-up", "account-forgotten", "account-reset-sent"):
        yield Page(PUBLIC, name, _at(name))
    yield Page(PUBLIC, "account-new-password", lambda world: _new_password(world, is_usable=True))
    yield Page(
        PUBLIC,
        "account-new-password-used",
        lambda world: _new_password(world, is_usable=False),
        view="account-new-password",
    )
    yield Page(PUBLIC, "follow-link", _at("follow-link"))
    yield Page(PUBLIC, "lobby", lambda world: reverse("lobby", args=[world.lobby.pk]))
    yield Page(PUBLIC, "play-games", lambda world: str(world.lobby and reverse("play-games")))
    yield Page(PUBLIC, "matches", lambda world: world.boards and reverse("matches"))
    yield Page(PUBLIC, "profile", lambda world: world.boards and _profile(world, "ben"))
    yield Page(PUBLIC, "prove", _at("prove"))
    for game in slugs():
        yield Page(PUBLIC, f"rules-of-{game}", _at("game-rules", game), view="game-rules")
    yield Page(
        PUBLIC, "rules-of-a-version", _at("game-rules-of-version", "battle_line", 1), view="game-rules-of-version"
    )
    for name in ("api-docs", "api-errors"):
        yield Page(PUBLIC, name, _at(name))
    yield Page(PUBLIC, "nothing-here", lambda world: "/nothing-here/", status=404)
    yield Page(PUBLIC, "no-such-match", lambda world: f"/matches/{world.people['ann'].public_id}/", status=404)


def _asked(world: World, **changes: str) -> str:
    asked = {
        "response_type": "code",
        "client_id": world.app.client_id,
        "redirect_uri": world.app.redirect_uris,
        "scope": "read play decks",
        "code_challenge": "x" * 43,
        "code_challenge_method": "S256",
        **changes,
    }
    return f"{reverse('oauth-authorize')}?{urlencode(asked)}"


def _account() -> Iterator[Page]:
    yield Page(ACCOUNT, "home", lambda world: (world.boards, world.challenged) and "/", "ann")
    for name in ("account", "account-password", "account-mail", "account-delete"):
        yield Page(ACCOUNT, name, _at(name), "ann")
    yield Page(ACCOUNT, "account-of-a-guest", _at("account"), "guest", view="account")
    yield Page(ACCOUNT, "account-confirm-address", _confirmation, "ann")
    yield Page(ACCOUNT, "account-tokens", lambda world: world.tokens or reverse("account-tokens"), "ann")
    yield Page(ACCOUNT, "account-of-an-owner", _comparing("account"), "ben", "account")
    yield Page(ACCOUNT, "comparisons", _comparing("comparisons"), "ben")
    yield Page(ACCOUNT, "comparison-new", _comparing("comparison-new", "invictus"), "ben")
    for number, name in ((0, "comparison"), (1, "comparison-over")):
        yield Page(ACCOUNT, name, _comparison(number), "ben", view="comparison")
    yield Page(ACCOUNT, "account-apps", lambda world: str(world.app and reverse("account-apps")), "ann")
    yield Page(ACCOUNT, "account-webhooks", lambda world: world.webhooks and reverse("account-webhooks"), "ann")
    for name in ("active", "unproven"):
        yield Page(ACCOUNT, f"account-webhook-{name}", _webhook("account-webhook", name), "ann", "account-webhook")
    yield Page(ACCOUNT, "account-webhook-secret", _webhook("account-webhook-secret", "active"), "ann")
    yield Page(ACCOUNT, "oauth-authorize", lambda world: _asked(world), "ann")
    yield Page(
        ACCOUNT,
        "oauth-authorize-in-a-faulty-way",
        lambda world: _asked(world, code_challenge_method="plain"),
        "ann",
        "oauth-authorize",
        status=400,
    )
    yield Page(ACCOUNT, "account-matches", lambda world: world.boards and reverse("account-matches"), "ann")
    yield Page(ACCOUNT, "challenges", lambda world: world.challenged and reverse("challenges"), "ann")
    yield Page(ACCOUNT, "challenge", lambda world: _profile(world, "max") + "challenge/?ruleset=invictus", "ann")
    yield Page(ACCOUNT, "profile-of-another", lambda world: world.boards and _profile(world, "max"), "ann")
    yield Page(ACCOUNT, "lobby-of-ones-own", lambda world: reverse("lobby", args=[world.lobby.pk]), "ann")
    yield Page(ACCOUNT, "lobby-to-join", lambda world: reverse("lobby", args=[world.lobby.pk]), "ben")
    yield Page(ACCOUNT, "pairing-wait", lambda world: world.waiting and reverse("pairing-wait"), "max")
    yield Page(ACCOUNT, "decks", lambda world: world.deck and reverse("decks"), "ann")
    yield Page(ACCOUNT, "deck", lambda world: reverse("deck", args=[world.deck.pk]), "ann")
    yield Page(ACCOUNT, "deck-of-another", lambda world: _starter("deck"), "ann", view="deck")
    yield Page(ACCOUNT, "deck-delete", lambda world: reverse("deck-delete", args=[world.deck.pk]), "ann")
    yield Page(ACCOUNT, "deck-versions", lambda world: reverse("deck-versions", args=[world.deck.pk]), "ann")
    for game in slugs():
        for view in ("play-open", "play-host", "play-pair"):
            yield Page(ACCOUNT, f"{view}-{game}", _at(view, game), "ann", view=view)
    for game in ("blackpoker", "invaders", "invictus", "lords_of_war"):
        yield Page(ACCOUNT, f"deck-new-{game}", _at("deck-new", game), "ann", view="deck-new")


def _boards() -> Iterator[Page]:
    """Pages with boards: for spectators, for Ann, who plays, and in replays."""
    for game in slugs():
        for number, stage in enumerate(STAGES, 1):
            yield Page(BOARDS, f"{game}-{number}-{stage}-watch", _board("watch", game, stage), view="watch")
            yield Page(BOARDS, f"{game}-{number}-{stage}-play", _board("play", game, stage), "ann", "play")
        yield Page(BOARDS, f"{game}-4-replay", _board("replay", game, END, "?event=24"), view="replay")
        yield Page(BOARDS, f"{game}-5-replay-by-ben", _board("replay", game, END, "?event=24&as=1"), "ben", "replay")
        yield Page(
            BOARDS, f"{game}-6-replay-of-all", _board("replay", game, END, "?event=25&as=audit"), "ann", "replay"
        )
        yield Page(BOARDS, f"{game}-7-replay-to-its-end", _last_event(game), view="replay")
    for game in CROWDED:
        for view, who in (("watch", ""), ("play", "ann")):
            yield Page(BOARDS, f"{game}-8-crowded-{view}", _crowded(view, game), who, view)


def _leagues() -> Iterator[Page]:
    yield Page(LEAGUES, "leagues", lambda world: (world.season, world.running, world.planned) and reverse("leagues"))
    yield Page(LEAGUES, "league", lambda world: world.season and reverse("league", args=["nightly"]))
    yield Page(LEAGUES, "league-to-join", lambda world: reverse("league", args=[world.planned]), view="league")
    yield Page(LEAGUES, "league-paused", lambda world: reverse("league", args=[world.paused]), view="league")
    yield Page(LEAGUES, "league-rates", lambda world: world.season and reverse("league-rates", args=["nightly"]))
    yield Page(
        LEAGUES,
        "league-with-decks",
        lambda world: world.running and reverse("league", args=["three-nations"]),
        view="league",
    )
    for name in ("ladder", "amended", "accounts", "twinned"):
        yield Page(LEAGUES, f"league-season-{name}", _season("league-season", name), view="league-season")
    yield Page(LEAGUES, "league-entrant-twinned", _season("league-entrant", "twinned", 1), view="league-entrant")
    yield Page(LEAGUES, "league-entrant-broken", _season("league-entrant", "amended", 3), view="league-entrant")
    for name in ("season", "running", "duel"):
        for view in ("league-season", "league-figures"):
            yield Page(LEAGUES, f"{view}-{name}", _season(view, name), view=view)
        yield Page(LEAGUES, f"league-entrant-{name}", _season("league-entrant", name, 0), view="league-entrant")
    yield Page(LEAGUES, "figures", lambda world: world.running and reverse("figures"))
    for game in slugs():
        yield Page(LEAGUES, f"figures-game-{game}", _figures("figures-game", game), view="figures-game")
    yield Page(LEAGUES, "figures-card", _figures("figures-card", "invictus", "archer"))
    yield Page(LEAGUES, "figures-deck", _figures("figures-deck", "invictus", "kingdom-standard"))


def _comparison(number: int) -> Callable[[World], str]:
    return lambda world: reverse("comparison", args=[world.comparisons[number].slug])


def _comparing(view: str, *arguments: object) -> Callable[[World], str]:
    return lambda world: str(world.comparisons and reverse(view, args=list(arguments)))


def _board(view: str, game: str, stage: str, query: str = "") -> Callable[[World], str]:
    return lambda world: reverse(view, args=[world.boards[game, stage].pk]) + query


def _last_event(game: str) -> Callable[[World], str]:
    return lambda world: _board("replay", game, END, f"?event={world.boards[game, END].version}")(world)


def _crowded(view: str, game: str) -> Callable[[World], str]:
    return lambda world: reverse(view, args=[world.crowded[game].pk])


def _season(view: str, name: str, *more: object) -> Callable[[World], str]:
    def path(world: World) -> str:
        season = getattr(world, name)
        return reverse(view, args=[season.league.slug, season.number, *more])

    return path


def _figures(view: str, *arguments: object) -> Callable[[World], str]:
    return lambda world: (world.boards, world.running) and reverse(view, args=list(arguments))


def _webhook(view: str, name: str) -> Callable[[World], str]:
    return lambda world: reverse(view, args=[world.webhooks[name].pk])


def _profile(world: World, name: str) -> str:
    return reverse("profile", args=[world.people[name].public_id])


def _starter(view: str) -> str:
    return reverse(view, args=[Deck.objects.get(slug="kingdom-standard").pk])


def _new_password(world: World, *, is_usable: bool) -> str:
    ann = world.people["ann"]
    token = default_token_generator.make_token(ann) if is_usable else "used-up"
    return reverse("account-new-password", args=[urlsafe_base64_encode(force_bytes(ann.pk)), token])


def _confirmation(world: World) -> str:
    """The path of the link in the confirmation mail."""
    send_confirmation(player_id=world.people["ann"].pk, address="ann@example.net", language="en")
    link = next(word for word in str(mail.outbox[-1].body).split() if "?sent=" in word)
    return link[link.index("/account/") :]
