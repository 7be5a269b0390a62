# SPDX-License-Identifier: MIT
"""read_write images of OpenCL C 2.0 (6.13.14.5) and 3.0: a kernel reads each texel and writes its
colour back with its components in another order; the next launch does it again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.conversion import read_colours, read_interval, write_channels
from imagespec.formats import IMAGE_TYPES, Format, ImageType, format_named
from imagespec.interval import Interval
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

from .images import (
    FUNCTIONS,
    PERIOD,
    SIZES,
    WRITERS,
    formats_seen_as,
    image_line,
    make_image,
)
from .write import COORDINATES, expected_image, extension_of, write_config

NAME = "read-write"
SECTION = "OpenCL C 3.0, 6.15.15; OpenCL 1.2, 6.12.14.2 and 6.12.14.4"
AXES = ("type", "order", "data", "size")
# Kernels and the component that each writes as r, g, b, a. Channels of packed formats differ in
# width, so that only red and blue can change places without rounding.
ORDERS = {"turn": (3, 2, 1, 0), "swap": (2, 1, 0, 3)}
FEATURE = "__opencl_c_read_write_images"


def cases() -> Iterator[Case]:
    for kind in IMAGE_TYPES.values():
        for seen, function in FUNCTIONS.items():
            for f, item in enumerate(formats_seen_as(seen)):
                size = SIZES[(f + f // len(SIZES)) % len(SIZES)]
                axes = (kind.name, item.order.name, item.type.name, size)
                yield Case(NAME, f"{kind.name}/{function}", f"{item.name}/{size}", axes)


def kernel_for(item: Format) -> str:
    return "swap" if item.type.packed or item.order.is_srgb else "turn"


def turned(item: Format, texels: Array, strict: bool) -> Interval:
    """What may be stored when the kernel writes back the texels' colours."""
    colours = read_colours(item, texels)[:, ORDERS[kernel_for(item)]]
    kinds = {"float": np.float32, "int": np.int32, "uint": np.uint32}
    return write_channels(item, colours.astype(kinds[item.type.seen]), strict)


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


def seen_line(index: int, item: Format, texels: Array, count: int, strict: bool) -> str:
    """The colours of texels, over and over, that a kernel reads."""
    colours = read_interval(item, read_colours(item, texels), strict)
    text = numbers.interval_text(colours) + numbers.sign_of_zero(colours)
    return f"arg_out: {index} buffer {item.type.seen}4[{count}] repeat {text}"


def _test(case: Case, strict: bool) -> Test:
    image_type, _, _, size = case.values
    item = format_of(case)
    image = make_image(image_type, item.name, size)
    before = plain(item, image.texels[: min(PERIOD, image.count)])
    once = turned(item, before, strict)
    assert once.low is once.high or (once.low == once.high).all()
    between = packed(item, once.low)
    twice = turned(item, between, strict)
    shape = " ".join(map(str, (*image.extents, 1, 1)[:3]))
    image = type(image)(image.type, item, image.extents, np.resize(before, image.texels.shape))
    lines = [
        f"dimensions: {len(image.extents)}",
        f"global_size: {shape}",
        image_line(0, image) + " image_access kernel_read_write",
        f"arg_out: 0 image {expected_image(image.type, item, twice, image.extents)}",
        seen_line(1, item, before, image.count, strict),
        seen_line(2, item, between, image.count, strict),
        f"launch: {kernel_for(item)} args 0 1",
        f"launch: {kernel_for(item)} args 0 2",
    ]
    return Test(case.name, lines)


def format_of(case: Case) -> Format:
    """The format that a test's name begins with."""
    return format_named(case.name.partition("/")[0])


def file_of(name: str, kind: ImageType, seen: str, file: str, tests: list[Test], features: str) -> TestFile:
    """Tests of one image type and one kind of colours, with the kernels of the template `name`."""
    source = template(f"{name.replace('-', '_')}.mako").render(
        image_type=kind.cl_name,
        extension=extension_of(kind),
        seen=seen,
        writer=WRITERS[seen],
        reader=FUNCTIONS[seen],
        place=COORDINATES[kind.coordinates],
        kernels={kernel: "".join("xyzw"[c] for c in places) for kernel, places in ORDERS.items()},
    )
    config = {**write_config(kind), "clc_version_min": "30", "require_features": features}
    return TestFile(f"{name} {file}", source, tests, config)


def build(found: list[Case], strict: bool) -> TestFile:
    kind, seen = IMAGE_TYPES[found[0].values[0]], format_of(found[0]).type.seen
    return file_of(NAME, kind, seen, found[0].file, [_test(case, strict) for case in found], FEATURE)
