"""`make pictures`: the five main pages for README.md, taken from the demo as a phone shows them."""

import base64
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from bench.demo import Demo, served_demo
from tests.browser.browsers import AT_THE_TABLE, PHONE, chromium, flags

FOLDER = Path(__file__).resolve().parent
QUALITY = 85  # of WebP, which takes a third of what PNG does
# What lies on the table when the round is recorded: two hands are told, the third is being tapped.
ROUND = {"Bram": ("7", "9", "skip"), "Cees": ("wild",), "Daan": ("1", "4", "4", "draw-two")}


def main() -> None:
    with served_demo() as demo, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags())
        page = phone_in_the_demo(browser, demo)
        for name in demo.pages:
            page.goto(demo.address(name))
            if name == "record":
                tap_a_round(page)
            path = FOLDER / f"{name.replace(' ', '-')}.webp"
            path.write_bytes(picture_of(page))
            print(f"{path.relative_to(FOLDER.parent)}: {path.stat().st_size:,} bytes")
        browser.close()


def phone_in_the_demo(browser: Browser, demo: Demo) -> Page:
    context = browser.new_context(
        **PHONE, **AT_THE_TABLE, color_scheme="light", reduced_motion="reduce"
    )
    name, value = demo.cookie.split("=", 1)
    context.add_cookies([{"name": name, "value": value, "url": demo.url}])
    return context.new_page()


def tap_a_round(page: Page) -> None:
    page.locator(".went .chip", has_text="Anna").click()
    for name, faces in ROUND.items():
        page.locator(".pick-hand", has_text=name).click()
        for face in faces:
            page.locator(f'.key[data-face="{face}"]').click()
    page.evaluate("document.activeElement.blur()")


def picture_of(page: Page) -> bytes:
    """Playwright itself takes no WebP."""
    page.wait_for_load_state("networkidle")
    devtools = page.context.new_cdp_session(page)
    taken = devtools.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return base64.b64decode(taken["data"])


if __name__ == "__main__":
    main()
