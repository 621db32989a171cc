"""The production settings, with one page more: the empty view that all others are held against."""

from scoreboard.settings import *  # noqa: F403

ROOT_URLCONF = "bench.urls"
