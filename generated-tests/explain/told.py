# SPDX-License-Identifier: MIT
"""What the test of a built-in function expects, as its line tells it: numbers, ends of ranges, and choices of both. Zeros have signs there."""

import dataclasses
from collections.abc import Callable

import numpy as np

from imagespec.arrays import Array
from suites import EVERY_SUITE, ulps
from testgen.model import Case

from .deviation import Deviation

_FLOATS = {"half": np.float16, "float": np.float32, "double": np.float64}
_WHOLE = np.longdouble  # holds all integers of 64 bits
_FIRST, _SIGNED = "arg_out: 0 buffer ", " signed_zero"


def _expected(case: Case, strict: bool) -> list[str]:
    """The type, and a word for each value, by the rules as they are now."""
    ulps._results.cache_clear()
    (test,) = EVERY_SUITE[case.suite].build([case], strict).tests
    (line,) = (line for line in test.lines if line.startswith(_FIRST))
    return line.removeprefix(_FIRST).removesuffix(_SIGNED).split()


def _read(words: list[str], kind: type) -> Array:
    return np.array([kind(word) for word in words])


def _above(high: Array, low: Array) -> Array:
    """Which are not below; -0 is below 0."""
    found: Array = (high > low) | ((high == low) & (np.signbit(high) <= np.signbit(low)))
    return found


@dataclasses.dataclass(frozen=True)
class Told:
    """The values of a test whose words say what is expected."""

    kind: type
    count: int
    words: Callable[[bool], list[str]]  # strict or not
    takes: Callable[[Deviation], bool]

    def read(self, text: str) -> Array | None:
        try:
            found = _read(text.split(), self.kind)
        except ValueError:
            return None
        return found if len(found) == self.count else None

    def misfit(self, actual: Array, strict: bool) -> float | None:
        allowed = np.isnan(actual)
        choices = [word.split("|") for word in self.words(strict)]
        for n in range(max(map(len, choices))):
            ends = [(some[n] if n < len(some) else some[0]).split("..") for some in choices]
            low, high = _read([end[0] for end in ends], self.kind), _read([end[-1] for end in ends], self.kind)
            allowed = allowed | (_above(actual, low) & _above(high, actual))
        return 0.0 if allowed.all() else None


def ask(case: Case, strict: bool) -> Told | None:
    """None where values are compared with a tolerance."""
    name, *words = _expected(case, strict)
    if "tolerance" in words:
        return None
    kind = _FLOATS.get(name.partition("[")[0].rstrip("0123456789"), _WHOLE)
    return Told(kind, len(words), lambda strict: _expected(case, strict)[1:], lambda deviation: case.suite in deviation.families)
