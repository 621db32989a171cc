"""Which requests are sent, and what a right answer to each shows, as plain values."""

import datetime
from importlib import import_module
from random import Random

from django.conf import settings
from django.urls import reverse

import rules
from bench.deal import rounds_to_come
from scoreboard.actions.playgroups import join_demo
from scoreboard.actions.sessions import NewSession, start_session
from scoreboard.actions.sharing import share_session
from scoreboard.models import GameSession, Member, Player, ShareLink, new_key
from scoreboard.queries.score_sheet import ScoreSheet

# A board is for a table and a link for a family, who look at it again and again.
LOOKED_AT_AGAIN = 100
MOST_ROUNDS_MORE = 12
WATCHED_ROUNDS = 10
WON_IN_THE_DEMO = "Oma’s birthday"


def plan(member: Member) -> dict:
    chance = Random(1)
    games = list(GameSession.objects.prefetch_related("seats__player").order_by("pk"))
    game_of = {game.pk: game for game in games}
    links = list(ShareLink.objects.order_by("pk"))
    shared = [shows_seats(link, game_of[link.game_id]) for link in shuffled(chance, links)]
    boards = [shows_seats(game, game) for game in shuffled(chance, games)]
    still_open = [game for game in games if game.cached_ended_at is None]
    return {
        "cookie": cookie(member),
        "empty": "/empty/",
        "form": reverse("record", args=[still_open[0].pk]),
        "statements": "/statements/",
        "watched": watched(member),
        "pages": {
            "shared": shared[:LOOKED_AT_AGAIN],
            "shared-first": shared[LOOKED_AT_AGAIN:],
            "board": boards[:LOOKED_AT_AGAIN],
            "board-first": boards[LOOKED_AT_AGAIN:],
            "record": entries(chance, still_open),
            "player": [
                {"path": player.get_absolute_url(), "shows": [shown(player)]}
                for player in shuffled(chance, list(Player.objects.order_by("pk")))
            ],
        },
    }


def watched(member: Member) -> dict:
    """A session that many watch, and the rounds that will be recorded in it."""
    at = datetime.datetime.now(datetime.UTC)
    names = ["Anna", "Bram", "Cees", "Daan", "Emma"]
    agreed = NewSession(names=names, target=None)
    game = start_session(playgroup=member.playgroup, agreed=agreed, key=new_key(), by=member, at=at)
    link = share_session(game=game, by=member, at=at)
    points = {f"points-{place}": 10 * place for place in range(1, len(names))}
    return {
        "live": f"/live{link.get_absolute_url()}?language=en",
        "form": reverse("record", args=[game.pk]),
        "entries": [
            {
                "path": reverse("record", args=[game.pk]),
                "fields": {
                    "key": f"benchwatched{turn:04}",
                    "seen_version": game.version + turn,
                    "winner": 0,
                    **points,
                },
                "leads_to": game.get_absolute_url(),
            }
            for turn in range(WATCHED_ROUNDS)
        ],
    }


def demo_plan() -> dict:
    """The five main pages of the demo, as somebody sees them who looks around in it."""
    running = GameSession.objects.filter(cached_ended_at=None).get()
    won = GameSession.objects.get(name=WON_IN_THE_DEMO)
    member = join_demo(playgroup=running.playgroup, at=datetime.datetime.now(datetime.UTC))
    return {
        "cookie": cookie(member),
        "pages": {
            "home": reverse("home"),
            "set up": reverse("new-session"),
            "board": running.get_absolute_url(),
            "record": reverse("record", args=[running.pk]),
            "shared": won.links.get().get_absolute_url(),
        },
    }


def cookie(member: Member) -> str:
    return f"{settings.SESSION_COOKIE_NAME}={login(member)}"


def login(member: Member) -> str:
    """The login session that the browser of this member would have."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store["guest"], store["playing"] = member.guest_id, member.pk
    store["seen"] = datetime.datetime.now(datetime.UTC).date().isoformat()
    store.create()
    return store.session_key


def shuffled(chance: Random, rows: list) -> list:
    return chance.sample(rows, len(rows))


def shows_seats(page: GameSession | ShareLink, game: GameSession) -> dict:
    shows = [shown(seat.player) for seat in game.seats.all()]
    return {"path": page.get_absolute_url(), "shows": shows}


def shown(player: Player) -> str:
    return f">{player.name}</bdi>"


def entries(chance: Random, still_open: list[GameSession]) -> list[dict]:
    """Forms as the pad sends them: one for each session in turn, then the next for each."""
    turns: list[list[dict]] = [[] for _ in range(MOST_ROUNDS_MORE)]
    for game in still_open:
        sheet = ScoreSheet(game)
        coming = rounds_to_come(chance, sheet.setup, sheet.standings.totals, MOST_ROUNDS_MORE)
        for turn, played in enumerate(coming):
            turns[turn].append(entry(chance, sheet, turn, played))
    return [entry for turn in turns for entry in turn]


def entry(chance: Random, sheet: ScoreSheet, turn: int, played: rules.Round) -> dict:
    fields = {
        "key": f"bench{chance.randrange(36**8):014}",
        "seen_version": sheet.game.version + turn,
    }
    for position, seat in enumerate(sheet.seats):
        if seat.player.key == played.winner:
            fields["winner"] = position
        else:
            fields |= hand_fields(position, played.hands[seat.player.key], sheet)
    return {
        "path": reverse("record", args=[sheet.game.pk]),
        "fields": fields,
        "leads_to": sheet.game.get_absolute_url(),
    }


def hand_fields(position: int, hand: rules.Hand, sheet: ScoreSheet) -> dict:
    names = [sheet.setup.edition.call(card)["en"] for card in hand.cards]
    return {
        f"way-{position}": "cards",
        f"cards-{position}": ", ".join(names),
        f"points-{position}": "",
        f"left-{position}": "",
    }
