# SPDX-License-Identifier: MIT
"""Functions of numbers (6.12.2), common (6.12.4) and geometric (6.12.5) ones, where results are
exact or nearly so."""

import math
from collections.abc import Callable, Iterator

import numpy as np

from builtinspec.scalars import LANES, SCALARS, WIDTHS, float_operands, generator
from testgen.model import Case, TestFile

from .functions import Buffer, Call, call_expression, calls_file

NAME = "maths"
SECTION = "OpenCL 1.2, 6.12.2, 6.12.4 and 6.12.5"
AXES = ("function", "width")
FLOAT = SCALARS["float"]
GEOMETRIC_WIDTHS = WIDTHS[:4]

Column = list[float]


def _dyadic(*what: object) -> Column:
    """Numbers with few bits, so that sums and products of some are exact in any order."""
    column: Column = (generator(*what).integers(-64, 65, LANES) / 8).tolist()
    return column


def _weights(*what: object) -> Column:
    column: Column = (generator(*what).integers(0, 17, LANES) / 16).tolist()
    return column


def _some_equal(values: Column, others: Column) -> Column:
    """The others, every fourth one replaced by the value it meets."""
    return [value if i % 4 == 0 else other for i, (value, other) in enumerate(zip(values, others))]


def _clamp(x: float, low: float, high: float) -> float:
    return min(max(x, low), high)


def _mix(x: float, y: float, a: float) -> float:
    return x + (y - x) * a


def _smoothstep(low: float, high: float, x: float) -> float:
    t = min(max((x - low) / (high - low), 0.0), 1.0)
    return t * t * (3 - 2 * t)


def _sign(x: float) -> float:
    """6.12.4: of NaN it is 0."""
    return 0.0 if math.isnan(x) else math.copysign(1.0 if x else 0.0, x)


def _signed_operands(*what: object) -> Column:
    """Both zeros and what rounds to zero, halves, infinities, NaN, and numbers of many sizes."""
    near = [sign * v for v in (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.5, 3e9) for sign in (1.0, -1.0)]
    found = [*near, math.inf, -math.inf, math.nan, *float_operands("exact", *what)]
    return [found[i] for i in generator(*what).permutation(LANES)]


def _rounded(rule: Callable[[float], int]) -> Callable[[float], float]:
    """A whole number of the operand's sign, or the operand where it is none."""
    return lambda x: math.copysign(rule(x), x) if math.isfinite(x) else x


# Name -> function of operands of both signs. The result of a zero is that zero (ISO C99, F.9.6).
_EXACT: dict[str, Callable[..., float]] = {
    "fabs": abs,
    "copysign": math.copysign,
    "ceil": _rounded(math.ceil),
    "floor": _rounded(math.floor),
    "trunc": _rounded(math.trunc),
    "rint": _rounded(round),
    "round": _rounded(lambda x: math.floor(abs(x) + 0.5)),
}
_EXACT_OPERANDS = {"copysign": 2}


def _exact_result(width: int, columns: list[Column], results: Column) -> Buffer:
    """Of numbers that are rounded to zero the sign is not said."""
    lost = [r == 0 and x != 0 for x, r in zip(columns[0], results)]
    lows = [-0.0 if either else r for either, r in zip(lost, results)]
    highs = [0.0 if either else r for either, r in zip(lost, results)]
    return Buffer(FLOAT, width, lows, highs)


# Name -> operands, function, how to compare. 7.4 bounds degrees and radians by 2 and 2.5 ulp; what
# is exact on the operands here needs no tolerance, in whatever order it is computed.
_COMMON: dict[str, tuple[Callable[[], list[Column]], Callable[..., float], str]] = {
    "max": (lambda: [_dyadic("max", 0), _dyadic("max", 1)], max, ""),
    "min": (lambda: [_dyadic("min", 0), _dyadic("min", 1)], min, ""),
    "fmax": (lambda: [_dyadic("fmax", 0), _dyadic("fmax", 1)], max, ""),
    "clamp": (
        lambda: [_dyadic("clamp", 0), [-3.5] * LANES, [v + 4 for v in _weights("clamp")]],
        _clamp,
        "",
    ),
    "mix": (
        lambda: [_dyadic("mix", 0), _dyadic("mix", 1), _weights("mix")],
        _mix,
        "",
    ),
    "step": (
        lambda: [_dyadic("step", 0), _some_equal(_dyadic("step", 0), _dyadic("step", 1))],
        lambda edge, x: 0.0 if x < edge else 1.0,
        "",
    ),
    "smoothstep": (
        lambda: [[-1.0] * LANES, [1.0] * LANES, [3 * v - 1.5 for v in _weights("smoothstep")]],
        _smoothstep,
        " tolerance 4 ulp",
    ),
    "sign": (lambda: [_dyadic("sign")[:-4] + [0.0, -0.0, 1e30, math.nan]], _sign, ""),
    "degrees": (lambda: [_dyadic("degrees")], math.degrees, " tolerance 3 ulp"),
    "radians": (lambda: [_dyadic("radians")], math.radians, " tolerance 3 ulp"),
}


_SIGNED_COMMON = ("sign", "step", "max", "min")  # 6.12.4 says which zero


def _triples(width: int) -> list[list[float]]:
    """Vectors whose length is a whole number: 3-4-0-0, 2-3-6-0, 1-1-5-3, scaled by powers of two
    and with signs and order mixed."""
    bases = {
        1: [[3.0], [5.0]],
        2: [[3.0, 4.0], [5.0, 12.0]],
        3: [[2.0, 3.0, 6.0], [1.0, 4.0, 8.0]],
        4: [[1.0, 1.0, 5.0, 3.0], [2.0, 4.0, 5.0, 6.0]],
    }[width]
    rng = generator("triples", width)
    found = []
    for n in range(LANES // width):
        base = np.array(bases[n % len(bases)]) * 2.0 ** rng.integers(-8, 8)
        found.append((rng.permutation(base) * rng.choice([1, -1], width)).tolist())
    return found


def _flat(vectors: list[list[float]]) -> Column:
    return [value for vector in vectors for value in vector]


def _length(vector: list[float]) -> float:
    return math.sqrt(sum(value * value for value in vector))


def _cross(a: list[float], b: list[float]) -> list[float]:
    product = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    return product + [0.0] * (len(a) - 3)  # of float4: w is 0


def _vectors(column: Column, width: int) -> list[list[float]]:
    return [column[at : at + width] for at in range(0, LANES, width)]


def _geometric(name: str, width: int) -> tuple[Column, int, list[Column], str]:
    """Result, its width, operands and comparison. 7.4: length 2.75 + n/2 ulp, distance 2.5 + 2n,
    normalize 2 + n; the fast ones 8192."""
    plain = name.removeprefix("fast_")
    fast = name != plain
    if plain in ("dot", "cross"):
        columns = [_dyadic(name, 0, width), _dyadic(name, 1, width)]
        pairs = list(zip(*(_vectors(column, width) for column in columns)))
        if plain == "dot":
            return [sum(x * y for x, y in zip(a, b)) for a, b in pairs], 1, columns, ""
        return _flat([_cross(a, b) for a, b in pairs]), width, columns, ""
    vectors = _triples(width)
    lengths = [_length(vector) for vector in vectors]
    if plain == "normalize":
        results = _flat([[v / n for v in vector] for vector, n in zip(vectors, lengths)])
        ulps = 8192 if fast else 2 + width
        return results, width, [_flat(vectors)], f" tolerance {ulps} ulp"
    if plain == "length":
        ulps = 8192 if fast else 3 + width // 2
        return lengths, 1, [_flat(vectors)], f" tolerance {ulps} ulp"
    offsets = _vectors(_dyadic(name, width), width)
    ends = [[v + o for v, o in zip(*both)] for both in zip(vectors, offsets)]
    ulps = 8192 if fast else 3 + 2 * width
    return lengths, 1, [_flat(ends), _flat(offsets)], f" tolerance {ulps} ulp"


_GEOMETRIC = (
    "dot", "cross", "length", "distance", "normalize", "fast_length", "fast_distance",
    "fast_normalize",
)  # fmt: skip


def cases() -> Iterator[Case]:
    for function in _EXACT:
        for width in WIDTHS:
            yield Case(NAME, "exact", f"{function}-float{width}", (function, str(width)))
    for function in _COMMON:
        for width in WIDTHS:
            yield Case(NAME, "common", f"{function}-float{width}", (function, str(width)))
    for function in _GEOMETRIC:
        for width in GEOMETRIC_WIDTHS:
            if function != "cross" or width >= 3:
                yield Case(NAME, "geometric", f"{function}-float{width}", (function, str(width)))


def _call(case: Case) -> Call:
    function, width = case.values[0], int(case.values[1])
    if case.file == "exact":
        columns = [_signed_operands(function, n) for n in range(_EXACT_OPERANDS.get(function, 1))]
        results = [_EXACT[function](*values) for values in zip(*columns)]
        result, compare = _exact_result(width, columns, results), ""
    elif case.file == "common":
        make, compute, compare = _COMMON[function]
        columns = make()
        result = Buffer(FLOAT, width, [compute(*values) for values in zip(*columns)])
    else:
        results, result_width, columns, compare = _geometric(function, width)
        result = Buffer(FLOAT, result_width, results)
    return Call(
        f"test_{case.name.replace('-', '_')}",
        case.name,
        call_expression(function, len(columns)),
        result,
        tuple(Buffer(FLOAT, width, column) for column in columns),
        compare,
        zeros=case.file == "exact" or function in _SIGNED_COMMON,
    )


def build(found: list[Case], strict: bool) -> TestFile:
    return calls_file(f"{NAME} {found[0].file}", [_call(case) for case in found])
