# SPDX-License-Identifier: MIT
"""Integer functions (6.12.3) of every type and width."""

from collections.abc import Iterator

from builtinspec.integers import FUNCTIONS, Function, upsample
from builtinspec.scalars import INTEGERS, LANES, WIDTHS, Scalar, integer_operands, sized
from testgen.model import Case, TestFile

from .functions import Buffer, Call, call_expression, calls_file, type_and_width

NAME = "integer"
SECTION = "OpenCL 1.2, 6.12.3"
AXES = ("function", "type", "width")
_NAMED = {function.name: function for function in FUNCTIONS}
_HALVES = [scalar for scalar in INTEGERS.values() if scalar.bits < 64]


def cases() -> Iterator[Case]:
    for function in FUNCTIONS:
        for name in function.types:
            yield from _widths(function.name, INTEGERS[name])
    for scalar in _HALVES:
        yield from _widths("upsample", scalar)


def _widths(function: str, scalar: Scalar) -> Iterator[Case]:
    for width in WIDTHS:
        axes = (function, scalar.name, str(width))
        yield Case(NAME, function, scalar.vector(width), axes)


def _narrowed(function: Function, scalar: Scalar, values: list[int], which: int) -> list[int]:
    """Operands that the function is defined for: factors of 24 bits, bounds in order."""
    if function.name in ("mul24", "mad24") and which < 2:
        bits = 23 if scalar.is_signed else 24
        return [value % 2**bits - (2**22 if scalar.is_signed else 0) for value in values]
    return values


def _function_call(case: Case, function: Function) -> Call:
    scalar, width = type_and_width(case.name)
    columns = [
        _narrowed(function, scalar, integer_operands(scalar, function.name, which), which)
        for which in range(function.operands)
    ]
    if function.name == "clamp":
        columns[1:] = map(list, zip(*(sorted(pair) for pair in zip(*columns[1:]))))
    results = [function.defined(scalar, *operands) for operands in zip(*columns)]
    return Call(
        f"test_{case.name}",
        case.name,
        call_expression(function.name, function.operands),
        Buffer(function.result(scalar), width, results),
        tuple(Buffer(scalar, width, column) for column in columns),
    )


def _upsample_call(case: Case) -> Call:
    """The low half is unsigned."""
    scalar, width = type_and_width(case.name)
    wide, low = sized(2 * scalar.bits, scalar.is_signed), sized(scalar.bits, False)
    columns = [integer_operands(scalar, "high"), integer_operands(low, "low")]
    results = [upsample(wide, *columns_of) for columns_of in zip(*columns)]
    operands = (Buffer(scalar, width, columns[0]), Buffer(low, width, columns[1]))
    expression = call_expression("upsample", 2)
    return Call(f"test_{case.name}", case.name, expression, Buffer(wide, width, results), operands)


def build(found: list[Case], strict: bool) -> TestFile:
    calls = [
        _upsample_call(case) if case.file == "upsample" else _function_call(case, _NAMED[case.file])
        for case in found
    ]
    assert all(len(call.result.lanes) == LANES for call in calls)
    return calls_file(f"{NAME} {found[0].file}", calls)
