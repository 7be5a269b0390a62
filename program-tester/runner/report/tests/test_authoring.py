# SPDX-License-Identifier: MIT
"""docs/authoring.md shows what really happens, step by step. (That its complete examples pass is
among the tests of all documents.)"""

import re
import subprocess
from pathlib import Path

import pytest

from runner.places import find_places

ROOT = Path(__file__).resolve().parents[4]
TEXT = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


def block(language: str, words: str) -> str:
    """The first block of a language that has these words."""
    return next(text for kind, text in BLOCKS if kind == language and words in text)


@pytest.fixture
def edge(tmp_path):
    """The file as it is after the second step, and a way to run programs on it."""
    tester = find_places(ROOT).tester
    if not tester.exists():
        pytest.skip(f"{tester} is not built")
    path = tmp_path / "edge.cl"
    path.write_text(block("", "[config]") + block("cl", "kernel"), encoding="utf-8")

    def run(*command) -> str:
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
        )
        return done.stdout + done.stderr

    return path, tester, run


def test_mistakes_are_shown(edge):
    path, tester, run = edge
    wrong = path.read_text(encoding="utf-8").replace("uint4[4] 0", "uint4[4] 0.5")
    path.write_text(wrong, encoding="utf-8")
    assert run(tester, "--check", path.name) == block("", "error:")


def test_failure_is_as_shown(edge):
    path, tester, run = edge
    build = f"--build-dir={tester.parents[1]}"
    printed = run(ROOT / "run-tests", "--no-build", build, "--driver=pocl", path.name)
    shown = block("", "run it:").splitlines()
    assert "\n".join(shown[:3]) in printed  # what follows names the build and the driver
    assert shown[3].endswith(printed.partition("--test")[0].split()[-1] + " --test clamp")
