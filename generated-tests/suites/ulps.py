# SPDX-License-Identifier: MIT
"""All mathematical functions (6.12.2) and operators of float, double and half, within the bounds of the tables
of the specification (7.4; cl_khr_fp16), with the special values that 7.5.1 and ISO C99 have."""

import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache

import numpy as np

from builtinspec.allowed import Choices, choices
from builtinspec.floats import FLOAT_FORMATS, FloatFormat, Range
from builtinspec.elementary import Exact
from builtinspec.functions import FUNCTIONS, Function, value_of
from builtinspec.scalars import SCALARS, WIDTHS, Scalar, generator, sized
from testgen.model import Case, Test, TestFile, template

NAME = "ulps"
SECTION = "OpenCL 1.2, 6.12.2, 7.4 and 7.5; cl_khr_fp16"
AXES = ("function", "type", "width", "values")
EXTENSIONS = {"double": "cl_khr_fp64", "half": "cl_khr_fp16"}
LANES = 48  # of a test, or nine times as many; a multiple of every width
SPACES = ("global", "local", "private")  # of pointers, in names of functions
ZEROS = "zero results"  # the axis that says which there are
Column = list[float]

_SPECIAL = (
    0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 1.5, -2.5, 0.1, 100.0,
)  # fmt: skip
_MORE_SPECIAL = (
    -0.1, 0.25, 0.75, -0.75, -1.5, 2.5, 3.5, 4.0, -4.0, 5.0, -5.5, 7.0, -8.0, 10.0, 16.0, -27.0, 33.0, 64.0, -100.0,
    1000.0, -1023.0, 2047.0, 2048.0, 0.001, -0.001, 12345.0, 60000.0,
)  # fmt: skip
_INTS = (0, 1, -1, 2, -2, 3, -3, 4, 5, -7, 8, 10, -24, 100, -126, 149, 1023, -1075, (1 << 31) - 1, -(1 << 31))
_NEAR = (
    1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 1.5, 0.25, 10.0, math.pi / 4, -math.pi / 2, math.pi / 2, math.pi, 1.5 * math.pi,
    2 * math.pi, math.e,
)  # fmt: skip


def _in_format(form: FloatFormat, values: object) -> Column:
    with np.errstate(over="ignore"):
        found: Column = np.asarray(values, dtype=form.scalar.dtype).astype(np.float64).tolist()
    return found


def _specials(form: FloatFormat) -> Column:
    """Those that are combined with each other: the ends of the format are among them."""
    ends = [float(form.largest), -float(form.largest), float(form.least_normal)]
    return [*_in_format(form, _SPECIAL), *ends]


def _special(form: FloatFormat, function: Function, index: int, rng: np.random.Generator) -> Column:
    if len(function.operands) == 1:
        chosen = [*_specials(form), *_in_format(form, _MORE_SPECIAL)]
        return chosen + _usual(form, function, index, rng)[: LANES - len(chosen)]
    several = _specials(form)
    chosen = [several[n // len(several) ** index % len(several)] for n in range(len(several) ** 2)]
    if len(function.operands) > 2:  # the third goes with neither of the others
        chosen = [chosen[i] for i in rng.permutation(len(chosen))]
    return chosen + _usual(form, function, index, rng)[: 9 * LANES - len(chosen)]


def _usual(form: FloatFormat, function: Function, index: int, rng: np.random.Generator) -> Column:
    return _in_format(form, rng.uniform(*function.spans[index], LANES))


def _near(form: FloatFormat, function: Function, index: int, rng: np.random.Generator) -> Column:
    """Up to three steps beside numbers at which functions turn, end, or are zero."""
    chosen = np.asarray(_in_format(form, rng.choice(_NEAR, LANES) if index else np.resize(_NEAR, LANES)))
    steps = rng.integers(-3, 4, LANES) * 2.0 ** (1 - form.precision) * np.abs(chosen)
    return _in_format(form, chosen + steps)


def _wide(form: FloatFormat, function: Function, index: int, rng: np.random.Generator) -> Column:
    """Of all sizes."""
    exponents = rng.integers(form.low, form.high, LANES).astype(np.float64)
    signs = rng.choice([1.0, -1.0], LANES)
    return _in_format(form, np.ldexp(rng.uniform(1, 2, LANES), exponents.astype(int)) * signs)


def _denormal(form: FloatFormat, function: Function, index: int, rng: np.random.Generator) -> Column:
    """Denormal numbers, the least normal one, and a few others so that they meet."""
    steps = rng.integers(1, 1 << (form.precision - 1), LANES).astype(np.float64)
    steps[:4] = (1, 2, (1 << (form.precision - 1)) - 1, 1 << (form.precision - 1))
    found = steps * float(form.step(form.low)) * rng.choice([1.0, -1.0], LANES)
    if index:
        found[::2] = _in_format(form, rng.uniform(-4, 4, LANES // 2))
    return _in_format(form, rng.permutation(found) if index else found)


_CLASSES: dict[str, Callable[[FloatFormat, Function, int, np.random.Generator], Column]] = {
    "special": _special, "usual": _usual, "near": _near, "wide": _wide, "denormal": _denormal,
}  # fmt: skip


def _ints(function: Function, index: int, values: str, count: int, rng: np.random.Generator) -> Column:
    if values == "special":
        found = np.array([_INTS[n // len(_INTS) % len(_INTS)] for n in range(count)])
    elif values == "wide":
        found = rng.integers(-2100, 2100, count)
    else:
        low, high = function.spans[index]
        found = rng.integers(int(low), int(high) + 1, count)
    whole: Column = found.tolist()
    return whole


def _code_type(form: FloatFormat) -> Scalar:
    return sized(form.scalar.bits, False)


def _column(form: FloatFormat, function: Function, index: int, values: str, rng: np.random.Generator) -> Column:
    kind = function.operands[index]
    if kind == "u":
        codes: Column = rng.integers(0, _code_type(form).most, LANES, dtype=np.uint64).tolist()
        return codes
    if kind in "nm":
        lanes = 9 * LANES if values == "special" else LANES
        return _ints(function, index, values, lanes, rng)
    return _CLASSES[values](form, function, index, rng)


def _shared(function: Function, columns: list[Column], width: int) -> list[Column]:
    """Scalars beside vectors are the same for all of a vector."""
    return [
        [column[n - n % width] for n in range(len(column))] if kind in "sm" else column
        for kind, column in zip(function.operands, columns)
    ]


def _operands(function: Function, form: FloatFormat, values: str, width: int) -> list[Column]:
    rng = generator(function.name.partition("-")[0], form.scalar.name, values)
    columns = [_column(form, function, n, values, rng) for n in range(len(function.operands))]
    return _shared(function, columns, width)


def _told_width(function: Function, width: int) -> int:
    """It matters only where scalars are shared."""
    return width if {"s", "m"} & set(function.operands) else 1


@cache
def _results(
    name: str, scalar: str, values: str, width: int, strict: bool
) -> tuple[list[Column], list[list[Choices]]]:
    """Operands, and what each lane's results may be."""
    function, form = FUNCTIONS[name], FLOAT_FORMATS[scalar]
    columns = _operands(function, form, values, width)
    return columns, [choices(function, form, lane, strict) for lane in zip(*columns)]


def _zero(kind: str, value: Exact | int) -> str:
    if value != 0:
        return ""
    if kind == "i":
        return "0 of an int"
    return "-0" if isinstance(value, float) and math.copysign(1, value) < 0 else "0"


@cache
def _zeros(name: str, scalar: str, values: str, width: int) -> str:
    """Which zeros are among the results: zeros, poles and the signs of both are where many functions are wrong that are right elsewhere."""
    function, form = FUNCTIONS[name], FLOAT_FORMATS[scalar]
    lanes = zip(*_operands(function, form, values, width))
    found = {_zero(kind, value) for lane in lanes for kind, value in zip(function.results, value_of(function, form, *lane))}
    return " and ".join(sorted(found - {""})) or "none"


def facts(values: Mapping[str, str]) -> Mapping[str, str]:
    """The function without the address space of its pointer, and zeros."""
    name, _, space = values["function"].partition("-")
    is_pointer = space in SPACES
    one_of_all = f"{name}-{SPACES[0]}" if is_pointer else values["function"]  # the same operands, whatever the space
    width = _told_width(FUNCTIONS[one_of_all], int(values["width"]))
    zeros = {ZEROS: _zeros(one_of_all, values["type"], values["values"], width)}
    return {"function": name, "space": space, **zeros} if is_pointer else zeros


_DIGITS = {16: "%.5g", 32: "%.9g", 64: "%.17g"}


def _spelled(scalar: Scalar, value: float) -> str:
    return _DIGITS[scalar.bits] % value if scalar.is_float else str(int(value))


def _range_text(scalar: Scalar, ends: Range) -> str:
    low, high = (_spelled(scalar, end) for end in ends)
    return low if low == high else f"{low}..{high}"


def _choice_text(scalar: Scalar, found: Choices) -> str:
    """Each choice once; what another one has within itself is left out."""
    once = {_range_text(scalar, one): one for one in found}
    return "|".join(
        text for text, one in once.items()
        if not any(other is not one and _holds(other, one) for other in once.values())
    )  # fmt: skip


def _at_least(a: float, b: float) -> bool:
    """a >= b, where -0 is below 0."""
    return a > b or (a == b and math.copysign(1, a) >= math.copysign(1, b)) or (a == b != 0)


def _holds(outer: Range, inner: Range) -> bool:
    return _at_least(inner[0], outer[0]) and _at_least(outer[1], inner[1])


def _operand_type(form: FloatFormat, kind: str, width: int) -> tuple[Scalar, int]:
    if kind == "u":
        return _code_type(form), width
    return (SCALARS["int"] if kind in "nm" else form.scalar), (1 if kind in "sm" else width)


def _result_type(form: FloatFormat, kind: str) -> Scalar:
    return SCALARS["int"] if kind == "i" else form.scalar


def _test(case: Case, strict: bool) -> Test:
    name, scalar, width_text, values = case.values
    function, form, width = FUNCTIONS[name], FLOAT_FORMATS[scalar], int(width_text)
    columns, lanes = _results(name, scalar, values, _told_width(function, width), strict)
    count = len(lanes) // width
    lines = [f"kernel_name: of_{width}", f"global_size: {count} 1 1"]
    for n, kind in enumerate(function.results):
        of_type = _result_type(form, kind)
        text = " ".join(_choice_text(of_type, lane[n]) for lane in lanes)
        zeros = " signed_zero" if of_type.is_float else ""
        lines.append(f"arg_out: {n} buffer {of_type.vector(width)}[{count}] {text}{zeros}")
    for n, (kind, column) in enumerate(zip(function.operands, columns), len(function.results)):
        of_type, wide = _operand_type(form, kind, width)
        numbers = " ".join(_spelled(of_type, value) for value in column[:: width // wide])
        lines.append(f"arg_in: {n} buffer {of_type.vector(wide)}[{count}] {numbers}")
    return Test(case.name, lines)


def _values_of(function: Function) -> tuple[str, ...]:
    if function.name.startswith("half_") or function.operands == "u":
        return ("usual",)
    return tuple(_CLASSES)


def cases() -> Iterator[Case]:
    for function in FUNCTIONS.values():
        for scalar in function.types:
            for width in WIDTHS:
                if width == 1 and function.name.endswith("-scalar"):
                    continue
                for values in _values_of(function):
                    axes = (function.name, scalar, str(width), values)
                    yield Case(NAME, f"{scalar}/{function.name}", f"{FLOAT_FORMATS[scalar].scalar.vector(width)}/{values}", axes)


def build(found: list[Case], strict: bool) -> TestFile:
    function, form = FUNCTIONS[found[0].values[0]], FLOAT_FORMATS[found[0].values[1]]
    extension = EXTENSIONS.get(form.scalar.name, "")
    widths = list(dict.fromkeys(int(case.values[2]) for case in found))
    source = template("ulps.mako").render(
        function=function,
        extension=extension,
        widths=widths,
        types={width: form.scalar.vector(width) for width in widths},
        results={width: [_result_type(form, kind).vector(width) for kind in function.results] for width in widths},
        operands={
            width: [scalar.vector(wide) for scalar, wide in (_operand_type(form, k, width) for k in function.operands)]
            for width in widths
        },
    )  # fmt: skip
    config = {"clc_version_min": "12", **({"require_device_extensions": extension} if extension else {})}
    tests = [_test(case, strict) for case in found]
    return TestFile(f"{NAME} {found[0].file}", source, tests, config)
