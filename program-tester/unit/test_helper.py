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
import unittest

import test_cli

DRIVER = sys.argv.pop(1)

TEST = """/*!
[config]
kernel_name: k
[test]
arg_out: 0 buffer int[1] 1
!*/
kernel void k(global int *out) { out[0] = 1; }
"""


class Test(test_cli.Case):
    def test_end_is_noticed(self) -> None:
        self.use_driver(DRIVER)
        path, said = pathlib.Path(self.folder.name, "t.cl"), pathlib.Path(self.folder.name, "said")
        path.write_text(TEST)
        with said.open("w") as file:  # no pipe: the helper would hold that, too
            program = subprocess.Popen(
                [test_cli.PROGRAM, str(path)], env=self.environment,
                stdin=subprocess.DEVNULL, stdout=file, stderr=file, start_new_session=True)
        try:
            status = program.wait(timeout=240)  # the helper lives longer
        finally:
            os.killpg(program.pid, signal.SIGKILL)
        messages = said.read_text()
        self.assertEqual(status, 3, messages)
        self.assertIn("outside of any test, the process crashed: Aborted", messages)


if __name__ == "__main__":
    unittest.main()
