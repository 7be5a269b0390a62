# SPDX-License-Identifier: MIT
"""The scalar types (6.1.1), and numbers of each that tests like."""

import dataclasses
import zlib
from functools import cache
from typing import Any

import numpy as np

LANES = 48  # a multiple of every vector width
WIDTHS = (1, 2, 3, 4, 8, 16)


@dataclasses.dataclass(frozen=True)
class Scalar:
    """A scalar type."""

    name: str
    dtype: np.dtype[Any]

    @property
    def is_float(self) -> bool:
        return self.dtype.kind == "f"

    @property
    def is_signed(self) -> bool:
        return self.dtype.kind != "u"

    @property
    def bits(self) -> int:
        return self.dtype.itemsize * 8

    @property
    def least(self) -> int:
        return -(1 << (self.bits - 1)) if self.is_signed else 0

    @property
    def most(self) -> int:
        return (1 << (self.bits - self.is_signed)) - 1

    def vector(self, width: int) -> str:
        return self.name + (str(width) if width > 1 else "")

    def wrapped(self, value: int) -> int:
        """The value modulo 2^bits."""
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if value > self.most else value

    def saturated(self, value: int) -> int:
        return min(max(value, self.least), self.most)


SCALARS = {
    name: Scalar(name, np.dtype(code))
    for name, code in (
        ("char", "i1"), ("uchar", "u1"), ("short", "i2"), ("ushort", "u2"), ("int", "i4"),
        ("uint", "u4"), ("long", "i8"), ("ulong", "u8"), ("float", "f4"),
    )
}  # fmt: skip
DOUBLE = Scalar("double", np.dtype("f8"))  # of devices with cl_khr_fp64
HALF = Scalar("half", np.dtype("f2"))  # with cl_khr_fp16
INTEGERS = {name: item for name, item in SCALARS.items() if not item.is_float}


def sized(bits: int, signed: bool) -> Scalar:
    """The integer type of that width."""
    return next(s for s in INTEGERS.values() if (s.bits, s.is_signed) == (bits, signed))


ANEW = 0  # another number: other random numbers


def generator(*what: object) -> np.random.Generator:
    """Random numbers that are the same for the same test in every run."""
    return np.random.default_rng(zlib.crc32(repr(what).encode(), ANEW))


def integer_operands(scalar: Scalar, *what: object) -> list[int]:
    """LANES numbers: ends, zero and powers of two with their neighbours, small and random ones."""
    return list(_integer_operands(scalar, what))


@cache
def _integer_operands(scalar: Scalar, what: tuple[object, ...]) -> tuple[int, ...]:
    rng = generator(scalar.name, *what)
    powers = [1 << n for n in range(0, scalar.bits, 3)]
    near = [sign * p + off for p in powers for sign in (1, -1) for off in (-1, 0, 1)]
    ends = [scalar.least, scalar.least + 1, scalar.most, scalar.most - 1, 0, 1, 2, 3, -1]
    usual = sorted({v for v in near + ends if scalar.least <= v <= scalar.most})
    chosen = [usual[i] for i in rng.permutation(len(usual))[: LANES // 2 + 8]]
    draws = rng.integers(scalar.least, scalar.most, LANES, dtype=scalar.dtype, endpoint=True)
    mixed = np.array([*chosen, *draws[: LANES - len(chosen)]], dtype=object)
    return tuple(int(v) for v in rng.permutation(mixed))


def float_operands(*what: object) -> list[float]:
    """LANES floats without denormals: zeros, infinities, NaN, ends, and numbers of many sizes."""
    rng = generator("float", *what)
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 0.5, 3.4028234663852886e38]
    special += [-3.4028234663852886e38, 1.1754943508222875e-38, -1.1754943508222875e-38, 16777216.0]
    scaled = rng.uniform(1, 2, LANES) * 2.0 ** rng.integers(-30, 30, LANES) * rng.choice([1, -1])
    values = [*special, *scaled[: LANES - len(special)]]
    return [float(np.float32(values[i])) for i in rng.permutation(LANES)]
