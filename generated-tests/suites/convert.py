# SPDX-License-Identifier: MIT
"""convert_T(): every pair of types, with every rounding mode, with and without saturation."""

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np

from builtinspec.conversion import MODES, convert, in_range
from builtinspec.scalars import (
    DOUBLE, HALF, LANES, SCALARS, WIDTHS, Scalar, generator, integer_operands,
)  # fmt: skip
from testgen.model import Case, TestFile

from .functions import Buffer, Call, calls_file

NAME = "convert"
SECTION = "OpenCL 1.2, 6.2.3; cl_khr_fp16"
AXES = ("from", "to", "saturation", "rounding", "width", "seldom")
TYPES = {**SCALARS, DOUBLE.name: DOUBLE, HALF.name: HALF}
INTEGER_BITS = (8, 16, 32, 64)


def _seldom(source: Scalar, target: Scalar, mode: str) -> str:
    """Rounding takes a mode, a type with a fraction on one side and integers on the other to come
    together, so that pairs of those would not make sure of it."""
    if source.is_float == target.is_float:
        return ""
    return f"{source.name}{mode}" if source.is_float else f"to {target.name}{mode}"


def cases() -> Iterator[Case]:
    number = 0
    for source, target in itertools.product(TYPES.values(), repeat=2):
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


def _neighbours(dtype: type, end: float) -> list[float]:
    """A number, what is beside it, and what is beside that."""
    with np.errstate(over="ignore"):
        found = [dtype(end)]
    if math.isinf(found[0]):
        return []
    for limit in (-math.inf, math.inf):
        near = np.nextafter(found[0], dtype(limit))
        found += [near, np.nextafter(near, dtype(limit))]
    return [float(v) for v in found]


def _to_integers(source: Scalar, target: Scalar) -> list[float]:
    """Zeros, halves, ends of all integer types and what is beside them, all sizes."""
    dtype = source.dtype.type
    rng = generator("convert", target.name)
    small = [whole + part for whole in (0, 1, 2, 3, 100) for part in (0.0, 0.25, 0.5, 0.75)]
    ends = [2.0**bits for bits in (*INTEGER_BITS, *(bits - 1 for bits in INTEGER_BITS))]
    ends += [end + part for end in ends for part in (-1.0, -0.5, 0.5)]
    near = [v for end in ends for v in _neighbours(dtype, end)]
    sizes = rng.uniform(-2, 2, 60) * 2.0 ** rng.integers(0, 66, 60)
    with np.errstate(over="ignore"):
        held = [float(dtype(np.float32(v))) for v in sizes]
    return [sign * v for v in [*small, math.inf, *near, *held] for sign in (1.0, -1.0)]


def _to_floats(source: Scalar, target: Scalar) -> list[float]:
    """Numbers between neighbouring floats: half way, beside that, and a quarter; at the end of
    their range, too. None that become denormal, whose flushing would show when rounding up."""
    rng = generator("convert", target.name)
    kind, held = np.finfo(target.dtype), source.dtype.type
    least, beyond = 2.0**kind.minexp, 2.0**kind.maxexp
    steps = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5)
    inside = [2.0**power for power in (31, 63) if power < kind.maxexp]
    whole = [1.0, 2.0 - float(kind.eps), *inside, least, float(kind.max)]
    near = [v + step * math.ulp(v) * 2.0 ** (52 - kind.nmant) for v in whole for step in steps]
    halves = [v for end in near for v in _neighbours(held, end)]
    sizes = rng.uniform(1, 2, 40) * 2.0 ** rng.integers(kind.minexp + 6, kind.maxexp + 2, 40)
    large = [beyond, 2.0 ** (np.finfo(source.dtype).maxexp - 1), math.inf]
    found = [0.0, *halves, *large, *(float(held(v)) for v in sizes)]
    return [sign * v for v in found if v == 0 or v >= least for sign in (1.0, -1.0)]


def _integers_near_halves(source: Scalar, digits: int) -> list[int]:
    """Ends of the integer types, and integers around the middle between two floats of so many
    binary digits, for all sizes that have any."""
    found = [0]
    found += [2**bits - off for n in INTEGER_BITS for bits in (n - 1, n) for off in (-1, 0, 1, 2)]
    for bits in range(digits, source.bits):
        step = 2 ** (bits - digits + 1)  # between floats from 2^bits on
        for start in (2**bits, 2**bits + step, 2 ** (bits + 1) - step):
            found += [start + step // 2 + off for off in (-1, 0, 1)]
    signed = [sign * v for v in found for sign in (1, -1)]
    return [v for v in signed if source.least <= v <= source.most]


def _integer_candidates(source: Scalar, target: Scalar) -> list[int]:
    found = integer_operands(source, target.name)
    if target.is_float:
        return found + _integers_near_halves(source, np.finfo(target.dtype).nmant + 1)
    others = [*integer_operands(target, source.name), *range(100)]
    return found + [v for v in others if source.least <= v <= source.most]


def _operands(source: Scalar, target: Scalar, mode: str, saturate: bool) -> list[float]:
    """Numbers that the conversion is defined for, a multiple of LANES of them."""
    if source.is_float and target.is_float and source.bits > target.bits:
        found: Sequence[float] = _to_floats(source, target)
    elif source.is_float:
        found = _to_integers(source, target)
    else:
        found = _integer_candidates(source, target)
    if source.is_float and target.is_float:
        found = [*found, math.nan]
    if not saturate:
        found = [v for v in found if in_range(v, mode, target)]
    found = list({(v, math.copysign(1, v)): v for v in found}.values())  # both zeros
    lanes = -(-len(found) // LANES) * LANES
    return [found[i % len(found)] for i in range(lanes)]


def build(found: list[Case], strict: bool) -> TestFile:
    calls = []
    for case in found:
        source, target = TYPES[case.values[0]], TYPES[case.values[1]]
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
                zeros=True,
            )
        )
    return calls_file(f"{NAME} {found[0].file}", calls)
