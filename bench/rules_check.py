"""How long the rules take to check a thousand evenings out of one file.

`python -m bench.rules_check` prints it beside `json.load` of the same file, which is the least
that anything could take.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import rules
from rules.session_file import (
    FilePlayer,
    FileRound,
    FileSession,
    SessionFile,
    write_session_file,
)

ROOT = Path(__file__).resolve().parent.parent
SESSIONS, ROUNDS = 1_000, 10
MOST_HELD = 8
RUNS = 3
MOST_SECONDS = 3.0
SEATS = tuple(f"player-{number}" for number in range(1, 5))
CLASSIC = rules.find_edition("classic-108")
DECK = [
    rules.Card(face.face, colour)
    for face in CLASSIC.cards
    for colour in face.colours or (None,)
    for _ in range(face.copies or 0)
]


@dataclass(frozen=True)
class Measured:
    """Seconds, the best of a few runs: of the whole command, start-up included, and of reading.

    `size` of the file in bytes.
    """

    sessions: int
    size: int
    check_cpu: float
    check_wall: float
    load_cpu: float
    load_wall: float

    @property
    def ratio(self) -> float:
        """How many times the reading of the JSON the whole check costs, in processor time."""
        return self.check_cpu / self.load_cpu

    @property
    def is_fast_enough(self) -> bool:
        return self.check_cpu < MOST_SECONDS

    def __str__(self) -> str:
        return (
            f"{self.sessions:,} sessions of {ROUNDS} rounds, {self.size / 1e6:.1f} MB\n"
            f"python -m rules check --json  {self.check_cpu:6.2f} s processor,"
            f" {self.check_wall:6.2f} s in all  (goal: under {MOST_SECONDS:g} s,"
            f" {'reached' if self.is_fast_enough else 'MISSED'})\n"
            f"json.load                     {self.load_cpu:6.2f} s processor,"
            f" {self.load_wall:6.2f} s in all  (the check takes {self.ratio:.1f} times that)"
        )


def measure(sessions: int = SESSIONS, runs: int = RUNS) -> Measured:
    """Makes the file in a temporary folder and times both."""
    with tempfile.TemporaryDirectory(prefix="tafelstand-bench-") as folder:
        path = Path(folder, "evenings.json")
        text = write_session_file(evenings(Random(1), sessions))
        path.write_text(text, encoding="utf-8")
        checks = [time_check(path) for _ in range(runs)]
        loads = [time_load(path) for _ in range(runs)]
    (check_cpu, check_wall), (load_cpu, load_wall) = best(checks), best(loads)
    return Measured(sessions, len(text.encode()), check_cpu, check_wall, load_cpu, load_wall)


def best(times: list[tuple[float, float]]) -> tuple[float, float]:
    return min(cpu for cpu, _ in times), min(wall for _, wall in times)


def time_check(path: Path) -> tuple[float, float]:
    words = [sys.executable, "-m", "rules", "check", str(path), "--json"]
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE)
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    finished = [session["standings"]["finished"] for session in json.loads(done.stdout)["sessions"]]
    if done.returncode or not all(finished):
        sys.exit("bench: the rules have something against evenings that were really dealt")
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    return user + system, wall


def time_load(path: Path) -> tuple[float, float]:
    cpu, begun = time.process_time(), time.perf_counter()
    with path.open(encoding="utf-8") as file:
        json.load(file)
    return time.process_time() - cpu, time.perf_counter() - begun


# --- the file -------------------------------------------------------------------------------------


def evenings(chance: Random, sessions: int) -> SessionFile:
    players = tuple(FilePlayer(seat, seat.replace("player-", "Player ")) for seat in SEATS)
    dealt = tuple(evening(chance, f"evening-{number:04}") for number in range(sessions))
    return SessionFile(players, sessions=dealt)


def evening(chance: Random, key: str) -> FileSession:
    """A session that its last round ends by rule: who is ahead wins it and reaches the target."""
    setup = rules.Setup(CLASSIC, tuple(map(rules.Seat, SEATS)), target=None)
    played = [deal(chance, chance.choice(SEATS)) for _ in range(ROUNDS - 1)]
    before = rules.standings(setup, played).totals
    played.append(deal(chance, max(before, key=before.__getitem__)))
    most = max(rules.standings(setup, played).totals.values())
    target = chance.randint(max(before.values()) + 1, most)
    setup = rules.Setup(CLASSIC, setup.seats, target=target)
    rounds = tuple(
        FileRound(round, f"2026-11-27T{19 + number // 6}:{number % 6}5:00+01:00")
        for number, round in enumerate(played)
    )
    return FileSession(key, key, setup, rounds, started_at="2026-11-27T18:45:00+01:00")


def deal(chance: Random, winner: str) -> rules.Round:
    """Hands and a last card from one shuffled deck; half of the cards without their colour."""
    losers = [seat for seat in SEATS if seat != winner]
    sizes = [chance.randint(1, MOST_HELD) for _ in losers]
    cards = iter(chance.sample(DECK, sum(sizes)))
    hands = {}
    for seat, size in zip(losers, sizes, strict=True):
        held = [next(cards) for _ in range(size)]
        hands[seat] = rules.Hand(cards=tuple(shown(chance, card) for card in held))
    if not any(rules.hand_points(hand, NO_AGREEMENT) for hand in hands.values()):
        return deal(chance, winner)  # nothing but noughts
    return rules.Round(winner, hands)


NO_AGREEMENT = rules.Setup(CLASSIC, ())


def shown(chance: Random, card: rules.Card) -> rules.Card:
    return card if chance.random() < 0.5 else rules.Card(card.face)


if __name__ == "__main__":
    print(measure())
