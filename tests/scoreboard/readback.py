"""What a test reads back: the fold from scratch, every stored row, a page as a browser sees it."""

from html.parser import HTMLParser

from django.apps import apps

import rules
from scoreboard.models import Change, GameSession, Hand, Round


def fresh(game: GameSession) -> GameSession:
    return GameSession.objects.select_related("playgroup").get(pk=game.pk)


def folded(game: GameSession) -> rules.Standings:
    """From the rows alone, past all code of the app that folds."""
    game = fresh(game)
    seats = list(game.seats.select_related("player"))
    key_of = {seat.pk: seat.player.key for seat in seats}
    played = [row.in_rules(key_of, hands(row, key_of)) for row in game.rounds.order_by("number")]
    return rules.standings(game.in_rules(seats), played, closed=game.closed_at is not None)


def hands(row: Round, key_of: dict[int, str]) -> dict[str, rules.Hand]:
    columns = ("cards", "points", "cards_left")
    rows = row.hands.values_list("seat_id", *columns)
    return {key_of[seat]: Hand.in_rules(*held) for seat, *held in rows}


def totals(game: GameSession) -> dict[str, int]:
    names = {seat.player.key: seat.player.name for seat in game.seats.select_related("player")}
    return {names[key]: total for key, total in folded(game).totals.items()}


def winners(game: GameSession) -> list[str]:
    names = {seat.player.key: seat.player.name for seat in game.seats.select_related("player")}
    return [names[key] for key in folded(game).winners]


def assert_caches_true(game: GameSession) -> None:
    """Every cached column, the numbers of the rounds, and a line of history per version."""
    game, standings = fresh(game), folded(game)
    counted = [scored for scored in standings.rounds if scored.counts]
    assert game.cached_rounds == len(counted)
    ended = None
    if standings.finished:
        last = standings.ended_by_round
        ended = game.rounds.get(number=last).ended_at if last else game.closed_at
    assert game.cached_ended_at == ended
    seats = list(game.seats.select_related("player"))
    setup = game.in_rules(seats)
    party = setup.party_of
    there = {key for scored in counted for key in scored.gained} - {*standings.left}
    assert game.cached_competitors == len({party[key] for key in there})
    assert game.cached_winners == len({party[key] for key in standings.winners})
    for seat in seats:
        key = seat.player.key
        played = [scored for scored in counted if key in scored.gained]
        won = [scored for scored in played if party[scored.winner] == party[key]]
        gains = [scored.gained[key] for scored in played]
        left = [scored.points[key] for scored in played if key in scored.points]
        best = [scored.gained[key] for scored in played if scored.winner == key]
        has_joined = key in standings.totals
        assert seat.cached_rank == standings.ranks.get(key)
        assert seat.cached_has_left == (key in standings.left)
        assert seat.cached_total == (seat.start_points + sum(gains) if has_joined else 0)
        assert seat.cached_total == standings.totals.get(key, 0)
        assert (seat.cached_rounds, seat.cached_rounds_won) == (len(played), len(won))
        if game.scoring == "winner-collects":
            assert seat.cached_best_round == max(best, default=None)
        if game.scoring != "round-wins":
            assert (seat.cached_hands, seat.cached_points_left) == (len(left), sum(left))
    numbers = list(game.rounds.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    versions = Change.objects.filter(game=game).order_by("version")
    assert list(versions.values_list("version", flat=True)) == list(range(1, game.version + 1))


def everything_stored() -> dict[str, list]:
    models = apps.get_app_config("scoreboard").get_models()
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in models}


class Page(HTMLParser):
    """Tags with their attributes, the text, and what a form would send."""

    def __init__(self, response) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.fields: dict[str, list[str]] = {}
        self.inside_textarea = ""
        self.feed(response.content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        self.text += " "
        self.inside_textarea = given.get("name", "") if tag == "textarea" else ""
        unticked = given.get("type") in ("radio", "checkbox") and "checked" not in given
        left_out = unticked or "disabled" in given
        if tag == "input" and given.get("name") and not left_out:
            self.fields.setdefault(given["name"], []).append(given.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        self.inside_textarea = ""
        self.text += " "

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.inside_textarea:
            self.fields.setdefault(self.inside_textarea, []).append(data)

    @property
    def words(self) -> str:
        return " ".join(self.text.split())

    @property
    def sent(self) -> dict[str, str]:
        """What pressing the button sends, of fields that stand on the page once."""
        return {name: values[0] for name, values in self.fields.items()}

    def having(self, attribute: str) -> list[str]:
        return [given[attribute] for _tag, given in self.tags if attribute in given]

    def tag_with(self, **attributes: str) -> dict[str, str | None]:
        return next(given for _tag, given in self.tags if attributes.items() <= given.items())
