from importlib import import_module

from django.apps import AppConfig


class ScoreboardConfig(AppConfig):
    name = "scoreboard"

    def ready(self) -> None:
        import_module("scoreboard.checks")  # each registers itself
