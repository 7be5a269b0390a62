# SPDX-License-Identifier: MIT
"""Every output tells every status from every other, and none shows what was not expected as good."""

import io
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

from runner.commands import run_command
from runner.commits.commits import Change
from runner.annexes import EXPORTS
from runner.report import exports
from runner.inputs import load
from runner.report.site import ASSETS
from runner.results import Record, Result
from runner.show import Progress, Terminal, print_summary
from runner.status import BY_LABEL, Look, Status, Tally
from runner.summary import summarise

TEST = "a.cl::t"
# The end of a run that has one test: the closing line, what stands before it, the exit status.
ENDS = {
    "pass": ("1 passed, 0 failed, 0 skipped", "", 0),
    "skip": ("0 passed, 0 failed, 1 skipped", "", 0),
    "expected-fail": ("0 passed, 0 failed, 0 skipped", "1 expected failure", 0),
    "flaky": ("0 passed, 0 failed, 0 skipped", "1 flake", 0),
    "unexpected-pass": ("0 passed, 0 failed, 0 skipped", "1 unexpected pass", 5),
    "lost": ("0 passed, 1 failed, 0 skipped", "", 1),
    "fail": ("0 passed, 1 failed, 0 skipped", "", 1),
    "error": ("0 passed, 1 failed, 0 skipped", "", 1),
    "timeout": ("0 passed, 1 failed, 0 skipped", "", 4),
    "crash": ("0 passed, 1 failed, 0 skipped", "", 4),
}
# The verdicts as a JUnit file counts them; TAP's line.
JUNIT = {"skip": "skipped", "expected-fail": "skipped", "unexpected-pass": "failures",
         "lost": "failures", "fail": "failures", "error": "errors", "timeout": "errors", "crash": "errors"}  # fmt: skip
TAP = {
    "pass": "ok 1 - a.cl::t",
    "skip": "ok 1 - a.cl::t # SKIP why",
    "expected-fail": "not ok 1 - a.cl::t # TODO why",
    "flaky": "ok 1 - a.cl::t",
    "unexpected-pass": "ok 1 - a.cl::t # TODO why",
}


def result_of(status):
    return Result(TEST, status, message="why")


def terminal_summary(status, folder, capsys):
    stream = io.StringIO()
    print_summary(Terminal(stream), summarise([result_of(status)]), "d", 1.0)
    return stream.getvalue()


def progress(status, folder, capsys):
    stream = io.StringIO()
    shown = Progress(Terminal(stream), 1, verbose=True)
    shown.result(result_of(status))
    shown._last = 0.0
    shown.tick([])
    return stream.getvalue()


def exported(name):
    def write(status, folder, capsys):
        return exports.FORMATS[name](load(folder).record)

    return write


def show(status, folder, capsys):
    run_command("show", ["-v", str(folder)])
    return capsys.readouterr().out.replace(str(folder), "")


def compared(status, folder, capsys):
    run_command("compare", [str(folder), str(folder)])
    return capsys.readouterr().out.replace(str(folder), "")


def site_index(status, folder, capsys):
    run_command("report", [str(folder), "-o", str(folder / "html")])
    return (folder / "html/index.html").read_text(encoding="utf-8")


def site_data(status, folder, capsys):
    run_command("report", [str(folder), "-o", str(folder / "html")])
    text = (folder / "html/data.js").read_text(encoding="utf-8")
    table = json.loads(text[text.index("{") : text.rindex("}") + 1])
    return str([table["statuses"][int(digit)] for digit in table["verdicts"][0]])


def merged(status, folder, capsys):
    assert run_command("merge", [str(folder / "whole"), str(folder)]) == 0
    return str(json.loads((folder / "whole/summary.json").read_text(encoding="utf-8"))["counts"])


def gated(status, folder, capsys):
    return str(Change("c", TEST, None, status))


OUTPUTS = [terminal_summary, progress, show, compared, site_index, site_data, merged, gated]
OUTPUTS += [exported(name) for name in EXPORTS]


@pytest.fixture
def folder_of(make_results):
    return lambda status: make_results(
        status.label, [{"test": TEST, "status": status.label, "message": "why"}]
    )


@pytest.mark.parametrize("output", OUTPUTS, ids=[*(o.__name__ for o in OUTPUTS[:8]), *EXPORTS])
def test_tells_them_apart(output, folder_of, capsys):
    texts = {status: output(status, folder_of(status), capsys) for status in Status}
    for status, text in texts.items():
        same = [other.label for other in Status if other is not status and texts[other] == text]
        assert not same, f"{status} looks like {same}"


@pytest.mark.parametrize("status", Status, ids=str)
def test_end_of_a_run(status):
    closing, besides, exit_status = ENDS[status.label]
    summary = summarise([result_of(status)])
    assert (summary.closing, summary.besides, summary.exit_status()) == ENDS[status.label]
    stream = io.StringIO()
    print_summary(Terminal(stream), summary, "d", 1.0)
    lines = stream.getvalue().splitlines()
    assert lines[-1] == closing
    assert lines[-2] == besides or not besides


@pytest.mark.parametrize("status", Status, ids=str)
def test_nothing_unexpected_looks_good(status):
    others = [Result(f"b.cl::{number}", Status.PASS) for number in range(100)]
    summary = summarise([result_of(status), *others])
    as_expected = status.label in ("pass", "skip", "expected-fail")
    assert (summary.look is Look.GOOD) == as_expected
    stream = io.StringIO()
    print_summary(Terminal(stream, "always"), summary, "d", 1.0)
    assert (f"\033[32m{summary.closing}" in stream.getvalue()) == as_expected
    assert not summarise(others, complete=False).look is Look.GOOD


def test_nothing_that_ran_does_not_look_good():
    assert summarise([]).look is not Look.GOOD
    assert summarise([result_of(Status.SKIP)]).look is not Look.GOOD


@pytest.mark.parametrize("status", Status, ids=str)
def test_verdict_of_a_page(status, folder_of, capsys):
    page = site_index(status, folder_of(status), capsys)
    style = re.search(r'class="verdict (\w+)"', page)[1]
    assert (style == "good") == (status.label in ("pass", "expected-fail"))
    closing, besides, _ = ENDS[status.label]
    assert closing in page and besides in page


def test_every_look_has_a_style():
    css = (ASSETS / "report.css").read_text(encoding="utf-8")
    for look in Look:
        assert f".look-{look.style} {{" in css


@pytest.mark.parametrize("status", Status, ids=str)
def test_junit_and_tap(status):
    record = Record(results={TEST: result_of(status)})
    suite = ElementTree.fromstring(exports.junit(record))[0]
    counted = [name for name in ("failures", "errors", "skipped") if suite.get(name) == "1"]
    assert counted == ([JUNIT[status.label]] if status.label in JUNIT else [])
    assert suite[0].get("status") == status.label
    assert all(child.get("type") == status.label for child in suite[0])
    assert exports.tap(record).splitlines()[2] == TAP.get(status.label, "not ok 1 - a.cl::t")


def test_junit_of_a_run_that_allows_unexpected_passes():
    run = {"arguments": ["--allow-unexpected-pass"]}
    record = Record(run=run, results={TEST: result_of(Status.UNEXPECTED_PASS)})
    suite = ElementTree.fromstring(exports.junit(record))[0]
    assert (suite.get("failures"), suite.get("skipped")) == ("0", "1")


def test_the_worst_verdict_decides_the_exit_status():
    def exit_status(labels, **options):
        results = [Result(f"{n}", BY_LABEL[label]) for n, label in enumerate(labels.split())]
        return summarise(results).exit_status(**options)

    assert exit_status("pass unexpected-pass fail crash") == 4
    assert exit_status("pass unexpected-pass fail error") == 1
    assert exit_status("pass unexpected-pass flaky") == 5
    assert exit_status("unexpected-pass expected-fail", allow_unexpected_pass=True) == 0
    assert exit_status("unexpected-pass fail", allow_unexpected_pass=True) == 1
    assert exit_status("") == 0


def test_what_is_counted_adds_up():
    summary = summarise(Result(status.label, status) for status in Status)
    assert summary.closing == "1 passed, 5 failed, 1 skipped"
    assert summary.besides == "1 expected failure, 1 flake, 1 unexpected pass"
    assert summary.total == len(Status) == 1 + 5 + 1 + 3
    assert all(status.is_bad == (status.tally is Tally.FAILED) for status in Status)


def test_words_of_several():
    results = [Result(f"{n}{s}", s) for s in (Status.FLAKY, Status.EXPECTED_FAIL) for n in range(2)]
    assert summarise(results).besides == "2 expected failures, 2 flakes"
