# SPDX-License-Identifier: MIT
"""read_imageh and write_imageh (cl_khr_fp16): every image type, and the formats that they are defined for."""

import math
from collections.abc import Iterator

import numpy as np

from imagespec.conversion import read_colours, write_channels
from imagespec.formats import FORMATS, IMAGE_TYPES, LATER_FORMATS, Format, ImageType, image_type_named
from imagespec.halves import is_seen_as_half, read_half_interval
from imagespec.interval import Interval
from imagespec.sampling import Image
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

from .images import PERIOD, SIZES, extents_of, image_line, make_image, tiled
from .read_write import ORDERS, format_of, kernel_for, kernels_of, plain, reading_and_writing
from .write import COORDINATES, EXTENSION_3D, colour_kinds, colours_of, expected_image

NAME = "half-image"
SECTION = "cl_khr_fp16, 6.12.14"
AXES = ("operation", "type", "bytes", "colours", "size")  # names of tests have the format
EXTENSION = "cl_khr_fp16"
READS = ("read", "sample")


def cases() -> Iterator[Case]:
    formats = [item for item in (*FORMATS.values(), *LATER_FORMATS.values()) if is_seen_as_half(item) and item.order.name != "DEPTH"]
    for k, kind in enumerate(IMAGE_TYPES.values()):
        for f, item in enumerate(formats):
            for r, operation in enumerate(READS if kind.has_sampler else READS[:1]):
                yield _case(kind, item, operation, "stored", SIZES[(f + k + r) % len(SIZES)])
            for c, colours in enumerate(colour_kinds(item)):
                if colours not in ("between", "overflow"):  # which no half is
                    yield _case(kind, item, "write", colours, SIZES[(f + k + c) % len(SIZES)])
            yield _case(kind, item, "turn", "stored", SIZES[(f + k + 1) % len(SIZES)])


def _case(kind: ImageType, item: Format, operation: str, colours: str, size: str) -> Case:
    axes = (operation, kind.name, str(item.texel_bytes), colours, size)
    return Case(NAME, f"{kind.name}/{operation}", f"{item.name}/{colours}/{size}", axes)


def _lines(kind: ImageType, size: str) -> list[str]:
    extents = extents_of(kind, size)
    return [f"dimensions: {len(extents)}", f"global_size: {' '.join(map(str, extents))}", "local_size: NULL"]


def _reads(kind: ImageType, item: Format, size: str, strict: bool) -> list[str]:
    image = make_image(kind.name, item.name, size)
    texels = image.texels[: min(PERIOD, image.count)]
    seen = read_half_interval(item, read_colours(item, texels), strict)
    text = numbers.interval_text(seen) + numbers.sign_of_zero(seen)
    return [image_line(0, image), f"arg_out: 1 buffer half4[{image.count}] repeat {text}"]


def _writes(kind: ImageType, item: Format, colours: str, size: str, strict: bool) -> list[str]:
    extents = extents_of(kind, size)
    count = math.prod(extents)
    with np.errstate(over="ignore"):
        halves = colours_of(item, colours).astype(np.float16)
    stored = write_channels(item, halves.astype(np.float32), strict)
    given = numbers.text(halves[: min(count, PERIOD)])
    return [f"arg_out: 0 image {expected_image(kind, item, stored, extents)}", f"arg_in: 1 buffer half4[{count}] repeat {given}"]


def _turns(kind: ImageType, item: Format, size: str, strict: bool) -> list[str]:
    """A kernel reads each texel of a read_write image, and writes its halves back in another order."""
    image = make_image(kind.name, item.name, size)
    texels = plain(item, image.texels[: min(PERIOD, image.count)])
    image = Image(kind, item, image.extents, tiled(texels, image.count))
    seen = read_half_interval(item, read_colours(item, texels), strict)
    order = ORDERS[kernel_for(item)]
    ends = [write_channels(item, end[:, order].astype(np.float32), strict) for end in (seen.low, seen.high)]
    stored = Interval(ends[0].low, ends[1].high)
    text = numbers.interval_text(seen) + numbers.sign_of_zero(seen)
    return [f"{image_line(0, image)} image_access kernel_read_write",
            f"arg_out: 0 image {expected_image(kind, item, stored, image.extents)}",
            f"arg_out: 1 buffer half4[{image.count}] repeat {text}", f"launch: {kernel_for(item)}"]  # fmt: skip


def _test(case: Case, strict: bool) -> Test:
    operation, type_name, _, colours, size = case.values
    kind, item = image_type_named(type_name), format_of(case)
    if operation == "write":
        lines = _writes(kind, item, colours, size, strict)
    else:
        lines = (_turns if operation == "turn" else _reads)(kind, item, size, strict)
    return Test(case.name, [*_lines(kind, size), *lines])


def build(found: list[Case], strict: bool) -> TestFile:
    operation, type_name, *_ = found[0].values
    kind = image_type_named(type_name)
    writes_volume = operation in ("write", "turn") and type_name == "3d"
    source = template("half_image.mako").render(
        image_type=kind.cl_name,
        extensions=[EXTENSION] + ([EXTENSION_3D] if writes_volume else []),
        writes=operation == "write",
        sampled=operation == "sample",
        place=COORDINATES[kind.coordinates],
        turned=kernels_of(kind) if operation == "turn" else {},
    )
    config = {"kernel_name": operation, "need_image_support": "true", "clc_version_min": "12"}
    config["require_device_extensions"] = " ".join([EXTENSION] + ([EXTENSION_3D] if writes_volume else []))
    if operation == "turn":
        config |= {"kernel_name": next(iter(kernels_of(kind))), **reading_and_writing()}
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case, strict) for case in found], config)
