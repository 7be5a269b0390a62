#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Programs recompiled for the host do what interpreted ones do: the same results, faults and hangs.

Usage: test_recompile.py PROGRAM-TESTER ICD TESTS SANITIZERS [unittest arguments]. TESTS is the folder of hand-written tests,
SANITIZERS what the driver is built with.
"""

import pathlib
import re
import sys
import tempfile
import unittest

import testers

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

PLACES = """/*!
[config]
dimensions: 1
global_size: 64 0 0
local_size: 64 0 0
%s!*/
kernel void exchange(global uint *out, global const uint *in, uint by, uint base)
{
    uint i = get_global_id(0), place = (i ^ by) + base;
    out[place] = in[place] * 2 + in[i];
}
kernel void some(global volatile uint *out, global const uint *in, uint by, uint base)
{
    uint i = get_global_id(0), low = i & (by - 1), place = ((i - low) << 1) + low + base, sum = in[place] + in[i];
    out[place] = 1;
    if (sum & 2)
        out[place] = sum;
}
kernel void sort(global uint *out, global const uint *in, uint by, uint base)
{
    uint i = get_global_id(0), low = i & (by - 1), place = ((i - low) << 1) + low + base;
    uint own = in[place], other = in[place + by];
    out[place] = other;
    out[place + by] = own;
}
kernel void sort2(global uint2 *out, global const uint2 *in, uint by, uint base)
{
    uint i = get_global_id(0), low = i & (by - 1), place = ((i - low) << 1) + low + base;
    uint2 own = in[place], other = in[place + by];
    out[place] = other;
    out[place + by] = own;
}
kernel void wide(global uint *out, global const uint *in, uint by, uint count)
{
    uint i = get_global_id(0);
    if (i < count && i != 20) {
        vstore8(vload8(i, in + by), i, out);
        vstore2(vload2(4 * i, in + by + 1), 4 * i, out);
    }
}
"""

GROUPS = """/*!
[config]
dimensions: 3
%s!*/
kernel void numbers(global uint *out)
{
    size_t row = get_global_id(2) * get_global_size(1) + get_global_id(1);
    out[row * get_global_size(0) + get_global_id(0)] =
        get_local_id(0) | get_local_id(1) << 8 | get_local_id(2) << 16 |
        (get_group_id(0) | get_group_id(1) << 1 | get_group_id(2) << 2) << 24;
}
"""
# Rows of one block, of some, of whole wavefronts and of one and a part; wavefronts that are not full.
GROUP_SIZES = ((16, 3, 1), (16, 4, 2), (32, 2, 1), (48, 1, 1), (64, 1, 2), (64, 2, 1), (80, 1, 1), (128, 1, 2), (8, 2, 2))


def group_test(local: tuple[int, int, int]) -> str:
    """A test of GROUPS: two groups of that size along each axis."""
    w, h, d = (2 * size for size in local)
    numbers = [
        x % local[0] | y % local[1] << 8 | z % local[2] << 16 | (x // local[0] | y // local[1] << 1 | z // local[2] << 2) << 24
        for z in range(d)
        for y in range(h)
        for x in range(w)
    ]
    return (
        f"[test]\nname: {local}\nkernel_name: numbers\nglobal_size: {w} {h} {d}\nlocal_size: {local[0]} {local[1]} {local[2]}\n"
        f"arg_out: 0 buffer uint[{w * h * d}] {' '.join(map(str, numbers))}\n"
    )


# Rows of an image that 48x4 work-items write to, from places on that an argument says; some take no part.
ROWS = """/*!
[config]
dimensions: 2
global_size: 48 4 0
local_size: 16 4 0
need_image_support: true
%s!*/
kernel void rows(write_only image2d_t image, int2 from, int left_out)
{
    int2 own = (int2)(get_global_id(0), get_global_id(1));
    uint value = own.y * 48 + own.x + 1;
    if (own.x %% 5 != left_out)
        write_imageui(image, own + from, (uint4)(value, value + 1000, value + 2000, value + 3000));
}
"""
ROW_WIDTH, ROW_COUNT = 40, 3


def chain_test(loads: int) -> str:
    """A file with a test of so many loads in a row, each at a place that the one before says."""
    table, places = (3, 700, 11, 5, 1000, 90), list(range(64))
    for _ in range(loads):
        places = [place + table[place % 1024 % len(table)] for place in places]
    return (f"/*!\n[config]\nglobal_size: 64 0 0\n[test]\nname: chain\nkernel_name: chain\n"
            f"arg_out: 0 buffer uint[64] {' '.join(map(str, places))}\n"
            f"arg_in: 1 buffer uint[1024] repeat {' '.join(map(str, table))}\n!*/\n"
            "kernel void chain(global uint *out, global const uint *in)\n{\n    uint place = get_global_id(0);\n"
            f"{'    place += in[place % 1024];' * loads}\n    out[get_global_id(0)] = place;\n}}\n")


def value(place: int) -> int:
    return place * 7 + 3


def place_result(kernel: str, by: int, last: int) -> dict[int, int]:
    """What kernels of PLACES write, by place in dwords."""
    out: dict[int, int] = {}
    for i in range(64):
        if kernel == "exchange":
            out[(i ^ by) + last] = value((i ^ by) + last) * 2 + value(i)
        elif kernel == "some":
            place = (i - i % by) * 2 + i % by + last
            total = value(place) + value(i)
            out[place] = total if total & 2 else 1
        elif kernel == "wide":
            if i < last and i != 20:
                out |= {8 * i + k: value(8 * i + k + by + (1 if k < 2 else 0)) for k in range(8)}
        else:
            size = 2 if kernel == "sort2" else 1
            place = (i - i % by) * 2 + i % by + last
            for k in range(size):
                out[place * size + k] = value((place + by) * size + k)
                out[(place + by) * size + k] = value(place * size + k)
    return out


def place_test(kernel: str, by: int, last: int) -> str:
    """A test of PLACES, with its last two arguments: buffers end behind what is accessed, and what no work-item writes stays 0."""
    out = place_result(kernel, by, last)
    size = max(out) + 1
    size += size % 2
    length = size + (by + by % 2 if kernel == "wide" else 0)
    kind, each = ("uint2", 2) if kernel == "sort2" else ("uint", 1)
    return (
        f"[test]\nname: {kernel} {by} {last}\nkernel_name: {kernel}\n"
        f"arg_out: 0 buffer {kind}[{size // each}] {' '.join(str(out.get(k, 0)) for k in range(size))}\n"
        f"arg_in: 0 buffer {kind}[{size // each}] repeat {' '.join(['0'] * each)}\n"
        f"arg_in: 1 buffer {kind}[{length // each}] {' '.join(str(value(k)) for k in range(length))}\n"
        f"arg_in: 2 uint {by}\narg_in: 3 uint {last}\n"
    )


def row_test(order: str, channels: int, x: int, y: int, left_out: int) -> str:
    """A test of ROWS. What is not written stays 7; what lies outside is written nowhere."""
    texels = {(i + x, j + y): j * 48 + i + 1 for j in range(4) for i in range(48) if i % 5 != left_out}
    out = [texels[at] + 1000 * c if (at := (i, j)) in texels else 7
           for j in range(ROW_COUNT) for i in range(ROW_WIDTH) for c in range(channels)]
    image = (f"image_type 2d image_width {ROW_WIDTH} image_height {ROW_COUNT} image_channel_order {order} "
             "image_channel_data_type UNSIGNED_INT32\n")
    kind = f"uint{channels}" if channels > 1 else "uint"
    return (f"[test]\nname: {order} {x} {y} {left_out}\nkernel_name: rows\n"
            f"arg_out: 0 image {kind} {' '.join(map(str, out))} {image}"
            f"arg_in: 0 image {kind} repeat {' '.join(['7'] * channels)} {image}"
            f"arg_in: 1 int2 {x} {y}\narg_in: 2 int {left_out}\n")


def run(path: pathlib.Path, execute: str, **environment: str) -> tuple[list[dict], str]:
    """The tester's records of a file, and what the driver said."""
    settings = {"OCL_ICD_VENDORS": ICD, "ROOTLE_EXEC": execute, "ROOTLE_DEBUG": "native"} | environment
    return testers.run(TESTER, settings, path)


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

    def test_places(self) -> None:
        """Lanes that lie as the bits of an argument say, elements that do not lie side by side, and lanes that do not run."""
        rows = [(kernel, 1 << bit, base) for kernel in ("sort", "sort2", "some") for bit in range(6) for base in (0, 5, 16)]
        rows += [("exchange", by, base) for by in (0, 1, 5, 15, 16, 21, 63) for base in (0, 5, 16)]
        rows += [("wide", by, count) for by in (0, 3) for count in (64, 50)]
        tests = "".join(place_test(*row) for row in rows)
        self.all_pass(PLACES % tests, len(rows), ("recompile", "both"))

    def test_stores_of_rows(self) -> None:
        """Rows of texels of 4, 8 and 16 bytes: whole, some lanes of them, from within a quad on, and partly outside."""
        rows = [(order, channels, x, y, left_out)
                for order, channels in (("R", 1), ("RG", 2), ("RGBA", 4))
                for x in (0, 3, -4, -18, 8) for y in (0, 1, -2) for left_out in (5, 3)]
        self.all_pass(ROWS % "".join(row_test(*row) for row in rows), len(rows), ("recompile",))

    def all_pass(self, text: str, count: int, executes: tuple[str, ...]) -> None:
        """So many tests of a file, as each host has them recompiled."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "tests.cl"
            path.write_text(text)
            for host in testers.HOSTS:
                for execute in executes:
                    with self.subTest(host=host, execute=execute):
                        records, said = run(path, execute, ROOTLE_HOST=host)
                        self.assertEqual([(r["test"], r["message"]) for r in records if r["status"] != "pass"], [])
                        self.assertEqual(len(records), count)
                        self.assertNotIn("is not recompiled", said)

    def test_large(self) -> None:
        """A program that is too large for LLVM's allocator of registers (MOST_ALLOCATED) does the same."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "chain.cl"
            path.write_text(chain_test(700))
            records, said = run(path, "both", ROOTLE_CACHE="0", ROOTLE_DEBUG="native,times", ROOTLE_EXEC_TIMEOUT="200")
        self.assertEqual([(r["test"], r["message"]) for r in records if r["status"] != "pass"], [])
        self.assertEqual(len(records), 1)
        self.assertIn("is recompiled", said)
        self.assertGreater(int(re.findall("recompiled: ([0-9]+) instructions", said)[0]), 1 << 16)

    def test_times(self) -> None:
        """What a recompile takes is told in steps, and less than its steps and the compiler's start together it is not."""
        _, said = run(TESTS / "image/read-rows.cl", "recompile", ROOTLE_DEBUG="times", ROOTLE_CACHE="0")
        told = re.findall(r"^ +([0-9.]+) ms +[0-9]+ MiB  (.+)$", said, re.M)
        names = [re.sub("[0-9]+", "N", name) for _, name in told]
        last = names.index("recompiled: N instructions of IR, N bytes")
        steps = ["the compiler's start, once a process", "sandbox", "build and link", "take in the library", "simplify",
                 "select and encode"]
        self.assertEqual(names[last - len(steps):last], steps)
        sums = [float(ms) for ms, _ in told[last - len(steps) + 1:last]]
        self.assertAlmostEqual(float(told[last][0]), sum(sums), delta=0.05 * (len(sums) + 1) + 1)
        self.assertGreater(float(told[last - len(steps)][0]), 1)

    def same_fault(self, kernel: str, part: str) -> None:
        interpreted, _ = fault(kernel, "interpret")
        recompiled, said = fault(kernel, "recompile")
        self.assertIn("is recompiled", said)
        self.assertIn(part, interpreted)
        self.assertEqual(recompiled, interpreted)

    def test_groups(self) -> None:
        """Work-items know who they are, however wavefronts are cut into blocks, and blocks into rows."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "groups.cl"
            path.write_text(GROUPS % "".join(map(group_test, GROUP_SIZES)))
            for execute in ("recompile", "both"):
                with self.subTest(execute=execute):
                    records, said = run(path, execute)
                    self.assertEqual([(r["test"], r["message"]) for r in records if r["status"] != "pass"], [])
                    self.assertEqual(len(records), len(GROUP_SIZES))
                    self.assertIn("is recompiled", said)

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
    testers.main()
