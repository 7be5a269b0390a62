# SPDX-License-Identifier: MIT
"""Commands of the checkout that are not installed, called with words that are wrong: each says in its last line what is wrong, exits
with 2, and writes nothing."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOWHERE = "/dev/null/folder"  # nothing can be made there, not even by root
CALLS = [
    ("ci/catalyst-binaries", [NOWHERE], f"{NOWHERE}: no clone of a repository"),
    ("ci/docs-html", [NOWHERE], NOWHERE),
    ("ci/editors/update", ["--chek"], "usage: ci/editors/update [--check]"),
    ("ci/junit-counts", ["."], ".: Is a directory"),
    ("ci/junit-counts", ["README.md"], "README.md: not well-formed"),
    ("ci/setup", ["--testers"], "usage: ci/setup [--tester | --run]"),
    ("ci/tidy", ["--since"], "usage: ci/tidy [COMMIT]"),
    ("ci/tidy", [NOWHERE], NOWHERE),
    ("docs/learn/draw", ["--chek"], "usage: docs/learn/draw [--check]"),
    ("generated-tests/detect-faults", ["--build-dir", NOWHERE], f"{NOWHERE}: no generated tests are built there"),
    ("generated-tests/explain-faults", ["no_such_fault"], "no fault 'no_such_fault'"),
    ("generated-tests/explain-faults", ["border_white", "--results", NOWHERE], f"cannot be written to {NOWHERE}/border_white"),
    ("generated-tests/explain-findings", ["results"], "must be DRIVER=RESULTS"),
    ("generated-tests/explain-findings", ["none=results"], "must be DRIVER=RESULTS"),
    ("generated-tests/explain-findings", [f"pocl={NOWHERE}"], f"{NOWHERE}: no such file"),
    ("generated-tests/prove-examples", [NOWHERE], f"{NOWHERE}: no such file"),
    ("generated-tests/bugs/reports", ["--said", "none", "results"], "no report's name begins with 'none'"),
    ("generated-tests/bugs/reports", ["--said", "pocl", NOWHERE], f"{NOWHERE}: no such file"),
    ("generated-tests/explain/specification", ["--wirte"], "unrecognized arguments: --wirte"),
    ("generated-tests/explain/specification", ["--faults"], "expected one argument"),
    ("generated-tests/explain/specification", ["--faults", NOWHERE], f"{NOWHERE}: no runs are there"),
]


@pytest.mark.parametrize(("command", "words", "said"), CALLS, ids=lambda value: " ".join(value) if isinstance(value, list) else None)
def test_wrong_words_are_told(command, words, said):
    ran = subprocess.run([ROOT / command, *words], cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert ran.returncode == 2, ran.stderr
    assert "Traceback" not in ran.stderr and said in ran.stderr.rstrip("\n").rpartition("\n")[2]


def test_an_exercise_without_a_build_is_told():
    environment = {**os.environ, "ROOTLE_BUILD_DIR": NOWHERE}
    ran = subprocess.run([ROOT / "docs" / "learn" / "check", "1.1", "1"], env=environment, capture_output=True, text=True)
    assert ran.returncode == 2 and ran.stderr.startswith("docs/learn/check: ") and NOWHERE in ran.stderr and "Traceback" not in ran.stderr


def test_results_that_are_none_are_told(tmp_path):
    """fault-statements.txt stays as it is, where runs are no runs."""
    (tmp_path / "fault").mkdir()
    (tmp_path / "fault" / "results.jsonl").write_text("[]\n")
    before = (ROOT / "generated-tests" / "fault-statements.txt").read_bytes()
    ran = subprocess.run([ROOT / "generated-tests" / "explain" / "specification", "--faults", tmp_path], capture_output=True, text=True)
    assert ran.returncode == 2 and f"{tmp_path}: these are no results" in ran.stderr and "Traceback" not in ran.stderr
    assert (ROOT / "generated-tests" / "fault-statements.txt").read_bytes() == before
