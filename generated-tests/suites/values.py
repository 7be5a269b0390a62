# SPDX-License-Identifier: MIT
"""Conversion from stored numbers to colours: all of 8-bit channels, chosen ones of wider channels,
infinities, NaN and denormals among them."""

from collections.abc import Iterable, Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.formats import DEPTH, DEPTH_TYPES, FORMATS, IMAGE_TYPES, Format, ImageType, format_named
from imagespec.sampling import Image, Scene
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

from .images import (
    DEPTH_EXTENSION,
    FUNCTIONS,
    components_of,
    formats_seen_as,
    image_config,
    image_keys,
    pixel_type,
    seed_of,
    texel_type,
)

NAME = "values"
SECTION = "OpenCL 1.2, 6.12.14.2 and 8.3"
AXES = ("order", "data", "part")
COUNT = 64  # texels of a test; several tests hold all numbers of a byte
PARTS = ("0", "1", "2", "3")


def cases_of(name: str, kinds: Iterable[ImageType], formats: Iterable[Format]) -> Iterator[Case]:
    """The tests of a family that reads all numbers of these formats."""
    formats = list(formats)
    for seen, function in FUNCTIONS.items():
        for item in formats_seen_as(seen, formats):
            for part in PARTS:
                axes = (item.order.name, item.type.name, part)
                yield Case(name, f"{function}", f"{item.name}/{part}", axes)


def cases() -> Iterator[Case]:
    return cases_of(NAME, (), FORMATS.values())


def _kind(item: Format) -> ImageType:
    return DEPTH_TYPES["2d_depth"] if item.order == DEPTH else IMAGE_TYPES["2d"]


def _wide_integers(bits: int, signed: bool, rng: np.random.Generator) -> Array:
    """Ends, powers of two and what is beside them, and random numbers."""
    powers = [2**n + off for n in range(bits) for off in (-1, 0, 1)]
    most = 2 ** (bits - 1) if signed else 2**bits
    least = -most if signed else 0
    chosen = [least, least + 1, least + 2, most - 1, most - 2, *powers]
    chosen += [-p for p in powers] if signed else []
    chosen = sorted({v for v in chosen if least <= v < most})
    room = 4 * COUNT - len(chosen)
    extra = rng.integers(least, most, max(room, 0)).tolist()
    return np.array([*chosen, *extra][: 4 * COUNT])


def _floats(item: Format, rng: np.random.Generator) -> Array:
    """Zeros, denormals, ends of the range, infinities, NaN, and numbers of every exponent."""
    dtype = item.type.stored
    info = np.finfo(dtype)
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, info.max, info.min, info.tiny]
    special += [info.smallest_subnormal, -info.smallest_subnormal, info.tiny / 2, 0.1, 65504.0]
    room = 4 * COUNT - len(special)
    exponents = rng.integers(info.minexp, info.maxexp, room)
    scaled = np.ldexp(rng.uniform(-1.9, 1.9, room), exponents)
    with np.errstate(over="ignore"):
        return np.array([*special, *scaled]).astype(dtype)


def _column(item: Format, channel: int) -> Array:
    """All numbers that a channel's tests store, in an order of its own for each channel."""
    rng = np.random.default_rng(seed_of(item.name) + channel)
    bits, kind = item.type.bits, item.type.kind
    if item.type.packed:
        column = _wide_integers(sum(item.type.packed), False, rng)
    elif kind == "float":
        column = _floats(item, rng)
    elif bits == 8:
        column = np.arange(256) - (128 if kind in ("sint", "snorm") else 0)
    else:
        column = _wide_integers(bits, kind in ("sint", "snorm"), rng)
    return rng.permutation(column)


def stored(item: Format, part: int) -> Array:
    """The texels that a test reads."""
    columns = [_column(item, c) for c in range(1 if item.type.packed else item.channels)]
    texels = np.stack(columns, axis=-1)[part * COUNT : (part + 1) * COUNT]
    found: Array = (texels[:, 0] if item.type.packed else texels).astype(item.type.stored)
    return found


def scene(case: Case, strict: bool) -> Scene:
    """What a test reads: all texels."""
    order, data, part = case.values
    item = format_named(f"{order}-{data}")
    where = np.stack([np.arange(COUNT), np.zeros(COUNT, dtype=int)], axis=-1)
    return Scene(Image(_kind(item), item, (COUNT, 1), stored(item, int(part))), None, where)


def _test(case: Case, strict: bool) -> Test:
    reads = scene(case, strict)
    image, result = reads.image, reads.colours(strict)
    result = result.map(lambda colours: components_of(image.type, colours))
    texel = texel_type(image.type, image.format.type.seen)
    texels = numbers.text(image.texels)
    keys = image_keys(image.type, image.format, image.extents)
    lines = [
        f"arg_out: 0 buffer {texel}[{COUNT}] {numbers.interval_text(result)}"
        + numbers.sign_of_zero(result),
        f"arg_in: 1 image {pixel_type(image.format)} {texels} {keys}",
    ]
    return Test(case.name, lines)


def build(found: list[Case], strict: bool) -> TestFile:
    order, data, _ = found[0].values
    item = format_named(f"{order}-{data}")
    kind, seen = _kind(item), item.type.seen
    source = template("values.mako").render(
        image_type=kind.cl_name,
        texel=texel_type(kind, seen),
        extension=DEPTH_EXTENSION if kind.is_depth else "",
        function=FUNCTIONS[seen],
    )
    config = {"kernel_name": "read", **image_config(kind), "global_size": f"{COUNT} 1 1"}
    tests = [_test(case, strict) for case in found]
    return TestFile(f"{found[0].suite} {found[0].file}", source, tests, config)
