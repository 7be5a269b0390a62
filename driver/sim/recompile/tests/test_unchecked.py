#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Turns of loops that check no access: which loops have some, and that results and faults are as those of turns that check each.

Usage: test_unchecked.py PROGRAM-TESTER ICD [unittest arguments].
"""

import re
import unittest
from typing import Callable

import testers
from test_regions import assert_same_fault, run

ITEMS, LOCAL, COUNT = 128, 64, 4096

TEXT = """/*!
[config]
global_size: %(items)d 0 0
local_size: %(local)d 0 0
[test]
kernel_name: k
arg_out: 0 buffer uint[%(out_count)d] %(out)s
arg_in: 1 buffer uint[%(count)d] %(numbers)s
arg_in: 2 uint %(number)d
arg_in: 3 uint %(step)d
!*/
kernel void k(global uint *out, global const uint *in, uint number, uint step)
{
    uint own = get_global_id(0), lane = get_local_id(0), total = 0;
%(body)s}
"""

# Where the numbers that a work-item reads lie, of its lane, the number and the step.
Places = Callable[[int, int, int], list[int]]

# How many loops take turns unchecked; the loop, which sums up what it reads; places.
KERNELS: dict[str, tuple[int, str, Places]] = {
    "one": (1, "for (uint i = 0; i < number; i++)\n    total = total * 3 + in[i];\n", lambda lane, n, s: list(range(n))),
    "lanes": (1, "for (uint i = 0; i < number; i++)\n    total = total * 3 + in[i * 4 + lane];\n",
              lambda lane, n, s: [i * 4 + lane for i in range(n)]),
    "down": (1, "for (uint i = number; i > 0; i--)\n    total = total * 3 + in[i * 2 + lane];\n",
             lambda lane, n, s: [i * 2 + lane for i in range(n, 0, -1)]),
    "step": (1, "for (uint i = 0; i < number; i++)\n    total = total * 3 + in[i * step + lane];\n",
             lambda lane, n, s: [i * s + lane for i in range(n)]),
    "two ways": (1, "for (uint i = 0; i < number; i++) {\n    total = total * 3 + in[i];\n    total = total * 3 + in[number - i + lane];\n}\n",
                 lambda lane, n, s: [place for i in range(n) for place in (i, n - i + lane)]),
    "behind each other": (2, "for (uint i = 0; i < number; i++)\n    total = total * 3 + in[i];\n"
                          "for (uint i = 0; i < number; i += 2)\n    total = total * 3 + in[i + lane];\n",
                          lambda lane, n, s: list(range(n)) + [i + lane for i in range(0, n, 2)]),
    "inner": (1, "for (uint k = 0; k < step; k++)\n    for (uint i = 0; i < number; i++)\n        total = total * 3 + in[i + k * step + lane];\n",
              lambda lane, n, s: [i + k * s + lane for k in range(s) for i in range(n)]),
    "leaves": (1, "for (uint i = 0; i < number; i++) {\n    total = total * 3 + in[i];\n    if (in[i] == 4000)\n        break;\n}\n",
               lambda lane, n, s: list(range(n))[:NUMBERS.index(4000) + 1]),
    "rising": (0, "for (uint i = 0, at = 0; i < number; at += i++)\n    total = total * 3 + in[at % 4096];\n",
               lambda lane, n, s: [i * (i - 1) // 2 % 4096 for i in range(n)]),
    "first one": (1, "for (uint i = 0, at = number + lane; i < number; i++, at = lane)\n    total = total * 3 + in[at];\n",
                  lambda lane, n, s: [n + lane] + [lane] * (n - 1) if n else []),  # the compiler takes the first turn by itself
    "one late": (0, "for (uint i = 0, at = 100; i < number; at = i++)\n    total = total * 3 + in[at + lane];\n",
                 lambda lane, n, s: ([100 + lane] + [i + lane for i in range(n - 1)]) if n else []),
}
NUMBERS = [i * 7919 % 10007 + 1 for i in range(COUNT)]
NUMBERS[270] = 4000
TURNS, FEW_TURNS = (0, 1, 2, 3, 4, 5, 6, 7, 17, 40, 258, 529, 1000), (2, 7, 529)
HOSTS = [(host, "both" if host == "v4" else "recompile") for host in testers.HOSTS]


def total_of(numbers: list[int], places: list[int]) -> int:
    total = 0
    for place in places:
        total = (total * 3 + numbers[place]) % (1 << 32)
    return total


def text_of(body: str, out: list[int], number: int, step: int, count: int = COUNT) -> str:
    return TEXT % {"items": ITEMS, "local": LOCAL, "out_count": len(out), "out": " ".join(map(str, out)), "count": count,
                   "numbers": " ".join(map(str, NUMBERS[:count])), "number": number, "step": step, "body": body}


def sums_of(kernel: str, number: int, step: int, count: int = COUNT) -> str:
    _, body, places = KERNELS[kernel]
    out = [total_of(NUMBERS, places(own % LOCAL, number, step)) if count == COUNT else 0 for own in range(ITEMS)]
    return text_of(body + "out[own] = total;\n", out, number, step, count)


class Unchecked(unittest.TestCase):
    def check(self, text: str, loops: int, execute: str = "both", **environment: str) -> None:
        record, said = run(text, execute, **environment)
        self.assertEqual((record["status"], record["message"]), ("pass", ""))
        self.assertIn("is recompiled", said)
        self.assertEqual(re.findall("([0-9]+) loops take turns unchecked", said), [str(loops)] if loops else [])

    def test_results(self) -> None:
        """Interpreted and recompiled give the same, and what Python does."""
        for kernel, (loops, _, _) in KERNELS.items():
            for number in TURNS if kernel in ("one", "two ways") else FEW_TURNS:
                for host, execute in HOSTS if number == 529 else HOSTS[:1]:
                    with self.subTest(kernel=kernel, number=number, host=host):
                        self.check(sums_of(kernel, number, 3), loops, execute, ROOTLE_HOST=host)

    def test_steps(self) -> None:
        """Steps that the launch says, one of them backwards by way of 2^32, and none."""
        for step in (0, 1, 7, 11):
            self.check(sums_of("step", 300, step), 1)
        body = "for (uint i = 0; i < number; i++)\n    total = total * 3 + in[3000 + i * step + lane];\nout[own] = total;\n"
        out = [total_of(NUMBERS, [3000 - 5 * i + own % LOCAL for i in range(500)]) for own in range(ITEMS)]
        self.check(text_of(body, out, 500, (1 << 32) - 5), 1)

    def test_stores(self) -> None:
        """Loops that store, of one dword and of two."""
        body = "for (uint i = 0; i < number; i++)\n    out[i * 128 + own] = in[i] + own;\n"
        self.check(text_of(body, [NUMBERS[i] + own for i in range(300) for own in range(ITEMS)], 300, 0), 1)
        body = "for (uint i = 0; i < number; i++)\n    vstore2((uint2)(in[i], own), i * 128 + own, out);\n"
        out = [value for i in range(50) for own in range(ITEMS) for value in (NUMBERS[i], own)]
        self.check(text_of(body, out, 50, 0), 1)

    def test_faults(self) -> None:
        """Who is the first to read or write outside is told, whichever turn does so."""
        for kernel, number, step, count in (("one", 400, 0, 399), ("one", 400, 0, 100), ("lanes", 300, 0, 1000), ("step", 300, 1 << 20, 4000),
                                            ("two ways", 500, 0, 510)):
            with self.subTest(kernel=kernel, number=number, count=count):
                text = sums_of(kernel, number, step, count)
                assert_same_fault(self, text, "take turns unchecked", "work-item", ROOTLE_THREADS="1")
                record, _ = run(text, "both")
                self.assertNotIn("differs", record["message"])
        text = text_of("for (uint i = 0; i < number; i++)\n    out[i * 128 + own] = in[i] + own;\n", [0] * (128 * 200), 300, 0)
        assert_same_fault(self, text, "take turns unchecked", "work-item", ROOTLE_THREADS="1")

    def test_hangs(self) -> None:
        """A loop that does not end is stopped."""
        text = text_of("for (uint at = number; in[at] != step; at += step)\n    total++;\nout[own] = total;\n", [0] * ITEMS, 9, 0)
        assert_same_fault(self, text, "take turns unchecked", "hangs", ROOTLE_TIMEOUT="1")


if __name__ == "__main__":
    testers.main()
