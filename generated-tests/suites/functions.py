# SPDX-License-Identifier: MIT
"""What the suites of built-in functions share: kernels that apply one expression to buffers."""

import dataclasses
from collections.abc import Sequence

import numpy as np

from builtinspec.scalars import DOUBLE, HALF, SCALARS, Scalar
from imagespec.interval import Interval
from testgen import numbers
from testgen.model import TestFile, Test, template


EXTENSIONS = {DOUBLE: "cl_khr_fp64", HALF: "cl_khr_fp16"}


@dataclasses.dataclass(frozen=True)
class Buffer:
    """An operand or result: its lanes in order, as vectors of a width."""

    scalar: Scalar
    width: int
    lanes: Sequence[int | float]
    highs: Sequence[int | float] | None = None  # of results: the other ends of ranges

    @property
    def interval(self) -> Interval:
        ends = [self.lanes, self.lanes if self.highs is None else self.highs]
        low, high = (np.array(end, dtype=self.scalar.dtype) for end in ends)
        return Interval(low, high)

    @property
    def cl_type(self) -> str:
        return self.scalar.vector(self.width)

    def line(self, index: int, direction: str, compare: str = "") -> str:
        count = len(self.lanes) // self.width
        text = f"{numbers.interval_text(self.interval)}{compare}"
        return f"arg_{direction}: {index} buffer {self.cl_type}[{count}] {text}"


@dataclasses.dataclass(frozen=True)
class Call:
    """A kernel that stores an expression of a[i], b[i] and c[i], and its test."""

    kernel: str
    test: str
    expression: str
    result: Buffer
    operands: tuple[Buffer, ...]
    compare: str = ""  # what follows the expected values
    zeros: bool = False  # whether the sign of every zero that is expected is defined

    @property
    def parameters(self) -> str:
        return "".join(
            f", global const {operand.cl_type} *{letter}"
            for letter, operand in zip("abc", self.operands)
        )

    def section(self) -> Test:
        lines = [f"kernel_name: {self.kernel}"]
        lines += [f"global_size: {len(self.result.lanes) // self.result.width} 1 1"]
        zeros = numbers.sign_of_zero(self.result.interval) if self.zeros else ""
        lines += [self.result.line(0, "out", self.compare + zeros)]
        lines += [operand.line(1 + i, "in") for i, operand in enumerate(self.operands)]
        return Test(self.test, lines)


def call_expression(function: str, operands: int) -> str:
    return f"{function}({', '.join(f'{letter}[i]' for letter in 'abc'[:operands])})"


def calls_file(title: str, calls: list[Call]) -> TestFile:
    config = {"clc_version_min": "12"}
    scalars = {b.scalar for call in calls for b in (call.result, *call.operands)}
    extensions = [name for scalar, name in EXTENSIONS.items() if scalar in scalars]
    if extensions:
        config["require_device_extensions"] = " ".join(extensions)
    source = template("functions.mako").render(calls=calls, extensions=extensions)
    return TestFile(title, source, [call.section() for call in calls], config)


def type_and_width(name: str) -> tuple[Scalar, int]:
    """"uchar16" apart."""
    base = name.rstrip("0123456789")
    return SCALARS[base], int(name[len(base) :] or 1)
