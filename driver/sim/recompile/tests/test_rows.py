#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Loops that read rows of an image: that blocks go abreast in them, which rows are kept as planes, and that recompiled programs give what
the specification says, and the bits of interpreted ones.

Usage: test_rows.py PROGRAM-TESTER ICD [unittest arguments].
"""

import random
import unittest
from typing import Callable

import testers
from test_regions import run
from testers import HOSTS

COLUMNS, ROWS, HEIGHT, TAPS = 128, 4, 6, 5

TEXT = """/*!
[config]
dimensions: 2
global_size: %(columns)d %(rows)d 0
local_size: %(local)s 0
need_image_support: true
[test]
kernel_name: k
arg_out: 0 %(target)s
arg_in: 1 image %(texel)s4 %(texels)s image_type 2d image_width %(width)d image_height %(height)d \\
           image_channel_order RGBA image_channel_data_type %(data)s
arg_in: 2 int %(step)d
arg_in: 3 int %(taps)d
!*/
constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_%(address)s | CLK_FILTER_NEAREST;
kernel void k(%(type)s out, read_only image2d_t from, int step, int taps)
{
    int x = get_global_id(0), y = get_global_id(1);
    float4 sum = 0.0f;
    %(loop)s
        sum += %(read)s;
    %(store)s;
}
"""


# Where results go. Both ways of running a store to an image take seconds.
BUFFER = ("buffer float4[%(count)d] %(out)s tolerance 0.001", "global float4 *", "out[y * %(columns)d + x] = sum", "both")
IMAGE = ("image float4 %(out)s image_type 2d image_width %(columns)d image_height %(rows)d \\\n"
         "           image_channel_order RGBA image_channel_data_type FLOAT tolerance 0.001",
         "write_only image2d_t", "write_imagef(out, (int2)(x, y), sum)", "recompile")


# Each row is made of those above it, which rows before have written; texels are read as they are then. One thread takes the
# groups in their order, which OpenCL leaves open.
WRITTEN = """/*!
[config]
clc_version_min: 30
require_features: __opencl_c_read_write_images
dimensions: 2
global_size: 64 8 0
local_size: 64 4 0
need_image_support: true
[test]
kernel_name: k
arg_in: 0 image float4 repeat 0 image_type 2d image_width 64 image_height 9 \\
           image_channel_order RGBA image_channel_data_type FLOAT
arg_out: 0 image float4 %s image_type 2d image_width 64 image_height 9 \\
           image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 1 int 3
!*/
kernel void k(read_write image2d_t image, int taps)
{
    int x = get_global_id(0), y = get_global_id(1);
    float4 sum = 1.0f;
    for (int i = -taps; i < taps; i++)
        sum += read_imagef(image, (int2)(x, clamp(y + i, 0, 8)));
    write_imagef(image, (int2)(x, y + 1), sum);
}
"""


# Texels of one or two bytes, which no dword is read for alone: rows that begin between quads, and end outside, of an image that is no
# multiple of these wide. A group's last columns are stored one by one.
SMALL = """/*!
[config]
dimensions: 2
global_size: 128 8 0
local_size: 64 4 0
need_image_support: true
[test]
kernel_name: k
arg_out: 0 image %(texel)s %(out)s image_type 2d image_width 70 image_height 8 \\
           image_channel_order %(order)s image_channel_data_type %(data)s
arg_in: 0 image %(texel)s repeat 0 image_type 2d image_width 70 image_height 8 \\
           image_channel_order %(order)s image_channel_data_type %(data)s
arg_in: 1 image %(texel)s %(texels)s image_type 2d image_width 70 image_height 8 \\
           image_channel_order %(order)s image_channel_data_type %(data)s
arg_in: 2 int %(taps)d
!*/
constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void k(write_only image2d_t to, read_only image2d_t from, int taps)
{
    int2 own = (int2)(get_global_id(0), get_global_id(1));
    %(type)s4 sum = 0;
    %(loop)s
        sum += read_image%(suffix)s(from, texels, own + (int2)(%(first)s, 0));
    write_image%(suffix)s(to, own, sum / taps);
}
"""
# Formats, by their channels, and what the greatest number of a channel is read as.
FORMATS = [("R", "UNORM_INT8", "uchar", 1, 255), ("RG", "UNORM_INT8", "uchar2", 2, 255), ("R", "UNORM_INT16", "ushort", 1, 65535),
           ("R", "UNSIGNED_INT8", "uchar", 1, 0), ("RG", "UNSIGNED_INT8", "uchar2", 2, 0), ("R", "UNSIGNED_INT16", "ushort", 1, 0)]


# Differences of two images, summed up, to a buffer of what OpenCL C calls the type.
TWO = testers.IMAGES + """arg_out: 0 buffer %(data)s[1024] %(out)s
arg_in: 1 image uchar %(texels)s image_type 2d image_width 70 image_height 8 \\
           image_channel_order R image_channel_data_type UNSIGNED_INT8
arg_in: 2 image uchar %(texels)s image_type 2d image_width 70 image_height 8 \\
           image_channel_order R image_channel_data_type UNSIGNED_INT8
arg_in: 3 int 5
!*/
""" + testers.SAMPLER + """kernel void k(global %(type)s *out, read_only image2d_t a, read_only image2d_t b, int taps)
{
    int x = get_global_id(0), y = get_global_id(1);
    uint sum = 0;
    for (int i = 0; i < taps; i++)
        sum += abs_diff(read_imageui(a, texels, (int2)(x + i, y)).x, read_imageui(b, texels, (int2)(x + 2 * i, y + 1)).x);
    out[y * 128 + x] = %(store)s;
}
"""
# Sums of integers that are read without loops, and what else is computed of each.
FEW = testers.IMAGES + """arg_out: 0 buffer uint[1024] %(out)s
arg_in: 1 image %(texel)s %(texels)s image_type 2d image_width 70 image_height 8 \\
           image_channel_order %(order)s image_channel_data_type UNSIGNED_INT8
!*/
""" + testers.SAMPLER + """kernel void k(global uint *out, read_only image2d_t from)
{
    int x = get_global_id(0), y = get_global_id(1);
    uint4 all = %(read)s;
    uint sum = %(sum)s;
    %(more)s
    out[y * 128 + x] = sum;
}
"""
BUFFERS = {"words": ("uint", "sum", "uint"), "shorts": ("ushort", "sum", "ushort")}


def read(x: str, y: str) -> str:
    return f"read_imagef(from, texels, (int2)({x}, {y}))"


Turn = Callable[[int, int, int, int], list[tuple[int, int]]]
# Name: how often a work-item reads, what a turn reads, and where: of x, y, the turn and the step.
KERNELS: dict[str, tuple[str, str, Turn]] = {
    "one": ("taps", read("x + (i - 2) * step", "y"), lambda x, y, i, step: [(x + (i - 2) * step, y)]),
    "down": ("taps", read("x", "y + (i - 2) * step"), lambda x, y, i, step: [(x, y + (i - 2) * step)]),
    "a row": ("taps", " + ".join(read(f"x + {j - 2}", "y + i - 2") for j in range(5)),
              lambda x, y, i, step: [(x + j - 2, y + i - 2) for j in range(5)]),
    "two rows": ("taps", " + ".join(read(f"x + {j - 1}", f"y + i - {k}") for k in range(2) for j in range(3)),
                 lambda x, y, i, step: [(x + j - 1, y + i - k) for k in range(2) for j in range(3)]),
    "leaves": ("(x & 7)", read("x + (i - 2) * step", "y"), lambda x, y, i, step: [(x + (i - 2) * step, y)] if i < x & 7 else []),
    "backwards": ("taps", read("step - x + i", "y"), lambda x, y, i, step: [(step - x + i, y)]),
    "own rows": ("taps", read("x + i", "y + (x & 1)"), lambda x, y, i, step: [(x + i, y + (x & 1))]),
    "load": ("taps", "read_imagef(from, (int2)(x, min(y + i, 5)))", lambda x, y, i, step: [(x, min(y + i, 5))]),
    "apart": ("taps", read("x * 2 + i", "y"), lambda x, y, i, step: [(x * 2 + i, y)]),
    "far": ("taps", f"{read('x + i', 'y')} + {read('x + i + 16', 'y')}", lambda x, y, i, step: [(x + i, y), (x + i + 16, y)]),
}
KERNELS |= {
    "far apart": ("taps", " + ".join(read(f"x + {20 * j - 20}", "y + i - 2") for j in range(3)),
                  lambda x, y, i, step: [(x + 20 * j - 20, y + i - 2) for j in range(3)]),
    "back": ("taps", read("x - i * step", "y - i"), lambda x, y, i, step: [(x - i * step, y - i)]),
}


def straight(places: list[tuple[int, int]]) -> tuple[str, str, Turn]:
    """Reads around the work-item's own texel, without a loop."""
    return "", " + ".join(read(f"x + {i}", f"y + {j}") for i, j in places), lambda x, y, _, step: [(x + i, y + j) for i, j in places]


KERNELS |= {
    "straight": straight([(i, j) for j in (-1, 0, 1) for i in (-1, 0, 1)]),
    "straight rows": straight([(0, j) for j in (2, 0, -2, 1)]),
    "many straight": straight([(i, j) for i in (-2, -1, 0, 1, 2) for j in (-2, -1, 0, 1, 2)]),
    "straight far": straight([(0, -16), (20, 0), (-40, 0), (0, 16), (1, 0), (0, 32)]),
}
# Rows of these are not kept: lanes do not go by steps of one along x in one row.
NO_PLANES = {"backwards", "own rows", "apart"}
STRAIGHT = [kernel for kernel, (turns, _, _) in KERNELS.items() if not turns]
# Groups of several shapes, whose blocks are parts of a row, or rows of their own.
LOCALS = ["64 4", "64 2", "64 1", "128 2", "16 4", "32 4", "32 2"]
# Kernel, texels, the image's width, addressing, the step, the group, and whether it stores to an image: images that are narrower than the launch,
# widths that are no multiple of a quad, and rows that begin or end far outside.
TESTS = [(kernel, ("uchar", "float")[i % 2], 128, "CLAMP_TO_EDGE", 1, "64 2", False) for i, kernel in enumerate(KERNELS)]
TESTS += [(kernel, ("float", "uchar")[i % 2], 128, "CLAMP_TO_EDGE", 1, "64 4", True) for i, kernel in enumerate(KERNELS)]
TESTS += [("one", "uchar", 131, "CLAMP_TO_EDGE", 2, "64 2", False), ("one", "uchar", 128, "NONE", 0, "64 2", False),
          ("one", "uchar", 128, "CLAMP", 2, "64 4", True), ("a row", "uchar", 3, "CLAMP_TO_EDGE", 1, "64 2", False),
          ("one", "float", 3, "CLAMP_TO_EDGE", 5, "64 4", True), ("one", "uchar", 131, "CLAMP_TO_EDGE", 20, "64 4", True)]
TESTS += [(kernel, ("uchar", "float")[i % 2], (128, 3, 131)[i % 3], "CLAMP", 1, ("64 4", "16 4", "64 2")[i % 3], False) for i, kernel in enumerate(STRAIGHT)]
RANDOM = random.Random(1)
TESTS += [(RANDOM.choice(sorted({*KERNELS} - {"load"})), RANDOM.choice(["uchar", "float"]), RANDOM.choice([3, 64, 70, 96, 128, 130, 131]),
           RANDOM.choice(["CLAMP_TO_EDGE", "CLAMP_TO_EDGE", "CLAMP"]), RANDOM.randrange(8), RANDOM.choice(LOCALS), RANDOM.random() < 0.3)
          for _ in range(24)]


def texel_at(values: list[list[float]], width: int, x: int, y: int, address: str) -> list[float]:
    """By OpenCL C 1.2, section 8.2."""
    inside = 0 <= x < width and 0 <= y < HEIGHT
    if address == "CLAMP" and not inside:
        return [0.0] * 4
    return values[min(max(y, 0), HEIGHT - 1) * width + min(max(x, 0), width - 1)]


def test_of(kernel: str, texel: str, width: int, address: str, step: int, local: str, image: bool) -> str:
    turns, body, turn = KERNELS[kernel]
    scale = 255 if texel == "uchar" else 64
    numbers = [[(i * factor * 37 + factor) % 256 for factor in (1, 3, 5, 255)] for i in range(width * HEIGHT)]
    values = [[n / scale for n in one] for one in numbers]
    out = []
    for y in range(ROWS):
        for x in range(COLUMNS):
            places = [place for i in range(TAPS if turns == "taps" else 8 if turns else 1) for place in turn(x, y, i, step)]
            read_texels = [texel_at(values, width, *place, address) for place in places]
            out += [sum(t[c] for t in read_texels) for c in range(4)]
    target, kind, store, _ = IMAGE if image else BUFFER
    size = {"columns": COLUMNS, "rows": ROWS, "count": COLUMNS * ROWS, "out": " ".join(map(str, out))}
    return TEXT % {**size, "target": target % size, "type": kind, "store": store % size, "texel": texel, "height": HEIGHT, "width": width, "local": local,
                   "texels": " ".join(str(n if texel == "uchar" else n / 64) for one in numbers for n in one), "address": address,
                   "data": "UNORM_INT8" if texel == "uchar" else "FLOAT", "step": step, "taps": TAPS, "loop": f"for (int i = 0; i < {turns}; i++)" if turns else "", "read": body}


def is_bordered(kernel: str, address: str) -> bool:
    """Whether no blocks go abreast, nor keep rows: without loops that is slower where texels beyond an edge are a border."""
    return kernel in STRAIGHT and address == "CLAMP"


class Rows(unittest.TestCase):
    def test_results(self) -> None:
        for number, test in enumerate(TESTS):
            text = test_of(*test)
            for host in HOSTS if number in (0, 2, 8) or test[0] == "a row" else HOSTS[:1]:
                with self.subTest(test=test, host=host):
                    record, said = run(text, (IMAGE if test[-1] else BUFFER)[3], ROOTLE_HOST=host, ROOTLE_EXEC_TIMEOUT="200")
                    self.assertEqual((record["status"], record["message"]), ("pass", ""))
                    self.assertIn("is recompiled", said)
                    gains = not is_bordered(test[0], test[3])
                    self.assertEqual("4 blocks go abreast" in said, gains and (test[0] not in NO_PLANES or "64" in test[-2] or "128" in test[-2]))
                    self.assertEqual("rows are kept as planes" in said, gains and test[0] not in NO_PLANES)

    def test_rows_that_are_written(self) -> None:
        rows = [0] * 9
        for y in range(8):
            rows[y + 1] = 1 + sum(rows[min(max(y + i, 0), 8)] for i in range(-3, 3))
        record, said = run(WRITTEN % " ".join(str(row) for row in rows for _ in range(256)), "recompile", ROOTLE_THREADS="1")
        self.assertEqual((record["status"], record["message"]), ("pass", ""))
        self.assertIn("rows are kept as planes", said)

    def test_two_images(self) -> None:
        for target in BUFFERS:
            for local in ("64 4", "16 4"):
                kind, store, data = BUFFERS[target]
                own = [(i * 37 + 1) % 256 for i in range(70 * 8)]
                out = [sum(abs(own[y * 70 + min(x + i, 69)] - own[min(y + 1, 7) * 70 + min(x + 2 * i, 69)]) for i in range(5)) for y in range(8) for x in range(128)]
                text = TWO % {"local": local, "type": kind, "store": store, "data": data, "out": " ".join(map(str, out)), "texels": " ".join(map(str, own))}
                for host in HOSTS:
                    with self.subTest(target=target, local=local, host=host):
                        record, said = run(text, "both", ROOTLE_HOST=host, ROOTLE_EXEC_TIMEOUT="200")
                        self.assertEqual((record["status"], record["message"]), ("pass", ""))
                        self.assertIn("rows are kept as planes", said)

    def test_what_gains_without_loops(self) -> None:
        places = [(i, j) for j in (-1, 0, 1) for i in (-1, 0, 1)]
        for channels, turns in ((1, 0), (4, 0), (1, 70)):
            own = [(i * 37 + 1) % 256 for i in range(70 * 8 * channels)]
            out = []
            for y in range(8):
                for x in range(128):
                    at = [(min(max(y + j, 0), 7) * 70 + min(max(x + i, 0), 69)) * channels for i, j in places]
                    total = sum(sum(own[place:place + channels]) for place in at)
                    for _ in range(turns):
                        total = max(total * 3 % 2**32, total ^ 5)
                    out.append(total)
            text = FEW % {"local": "64 4", "texel": "uchar4" if channels > 1 else "uchar", "order": "RGBA" if channels > 1 else "R", "out": " ".join(map(str, out)),
                          "texels": " ".join(map(str, own)), "sum": "all.x + all.y + all.z + all.w" if channels > 1 else "all.x",
                          "read": " + ".join(f"read_imageui(from, texels, (int2)(x + {i}, y + {j}))" for i, j in places), "more": "sum = max(sum * 3u, sum ^ 5u); " * turns}
            for host in HOSTS:
                with self.subTest(channels=channels, turns=turns, host=host):
                    record, said = run(text, "both", ROOTLE_HOST=host, ROOTLE_EXEC_TIMEOUT="200")
                    self.assertEqual((record["status"], record["message"]), ("pass", ""))
                    self.assertIn("is recompiled", said)
                    self.assertEqual("rows are kept as planes" in said, channels == 1 and not turns)

    def test_small_texels(self) -> None:
        for order, data, texel, channels, most in FORMATS:
            numbers = [i * 12345 % (65536 if "short" in texel else 256) for i in range(70 * 8 * channels)]
            for taps in (1, 3):
                first = "i - 1" if taps > 1 else "1"
                out = []
                for y in range(8):
                    for x in range(70):
                        columns = [min(max(x + i - 1, 0), 69) for i in range(taps)] if taps > 1 else [min(x + 1, 69)]
                        sums = [sum(numbers[(y * 70 + column) * channels + c] for column in columns) for c in range(channels)]
                        out += [round(total / taps) if most else total // taps for total in sums]
                text = SMALL % {"texel": texel, "order": order, "data": data, "out": " ".join(map(str, out)), "taps": taps, "first": first,
                                "texels": " ".join(map(str, numbers)), "type": "float" if most else "uint", "suffix": "f" if most else "ui",
                                "loop": "for (int i = 0; i < taps; i++)" if taps > 1 else ""}
                for host in HOSTS if channels == 1 else ("v4",):
                    with self.subTest(order=order, data=data, taps=taps, host=host):
                        record, said = run(text, "both", ROOTLE_HOST=host, ROOTLE_EXEC_TIMEOUT="200")
                        self.assertEqual((record["status"], record["message"]), ("pass", ""))
                        self.assertIn("is recompiled", said)
                        self.assertEqual("rows are kept as planes" in said, taps > 1)


if __name__ == "__main__":
    testers.main()
