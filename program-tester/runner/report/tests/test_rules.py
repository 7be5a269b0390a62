# SPDX-License-Identifier: MIT
"""Rules that hold of every page at every width, in light and dark: nothing sticks out or overlaps, text
can be read, all can be used from the keyboard, and says what it is."""

import os
from pathlib import Path

import pytest
from browser import find_program
from samples import SOURCE, drivers, generated, long_failure, rich_failure, timeline

from runner.report.site import page_name
from runner.sources import Sources

pytestmark = pytest.mark.skipif(not find_program(), reason="chromium is not installed")

RULES = (Path(__file__).parent / "rules.js").read_text(encoding="utf-8").replace("'use strict';", "")
EVERY = os.environ.get("ROOTLE_TEST_REPORTS") == "all"  # in the long check
WIDTHS = (375, 400, 900, 1280, 1920) if EVERY else (375, 1280, 1920)
PAGES = ("single", "known", "failure", "long", "drivers", "timeline", "test of drivers", "alone")
SCREENS = Path(__file__).resolve().parents[4] / "build" / "check" / "screens"  # for people, then
SOME_PAGES = PAGES if EVERY else ("single", "failure", "timeline")
MOST_STEPS = 60  # of the Tab key


@pytest.fixture
def open_page(browser, open_site, tmp_path):
    def open_it(page: str, width: int) -> None:
        (tmp_path / "copy.cl").write_text(SOURCE, encoding="utf-8")
        kept = Sources(tmp_path / "r0").keep(str(tmp_path / "copy.cl"))
        rich = {**rich_failure("copy.cl:10"), "kept_source": kept}
        known = [{**r, "status": "expected-fail"} if r["status"] == "fail" else r for r in generated()]
        one = [rich, long_failure(), *generated()]
        file = {"failure": page_name(rich["test"]), "long": page_name(long_failure()["test"]),
                "test of drivers": page_name(rich["test"])}.get(page, "index.html")  # fmt: skip
        runs = {"drivers": drivers, "test of drivers": drivers, "timeline": timeline}.get(page)
        open_site(known if page == "known" else one, file, width, runs=runs and runs(rich))
        if page == "alone":
            browser.evaluate("change({test: names[5]})")
        browser.evaluate(f"globalThis.rule = (() => {{ {RULES} return (name) => eval(name)(); }})(); 0")

    return open_it


def broken(browser, rule: str):
    return browser.evaluate(f"rule({rule!r})")


BREACHES = [
    ("overflowing", "made.style = 'width: 5000px; height: 2em'"),
    ("overflowing", "made.style = 'position: absolute; left: 98vw; white-space: nowrap'"),
    ("overlapping", "made.style = 'margin-top: -2em'"),
    ("small", "document.getElementById('share').style = 'font-size: 5px; min-height: 0; padding: 0'"),
    ("faint", "document.getElementById('search').style = 'border-color: #ddd'"),
]


@pytest.mark.parametrize("rule, breach", BREACHES)
def test_rules_can_be_broken(browser, open_page, rule, breach):
    open_page("single", 900)
    assert not broken(browser, rule)
    browser.evaluate(
        "{ const made = document.createElement('p'); made.textContent = 'words that are added';"
        f"document.getElementById('problems').prepend(made); {breach}; }}"
    )
    assert broken(browser, rule)


def test_faint_text_is_seen(browser, open_page):
    open_page("single", 900)
    browser.evaluate("document.querySelector('h1').style.color = 'silver'")
    assert min(broken(browser, "contrasts").values()) < 4.5


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("page", PAGES)
def test_layout(browser, open_page, page, width):
    open_page(page, width)
    browser.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    if EVERY:
        SCREENS.mkdir(parents=True, exist_ok=True)
        browser.screenshot(SCREENS / f"{page.replace(' ', '-')}-{width}.png")
    for rule in ("overflowing", "overlapping", "small"):
        assert not broken(browser, rule), rule


@pytest.mark.parametrize("width", WIDTHS if EVERY else (1280,))
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", SOME_PAGES)
def test_text_can_be_read(browser, open_page, page, scheme, width):
    """The contrast of text and of borders is what WCAG AA asks for."""
    browser.prefer(scheme)
    open_page(page, width)
    browser.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    ratios = broken(browser, "contrasts")
    browser.prefer("light")
    assert len(ratios) > (4 if page == "alone" else 10)
    assert not {text: ratio for text, ratio in ratios.items() if ratio < 4.5}
    assert not broken(browser, "faint")


@pytest.mark.parametrize("width", WIDTHS if EVERY else (375,))
@pytest.mark.parametrize("page", [page for page in SOME_PAGES if page != "alone"])
def test_keyboard(browser, open_page, page, width):
    """Tab goes through the page in its order, and one sees where it is."""
    open_page(page, width)
    steps = 0
    for steps in range(MOST_STEPS):
        browser.press("Tab")
        at = broken(browser, "focused")
        if at["isBody"]:
            break
        assert at["hasOutline"] and not at["isCovered"] and at["comesNext"], at
    assert steps > 4


def test_keyboard_of_a_dialog(browser, open_page):
    """It has the focus, and Escape leads back to the table."""
    open_page("alone", 900)
    assert browser.evaluate("document.activeElement.closest('dialog').id") == "detail"
    browser.press("Escape")
    browser.wait_for("!document.getElementById('detail').open")
    browser.wait_for("!location.hash.includes('test')")


@pytest.mark.parametrize("page", SOME_PAGES)
def test_everything_that_can_be_used_has_a_name(browser, open_page, page):
    open_page(page, 1400)
    browser.call("Accessibility.enable")
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    browser.call("Accessibility.disable")
    used = [node for node in nodes if not node["ignored"] and any(
        p["name"] == "focusable" and p["value"].get("value") for p in node.get("properties", []))]  # fmt: skip
    nameless = [node["role"] for node in used if not node.get("name", {}).get("value")]
    assert len(used) > 2 and not nameless
    headings = [node for node in nodes if node.get("role", {}).get("value") == "heading"]
    assert headings, "a screen reader goes by them"


@pytest.mark.parametrize("width", WIDTHS if EVERY else (1280,))
@pytest.mark.parametrize("page", ["single", "failure", *(["drivers", "test of drivers"] if EVERY else [])])
def test_without_scripts(browser, open_page, page, width):
    """A page says what is missing, and shows no part that does nothing."""
    open_page(page, width)
    assert "scripts are off" not in browser.evaluate("document.body.innerText")
    address = browser.evaluate("location.href")
    with browser.without_scripts():
        browser.open(address)
        said = browser.evaluate("document.body.innerText")
        dead = browser.evaluate("[...document.querySelectorAll('button, input, select')].filter((one) => one.checkVisibility()).length")
    assert "scripts are off" in said and "values differ" in said
    assert dead == 0
