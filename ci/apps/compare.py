# SPDX-License-Identifier: MIT
"""Holds results against others, element by element."""

import dataclasses
import hashlib

import numpy
import numpy.typing

from .case import WrongError

Array = numpy.typing.NDArray[numpy.generic]


@dataclasses.dataclass(frozen=True)
class Tolerance:
    """How far results may be apart: none by more than `most`, and no more than `share` of them by more
    than `step`."""

    most: float = 0.0
    share: float = 0.0
    step: float = 0.0


EXACT = Tolerance()


def digest_of(data: bytes) -> str:
    """A short name of some bytes."""
    return hashlib.sha256(data).hexdigest()[:16]


def apart(actual: Array, expected: Array, tolerance: Tolerance) -> str:
    """Says how far two arrays are apart. WrongError where that is more than the tolerance, or their
    shapes differ, or there is nothing to compare."""
    if actual.shape != expected.shape:
        raise WrongError(f"the result has shape {actual.shape}, not {expected.shape}")
    if not actual.size:
        raise WrongError("the result is empty")
    with numpy.errstate(invalid="ignore"):  # infinities
        away = numpy.abs(actual.astype(numpy.float64) - expected.astype(numpy.float64))
    same = (actual == expected) | ((actual != actual) & (expected != expected))
    away = numpy.where(same, 0.0, away)
    away = numpy.where(numpy.isnan(away), numpy.inf, away)
    most = float(away.max())
    share = float((away > tolerance.step).mean())
    said = "equal" if not most else f"by at most {most:.3g}; {share:.2%} by more than {tolerance.step:g}"
    if most > tolerance.most or share > tolerance.share:
        limits = f"at most {tolerance.most:g}, {tolerance.share:.2%} by more than {tolerance.step:g}"
        raise WrongError(f"differs {said} (allowed: {limits})")
    return said
