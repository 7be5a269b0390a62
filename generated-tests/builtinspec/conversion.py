# SPDX-License-Identifier: MIT
"""convert_*() (6.2.3) and the stores of halves (6.12.7), by exact arithmetic."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, Union

import numpy as np

from .scalars import Scalar

MODES = ("", "_rte", "_rtz", "_rtp", "_rtn")

FloatType = Union[type[np.float16], type[np.float32], type[np.float64]]


def rounded_to_integer(value: float, mode: str) -> int:
    """6.2.3.2; without a mode, conversions to integers round towards zero."""
    rounders: dict[str, Callable[[Fraction], int]] = {
        "": math.trunc, "_rtz": math.trunc, "_rte": round, "_rtp": math.ceil, "_rtn": math.floor,
    }  # fmt: skip
    return rounders[mode](Fraction(value))


def _choose(exact: Fraction, below: float, above: float, nearest: float, mode: str) -> float:
    if mode in ("", "_rte"):
        return nearest
    if mode == "_rtz":
        mode = "_rtn" if exact > 0 else "_rtp"
    return below if mode == "_rtn" else above


def rounded_to_float(value: int | float, mode: str, dtype: FloatType) -> float:
    """The float of a type by a rounding mode; without one, to nearest even."""
    if isinstance(value, float) and (math.isinf(value) or math.isnan(value) or value == 0):
        return value
    return _rounded(Fraction(value), mode, dtype)  # type: ignore[arg-type]  # types hash; stubs hide it


@cache
def _rounded(exact: Fraction, mode: str, dtype: FloatType) -> float:
    nearest = _nearest(exact, dtype)
    if float(nearest) == exact:
        return float(nearest)
    with np.errstate(over="ignore"):
        if float(nearest) > exact:
            below, above = np.nextafter(nearest, dtype(-math.inf)), nearest
        else:
            below, above = nearest, np.nextafter(nearest, dtype(math.inf))
    return _choose(exact, float(below), float(above), float(nearest), mode)


def _nearest(exact: Fraction, dtype: FloatType) -> np.floating[Any]:
    """To nearest even. Doubles hold all floats and halves there are; other numbers are rounded to
    those in two steps without harm by keeping a sticky bit."""
    double = float(exact)
    if dtype is np.float64:
        return np.float64(double)
    if Fraction(double) != exact:  # make it odd, so that the second rounding sees a remainder
        low = double if Fraction(double) < exact else math.nextafter(double, -math.inf)
        high = math.nextafter(low, math.inf)
        double = low if np.float64(low).view(np.uint64) & np.uint64(1) else high
    with np.errstate(over="ignore"):
        return dtype(double)


def in_range(value: int | float, mode: str, target: Scalar) -> bool:
    """Whether a conversion without saturation is defined (6.2.3.3)."""
    if target.is_float:
        return True
    if isinstance(value, float) and not math.isfinite(value):
        return False
    result = rounded_to_integer(value, mode)
    return target.least <= result <= target.most


def convert(value: int | float, target: Scalar, mode: str, saturate: bool) -> int | float:
    """The value of convert_TARGET[_sat][mode](value)."""
    if target.is_float:
        return rounded_to_float(value, mode, target.dtype.type)
    if isinstance(value, float) and math.isinf(value):
        return target.most if value > 0 else target.least
    result = rounded_to_integer(value, mode)
    return target.saturated(result) if saturate else result
