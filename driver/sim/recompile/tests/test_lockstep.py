#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Sub-groups, whose lanes rely on their wavefront: which programs are recompiled, and that their results are the same.

Usage: test_lockstep.py PROGRAM-TESTER ICD TESTS [unittest arguments].
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TESTER, ICD, TESTS = sys.argv.pop(1), sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))

# All but `exchange`, `two_types` and `in_branch` have barriers, too. Sub-groups of the last two come to different calls.
KERNELS = "sums", "float_sums", "votes", "exchange", "two_types", "in_branch"


def run(file: pathlib.Path, kernel: str, mode: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "OCL_ICD_VENDORS": ICD, "ROOTLE_EXEC": mode, "ROOTLE_DEBUG": "native,times"}
    command = [TESTER, "--test", kernel, str(file)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)


class LockstepTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, size: int) -> pathlib.Path:
        """The tests of sub-groups, in groups of that size; a test is named as its kernel is."""
        text = (TESTS / "compute" / "group" / "sub-group.cl").read_text(encoding="utf-8")
        text = text.replace("global_size: 300\nlocal_size: 150", f"global_size: {2 * size}\nlocal_size: {size}")
        text = text.replace("int[300]", f"int[{2 * size}]").replace("name: $name", "name: $kernel")
        self.assertIn(f"local_size: {size}", text)
        path = self.folder / f"sub-group-{size}.cl"
        path.write_text(text, encoding="utf-8")
        return path

    def test_recompiled(self) -> None:
        for size in 64, 128, 256, 150, 72:
            file = self.file(size)
            for kernel in KERNELS:
                with self.subTest(size=size, kernel=kernel):
                    done = run(file, kernel, "recompile")
                    self.assertEqual(0, done.returncode, done.stdout + done.stderr)
                    self.assertIn("is recompiled", done.stderr)

    def test_same(self) -> None:
        for size in 64, 128, 200:
            file = self.file(size)
            for kernel in KERNELS:
                with self.subTest(size=size, kernel=kernel):
                    done = run(file, kernel, "both")
                    self.assertEqual(0, done.returncode, done.stdout + done.stderr)

    def test_regions(self) -> None:
        """One call takes a group of sub-groups that do the same."""
        self.assertIn("in regions: one call takes 8 blocks", run(self.file(128), "exchange", "recompile").stderr)


if __name__ == "__main__":
    unittest.main()
