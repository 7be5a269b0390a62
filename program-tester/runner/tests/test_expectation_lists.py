# SPDX-License-Identifier: MIT
"""The lists in ci/expectations are about tests that exist: a line that names none hides nothing
today, and the wrong thing once its name is used again."""

import subprocess
import sys
from pathlib import Path

import pytest

from runner.expectations import read_list
from runner.places import find_places

ROOT = Path(__file__).resolve().parents[3]
LISTS = sorted((ROOT / "ci" / "expectations").glob("*.txt"))


def _lines(*command: object) -> list[str]:
    done = subprocess.run(
        list(map(str, command)), cwd=ROOT, capture_output=True, text=True, check=True, timeout=600
    )
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def names() -> list[str]:
    """Of all tests that a list may speak of: hand-written ones, findings, generated ones."""
    if not find_places(ROOT).tester.exists():
        pytest.skip("program-tester is not built")
    run_tests = [ROOT / "run-tests", "--no-build", "--list"]
    return [
        *_lines(*run_tests),
        *_lines(*run_tests, "generated-tests/findings"),
        *_lines(sys.executable, "-B", "generated-tests/generate", "--list"),
        *_lines(sys.executable, "-B", "generated-tests/generate", "--list", "--profile", "gl-full"),
    ]


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_line_names_a_test(path, names):
    entries = read_list(path)
    for entry in entries:
        assert any(map(entry.matches, names)), f"{entry.place}: {entry.glob} names no test"


def test_there_are_lists():
    assert LISTS
