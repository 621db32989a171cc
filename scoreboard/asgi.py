"""The entry that uvicorn serves: every page goes through Django's WSGI handler in a few threads.

Django's own ASGI handler was measured at a third of the pages per second, since each of its
middlewares hops to a thread; and a live stream from a Django view would hold a thread each.

A thread is only taken once the whole request is here. Otherwise a few visitors who send a byte a
second would hold them all, and half a form would be stored when a phone loses its network in it:
WSGI cannot tell a body that was cut off from one that ended.
"""

import asyncio
from urllib.parse import parse_qs

from a2wsgi import WSGIMiddleware

from scoreboard.wsgi import application as wsgi_pages

# isort: split
# Only now is Django set up, which these need.
from scoreboard import limits, live
from scoreboard.views import watching

# Pages are computed more than waited for, and Python computes one at a time: three threads were
# measured faster than eight. More cores want more `serve --workers`.
THREADS = 3
MOST_BYTES = 3_000_000  # a little more than Django takes, which then has the better answer
SECONDS_TO_SEND = 20

pages = WSGIMiddleware(wsgi_pages, workers=THREADS)


hub = live.Hub(look=watching.look, marks=watching.marks, note=watching.note)


async def watched(scope, receive, send) -> None:
    """What is new on a shared page, without Django: a stream, or the answer to a poll."""
    asked = parse_qs(scope["query_string"].decode("latin-1"))
    key = watching.key_of(scope["path"], asked.get("language", [""])[0])
    headers = dict(scope["headers"])
    if scope["method"] != "GET" or key is None:
        return await live.plain(send, 404, b"")
    address = (scope.get("client") or ("",))[0]
    await hub.admit(key, limits.household(address))
    seen = headers.get(b"last-event-id", b"").decode("latin-1") or asked.get("seen", [""])[0]
    if b"text/event-stream" not in headers.get(b"accept", b""):
        return await live.poll(hub, key, seen, send=send)
    packs = b"gzip" in headers.get(b"accept-encoding", b"")
    await live.stream(hub, key, seen, packs=packs, receive=receive, send=send)


class NotTaken(Exception):
    """The request cannot be answered by a page; `status` is what it is answered with."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


async def application(scope, receive, send) -> None:
    if scope["path"].startswith("/live/"):
        return await watched(scope, receive, send)
    hub.start()  # which notes what pages show, also where nobody watches
    try:
        refuse_other_charsets(scope)
        async with asyncio.timeout(SECONDS_TO_SEND):
            body = await whole_body(receive)
    except TimeoutError:
        await answer(send, 408)
    except NotTaken as refused:
        await answer(send, refused.status)
    else:
        if body is not None:
            await pages(with_length(scope, body), given(body, receive), send)


def refuse_other_charsets(scope) -> None:
    """Browsers send forms in the page's own, UTF-8; Django would decode in any that it is told."""
    for name, value in scope["headers"]:
        _, found, charset = value.lower().partition(b"charset=")
        if name == b"content-type" and found and charset.strip(b'"; ') not in (b"utf-8", b"utf8"):
            raise NotTaken(400)


async def whole_body(receive) -> bytes | None:
    """None where the visitor went away in the middle."""
    parts, size, more = [], 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MOST_BYTES:
            raise NotTaken(413)
        more = message.get("more_body", False)
    return b"".join(parts)


def with_length(scope, body: bytes) -> dict:
    """WSGI reads as many bytes as the head promises, none where it came in pieces of any length."""
    described = (b"content-length", b"transfer-encoding")
    headers = [(name, value) for name, value in scope["headers"] if name not in described]
    if body:
        headers.append((b"content-length", str(len(body)).encode()))
    return {**scope, "headers": headers}


def given(body: bytes, receive):
    unread = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again():
        return unread.pop() if unread else await receive()

    return receive_again


async def answer(send, status: int) -> None:
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
