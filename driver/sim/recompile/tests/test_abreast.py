#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Blocks of a wavefront that go side by side: which programs have them do so, and that results and faults are the same.

Usage: test_abreast.py PROGRAM-TESTER ICD [unittest arguments].
"""

import functools
import operator
import re
import unittest
from typing import Callable

import testers
from test_regions import assert_same_fault, run
from testers import level_of

LIMIT = 1 << 32

TEXT = """/*!
[config]
dimensions: 2
global_size: %(width)d %(height)d 0
local_size: %(local_width)d %(local_height)d 0
""" + testers.NUMBERS + """    uint x = get_global_id(0), y = get_local_id(1), width = get_global_size(0), own = get_global_id(1) * width + x;
    uint sum = in[own];
%(body)s}
"""


def chain(value: int, turns: int) -> int:
    for i in range(turns):
        value = (value * 1664525 + i) % LIMIT
    return value


CHAIN = "for (uint i = 0; i < %s; i++)\n    sum = sum * 1664525 + i;\nout[own] = sum;\n"
# Name: whether blocks go abreast, the body, and what a work-item writes: of the numbers, the number, where it writes, its global x and
# its local y.
KERNELS: dict[str, tuple[bool, str, Callable[..., int]]] = {
    "all alike": (True, CHAIN % "number", lambda n, number, own, x, y: chain(n[own], number)),
    "each its own": (True, CHAIN % "(x & 15)", lambda n, number, own, x, y: chain(n[own], x & 15)),
    "rows": (True, CHAIN % "(y * number)", lambda n, number, own, x, y: chain(n[own], y * number)),
    "read": (True, CHAIN % "(in[0] & 7)", lambda n, number, own, x, y: chain(n[own], n[0] & 7)),
    "some": (True, "if (x % 3 == 1) {\n    out[own] = number;\n    return;\n}\n" + CHAIN % "number",
             lambda n, number, own, x, y: number if x % 3 == 1 else chain(n[own], number)),
    "product": (True, "uint total = 0;\nfor (uint i = 0; i < number; i++)\n    total += in[i] * in[i + x];\nout[own] = total;\n",
                lambda n, number, own, x, y: sum(n[i] * n[i + x] for i in range(number)) % LIMIT),
    "nested": (True, "for (uint i = 0; i < number; i++)\n    for (uint j = 0; j < (x & 3); j++)\n        sum = sum * 3 + j;\nout[own] = sum;\n",
               lambda n, number, own, x, y: nested(n[own], number, x & 3)),
    "leaves": (True, "uint i = 0;\nwhile (true) {\n    sum = sum * 3 + i;\n    if (sum % 7 == 0 || ++i > number)\n        break;\n"
               "    if (sum % 5 == 0)\n        continue;\n    sum ^= x;\n}\nout[own] = sum;\n",
               lambda n, number, own, x, y: leaves(n[own], number, x)),
    "stores": (True, "for (uint i = 0; i <= number; i++)\n    out[own] = sum += i;\n",
               lambda n, number, own, x, y: (n[own] + number * (number + 1) // 2) % LIMIT),
    "matrix": (True, "uint total = 0;\nfor (uint i = 0; i < number; i++)\n    total += in[y * number + i] * in[i * 64 + x];\nout[own] = total;\n",
               lambda n, number, own, x, y: sum(n[y * number + i] * n[i * 64 + x] for i in range(number)) % LIMIT),
    "down": (True, "uint total = 0;\nfor (uint i = 0; i < number; i++)\n    total = total * 3 + in[(15 - y) * 7 + i] - in[y * 3 + x];\nout[own] = total;\n",
             lambda n, number, own, x, y: falling(n, number, x, y)),
    "bits": (True, "for (uint i = 0; i < number; i++)\n    sum = sum * 3 + in[(y >> 1) + i + ((y & 2) << 3)] - in[(x >> 2) + (y << 4) + i];\n"
             "out[own] = sum;\n", lambda n, number, own, x, y: shifted(n, number, own, x, y)),
    "row's test": (True, "for (uint i = 0; i < number; i++)\n    if (in[y * 2 + i] & 1)\n        sum = sum * 5 + in[x + i];\nout[own] = sum;\n",
                   lambda n, number, own, x, y: tested(n, number, own, x, y)),
    "square": (True, "uint total = 0;\nfor (uint i = 0; i < number; i++)\n    total += in[y * 8 + i] * in[i * 64 + x];\nout[own] = total;\n",
               lambda n, number, own, x, y: sum(n[y * 8 + i] * n[i * 64 + x] for i in range(number)) % LIMIT),
    "columns": (True, "uint total = x & 48;\nif (get_local_id(0) < 32)\n    total = total * 3 + in[x * 2];\n"
                "for (uint i = 0; i < number; i++)\n    total += in[y * 8 + i] * in[i * 64 + x] + (x & 32);\n"
                "if (get_local_id(0) < 16)\n    total = total * 3 + in[(x & 112) + y];\nout[own] = total;\n",
                lambda n, number, own, x, y: by_columns(n, number, x, y)),
    "left early": (True, "uint total = 0;\nfor (uint i = 0; i < number; i++) {\n    total += in[y * 8 + i] * in[i * 64 + x];\n"
                   "    if (total % 5 == y % 5)\n        break;\n}\nout[own] = total;\n",
                   lambda n, number, own, x, y: left_early(n, number, x, y)),
    "no loop": (False, "out[own] = sum + number;\n", lambda n, number, own, x, y: (n[own] + number) % LIMIT),
    "barrier": (False, "local uint word;\nif (own == 0)\n    word = 0;\nbarrier(CLK_LOCAL_MEM_FENCE);\n" + CHAIN % "number",
                lambda n, number, own, x, y: chain(n[own], number)),
}
TESTS = [(kernel, (64, 2), 5) for kernel in KERNELS] + [("all alike", (128, 1), 300), ("product", (64, 1), 3), ("each its own", (16, 8), 0),
                                                       ("product", (16, 4), 4), ("rows", (32, 4), 2), ("leaves", (32, 2), 40)]
TESTS += [(kernel, local, 6) for kernel in ("matrix", "down", "bits", "row's test", "rows") for local in ((16, 4), (16, 16), (32, 4))]
COLUMNS = [(kernel, local, 7) for kernel in ("square", "left early") for local in ((64, 4), (32, 8), (16, 16), (32, 4), (16, 12))]
COLUMNS += [("square", (16, 12), 13), ("columns", (64, 4), 5), ("columns", (64, 4), 13)]
HOSTS = [(host, "both" if host == "v4" else "recompile") for host in testers.HOSTS]


def many_sums(n: list[int], number: int, own: int, x: int, y: int) -> int:
    sums = [n[own], ~n[own] % LIMIT, n[own] + 9, n[own] * 3]
    for _ in range(number):
        sums = [(value * 5 + i) % LIMIT for i, value in enumerate(sums)]
    return functools.reduce(operator.xor, sums)


def nested(value: int, number: int, turns: int) -> int:
    for _ in range(number):
        for j in range(turns):
            value = (value * 3 + j) % LIMIT
    return value


def leaves(value: int, number: int, x: int) -> int:
    i = 0
    while True:
        value = (value * 3 + i) % LIMIT
        if value % 7 == 0:
            return value
        i += 1
        if i > number:
            return value
        if value % 5:
            value ^= x


def falling(n: list[int], number: int, x: int, y: int) -> int:
    total = 0
    for i in range(number):
        total = (total * 3 + n[(15 - y) * 7 + i] - n[y * 3 + x]) % LIMIT
    return total


def shifted(n: list[int], number: int, own: int, x: int, y: int) -> int:
    value = n[own]
    for i in range(number):
        value = (value * 3 + n[(y >> 1) + i + ((y & 2) << 3)] - n[(x >> 2) + (y << 4) + i]) % LIMIT
    return value


def left_early(n: list[int], number: int, x: int, y: int) -> int:
    total = 0
    for i in range(number):
        total = (total + n[y * 8 + i] * n[i * 64 + x]) % LIMIT
        if total % 5 == y % 5:
            break
    return total


def by_columns(n: list[int], number: int, x: int, y: int) -> int:
    total = x & 48
    if x % 64 < 32:
        total = total * 3 + n[x * 2]
    for i in range(number):
        total += n[y * 8 + i] * n[i * 64 + x] + (x & 32)
    if x % 64 < 16:
        total = total * 3 + n[(x & 112) + y]
    return total % LIMIT


def tested(n: list[int], number: int, own: int, x: int, y: int) -> int:
    value = n[own]
    for i in range(number):
        if n[y * 2 + i] & 1:
            value = (value * 5 + n[x + i]) % LIMIT
    return value


def text_of(body: str, result: Callable[..., int] | None, local: tuple[int, int], number: int) -> str:
    """A file of one test: 128 work-items along x, and two groups along y. Without a result it fails."""
    width, height = 128, 2 * local[1]
    numbers = [i * 7919 % 1009 + 1 for i in range(width * height)]
    out = ["0"] * len(numbers)
    if result:
        out = [str(result(numbers, number, own, own % width, own // width % local[1])) for own in range(width * height)]
    return TEXT % {"width": width, "height": height, "local_width": local[0], "local_height": local[1], "count": width * height,
                   "out": " ".join(out), "numbers": " ".join(map(str, numbers)), "number": number, "body": body}


class Abreast(unittest.TestCase):
    def test_results(self) -> None:
        """Both ways give the same, and what Python does; the compiler says how many blocks go abreast."""
        for kernel, local, number in TESTS:
            abreast, body, result = KERNELS[kernel]
            if kernel == "stores":  # how many blocks fit follows from where its buffers lie, too
                testers.end_all()
            for host, execute in HOSTS if kernel in ("product", "leaves") else HOSTS[:1]:
                with self.subTest(kernel=kernel, local=local, number=number, host=host):
                    record, said = run(text_of(body, result, local, number), execute, ROOTLE_HOST=host)
                    self.assertEqual((record["status"], record["message"]), ("pass", ""))
                    self.assertIn("is recompiled", said)
                    blocks = ["2" if kernel == "leaves" and host == "v2" else "4"] if abreast else []
                    self.assertEqual(re.findall(r"([0-9]) blocks go abreast", said), blocks)

    def test_many_sums(self) -> None:
        """Blocks that share nothing go abreast as far as the host's registers hold their sums."""
        body = "uint a = sum, b = ~sum, c = sum + 9, d = sum * 3;\n"
        turn = "".join(f"    {sum} = {sum} * 5 + {i};\n" for i, sum in enumerate("abcd"))
        body += f"for (uint i = 0; i < number; i++) {{\n{turn}}}\nout[own] = a ^ b ^ c ^ d;\n"
        for host, blocks in (("v4", ["4"]), ("v3", ["2"]), ("v2", [])):
            with self.subTest(host=host):
                record, said = run(text_of(body, many_sums, (64, 2), 9), "recompile", ROOTLE_HOST=host)
                self.assertEqual((record["status"], record["message"]), ("pass", ""))
                self.assertEqual(re.findall(r"([0-9]) blocks go abreast", said), blocks if level_of(host) == host else ["2"])

    def test_columns(self) -> None:
        """Rows of a group go abreast where they share what a loop reads: eight blocks where the host has the registers, two of
        each row if a group has no eight."""
        for kernel, local, number in COLUMNS:
            for host, execute in HOSTS:
                with self.subTest(kernel=kernel, local=local, host=host):
                    record, said = run(text_of(KERNELS[kernel][1], KERNELS[kernel][2], local, number), execute, ROOTLE_HOST=host)
                    self.assertEqual((record["status"], record["message"]), ("pass", ""))
                    eight = level_of(host) == "v4" and (local[1] % 8 == 0 or local[0] % 32 == 0) and kernel != "left early"
                    self.assertEqual(re.findall(r"([0-9]) blocks go abreast", said), ["8" if eight else "4"])

    def test_parts(self) -> None:
        """Groups that are no whole wavefronts go block by block; those of chips with short wavefronts two by two."""
        _, body, result = KERNELS["all alike"]
        for local, chip, blocks in (((32, 1), "cypress", []), ((64, 1), "redwood", ["4"]), ((32, 3), "cedar", ["2"])):
            record, said = run(text_of(body, result, local, 5), "both", ROOTLE_CHIP=chip)
            self.assertEqual((record["status"], record["message"]), ("pass", ""))
            self.assertEqual(re.findall(r"([0-9]) blocks go abreast", said), blocks)

    def same_fault(self, body: str, says: str, local: tuple[int, int] = (64, 1), **environment: str) -> None:
        assert_same_fault(self, text_of(body, None, local, 100000), "blocks go abreast", says, **environment)

    def test_faults(self) -> None:
        """Who reads or writes outside is told, of a later block, in a loop's later turn."""
        self.same_fault("for (uint i = 0; i < number; i++)\n    sum += in[i == 5 && own == 37 ? number * 50 : own];\nout[own] = sum;\n",
                        "work-item (37, 0, 0)")
        self.same_fault("for (uint i = 0; i < number; i++)\n    out[i == 5 && own == 50 ? number * 50 : own] = i;\n", "work-item (50, 0, 0)")

    def test_rows_outside(self) -> None:
        """So is a row of a group that begins outside, behind rows that do not."""
        self.same_fault("for (uint i = 0; i < number % 11; i++)\n    sum += in[y * 400 + i];\nout[own] = sum;\n", "work-item (0, 3, 0)", (16, 4))
        self.same_fault("for (uint i = 0; i < number % 11; i++)\n    sum += in[y * 800 + x + i];\nout[own] = sum;\n", "work-item (0, 2, 0)", (16, 4))
        for local in (64, 4), (16, 16), (32, 8):
            self.same_fault("for (uint i = 0; i < number % 11; i++)\n    sum += in[y * 1000 + i] * in[i * 64 + x];\nout[own] = sum;\n",
                            "work-item (0, %d, 0)" % {4: 2, 8: 3, 16: 5}[local[1]], local)

    def test_hangs(self) -> None:
        """A loop that does not end is stopped, be it one block's alone."""
        self.same_fault("while (sum != 0)\n    sum = sum * 3 + in[own & 7];\nout[own] = sum;\n", "hangs", ROOTLE_TIMEOUT="1")
        self.same_fault("while (own == 21 && sum != 0)\n    sum = sum * 3 + in[sum & 7];\nout[own] = sum;\n", "hangs", ROOTLE_TIMEOUT="1")


if __name__ == "__main__":
    testers.main()
