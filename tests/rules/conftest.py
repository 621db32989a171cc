"""Every problem that any of these tests brings about must read well in both languages."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from rules import LANGUAGES, Problem
from rules.__main__ import main
from rules.messages import TEXTS
from tests.rules.files import text_of


def reads_well(problem: Problem) -> None:
    for language in LANGUAGES:
        text = problem.message(language, {"a": "Anna", "b": "Bram", "c": "Cees"})
        assert text.endswith((".", "?")), text
        assert "None" not in text or "None" in repr(problem.facts), text
        template = TEXTS[problem.code][problem.facts.get("case", "")][language]
        for placeholder in re.findall(r"\{\w+\}", template):
            assert placeholder not in text, text


@pytest.fixture(scope="package", autouse=True)
def every_problem_reads_well() -> Iterator[None]:
    make = Problem.__init__

    def make_and_read(self: Problem, *args: Any, **kwargs: Any) -> None:
        make(self, *args, **kwargs)
        reads_well(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Problem, "__init__", make_and_read)
        yield


# --- the command line -----------------------------------------------------------------------------


@pytest.fixture
def call(capsysbinary):
    """Calls the command in this process: status, what it printed, what it said of mistakes."""

    def called(*argv) -> tuple[int, str, str]:
        status = main([str(word) for word in argv])
        out, err = capsysbinary.readouterr()
        return status, out.decode("utf-8"), err.decode("utf-8")

    return called


@pytest.fixture
def write(tmp_path):
    def written(row) -> str:
        path = tmp_path / "evenings.json"
        path.write_bytes(row if isinstance(row, bytes) else text_of(row).encode())
        return str(path)

    return written


@pytest.fixture
def check(call, write):
    """Checks the file of these rows, for programs."""

    def checked(row, *more) -> tuple[int, dict]:
        status, out, err = call("check", write(row), "--json", *more)
        assert err == ""
        return status, json.loads(out)

    return checked


@pytest.fixture
def report(call, write):
    """Checks the file of these rows, for people."""

    def reported(row, *more) -> tuple[int, list[str]]:
        status, out, err = call("check", write(row), *more)
        assert err == ""
        return status, out.splitlines()

    return reported
