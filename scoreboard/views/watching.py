"""What those who watch a shared page are shown, and when it is something new."""

import re
from collections.abc import Iterable, Mapping

from django.conf import settings
from django.utils import timezone
from django.utils.translation import override

from scoreboard import access
from scoreboard.live import Key, Showing
from scoreboard.models import GameSession, ShareLink
from scoreboard.queries.words import agreed_in_short
from scoreboard.views.kept import (
    Latest,
    kept_results,
    kept_shared_board,
    latest_of,
    mark_of,
    mark_of_results,
    results_name,
)

ADDRESS = re.compile(r"/live/s/([\w-]{1,64})/(?:0*([0-9]{1,18})/)?(tv/)?")
NEWEST = "newest"


def key_of(path: str, language: str) -> Key | None:
    """Token, which session where the link is to all of them, and language."""
    found = ADDRESS.fullmatch(path)
    languages = dict(settings.LANGUAGES)
    if found is None:
        return None
    which = found[2] or (NEWEST if found[3] else "")
    return found[1], which, language if language in languages else settings.LANGUAGE_CODE


def links_of(tokens: Iterable[str]) -> dict[str, ShareLink]:
    """Those that are out, by their hashes."""
    hashes = [ShareLink.hash_of(token) for token in tokens]
    links = access.links_out().filter(token_hash__in=hashes)
    return {link.token_hash: link for link in links.select_related("game", "playgroup")}


def look(key: Key) -> Showing | None:
    token, which, language = key
    link = links_of([token]).get(ShareLink.hash_of(token))
    with override(language):
        return showing(link, which) if link else None


def showing(link: ShareLink, which: str) -> Showing | None:
    if game := game_shown(link, which):
        board = kept_shared_board(game)
        above = {"agreed": agreed_in_short(game), "name": board.name}
        return shown(mark_of(game), board.content, board.title, **above)
    if not which:
        results = kept_results(link)
        name = results_name(link)
        return shown(results.mark, results.content, name, name=name)
    return None


def game_shown(link: ShareLink, which: str) -> GameSession | None:
    if which == NEWEST:
        return access.newest_behind(link) or access.game_behind(link, None)
    return access.game_behind(link, int(which) if which else None)


def shown(mark: str, content: str, title: str, **above: str) -> Showing:
    """`above` is what stands over it on the page, and may change as well."""
    return Showing(mark, {"html": content, "title": f"{title} · Tafelstand"} | above)


def note(keys: Iterable[Key]) -> None:
    """That these were looked at."""
    hashes = [ShareLink.hash_of(token) for token, *_which in keys]
    ShareLink.objects.filter(token_hash__in=hashes).update(last_used_at=timezone.now())


def marks(keys: Iterable[Key]) -> dict[Key, str]:
    """Two statements for all of them, and one for each playgroup of which all is watched."""
    keys = list(keys)
    links = links_of({token for token, *_which in keys})
    playgroups = {link.playgroup_id: link.playgroup for link in links.values()}
    for link in links.values():
        link.playgroup = playgroups[link.playgroup_id]  # one of each, which is asked once
    numbers = {int(which) for _token, which, _language in keys if which.isdecimal()}
    games = GameSession.objects.in_bulk(numbers)
    newest: dict[int, Latest] = {}
    found = {}
    for key in keys:
        link = links.get(ShareLink.hash_of(key[0]))
        if link and (mark := mark_behind(link, key[1], games, newest)):
            found[key] = mark
    return found


def mark_behind(
    link: ShareLink, which: str, games: Mapping[int, GameSession], newest: dict[int, Latest]
) -> str | None:
    if link.game:
        return mark_of(link.shown(link.game)) if which in ("", NEWEST) else None
    if which in ("", NEWEST):
        if link.playgroup_id not in newest:
            newest[link.playgroup_id] = latest_of(link.playgroup)
        latest = newest[link.playgroup_id]
        if not which:
            return mark_of_results(link, latest)
        return mark_of(link.shown(GameSession(**latest[0]))) if latest else None
    game = games.get(int(which))
    return mark_of(link.shown(game)) if game and game.playgroup_id == link.playgroup_id else None
