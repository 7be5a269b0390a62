# SPDX-License-Identifier: MIT
"""Reports of the checker when a launch goes back and runs once more."""

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
BEYOND = """\
/*!
[config]
name: beyond
kernel_name: beyond
[test]
arg_out: 0 buffer int[1] 16
arg_in:  1 buffer int[16] repeat 1
!*/
kernel void beyond(global int *out, global const int *in)
{
    int total = 0;
    for (int k = 0; k <= 16; k++)
        total += in[k];
    out[0] = total;
}
"""


@pytest.mark.parametrize("options", [(), ("--noopt",)])
def test_a_report_has_the_variables_of_its_access(debug, program: Path, options: tuple[str, ...]) -> None:
    """Optimised, all elements are read before the first is added: the access of the 17th is not of the first's iteration."""
    program.write_text(BEYOND, encoding="utf-8")
    said = debug("catch reports", "run", "print k", options=options)
    assert "Report: load" in said, said
    assert "$1 = 16\n" in said or (not options and "k is not there now" in said), said


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
