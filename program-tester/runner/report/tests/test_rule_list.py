# SPDX-License-Identifier: MIT
"""Rules come first in a report of generated tests, and nowhere else."""

import json
import re
import subprocess
from pathlib import Path

from runner.commands import run_command

ROOT = Path(__file__).resolve().parents[4]


def report(folder, verdicts, details=None):
    folder.mkdir()
    lines = [{"run": {"driver": "faulty"}}, {"device": {"name": "D"}}]
    for test, status in verdicts.items():
        lines.append({"test": test, "status": status, "seconds": 0, "details": details or {},
                      **({"message": "a wrong value"} if status == "fail" else {})})
    (folder / "results.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert run_command("report", [str(folder), "-o", str(folder / "html")]) == 0
    return (folder / "html" / "index.html").read_text()


def test_rules_come_before_tests(tmp_path):
    command = [ROOT / "generated-tests" / "generate", "--list", "--suite", "attributes"]
    tests = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    page = report(tmp_path / "out", {test: "fail" if "/3d/" in test else "pass" for test in tests})
    count = sum("/3d/" in test for test in tests)
    assert f"where image type is 3d: all {count} such tests" in page
    assert page.index("rules-title") < page.index("problems-title")
    smallest = re.search(r'for example <a href="(failures/[^"]+)">', page)
    assert smallest and (tmp_path / "out" / "html" / smallest[1]).exists()


def test_the_wrong_rule_that_gives_the_values_is_named(tmp_path):
    """Of reads of an R image whose alpha is 0."""
    test = "values/read_imagei.cl::R-SIGNED_INT32/0"
    subprocess.run([ROOT / "generated-tests" / "generate", tmp_path / "tests", "--filter", test], capture_output=True, check=True)
    text = (tmp_path / "tests" / "values" / "read_imagei.cl").read_text()
    right = re.search(r"name: R-SIGNED_INT32/0\narg_out: 0 buffer int4\[64\] (.*)", text)[1].split()
    actual = ["0" if number % 4 == 3 else value for number, value in enumerate(right)]
    contents = {"scalar": "int", "shape": [64, 1, 1], "expected": " ".join(right), "actual": " ".join(actual), "wrong": "3"}
    first = [{"at": "[0].3", "expected": "1", "actual": "0"}]
    details = {"arguments": [{"index": 0, "values": 256, "wrong": 1, "first": first, "contents": contents}]}
    page = report(tmp_path / "out", {test: "fail"}, details)
    assert "<p>As if: alpha of orders without alpha is 0 (6.12.14)</p>" in page


def test_tests_by_hand_have_none(tmp_path):
    assert "rules-title" not in report(tmp_path / "out", {"mine/a.cl::one": "fail", "mine/a.cl::two": "pass"})


def test_what_passes_has_none(tmp_path):
    assert "rules-title" not in report(tmp_path / "out", {"attributes/3d/read_only.cl::one": "pass"})
