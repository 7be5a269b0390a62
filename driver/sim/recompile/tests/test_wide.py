#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Wavefronts, or groups, that are taken at once: which programs do so, and that results and faults are as those of blocks one after the other.

Usage: test_wide.py PROGRAM-TESTER ICD [unittest arguments].
"""

import unittest
from typing import Callable

import testers
from test_regions import assert_same_fault, run

ITEMS, BLOCK, SAYS = 512, 16, "at once"

TEXT = """/*!
[config]
global_size: %(items)d 0 0
local_size: %(local)d 0 0
[test]
kernel_name: k
arg_out: 0 buffer uint[%(count)d] %(out)s
arg_in: 0 buffer uint[%(count)d] %(numbers)s
arg_in: 1 uint %(number)d
!*/
kernel void k(global uint *n, uint number)
{
    uint own = get_global_id(0);
%(body)s}
"""

# Places that a work-item reads or writes, of its own place and the number.
Places = Callable[[int, int], list[int]]
Kernel = tuple[bool, str, Places, Places, Callable[[list[int], int], list[int]]]


def pair(own: int, apart: int) -> list[int]:
    low = own & (apart - 1)
    place = 2 * (own - low) + low
    return [place, place + apart]


def sort(read: list[int], number: int) -> list[int]:
    return sorted(read)


PLACE = "uint low = own & (number - 1), place = 2 * (own - low) + low;\n"
KERNELS: dict[str, Kernel] = {
    "add": (True, "n[own] = n[own] + number;\n", lambda i, k: [i], lambda i, k: [i], lambda v, k: [v[0] + k]),
    "copy": (True, "n[own + 512] = n[own] ^ number;\n", lambda i, k: [i], lambda i, k: [i + 512], lambda v, k: [v[0] ^ k]),
    "sort": (True, PLACE + "uint a = n[place], b = n[place + number];\n"
             "n[place] = min(a, b);\nn[place + number] = max(a, b);\n", pair, pair, sort),
    "every second": (True, PLACE + "n[place] = n[place] * 3;\n", lambda i, k: pair(i, k)[:1], lambda i, k: pair(i, k)[:1], lambda v, k: [v[0] * 3]),
    "with gaps": (True, PLACE + "uint a = n[place];\nn[place] = a * 3;\nn[place + 3 * number] = a + 7;\n", lambda i, k: pair(i, k)[:1],
                  lambda i, k: [pair(i, k)[0], pair(i, k)[0] + 3 * k], lambda v, k: [v[0] * 3, v[0] + 7]),
    "shift": (True, "n[own + number] = n[own] * 3;\n", lambda i, k: [i], lambda i, k: [i + k], lambda v, k: [v[0] * 3]),
    "back": (True, "n[own] = n[own + number] * 3;\n", lambda i, k: [i + k], lambda i, k: [i], lambda v, k: [v[0] * 3]),
    "turned bits": (True, "n[own + 512] = n[own ^ number];\n", lambda i, k: [i ^ k], lambda i, k: [i + 512], lambda v, k: v),
    "to turned bits": (True, "n[(own ^ number) + 512] = n[own];\n", lambda i, k: [i], lambda i, k: [(i ^ k) + 512], lambda v, k: v),
    "one": (True, "n[own + 512] = n[own] + n[number];\n", lambda i, k: [i, k], lambda i, k: [i + 512], lambda v, k: [v[0] + v[1]]),
    "twos": (True, "uint2 two = vload2(own, n);\nvstore2(two.yx + number, own, n);\n", lambda i, k: [2 * i, 2 * i + 1],
             lambda i, k: [2 * i, 2 * i + 1], lambda v, k: [v[1] + k, v[0] + k]),
    "two sums": (True, "uint a = n[own], b = n[own + 512];\nn[own] = a + b;\nn[own + number] = a - b;\n", lambda i, k: [i, i + 512],
                 lambda i, k: [i, i + k], lambda v, k: [v[0] + v[1], v[0] - v[1]]),
    "reverse": (False, "n[1023 - own] = n[own];\n", lambda i, k: [i], lambda i, k: [1023 - i], lambda v, k: v),
    "anyhow": (False, "n[own + 512] = n[n[own] & number];\n", lambda i, k: [], lambda i, k: [], lambda v, k: v),
    "test": (False, "if (own % 3 == number % 3)\n    n[own] = number;\n", lambda i, k: [i], lambda i, k: [i],
             lambda v, k: v),
}
TESTS = [("add", 7), ("copy", 99), ("one", 5), ("twos", 3), ("reverse", 0)]
TESTS += [("sort", 1 << i) for i in range(9)]
TESTS += [(kernel, number) for kernel in ("every second", "with gaps") for number in (1, 2, 4, 8, 16)]
TESTS += [(kernel, number) for kernel in ("shift", "back") for number in (0, 1, 15, 16, 17, 47, 48, 63, 64, 65, 100)]
TESTS += [(kernel, number) for kernel in ("turned bits", "to turned bits") for number in (1, 5, 15, 16, 40, 64, 511)]
TESTS += [("two sums", number) for number in (1, 16, 64, 512)]
HOSTS = [(host, "recompile" if host == "v2" else "both") for host in testers.HOSTS]


def after(kernel: Kernel, numbers: list[int], number: int) -> list[int]:
    """The numbers behind a launch whose blocks run one after the other, each of which reads before it writes."""
    _, _, reads, writes, result = kernel
    numbers = list(numbers)
    for start in range(0, ITEMS, BLOCK):
        read = [[numbers[place] for place in reads(own, number)] for own in range(start, start + BLOCK)]
        written = [result(values, number) for values in read]
        for which in range(len(written[0])):
            for own, values in zip(range(start, start + BLOCK), written):
                numbers[writes(own, number)[which]] = values[which] % (1 << 32)
    return numbers


def text_of(kernel: Kernel, number: int, local: int = 128, count: int = 1088) -> str:
    numbers = [i * 7919 % 10007 + 1 for i in range(count)]
    out = after(kernel, numbers, number) if count >= 1024 else numbers
    return TEXT % {"items": ITEMS, "local": local, "count": count, "out": " ".join(map(str, out)), "numbers": " ".join(map(str, numbers)),
                   "number": number, "body": kernel[1]}


class Wide(unittest.TestCase):
    def test_results(self) -> None:
        """Interpreted and recompiled give the same, and what Python does."""
        for name, number in TESTS:
            hosts = len(HOSTS) if (name, number) in (("add", 7), ("sort", 4)) else len(HOSTS) - 1 if name in ("sort", "every second", "with gaps") else 1
            for host, execute in HOSTS[:hosts]:
                with self.subTest(kernel=name, number=number, host=host):
                    record, said = run(text_of(KERNELS[name], number), execute, ROOTLE_HOST=host)
                    self.assertEqual((record["status"], record["message"]), ("pass", ""))
                    self.assertIn("is recompiled", said)
                    self.assertEqual(SAYS in said, KERNELS[name][0] and host != "v2")

    def test_others(self) -> None:
        """Programs that branch or whose places follow from what they read, short groups and short wavefronts go block by block."""
        for name, local, chip in (("anyhow", 128, "cypress"), ("test", 128, "cypress"), ("add", 32, "cypress"), ("add", 64, "cedar")):
            _, said = run(text_of(KERNELS[name], 1, local), "both", ROOTLE_CHIP=chip)
            self.assertIn("is recompiled", said)
            self.assertNotIn(SAYS, said)

    def test_faults(self) -> None:
        """Who is the first to read or write outside is told, and what the others have stored by then is the same."""
        for name, number, count, first in (("add", 7, 400, 400), ("add", 7, 410, 410), ("back", 64, 400, 336), ("shift", 100, 500, 400),
                                           ("sort", 4, 600, 300), ("sort", 64, 800, 384)):
            says = f"work-item ({first % 128}, 0, 0) of group ({first // 128}, 0, 0)"
            with self.subTest(kernel=name, number=number, count=count):
                text = text_of(KERNELS[name], number, count=count)
                assert_same_fault(self, text, SAYS, says, ROOTLE_THREADS="1")
                record, _ = run(text, "both")
                self.assertNotIn("differs", record["message"])


if __name__ == "__main__":
    testers.main()
