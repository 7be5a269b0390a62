# SPDX-License-Identifier: MIT
"""Records launches and opens pages of them, for tests of the explorer."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from kernels import BUILD, ROOT

sys.path[:0] = [str(ROOT / "program-tester"), str(ROOT / "program-tester" / "runner" / "report" / "tests")]

from browser import fixture_browser  # noqa: E402, F401  # behind the path that leads to it

from runner.explore import trace  # noqa: E402

Record = Callable[..., list[trace.Launch]]


__all__ = ["fixture_browser"]  # for pytest, which finds it here
@pytest.fixture
def record(tmp_path: Path) -> Record:
    """Runs a test's text or file on the bundled driver, and reads what ROOTLE_TRACE has of it. What the tester
    printed is in the file `said`. Keywords are variables of the environment."""
    tester, icd = BUILD / "bin" / "program-tester", BUILD / "driver" / "rootle.icd"
    if not icd.exists():
        pytest.skip(f"{icd} is not built")

    def run(what: str | Path, **variables: str) -> list[trace.Launch]:
        file = what if isinstance(what, Path) else tmp_path / "test.cl"
        if isinstance(what, str):
            file.write_text(what, encoding="utf-8")
        to = tmp_path / "trace"
        environment = {**os.environ, "OCL_ICD_VENDORS": str(icd), "ROOTLE_TRACE": str(to), **variables}
        done = subprocess.run([tester, "--text", file], env=environment, capture_output=True, text=True, check=False)
        (tmp_path / "said").write_text(done.stdout + done.stderr, encoding="utf-8")
        assert done.returncode in (0, 1), done.stdout + done.stderr  # the verdict does not matter
        if not environment["ROOTLE_TRACE"]:
            raise trace.TraceError("none was asked for")
        return trace.read(to)

    return run
