# SPDX-License-Identifier: MIT
"""What a test expects of an argument, as its line tells it: numbers, ends of ranges, and choices of both. Zeros have signs where it says so. A part of a
test is what an argument holds behind a step, or at the end; values of others than argument 0 at the end begin with their part, "STEP INDEX: "."""

import dataclasses
import itertools
import re
import sys
from collections.abc import Sequence

import numpy as np

from imagespec.arrays import Array
from suites import EVERY_SUITE, ulps
from testgen.model import Case

from .deviation import Deviation

FIRST = "0 0"  # argument 0 at the end
OF_IMAGES = ("over",)  # families whose kernels read and write: wrong rules of images are about them, too
_FLOATS = {"half": np.float16, "float": np.float32, "double": np.float64}
_WHOLE = np.longdouble  # holds all integers of 64 bits
_INPUTS = re.compile(r"arg_(in|out): |\w*(size|offset|features|kernel_name|type|name): ")
_EXPECTED = re.compile(r"(arg_out|read|map): \d+ ")  # how lines begin that say what is expected
_SIGNED, _GROUP = " signed_zero", re.compile(r"\(([^)]*)\)((?:\|\([^)]*\))*)")
_KEY = re.compile(r"(image|host)_|tolerance")  # what stands behind values
_DIMENSIONS = ("origin", "region")


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def parted(text: str) -> tuple[str, str]:
    """The part that values are of, and the values."""
    part, colon, values = text.partition(": ")
    return (part, values) if colon else (FIRST, text)


def forget() -> None:
    """Families keep images, which keep what they have computed."""
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] == "suites"]
    for kept in (value for module in modules for value in vars(module).values() if hasattr(value, "cache_clear")):
        kept.cache_clear()


def _lines(case: Case, strict: bool) -> list[str]:
    """The lines of a test by the rules as they are now."""
    if case.suite == ulps.NAME:
        ulps._results.cache_clear()  # the others are of numbers alone, and dear
    else:
        forget()
    (test,) = EVERY_SUITE[case.suite].build([case], strict).tests
    return test.lines


def _of_step(line: str) -> list[str]:
    """The words of a step from its values on."""
    _, _, *words = line.split()
    if words and words[0] in ("read", "write", "invalidate"):  # of a map
        words = words[1:]
    count = 1
    while words and words[0] in (*_DIMENSIONS, "offset", "size"):
        if words[0] in _DIMENSIONS:
            count = next(n for n, word in enumerate((*words[1:], "end")) if not word.isdigit()) if words[0] == "origin" else count
        words = words[1 + (count if words[0] in _DIMENSIONS else 1) :]
    return words


def _ungrouped(text: str) -> str:
    """Choices of several numbers together as choices of each."""

    def apart(found: re.Match[str]) -> str:
        choices = [one.split() for one in re.findall(r"\(([^)]*)\)", found[0])]
        return " ".join("|".join(some) for some in zip(*choices))

    return _GROUP.sub(apart, text)


def _numbers(words: Sequence[str], count: int) -> list[str]:
    """Those words that are values, as often as they repeat."""
    found = list(itertools.takewhile(lambda word: not _KEY.match(word), words))
    if found[:1] != ["repeat"]:
        return found
    return list(itertools.islice(itertools.cycle(found[1:]), count))


def without_values(line: str) -> str:
    """A line of a test but for values that are expected: what it asks for."""
    if not _EXPECTED.match(line):
        return line
    all_words = line.split()
    values = all_words[4:] if line.startswith("arg_out: ") else _of_step(line)
    keys = itertools.dropwhile(lambda word: not _KEY.match(word), values)
    return " ".join([*all_words[: len(all_words) - len(values)], *keys])


def _expected(case: Case, strict: bool, part: str, count: int) -> tuple[str, list[str], bool]:
    """The type of a part, a word for each of its values, and whether zeros have signs."""
    lines = _lines(case, strict)
    step, index = part.split()
    steps = [line for line in lines if not _INPUTS.match(line)]
    declared = next(line for line in lines if re.match(rf"arg_(in|out): {index} ", line)).split()
    line = steps[int(step) - 1] if int(step) else next(line for line in lines if line.startswith(f"arg_out: {index} "))
    words = _of_step(_ungrouped(line)) if int(step) else _ungrouped(line).removesuffix(_SIGNED).split()[4:]
    return declared[3], _numbers(words, count), line.endswith(_SIGNED)


def _read(words: Sequence[str], kind: type, signed: bool) -> Array:
    found: Array = np.array([kind(word) for word in words])
    found = found if signed else found + kind(0)  # which makes 0 of -0
    return found


def _above(high: Array, low: Array) -> Array:
    """Which are not below; -0 is below 0."""
    found: Array = (high > low) | ((high == low) & (np.signbit(high) <= np.signbit(low)))
    return found


def allows(kind: type, words: Sequence[str], given: Sequence[str], signed: bool = True) -> bool:
    """Whether values are what words expect. Signed: zeros have their signs."""
    if len(words) != len(given):
        return False
    values = _read(given, kind, signed)
    allowed, choices = np.isnan(values), [word.split("|") for word in words]
    for n in range(max(map(len, choices), default=0)):
        ends = [(some[n] if n < len(some) else some[0]).split("..") for some in choices]
        low, high = (_read([end[place] for end in ends], kind, signed) for place in (0, -1))
        allowed = allowed | (_above(values, low) & _above(high, values))
    return bool(allowed.all())


@dataclasses.dataclass(frozen=True)
class Told:
    """A test whose lines say what is expected. Values are words, the first of which is their part."""

    case: Case

    def takes(self, deviation: Deviation) -> bool:
        return self.case.suite in deviation.families or (self.case.suite in OF_IMAGES and not deviation.families)

    def read(self, text: str) -> Array | None:
        part, values = parted(text)
        words = values.split()
        return np.array([part, *words], dtype=object) if words and all(map(_is_number, words)) else None

    def misfit(self, actual: Array, strict: bool) -> float | None:
        part, *given = actual
        try:
            name, words, signed = _expected(self.case, strict, part, len(given))
        except AssertionError:
            return None  # by the wrong rule there is no such test
        kind = _FLOATS.get(name.partition("[")[0].rstrip("0123456789"), _WHOLE)
        return 0.0 if allows(kind, words, given, signed) else None


def ask(case: Case, strict: bool) -> Told | None:
    """None where values are compared with a tolerance."""
    (test,) = EVERY_SUITE[case.suite].build([case], strict).tests
    return None if any(" tolerance " in line for line in test.lines) else Told(case)
