"""Every problem that any of these tests brings about must read well in both languages."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rules import LANGUAGES, Problem
from rules.messages import TEXTS


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
