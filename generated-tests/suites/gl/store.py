# SPDX-License-Identifier: MIT
"""imageStore() of every target and format: what is stored for colours of every kind, and that stores
outside have no effect."""

import math
from collections.abc import Iterator

import numpy as np

from imagespec.formats import FORMATS, Format
from imagespec.interval import Interval
from testgen import numbers
from testgen.model import Case, Test, TestFile

from ..images import PERIOD, tiled
from ..write import colour_kinds, colours_of
from . import opengl
from .images import (
    GL_SIZES,
    PREFIXES,
    extents_of,
    formats_seen_as,
    image_keys,
    image_text,
    make_image,
    pixel_type,
    swizzle,
    template,
)
from .opengl import TARGETS

NAME = "gl-store"
SECTION = "OpenGL 4.5, 8.26"
AXES = ("target", "order", "data", "colours", "size")
GROUP = 32
OUTSIDE = "outside the image"  # where is stored, not what


def _kinds(item: Format) -> list[str]:
    """What clamping makes of NaN OpenGL does not say (2.3.5.2), and nothing of infinities and NaN as
    halves (2.3.4.2)."""
    found = [name for name in colour_kinds(item) if name != "nan"]
    if item.type.kind == "float":
        found.remove("special")
    return found


def cases() -> Iterator[Case]:
    for target in TARGETS.values():
        for seen, prefix in PREFIXES.items():
            for f, item in enumerate(formats_seen_as(seen, target)):
                for c, colours in enumerate([*_kinds(item), OUTSIDE]):
                    size = GL_SIZES[(f + c) % len(GL_SIZES)]
                    axes = (target.name, item.order.name, item.type.name, colours, size)
                    file = f"{target.name}/{prefix}image-{opengl.qualifier(item)}"
                    yield Case(NAME, file, f"{item.name}/{colours}/{size}", axes)


def _common(count: int, extents: tuple[int, ...], offset: int) -> list[str]:
    shape = [*extents, 1, 1][:3]
    return [
        f"global_size: {-(-count // GROUP) * GROUP}",
        f"arg_in: 2 uint4 {shape[0]} {shape[1]} {shape[2]} 0",
        f"arg_in: 3 int {offset}",
    ]


def _outside(case: Case) -> list[str]:
    """Stores beyond every extent: the image stays as it was."""
    target, order, data, _, size = case.values
    image = make_image(target, f"{order}-{data}", size)
    text, beyond = image_text(image), max(image.extents)
    return [
        f"arg_in: 0 image {text}",
        f"arg_out: 0 image {text}",
        f"arg_in: 1 buffer {image.format.type.seen}4[{image.count}] repeat 1 2 3 4",
        *_common(image.count, image.extents, beyond),
    ]


def _stored(item: Format, stored: Interval, count: int) -> str:
    """The expected texels, said once for a period."""
    repeat = "" if count <= PERIOD else "repeat "
    kept = stored.map(lambda ends: tiled(ends, min(count, PERIOD)).astype(item.type.stored))
    return f"{pixel_type(item)} {repeat}{numbers.interval_text(kept)}"


def _test(case: Case) -> Test:
    target, order, data, colours, size = case.values
    if colours == OUTSIDE:
        return Test(case.name, _outside(case))
    kind, item = TARGETS[target], FORMATS[f"{order}-{data}"]
    extents = extents_of(kind, size)
    count = math.prod(extents)
    rgba = colours_of(item, colours)
    stored = _stored(item, opengl.store_channels(item, rgba), count)
    written = numbers.text(np.asarray(rgba)[:count])
    return Test(
        case.name,
        [
            f"arg_out: 0 image {stored} {image_keys(kind, item, extents)}",
            f"arg_in: 1 buffer {item.type.seen}4[{count}] repeat {written}",
            *_common(count, extents, 0),
        ],
    )


def build(found: list[Case], strict: bool) -> TestFile:
    target, order, data, *_ = found[0].values
    item = FORMATS[f"{order}-{data}"]
    source = template("store.mako").render(
        prefix=PREFIXES[item.type.seen],
        target=target,
        qualifier=opengl.qualifier(item),
        group=GROUP,
        swizzle=swizzle(TARGETS[target]),
    )
    config = {"kernel_name": "main"}
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case) for case in found], config)
