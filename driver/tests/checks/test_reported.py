#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""run-tests --check on the real driver: a test whose results are right fails when something is
reported of its kernel; the functions of sub-groups, of which each wavefront has its own local
memory, are reported of nothing."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[3]
RACE = """// SPDX-License-Identifier: MIT
/*!
[config]
name: a race that no result shows
clc_version_min: 10
[test]
name: race
kernel_name: k
global_size: 64 0 0
local_size: 32 0 0
arg_in: 1 buffer int[64] repeat 0
arg_out: 0 buffer int[64] repeat 5
!*/
kernel void k(global int *out, global int *scratch)
{
    int i = get_global_id(0);
    scratch[i] = i;
    out[i] = scratch[(i + 1) & 63] > 100 ? 4 : 5;
}
"""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "run-tests"), "--no-build", *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "race.cl"
        file.write_text(RACE, encoding="utf-8")
        unchecked = run(str(file))
        checked = run("--check", "all", str(file))
    groups = run("--check", "all", "program-tester/tests/compute/group")
    print(unchecked.stdout, checked.stdout, groups.stdout, groups.stderr)
    assert unchecked.returncode == 0
    assert checked.returncode == 1 and "the driver reports: kernel k" in checked.stdout
    assert groups.returncode == 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
