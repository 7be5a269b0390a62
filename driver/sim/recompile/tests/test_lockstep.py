#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Sub-groups, whose lanes rely on their wavefront: which programs are recompiled, and that their results are the same.

Usage: test_lockstep.py PROGRAM-TESTER ICD TESTS [unittest arguments].
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import testers

TESTER, ICD, TESTS = sys.argv.pop(1), sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))

# All but `exchange`, `two_types` and `in_branch` have barriers, too. Sub-groups of the last two come to different calls.
KERNELS = "sums", "float_sums", "votes", "exchange", "two_types", "in_branch"
LONG = os.environ.get("ROOTLE_LONG_TESTS") == "1"
SIZES = 64, 128, 256, 150, 72
SOME_SIZES = {"sums": (150,), "float_sums": (64, 256, 150), "votes": (64, 256, 72)}  # as they take seconds to recompile

# Sums of sub-groups, which one work-item for all, or each of them, leaves at one place.
PLACES = """/*!
[config]
clc_version_min: 30
require_features: __opencl_c_subgroups
[test]
name: places
kernel_name: places
global_size: 512
local_size: 256
arg_in: 1 buffer int[512] %(numbers)s
arg_out: 0 buffer int[512] %(sums)s
!*/
kernel void places(global int *out, global const int *numbers)
{
    local int sums[8], last[8];
    uint id = get_global_id(0);
    sums[get_sub_group_id()] = sub_group_reduce_add(numbers[id]);
    last[get_sub_group_id()] = numbers[id];
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    for (uint i = 0; i < get_num_sub_groups(); i++)
        sum += sums[i] + 1000 * last[i];
    out[id] = sum;
}
"""


# A wavefront may come to the group's function while another one reads cells of its sub-group.
BEHIND = """/*!
[config]
clc_version_min: 30
require_features: __opencl_c_subgroups __opencl_c_work_group_collective_functions
[test]
name: behind
kernel_name: behind
global_size: 128
local_size: 128
arg_out: 0 buffer int[128] repeat 8256
!*/
kernel void behind(global int *out)
{
    int id = get_local_id(0);
    out[id] = sub_group_broadcast(work_group_reduce_add(sub_group_scan_inclusive_add(1) + id - (int)get_sub_group_local_id()), 1);
}
"""


def sizes_of(kernel: str) -> tuple[int, ...]:
    """The groups that a kernel runs in: wavefronts, whole ones or one and a part."""
    return SIZES if LONG else SOME_SIZES.get(kernel, SIZES)


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

    def run_kernel(self, file: pathlib.Path, kernel: str, mode: str) -> str:
        """What the driver says while a test passes."""
        environment = {"OCL_ICD_VENDORS": ICD, "ROOTLE_EXEC": mode, "ROOTLE_DEBUG": "native,times", "ROOTLE_EXEC_TIMEOUT": "200"}
        records, said = testers.run(TESTER, environment, file, kernel)
        self.assertEqual(["pass"], [record["status"] for record in records], f"{records}{said}")
        return said

    def test_results(self) -> None:
        for kernel in KERNELS:
            for size in sizes_of(kernel):
                with self.subTest(size=size, kernel=kernel):
                    self.assertIn("is recompiled", self.run_kernel(self.file(size), kernel, "both"))

    def test_regions(self) -> None:
        """One call takes a group of sub-groups that do the same."""
        self.assertIn("in regions: one call takes 8 blocks", self.run_kernel(self.file(128), "exchange", "recompile"))

    def test_cells(self) -> None:
        """Work-groups have other cells than sub-groups. Programs that use one of both have its cells alone."""
        file = self.folder / "behind.cl"
        for text, cells in (BEHIND, ["0: 2112 bytes, __rootle_sub_group_cells", "2112: 2048 bytes, __rootle_group_cells"]), \
                (BEHIND.replace("work_group_reduce_add", ""), ["0: 2112 bytes, __rootle_sub_group_cells"]):
            file.write_text(text, encoding="utf-8")
            environment = {**os.environ, "OCL_ICD_VENDORS": ICD, "ROOTLE_EXEC": "both", "ROOTLE_DEBUG": "asm"}
            done = subprocess.run([TESTER, str(file)], env=environment, capture_output=True, text=True, timeout=300, check=False)
            self.assertEqual(cells, re.findall(r"local (.*)", done.stderr))
            self.assertEqual("reduce_add" in text, done.returncode == 0, done.stdout)

    def test_places(self) -> None:
        """Of work-items that write to one place the last one stays. One call takes the group."""
        numbers = [i * 7919 % 1009 for i in range(512)]
        sums = [sum(numbers[i : i + 256]) + 1000 * sum(numbers[i + 63 : i + 256 : 64]) for i in (0, 256) for _ in range(256)]
        file = self.folder / "places.cl"
        file.write_text(PLACES % {"numbers": " ".join(map(str, numbers)), "sums": " ".join(map(str, sums))}, encoding="utf-8")
        for mode in "interpret", "recompile", "both":
            said = self.run_kernel(file, "places", mode)
            self.assertEqual("in regions: one call takes 16 blocks" in said, mode != "interpret")


if __name__ == "__main__":
    unittest.main()
