"""The production settings, with one page more: the empty view that all others are held against."""

from scoreboard.settings import *

ROOT_URLCONF = "bench.urls"
