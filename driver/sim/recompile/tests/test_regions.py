#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Groups that one call takes from barrier to barrier: which programs do, and that their results and faults are the same.

Usage: test_regions.py PROGRAM-TESTER ICD [unittest arguments].
"""

import pathlib
import re
import sys
import tempfile
import unittest

import testers

TESTER, ICD = sys.argv.pop(1), sys.argv.pop(1)

HEADER = """/*!
[config]
dimensions: 2
global_size: %(width)d %(height)d 0
local_size: %(local_width)d %(local_height)d 0
""" + testers.NUMBERS
START = """    uint x = get_local_id(0), y = get_local_id(1), width = get_local_size(0), size = width * get_local_size(1);
    uint own = y * width + x, base = (get_group_id(1) * get_num_groups(0) + get_group_id(0)) * size;
    local uint words[256];
    words[own] = in[base + own];
"""

# Name, whether a call takes the whole group, the body, and what a group's work-item `own` writes, of its words and the number.
TREE = "for (uint half_size = size / 2; half_size > 0; half_size /= 2) {\n" \
       "    barrier(CLK_LOCAL_MEM_FENCE);\n    if (own < half_size) words[own] += words[own + half_size];\n}\n" \
       "barrier(CLK_LOCAL_MEM_FENCE);\nout[base + own] = words[0];\n"
FIXED_TREE = "".join(f"barrier(CLK_LOCAL_MEM_FENCE);\nif (own < {half}) words[own] += words[own + {half}];\n"
                     for half in (128, 64, 32, 16, 8, 4, 2, 1)) + "barrier(CLK_LOCAL_MEM_FENCE);\nout[base + own] = words[0];\n"
TURNS = "for (uint i = 0; i < number; i++) {\n    barrier(CLK_LOCAL_MEM_FENCE);\n    uint next = words[(own + 1) % size];\n" \
        "    barrier(CLK_LOCAL_MEM_FENCE);\n    words[own] = next + i;\n}\nout[base + own] = words[own];\n"
BRANCH = "uint kept = words[own] * 3;\nif (number > 2) {\n    barrier(CLK_LOCAL_MEM_FENCE);\n    kept += words[size - 1 - own];\n}\n" \
         "barrier(CLK_LOCAL_MEM_FENCE);\nfor (uint i = 0; i < own % 5; i++)\n    kept += words[i];\nout[base + own] = kept;\n"
ROW = "uint sum = 0;\nif (y < number)\n    for (uint i = 0; i <= y; i++)\n        sum += words[own];\n" \
      "barrier(CLK_LOCAL_MEM_FENCE);\nwords[own] = sum;\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[base + own] = words[size - 1 - own] + sum;\n"
# A product of matrices, whose tiles have rows and columns of the group.
TILE = "uint sum = 0;\nfor (uint i = 0; i < number; i++) {\n    barrier(CLK_LOCAL_MEM_FENCE);\n" \
       "    for (uint j = 0; j < get_local_size(1); j++)\n        sum += words[y * width + j] * words[j * width + x];\n" \
       "    barrier(CLK_LOCAL_MEM_FENCE);\n    words[own] = sum % 251 + y;\n}\nout[base + own] = sum;\n"
# How often is read from memory: nothing says that all blocks read the same. (BRANCH is so short that machine code has no jump
# over its first barrier, where all lanes or none run.)
DATA = "uint turns = in[0] % 3 + 1;\nfor (uint i = 0; i < turns; i++) {\n    barrier(CLK_LOCAL_MEM_FENCE);\n" \
       "    uint next = words[(own + 1) % size];\n    barrier(CLK_LOCAL_MEM_FENCE);\n    words[own] = next + i;\n}\n" \
       "out[base + own] = words[own];\n"
# Local memory is updated where nobody wants what was there: five numbers in a row, two, and one.
UPDATES = "barrier(CLK_LOCAL_MEM_FENCE);\natomic_inc(&words[own % 7]);\natomic_add(&words[own & 15], 3u);\natomic_inc(&words[own / 2]);\n" \
          "atomic_add(&words[size - 1 - own], number);\natomic_inc(&words[own * 5 % size]);\nbarrier(CLK_LOCAL_MEM_FENCE);\n" \
          "atomic_or(&words[own % 3], 0x100000u);\natomic_or(&words[own % 5], 8u);\nbarrier(CLK_LOCAL_MEM_FENCE);\n" \
          "atomic_max(&words[own / 4], 500u);\nbarrier(CLK_LOCAL_MEM_FENCE);\nout[base + own] = words[own];\n"
# Places of which the compiler knows that they lie inside, and one, by a number, of which it does not. Each kind of operation that it
# follows is in one of them.
INSIDE = "local uint more[128];\nmore[own & 127] = own;\nbarrier(CLK_LOCAL_MEM_FENCE);\n" \
         "uint sum = words[own | 128] + words[own >> 4] * 2 + words[(own & 48) + 207] * 3 + words[mad24(own >> 6, 7u, 234u)] * 4\n" \
         "    + words[(own >> 6) * 85] * 5 + more[(own & ~63u) >> 1] + words[number + (own & 3)];\nout[base + own] = sum;\n"
# Elements of four and of two dwords are written whole.
PARTS = "local uint4 fours[256];\nlocal uint2 twos[256];\nfours[own] = (uint4)(words[own], own, number, 5);\ntwos[own] = (uint2)(own * 3, words[own]);\n" \
        "barrier(CLK_LOCAL_MEM_FENCE);\nuint4 four = fours[(own + 1) % size];\nuint2 two = twos[size - 1 - own];\n" \
        "out[base + own] = four.x + four.y * 2 + four.z * 3 + four.w + two.x * 5 + two.y * 7;\n"
# A branch that some blocks alone take sets what all read behind a barrier.
SOME = "uint factor = 1;\nbarrier(CLK_LOCAL_MEM_FENCE);\nif ((own & 31) < 16) {\n    words[own] += words[own + 16];\n    factor = number;\n}\n" \
       "barrier(CLK_LOCAL_MEM_FENCE);\nout[base + own] = factor * words[size - 1 - own];\n"
# Parts of the work-item's number that live across barriers: all that its block says, some of its bits, and what is none of these.
NUMBERED = "uint wave = own >> 6, lane = own & 63, place = (own & 0xc0) * 8 + ((own & 0x30) << 2) + 7, odd = (own >> 3) + (own & 31);\n" \
           "uint twice = (own & 48) + (own >> 2 & 60), row = (y << 2) + 1;\nbarrier(CLK_LOCAL_MEM_FENCE);\nuint next = words[lane ^ 1];\n" \
           "barrier(CLK_LOCAL_MEM_FENCE);\nwords[own] = next + wave;\nbarrier(CLK_LOCAL_MEM_FENCE);\n" \
           "out[base + own] = words[size - 1 - own] + wave * 3 + lane * 5 + place * 7 + odd * 11 + twice * 13 + row * number;\n"
# Work-items below a limit do something: alone, beside what all do, or so that others need to know.
LIMIT = "barrier(CLK_LOCAL_MEM_FENCE);\nif (%s) words[own] += words[%s] * 3;\n"
BEHIND = "barrier(CLK_LOCAL_MEM_FENCE);\nout[base + own] = words[own];\n"
EARLY = {
    "limit": (1, LIMIT % ("own < 40", "own + 100") + BEHIND, lambda i, words, number: words[i] + 3 * words[i + 100] if i < 40 else words[i]),
    "signed": (1, LIMIT % ("(int)own <= (int)number", "own + 100") + BEHIND,
               lambda i, words, number: words[i] + 3 * words[i + 100] if i <= number else words[i]),
    "wraps": (1, LIMIT % ("own - 128 < 40", "own - 100") + BEHIND,
              lambda i, words, number: words[i] + 3 * words[i - 100] if 128 <= i < 168 else words[i]),
    "zero": (1, LIMIT % ("own == 0", "own + 100") + BEHIND, lambda i, words, number: words[i] + 3 * words[i + 100] if i == 0 else words[i]),
    "blocks": (1, LIMIT % ("own < 48", "own + 100") + BEHIND, lambda i, words, number: words[i] + 3 * words[i + 100] if i < 48 else words[i]),
    "signed blocks": (1, LIMIT % ("(int)own - 64 <= 31", "own + 100") + BEHIND,
                      lambda i, words, number: words[i] + 3 * words[i + 100] if i < 96 else words[i]),
    "later blocks": (0, LIMIT % ("own > 111", "own / 4") + BEHIND,
                     lambda i, words, number: words[i] + 3 * words[i // 4] if i > 111 else words[i]),
    "all write": (0, "local uint more[256];\n" + LIMIT % ("own < 40", "own + 100") + "more[own] = words[own];\n"
                  "barrier(CLK_LOCAL_MEM_FENCE);\nout[base + own] = more[own];\n",
                  lambda i, words, number: words[i] + 3 * words[i + 100] if i < 40 else words[i]),
    "kept": (0, "uint kept = own;\nbarrier(CLK_LOCAL_MEM_FENCE);\nif (own < 40)\n    kept += words[own + 100] * words[own + 60];\n"
             "barrier(CLK_LOCAL_MEM_FENCE);\nout[base + own] = kept + words[own];\n",
             lambda i, words, number: words[i] + i + (words[i + 100] * words[i + 60] if i < 40 else 0)),
    "again": (0, "barrier(CLK_LOCAL_MEM_FENCE);\nfor (uint i = 0; i < number; i++)\n    if (own < (16 << i))\n"
              "        words[own] = words[own] * 3 + i;\n" + BEHIND, lambda i, words, number: again(i, words[i], number)),
}


def again(place: int, value: int, number: int) -> int:
    for i in range(number):
        value = (value * 3 + i) % (1 << 32) if place < 16 << i else value
    return value


def turned(words: list[int], turns: int) -> list[int]:
    for i in range(turns):
        words = [word + i for word in words[1:] + words[:1]]
    return words


def some(words: list[int], number: int) -> list[int]:
    words = [word + (words[i + 16] if i % 32 < 16 else 0) for i, word in enumerate(words)]
    return [words[-1 - i] * (number if i % 32 < 16 else 1) for i in range(len(words))]


def inside(words: list[int], number: int) -> list[int]:
    more = [i + 128 for i in range(128)]
    return [words[i | 128] + words[i >> 4] * 2 + words[(i & 48) + 207] * 3 + words[(i >> 6) * 7 + 234] * 4 + words[(i >> 6) * 85] * 5
            + more[(i & ~63) >> 1] + words[number + (i & 3)] for i in range(256)]


def numbered(words: list[int], number: int, width: int) -> list[int]:
    words = [words[i % 64 ^ 1] + (i >> 6) for i in range(len(words))]
    return [words[-1 - i] + (i >> 6) * 3 + (i & 63) * 5 + ((i & 0xc0) * 8 + ((i & 48) << 2) + 7) * 7 + ((i >> 3) + (i & 31)) * 11
            + ((i & 48) + (i >> 2 & 60)) * 13 + (i // width * 4 + 1) * number for i in range(len(words))]


def in_parts(words: list[int], number: int) -> list[int]:
    size = len(words)
    return [words[(i + 1) % size] + (i + 1) % size * 2 + number * 3 + 5 + (size - 1 - i) * 15 + words[size - 1 - i] * 7 for i in range(size)]


def updated(words: list[int], number: int) -> list[int]:
    size = len(words)
    for i in range(size):
        for place, more in ((i % 7, 1), (i & 15, 3), (i // 2, 1), (size - 1 - i, number), (i * 5 % size, 1)):
            words[place] += more
    for i in range(size):
        words[i % 3] |= 0x100000
        words[i % 5] |= 8
    for i in range(size):
        words[i // 4] = max(words[i // 4], 500)
    return words


def branched(words: list[int], number: int) -> list[int]:
    return [3 * word + (words[-1 - i] if number > 2 else 0) + sum(words[:i % 5]) for i, word in enumerate(words)]


def rows(words: list[int], number: int, width: int) -> list[int]:
    sums = [word * (i // width + 1) if i // width < number else 0 for i, word in enumerate(words)]
    return [sums[-1 - i] + own for i, own in enumerate(sums)]


def tiles(words: list[int], number: int, width: int) -> list[int]:
    height, sums = len(words) // width, [0] * len(words)
    for _ in range(number):
        sums = [(total + sum(words[i // width * width + j] * words[j * width + i % width] for j in range(height))) % (1 << 32)
                for i, total in enumerate(sums)]
        words = [total % 251 + i // width for i, total in enumerate(sums)]
    return sums


KERNELS = {
    "tile": (True, TILE, lambda words, number, width, first: tiles(words, number, width)),
    "tree": (True, TREE, lambda words, number, width, first: [sum(words)] * len(words)),
    "fixed tree": (True, FIXED_TREE, lambda words, number, width, first: [sum(words)] * len(words)),
    "updates": (True, UPDATES, lambda words, number, width, first: updated(words, number)),
    "some": (True, SOME, lambda words, number, width, first: some(words, number)),
    "numbered": (True, NUMBERED, lambda words, number, width, first: numbered(words, number, width)),
    "inside": (True, INSIDE, lambda words, number, width, first: inside(words, number)),
    "parts": (True, PARTS, lambda words, number, width, first: in_parts(words, number)),
    "turns": (True, TURNS, lambda words, number, width, first: turned(words, number)),
    "branch": (False, BRANCH, lambda words, number, width, first: branched(words, number)),
    "row": (True, ROW, lambda words, number, width, first: rows(words, number, width)),
    "data": (False, DATA, lambda words, number, width, first: turned(words, first % 3 + 1)),
}
# Kernel, size of a group, number.
TESTS = [("some", (64, 1), 100), ("numbered", (256, 1), 3), ("numbered", (16, 16), 5), ("numbered", (32, 4), 7), ("parts", (256, 1), 9), ("parts", (16, 8), 3), ("inside", (256, 1), 252), ("tree", (256, 1), 0), ("tree", (32, 1), 0), ("tree", (16, 8), 0), ("fixed tree", (256, 1), 0), ("updates", (256, 1), 9), ("updates", (48, 1), 0), ("turns", (48, 1), 3),
         ("turns", (64, 2), 0), ("branch", (128, 1), 3), ("branch", (80, 1), 1), ("row", (16, 16), 7), ("row", (32, 2), 1),
         ("data", (64, 1), 0), ("tile", (16, 16), 3), ("tile", (16, 4), 2), ("tile", (32, 8), 2)]
KERNELS |= {name: (True, body, lambda words, number, width, first, one=one: [one(i, words, number) for i in range(len(words))])
            for name, (_, body, one) in EARLY.items()}
TESTS += [(name, (256, 1), 5) for name in EARLY]
HOSTS = [(host, "both" if host == "v4" else "recompile") for host in testers.HOSTS]


def text_of(kernel: str, local: tuple[int, int], number: int) -> str:
    """A file of one test: two groups along x, and three along y."""
    _, body, result = KERNELS[kernel]
    size = local[0] * local[1]
    numbers = [i * 7919 % 1009 for i in range(6 * size)]
    out = [value for group in range(6)
           for value in result(numbers[group * size:(group + 1) * size], number, local[0], numbers[0])]
    return HEADER % {"width": 2 * local[0], "height": 3 * local[1], "local_width": local[0], "local_height": local[1],
                     "count": 6 * size, "out": " ".join(map(str, out)), "numbers": " ".join(map(str, numbers)),
                     "number": number} + START + body + "}\n"


def run(text: str, execute: str, **environment: str) -> tuple[dict, str]:
    """The tester's record of a file's test, and what the driver said."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "regions.cl"
        path.write_text(text)
        settings = {"OCL_ICD_VENDORS": ICD, "ROOTLE_EXEC": execute, "ROOTLE_DEBUG": "native,times"} | environment
        records, said = testers.run(TESTER, settings, path)
    assert len(records) == 1, f"{records}{said}"
    records[0]["message"] = records[0].get("message", "").replace(folder, "")
    return records[0], said


def assert_same_fault(case: unittest.TestCase, text: str, taken: str, says: str, **environment: str) -> None:
    """Interpreted and recompiled, which is `taken` some way, a test fails with the same message."""
    interpreted, _ = run(text, "interpret", **environment)
    recompiled, said = run(text, "recompile", **environment)
    case.assertIn(taken, said)
    case.assertIn(says, interpreted["message"])
    # The group and the wavefront that a hanging kernel is seen in last are chance.
    said_last = [re.sub(r"last seen in group .*, wavefront [0-9]+", "", record["message"]) for record in (recompiled, interpreted)]
    case.assertEqual(said_last[0], said_last[1])


class Regions(unittest.TestCase):
    def test_results(self) -> None:
        """Both ways give the same, and what Python does; the compiler says which programs it takes so."""
        for kernel, local, number in TESTS:
            for host, execute in HOSTS if kernel in ("fixed tree", "row", "updates", "inside", "parts", "numbered") else HOSTS[:1]:
                with self.subTest(kernel=kernel, local=local, number=number, host=host):
                    record, said = run(text_of(kernel, local, number), execute, ROOTLE_HOST=host)
                    self.assertEqual((record["status"], record["message"]), ("pass", ""))
                    self.assertIn("is recompiled", said)
                    if kernel == "inside":
                        self.assertEqual(re.findall("([0-9]+) accesses of local memory lie inside", said), ["6"])
                    if kernel in EARLY:
                        self.assertEqual(re.findall("([0-9]+) regions may end early", said), ["1"] * EARLY[kernel][0])
                    blocks = re.findall(r"in regions: one call takes ([0-9]+) blocks", said)
                    self.assertEqual(blocks, [str(local[0] * local[1] // 16)] if KERNELS[kernel][0] else [])

    def same_fault(self, body: str, says: str, **environment: str) -> None:
        text = text_of("tree", (128, 1), 100000)
        assert_same_fault(self, text[:text.index(TREE)] + body + "}\n", "in regions", says, **environment)

    def test_faults(self) -> None:
        """Who reads outside is told, of a later wavefront and block, behind a barrier."""
        self.same_fault("barrier(CLK_LOCAL_MEM_FENCE);\nout[base + own] = in[own == 101 ? number * 50 : own];\n",
                        "work-item (101, 0, 0)")
        self.same_fault("barrier(CLK_LOCAL_MEM_FENCE);\nout[own] = words[own == 90 ? number : own];\n", "local address")
        for place in "own + 129", "(own << 1) + 3", "(own & 64) + 193", "(own >> 5) * 85 + 2", "mad24(own >> 6, 8u, 249u)", "(own | 128) + 1":
            with self.subTest(place=place):
                self.same_fault(f"barrier(CLK_LOCAL_MEM_FENCE);\nout[base + own] = words[{place}];\n", "local address")

    def test_faults_of_later_blocks(self) -> None:
        """The first block of the last group lies in the buffer, and later ones do not."""
        for body in "out[base + own] = in[base + own + 40];\n", "out[base + own + 40] = words[own];\n":
            self.same_fault("barrier(CLK_LOCAL_MEM_FENCE);\n" + body, "work-item (88, 0, 0)")

    def test_faults_of_updates(self) -> None:
        """Of two updates at once the second is outside."""
        self.same_fault("barrier(CLK_LOCAL_MEM_FENCE);\natomic_inc(&words[own % 16]);\natomic_inc(&words[own == 90 ? number : own]);\n"
                        "barrier(CLK_LOCAL_MEM_FENCE);\nout[base + own] = words[own];\n", "local address")

    def test_faults_of_parts(self) -> None:
        """The last work-item's element is outside, of which the first dword is told."""
        for kind, more in ("uint4", 1), ("uint2", 1), ("uint4", 100):
            self.same_fault(f"local {kind} parts[128];\nparts[own + {more}] = own;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
                            "out[base + own] = parts[own].x + parts[own].y;\n", "local address")

    def test_hangs(self) -> None:
        """A loop around a barrier that does not end is stopped."""
        self.same_fault("for (uint i = 0; i < number * 10000; i++) {\n    barrier(CLK_LOCAL_MEM_FENCE);\n    words[own] ^= i;\n}\n"
                        "out[base + own] = words[own];\n", "hangs", ROOTLE_TIMEOUT="1")


if __name__ == "__main__":
    testers.main()
