"""Which browser looks at the pages, and as what device."""

import os
import shutil

PHONE = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
# The worker that keeps pages for later is let in by the tests that are about it: it asks for the
# next page of each board, and others count or hold back what is asked for.
AT_THE_TABLE = {
    "locale": "en-GB",
    "timezone_id": "Europe/Amsterdam",
    "service_workers": "block",
}

# The one without a window takes half the machine's time, and is the same browser.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


def chromium() -> str | None:
    """Where a Chromium of this machine is; without one Playwright takes its own."""
    found = (shutil.which(name) for name in CHROMIUMS)
    return os.environ.get("CHROMIUM") or next(filter(None, found), None)


def flags() -> list[str]:
    """Without Chromium's sandbox where one is root, which it refuses."""
    return [*QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
