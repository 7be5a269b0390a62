# SPDX-License-Identifier: MIT
"""Integer functions (6.12.3), on exact integers. Each takes the type and the operands."""

import dataclasses
from collections.abc import Callable

from .scalars import INTEGERS, Scalar, sized


@dataclasses.dataclass(frozen=True)
class Function:
    """A function of integers of one type."""

    name: str
    operands: int
    compute: Callable[..., int | None]  # None: not defined for these operands
    result: Callable[[Scalar], Scalar]
    types: tuple[str, ...]

    def defined(self, scalar: Scalar, *operands: int) -> int:
        """The result for operands that have one."""
        value = self.compute(scalar, *operands)
        assert value is not None, (self.name, scalar.name, operands)
        return value


def _same(scalar: Scalar) -> Scalar:
    return scalar


def _unsigned(scalar: Scalar) -> Scalar:
    return sized(scalar.bits, False)


def _clz(t: Scalar, a: int) -> int:
    return t.bits - (a & ((1 << t.bits) - 1)).bit_length()


def _popcount(t: Scalar, a: int) -> int:
    return (a & ((1 << t.bits) - 1)).bit_count()


def _rotate(t: Scalar, a: int, by: int) -> int:
    pattern, by = a & ((1 << t.bits) - 1), by % t.bits
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


_Result = Callable[[Scalar], Scalar]
_ALL = tuple(INTEGERS)


def _one(
    name: str, compute: Callable[[Scalar, int], int | None], result: _Result = _same
) -> Function:
    return Function(name, 1, compute, result, _ALL)


def _two(
    name: str,
    compute: Callable[[Scalar, int, int], int | None],
    result: _Result = _same,
    types: tuple[str, ...] = _ALL,
) -> Function:
    return Function(name, 2, compute, result, types)


def _three(
    name: str,
    compute: Callable[[Scalar, int, int, int], int | None],
    types: tuple[str, ...] = _ALL,
) -> Function:
    return Function(name, 3, compute, _same, types)


_WORDS = ("int", "uint")
FUNCTIONS = (
    _one("abs", lambda t, a: abs(a), _unsigned),
    _two("abs_diff", lambda t, a, b: abs(a - b), _unsigned),
    _two("add_sat", lambda t, a, b: t.saturated(a + b)),
    _two("sub_sat", lambda t, a, b: t.saturated(a - b)),
    _two("hadd", lambda t, a, b: (a + b) >> 1),
    _two("rhadd", lambda t, a, b: (a + b + 1) >> 1),
    _three("clamp", _clamp),
    _one("clz", _clz),
    _one("popcount", _popcount),
    _three("mad_hi", lambda t, a, b, c: t.wrapped((a * b >> t.bits) + c)),
    _three("mad_sat", lambda t, a, b, c: t.saturated(a * b + c)),
    _two("max", lambda t, a, b: max(a, b)),
    _two("min", lambda t, a, b: min(a, b)),
    _two("mul_hi", lambda t, a, b: a * b >> t.bits),
    _two("rotate", _rotate),
    _two("mul24", _mul24, types=_WORDS),
    _three("mad24", _mad24, types=_WORDS),
)


def upsample(wide: Scalar, high: int, low: int) -> int:
    """upsample(high, low), whose result is twice as wide."""
    half = wide.bits // 2
    return wide.wrapped((high << half) | (low & (2**half - 1)))
