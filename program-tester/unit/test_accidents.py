#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What a driver does to the tester's process by accident turns no failure into a pass, and costs other tests nothing.

Usage: test_accidents.py RUN_TESTS BUILD DRIVER TESTER (DRIVER: accident_driver.c)
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

RUN_TESTS, BUILD, DRIVER, TESTER = (sys.argv.pop(1) for _ in range(4))

FILE = """/*!
[config]
kernel_name: k
build_options: {options}
[test]
name: right
arg_out: 0 buffer int[1] 7
[test]
name: wrong
arg_out: 0 buffer int[1] 8
!*/
kernel void k(global int *out) {{ out[0] = 7; }}
"""
BUILT = {"pass", "fail"}  # the accident is none to the tests
LOST = {"crash", "error"}  # the process was of no use any more
LATE = {"timeout"}
SECONDS, PATIENT_SECONDS = 5, 60  # for a test, where it hangs and where it does not
AT_ONCE = 8  # accidents: most of their time is waiting for a timeout

# The possible outcomes of the tests of a program at whose build the accident happens.
OUTCOMES = {
    "write_everywhere": BUILT,
    "write_short": BUILT,
    "print": BUILT,
    "close_standard": BUILT,
    "switch_waiting": BUILT,
    "leave_child": BUILT,
    "leave_twin": BUILT,
    "run_shell": BUILT,
    "exit_otherwise": BUILT,
    "close_others": LOST,
    "close_all": LOST,
    "replace_all": LOST | LATE,
    "exit_well": LOST,
    "exit_at_once": LOST,
    "end_thread": LOST | LATE,
    "stop": LATE,
    "hang": LATE,
}


class Test(unittest.TestCase):
    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        (self.folder / "a.cl").write_text(FILE.format(options="-D ACCIDENT"))
        (self.folder / "b.cl").write_text(FILE.format(options="-D NONE"))
        (self.folder / "accident.icd").write_text(DRIVER + "\n")

    @staticmethod
    def timeout(name: str) -> str:
        return f"--timeout={SECONDS if LATE <= OUTCOMES.get(name, BUILT) else PATIENT_SECONDS}"

    def environment(self, name: str) -> dict[str, str]:
        return {**os.environ, "ACCIDENT": name, "ROOTLE_CACHE_SIZE": "0", "OCL_ICD_VENDORS": f"{self.folder}/accident.icd"}

    def run_tests(self, name: str) -> dict[str, str]:
        words = [RUN_TESTS, "--no-build", "--build-dir", BUILD, f"--driver={self.folder}/accident.icd", "-j1", "--retries=0"]
        done = subprocess.run(
            [*words, self.timeout(name), f"--json={self.folder}/{name}.json", str(self.folder)],
            env=self.environment(name), cwd=self.folder, capture_output=True, text=True, errors="replace", check=False,
            timeout=200)
        self.assertIn(done.returncode, (1, 4), done.stdout + done.stderr)
        records = json.loads((self.folder / f"{name}.json").read_text())["results"]
        return {record["test"]: record["status"] for record in records}

    def run_tester(self, name: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [TESTER, "--json", self.timeout(name), "a.cl", "b.cl"], env=self.environment(name), cwd=self.folder,
            stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=200)

    @staticmethod
    def each(run: Callable[[str], T]) -> list[tuple[str, Future[T]]]:
        """What came of every accident, or the exception."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return [(name, pool.submit(run, name)) for name in OUTCOMES]

    def test_no_accident(self) -> None:
        expected = {"a.cl::right": "pass", "a.cl::wrong": "fail", "b.cl::right": "pass", "b.cl::wrong": "fail"}
        self.assertEqual(self.run_tests("none"), expected)

    def test_verdicts(self) -> None:
        for name, ran in self.each(self.run_tests):
            with self.subTest(name):
                statuses = ran.result()
                self.assertEqual(sorted(statuses), ["a.cl::right", "a.cl::wrong", "b.cl::right", "b.cl::wrong"])
                self.assertEqual((statuses["b.cl::right"], statuses["b.cl::wrong"]), ("pass", "fail"))
                right, wrong = statuses["a.cl::right"], statuses["a.cl::wrong"]
                self.assertIn(right, OUTCOMES[name] - {"fail"})
                self.assertIn(wrong, OUTCOMES[name] - {"pass"})

    def test_exit_status(self) -> None:
        """Of the tester alone: its output may have what the driver has written there, its exit status is its own, and
        each test has one record."""
        for name, ran in self.each(self.run_tester):
            with self.subTest(name):
                done = ran.result()
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
                self.assertEqual(done.stdout.count(b'"device"'), 4, done.stdout)


if __name__ == "__main__":
    unittest.main()
