#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Texels that are stored as they were read: which programs do, and that all 256 numbers of a channel stay what they are.

Usage: test_texels.py PROGRAM-TESTER ICD [unittest arguments].
"""

import unittest

import testers
from test_regions import run
from testers import HOSTS

TEXT = """/*!
[config]
dimensions: 2
global_size: %(width)d %(height)d 0
local_size: %(columns)d %(rows)d 0
need_image_support: true
[test]
kernel_name: k
arg_out: 0 image uchar4 %(out)s %(image)s
arg_in: 0 image uchar4 repeat 0 0 0 0 %(image)s
arg_in: 1 image uchar4 %(texels)s %(image)s
!*/
constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void k(write_only image2d_t to, read_only image2d_t from)
{
    int2 own = (int2)(get_global_id(0), get_global_id(1));
    %(body)s
}
"""
COPY = "write_imagef(to, own, read_imagef(from, texels, own));"
BESIDE = "write_imagef(to, own, read_imagef(from, texels, own + (int2)(1, -1)));"
BELOW = "write_imagef(to, own, read_imagef(from, texels, own + (int2)(8, 1)));"
FURTHER = "write_imagef(to, own, read_imagef(from, texels, own + (int2)(8, 2)));"
UPSIDE = "write_imagef(to, (int2)(own.x, get_global_size(1) - 1 - own.y), read_imagef(from, texels, own));"
APART = "write_imagef(to, own, read_imagef(from, texels, (int2)(own.x ^ 5, own.y)));"
CROSSED = "write_imagef(to, own, read_imagef(from, texels, (int2)(own.x ^ 16, own.y)));"
TURNED = "write_imagef(to, own, read_imagef(from, texels, own).zyxw);"
OPAQUE = "float4 texel = read_imagef(from, texels, own); texel.w = 1.0f; write_imagef(to, own, texel);"
TWO = "float4 a = read_imagef(from, texels, own), b = read_imagef(from, texels, own + 1); write_imagef(to, own, own.x & 1 ? a : b);"
SOME = "float4 a = read_imagef(from, texels, own); if (own.x % 3) write_imagef(to, own, a);"

# Name, how many stores write what was read, the body, the texel of a place; `at` clamps.
KERNELS = {
    "copy": (1, COPY, lambda at, x, y: at(x, y)),
    "beside": (1, BESIDE, lambda at, x, y: at(x + 1, y - 1)),
    "below": (1, BELOW, lambda at, x, y: at(x + 8, y + 1)),
    "further": (1, FURTHER, lambda at, x, y: at(x + 8, y + 2)),
    "upside": (1, UPSIDE, lambda at, x, y: at(x, HEIGHT - 1 - y)),
    "apart": (1, APART, lambda at, x, y: at(x ^ 5, y)),
    "crossed": (1, CROSSED, lambda at, x, y: at(x ^ 16, y)),
    "turned": (0, TURNED, lambda at, x, y: (at(x, y)[2], at(x, y)[1], at(x, y)[0], at(x, y)[3])),
    "opaque": (0, OPAQUE, lambda at, x, y: at(x, y)[:3] + (255,)),
    "two": (0, TWO, lambda at, x, y: at(x, y) if x & 1 else at(x + 1, y + 1)),
    "some": (None, SOME, lambda at, x, y: at(x, y) if x % 3 else (0, 0, 0, 0)),
}
# Kernel, channel order, width, and a group's columns and rows: the last work-items' texels may lie outside.
TESTS = [(name, order, width, 16, rows) for rows in (4, 8) for name, order, width in
         [(name, "RGBA", 32) for name in KERNELS] + [("copy", "BGRA", 48), ("copy", "RGBA", 41), ("beside", "BGRA", 48)]]
TESTS += [(name, "RGBA", width, columns, rows) for name in ("copy", "further", "crossed", "upside")
          for width, columns, rows in ((64, 32, 4), (128, 64, 4), (96, 32, 8), (57, 32, 4))]
# The kernels that may copy lines of the host's cache, which hold two rows. They do where a group has several wavefronts, of four rows.
LINES = ("copy", "beside", "below", "further")
HEIGHT = 8


def test_of(kernel: str, order: str, width: int, columns: int, rows: int) -> str:
    """A file of one test: each channel has all 256 numbers."""
    _, body, result = KERNELS[kernel]
    texels = [tuple((i * step + 7 * step) % 256 for step in (1, 3, 5, 255)) for i in range(width * HEIGHT)]

    def at(x: int, y: int) -> tuple[int, int, int, int]:
        return texels[min(max(y, 0), HEIGHT - 1) * width + min(max(x, 0), width - 1)]

    out = [number for y in range(HEIGHT) for x in range(width) for number in result(at, x, y)]
    image = (f"image_type 2d image_width {width} image_height {HEIGHT} image_channel_order {order} "
             "image_channel_data_type UNORM_INT8")
    return TEXT % {"width": -(-width // columns) * columns, "columns": columns, "height": HEIGHT, "body": body, "rows": rows, "image": image,
                   "out": " ".join(map(str, out)), "texels": " ".join(str(n) for texel in texels for n in texel)}


class Texels(unittest.TestCase):
    def test_results(self) -> None:
        """Interpreted, which converts each channel there and back, and recompiled for all hosts, both give what Python does."""
        for kernel, order, width, columns, rows in TESTS:
            text = test_of(kernel, order, width, columns, rows)
            interpreted, _ = run(text, "interpret")
            self.assertEqual((interpreted["status"], interpreted["message"]), ("pass", ""))
            for host in HOSTS if (order, width) == ("BGRA", 48) else HOSTS[:1]:
                with self.subTest(kernel=kernel, order=order, width=width, columns=columns, rows=rows, host=host):
                    record, said = run(text, "recompile", ROOTLE_HOST=host)
                    self.assertEqual((record["status"], record["message"]), ("pass", ""))
                    self.assertIn("is recompiled", said)
                    if (stores := KERNELS[kernel][0]) is not None:
                        self.assertEqual("texels stored as they were read: 1 stores" in said, stores == 1)
                        self.assertEqual("copies lines of two rows" in said, columns * rows > 64 and kernel in LINES)

    def test_streams(self) -> None:
        """Lines that are stored around the host's caches hold the same."""
        for kernel in LINES:
            record, said = run(test_of(kernel, "RGBA", 32, 16, 8), "both", ROOTLE_STREAM="0")
            self.assertEqual((record["status"], record["message"]), ("pass", ""))
            self.assertIn("stores around the caches", said)

    def test_floats(self) -> None:
        """Floats of all kinds are copied as they are: by lines, and where a row of the image has no fellow."""
        kinds = [0.0, -0.0, 1e-45, -1.1754942e-38, float("inf"), -float("inf"), 3.4028235e38, 0.1]
        for height in HEIGHT, HEIGHT - 1:
            image = f"image_type 2d image_width 32 image_height {height} image_channel_order RGBA image_channel_data_type FLOAT"
            texels = " ".join(repr(kinds[i * 5 % 8] if i % 3 else float(i)) for i in range(32 * height * 4))
            text = (TEXT % {"width": 32, "height": HEIGHT, "columns": 16, "rows": HEIGHT, "body": COPY, "image": image, "out": texels, "texels": texels}
                    ).replace("image uchar4", "image float4")
            record, said = run(text, "both")
            self.assertEqual((record["status"], record["message"]), ("pass", ""))
            self.assertIn("copies lines of two rows", said)


if __name__ == "__main__":
    testers.main()
