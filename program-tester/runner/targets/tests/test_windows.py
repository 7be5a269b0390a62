# SPDX-License-Identifier: MIT
"""rootle-board for Windows, by wine: drivers that crash there, and a program of it that is killed."""

import json
import os
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
CROSS = ROOT / "build" / "cross" / "windows"
WINE = Path("/usr/lib/wine/wine64")
CLOSED = 30.0  # seconds in which a busy machine has ended what is to end

pytestmark = [
    pytest.mark.skipif(not os.environ.get("ROOTLE_LONG_TESTS"), reason="wine needs half a minute: ci/check --long"),
    pytest.mark.skipif(not ((CROSS / "rootle-board.exe").exists() and WINE.exists()), reason="ci/cross windows has not been run"),
    pytest.mark.skipif(not Path("/etc/OpenCL/vendors/pocl.icd").exists(), reason="PoCL is not installed"),
]

# PoCL runs kernels in the tester's own process, so that a wrong pointer takes it down.
TESTS = """/*!
[config]
kernel_name: k
[test]
name: null
arg_out: 0 buffer int[1] 1
arg_in: 1 int 0
[test]
name: good
arg_out: 0 buffer int[1] 1
arg_in: 1 int 1
!*/
kernel void k(global int *x, int where)
{
    *(volatile global int *)(where ? x : (global int *)8) = 1;
}
"""
# It takes some seconds, in which it is killed.
LONG = TESTS.replace("test]\nname: null", "test]\nname: long").replace("where ? x : (global int *)8", "x").replace(
    "= 1;", "= 1;\n    for (volatile uint i = 1; i < 1u << 30; i++)\n        ;"
)


def start(folder: Path, text: str) -> subprocess.Popen[str]:
    (folder / "a.cl").write_text(text, encoding="ascii")
    command = [str(ROOT / "run-tests"), "--no-build", f"--target=exec:{WINE}", "--target-jobs=1", "--driver=pocl", "--retries=0",
               f"--results={folder}/results", str(folder / "a.cl")]  # fmt: skip
    environment = {**os.environ, "WINEPREFIX": str(CROSS / "wine"), "WINEDEBUG": "-all"}
    return subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def results(folder: Path) -> Counter[tuple[str, str]]:
    lines = (folder / "results" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    return Counter((record["test"], record["status"]) for record in map(json.loads, lines) if "test" in record)


def find_testers() -> dict[int, int]:
    """The processes that wine has of testers, and the older ones that watch them."""
    watches, found = [], {}
    for entry in sorted(Path("/proc").glob("[0-9]*"), key=lambda entry: int(entry.name)):
        try:
            line = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if line[1:2] == [b"watch"] and line[0].endswith(b"rootle-board.exe"):
            if line[0].startswith(b"Z:"):  # a program that one of Windows has started
                found[int(entry.name)] = watches.pop() if watches else 0
            else:
                watches.append(int(entry.name))
    return found


def test_a_crash_is_that_of_its_test(tmp_path):
    process = start(tmp_path, TESTS)
    output, _ = process.communicate(timeout=300)
    assert process.returncode == 4, output  # that of a crash
    assert results(tmp_path) == {("a.cl::null", "crash"): 1, ("a.cl::good", "pass"): 1}


def test_a_watch_that_is_killed_takes_its_tester_along_and_no_result(tmp_path):
    process = start(tmp_path, LONG)
    while not (found := find_testers()) and process.poll() is None:
        time.sleep(0.1)
    tester, watch = found.popitem()
    time.sleep(1)
    os.kill(watch, signal.SIGKILL)
    end = time.monotonic() + CLOSED
    while tester in find_testers() and time.monotonic() < end:
        time.sleep(0.1)
    assert tester not in find_testers()
    output, _ = process.communicate(timeout=300)
    assert process.returncode == 0, output
    assert results(tmp_path) == {("a.cl::long", "pass"): 1, ("a.cl::good", "pass"): 1}
