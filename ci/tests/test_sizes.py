# SPDX-License-Identifier: MIT
"""Each file is counted once: for the core's room or the annex that has it, or as a test of it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "ci"))
import sizes
from annexes import read_annexes

WHOSE = {
    "driver/sim/exec/group.c": ("simulator", False),
    "driver/sim/tests/machine.c": ("simulator", True),
    "llvm/recompile/emit.c": ("recompiler", False),
    "driver/sim/recompile/tests/test_recompile.py": ("recompiler", True),
    "driver/clover/tests/mock_pipe.c": ("API", True),
    "driver/icd/icd.c": ("icd", False),
    "driver/hw/chips.c": ("facts", False),
    "driver/hw/r500/r500.c": ("r500", False),
    "llvm/main.c": ("compiler", False),
    "ci/lint": ("ci", False),
    "program-tester/unit/test_value.c": ("tester", True),
}


@pytest.mark.parametrize("path", WHOSE)
def test_owners(path):
    assert (ROOT / path).is_file()
    assert sizes.owner(Path(path), read_annexes()) == WHOSE[path]


def test_sums():
    """The rows add up to the sum, which is that of all files."""
    code, tests = sizes.count()
    total = sum((ROOT / path).read_bytes().count(b"\n") for path in sizes.files(ROOT))
    assert sum(code.values()) + sum(tests.values()) == total
    assert set(code) | set(tests) == {*sizes.ROOMS, "ci", *(annex.name for annex in read_annexes())}


def test_the_command_prints_it():
    shown = subprocess.run([ROOT / "ci" / "project", "--sizes"], check=True, capture_output=True, text=True).stdout
    assert shown == sizes.table() + "\n"
    assert re.search(r"^core +[\d,]+ +[\d,]+$", shown, re.MULTILINE)


@pytest.mark.parametrize("folder", sizes.ASSERTED)
def test_assertions(folder):
    """Code states what must hold: at least three times in 1,000 lines."""
    found, lines = sizes.assertions(folder)
    assert 1000 * found >= 3 * lines


def test_the_page_has_every_room_and_annex():
    """docs/architecture.md has a row for each annex, with its option, folders and page, and each room of the core."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for annex in read_annexes():
        row = next(line for line in page.splitlines() if line.startswith(f"| {annex.name} |"))
        option = f"`{annex.option}`" if annex.option else "–"
        assert f"| {option} |" in row and f"({annex.page.removeprefix('docs/')})" in row
        assert [folder for folder in annex.folders if f"`{folder}/`" not in row] == []
    core = page.partition("## Annexes")[0]
    for folders in sizes.ROOMS.values():
        assert [folder for folder in folders if f"`{folder}/" not in core] == []
