# SPDX-License-Identifier: MIT
"""Makes the runner importable, and gives tests folders with results."""

import sys
from pathlib import Path
from typing import Any, Callable

import pytest
from browser import Browser, fixture_browser  # noqa: F401  # a fixture
from samples import write_results

__all__ = ["fixture_browser"]  # for pytest, which finds it here
ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "program-tester"))

from runner.commands import run_command  # noqa: E402  # behind the path that leads to it

MakeResults = Callable[..., Path]


@pytest.fixture
def make_results(tmp_path: Path) -> MakeResults:
    """Writes a results folder: make_results(NAME, RESULTS), the latter as records of a journal or
    as a dictionary of statuses by test."""

    def make(name: str, results: Any, **run: Any) -> Path:
        return write_results(tmp_path / name, results, **run)

    return make


OpenSite = Callable[..., None]


@pytest.fixture
def open_site(browser: Browser, make_results: MakeResults, tmp_path: Path) -> OpenSite:
    """Makes a site of results, and opens a page of it at a width. Several runs are given as a list of
    keywords of make_results."""

    def build(results: Any, page: str = "index.html", width: int = 1400, runs: Any = None) -> None:
        folders = [make_results(f"r{n}", **run) for n, run in enumerate(runs or [{"results": results}])]
        arguments = [*map(str, folders), "-o", str(tmp_path / "site")]
        assert run_command("report", arguments) == 0
        browser.problems.clear()
        browser.resize(width)
        browser.open((tmp_path / "site" / page).as_uri())
        browser.evaluate("new Promise((done) => setTimeout(done, 20))")  # the map comes last
        assert not browser.problems

    return build
