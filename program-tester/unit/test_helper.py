#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The end of a worker is noticed though a process that its driver has left behind holds its descriptors.

Usage: test_helper.py PROGRAM DRIVER (dying_driver.c)
"""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM, DRIVER = sys.argv.pop(1), sys.argv.pop(1)

TEST = """/*!
[config]
kernel_name: k
[test]
arg_out: 0 buffer int[1] 1
!*/
kernel void k(global int *out) { out[0] = 1; }
"""


class Test(unittest.TestCase):
    def test_end_is_noticed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path, said = pathlib.Path(folder, "t.cl"), pathlib.Path(folder, "said")
            path.write_text(TEST)
            with said.open("w") as file:  # no pipe: the helper would hold that, too
                program = subprocess.Popen(
                    [PROGRAM, str(path)], env={**os.environ, "OCL_ICD_VENDORS": str(self.icd(folder))},
                    stdin=subprocess.DEVNULL, stdout=file, stderr=file, start_new_session=True)
            try:
                status = program.wait(timeout=240)  # the helper lives longer
            finally:
                os.killpg(program.pid, signal.SIGKILL)
            messages = said.read_text()
        self.assertEqual(status, 3, messages)
        self.assertIn("outside of any test, the process crashed: Aborted", messages)

    @staticmethod
    def icd(folder: str) -> pathlib.Path:
        path = pathlib.Path(folder, "dying.icd")
        path.write_text(DRIVER + "\n")
        return path


if __name__ == "__main__":
    unittest.main()
