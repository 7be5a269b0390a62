# SPDX-License-Identifier: MIT
"""Relational functions (6.12.6): comparisons and classes of floats, any, all, bitselect, select."""

from collections.abc import Iterator, Sequence

import numpy as np

from builtinspec.relations import RELATIONS, Relation, truth
from builtinspec.scalars import (
    INTEGERS,
    LANES,
    SCALARS,
    WIDTHS,
    Scalar,
    float_operands,
    generator,
    integer_operands,
    sized,
)
from imagespec.arrays import Array
from testgen.model import Case, TestFile

from .functions import Buffer, Call, call_expression, calls_file, type_and_width

NAME = "relational"
SECTION = "OpenCL 1.2, 6.12.6"
AXES = ("function", "type", "width")
_NAMED = {relation.name: relation for relation in RELATIONS}
_SIGNED = [scalar for scalar in INTEGERS.values() if scalar.is_signed]


def cases() -> Iterator[Case]:
    choices = [(relation.name, [SCALARS["float"]]) for relation in RELATIONS]
    choices += [("any", _SIGNED), ("all", _SIGNED)]
    choices += [("bitselect", list(SCALARS.values())), ("select", list(SCALARS.values()))]
    choices += [("select-unsigned", list(SCALARS.values()))]
    for function, scalars in choices:
        for scalar in scalars:
            for width in WIDTHS:
                axes = (function, scalar.name, str(width))
                yield Case(NAME, function, scalar.vector(width), axes)


def _operands(scalar: Scalar, *what: object) -> Sequence[float]:
    if scalar.is_float:
        return float_operands(*what)
    return integer_operands(scalar, *what)


def _relation(relation: Relation, width: int) -> tuple[str, Buffer, list[Buffer]]:
    columns = [float_operands(relation.name, n) for n in range(relation.operands)]
    for n in range(0, LANES, 3):  # equal numbers are rare by chance
        columns[-1][n] = columns[0][n]
    results = [truth(relation.holds(*values), width) for values in zip(*columns)]
    operands = [Buffer(SCALARS["float"], width, column) for column in columns]
    expression = call_expression(relation.name, relation.operands)
    return expression, Buffer(SCALARS["int"], width, results), operands


def _any_or_all(name: str, scalar: Scalar, width: int) -> tuple[str, Buffer, list[Buffer]]:
    """The most significant bits decide; the result is a scalar int."""
    lanes = integer_operands(scalar, name)
    decide = any if name == "any" else all
    for n, value in enumerate(lanes):  # all of many, and none of many, are rare by chance
        if n % 32 < 20 and value != scalar.least:
            lanes[n] = abs(value) if decide is any else -abs(value) - 1
    results = [
        int(decide(value < 0 for value in lanes[at : at + width])) for at in range(0, LANES, width)
    ]
    return f"{name}(a[i])", Buffer(SCALARS["int"], 1, results), [Buffer(scalar, width, lanes)]


def _bits(scalar: Scalar, lanes: Sequence[float]) -> Array:
    return np.array(lanes, dtype=scalar.dtype).view(f"u{scalar.dtype.itemsize}")


def _float_patterns(exponents: Array, *what: object) -> list[float]:
    rng = generator(*what)
    free = rng.integers(0, 2**32, LANES, dtype=np.uint32) & np.uint32(0x807FFFFF)
    patterns: Array = free | exponents.astype(np.uint32) << 23
    found: list[float] = patterns.view(np.float32).tolist()
    return found


def _bitselect(scalar: Scalar, width: int) -> tuple[str, Buffer, list[Buffer]]:
    """Bits of b where c has ones. Floats are kept from becoming NaN or denormal, whose bits need
    not survive: what is chosen from has one exponent."""
    columns: Sequence[Sequence[float]]
    if scalar.is_float:
        exponents = [np.full(LANES, 127), np.full(LANES, 127), np.arange(LANES) * 5 + 1]
        columns = [_float_patterns(e, "bitselect", n) for n, e in enumerate(exponents)]
    else:
        columns = [integer_operands(scalar, "bitselect", n) for n in range(3)]
    a, b, c = (_bits(scalar, column) for column in columns)
    results = ((a & ~c) | (b & c)).view(scalar.dtype).tolist()
    operands = [Buffer(scalar, width, column) for column in columns]
    return call_expression("bitselect", 3), Buffer(scalar, width, results), operands


def _select(scalar: Scalar, width: int, signed: bool) -> tuple[str, Buffer, list[Buffer]]:
    """A vector's lanes choose by the most significant bit, a scalar by being other than 0."""
    chooser = sized(scalar.bits, signed)
    a, b = _operands(scalar, "select", 0), _operands(scalar, "select", 1)
    c = integer_operands(chooser, "choice")
    top = 1 << (scalar.bits - 1)
    chosen = [bool(v) if width == 1 else bool(v & top) for v in c]
    results = [second if choice else first for first, second, choice in zip(a, b, chosen)]
    operands = [Buffer(scalar, width, a), Buffer(scalar, width, b), Buffer(chooser, width, c)]
    return call_expression("select", 3), Buffer(scalar, width, results), operands


def _call(case: Case) -> Call:
    scalar, width = type_and_width(case.name)
    if case.file in _NAMED:
        expression, result, operands = _relation(_NAMED[case.file], width)
    elif case.file in ("any", "all"):
        expression, result, operands = _any_or_all(case.file, scalar, width)
    elif case.file == "bitselect":
        expression, result, operands = _bitselect(scalar, width)
    else:
        expression, result, operands = _select(scalar, width, case.file == "select")
    return Call(f"test_{case.name}", case.name, expression, result, tuple(operands), zeros=True)


def build(found: list[Case], strict: bool) -> TestFile:
    return calls_file(f"{NAME} {found[0].file}", [_call(case) for case in found])
