#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Linear filters of lanes that share a row: which fetches are made for that, and that interpreted and recompiled programs both give
what the specification's equations do, and the same bits. Which stores write texels that stayed whole. And filters within levels of
mipmapped images.

Usage: test_smooth.py PROGRAM-TESTER ICD [unittest arguments].
"""

import math
import random
import unittest

import testers
from test_regions import run
from testers import HOSTS

TEXT = """/*!
[config]
dimensions: 2
global_size: 48 4 0
local_size: 16 2 0
need_image_support: true
[test]
kernel_name: k
arg_out: 0 %(result)s tolerance 0.001
%(before)s
arg_in: 1 image %(texel)s4 %(texels)s image_type %(type)s image_width %(width)d image_height %(height)d %(layers)s \\
           image_channel_order RGBA image_channel_data_type %(data)s
arg_in: 2 float %(scale)s
!*/
constant sampler_t smooth = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_%(address)s | CLK_FILTER_LINEAR;
kernel void k(%(to)s, read_only %(image)s from, float scale)
{
    float x = get_global_id(0), y = get_global_id(1);
    float2 at = (float2)(x * scale + 0.375f, %(y)s + 0.625f) / (float2)(%(width)d, %(height)d);
    float4 texel = read_imagef(from, smooth, %(at)s);
    %(store)s;
}
"""
ROW, TURNED = "y * 0.75f", "y * 0.75f + x * 0.125f"
HEIGHT, LAYERS = 4, 2

# Bytes or floats, width, addressing, scale, y, layers. Images narrower than a window, widths that are no multiple of a quad, lanes
# that are too far apart for a window, that go backwards, or meet the border, and rows that lanes do not share.
TESTS = [
    ("uchar", 64, "CLAMP_TO_EDGE", 0.71875, ROW, False),
    ("uchar", 41, "CLAMP_TO_EDGE", 0.875, ROW, False),
    ("uchar", 41, "CLAMP_TO_EDGE", 1.0, ROW, False),
    ("uchar", 12, "CLAMP_TO_EDGE", 0.25, ROW, False),
    ("uchar", 96, "CLAMP_TO_EDGE", 1.625, ROW, False),
    ("uchar", 128, "CLAMP_TO_EDGE", 2.75, ROW, False),
    ("uchar", 64, "REPEAT", -0.71875, ROW, False),
    ("uchar", 40, "MIRRORED_REPEAT", 1.25, ROW, False),
    ("uchar", 36, "CLAMP", 0.75, ROW, False),
    ("uchar", 64, "CLAMP_TO_EDGE", 0.71875, ROW, True),
    ("uchar", 64, "CLAMP_TO_EDGE", 0.71875, TURNED, False),
    ("float", 64, "CLAMP_TO_EDGE", 0.71875, ROW, False),
    ("float", 41, "CLAMP_TO_EDGE", 1.125, ROW, False),
    ("float", 36, "CLAMP", 2.5, ROW, False),
    ("float", 64, "REPEAT", -1.25, ROW, True),
    ("float", 64, "CLAMP_TO_EDGE", 0.71875, TURNED, False),
    ("uchar", 36, "CLAMP", 0.75, TURNED, False),
    ("float", 36, "CLAMP", 0.75, TURNED, True),
]
# Width, addressing, scale, y, of bytes in groups of pairs of rows that keep the rows that they filter. Rows that
# share a place among those that are kept, lanes that need more columns than expected, or go backwards; groups of one block, and
# ones of two blocks, of which the second one has no room.
KEPT = [
    (48, "CLAMP_TO_EDGE", 0.71875, (0.75, 0.0), 16),
    (48, "CLAMP_TO_EDGE", 1.0, (0.75, 0.0), 32),
    (41, "CLAMP_TO_EDGE", 0.9, (0.25, -1.0), 16),
    (10, "CLAMP_TO_EDGE", 0.25, (0.75, 0.0), 32),
    (48, "CLAMP_TO_EDGE", 1.25, (0.75, 0.0), 16),
    (48, "REPEAT", 0.96875, (8.0, 0.25), 32),
    (48, "REPEAT", -0.71875, (0.75, 0.0), 16),
    (36, "CLAMP", 0.75, (0.75, 0.0), 16),
    (44, "MIRRORED_REPEAT", 1.5, (0.75, 0.0), 32),
    (200, "MIRRORED_REPEAT", 4.0, (0.75, 0.0), 32, "uchar", 0.0, 0, 0, -14.75),
]
KEPT_TEXT = """/*!
[config]
dimensions: 2
global_size: 128 16 0
local_size: %(group)s 0
need_image_support: true
[test]
kernel_name: k
arg_out: 0 image %(texel)s4 %(result)s %(as)s tolerance %(tolerance)s
arg_in: 0 image %(texel)s4 repeat 0 0 0 0 %(as)s
arg_in: 1 image %(texel)s4 %(texels)s image_type 2d image_width %(width)d image_height %(height)d \\
           image_channel_order RGBA image_channel_data_type %(data)s
arg_in: 2 float %(scale)s
!*/
constant sampler_t smooth = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_%(address)s | CLK_FILTER_LINEAR;
kernel void k(write_only image2d_t out, read_only image2d_t from, float scale)
{
    int2 own = (int2)(get_global_id(0), get_global_id(1));
    float x = own.x, y = own.y;
    float2 at = (float2)(x * scale + y * %(shear)sf + %(left)sf, %(y)s + 0.625f) / (float2)(%(width)d, %(height)d);
    write_imagef(out, own + (int2)(%(right)d, %(down)d), read_imagef(from, smooth, at));
}
"""
KEPT_HEIGHT = 40
TWINS = 32  # how many of these are tried
BUFFER = "out[get_global_id(1) * 48 + get_global_id(0)] = texel"
WRITE = "write_imagef(out, (int2)(get_global_id(0) + %d, get_global_id(1)), texel%s)"
# Width, addressing, scale, columns that the result is moved by, which channels of a texel of floats it is, and whether these are
# stored whole.
STORES = [
    (64, "CLAMP_TO_EDGE", 0.71875, 0, "", True),
    (64, "CLAMP_TO_EDGE", 0.71875, 1, "", True),
    (36, "CLAMP", 2.5, 0, "", True),
    (64, "REPEAT", -1.25, 0, "", True),
    (64, "CLAMP_TO_EDGE", 0.71875, 0, ".zyxw", False),
    (64, "CLAMP_TO_EDGE", 0.71875, 0, ".xyzx", False),
]
LEVELS_TEXT = """/*!
[config]
dimensions: 2
global_size: 48 4 0
local_size: 16 2 0
need_image_support: true
require_device_extensions: cl_khr_mipmap_image
build_options: -cl-std=CL3.0
[test]
kernel_name: k
arg_out: 0 buffer float4[192] %(out)s tolerance 0.001
arg_in: 1 image %(texel)s4 %(texels)s image_type 2d image_width %(width)d image_height %(height)d image_mip_levels %(levels)d \\
           image_channel_order RGBA image_channel_data_type %(data)s
arg_in: 2 sampler normalized_coords true addressing_mode clamp_to_edge filter_mode linear mip_filter_mode %(between)s lod_min 0 lod_max 1.5
!*/
kernel void k(global float4 *out, read_only image2d_t from, sampler_t between)
{
    float x = get_global_id(0), y = get_global_id(1);
    float2 at = (float2)(x * 1.625f + 0.375f, %(y)s + 0.625f) / (float2)(%(width)d, %(height)d);
    out[get_global_id(1) * 48 + get_global_id(0)] = read_imagef(from, between, at, %(lod)s);
}
"""
GIVEN, GRADIENTS = "%(lod)s", "(float2)(exp2(%(lod)s) / %(width)d, 0.0f), (float2)(0.0f, 0.0f)"
# Bytes or floats, width, which levels are read of two, how levels of detail are made of x, y and 1, y. The last level is narrower than a window where the first
# one is not twice as wide.
LEVELS = [
    ("uchar", 128, "linear", (0.046875, 0, -0.25), ROW),
    ("uchar", 128, "nearest", (0.046875, 0, -0.25), ROW),
    ("uchar", 128, "linear", (0, 0.375, 0), TURNED),
    ("float", 128, "linear", (0.046875, 0, -0.25), ROW),
    ("float", 48, "linear", (0, 0, 0.75), ROW),
    ("uchar", 128, "linear", (0.046875, 0, -0.25), ROW, GRADIENTS),
]


def place(number: int, size: int, address: str) -> int | None:
    """The texel that a number becomes, by OpenCL C 1.2, section 8.2; None: the border."""
    if address == "CLAMP":
        return number if 0 <= number < size else None
    if address == "REPEAT":
        return number % size
    return min(max(number, 0), size - 1)


def axis(at: float, size: int, address: str) -> list[tuple[int | None, float]]:
    """Both neighbours of a coordinate in texels, and their weights."""
    if address == "MIRRORED_REPEAT":
        turn = at / size
        at = abs(turn - 2 * round(turn / 2)) * size
    whole = math.floor(at - 0.5)
    weight = at - 0.5 - whole
    return [(place(whole, size, address), 1 - weight), (place(whole + 1, size, address), weight)]


def image_of(width: int, values: list[float]) -> str:
    return (f"image float4 {' '.join(map(str, values)) or 'repeat 0 0 0 0'} image_type 2d image_width {width} image_height 4 image_channel_order RGBA "
            "image_channel_data_type FLOAT")


def moved(values: list[float], columns: int, channels: str) -> list[float]:
    """Texels of a row of an image with so many columns more, which begin there, and are 0 elsewhere."""
    order = ["xyzw".index(c) for c in channels[1:] or "xyzw"]
    rows = [[values[i + c] for i in range(y * 192, y * 192 + 192, 4) for c in order] for y in range(4)]
    return [number for row in rows for number in [0.0] * 4 * columns + row]


def test_of(texel: str, width: int, address: str, scale: float, y: str, layered: bool, store: str = BUFFER, columns: int = 0,
            channels: str = "") -> str:
    layers = LAYERS if layered else 1
    numbers = [[(i * step * 37 + step) % 256 for step in (1, 3, 5, 255)] for i in range(width * HEIGHT * layers)]

    def value(x: float, row: float, layer: int) -> list[float]:
        sums = [0.0] * 4
        for j, below in axis(row, HEIGHT, address):
            for i, beside in axis(x, width, address):
                own = [0] * 4 if i is None or j is None else numbers[(layer * HEIGHT + j) * width + i]
                sums = [s + n * below * beside for s, n in zip(sums, own)]
        return [s / 255 if texel == "uchar" else s / 64 for s in sums]

    out = [number for row in range(4) for x in range(48)
           for number in value(x * scale + 0.375, row * 0.75 + (x * 0.125 if y == TURNED else 0) + 0.625, row % layers)]
    texels = [n if texel == "uchar" else n / 64 for one in numbers for n in one]
    result = (f"buffer float4[192] {' '.join(map(str, out))}" if store == BUFFER else
              image_of(48 + columns, moved(out, columns, channels)))
    to = "global float4 *out" if store == BUFFER else "write_only image2d_t out"
    before = "" if store == BUFFER else f"arg_in: 0 {image_of(48 + columns, [])}"
    return TEXT % {"result": result, "before": before, "to": to, "store": store, "texel": texel, "texels": " ".join(map(str, texels)), "width": width,
                   "type": "2d_array" if layered else "2d", "image": "image2d_array_t" if layered else "image2d_t",
                   "layers": f"image_array_size {LAYERS}" if layered else "", "height": HEIGHT, "address": address,
                   "data": "UNORM_INT8" if texel == "uchar" else "FLOAT", "scale": scale, "y": y,
                   "at": f"(float4)(at, (float)(get_global_id(1) % {LAYERS}), 0.0f)" if layered else "at"}


def kept_of(width: int, address: str, scale: float, y: tuple[float, float], group: int | str, texel: str = "uchar", shear: float = 0.0,
            right: int = 0, down: int = 0, left: float = 0.375) -> str:
    numbers = [[(i * step * 37 + step) % 256 for step in (1, 3, 5, 255)] for i in range(width * KEPT_HEIGHT)]
    floats = texel == "float"

    def value(x: int, row: int) -> list[float]:
        sums = [0.0] * 4
        for j, below in axis(row * y[0] + y[1] + 0.625, KEPT_HEIGHT, address):
            for i, beside in axis(x * scale + row * shear + left, width, address):
                own = [0] * 4 if i is None or j is None else numbers[j * width + i]
                sums = [s + n * below * beside for s, n in zip(sums, own)]
        return [s / 64 if floats else round(s) for s in sums]

    # Results are moved by so much; below 0: the image lacks the last ones.
    out = [number for row in range(min(-down, 0), min(16 + down, 16)) for x in range(min(-right, 0), min(128 + right, 128))
           for number in (value(x, row) if x >= 0 and row >= 0 else [0] * 4)]
    data = "FLOAT" if floats else "UNORM_INT8"
    return KEPT_TEXT % {"result": " ".join(map(str, out)), "texel": texel, "data": data, "tolerance": 0.001 if floats else 1,
                        "texels": " ".join(str(n / 64 if floats else n) for one in numbers for n in one), "width": width,
                        "as": f"image_type 2d image_width {128 + right} image_height {16 + down} image_channel_order RGBA "
                              f"image_channel_data_type {data}",
                        "address": address, "scale": scale, "shear": shear, "left": left, "right": max(right, 0), "down": max(down, 0),
                        "y": f"y * {y[0]}f + {y[1]}f", "group": group if isinstance(group, str) else f"{group} 8", "height": KEPT_HEIGHT}


def twins() -> list[tuple]:
    """Filters in groups of pairs of rows: any lanes, rows, and places to store to, and edges of images that are no multiple of a quad."""
    chance = random.Random(1130)
    pick = chance.choice
    return [(pick((5, 12, 41, 64, 96)), pick(("CLAMP_TO_EDGE", "CLAMP_TO_EDGE", "REPEAT", "MIRRORED_REPEAT", "CLAMP")),
             pick((0.03125, 0.25, 0.71875, 1.0, 1.25, 2.5, 4.5, -0.71875)), (pick((0.25, 0.71875, 1.0, 2.5, -0.75)), pick((0.0, 0.5, 8.0))),
             pick(("16 8", "32 8", "16 16", "64 4")), pick(("float", "uchar")), pick((0.0, 0.0, 0.5)), *pick(((0, 0), (0, 0), (1, 0), (0, 1), (-3, -1)))) for _ in range(TWINS)]


def levels_of(texel: str, width: int, between: str, lod: tuple[float, float, float], y: str, by: str = GIVEN) -> str:
    sizes = [(width >> level, 8 >> level) for level in range(3)]
    numbers = [[[(i * step * 37 + step + 60 * level) % 256 for step in (1, 3, 5, 255)] for i in range(w * h)]
               for level, (w, h) in enumerate(sizes)]

    def filtered(level: int, u: float, v: float) -> list[float]:
        w, h = sizes[level]
        sums = [0.0] * 4
        for j, below in axis(v * h, h, "CLAMP_TO_EDGE"):
            for i, beside in axis(u * w, w, "CLAMP_TO_EDGE"):
                sums = [s + n * below * beside for s, n in zip(sums, numbers[level][(j or 0) * w + (i or 0)])]
        return [s / 255 if texel == "uchar" else s / 64 for s in sums]

    def value(x: int, row: int) -> list[float]:
        u, v = (x * 1.625 + 0.375) / width, (row * 0.75 + (x * 0.125 if y == TURNED else 0) + 0.625) / 8
        detail = min(max(x * lod[0] + row * lod[1] + lod[2], 0), 1.5)
        if between == "nearest":
            return filtered(math.floor(detail + 0.5), u, v)
        low = math.floor(detail)
        return [a + (b - a) * (detail - low) for a, b in zip(filtered(low, u, v), filtered(low + 1, u, v))]

    out = [number for row in range(4) for x in range(48) for number in value(x, row)]
    texels = [n if texel == "uchar" else n / 64 for level in numbers for one in level for n in one]
    return LEVELS_TEXT % {"out": " ".join(map(str, out)), "texel": texel, "texels": " ".join(map(str, texels)), "width": width,
                          "height": 8, "levels": 3, "data": "UNORM_INT8" if texel == "uchar" else "FLOAT", "between": between,
                          "y": y, "lod": by % {"width": width, "lod": "x * {}f + y * {}f + {}f".format(*map(float, lod))}}


class Smooth(unittest.TestCase):
    def said_by(self, text: str, host: str) -> str:
        """What the driver said of a test that passes both ways."""
        record, said = run(text, "both", ROOTLE_HOST=host, ROOTLE_EXEC_TIMEOUT="200")
        self.assertEqual((record["status"], record["message"]), ("pass", ""))
        return said

    def test_results(self) -> None:
        for number, test in enumerate(TESTS):
            text = test_of(*test)
            for host in HOSTS if number % 5 == 0 else HOSTS[:1]:
                with self.subTest(test=test, host=host):
                    said = self.said_by(text, host)
                    self.assertIn("is recompiled", said)
                    self.assertEqual("filtered by rows: 1 fetches" in said, test[4] == ROW)
                    self.assertEqual("filtered lane by lane: 1 fetches" in said, test[4] == TURNED)

    def test_whole(self) -> None:
        for width, address, scale, columns, channels, whole in STORES:
            text = test_of("float", width, address, scale, ROW, False, WRITE % (columns, channels), columns, channels)
            for host in HOSTS if columns else HOSTS[:1]:
                with self.subTest(width=width, address=address, columns=columns, channels=channels, host=host):
                    said = self.said_by(text, host)
                    self.assertEqual("filtered texels stored whole: 1 stores" in said, whole)

    def check_twins(self, said: str, host: str, texels: bool, whole: bool = True) -> None:
        """That both rows are weighed at once, unless they are of bytes and the processor has AVX-512."""
        twins = "filters keep rows by twos" in said
        self.assertTrue(twins or (texels and host == "v4"))
        self.assertEqual("filtered texels stored whole: 1 stores" in said, twins and whole)

    def test_kept(self) -> None:
        for number, test in enumerate(KEPT):
            for host in HOSTS if number % 4 == 0 else HOSTS[:1]:
                with self.subTest(test=test, host=host):
                    said = self.said_by(kept_of(*test), host)
                    self.assertIn("filters keep rows", said)
                    self.check_twins(said, host, True)

    def test_twins(self) -> None:
        for number, test in enumerate(twins()):
            for host in HOSTS if number % 4 == 0 else HOSTS[:1]:
                with self.subTest(test=test, host=host):
                    said = self.said_by(kept_of(*test), host)
                    self.check_twins(said, host, test[5] == "uchar", max(test[-2:]) <= 0)

    def test_levels(self) -> None:
        for number, test in enumerate(LEVELS):
            for host in HOSTS if number % 3 == 0 else HOSTS[:1]:
                with self.subTest(test=test, host=host):
                    said = self.said_by(levels_of(*test), host)
                    self.assertIn("is recompiled", said)
                    self.assertIn("filtered within levels", said)


if __name__ == "__main__":
    testers.main()
