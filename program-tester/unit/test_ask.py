#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Of a device that answers every question with 0, nothing holds, and each test says why.

Usage: test_ask.py PROGRAM DRIVER (empty_driver.c)
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, DRIVER = sys.argv.pop(1), sys.argv.pop(1)

TEST = """/*!
[config]
need_image_support: true
[test]
for: requirement in size row_pitch_alignment slice_pitch_alignment base_address_alignment max_width max_height max_depth
name: $requirement
arg_in: 0 image uint NULL image_type 3d image_width 3 image_height 2 image_depth 4 \\
          image_channel_order R image_channel_data_type UNSIGNED_INT32
ask: 0 $requirement holds
!*/
"""


class Test(unittest.TestCase):
    def test_nothing_holds(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            icd, path = pathlib.Path(folder, "empty.icd"), pathlib.Path(folder, "t.cl")
            icd.write_text(DRIVER + "\n")
            path.write_text(TEST)
            done = subprocess.run([PROGRAM, "--json", str(path)], env={**os.environ, "OCL_ICD_VENDORS": str(icd)},
                                  capture_output=True, text=True, timeout=240, check=False)
        records = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(len(records), 7, done.stderr)
        for record in records:
            self.assertEqual(record["status"], "fail", record)
            self.assertIn(f"{record['test'].split('::')[1]} is said to be 0, ", record["message"])


if __name__ == "__main__":
    unittest.main()
