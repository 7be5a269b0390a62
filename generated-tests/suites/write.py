# SPDX-License-Identifier: MIT
"""write_image of every image type and format: what is stored for colours of every kind."""

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import numpy as np

from imagespec.arrays import Array
from imagespec.conversion import channel_reals, norm_max, write_channels
from imagespec.formats import DEPTH, FORMATS, IMAGE_TYPES, Format, ImageType, format_named, image_type_named
from imagespec.interval import Interval
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

from .images import (
    DEPTH_EXTENSION,
    PERIOD,
    SIZES,
    WRITERS,
    extents_of,
    formats_seen_as,
    image_config,
    image_keys,
    pixel_type,
    seed_of,
    texel_type,
    tiled,
)

NAME = "write"
SECTION = "OpenCL 1.2, 6.12.14.4 and 8.3"
AXES = ("type", "order", "data", "colours", "size")
EXTENSION_3D = "cl_khr_3d_image_writes"
COORDINATES = {1: "x", 2: "(int2)(x, y)", 4: "(int4)(x, y, z, 0)"}

Generator = np.random.Generator
Colours = Callable[[Format, Generator], Array]


def _norm_steps(part: float) -> Colours:
    """Colours that part of a step above a representable one."""

    def make(item: Format, rng: Generator) -> Array:
        bits = item.type.packed or (item.type.bits,) * 3
        columns = []
        for b in (*bits, bits[0])[:4]:
            most = norm_max(item.type.kind, b)
            least = -most if item.type.kind == "snorm" else 0
            columns.append((rng.integers(least, most, PERIOD) + part) / most)
        colours: Array = np.stack(columns, axis=-1)
        return colours.astype(np.float32)

    return make


def _norm_ends(item: Format, rng: Generator) -> Array:
    """0, 1, -1, -0 and denormals."""
    return rng.choice(np.array([0, -0.0, 1, -1, 1e-40, -1e-40, 1e-9, 0.5], np.float32), (PERIOD, 4))


def _norm_outside(item: Format, rng: Generator) -> Array:
    """Colours that saturate."""
    far = [1.001, 1.5, 2, 255, 1e10, 3e38, np.inf]
    return rng.choice(np.array(far + [-v for v in far], np.float32), (PERIOD, 4))


def _norm_nan(item: Format, rng: Generator) -> Array:
    """NaN in some components; what is beside it must not suffer."""
    colours = _norm_steps(0)(item, rng)
    colours[rng.random(colours.shape) < 0.4] = np.nan
    return colours


def _representable(item: Format, rng: Generator) -> Array:
    stored = rng.uniform(-100, 100, (PERIOD, 4)).astype(item.type.stored)
    return stored.astype(np.float32)


def _between(item: Format, rng: Generator) -> Array:
    """A quarter, a half and three quarters of a half's last place above a half."""
    low = rng.uniform(0.01, 60000, (PERIOD, 4)).astype(np.float16)
    low[::2] *= -1
    step = np.spacing(low).astype(np.float32)
    part: Array = rng.choice([0.25, 0.5, 0.75], (PERIOD, 4)).astype("f4")
    return low.astype(np.float32) + step * part


def _denormal(item: Format, rng: Generator) -> Array:
    """Denormal numbers of the stored type."""
    tiny = float(np.finfo(item.type.stored).tiny)
    return (rng.uniform(-1, 1, (PERIOD, 4)) * tiny).astype(np.float32)


def _special(item: Format, rng: Generator) -> Array:
    """Zeros, infinities, NaN and the ends of the range."""
    most = float(np.finfo(item.type.stored).max)
    values = [0, -0.0, np.inf, -np.inf, np.nan, 1, -1, most, -most]
    return rng.choice(np.array(values, np.float32), (PERIOD, 4))


def _overflow(item: Format, rng: Generator) -> Array:
    """Floats around and above the largest half."""
    values = [65504, 65510, 65519.99, 65520, 65535, 65536, 1e6, 3e38]
    return rng.choice(np.array(values + [-v for v in values], np.float32), (PERIOD, 4))


def _integers(item: Format, rng: Generator, low: int, high: int) -> Array:
    dtype = np.int32 if item.type.kind == "sint" else np.uint32
    return rng.integers(low, high, (PERIOD, 4), endpoint=True).astype(dtype)


def _in_range(item: Format, rng: Generator) -> Array:
    info = np.iinfo(item.type.stored)
    return _integers(item, rng, info.min, info.max)


def _ends(item: Format, rng: Generator) -> Array:
    """The stored type's ends and what is beside them."""
    info = np.iinfo(item.type.stored)
    wide = np.iinfo(np.int32 if item.type.kind == "sint" else np.uint32)
    values = [info.min, info.min - 1, info.min + 1, info.max, info.max + 1, info.max - 1, 0, 1]
    kept = [v for v in values if wide.min <= v <= wide.max]
    return rng.choice(np.array(kept, dtype=wide.dtype), (PERIOD, 4))


def _saturating(item: Format, rng: Generator) -> Array:
    wide = np.iinfo(np.int32 if item.type.kind == "sint" else np.uint32)
    return _integers(item, rng, wide.min, wide.max)


_NORM: dict[str, Colours] = {
    "exact": _norm_steps(0),
    "quarter": _norm_steps(0.25),
    "half": _norm_steps(0.5),
    "three-quarters": _norm_steps(0.75),
    "ends": _norm_ends,
    "outside": _norm_outside,
    "nan": _norm_nan,
}
_FLOAT: dict[str, Colours] = {
    "exact": _representable,
    "denormal": _denormal,
    "special": _special,
}
_HALF: dict[str, Colours] = {**_FLOAT, "between": _between, "overflow": _overflow}
_INTEGER: dict[str, Colours] = {"inside": _in_range, "ends": _ends, "saturating": _saturating}


def colour_kinds(item: Format) -> dict[str, Colours]:
    """What is written into a format."""
    if item.type.is_norm:
        return _NORM
    if item.type.kind == "float":
        return _HALF if item.type.bits == 16 else _FLOAT
    return _INTEGER


def cases_of(name: str, kinds: Iterable[ImageType], formats: Iterable[Format]) -> Iterator[Case]:
    """The tests of a family that writes images of these types and formats."""
    formats = list(formats)
    for kind in kinds:
        for seen, writer in WRITERS.items():
            for f, item in enumerate(formats_seen_as(seen, formats)):
                for c, colours in enumerate(colour_kinds(item)):
                    size = SIZES[(f + c) % len(SIZES)]
                    axes = (kind.name, item.order.name, item.type.name, colours, size)
                    yield Case(name, f"{kind.name}/{writer}", f"{item.name}/{colours}/{size}", axes)


def cases() -> Iterator[Case]:
    return cases_of(NAME, IMAGE_TYPES.values(), FORMATS.values())


def _expected(item: Format, stored: Interval, count: int) -> str:
    """The stored texels, all of them; packed ones as the colours that they stand for."""
    whole = stored.map(lambda channels: tiled(channels, count))
    if not item.type.packed:
        kept = whole.map(lambda channels: channels.astype(item.type.stored))
        return f"{pixel_type(item)} {numbers.interval_text(kept)}"
    alpha = np.ones((count, 4 - item.channels))
    seen = whole.map(
        lambda channels: np.concatenate([channel_reals(item, channels), alpha], axis=-1)
    )
    return "values float " + numbers.interval_text(seen.map(lambda end: end.astype(np.float32)))


def _repeated(item: Format, stored: Interval, count: int) -> str:
    """The expected texels, said once for a period."""
    if count <= PERIOD:
        return _expected(item, stored, count)
    kind, _, values = _expected(item, stored, PERIOD).partition(" ")
    if kind == "values":
        seen, _, values = values.partition(" ")
        return f"values {seen} repeat {values}"
    return f"{kind} repeat {values}"


def colours_of(item: Format, colours: str) -> Array:
    """The colours of that kind, of a period of texels."""
    rng = np.random.default_rng(seed_of(f"{item.name} {colours}"))
    return colour_kinds(item)[colours](item, rng)


@cache
def _written(image_format: str, colours: str, count: int, strict: bool) -> tuple[str, str, str]:
    """The texels that a test of so many expects, the colours that it writes, and how zeros are
    compared. Image types share them."""
    item = format_named(image_format)
    rgba = colours_of(item, colours)
    stored = write_channels(item, rgba, strict)
    given = rgba[:count, : 1 if item.order == DEPTH else 4]
    return _repeated(item, stored, count), numbers.text(given), numbers.sign_of_zero(stored)


def expected_image(
    kind: ImageType, item: Format, stored: Interval, extents: tuple[int, ...]
) -> str:
    """An arg_out behind the word "image"."""
    count = math.prod(extents)
    zeros = numbers.sign_of_zero(stored)
    return f"{_repeated(item, stored, count)} {image_keys(kind, item, extents)}{zeros}"


def write_lines(
    kind: ImageType, item: Format, size: str, colours: str, strict: bool
) -> list[str]:
    """Sizes, and arguments 0 and 1 of a kernel that writes: image, colours."""
    extents = extents_of(kind, size)
    count = math.prod(extents)
    shape = " ".join(map(str, (*extents, 1, 1)[:3]))
    stored, written, zeros = _written(item.name, colours, min(count, PERIOD + 1), strict)
    return [
        f"dimensions: {len(extents)}",
        f"global_size: {shape}",
        f"arg_out: 0 image {stored} {image_keys(kind, item, extents)}{zeros}",
        f"arg_in: 1 buffer {texel_type(kind, item.type.seen)}[{count}] repeat {written}",
    ]


def _test(case: Case, strict: bool) -> Test:
    image_type, order, data, colours, size = case.values
    kind, item = image_type_named(image_type), format_named(f"{order}-{data}")
    return Test(case.name, write_lines(kind, item, size, colours, strict))


def extension_of(kind: ImageType) -> str:
    """What OpenCL C 1.2 has to be asked for, to write images of that type."""
    return {"3d": EXTENSION_3D}.get(kind.name, DEPTH_EXTENSION if kind.is_depth else "")


def write_config(kind: ImageType) -> dict[str, str]:
    config = image_config(kind)
    return {**config, "require_device_extensions": extension_of(kind)} if extension_of(kind) else config


def writing_file(title: str, found: list[Case], tests: list[Test], program: str, kernel: str) -> TestFile:
    """The file of cases that differ in values alone: a kernel of the template `program`, which writes an image."""
    image_type, order, data, *_ = found[0].values
    kind, seen = image_type_named(image_type), format_named(f"{order}-{data}").type.seen
    source = template(program).render(
        image_type=kind.cl_name,
        extension=extension_of(kind),
        texel=texel_type(kind, seen),
        function=WRITERS[seen],
        coordinate=COORDINATES[kind.coordinates],
    )
    return TestFile(f"{title} {found[0].file}", source, tests, {"kernel_name": kernel, **write_config(kind)})


def build(found: list[Case], strict: bool) -> TestFile:
    return writing_file(found[0].suite, found, [_test(case, strict) for case in found], "write.mako", "write")
