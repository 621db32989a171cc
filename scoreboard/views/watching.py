"""What those who watch a shared page are shown, and when it is something new."""

import re
from collections.abc import Iterable

from django.conf import settings
from django.utils import timezone
from django.utils.translation import override

from scoreboard.live import Key, Showing
from scoreboard.models import ShareLink
from scoreboard.views.kept import kept_shared_board, mark_of

ADDRESS = re.compile(r"/live/s/([\w-]{1,64})/(?:tv/)?")


def key_of(path: str, language: str) -> Key | None:
    found = ADDRESS.fullmatch(path)
    languages = dict(settings.LANGUAGES)
    return found and (found[1], language if language in languages else settings.LANGUAGE_CODE)


def links_out(tokens: Iterable[str]):
    hashes = [ShareLink.hash_of(token) for token in tokens]
    is_out = ShareLink.out_at(timezone.now())
    links = ShareLink.objects.filter(is_out, token_hash__in=hashes)
    return {link.token_hash: link for link in links.select_related("game__playgroup")}


def look(key: Key) -> Showing | None:
    token, language = key
    link = links_out([token]).get(ShareLink.hash_of(token))
    if link is None:
        return None
    with override(language):
        board = kept_shared_board(link.shown_game)
    return Showing(board.mark, {"html": board.content, "title": f"{board.title} · Tafelstand"})


def note(keys: Iterable[Key]) -> None:
    """That these were looked at."""
    hashes = [ShareLink.hash_of(token) for token, _language in keys]
    ShareLink.objects.filter(token_hash__in=hashes).update(last_used_at=timezone.now())


def marks(keys: Iterable[Key]) -> dict[Key, str]:
    keys = list(keys)
    links = links_out({token for token, _language in keys})
    found = {key: links.get(ShareLink.hash_of(key[0])) for key in keys}
    return {key: mark_of(link.shown_game) for key, link in found.items() if link}
