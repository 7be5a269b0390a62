# SPDX-License-Identifier: MIT
"""read_write images of OpenCL C 2.0 (6.13.14.5) and 3.0: a kernel reads each texel and writes its
colour back with its components in another order, or one less it of depth; the next launch does it again."""

from collections.abc import Iterable, Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.conversion import read_colours, read_interval, write_channels
from imagespec.formats import DEPTH, DEPTH_TYPES, FORMATS, IMAGE_TYPES, LATER_FORMATS, Format, ImageType, format_named, image_type_named
from imagespec.interval import Interval
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

from .images import (
    FUNCTIONS,
    PERIOD,
    SIZES,
    WRITERS,
    components_of,
    formats_seen_as,
    image_line,
    make_image,
    texel_type,
)
from .write import COORDINATES, expected_image, extension_of, write_config

NAME = "read-write"
SECTION = "OpenCL C 3.0, 6.15.15; OpenCL 1.2, 6.12.14.2 and 6.12.14.4"
AXES = ("type", "order", "data", "size")
# Kernels and the component that each writes as r, g, b, a. Channels of packed formats differ in
# width, so that only red and blue can change places without rounding.
ORDERS = {"turn": (3, 2, 1, 0), "swap": (2, 1, 0, 3)}
FEATURE = "__opencl_c_read_write_images"


def cases_of(name: str, kinds: Iterable[ImageType], formats: Iterable[Format]) -> Iterator[Case]:
    """The tests of a family over images of these types and formats."""
    formats = list(formats)
    for kind in kinds:
        for seen, function in FUNCTIONS.items():
            for f, item in enumerate(formats_seen_as(seen, formats)):
                size = SIZES[(f + f // len(SIZES)) % len(SIZES)]
                axes = (kind.name, item.order.name, item.type.name, size)
                yield Case(name, f"{kind.name}/{function}", f"{item.name}/{size}", axes)


def cases() -> Iterator[Case]:
    return cases_of(NAME, IMAGE_TYPES.values(), FORMATS.values())


def kinds_and_formats() -> Iterator[tuple[ImageType, list[Format]]]:
    """Every image type with the formats of all versions that go with it."""
    for kind in (*IMAGE_TYPES.values(), *DEPTH_TYPES.values()):
        yield kind, [item for item in (*FORMATS.values(), *LATER_FORMATS.values()) if (item.order == DEPTH) == kind.is_depth]


def kernel_for(item: Format) -> str:
    if item.order == DEPTH:
        return "invert"
    return "swap" if item.type.packed or item.order.is_srgb else "turn"


def turned(item: Format, texels: Array, strict: bool) -> Interval:
    """What may be stored when the kernel writes back the texels' colours."""
    kinds = {"float": np.float32, "int": np.int32, "uint": np.uint32}
    colours = read_colours(item, texels).astype(kinds[item.type.seen])
    if kernel_for(item) == "invert":
        return write_channels(item, np.float32(1) - colours, strict)
    return write_channels(item, colours[:, ORDERS[kernel_for(item)]], strict)


def stored_once(item: Format, texels: Array, strict: bool) -> Array:
    """The texels that are stored then: one number of each channel that counts is allowed."""
    once = turned(item, texels, strict)
    counts = [channel != "x" for channel in item.order.stored]
    assert once.low is once.high or (once.low == once.high)[..., counts].all(), item.name
    return packed(item, once.low)


def kernels_of(kind: ImageType) -> dict[str, str]:
    """Names of kernels, and what each writes of a colour."""
    if kind.is_depth:
        return {"invert": "1.0f - colour"}
    return {kernel: f"colour.{''.join('xyzw'[c] for c in places)}" for kernel, places in ORDERS.items()}


def packed(item: Format, channels: Array) -> Array:
    """Stored numbers of channels as texels."""
    if not item.type.packed:
        return channels.astype(item.type.stored)
    bits = item.type.packed
    shifts = np.array([sum(bits[c + 1 :]) for c in range(len(bits))])
    texels: Array = (channels << shifts).sum(axis=-1).astype(item.type.stored)
    return texels


def plain(item: Format, texels: Array) -> Array:
    """Texels without SNORM's lowest number, whose colour is also another number's."""
    if item.type.kind != "snorm":
        return texels
    return np.maximum(texels, np.iinfo(item.type.stored).min + 1)


def seen_line(index: int, kind: ImageType, item: Format, texels: Array, count: int, strict: bool) -> str:
    """The colours of texels, over and over, that a kernel reads."""
    colours = read_interval(item, read_colours(item, texels), strict)
    colours = colours.map(lambda ends: components_of(kind, ends))
    text = numbers.interval_text(colours) + numbers.sign_of_zero(colours)
    return f"arg_out: {index} buffer {texel_type(kind, item.type.seen)}[{count}] repeat {text}"


def _test(case: Case, strict: bool) -> Test:
    image_type, _, _, size = case.values
    item = format_of(case)
    image = make_image(image_type, item.name, size)
    before = plain(item, image.texels[: min(PERIOD, image.count)])
    between = stored_once(item, before, strict)
    twice = turned(item, between, strict)
    shape = " ".join(map(str, (*image.extents, 1, 1)[:3]))
    image = type(image)(image.type, item, image.extents, np.resize(before, image.texels.shape))
    lines = [
        f"dimensions: {len(image.extents)}",
        f"global_size: {shape}",
        image_line(0, image) + " image_access kernel_read_write",
        f"arg_out: 0 image {expected_image(image.type, item, twice, image.extents)}",
        seen_line(1, image.type, item, before, image.count, strict),
        seen_line(2, image.type, item, between, image.count, strict),
        f"launch: {kernel_for(item)} args 0 1",
        f"launch: {kernel_for(item)} args 0 2",
    ]
    return Test(case.name, lines)


def format_of(case: Case) -> Format:
    """The format that a test's name begins with."""
    return format_named(case.name.partition("/")[0])


def reading_and_writing(features: str = FEATURE) -> dict[str, str]:
    """What a file with read_write images asks of a device."""
    return {"clc_version_min": "30", "require_features": features}


def file_of(program: str, found: list[Case], tests: list[Test], features: str) -> TestFile:
    """Tests of one image type and one kind of colours, with the kernels of the template `program`."""
    kind, seen = image_type_named(found[0].values[0]), format_of(found[0]).type.seen
    source = template(program).render(
        image_type=kind.cl_name,
        extension=extension_of(kind),
        texel=texel_type(kind, seen),
        writer=WRITERS[seen],
        reader=FUNCTIONS[seen],
        place=COORDINATES[kind.coordinates],
        kernels=kernels_of(kind),
    )
    return TestFile(f"{found[0].suite} {found[0].file}", source, tests, {**write_config(kind), **reading_and_writing(features)})


def build(found: list[Case], strict: bool) -> TestFile:
    return file_of("read_write.mako", found, [_test(case, strict) for case in found], FEATURE)
