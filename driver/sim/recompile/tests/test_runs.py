#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Groups that are taken at once as a mask divides them into runs: which programs are, and that results are as those of blocks one after
the other.

Usage: test_runs.py PROGRAM-TESTER ICD [unittest arguments].
"""

import unittest

import testers
import test_wide
from test_regions import run
from test_wide import PLACE, TEXT, Kernel, pair, text_of

COUNT, SAYS = 2048, "takes groups at once"


def twos(own: int, apart: int) -> list[int]:
    a, b = pair(own, apart)
    return [2 * a, 2 * a + 1, 2 * b, 2 * b + 1]


def far(own: int, apart: int) -> list[int]:
    return [place + 1024 for place in pair(own, apart)]


def two_on(own: int, apart: int) -> list[int]:
    return [pair(own, apart)[0], pair(own, apart)[0] + 2 * apart]


def ahead(own: int, apart: int) -> list[int]:
    """Those of another work-item, which may be one of the next block."""
    return [place + 2 * apart for place in pair(own, apart)]


def bitonic(turn: int, more: int) -> str:
    return (PLACE + f"uint a = n[place], b = n[place + number];\nbool up = (place + {more} & number << {turn}) == 0;\n"
            "n[place] = up ? min(a, b) : max(a, b);\nn[place + number] = up ? max(a, b) : min(a, b);\n")


def rounds(values: list[int], number: int) -> list[int]:
    a, b = values
    for _ in range(8):
        a = (a ^ b) + number & 0xFFFFFFFF
        b = (b + a & 0xFFFFFFFF) ^ a >> 3
    return [a, b]


KERNELS: dict[str, Kernel] = {
    "long": (True, PLACE + "uint a = n[place], b = n[place + number];\n" + "a = (a ^ b) + number;\nb = (b + a) ^ a >> 3;\n" * 8 +
             "n[place] = a;\nn[place + number] = b;\n", pair, pair, rounds),
    "sort": test_wide.KERNELS["sort"],
    "with gaps": test_wide.KERNELS["with gaps"],
    "crossed": (True, PLACE + "uint a = n[place], b = n[place + number];\nn[place + number] = a + 1;\nn[place] = b;\n", pair,
                lambda i, k: pair(i, k)[::-1], lambda v, k: [v[0] + 1, v[1]]),
    "ahead": (True, PLACE + "uint a = n[place], b = n[place + number];\nn[place + 2 * number] = b;\nn[place + 3 * number] = a + 1;\n", pair, ahead,
              lambda v, k: [v[1], v[0] + 1]),
    "moved on": (True, PLACE + "uint a = n[place], b = n[place + number];\nn[place] = b;\nn[place + 2 * number] = a + 1;\n", pair, two_on,
                 lambda v, k: [v[1], v[0] + 1]),
    "twos": (True, PLACE + "uint2 a = vload2(place, n), b = vload2(place + number, n);\nvstore2(a + b, place, n);\n"
             "vstore2(a - b, place + number, n);\n", twos, twos, lambda v, k: [v[0] + v[2], v[1] + v[3], v[0] - v[2], v[1] - v[3]]),
    "to others": (True, PLACE + "uint a = n[own], b = n[own + 512];\nn[place + 1024] = a + b;\nn[place + number + 1024] = a - b;\n",
                  lambda i, k: [i, i + 512], far, lambda v, k: [v[0] + v[1], v[0] - v[1]]),
    "onto what is read": (True, PLACE + "uint a = n[own], b = n[own + 512];\nn[place] = a + b;\nn[place + number] = a - b;\n",
                          lambda i, k: [i, i + 512], pair, lambda v, k: [v[0] + v[1], v[0] - v[1]]),
    "from one": (True, PLACE + "uint a = n[1030];\nn[place] = a;\nn[place + number] = a + 1;\n", lambda i, k: [1030], pair,
                 lambda v, k: [v[0], v[0] + 1]),
    "from elsewhere": (True, "own += 32;\n" + PLACE + "uint a = n[place], b = n[place + number];\nn[place] = b;\nn[place + number] = a;\n",
                       lambda i, k: pair(i + 32, k), lambda i, k: pair(i + 32, k), lambda v, k: v[::-1]),
    "one store": (False, PLACE + "n[place] = n[place] * 3;\n", lambda i, k: pair(i, k)[:1], lambda i, k: pair(i, k)[:1], lambda v, k: [v[0] * 3]),
}
POWERS = [1 << i for i in range(10)]
TESTS = [("sort", number, local) for number in POWERS for local in (64, 128, 256)]
TESTS += [(name, number, 256) for name in ("crossed", "twos", "to others", "onto what is read") for number in POWERS]
TESTS += [(name, number, 128) for name in ("with gaps", "from elsewhere") for number in (1, 4, 16, 32, 64, 128, 256)]
TESTS += [(name, number, 256) for name in ("ahead", "moved on") for number in (1, 2, 4, 8, 16, 64)]
TESTS += [("from one", 4, 64), ("from one", 64, 64), ("one store", 4, 128)]
TESTS += [("sort", number, 64) for number in (3, 5, 6, 7, 20)]  # masks that do not keep the lowest bits


def butterfly(number: int, turn: int, more: int) -> str:
    """A step of a bitonic sort, of which some pairs go up, by a bit of their places. No two of its work-items touch the same."""
    numbers = [i * 7919 % 10007 + 1 for i in range(COUNT)]
    out = list(numbers)
    for own in range(test_wide.ITEMS):
        a, b = pair(own, number)
        out[a], out[b] = sorted((numbers[a], numbers[b]), reverse=bool(a + more & number << turn))
    return TEXT % {"items": test_wide.ITEMS, "local": 128, "count": COUNT, "out": " ".join(map(str, out)),
                   "numbers": " ".join(map(str, numbers)), "number": number, "body": bitonic(turn, more)}


class Runs(unittest.TestCase):
    def check(self, text: str, takes: bool, host: str = "v4", execute: str = "both") -> str:
        record, said = run(text, execute, ROOTLE_HOST=host)
        self.assertEqual((record["status"], record["message"]), ("pass", ""))
        self.assertIn("is recompiled", said)
        self.assertEqual(SAYS in said, takes)
        return said

    def test_results(self) -> None:
        """Interpreted and recompiled give the same, and what Python does."""
        for name, number, local in TESTS:
            with self.subTest(kernel=name, number=number, local=local):
                self.check(text_of(KERNELS[name], number, local, COUNT), KERNELS[name][0])
        for number in (1, 4, 16, 64):
            with self.subTest(number=number):
                text = text_of(KERNELS["sort"], number, 64, COUNT)
                self.check(text, True, "v3")
                self.check(text, False, "v2", "recompile")

    def test_turned(self) -> None:
        """Masks of runs: all lanes of the group get one number, or not."""
        for number in POWERS:
            for turn in (1, 2, 3):
                more = 130 * (turn == 2)
                with self.subTest(number=number, turn=turn, more=more):
                    self.check(butterfly(number, turn, more), True)

    def test_order(self) -> None:
        """Instructions of programs that are long stay in their order, where the host has few registers."""
        for name, stay in (("long", True), ("sort", False)):
            with self.subTest(kernel=name):
                said = self.check(text_of(KERNELS[name], 4, 128, COUNT), True, "v3")
                self.assertEqual("stay in order" in said, stay)

    def test_others(self) -> None:
        """Groups that are no power of two, or no row, are not taken at once."""
        for local in ("192 0 0", "64 2 0"):
            text = text_of(KERNELS["sort"], 4).replace("local_size: 128 0 0", f"local_size: {local}")
            text = text.replace("global_size: 512 0 0", "global_size: 576 0 0" if local[0] == "1" else "dimensions: 2\nglobal_size: 512 2 0")
            _, said = run(text, "recompile")
            self.assertIn("is recompiled", said)
            self.assertNotIn(SAYS, said)


if __name__ == "__main__":
    testers.main()
