# SPDX-License-Identifier: MIT
"""The page of a report that shows the specification with its colours."""

import json
import re
import subprocess
from pathlib import Path

from runner.commands import run_command
from runner.explain.statements import Counted
from runner.report import specification

ROOT = Path(__file__).resolve().parents[4]


def counted(name, section, failed, ran):
    return Counted(name, section, "what it says", failed, ran, [])


def test_colours_say_how_many_tests_fail():
    cells = {(0, 0): "no-test", (0, 9): "look-good", (2, 9): "some-bad", (5, 9): "look-bad", (9, 9): "look-bad"}
    for (failed, ran), style in cells.items():
        assert specification.look(counted("a", "8.2", failed, ran)) == style


def test_statements_stand_in_chapters_with_a_cell_for_each_run():
    first = [counted("a", "5.3.1", 0, 3), counted("b", "8.2", 3, 3), counted("c", "OpenCL C 3.0, 8.3", 0, 0)]
    second = [counted("a", "5.3.1", 1, 3), counted("b", "8.2", 0, 3), counted("c", "OpenCL C 3.0, 8.3", 0, 1)]
    found = specification.arranged([first, second])
    assert [[row.statement.name for row in chapter.rows] for chapter in found] == [["a"], ["b"], ["c"]]
    assert found[1].rows[0].is_violated and not found[0].rows[0].is_violated
    assert specification.counts(found, 0) == {"look-good": 1, "some-bad": 0, "look-bad": 1, "no-test": 1}
    assert specification.counts(found, 1) == {"look-good": 2, "some-bad": 1, "look-bad": 0, "no-test": 0}


def write(folder, verdicts, driver="faulty"):
    folder.mkdir(parents=True)
    lines = [{"run": {"driver": driver}}, {"device": {"name": "D"}}]
    for test, status in verdicts.items():
        lines.append({"test": test, "status": status, "seconds": 0, **({"message": "a wrong value"} if status == "fail" else {})})
    (folder / "results.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return str(folder)


def names_of(family):
    command = [ROOT / "generated-tests" / "generate", "--list", "--suite", family]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def row_of(page, name):
    return re.sub(r"\s+", " ", re.search(rf'<tr id="{name}">.*?</tr>', page, re.DOTALL)[0])


def test_a_report_has_the_page(tmp_path):
    tests = [test for test in names_of("attributes") if not test.endswith("/one")]  # which tell no extents apart
    arrays = [test for test in tests if "_array/" in test]
    one = write(tmp_path / "one", {test: "fail" if test in arrays else "pass" for test in tests})
    two = write(tmp_path / "two", {test: "skip" if test in arrays else "pass" for test in tests}, "other")
    assert run_command("report", [one, "-o", str(tmp_path / "html")]) == 0
    page = (tmp_path / "html" / "specification.html").read_text()
    assert f'class="look-bad">✗ all {len(arrays)} fail</td>' in row_of(page, "query-array-size")
    assert 'class="example" href="failures/' in row_of(page, "query-array-size")
    assert f"{len(arrays)} of {len(tests):,} fail" in row_of(page, "query-size")
    assert 'class="no-test"' in row_of(page, "repeat")
    index = (tmp_path / "html" / "index.html").read_text()
    assert "specification.html" in index and re.search(r"\b1 is violated|\b\d are violated", index)
    assert run_command("report", [one, two, "-o", str(tmp_path / "both")]) == 0
    row = row_of((tmp_path / "both" / "specification.html").read_text(), "query-array-size")
    assert "look-bad" in row and "no test" in row
    assert row_of((tmp_path / "both" / "specification.html").read_text(), "query-size").count("<td class=") == 2


def test_tests_by_hand_have_no_such_page(tmp_path):
    folder = write(tmp_path / "out", {"mine/a.cl::one": "fail"})
    assert run_command("report", [folder, "-o", str(tmp_path / "html")]) == 0
    assert not (tmp_path / "html" / "specification.html").exists()
