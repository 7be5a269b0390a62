#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Stores around the host's caches: which launches have them, and that they leave what other stores do.

Usage: test_streams.py PROGRAM-TESTER ICD [unittest arguments].
"""

import unittest

import testers
from test_regions import assert_same_fault, run
from testers import HOSTS

ITEMS, COUNT, SAYS = 512, 3072, "stores around the caches"

TEXT = """/*!
[config]
global_size: %(items)d 0 0
local_size: %(local)d 0 0
[test]
kernel_name: k
arg_out: 0 buffer uint[%(count)d] %(out)s
arg_in: 0 buffer uint[%(count)d] repeat 7
arg_in: 1 buffer uint[%(read)d] %(numbers)s
arg_in: 2 uint %(number)d
!*/
kernel void k(global uint *to, global const uint *from, uint number)
{
    uint own = get_global_id(0);
    %(body)s
}
"""
NUMBERS = [i * 7919 % 10007 + 1 for i in range(COUNT)]

# Whether it streams; the body; what a work-item writes, as places and numbers.
KERNELS = {
    "one": (True, "to[own + number] = from[own] * 3;", lambda i, k: {i + k: NUMBERS[i] * 3}),
    "two": (True, "vstore2(vload2(own, from).yx, own, to + number);", lambda i, k: {2 * i + k + c: NUMBERS[2 * i + 1 - c] for c in (0, 1)}),
    "four": (True, "vstore4(vload4(own, from).wzyx, own, to + number);",
             lambda i, k: {4 * i + k + c: NUMBERS[4 * i + 3 - c] for c in range(4)}),
    "same four": (True, "vstore4(vload4(own, from), own, to + number);",
                  lambda i, k: {4 * i + k + c: NUMBERS[4 * i + c] for c in range(4)}),
    "guarded": (True, "if (own < 400 + number) to[own + number] = from[own];", lambda i, k: {i + k: NUMBERS[i]} if i < 400 + k else {}),
    "some": (True, "if (own % 67) to[own + number] = from[own];", lambda i, k: {i + k: NUMBERS[i]} if i % 67 else {}),
    "loop": (True, "uint sum = 0; for (uint i = 0; i < number; i++) sum += from[own + i]; to[own] = sum;",
             lambda i, k: {i: sum(NUMBERS[i:i + k])}),
    "read": (False, "to[own + number] += from[own];", lambda i, k: {i + k: 7 + NUMBERS[i]}),
    "atomic": (False, "to[own] = from[own]; if (number) atomic_add(&to[2048 + own], number);",
               lambda i, k: {i: NUMBERS[i], 2048 + i: 7 + k}),
}


def text_of(name: str, number: int, local: int = 128, read: int = COUNT) -> str:
    _, body, result = KERNELS[name]
    out = [7] * COUNT
    for own in range(ITEMS):
        for place, value in result(own, number).items():
            out[place] = value % (1 << 32)
    return TEXT % {"items": ITEMS, "local": local, "count": COUNT, "out": " ".join(map(str, out)), "read": read,
                   "numbers": " ".join(map(str, NUMBERS[:read])), "number": number, "body": body}


class Streams(unittest.TestCase):
    def test_results(self) -> None:
        """Interpreted and recompiled give what Python does, where whole lines are written and where parts of such are."""
        for name, (streams, _, _) in KERNELS.items():
            for host in HOSTS:
                with self.subTest(kernel=name, host=host):
                    said = ""
                    for number in (0, 1, 4, 16) if host == HOSTS[0] else (16,):
                        record, more = run(text_of(name, number), "both", ROOTLE_HOST=host, ROOTLE_STREAM="0")
                        self.assertEqual((record["status"], record["message"], number), ("pass", "", number))
                        said += more
                    self.assertIn("is recompiled", said)
                    self.assertEqual(SAYS in said, streams)

    def test_least(self) -> None:
        """A launch that writes less than it must has stores as all others have."""
        _, said = run(text_of("one", 0), "both", ROOTLE_STREAM="1")
        self.assertIn("is recompiled", said)
        self.assertNotIn(SAYS, said)

    def test_faults(self) -> None:
        """Who reads outside is told, as without."""
        says = "work-item (16, 0, 0) of group (3, 0, 0)"
        for name, read in ("one", 400), ("four", 1600):
            assert_same_fault(self, text_of(name, 0, read=read), SAYS, says, ROOTLE_THREADS="1", ROOTLE_STREAM="0")


if __name__ == "__main__":
    testers.main()
