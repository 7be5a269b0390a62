# SPDX-License-Identifier: MIT
"""vload and vstore (6.12.7) with all address spaces, halves with all rounding modes, and shuffle
(6.12.12)."""

from collections.abc import Iterator
from typing import TypedDict

import numpy as np

from builtinspec.conversion import MODES, rounded_to_float
from builtinspec.scalars import (
    SCALARS,
    WIDTHS,
    Scalar,
    float_operands,
    generator,
    integer_operands,
)
from imagespec.arrays import Array
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

NAME = "vectors"
SECTION = "OpenCL 1.2, 6.12.7 and 6.12.12"
AXES = ("function", "type", "width", "space")
LOADS, STORES = ("global", "constant", "local", "private"), ("global", "local", "private")
COUNT = 6  # vectors of a test
SHUFFLED = (2, 4, 8, 16)
FLOAT = SCALARS["float"]
HALF = Scalar("half", np.dtype("f2"))


def cases() -> Iterator[Case]:
    for scalar in SCALARS.values():
        for width in WIDTHS[1:]:
            yield from _spaces(f"vload{width}", scalar, width, LOADS)
            yield from _spaces(f"vstore{width}", scalar, width, STORES)
        for width in SHUFFLED:
            for function in ("shuffle", "shuffle2"):
                for result in SHUFFLED:
                    axes = (function, scalar.name, str(width), str(result))
                    name = f"{scalar.vector(width)}-to-{scalar.vector(result)}"
                    yield Case(NAME, f"{function}-{scalar.name}", name, axes)
    for prefix, widths in (("", WIDTHS), ("a", WIDTHS[1:])):
        for width in widths:
            n = "" if width == 1 else str(width)
            yield from _spaces(f"vload{prefix}_half{n}", HALF, width, LOADS)
            for mode in MODES:
                yield from _spaces(f"vstore{prefix}_half{n}{mode}", HALF, width, STORES)


def _spaces(function: str, scalar: Scalar, width: int, spaces: tuple[str, ...]) -> Iterator[Case]:
    for space in spaces:
        axes = (function, scalar.name, str(width), space)
        stem = function.split("_")[0].rstrip("0123456789")
        yield Case(NAME, f"{stem}-{scalar.name}-{space}", function, axes)


def _elements(scalar: Scalar, count: int, *what: object) -> Array:
    """Numbers that any copy keeps."""
    if scalar is HALF:
        values = [*_halves(), *np.arange(100) / 8]
    elif scalar.is_float:
        values = float_operands(*what)
    else:
        values = integer_operands(scalar, *what)
    return np.array([values[i % len(values)] for i in range(count)], dtype=scalar.dtype)


def _halves() -> list[float]:
    """Halves of every kind: both zeros, denormals, ends, infinities, NaN."""
    patterns = [0, 0x8000, 1, 0x3FF, 0x8001, 0x400, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00, 0x3C01]
    halves: list[float] = np.array(patterns, dtype=np.uint16).view(np.float16).tolist()
    return halves


def _floats_for_halves() -> list[float]:
    """Floats on, between and beyond halves, of both signs."""
    base = [1.0, 2.5, 0.333, 65503.9, 65504.0, 65510.0, 65519.9, 65520.0, 70000.0, 1e10]
    between = [1 + k * 2**-12 for k in range(1, 9)]
    small = [2**-14 * 0.999, 2**-24, 2**-25, 2**-25 * 1.01, 3 * 2**-25, 2**-26, 1.7e-6, 6.1e-5]
    special = [0.0, -0.0, float("inf"), float("-inf"), float("nan")]
    both = [sign * v for v in (*base, *between, *small) for sign in (1.0, -1.0)]
    return [float(np.float32(v)) for v in (*special, *both)]


def _stride(function: str, width: int) -> int:
    """vloada and vstorea of three step by four (6.12.7)."""
    return 4 if width == 3 and function.startswith(("vloada", "vstorea")) else width


def _room(function: str, width: int) -> int:
    """Elements of the memory: one more than the vectors take, in whole steps."""
    stride = _stride(function, width)
    return (COUNT + 1) * stride if stride > width else COUNT * stride + 1


class _Kernel(TypedDict):
    """What the template needs to know of a kernel."""

    name: str
    function: str
    element: str
    holder: str
    vector: str
    offset: int
    room: int
    space: str


def _kernel(case: Case) -> _Kernel:
    function, base, width, space = case.values
    scalar = SCALARS.get(base, HALF)
    seen = FLOAT if scalar is HALF else scalar
    return {
        "name": f"test_{function}",
        "function": function,
        "element": scalar.name,
        "holder": "ushort" if scalar is HALF else scalar.name,  # arrays of half are an extension
        "vector": seen.vector(int(width)),
        "offset": 0 if function.startswith(("vloada", "vstorea")) else 1,
        "room": _room(function, int(width)),
        "space": space,
    }


def _exactly(values: Array) -> str:
    """Expected numbers that are copied, or rounded by IEEE 754: zeros keep their signs."""
    return numbers.text(values) + numbers.sign_of_zero(values)


def _load_test(case: Case) -> Test:
    """Vectors of a buffer that starts one element late, where alignment is not asked for."""
    function, base, width, _ = case.values
    scalar, n = SCALARS.get(base, HALF), int(width)
    stride, kernel = _stride(function, n), _kernel(case)
    memory = _elements(scalar, kernel["room"], function)
    start = kernel["offset"]
    seen = [memory[start + i * stride : start + i * stride + n] for i in range(COUNT)]
    result = np.concatenate(seen)
    result = result.astype(np.float32) if scalar is HALF else result
    lines = [
        f"kernel_name: {kernel['name']}",
        f"arg_out: 0 buffer {kernel['vector']}[{COUNT}] {_exactly(result)}",
        f"arg_in: 1 buffer {scalar.name}[{len(memory)}] {numbers.text(memory)}",
    ]
    return Test(case.name, lines)


def _stored(function: str, scalar: Scalar, values: Array) -> Array:
    if scalar is not HALF:
        return values
    mode = "_" + function.rpartition("_")[2] if function.endswith(MODES[1:]) else ""
    return np.array([rounded_to_float(float(v), mode, np.float16) for v in values], np.float16)


def _store_test(case: Case) -> Test:
    """What lies before, between and behind the vectors stays as it was, but for the fourth element
    of an aligned vector of three: a half3 is written (6.12.7), of the size of four (6.1.5)."""
    function, base, width, space = case.values
    scalar, n = SCALARS.get(base, HALF), int(width)
    stride, kernel = _stride(function, n), _kernel(case)
    before = np.full(kernel["room"], 77, dtype=scalar.dtype)
    if scalar is HALF:
        pool = _floats_for_halves()
        values = np.array([pool[(i * 7 + n) % len(pool)] for i in range(COUNT * n)], np.float32)
    else:
        values = _elements(scalar, COUNT * n, function)
    stored, after, start = _stored(function, scalar, values), before.copy(), kernel["offset"]
    for i in range(COUNT):
        after[start + i * stride : start + i * stride + n] = stored[i * n : (i + 1) * n]
    buffer = f"buffer {scalar.name}[{len(before)}]"
    expected = f"{buffer} {_exactly(after)}"
    if stride > n:
        steps = after.reshape(-1, stride)[:, :n]
        expected = f"buffer {scalar.vector(n)}[{len(steps)}] {_exactly(steps)}"
    lines = [
        f"kernel_name: {kernel['name']}",
        f"global_size: {COUNT if space == 'global' else 1} 1 1",
        f"arg_in: 0 {buffer} repeat 77",
        f"arg_out: 0 {expected}",
        f"arg_in: 1 buffer {kernel['vector']}[{COUNT}] {numbers.text(values)}",
    ]
    return Test(case.name, lines)


def _shuffle_test(case: Case) -> Test:
    """Elements chosen by the low bits of the mask; the others are ignored."""
    function, base, width, result_width = case.values
    scalar, n, m = SCALARS[base], int(width), int(result_width)
    mask_type = next(s for s in SCALARS.values() if s.name == f"u{_integer_name(scalar)}")
    rng = generator(function, base, n, m)
    sources = 2 if function == "shuffle2" else 1
    columns = [_elements(scalar, COUNT * n, function, s) for s in range(sources)]
    mask = rng.integers(0, 2**scalar.bits, COUNT * m, dtype=mask_type.dtype)
    chosen = []
    for i in range(COUNT):
        pool = np.concatenate([column[i * n : (i + 1) * n] for column in columns])
        low = mask[i * m : (i + 1) * m] & mask_type.dtype.type(n * sources - 1)
        chosen.append(pool[low.astype(int)])
    lines = [f"kernel_name: {_shuffle_name(case)}"]
    lines += [f"arg_out: 0 buffer {scalar.vector(m)}[{COUNT}] {_exactly(np.array(chosen))}"]
    for s, column in enumerate(columns):
        lines += [f"arg_in: {s + 1} buffer {scalar.vector(n)}[{COUNT}] {numbers.text(column)}"]
    index, vector = sources + 1, mask_type.vector(m)
    lines += [f"arg_in: {index} buffer {vector}[{COUNT}] {numbers.text(mask)}"]
    return Test(case.name, lines)


def _integer_name(scalar: Scalar) -> str:
    """The signed integer type of the same width."""
    return {8: "char", 16: "short", 32: "int", 64: "long"}[scalar.bits]


def _shuffle_name(case: Case) -> str:
    return "test_" + case.name.replace("-", "_")


def _shuffle_kernel(case: Case) -> dict[str, object]:
    function, base, width, result_width = case.values
    scalar = SCALARS[base]
    return {
        "name": _shuffle_name(case),
        "function": function,
        "source": scalar.vector(int(width)),
        "result": scalar.vector(int(result_width)),
        "mask": f"u{_integer_name(scalar)}{result_width}",
        "two": function == "shuffle2",
    }


def build(found: list[Case], strict: bool) -> TestFile:
    function, _, _, space = found[0].values
    if function.startswith("shuffle"):
        source = template("shuffle.mako").render(kernels=[_shuffle_kernel(c) for c in found])
        tests = [_shuffle_test(case) for case in found]
    else:
        kernels = [_kernel(case) for case in found]
        is_load = function.startswith("vload")
        name = "vload.mako" if is_load else "vstore.mako"
        source = template(name).render(kernels=kernels, count=COUNT)
        tests = [(_load_test if is_load else _store_test)(case) for case in found]
    config = {"clc_version_min": "12", "global_size": f"{COUNT} 1 1"}
    return TestFile(f"{NAME} {found[0].file}", source, tests, config)
