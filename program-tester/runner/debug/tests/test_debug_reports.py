# SPDX-License-Identifier: MIT
"""Reports of the checker when a launch goes back and runs once more."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from debugged import BUILD, ICD, ROOT, SECONDS

LAUNCH = BUILD / "driver" / "tests" / "check-launch"
UNSET = """\
// Reads what nobody wrote.
//? uninitialised 'out'
//! 16:undef
kernel void unset(global int *out)
{
    int i = get_global_id(0);
    int before = out[i];
    out[i] = 1;
    if (before > 5)
        out[i] = 2;
}
"""


def test_a_report_comes_again_and_is_told_once(tmp_path: Path) -> None:
    """It is behind the store that gives its place a value, which has not happened when the launch begins again."""
    if not ICD.exists() or not LAUNCH.exists():
        pytest.skip(f"{LAUNCH} is not built")
    file = tmp_path / "unset.cl"
    file.write_text(UNSET, encoding="utf-8")
    commands = ["catch reports", "run", "tbreak 7", "reverse-continue", "continue", "continue"]
    done = subprocess.run(
        [sys.executable, str(ROOT / "ci" / "debug"), "--batch", "--noopt", *(word for c in commands for word in ("-ex", c)), LAUNCH, file, "wrong"],
        env={**os.environ, "ROOTLE_BUILD_DIR": str(BUILD), "ROOTLE_CHECK": "uninitialised"},
        capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    said = done.stdout + done.stderr
    stops = re.findall(r"^Report: .*\n\n(work-item .*?) \(global", said, re.MULTILINE)
    assert stops == ["work-item (0, 0, 0) of group (0, 0, 0)"] * 2, said
    assert said.count("rootle: kernel unset") == 1, said
    assert "16 times at this place" in said, said
