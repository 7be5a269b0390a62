# SPDX-License-Identifier: MIT
"""What passed and does not pass now is red: all pairs of verdicts, by gate, compare and --baseline, in everything that
they write."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from runner.gate import driver as gate_driver
from runner.commands import run_command
from runner.expectations import EntryList, Expectations
from runner.report import site
from runner.results import Result
from runner.status import TESTER_STATUSES, Status

# The outcome in a record of each verdict; None: nothing, as the test is gone.
OUTCOMES = {"expected-fail": "fail", "unexpected-pass": "pass", "lost": "skip"}
VERDICTS = [*(status.label for status in Status), None]
PAIRS = [(before, now) for before in VERDICTS for now in VERDICTS if before or now]
PASSED = ("pass", "unexpected-pass")
SILENT = ("skip", "lost", None)


def must_be_red(before: str | None, now: str | None) -> bool:
    """The property. A test that passes at times may fail, but not fall silent."""
    return before in PASSED and now not in (*PASSED, "flaky") or before == "flaky" and now in SILENT


def must_be_green(before: str | None, now: str | None) -> bool:
    return now in PASSED or before == now != "lost"


def write(folder: Path, verdicts: dict[str, str | None], plan: tuple[str, ...] = ()) -> Path:
    """Results of tests; of those without a verdict nothing. One that passes always is there."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [{"run": {"driver": "d"}}, {"plan": list(plan)}, {"test": "a.cl::always", "status": "pass"}]
    for test, label in verdicts.items():
        outcome = {"outcome": OUTCOMES[label]} if label in OUTCOMES else {}
        lines += [{"test": f"a.cl::{test}", "status": label, "message": "why", **outcome}] if label else []
    lines.append({"end": {"complete": True, "seconds": 1}})
    (folder / "results.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


@pytest.fixture
def gate(tmp_path, monkeypatch):
    """Gates of results that no run has to make: gate(BEFORE, NOW, *WORDS) gives the exit status."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)

    def run(before: dict[str, str | None], now: dict[str, str | None], *words: str, plan: tuple[str, ...] = ()) -> int:
        write(Path("kept"), before)
        monkeypatch.setattr(gate_driver, "_run", lambda results, kept, arguments: write(results, now, plan) and 0)
        return gate_driver.main(["kept", *words])

    return run


def check(before: str | None, now: str | None, is_red: bool) -> None:
    assert is_red or not must_be_red(before, now)
    assert not is_red or not must_be_green(before, now)


@pytest.mark.parametrize("before, now", PAIRS)
def test_compare(before, now, tmp_path, capsys):
    old, new = write(tmp_path / "old", {"t": before}), write(tmp_path / "new", {"t": now})
    check(before, now, run_command("compare", [str(old), str(new)]) == 1)
    assert ("regressions (1):\n    a.cl::t: " in capsys.readouterr().out) >= must_be_red(before, now)


@pytest.mark.parametrize("before, now", PAIRS)
def test_gate(before, now, gate, monkeypatch, capsys):
    monkeypatch.setattr(site, "build", lambda *items, **how: None)  # of one for all pairs, see below
    check(before, now, gate({"t": before}, {"t": now}) == 1)
    has_regression = "gate: 1 regression," in capsys.readouterr().out
    assert has_regression >= must_be_red(before, now)
    assert ("### ❌" in Path("gate/summary.md").read_text(encoding="utf-8").partition("\n")[0]) >= must_be_red(before, now)
    assert ("1 regression<" in Path("gate/badge.svg").read_text(encoding="utf-8")) == has_regression


@pytest.mark.parametrize("before, now", [(before, now) for before, now in PAIRS if now in [*map(str, TESTER_STATUSES), None]])
@pytest.mark.parametrize("is_listed", [False, True])
def test_baseline(before, now, is_listed, tmp_path):
    fails = tmp_path / "d-fails.txt"
    fails.write_text("a.cl::t # known\n" if is_listed else "")
    known = Expectations.load(tmp_path, "d") if is_listed else Expectations(*(EntryList([]) for _ in range(3)))
    known.add_baseline(write(tmp_path / "old", {"t": before}), "d")
    if now is None:
        found = known.gone({}, ["a.cl::always"])
        check(before, now, [result.status for result in found] == [Status.LOST])
    else:
        status = known.judge(Result("a.cl::t", next(s for s in Status if s.label == now))).status
        assert status.exit_status or not must_be_red(before, now)


def named(before: str | None, now: str | None) -> str:
    return f"{before} then {now}".replace("None", "nothing")


def red_in_page(folder: Path) -> set[str]:
    """The tests that the table of a report shows as bad."""
    text = (folder / "data.js").read_text(encoding="utf-8")
    table = json.loads(text[text.index("{") : text.rindex("}") + 1])
    tests = [f"{file}::{own}" for file, names in zip(table["files"], table["own"]) for own in names]
    bad = [str(number) for number, status in enumerate(table["statuses"]) if status["look"] == "bad"]
    return {test for test, digit in zip(tests, table["verdicts"][-1], strict=True) if digit in bad}


def test_every_output_of_a_gate_shows_it(gate, capsys):
    pairs = {named(*pair): pair for pair in PAIRS}
    before, now = ({name: pair[side] for name, pair in pairs.items()} for side in (0, 1))
    assert gate(before, now, "--junit=gate/j.xml", "--tap=gate/t.tap", "--csv=gate/c.csv") == 1
    red = {f"a.cl::{name}" for name, pair in pairs.items() if must_be_red(*pair)}
    cases = ElementTree.parse("gate/j.xml").getroot().iter("testcase")
    failing = {case.get("name") for case in cases if case.find("failure") is not None or case.find("error") is not None}
    assert red <= {f"a.cl::{name}" for name in failing}
    tap = Path("gate/t.tap").read_text(encoding="utf-8")
    assert red <= set(re.findall(r"^not ok \d+ - (.*)$", tap, re.MULTILINE))
    csv = Path("gate/c.csv").read_text(encoding="utf-8")
    assert all(re.search(rf"^{test},(lost|fail|error|timeout|crash),", csv, re.MULTILINE) for test in red)
    assert red <= red_in_page(Path("gate/report"))
    printed, summary = capsys.readouterr().out, Path("gate/summary.md").read_text(encoding="utf-8")
    assert all(f"{test}: " in printed for test in red) and len(red) > 12
    counts = re.search(r"regressions \((\d+)\):", printed), re.search(r"gate: (\d+) regressions?,", printed)
    assert counts[0][1] == counts[1][1] and int(counts[0][1]) >= len(red)
    assert all(f"`{test}`: " in summary for test in red)


def test_timeline_of_a_report_shows_it(tmp_path, capsys):
    pairs = {named(*pair): pair for pair in PAIRS}
    folders = []
    for side, day in enumerate(("01", "02")):
        folder = write(tmp_path / day, {name: pair[side] for name, pair in pairs.items()})
        text = (folder / "results.jsonl").read_text().replace('{"driver": "d"}', f'{{"driver": "d", "start": "2026-01-{day}"}}', 1)
        (folder / "results.jsonl").write_text(text)
        folders.append(str(folder))
    assert run_command("report", [*folders, "-o", str(tmp_path / "html")]) == 0
    red = {f"a.cl::{name}" for name, pair in pairs.items() if must_be_red(*pair)}
    assert red <= red_in_page(tmp_path / "html")


def test_what_is_allowed_is_green_and_said_first(gate, capsys):
    before, now = {"one": "pass", "two": "pass", "three": "pass"}, {"one": "skip", "two": None, "three": "pass"}
    assert gate(before, now, "--allow-skips=one") == 1
    assert gate(before, now, "--allow-skips=one", "--allow-skips=*two", "--allow-skips=four") == 0
    printed = capsys.readouterr().out
    assert "gate: no regressions, 2 allowed to skip or be gone, " in printed
    assert "--allow-skips four allows nothing" in printed
    first = Path("gate/summary.md").read_text(encoding="utf-8").partition("\n")[0]
    assert first == "### ✅ Rootle: no regressions, 2 allowed to skip or be gone"
    assert "2 allowed to skip" in Path("gate/badge.svg").read_text(encoding="utf-8")
    assert run_command("compare", ["kept", "gate/results"]) == 1
    assert run_command("compare", ["kept", "gate/results", "--allow-skips", "/one|two/"]) == 0
    assert run_command("compare", ["kept", "gate/results", "--allow-skips", "/one|two"]) == 1
    assert run_command("summary", ["gate/results", "--baseline=kept", "--allow-skips=one", "--allow-skips=two"]) == 0
    assert "### ✅ Rootle: no regressions, 2 allowed to skip or be gone\n" in capsys.readouterr().out


def test_nothing_else_can_be_allowed(gate, capsys):
    for now in ("fail", "crash", "error", "timeout", "expected-fail"):
        assert gate({"t": "pass"}, {"t": now}, "--allow-skips=t") == 1
    # A test that is planned and has no result was not skipped: the run did not get so far.
    assert gate({"t": "pass"}, {"t": None}, "--allow-skips=t", plan=("a.cl::always", "a.cl::t")) == 1
    assert "1 regression, 1 test without a result" in capsys.readouterr().out


def test_what_an_earlier_gate_said_is_not_taken_for_this_one(gate, monkeypatch):
    """As when the runner ends in a traceback, with the exit status of a test that failed."""
    assert gate({"t": "pass"}, {"t": "pass"}) == 0
    monkeypatch.setattr(gate_driver, "_run", lambda results, kept, arguments: 1)
    assert run_command("gate", ["kept"]) == 2
    assert not any(Path("gate", name).exists() for name in ("summary.md", "badge.svg", "report/index.html"))


def test_interrupted_gate_says_nothing(gate, monkeypatch, capsys):
    def interrupt(results: Path, kept: object, arguments: list[str]) -> int:
        raise KeyboardInterrupt

    assert gate({"t": "pass"}, {"t": "pass"}) == 0
    monkeypatch.setattr(gate_driver, "_run", interrupt)
    assert run_command("gate", ["kept"]) == 130
    monkeypatch.setattr(gate_driver, "_run", lambda results, kept, arguments: write(results, {"t": None}, ("a.cl::t",)) and 130)
    assert run_command("gate", ["kept", "--accept"]) == 130
    assert not Path("gate/summary.md").exists()


def test_results_in_which_nothing_ran_are_no_measure(gate, capsys):
    always = {"always": "skip"}
    assert gate({"t": "skip", **always}, {"t": "skip", **always}) == 3
    assert "all tests are skipped in kept: nothing was compared" in capsys.readouterr().out
    assert gate({"t": "skip", **always}, {"t": "pass", **always}, "--update") == 0
