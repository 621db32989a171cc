"""The entry that uvicorn serves: every page goes through Django's WSGI handler in a few threads.

Django's own ASGI handler was measured at a third of the pages per second, since each of its
middlewares hops to a thread; and a live stream from a Django view would hold a thread each.
"""

from a2wsgi import WSGIMiddleware

from scoreboard.wsgi import application as pages

THREADS = 3

application = WSGIMiddleware(pages, workers=THREADS)
