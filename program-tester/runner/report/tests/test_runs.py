# SPDX-License-Identifier: MIT
"""Several runs in one report: their order and labels, what is told of tests that differ, and pages."""

import json

import pytest
from browser import find_program
from samples import drivers, rich_failure, timeline

from runner.commands import run_command
from runner.report import groups
from runner.inputs import Input
from runner.report.runs import Kind, arrange
from runner.report.site import page_name
from runner.results import Record, Result
from runner.status import Status

needs_browser = pytest.mark.skipif(not find_program(), reason="chromium is not installed")
RICH = rich_failure("none")


def runs_of(*described, tmp_path=None):
    """Runs as (driver, device, commit, start), under names of their own."""
    items = []
    for number, (driver, device, commit, start) in enumerate(described):
        run = {"driver": driver, "commit": commit, "start": start}
        items.append(Input(f"folder{number}", Record(run=run, device={"name": device})))
    return items


def arranged(*described):
    kind, runs = arrange(runs_of(*described))
    return kind, [run.label for run in runs]


def test_order_and_labels():
    day = "2026-01-0{}T12:00:00Z".format
    assert arranged(("a", "x", "c1", day(2)), ("a", "x", "c0", day(1))) == (Kind.TIMELINE, ["c0", "c1"])
    assert arranged(("b", "x", "c", day(2)), ("a", "x", "c", day(1))) == (Kind.DRIVERS, ["b", "a"])
    assert arranged(("a", "x", "c", day(1)), ("a", "y", "c", day(1))) == (Kind.DRIVERS, ["x", "y"])
    same_commit = (("a", "x", "c", day(2)), ("a", "x", "c", day(1)))
    assert arranged(*same_commit) == (Kind.TIMELINE, ["2026-01-01 12:00:00", "2026-01-02 12:00:00"])
    assert arranged(("a", "x", "c", day(1))) == (Kind.SINGLE, ["a"])
    nothing = (("", "", "", ""),) * 2
    assert arranged(*nothing) == (Kind.DRIVERS, ["1: folder0", "2: folder1"])


@pytest.fixture
def site(make_results, tmp_path):
    def build(runs):
        folders = [str(make_results(f"r{number}", **run)) for number, run in enumerate(runs)]
        assert run_command("report", [*folders, "-o", str(tmp_path / "site")]) == 0
        text = (tmp_path / "site/data.js").read_text(encoding="utf-8")
        return tmp_path / "site", json.loads(text[text.index("{") : text.rindex("}") + 1])

    return build


def verdicts(data, test: str) -> str:
    names = [f"{file}::{own}" for file, tests in zip(data["files"], data["own"]) for own in tests]
    return "".join(column[names.index(test)] for column in data["verdicts"])


def test_timeline(site):
    """Runs are in order of time, whatever the order of the command line."""
    _, data = site(timeline(RICH))
    assert data["kind"] == "timeline"
    assert data["runs"] == [f"{number:x}" * 12 for number in range(12)]
    assert verdicts(data, RICH["test"]) == "000666666000"
    assert verdicts(data, "a.cl::broken") == "0" + 11 * "6"
    assert verdicts(data, "a.cl::wavers") == "060606060606"
    assert [group["title"] for group in data["groups"]] == ["got worse", "got worse", "went back and forth"]


def test_earlier_runs_of_a_timeline_are_folded(site):
    folder, _ = site(timeline(RICH))
    text = (folder / "index.html").read_text(encoding="utf-8")
    before, _, after = text.partition('<ol class="runs" start="9">')
    assert "<summary>8 earlier runs</summary>" in before
    assert (before.count("About this run"), after.count("About this run")) == (8, 4)


def test_drivers(site):
    folder, data = site(drivers(RICH))
    assert (data["kind"], data["runs"]) == ("drivers", ["first", "second", "third"])
    assert verdicts(data, RICH["test"]) == "066"
    assert [group["title"] for group in data["groups"]] == ["bad in 2 of 3", "bad in 1 of 3", "bad in 1 of 3", "differs"]
    page = (folder / page_name(RICH["test"])).read_text(encoding="utf-8")
    assert page.count('<details class="in-run"') == 2
    assert page.index("third</bdi></summary>") < page.index("second</bdi></summary>"), "the last is the first"


def test_a_test_that_not_all_have(site, make_results):
    folder, data = site([{"results": {"a.cl::1": "pass"}, "driver": "x"},
                         {"results": {"a.cl::1": "pass", "b.cl::2": "fail"}, "driver": "y"}])  # fmt: skip
    assert verdicts(data, "b.cl::2") == "-6"
    assert "no result" in (folder / page_name("b.cl::2")).read_text(encoding="utf-8")


def test_other_formats_are_of_one_run(make_results, tmp_path, capsys):
    folders = [str(make_results(name, {"a": "pass"})) for name in "xy"]
    with pytest.raises(SystemExit) as ended:
        run_command("report", [*folders, f"--junit={tmp_path / 'x'}"])
    assert ended.value.code == 2 and "holds one run" in capsys.readouterr().err


COUNT = "document.getElementById('count').textContent"


@needs_browser
def test_drivers_in_a_browser(browser, open_site):
    open_site(None, runs=drivers(RICH))
    first = "document.querySelector('#table .row .strip').getAttribute('aria-label')"
    assert browser.evaluate(first) == "first: pass; second: fail; third: fail"
    browser.click("#differing")
    assert browser.evaluate(COUNT) == "27 of 49 tests"
    assert browser.evaluate("map.run") == "differing"
    cells = "[...document.querySelectorAll('#map .differs')].reduce((sum, cell) => sum + Number(cell.textContent), 0)"
    assert browser.evaluate(cells) == 26, "all but the test that is of no family"
    browser.evaluate("location.hash = '#group=0'")
    browser.wait_for(f"{COUNT} === '1 of 49 tests'")


@needs_browser
def test_timeline_in_a_browser(browser, open_site):
    open_site(None, runs=timeline(RICH))
    assert browser.evaluate("document.querySelectorAll('.runs li').length") == 12
    bars = "[...document.querySelectorAll('#table .row .strip')].find((s) => s.children[3].className === 'look-bad' && s.children[4].className === 'look-bad')"
    heights = browser.evaluate(f"[...{bars}.children].map((bar) => bar.offsetHeight)")
    assert len(heights) == 12 and heights[0] < heights[3], "a bar is higher the worse it is"


def test_groups_that_say_the_same_name_their_family():
    said = {"read/a.cl::x": "1 of 4 values differ", "write/a.cl::x": "2 of 4 values differ", "write/a.cl::y": "no device"}
    found = groups.by_message(list(said), [Result(test, Status.FAIL, message=message) for test, message in said.items()])
    assert [group.title for group in found] == ["N of N values differ (read)", "N of N values differ (write)", "no device"]
