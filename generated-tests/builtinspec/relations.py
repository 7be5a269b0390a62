# SPDX-License-Identifier: MIT
"""Relational functions of floats (6.12.6)."""

from __future__ import annotations

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


def _unordered(a: float, b: float) -> bool:
    return math.isnan(a) or math.isnan(b)


def _normal(a: float) -> bool:
    return math.isfinite(a) and abs(a) >= _SMALLEST_NORMAL


RELATIONS = (
    Relation("isequal", 2, lambda a, b: a == b),
    Relation("isnotequal", 2, lambda a, b: a != b),
    Relation("isgreater", 2, lambda a, b: a > b),
    Relation("isgreaterequal", 2, lambda a, b: a >= b),
    Relation("isless", 2, lambda a, b: a < b),
    Relation("islessequal", 2, lambda a, b: a <= b),
    Relation("islessgreater", 2, lambda a, b: a < b or a > b),
    Relation("isordered", 2, lambda a, b: not _unordered(a, b)),
    Relation("isunordered", 2, _unordered),
    Relation("isfinite", 1, math.isfinite),
    Relation("isinf", 1, math.isinf),
    Relation("isnan", 1, math.isnan),
    Relation("isnormal", 1, _normal),
    Relation("signbit", 1, lambda a: math.copysign(1, a) < 0),
)


def truth(holds: bool, width: int) -> int:
    """True is 1 for scalars and -1, all bits set, for vectors."""
    return (1 if width == 1 else -1) if holds else 0
