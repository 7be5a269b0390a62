# SPDX-License-Identifier: MIT
"""convert_T(): every pair of types, with every rounding mode, with and without saturation."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

from builtinspec.conversion import MODES, convert, in_range
from builtinspec.scalars import LANES, SCALARS, WIDTHS, Scalar, generator, integer_operands
from testgen.model import Case, TestFile

from .functions import Buffer, Call, calls_file

NAME = "convert"
AXES = ("from", "to", "saturation", "rounding", "width", "seldom")


def _seldom(source: Scalar, target: Scalar, mode: str) -> str:
    """Rounding takes a mode, float on one side and integers on the other to come together, so that
    pairs of those would not make sure of it."""
    if source.is_float == target.is_float:
        return ""
    return f"float{mode}" if source.is_float else f"to float{mode}"


def cases() -> Iterator[Case]:
    number = 0
    for source, target in itertools.product(SCALARS.values(), repeat=2):
        for saturation in ("", "_sat"):
            for mode in MODES:
                if saturation and target.is_float:
                    continue
                number += 1
                for width in (1, WIDTHS[1 + number % 5]):
                    name = f"convert_{target.vector(width)}{saturation}{mode}"
                    seldom = _seldom(source, target, mode)
                    axes = (source.name, target.name, saturation, mode, str(width), seldom)
                    yield Case(NAME, f"{source.name}-to-{target.name}", name, axes)


def _float_candidates(target: Scalar) -> list[float]:
    """Halves, ends of the target's range and what is beside them, all sizes; no denormals, whose
    flushing would show when rounding up."""
    rng = generator("convert", target.name)
    small = [whole + part for whole in (0, 1, 2, 3, 100) for part in (0.0, 0.25, 0.5, 0.75)]
    signed = [sign * v for v in small for sign in (1.0, -1.0)]
    if target.is_float:
        ends = []
    else:
        ends = [float(target.least), float(target.most), target.most / 2, target.least / 2]
        ends += [target.most + 0.5, target.least - 0.5, target.most * 3.0, float("inf")]
    sizes = (rng.uniform(-2, 2, 60) * 2.0 ** rng.integers(0, 66, 60)).astype("f4")
    return [float(v) for v in [*signed, *ends, *[-e for e in ends], *sizes]]


def _operands(source: Scalar, target: Scalar, mode: str, saturate: bool) -> list[int | float]:
    """LANES numbers that the conversion is defined for."""
    if source.is_float:
        found = [float(np.float32(v)) for v in _float_candidates(target)]
    else:
        found = integer_operands(source, target.name)
    if not source.is_float and not target.is_float:
        others = [*integer_operands(target, source.name), *range(100)]
        found += [v for v in others if source.least <= v <= source.most]
    if not saturate:
        found = [v for v in found if in_range(v, mode, target)]
    found = list(dict.fromkeys(found))
    return [found[i % len(found)] for i in range(LANES)]


def build(found: list[Case], strict: bool) -> TestFile:
    calls = []
    for case in found:
        source, target = SCALARS[case.values[0]], SCALARS[case.values[1]]
        saturation, mode, width = case.values[2], case.values[3], int(case.values[4])
        operands = _operands(source, target, mode, bool(saturation))
        results = [convert(value, target, mode, bool(saturation)) for value in operands]
        calls.append(
            Call(
                f"test_{case.name}",
                case.name,
                f"{case.name}(a[i])",
                Buffer(target, width, results),
                (Buffer(source, width, operands),),
            )
        )
    return calls_file(f"{NAME} {found[0].file}", calls)
