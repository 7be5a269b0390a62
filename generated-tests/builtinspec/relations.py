# SPDX-License-Identifier: MIT
"""Relational functions of floats (6.12.6)."""

import dataclasses
import math
from collections.abc import Callable

_SMALLEST_NORMAL = 2.0**-126


@dataclasses.dataclass(frozen=True)
class Relation:
    """A function of floats that says true or false."""

    name: str
    operands: int
    holds: Callable[..., bool]


def _one(name: str, holds: Callable[[float], bool]) -> Relation:
    return Relation(name, 1, holds)


def _two(name: str, holds: Callable[[float, float], bool]) -> Relation:
    return Relation(name, 2, holds)


def _unordered(a: float, b: float) -> bool:
    return math.isnan(a) or math.isnan(b)


def _normal(a: float) -> bool:
    return math.isfinite(a) and abs(a) >= _SMALLEST_NORMAL


RELATIONS = (
    _two("isequal", lambda a, b: a == b),
    _two("isnotequal", lambda a, b: a != b),
    _two("isgreater", lambda a, b: a > b),
    _two("isgreaterequal", lambda a, b: a >= b),
    _two("isless", lambda a, b: a < b),
    _two("islessequal", lambda a, b: a <= b),
    _two("islessgreater", lambda a, b: a < b or a > b),
    _two("isordered", lambda a, b: not _unordered(a, b)),
    _two("isunordered", _unordered),
    _one("isfinite", math.isfinite),
    _one("isinf", math.isinf),
    _one("isnan", math.isnan),
    _one("isnormal", _normal),
    _one("signbit", lambda a: math.copysign(1, a) < 0),
)


def truth(holds: bool, width: int) -> int:
    """True is 1 for scalars and -1, all bits set, for vectors."""
    return (1 if width == 1 else -1) if holds else 0
