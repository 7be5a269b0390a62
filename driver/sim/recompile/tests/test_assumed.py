#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Programs that read rows of an image and seldom part lanes: they keep rows, and give what interpreted ones do where lanes part.

Usage: test_assumed.py PROGRAM-TESTER ICD [unittest arguments].
"""

import random
import unittest

import testers
from test_regions import run
from testers import HOSTS

COLUMNS, ROWS, WIDTH, HEIGHT, TAPS, KEPT = 128, 8, 100, 6, 5, 77

TEXT = testers.IMAGES + """arg_in: 0 buffer uint[1024] repeat 77
arg_out: 0 buffer uint[1024] %(out)s
arg_in: 1 image uchar %(texels)s image_type 2d image_width 100 image_height 6 \\
           image_channel_order R image_channel_data_type UNSIGNED_INT8
arg_in: 2 int %(right)d
arg_in: 3 int %(below)d
arg_in: 4 int 5
!*/
""" + testers.SAMPLER + """uint at(read_only image2d_t from, int x, int y)
{
    return read_imageui(from, texels, (int2)(x, y)).x;
}
kernel void k(global uint *out, read_only image2d_t from, int right, int below, int taps)
{
    int x = get_global_id(0), y = get_global_id(1);
    uint sum = 0;
    %(body)s
}
"""
STORE = "out[y * 128 + x] = sum;"
LOOP = "for (int i = 0; i < taps; i++) sum += at(from, x + i - 2, y + i);"
# The kernel; each is another way in which lanes part.
BODIES = {
    "inside": f"if (x < right && y < below) {{ {LOOP} {STORE} }}",
    "returns": f"if (x >= right || y >= below) return; {LOOP} {STORE}",
    "taps": f"for (int i = 0; i < taps; i++) if (x + i < right && y + i < below) sum += at(from, x + i, y + i) + 1; {STORE}",
    "leaves": f"for (int i = 0; i < taps + 8; i++) {{ uint own = at(from, x + i, y); if (own > (uint)right) break; sum += own; }} {STORE}",
    "last": f"{LOOP} if (x < right) {STORE} if (y < below) out[y * 128 + x] += 1;",
}


def result(body: str, own: list[int], x: int, y: int, right: int, below: int) -> int:
    def at(column: int, row: int) -> int:
        return own[min(row, HEIGHT - 1) * WIDTH + min(max(column, 0), WIDTH - 1)]

    inside, loop = x < right and y < below, sum(at(x + i - 2, y + i) for i in range(TAPS))
    if body in ("inside", "returns"):
        return loop if inside else KEPT
    if body == "taps":
        return sum(at(x + i, y + i) + 1 for i in range(TAPS) if x + i < right and y + i < below)
    if body == "last":
        return (loop if x < right else KEPT) + (y < below)
    total = 0
    for i in range(TAPS + 8):
        if at(x + i, y) > right:
            break
        total += at(x + i, y)
    return total


class Assumed(unittest.TestCase):
    def test_results(self) -> None:
        choose = random.Random(2)
        own = [choose.randrange(120) for _ in range(WIDTH * HEIGHT)]
        for body, number in [(body, number) for body in BODIES for number in range(5)]:
            right, below = choose.choice([0, 16, 64, 70, 100, 127, 128, 200]), choose.choice([0, 3, 4, 8, 9])
            local = choose.choice(["64 4", "64 2", "16 4", "32 4", "128 2"])
            out = [result(body, own, x, y, right, below) for y in range(ROWS) for x in range(COLUMNS)]
            text = TEXT % {"local": local, "out": " ".join(map(str, out)), "texels": " ".join(map(str, own)), "right": right, "below": below,
                           "body": BODIES[body]}
            for host in HOSTS if number == 0 else HOSTS[:1]:
                with self.subTest(body=body, right=right, below=below, local=local, host=host):
                    record, said = run(text, "both", ROOTLE_HOST=host, ROOTLE_EXEC_TIMEOUT="200")
                    self.assertEqual((record["status"], record["message"]), ("pass", ""))
                    self.assertIn("is recompiled", said)
                    if body not in ("last", "leaves"):
                        self.assertIn("all lanes are first taken to pass tests", said)
                        self.assertIn("rows are kept as planes", said)


if __name__ == "__main__":
    testers.main()
