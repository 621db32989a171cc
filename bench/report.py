"""The measured figures as a table for people."""

from bench.server import Memory

# What each page may cost at most, in times of the empty view.
GOALS = {
    "shared": 3,
    "shared-first": None,
    "board": 7,
    "board-first": None,
    "record": 12,
    "player": 8,
}
NAMES = {
    "shared": "shared page",
    "shared-first": "  at the first look",
    "board": "board",
    "board-first": "  at the first look",
    "record": "recording a round",
    "player": "player's page",
}
KINDS = ("empty", "page")
MOST_MEMORY = 120_000_000
HEADS = (
    f"{'':21}{'':>9}  {'requests a second, at once':^29}  {'median ms, one by one':^25}"
    f"  {'99th percentile ms':^18}",
    f"{'page':21}{'addresses':>9}  {'empty':>10}{'page':>10}{'times':>9}"
    f"  {'empty':>8}{'page':>8}{'times':>9}  {'empty':>9}{'page':>9}  goal",
)


def table(plan: dict, measured: dict) -> str:
    rows = [row(name, len(plan["pages"][name]), measured[name]) for name in GOALS]
    return "\n".join((*HEADS, *rows))


def row(name: str, addresses: int, measured: dict) -> str:
    empty, page = measured["together"]["empty"], measured["together"]["page"]
    slow_empty, slow_page = measured["alone"]["empty"], measured["alone"]["page"]
    through, median = ratios(measured)
    return (
        f"{NAMES[name]:21}{addresses:9}"
        f"  {empty['per_second']:10.0f}{page['per_second']:10.0f}{through:9.1f}"
        f"  {1000 * slow_empty['median']:8.2f}{1000 * slow_page['median']:8.2f}{median:9.1f}"
        f"  {1000 * slow_empty['p99']:9.2f}{1000 * slow_page['p99']:9.2f}"
        f"  {judged(GOALS[name], max(through, median))}"
    )


def judged(goal: int | None, times: float) -> str:
    if goal is None:
        return "none"
    return f"{goal}: {'reached' if times <= goal else 'MISSED'}"


def ratios(measured: dict) -> tuple[float, float]:
    """How many times as long as the empty view: by what goes through, and by the median."""
    together, alone = measured["together"], measured["alone"]
    return (
        together["empty"]["per_second"] / together["page"]["per_second"],
        alone["page"]["median"] / alone["empty"]["median"],
    )


def memory_line(workers: list[Memory]) -> str:
    if not workers:
        return "memory of a worker: not measured, since only Linux tells it"
    most = max(worker.resident for worker in workers)
    reached = "reached" if most < MOST_MEMORY else "MISSED"
    each = ", ".join(
        f"{worker.resident / 1e6:.0f} MB ({worker.share / 1e6:.0f} MB without what is shared)"
        for worker in workers
    )
    return f"memory of a worker: {each}; goal under {MOST_MEMORY / 1e6:.0f} MB: {reached}"


def worker_line(measured: dict) -> str:
    """What a busy machine hardly changes; the database's own processes are not in it."""
    told = []
    for name in GOALS:
        empty, page = (measured[name]["together"][kind]["worker_time"] for kind in KINDS)
        if empty:
            told.append(f"{name} {1000 * page:.2f} ({page / empty:.1f} times)")
    return f"processor ms of the worker: {', '.join(told) or 'not measured'}"


def load_line(measured: dict) -> str:
    """How far the figures could be those of the load generator and not of the server."""
    shares = [measured[name]["together"]["empty"]["busy"] for name in GOALS]
    return f"load generator: busy {100 * max(shares):.0f} % of one core beside the empty view"


def watched_line(watched: dict) -> str:
    """A round a second; the statements are those of recording it, whoever watches."""
    memory = "" if watched["kilobytes"] is None else f", {watched['kilobytes']:.0f} kB each"
    return (
        f"{watched['watchers']:,} watchers{memory}: a round is seen by half of them after"
        f" {1000 * watched['median']:.0f} ms, by 99 % after {1000 * watched['p99']:.0f} ms;"
        f" at most {watched['statements']} statements for each of {watched['rounds']} rounds"
    )
