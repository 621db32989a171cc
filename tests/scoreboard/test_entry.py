"""What comes over the wire: cut off, slow, too large, in pieces, in another alphabet."""

import http.client
import re
import socket
import time
from contextlib import closing, suppress

import pytest
from django.urls import reverse

from tests.databases import url_of_test_database
from tests.scoreboard.people import browser_of, own_playgroup, start
from tests.scoreboard.readback import fresh

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def address(django_db_setup, start_server) -> tuple[str, int]:
    server = start_server(DATABASE_URL=url_of_test_database())
    host, port = server.url.removeprefix("http://").split(":")
    return host, int(port)


@pytest.fixture
def game():
    return start(own_playgroup(), "Anna Bram")


def head_of_a_round(game, address) -> tuple[str, str]:
    """Method, path and cookies of a browser that may score, and its token."""
    browser = browser_of(game.playgroup.members.get())
    path = reverse("record", args=[game.pk])
    cookie = f"tafelstand={browser.cookies['tafelstand'].value}"
    with asking(address) as line:
        line.request("GET", path, headers={"Cookie": cookie})
        page = line.getresponse()
        token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', page.read().decode())[1]
        csrf = page.getheader("Set-Cookie").split(";")[0]
    return f"POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}; {csrf}", token


def body_of(token: str) -> str:
    return f"csrfmiddlewaretoken={token}&seen_version=1&winner=0&points-1=150"


FORM = "Content-Type: application/x-www-form-urlencoded"


def asking(address) -> closing:
    return closing(http.client.HTTPConnection(*address, timeout=4))


def answer_to(address, sent: bytes) -> str:
    with socket.create_connection(address, timeout=10) as line:
        line.sendall(sent)
        return line.recv(65536).decode()


def test_a_round_that_was_cut_off_on_its_way_is_not_stored(game, address):
    head, token = head_of_a_round(game, address)
    body = body_of(token)
    whole = f"{head}\r\n{FORM}\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    with socket.create_connection(address, timeout=10) as line:
        line.sendall(whole[:-2].encode())
    time.sleep(0.5)
    assert fresh(game).rounds.count() == 0
    assert answer_to(address, whole.encode()).startswith("HTTP/1.1 302")
    assert fresh(game).rounds.get().hands.get().points == 150


def test_a_round_that_comes_in_pieces_is_stored(game, address):
    head, token = head_of_a_round(game, address)
    body = body_of(token)
    pieces = f"{len(body):x}\r\n{body}\r\n0\r\n\r\n"
    sent = f"{head}\r\n{FORM}\r\nTransfer-Encoding: chunked\r\n\r\n{pieces}"
    assert answer_to(address, sent.encode()).startswith("HTTP/1.1 302")
    assert fresh(game).rounds.get().hands.get().points == 150


def test_visitors_who_send_slowly_keep_nobody_waiting(game, address):
    head, _token = head_of_a_round(game, address)
    begun = f"{head}\r\n{FORM}\r\nContent-Length: 2000\r\n\r\nc".encode()
    lines = [socket.create_connection(address, timeout=10) for _ in range(40)]
    for line in lines:
        line.sendall(begun)
    with asking(address) as line:
        for _ in range(5):
            line.request("GET", "/health/")
            assert line.getresponse().read() == b"ok"
    for line in lines:
        line.close()


def test_what_is_far_too_large_is_not_taken(address):
    with asking(address) as line:
        # The server answers and closes while the rest is still on its way.
        with suppress(ConnectionError):
            line.request("POST", "/", body=b"x" * 4_000_000)
        assert line.getresponse().status == 413


@pytest.mark.parametrize("charset", ["hex", "utf-16", "latin1", "unicode_escape", "x" * 300])
def test_a_form_in_another_alphabet_is_refused(address, charset):
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        with asking(address) as line:
            told = {"Content-Type": f"{kind}; charset={charset}"}
            line.request("POST", "/", body=b"", headers=told)
            answer = line.getresponse()
            assert (answer.status, answer.read()) == (400, b"")


def test_a_form_that_says_what_it_is_in_is_taken(address):
    with asking(address) as line:
        told = {"Content-Type": 'text/plain; charset="UTF-8"'}
        line.request("POST", "/", body=b"", headers=told)
        assert line.getresponse().status == 403
