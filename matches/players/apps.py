from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "matches.players"
    label = "players"
