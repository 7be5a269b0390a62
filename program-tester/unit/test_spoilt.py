#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests behind one that has left the driver broken have verdicts, as a fresh process runs them.

Usage: test_spoilt.py RUN_TESTS BUILD DRIVER (spoilt_driver.c)
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

RUN_TESTS, BUILD, DRIVER = (sys.argv.pop(1) for _ in range(3))

# A store beyond all buffers makes the tester begin anew with the next test, in a context of its own.
FILE = """/*!
[config]
kernel_name: k
{tests}!*/
kernel void k(global int *out, int at) {{ out[at] = 1; }}
"""
TEST = "[test]\nname: {name}\narg_out: 0 buffer int[1] 1\narg_in: 1 int {at}\n"
NAMES = {"one": 0, "two": 1 << 28, "three": 0, "four": 0}


class Test(unittest.TestCase):
    def test_the_rest_has_verdicts(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for file in ("a.cl", "b.cl"):
                tests = "".join(TEST.format(name=name, at=at) for name, at in NAMES.items())
                pathlib.Path(folder, file).write_text(FILE.format(tests=tests))
            statuses = self.run_tests(pathlib.Path(folder))
        for file in ("a.cl", "b.cl"):
            self.assertEqual([statuses[f"{file}::{name}"] for name in NAMES], ["pass", "fail", "pass", "pass"])

    @staticmethod
    def run_tests(folder: pathlib.Path) -> dict[str, str]:
        (folder / "spoilt.icd").write_text(DRIVER + "\n")
        command = [RUN_TESTS, "--no-build", "--build-dir", BUILD, f"--driver={folder}/spoilt.icd", "-j1", "--retries=0"]
        done = subprocess.run(
            [*command, f"--json={folder}/out.json", str(folder)], capture_output=True, text=True, check=False, cwd=folder)
        assert done.returncode == 1, done.stdout + done.stderr
        records = json.loads((folder / "out.json").read_text())["results"]
        return {record["test"]: record["status"] for record in records}


if __name__ == "__main__":
    unittest.main()
