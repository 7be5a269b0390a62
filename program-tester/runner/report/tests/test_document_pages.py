# SPDX-License-Identifier: MIT
"""Documents as pages hold the rules of reports: at each width, in light and dark, and by keyboard. They have no scripts."""

import os
import subprocess
from pathlib import Path

import pytest
from browser import find_program

pytest.importorskip("markdown_it")
pytestmark = pytest.mark.skipif(not find_program(), reason="chromium is not installed")

ROOT = Path(__file__).resolve().parents[4]
RULES = (Path(__file__).parent / "rules.js").read_text(encoding="utf-8").replace("'use strict';", "")
EVERY = os.environ.get("ROOTLE_TEST_REPORTS") == "all"  # in the long check
WIDTHS = (375, 1280, 1920)
SOME = ("README", "docs/learn/1-pixel", "docs/hacking/README")
PAGES = (*SOME, "docs/README", "docs/environment", "docs/test-format", "docs/architecture", "docs/performance") if EVERY else SOME


@pytest.fixture(scope="module", name="folder")
def fixture_folder(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("html")
    subprocess.run([ROOT / "ci" / "docs-html", folder], check=True)
    return folder


@pytest.fixture
def open_page(browser, folder):
    def open_it(page: str, width: int) -> None:
        browser.problems.clear()
        browser.resize(width)
        browser.open((folder / f"{page}.html").as_uri())
        browser.evaluate(f"globalThis.rule = (() => {{ {RULES} return (name) => eval(name)(); }})(); 0")
        assert not browser.problems

    return open_it


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("page", PAGES)
def test_layout(browser, open_page, page, width):
    open_page(page, width)
    for rule in ("overflowing", "overlapping", "small"):
        assert not browser.evaluate(f"rule({rule!r})"), rule
    shown = browser.evaluate("[...document.images].map((one) => one.complete && one.naturalWidth > 0)")
    assert all(shown) and (shown or page not in ("README", "docs/learn/1-pixel"))


@pytest.mark.parametrize("width", WIDTHS if EVERY else (1280,))
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_text_can_be_read(browser, open_page, page, scheme, width):
    browser.prefer(scheme)
    open_page(page, width)
    ratios = browser.evaluate("rule('contrasts')")
    browser.prefer("light")
    assert len(ratios) > 10 and not {text: ratio for text, ratio in ratios.items() if ratio < 4.5}


@pytest.mark.parametrize("width", WIDTHS if EVERY else (375,))
@pytest.mark.parametrize("page", PAGES)
def test_keyboard(browser, open_page, page, width):
    """Tab goes from link to link, and to what can be scrolled."""
    open_page(page, width)
    for _ in range(12):
        browser.press("Tab")
        at = browser.evaluate("rule('focused')")
        assert at["isBody"] or at["hasOutline"] and at["comesNext"], at
    wide = "[...document.querySelectorAll('.scroll, pre')].filter((one) => one.scrollWidth > one.clientWidth && one.tabIndex < 0).length"
    assert browser.evaluate(wide) == 0
