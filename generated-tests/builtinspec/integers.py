# SPDX-License-Identifier: MIT
"""Integer functions (6.12.3), on exact integers. Each takes the type and the operands."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from .scalars import INTEGERS, Scalar, sized


@dataclasses.dataclass(frozen=True)
class Function:
    """A function of integers of one type."""

    name: str
    operands: int
    compute: Callable[..., int | None]  # None: not defined for these operands
    result: Callable[[Scalar], Scalar] = lambda scalar: scalar
    types: tuple[str, ...] = tuple(INTEGERS)


def _unsigned(scalar: Scalar) -> Scalar:
    return sized(scalar.bits, False)


def _clz(t: Scalar, a: int) -> int:
    return t.bits - (a & (2**t.bits - 1)).bit_length()


def _popcount(t: Scalar, a: int) -> int:
    return (a & (2**t.bits - 1)).bit_count()


def _rotate(t: Scalar, a: int, by: int) -> int:
    pattern, by = a & (2**t.bits - 1), by % t.bits
    return t.wrapped(pattern << by | pattern >> (t.bits - by))


def _clamp(t: Scalar, a: int, low: int, high: int) -> int | None:
    """Not defined when low is above high."""
    return min(max(a, low), high) if low <= high else None


def _within_24_bits(t: Scalar, *values: int) -> bool:
    low, high = (-(2**23), 2**23 - 1) if t.is_signed else (0, 2**24 - 1)
    return all(low <= value <= high for value in values)


def _mul24(t: Scalar, a: int, b: int) -> int | None:
    """Only for factors of 24 bits."""
    return t.wrapped(a * b) if _within_24_bits(t, a, b) else None


def _mad24(t: Scalar, a: int, b: int, c: int) -> int | None:
    return t.wrapped(a * b + c) if _within_24_bits(t, a, b) else None


_WORDS = ("int", "uint")
FUNCTIONS = (
    Function("abs", 1, lambda t, a: abs(a), _unsigned),
    Function("abs_diff", 2, lambda t, a, b: abs(a - b), _unsigned),
    Function("add_sat", 2, lambda t, a, b: t.saturated(a + b)),
    Function("sub_sat", 2, lambda t, a, b: t.saturated(a - b)),
    Function("hadd", 2, lambda t, a, b: (a + b) >> 1),
    Function("rhadd", 2, lambda t, a, b: (a + b + 1) >> 1),
    Function("clamp", 3, _clamp),
    Function("clz", 1, _clz),
    Function("popcount", 1, _popcount),
    Function("mad_hi", 3, lambda t, a, b, c: t.wrapped((a * b >> t.bits) + c)),
    Function("mad_sat", 3, lambda t, a, b, c: t.saturated(a * b + c)),
    Function("max", 2, lambda t, a, b: max(a, b)),
    Function("min", 2, lambda t, a, b: min(a, b)),
    Function("mul_hi", 2, lambda t, a, b: a * b >> t.bits),
    Function("rotate", 2, _rotate),
    Function("mul24", 2, _mul24, types=_WORDS),
    Function("mad24", 3, _mad24, types=_WORDS),
)


def upsample(wide: Scalar, high: int, low: int) -> int:
    """upsample(high, low), whose result is twice as wide."""
    half = wide.bits // 2
    return wide.wrapped((high << half) | (low & (2**half - 1)))
