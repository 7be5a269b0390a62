#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Groups of a row that one call takes one after the other: results and faults are as those of groups that are called one by one.

Usage: test_groups.py PROGRAM-TESTER ICD [unittest arguments].
"""

import random
import unittest

import testers
from test_regions import assert_same_fault, run

SAYS = "goes on to other groups"
TEXT = """/*!
[config]
dimensions: 3
global_size: %(size)s
local_size: %(local)s
""" + testers.NUMBERS + """    uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    uint own = (z * get_global_size(1) + y) * get_global_size(0) + x;
    uint group = (get_group_id(2) * 64 + get_group_id(1)) * 64 + get_group_id(0);
    uint lane = get_local_id(1) * get_local_size(0) + get_local_id(0);
%(body)s}
"""
# Each writes a product, its group, and its place there.
PLAIN = "out[own] = in[own] * number + (group << 10) + lane;\n"
LOCAL = ("local uint words[256];\nuint last = get_local_size(0) * get_local_size(1) - 1;\nwords[lane] = in[own] * number;\n"
         "barrier(CLK_LOCAL_MEM_FENCE);\nout[own] = words[last - lane] + (group << 10) + lane;\n")
LOOP = "uint sum = 0;\nfor (uint i = 0; i < number; i++)\n    sum += in[own];\nout[own] = sum + (group << 10) + lane;\n"
TESTS = ((PLAIN, (64, 1)), (PLAIN, (128, 1)), (PLAIN, (16, 4)), (PLAIN, (16, 1)), (PLAIN, (80, 1)), (PLAIN, (32, 8)), (LOCAL, (64, 1)),
         (LOCAL, (256, 1)), (LOCAL, (16, 16)), (LOCAL, (48, 2)), (LOOP, (16, 16)), (LOOP, (64, 1)), (LOOP, (64, 4)))
FEW = ((80, 1), (16, 1), (48, 2))  # groups that are no whole wavefronts


def text_of(body: str, local: tuple[int, int], groups: tuple[int, int, int], number: int) -> str:
    width, height = local[0] * groups[0], local[1] * groups[1]
    count = width * height * groups[2]
    numbers = [i * 7919 % 10007 + 1 for i in range(count)]
    out = []
    for own in range(count):
        (rest, x), size = divmod(own, width), local[0] * local[1]
        (z, y), lane = divmod(rest, height), rest % height % local[1] * local[0] + x % local[0]
        group = (z * 64 + y // local[1]) * 64 + x // local[0]
        back = size - 1 - lane
        read = own if body != LOCAL else (z * height + y // local[1] * local[1] + back // local[0]) * width + x // local[0] * local[0] + back % local[0]
        out.append(numbers[read] * number + (group << 10) + lane)
    return TEXT % {"size": f"{width} {height} {groups[2]}", "local": f"{local[0]} {local[1]} 1", "count": count, "number": number,
                   "out": " ".join(map(str, out)), "numbers": " ".join(map(str, numbers)), "body": body}


class Groups(unittest.TestCase):
    def test_results(self) -> None:
        chance = random.Random(7)
        for body, local in TESTS:
            for host in ("v4", "v2"):
                groups = (chance.randint(17, 40), chance.randint(1, 3), chance.randint(1, 2))
                with self.subTest(body=body, local=local, groups=groups, host=host):
                    for execute in ("recompile", "both"):
                        record, said = run(text_of(body, local, groups, chance.randint(1, 9)), execute, ROOTLE_HOST=host)
                        self.assertEqual((record["status"], record["message"]), ("pass", ""))
                        self.assertIn("is recompiled", said)
                        if local not in FEW:
                            self.assertIn(SAYS, said)

    def test_fault(self) -> None:
        """It is said of the work-item that does it, in whichever group."""
        for body, local in ((PLAIN, (64, 1)), (LOCAL, (256, 1)), (LOOP, (16, 16))):
            for group in (0, 5, 29):
                with self.subTest(body=body, local=local, group=group):
                    text = text_of(body, local, (30, 1, 1), 3)
                    text = text.replace("out[own]", f"out[own + (group == {group} && lane == 21 ? 0x3ff00000u : 0)]")
                    place = f"work-item ({21 % local[0]}, {21 // local[0]}, 0) of group ({group}, 0, 0)"
                    assert_same_fault(self, text, SAYS, place, ROOTLE_THREADS="1")


if __name__ == "__main__":
    testers.main()
