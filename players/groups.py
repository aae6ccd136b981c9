"""The built-in staff groups and their permissions. Every migration creates them if they are missing.

A migration also restores permissions that someone removed from them. For other permissions, create another group.
"""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.models import Group, Permission

LOOK_AT_CARDS = ("cards.view_card", "cards.view_cardsetrevision")
LOOK_AT_MATCHES = (
    *("matches.view_match", "matches.view_seat", "matches.view_scorecard", "matches.view_auditread"),
    "matches.view_moderation",
    "replay.view_importedmatch",
)

GROUPS: dict[str, tuple[str, ...]] = {
    "Card authors": (
        *LOOK_AT_CARDS,
        *(f"cards.{verb}_cardsetdraft" for verb in ("view", "add", "change")),
    ),
    "Deck managers": (
        *LOOK_AT_CARDS,
        *(f"cards.{verb}_cardsetdraft" for verb in ("view", "add", "change", "delete")),
        "cards.publish_cardset",
        *(f"decks.{verb}_deck" for verb in ("view", "add", "change", "delete")),
        "players.view_player",
    ),
    "League operators": (
        *LOOK_AT_CARDS,
        *LOOK_AT_MATCHES,
        "matches.abort_match",
        "matches.hide_match",
        "replay.import_public",
        "matches.view_botsetting",
        "matches.add_botsetting",
        "matches.change_botsetting",
        *(f"leagues.{verb}_league" for verb in ("view", "add", "change")),
        *(
            f"leagues.view_{model}"
            for model in ("season", "run", "entry", "entrant", "deal", "fixture", "void", "amendment")
        ),
        "decks.view_deck",
        "players.view_player",
    ),
    "Auditors": (
        *LOOK_AT_CARDS,
        *LOOK_AT_MATCHES,
        "matches.audit_live",
        "replay.import_public",
        "decks.view_deck",
        "players.view_player",
    ),
}
"""Group -> permissions, as `app.codename`."""


def grant(sender: AppConfig, **kwargs: Any) -> None:
    """Give the groups their permissions on an app, after its migrations."""
    for name, permissions in GROUPS.items():
        codenames = [p.partition(".")[2] for p in permissions if p.partition(".")[0] == sender.label]
        if codenames:
            group, _ = Group.objects.get_or_create(name=name)
            found = Permission.objects.filter(content_type__app_label=sender.label, codename__in=codenames)
            group.permissions.add(*found)
