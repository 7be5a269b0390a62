# SPDX-License-Identifier: MIT
"""Rules come first in a report of generated tests, and nowhere else."""

import json
import re
import subprocess
from pathlib import Path

from runner.commands import run_command

ROOT = Path(__file__).resolve().parents[4]


def report(folder, verdicts):
    folder.mkdir()
    lines = [{"run": {"driver": "faulty"}}, {"device": {"name": "D"}}]
    for test, status in verdicts.items():
        lines.append({"test": test, "status": status, "seconds": 0, **({"message": "a wrong value"} if status == "fail" else {})})
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


def test_tests_by_hand_have_none(tmp_path):
    assert "rules-title" not in report(tmp_path / "out", {"mine/a.cl::one": "fail", "mine/a.cl::two": "pass"})


def test_what_passes_has_none(tmp_path):
    assert "rules-title" not in report(tmp_path / "out", {"attributes/3d/read_only.cl::one": "pass"})
