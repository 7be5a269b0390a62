#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Of a device that answers every question with 0, nothing holds, and each test says why.

Usage: test_ask.py PROGRAM DRIVER (empty_driver.c)
"""

import pathlib
import sys
import unittest

import test_cli

DRIVER = sys.argv.pop(1)

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


class Test(test_cli.Case):
    def test_nothing_holds(self) -> None:
        self.use_driver(DRIVER)
        path = pathlib.Path(self.folder.name, "t.cl")
        path.write_text(TEST)
        status, records = self.records(str(path))
        self.assertEqual((status, len(records)), (1, 7))
        for name, record in records.items():
            self.assertEqual(record["status"], "fail", record)
            self.assertIn(f"{name} is said to be 0, ", record["message"])


if __name__ == "__main__":
    unittest.main()
