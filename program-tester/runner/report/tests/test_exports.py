# SPDX-License-Identifier: MIT
"""JUnit, TAP and CSV, read back by readers of those formats."""

import csv
import json
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from runner.commands import run_command
from runner.annexes import EXPORTS
from runner.report import exports
from runner.inputs import load

ROOT = Path(__file__).resolve().parents[4]
RESULTS = [
    {"test": "image/a.cl::good", "status": "pass", "seconds": 0.5},
    {"test": "image/a.cl::bad # \\", "status": "fail", "message": 'is "1" & <2>\nmore',
     "output": "control \x01 and \x1b[1m", "reproduce": "do it"},
    {"test": "image/a.cl::dead", "status": "crash", "message": "SIGSEGV", "signal": "SIGSEGV"},
    {"test": "b.cl::none", "status": "skip", "message": "no images"},
    {"test": "b.cl::known", "status": "expected-fail", "message": "bug 7", "outcome": "crash"},
    {"test": "b.cl::waver", "status": "flaky"},
]  # fmt: skip


@pytest.fixture
def exported(make_results, tmp_path):
    folder = make_results("r", RESULTS)
    files = {name: tmp_path / f"deep/x.{name}" for name in ("junit", "tap", "csv")}
    arguments = [f"--{name}={path}" for name, path in files.items()]
    assert run_command("report", [str(folder), *arguments]) == 0
    return {name: path.read_text(encoding="utf-8") for name, path in files.items()}


def test_junit(exported):
    root = ElementTree.fromstring(exported["junit"])
    suites = {suite.get("name"): suite for suite in root}
    image = suites["image"]
    assert [image.get(key) for key in ("tests", "failures", "errors", "skipped")] == list("3110")
    assert [suites["."].get(key) for key in ("tests", "failures", "errors", "skipped")] == list("3002")
    cases = {case.get("name"): case for case in root.iter("testcase")}
    assert cases["good"].get("classname") == "image.a" and not list(cases["good"])
    failure = cases["bad # \\"].find("failure")
    assert failure.get("message") == 'is "1" & <2>'
    assert failure.text == 'is "1" & <2>\nmore\ncontrol \ufffd and \ufffd[1m\nrun it: do it'
    assert cases["dead"].find("error").get("type") == "crash"
    assert cases["none"].find("skipped").get("message") == "no images"


def test_junit_has_expected_failures_as_such(exported):
    cases = ElementTree.fromstring(exported["junit"]).iter("testcase")
    known = next(case for case in cases if case.get("name") == "known")
    skipped = known.find("skipped")
    assert skipped.get("type") == known.get("status") == "expected-fail"
    assert skipped.get("message") == "expected failure (crash): bug 7"
    assert properties(known) == {"outcome": "crash"}


def properties(element) -> dict[str, str]:
    return {item.get("name"): item.get("value") for item in element.findall("properties/property")}


def test_junit_says_what_was_tested(make_results):
    """Hostile values stay values."""
    folder = make_results("r", {"a.cl::1": "pass"}, host='"><x>', arguments=["--driver", "mine\x07"])
    suite = ElementTree.fromstring(exports.junit(load(folder).record))[0]
    assert (suite.get("timestamp"), suite.get("hostname")) == ("2026-01-31T12:00:00", '"><x>')
    assert list(suite)[0].tag == "properties", "where the format has them"
    assert properties(suite) == {
        "driver": "mine",
        "commit": "0123456789abcdef",
        "host": '"><x>',
        "start": "2026-01-31T12:00:00Z",
        "device.name": "Device <1>",
        "device.driver_version": "7",
        "arguments": "--driver mine\ufffd",
    }


def test_tap(exported):
    lines = exported["tap"].splitlines()
    assert lines[:2] == ["TAP version 13", "1..6"]
    assert "ok 2 - b.cl::none # SKIP no images" in lines
    assert "not ok 1 - b.cl::known # TODO bug 7" in lines
    assert "not ok 4 - image/a.cl::bad \\# \\\\" in lines
    assert '  message: "is \\"1\\" & <2>\\nmore"' in lines


def test_csv(exported):
    rows = {row["test"]: row for row in csv.DictReader(exported["csv"].splitlines(keepends=True))}
    assert len(rows) == 6
    assert rows["image/a.cl::bad # \\"]["message"] == 'is "1" & <2>\nmore'
    assert rows["image/a.cl::good"]["seconds"] == "0.500000"


def test_csv_has_no_formulas(make_results, tmp_path):
    for text in ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\uff1d1", "good - 1", "\r=1", "\x1b[31m"):
        results = [{"test": "=a.cl::-x", "status": "skip", "message": text}]
        path = tmp_path / "x.csv"
        folder = make_results("r", results)
        assert run_command("report", [str(folder), f"--csv={path}"]) == 0
        with open(path, encoding="utf-8", newline="") as file:
            (row,) = csv.DictReader(file)
        assert row["test"] == "'=a.cl::-x"
        expected = {"good - 1": "good - 1", "\r=1": "\\r=1", "\x1b[31m": "\\x1b[31m"}
        assert row["message"] == expected.get(text, f"'{text}")


def test_what_an_interrupted_run_left_out_is_an_error(make_results):
    folder = make_results("r", [{"plan": ["a.cl::1", "a.cl::2"]}, {"test": "a.cl::1", "status": "pass"}])
    record = load(folder).record
    suite = ElementTree.fromstring(exports.junit(record))[0]
    assert (suite.get("tests"), suite.get("errors")) == ("2", "1")
    assert "not ok 2 - a.cl::2\n" in exports.tap(record)
    assert "a.cl::2,error," in exports.csv_table(record)


def test_at_the_end_of_a_run(tmp_path):
    mock = ROOT / "program-tester" / "runner" / "tests" / "mock_tester.py"
    (tmp_path / "a.cl").write_text("one passes\ntwo fails\n", encoding="utf-8")
    files = {name: tmp_path / f"x.{name}" for name in EXPORTS}
    options = [f"--{name}={path}" for name, path in files.items()]
    command = [ROOT / "run-tests", f"--tester={mock}", "--driver=system", *options, tmp_path]
    subprocess.run(command, cwd=tmp_path, stdout=subprocess.DEVNULL, check=False, timeout=60)
    assert 'failures="1"' in files["junit"].read_text(encoding="utf-8")
    assert "ok 1 - a.cl::one\n" in files["tap"].read_text(encoding="utf-8")
    assert "a.cl::two,fail," in files["csv"].read_text(encoding="utf-8")


def test_full_disk(make_results):
    """The file is named."""
    record = load(make_results("r", [{"test": "a.cl::1", "status": "pass"}])).record
    with pytest.raises(OSError, match="^results cannot be written to /dev/full: No space left on device$"):
        exports.write(record, "tap", Path("/dev/full"))


def test_document_called_results_json(tmp_path):
    document = {"run": {"driver": "d"}, "results": [{"test": "a", "status": "pass"}]}
    path = tmp_path / "results.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert list(load(path).record.results) == ["a"]
