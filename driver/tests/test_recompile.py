#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Programs recompiled for the host do what interpreted ones do: the same results, faults and hangs.

Usage: test_recompile.py PROGRAM-TESTER ICD TESTS SANITIZERS [unittest arguments]. TESTS is the folder of hand-written tests,
SANITIZERS what the driver is built with.
"""

import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import unittest

TESTER, ICD, TESTS = sys.argv.pop(1), sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
SANITIZERS = sys.argv.pop(1)

# Loops, branches, local memory and barriers, double precision, textures of all kinds, typed and raw stores.
FILES = (
    "compute/arith/integer-bits.cl",
    "compute/control/barriers.cl",
    "compute/control/breaks-in-scopes.cl",
    "compute/control/goto.cl",
    "compute/control/nested-loops.cl",
    "compute/double/convert.cl",
    "compute/double/out-of-range.cl",
    "compute/language/switches.cl",
    "compute/local/prefix-sum.cl",
    "compute/local/small-types.cl",
    "compute/local/transpose.cl",
    "image/arrays-and-volumes.cl",
    "image/atomics.cl",
    "image/read-normalized.cl",
    "image/read-float.cl",
    "image/read-rows.cl",
    "image/write-normalized.cl",
    "image/write-saturate.cl",
)

FAULTS = """/*!
[config]
dimensions: 1
global_size: 64 0 0
local_size: 64 0 0
[test]
name: fault
kernel_name: %s
arg_out: 0 buffer int[64] repeat 0
arg_in: 1 buffer int[64] repeat 3
!*/
kernel void outside(global int *out, global const int *in)
{
    out[get_global_id(0)] = in[get_global_id(0) == 37 ? 1000000 : 0];
}
kernel void stores_outside(global int *out, global const int *in)
{
    out[get_global_id(0) == 21 ? -4000000 : 0] = in[0];
}
kernel void endless(global volatile int *out, global const int *in)
{
    while (in[get_global_id(0)] == 3)
        out[0] = 1;
}
kernel void misaligned(global int *out, global const int *in)
{
    *(global int *)((global char *)out + get_global_id(0) * 3) = in[0];
}
kernel void local_outside(global int *out, global const int *in)
{
    local int words[64];
    words[get_local_id(0)] = in[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_local_id(0)] = words[get_local_id(0) == 50 ? in[0] * 100000 : 0];
}
"""


def run(path: pathlib.Path, execute: str, **environment: str) -> tuple[list[dict], str]:
    """The tester's records of a file, and what the driver said."""
    settings = os.environ | {"OCL_ICD_VENDORS": ICD, "ROOTLE_EXEC": execute, "ROOTLE_DEBUG": "native"} | environment
    done = subprocess.run([TESTER, str(path)], env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=500)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")], done.stderr


def fault(kernel: str, execute: str) -> tuple[str, str]:
    """The message of a test that fails, and what the driver said."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "fault.cl"
        path.write_text(FAULTS % kernel)
        records, said = run(path, execute, ROOTLE_TIMEOUT="2")
    assert len(records) == 1, records
    return f"{records[0]['status']}: {records[0]['message'].replace(folder, '')}", said


class Recompile(unittest.TestCase):
    def test_files(self) -> None:
        """All kernels of these are carried, but those whose messages say why not."""
        for name in FILES:
            with self.subTest(name):
                records, said = run(TESTS / name, "recompile")
                self.assertEqual([r["test"] for r in records if r["status"] != "pass"], [])
                self.assertTrue(records)
                self.assertIn("is recompiled", said)
                self.assertNotIn("is not recompiled", said)
                self.assertNotIn("cannot be loaded", said)

    def same_fault(self, kernel: str, part: str) -> None:
        interpreted, _ = fault(kernel, "interpret")
        recompiled, said = fault(kernel, "recompile")
        self.assertIn("is recompiled", said)
        self.assertIn(part, interpreted)
        self.assertEqual(recompiled, interpreted)

    def test_load_outside(self) -> None:
        self.same_fault("outside", "work-item (37, 0, 0)")

    def test_store_outside(self) -> None:
        self.same_fault("stores_outside", "work-item (21, 0, 0)")

    def test_misaligned(self) -> None:
        self.same_fault("misaligned", "not aligned")

    def test_local_outside(self) -> None:
        self.same_fault("local_outside", "local address")

    def test_hang(self) -> None:
        self.same_fault("endless", "hangs")

    @unittest.skipIf(SANITIZERS, "sanitizers reserve terabytes, so that their compiler's memory has no limit")
    def test_without_a_compiler(self) -> None:
        """What was compiled before runs interpreted where nothing can be recompiled."""
        with tempfile.TemporaryDirectory() as cache:
            run(TESTS / FILES[0], "interpret", ROOTLE_CACHE_DIR=cache)
            records, said = run(TESTS / FILES[0], "recompile", ROOTLE_CACHE_DIR=cache, ROOTLE_CC_MEMORY="1")
            self.assertEqual([r["status"] for r in records if r["status"] != "pass"], [])
            self.assertIn("is not recompiled", said)


if __name__ == "__main__":
    if platform.machine() not in ("x86_64", "AMD64"):
        print("code is made for x86-64 alone: skipped")
        sys.exit(0)
    unittest.main()
