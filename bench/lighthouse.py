"""`make lighthouse`: what Lighthouse says of the five main pages on a slow phone, of 100 points.

It needs Node with npm, which fetches Lighthouse each time, and a Chromium; so it is not among the
tests. Ends with 1 where a goal is missed.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from tempfile import NamedTemporaryFile

from bench.demo import Demo, served_demo
from tests.browser.browsers import chromium, flags

LIGHTHOUSE = ("npx", "--yes", "lighthouse@12")  # the newest that Node 20 runs
GOALS = {"performance": 95, "accessibility": 100, "best-practices": 100}
FIGURES = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time")
# Performance is measured, and this machine may do something else at the same time.
TRIES = 3
HEAD = (
    f"{'page':8}{'performance':>12}{'accessibility':>15}{'best practices':>16}"
    "  first and largest paint, blocked"
)


def main() -> None:
    missed = False
    with served_demo() as demo:
        print(HEAD, flush=True)
        for page in demo.pages:
            report = best_of_a_few(demo, page)
            print("\n".join(lines(page, report)), flush=True)
            missed |= not reached(report)
    sys.exit(1 if missed else 0)


def best_of_a_few(demo: Demo, page: str) -> dict:
    """One page is looked at more than once where the machine was busy with something else."""
    reports = []
    for _ in range(TRIES):
        report = looked_at(demo, page)
        reports += [report] if report else []
        if report and reached(report):
            break
    if not reports:
        sys.exit(f"lighthouse: {page} could not be looked at: the lines above say why")
    return max(reports, key=lambda report: [score(report, category) for category in GOALS])


def looked_at(demo: Demo, page: str) -> dict | None:
    with NamedTemporaryFile(suffix=".json") as file:
        done = subprocess.run(
            [
                *(*LIGHTHOUSE, demo.address(page), "--quiet"),
                *("--output=json", f"--output-path={file.name}"),
                f"--only-categories={','.join(GOALS)}",
                f"--extra-headers={json.dumps({'Cookie': demo.cookie})}",
                f"--chrome-flags={' '.join(('--headless=new', *flags()))}",
            ],
            env=os.environ | ({"CHROME_PATH": path} if (path := chromium()) else {}),
        )
        return None if done.returncode else json.load(file)


def score(report: dict, category: str) -> int:
    return round(100 * (report["categories"][category]["score"] or 0))


def reached(report: dict) -> bool:
    return all(score(report, category) >= goal for category, goal in GOALS.items())


def lines(page: str, report: dict) -> Iterator[str]:
    audits = report["audits"]
    points = [score(report, category) for category in GOALS]
    figures = ", ".join(audits[name]["displayValue"] for name in FIGURES)
    verdict = "reached" if reached(report) else "MISSED"
    yield f"{page:8}{points[0]:>12}{points[1]:>15}{points[2]:>16}  {figures}: {verdict}"
    for category in GOALS:
        for audit in report["categories"][category]["auditRefs"]:
            found = audits[audit["id"]]
            # Those without weight are advice, and change no score.
            if audit["weight"] and found["score"] is not None and found["score"] < 0.9:
                yield f"  {found['id']}: {found['title']}"


if __name__ == "__main__":
    main()
