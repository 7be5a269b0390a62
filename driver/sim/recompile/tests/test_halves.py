#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Sums of products of halves: which of them code for the host fuses or rounds to odd, and that interpreted and recompiled programs
both give what IEEE 754 does, which integers find here. Stores of half-words and bytes, side by side or not.

Usage: test_halves.py PROGRAM-TESTER ICD [unittest arguments].
"""

import itertools
import random
import re
import unittest
from typing import Callable

import testers
from test_regions import assert_same_fault, run
from testers import level_of

TEXT = """/*!
[config]
dimensions: 1
global_size: %(count)d 0 0
local_size: 64 0 0
[test]
kernel_name: k
arg_out: 0 buffer uint[%(count)d] %(out)s
arg_in: 1 buffer uint[%(pairs)d] %(numbers)s
arg_in: 2 half %(number)s
!*/
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
half repeat(half x, half y, half z, int turns)
{
    for (int i = 0; i < turns; i++)
        x = fma(x, y, z);
    return x;
}
kernel void k(global uint *out, global const half2 *in, half a)
{
    uint own = get_global_id(0);
    half2 first = in[2 * own], second = in[2 * own + 1];
    half x = first.x, y = first.y, z = second.x;
    half s = %(sum)s;
    out[own] = isnan(s) ? 0x7e00 : as_ushort(s); /* which NaN it is, IEEE 754 leaves open */
}
"""
INFINITY, NAN, SIGN = 0x7C00, 0x7E00, 0x8000
NUMBER = 1.5
ANY = (0x0000, 0x0001, 0x0002, 0x03FF, 0x0400, 0x0401, 0x1000, 0x13FF, 0x3800, 0x3BFF, 0x3C00, 0x3C01, 0x3FFF, 0x5000, 0x7801, 0x7BFF, 0x7C00, 0x7E01)
BOUNDARIES = [sign | half for half in ANY for sign in (0, SIGN)]
RANDOM = 8192
HOSTS = [(host, "both" if host == "v4" else "recompile") for host in testers.HOSTS]
UNIT = 24  # the smallest half is 2 to the minus of that


def is_nan(half: int) -> bool:
    return half & 0x7FFF > INFINITY


def is_infinite(half: int) -> bool:
    return half & 0x7FFF == INFINITY


def whole(half: int) -> int:
    """A finite half, counted in smallest ones."""
    exponent, digits = half >> 10 & 31, half & 1023
    size = (digits + 1024) << exponent - 1 if exponent else digits
    return -size if half & SIGN else size


def rounded(sign: int, size: int, unit: int) -> int:
    """The half nearest to a size that is counted in 2 to the minus `unit`, of ties the even one."""
    shift = max(unit - UNIT, size.bit_length() - 11)
    below, rest = size >> shift, size & (1 << shift) - 1
    tie = 1 << shift - 1
    below += rest > tie or (rest == tie and below & 1)
    return sign | min((shift - (unit - UNIT) << 10) + below, INFINITY)


def fma(x: int, y: int, z: int) -> int:
    sign = (x ^ y) & SIGN
    if is_nan(x) or is_nan(y) or is_nan(z):
        return NAN
    if is_infinite(x) or is_infinite(y):
        none = 0 in (x & 0x7FFF, y & 0x7FFF) or (is_infinite(z) and z & SIGN != sign)
        return NAN if none else sign | INFINITY
    if is_infinite(z):
        return z
    total = whole(x) * whole(y) + (whole(z) << UNIT)
    if total == 0:
        exact_zero = 0 in (whole(x), whole(y)) and whole(z) == 0
        return sign if exact_zero and sign == z & SIGN else 0
    return rounded(SIGN if total < 0 else 0, abs(total), 2 * UNIT)


def single(sign: int, size: int) -> tuple[int, int]:
    """A size rounded to the 24 bits of a float, of ties to the even one."""
    shift = max(size.bit_length() - 24, 0)
    below, rest = size >> shift, size & (1 << shift) - 1
    return sign, below + (2 * rest > 1 << shift or (shift > 0 and 2 * rest == 1 << shift and below & 1)) << shift


def mad(x: int, y: int, z: int) -> int:
    """The sum is a float before it is a half."""
    total = 0 if any((half & 0x7FFF) >= INFINITY for half in (x, y, z)) else whole(x) * whole(y) + (whole(z) << UNIT)
    if total == 0:
        return fma(x, y, z)
    return rounded(*single(SIGN if total < 0 else 0, abs(total)), 2 * UNIT)


def half_of(number: float) -> int:
    return rounded(SIGN if number < 0 else 0, round(abs(number) * 2 ** 60), 60)


A = half_of(NUMBER)
# Name: the sum, how many code for AVX2 or AVX-512 rounds to odd, how many it fuses beside, and what the sum is of x, y and z.
KERNELS: dict[str, tuple[str, int, int, Callable[[int, int, int], int]]] = {
    "fma": ("fma(x, y, z)", 1, 0, fma),
    "minus the product": ("fma(-x, y, z)", 1, 0, lambda x, y, z: fma(x ^ SIGN, y, z)),
    "minus the other": ("fma(x, y, -z)", 1, 0, lambda x, y, z: fma(x, y, z ^ SIGN)),
    "minus both": ("fma(-x, y, -z)", 1, 0, lambda x, y, z: fma(x ^ SIGN, y, z ^ SIGN)),
    "of an argument": ("fma(x, a, z)", 1, 0, lambda x, y, z: fma(x, A, z)),
    "to an argument": ("fma(x, y, a)", 1, 0, lambda x, y, z: fma(x, y, A)),
    "of a constant": ("fma(x, (half)0.75, z)", 1, 0, lambda x, y, z: fma(x, half_of(0.75), z)),
    "once": ("fma(x, (half)1, z)", 1, 0, lambda x, y, z: fma(x, half_of(1), z)),
    "minus once": ("fma(x, (half)-1, z)", 1, 0, lambda x, y, z: fma(x, half_of(-1), z)),
    "to zero": ("fma(x, y, (half)0)", 1, 0, lambda x, y, z: fma(x, y, 0)),
    "square": ("fma(x, x, x)", 1, 0, lambda x, y, z: fma(x, x, x)),
    "twice": ("fma(fma(x, y, z), y, z)", 2, 0, lambda x, y, z: fma(fma(x, y, z), y, z)),
    "in a loop": ("repeat(x, y, z, (int)(a * 2))", 2, 0, lambda x, y, z: fma(fma(fma(x, y, z), y, z), y, z)),
    "mad": ("mad(x, y, z)", 0, 1, mad),
    "mad, minus": ("mad(-x, (half)0.75, -z)", 0, 1, lambda x, y, z: mad(x ^ SIGN, half_of(0.75), z ^ SIGN)),
}


def numbers_of() -> list[tuple[int, int, int]]:
    """All boundaries with one another, random ones, and products in the middle of two halves beside others that are small: a float
    does not have these sums."""
    chance = random.Random(1)
    numbers = [(x, y, z) for x in BOUNDARIES for y in BOUNDARIES for z in BOUNDARIES if (x ^ y ^ z) & 3 != 3]
    for _ in range(RANDOM):
        x, y = chance.randrange(1 << 16), chance.randrange(1 << 16)
        product = fma(x, y, 0)
        exponent = min(max((product >> 10 & 31) + chance.choice((-12, -11, -1, 0, 1, 10, 11, 12)), 0), 30)
        numbers.append((x, y, chance.randrange(2) << 15 | exponent << 10 | chance.choice((0, 1, 512, 1023, chance.randrange(1024)))))
        once_and_a_half = chance.randrange(2) << 15 | chance.choice((0x3E00, 0x5200, 0x6E00))
        small = max((fma(x, once_and_a_half, 0) >> 10 & 31) - chance.randrange(12, 28), 0)
        numbers.append((x, once_and_a_half, chance.randrange(2) << 15 | small << 10 | chance.randrange(1, 1024)))
    return numbers[:len(numbers) // 64 * 64]


def text_of(kernel: str, numbers: list[tuple[int, int, int]]) -> str:
    words = [f"{x | y << 16} {z}" for x, y, z in numbers]
    out = [KERNELS[kernel][3](*own) for own in numbers]
    return TEXT % {"count": len(numbers), "pairs": 2 * len(numbers), "out": " ".join(str(NAN if is_nan(half) else half) for half in out),
                   "numbers": " ".join(words), "number": NUMBER, "sum": KERNELS[kernel][0]}


STORES = """/*!
[config]
dimensions: 1
global_size: 256 0 0
local_size: 64 0 0
[test]
kernel_name: k
arg_out: 0 buffer %(type)s[320] %(out)s
arg_in: 0 buffer %(type)s[320] repeat 7
arg_in: 1 uint 3
!*/
kernel void k(global %(type)s *out, uint number)
{
    uint own = get_global_id(0);
    if (%(which)s)
        out[%(place)s] = own * number;
}
"""
# A test of the work-items that store, and their places: as text, and as functions of the number.
PLACES: list[tuple[str, str, Callable[[int], bool], Callable[[int], int]]] = [
    ("true", "own", lambda own: True, lambda own: own),
    ("true", "own + 1", lambda own: True, lambda own: own + 1),
    ("true", "own + 2", lambda own: True, lambda own: own + 2),
    ("true", "own ^ 1", lambda own: True, lambda own: own ^ 1),
    ("own % 16 != 5", "own", lambda own: own % 16 != 5, lambda own: own),
    ("own < 200", "own + 40", lambda own: own < 200, lambda own: own + 40),
    ("true", "255 - own", lambda own: True, lambda own: 255 - own),
]


class Halves(unittest.TestCase):
    def test_stores(self) -> None:
        for size, (which, place, stores, at) in [(size, row) for size in ("ushort", "uchar") for row in PLACES]:
            values = [7] * 320
            for own in filter(stores, range(256)):
                values[at(own)] = own * 3 % (256 if size == "uchar" else 65536)
            text = STORES % {"type": size, "out": " ".join(map(str, values)), "which": which, "place": place}
            for host, execute in HOSTS:
                with self.subTest(size=size, place=place, which=which, host=host):
                    record, said = run(text, execute, ROOTLE_HOST=host)
                    self.assertEqual((record["status"], record["message"]), ("pass", ""))
                    self.assertIn("is recompiled", said)

    def test_faults(self) -> None:
        """Who stores behind the buffer is told, also where the lanes before do not."""
        for size in ("ushort", "uchar"):
            text = STORES % {"type": size, "out": "repeat 7", "which": "true", "place": "own < 250 ? own : own + 4096"}
            assert_same_fault(self, text, "is recompiled", "outside every live buffer")

    def test_results(self) -> None:
        """Both ways give the same, and what integers do; the compiler says how it adds."""
        numbers = numbers_of()
        for kernel, (_, odd, fused, _) in KERNELS.items():
            some = numbers if kernel in ("fma", "mad") else numbers[::7][:1024]
            text = text_of(kernel, some)
            chip = "juniper" if kernel.startswith("mad") else "cypress"  # which has no FMA, or has it
            for host, execute in HOSTS if kernel in ("fma", "mad") else HOSTS[:1]:
                with self.subTest(kernel=kernel, host=host):
                    record, said = run(text, execute, ROOTLE_HOST=host, ROOTLE_CHIP=chip)
                    self.assertEqual((record["status"], record["message"]), ("pass", ""))
                    self.assertIn("is recompiled", said)
                    counts = re.findall("sums of halves: ([0-9]+) rounded to odd, ([0-9]+) fused", said)
                    if level_of(host) in ("v3", "v4"):
                        self.assertEqual(counts, [(str(odd), str(fused))])
                    elif level_of(host) == host:
                        self.assertEqual(counts, [])

    def test_payloads(self) -> None:
        """A NaN is passed on, quiet, with its payload: all operands that are one have it here, with either sign."""
        payload, others = 0x7E15, (0x0000, SIGN, 0x3C01, 0xC200)
        any_sign = (*others, payload, payload | SIGN)
        numbers = [own for own in itertools.product(any_sign, repeat=3) if any(is_nan(half) for half in own)][:128]
        text = text_of("fma", numbers).replace("isnan(s) ? 0x7e00 : as_ushort(s)", "as_ushort(s) & 0x7fff")
        text = re.sub("(?<=] ).*", lambda own: own[0].replace(str(NAN), str(payload)), text, count=1)
        for host, execute in HOSTS:
            with self.subTest(host=host):
                record, said = run(text, execute, ROOTLE_HOST=host)
                self.assertEqual((record["status"], record["message"]), ("pass", ""))
                self.assertIn("is recompiled", said)


if __name__ == "__main__":
    testers.main()
