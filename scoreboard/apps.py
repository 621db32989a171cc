from django.apps import AppConfig


class ScoreboardConfig(AppConfig):
    name = "scoreboard"
