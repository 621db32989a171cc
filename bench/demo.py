"""The demo on the real server, and its five main pages, for whatever looks at them from outside."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bench.__main__ import ROOT, database, environment, told
from bench.server import running_server


@dataclass(frozen=True)
class Demo:
    url: str
    cookie: str
    pages: dict[str, str]

    def address(self, page: str) -> str:
        return self.url + self.pages[page]


@contextmanager
def served_demo() -> Iterator[Demo]:
    os.chdir(ROOT)
    with database("sqlite") as url:
        env = environment(url)
        plan = told(env, "bench.prepare", "demo")
        with running_server(env, workers=1) as server:
            yield Demo(f"http://127.0.0.1:{server.port}", plan["cookie"], plan["pages"])
