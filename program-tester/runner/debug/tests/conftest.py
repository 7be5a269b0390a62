# SPDX-License-Identifier: MIT
"""Programs to be debugged, and who debugs them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
sys.path[:0] = [str(ROOT / "program-tester"), str(Path(__file__).resolve().parent)]
BUILD = Path(os.environ.get("ROOTLE_BUILD_DIR", ROOT / "build"))
TESTER, ICD = BUILD / "bin" / "program-tester", BUILD / "driver" / "rootle.icd"
SECONDS = 120  # of a conversation: nothing may hang

SUM = """\
/*!
[config]
name: sums
kernel_name: sums
[test]
arg_out: 0 buffer int[8] 0 1 3 6 10 15 21 28
arg_in:  1 buffer int[8] 1 2 3 4 5 6 7 8
global_size: 8 0 0
local_size:  4 0 0
!*/
int square(int v)
{
    int r = v * v;
    return r;
}

kernel void sums(global int *out, global const int *in)
{
    int i = get_global_id(0);
    int total = 0;
    for (int k = 0; k < i; k++) {
        int v = in[k];
        total += v;
    }
    int q = square(total);
    out[i] = total + (q > 100000 ? 1 : 0);
}
"""


@pytest.fixture(name="program")
def fixture_program(tmp_path: Path) -> Path:
    if not ICD.exists():
        pytest.skip(f"{ICD} is not built")
    file = tmp_path / "sums.cl"
    file.write_text(SUM, encoding="utf-8")
    return file


@pytest.fixture(name="debug")
def fixture_debug(program: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Runs rootle-debug with commands, and gives what it says."""
    monkeypatch.setenv("ROOTLE_BUILD_DIR", str(BUILD))

    def run(*commands: str, options: tuple[str, ...] = (), what: Path | None = None) -> str:
        words = [word for command in commands for word in ("-ex", command)]
        done = subprocess.run(
            [sys.executable, str(ROOT / "ci" / "debug"), "--batch", *options, *words, str(what or program)],
            capture_output=True, text=True, timeout=SECONDS, check=False,
        )  # fmt: skip
        return done.stdout + done.stderr

    yield run
