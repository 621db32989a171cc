"""What goes over the wire to a browser, counted where nothing of it can be forgotten, and cut."""

import selectors
import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext

PIECE = 65536


class Wire:
    """Lies between browser and server, and counts every byte that the server sends.

    Other than in the figures of a page's own tools, what a service worker asks for is among them.
    """

    def __init__(self, server_url: str) -> None:
        address = urlsplit(server_url)
        self.server = (address.hostname, address.port)
        self.received = 0
        self.is_cut = False
        self.calls: set[socket.socket] = set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.take_calls, daemon=True).start()

    def take_calls(self) -> None:
        with suppress(OSError):  # shut: the test is over
            while True:
                browser, _ = self.listener.accept()
                if self.is_cut:
                    browser.close()
                    continue
                self.calls.add(browser)
                threading.Thread(target=self.carry, args=[browser], daemon=True).start()

    def carry(self, browser: socket.socket) -> None:
        server = socket.create_connection(self.server)
        talking = selectors.DefaultSelector()
        with browser, server, talking, suppress(OSError):
            talking.register(browser, selectors.EVENT_READ, server)
            talking.register(server, selectors.EVENT_READ, browser)
            while True:
                for end, _ in talking.select():
                    piece = end.fileobj.recv(PIECE)
                    if not piece:
                        return
                    end.data.sendall(piece)
                    self.received += len(piece) if end.fileobj is server else 0

    def cut(self, context: BrowserContext) -> None:
        """No network for this browser: told to it, and true. What it is only told it lets slip."""
        self.is_cut = True
        context.set_offline(True)
        calls, self.calls = self.calls, set()
        for call in calls:
            with suppress(OSError):
                call.shutdown(socket.SHUT_RDWR)

    def mend(self, context: BrowserContext) -> None:
        self.is_cut = False
        context.set_offline(False)

    def since_last_asked(self) -> int:
        received, self.received = self.received, 0
        return received

    def shut(self) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
