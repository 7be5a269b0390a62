# SPDX-License-Identifier: MIT
"""Every float there is, stored in a format: all 2^32 of them, a square of texels at a time. What was stored is copied to
a buffer, and the program looks it up in a table that has, for each number, the first and the last float that may be
stored as it. It counts what is not so, and keeps the first. A processor takes minutes for all of them, and skips these
tests; it has a quarter of a million, of all sizes."""

from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from testgen import numbers
from testgen.model import Case, Test, TestFile

from . import vk_every
from .fetch import qualifier
from .images import ALL_FORMATS, config, keys_of, template
from .vk_formats import VK_FORMATS, Component, VkFormat
from .vulkan import VK_TARGETS

NAME = "vk-every"
SECTION = "Vulkan 1.3, Fixed-Point Data Conversions and Floating-Point Format Conversions"
AXES = ("format", "operation", "floats")
SQUARE = VK_TARGETS["2D"]
# By which floats: the texels along a side of a square, and how far the bits of one float are from the next one's.
FLOATS = {"all": (4096, 1), "every 16381st": (256, 16381)}
_SOURCE = ALL_FORMATS["R32G32B32A32_SFLOAT"]


def _forms() -> list[VkFormat]:
    """Formats that floats are converted to; of 16 bits those with four components, as tables are large."""
    return [
        form for form in VK_FORMATS.values()
        if form.kind in ("unorm", "snorm", "srgb", "float", "ufloat") and form.components[0].bits < 32
        and (form.components[0].bits < 16 or len(form.components) == 4)
    ]  # fmt: skip


def cases() -> Iterator[Case]:
    for form in _forms():
        for operation in ("store", "blit"):
            if operation == "blit" or qualifier(form):
                for floats in FLOATS:
                    file = f"{'all-' * (floats == 'all')}{operation}/{form.name}"
                    yield Case(NAME, file, floats, (form.name, operation, floats))


def _is_shared(form: VkFormat) -> bool:
    return any(c.letter == "E" for c in form.components)


def _is_apart(form: VkFormat) -> bool:
    """Whether a texel has four floats: all of its components have the same rules."""
    return len(form.components) == 4 and len({c.bits for c in form.components}) == 1 and form.kind != "srgb"


def _components(form: VkFormat) -> list[tuple[int, int, Component]]:
    """The row of each component's table, which colour's component it is, and where it lies."""
    found, rows, row = [], {}, 0
    if _is_shared(form):  # of a grey colour blue stands beside the exponent, and goes with it
        return [(0, 2, Component("B", 14, 18))]
    for c in form.components:
        kind = (c.bits, form.kind == "srgb" and c.letter == "A")
        if kind not in rows:
            rows[kind], row = row, row + len(vk_every.table_of(form, c))
        found.append((rows[kind], "RGBA".index(c.letter), c))
    return found


def _tables(form: VkFormat) -> Array:
    """All tables, one behind the other."""
    rows = {row: vk_every.table_of(form, c) for row, _, c in _components(form)}
    return np.concatenate([rows[row] for row in sorted(rows)])


def _squares(form: VkFormat, floats: str) -> int:
    side, stride = FLOATS[floats]
    return -(-(1 << 32) // (stride * side * side * (4 if _is_apart(form) else 1)))


def _steps(form: VkFormat, operation: str, floats: str) -> Iterator[str]:
    """Three or four for each square."""
    side, _ = FLOATS[floats]
    for square in range(_squares(form, floats)):
        yield f"launch: main global_size {side} {side} 1 global_offset 0 0 {2 * square}"
        if operation == "blit":
            yield "blit: 0 to 4"
        yield f"copy: {4 if operation == 'blit' else 0} to 1"
        yield f"launch: main global_size {side} {side} 1 global_offset 0 0 {2 * square + 1}"


def _test(case: Case) -> Test:
    name, operation, floats = case.values
    form, (side, _) = VK_FORMATS[name], FLOATS[floats]
    target, table = 4 if operation == "blit" else 0, _tables(form)
    source = f"arg_in: 0 image float4 repeat 0 {keys_of(SQUARE, _SOURCE, (side, side))}"
    return Test(
        case.name,
        [
            *([source] if target else []),
            f"arg_in: {target} image {form.pixel} repeat 0 {keys_of(SQUARE, form, (side, side))}",
            f"arg_in: 1 buffer uint[{side * side * form.bytes // 4}] repeat 0",
            f"arg_in: 2 buffer uint2[{len(table)}] {numbers.text(table)}",
            "arg_in: 3 buffer uint4[1] 0 0 0 0",
            # Rows that were looked at, how many numbers are wrong, and of the first one the float's bits and the number.
            f"arg_out: 3 buffer uint4[1] {_squares(form, floats) * side} 0 0 0",
            *_steps(form, operation, floats),
        ],
    )


def build(found: list[Case], strict: bool) -> TestFile:
    name, operation, floats = found[0].values
    form, (side, stride) = VK_FORMATS[name], FLOATS[floats]
    named = qualifier(form) if operation == "store" else "rgba32f"
    text = template("vk_every.mako").render(
        qualifier=f", {named}",
        side=side,
        stride=stride,
        apart=_is_apart(form),
        texel_bits=form.bytes * 8,
        components=_components(form),
        open=form.is_norm or _is_shared(form),
        signed=int(form.kind == "float"),
    )
    needs = {"require_features": "hardware"} if floats == "all" else {}
    return TestFile(f"{NAME} {found[0].file}", text, [_test(case) for case in found], config() | needs)
