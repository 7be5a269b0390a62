# SPDX-License-Identifier: MIT
"""texelFetch() of OpenGL textures and imageLoad() of images: every target and format."""

from collections.abc import Iterator

from . import opengl
from imagespec.formats import FORMATS
from .opengl import TARGETS
from testgen import numbers
from testgen.model import Case, Test, TestFile

from .images import (
    GL_SIZES,
    PREFIXES,
    formats_seen_as,
    image_text,
    integer_positions,
    make_image,
    swizzle,
    template,
)

NAME = "gl-fetch"
SECTION = "OpenGL 4.5, 11.1.3.2"
AXES = ("target", "order", "data", "function", "place", "size")
COUNT = 16


def _function(target: str, function: str) -> bool:
    """Cubes have no texelFetch()."""
    return function == "imageLoad" or not target.startswith("Cube")


def cases() -> Iterator[Case]:
    for target, kind in TARGETS.items():
        for seen in PREFIXES:
            for f, item in enumerate(formats_seen_as(seen, kind)):
                for function in ("texelFetch", "imageLoad"):
                    if not _function(target, function):
                        continue
                    # The value of texelFetch() outside is not defined (11.1.3.2).
                    places = ("inside", "outside") if function == "imageLoad" else ("inside",)
                    for p, place in enumerate(places):
                        for size in (GL_SIZES[(f + p) % 4], GL_SIZES[(f + p + 2) % 4]):
                            axes = (
                                target, item.order.name, item.type.name, function, place, size,
                            )  # fmt: skip
                            uses = seen if function == "texelFetch" else opengl.qualifier(item)
                            name = f"{item.name}/{place}/{size}"
                            yield Case(NAME, f"{target}/{function}-{uses}", name, axes)


def _test(case: Case) -> Test:
    target, order, data, function, place, size = case.values
    image = make_image(target, f"{order}-{data}", size)
    where = integer_positions(image.type, image.extents, place, COUNT)
    result = (opengl.load if function == "imageLoad" else opengl.fetch)(image, where)
    return Test(
        case.name,
        [
            f"global_size: {COUNT}",
            f"arg_out: 0 buffer {image.format.type.seen}4[{COUNT}] "
            + numbers.interval_text(result),
            f"arg_in: 1 image {image_text(image)}",
            f"arg_in: 2 buffer int4[{COUNT}] {numbers.text(where)}",
        ],
    )


def build(found: list[Case], strict: bool) -> TestFile:
    target, order, data, function, *_ = found[0].values
    item = FORMATS[f"{order}-{data}"]
    prefix, position = PREFIXES[item.type.seen], f"texels[i].{swizzle(TARGETS[target])}"
    if function == "imageLoad":
        declaration = f"layout(binding = 1, {opengl.qualifier(item)}) readonly uniform {prefix}image{target}"
        call = f"imageLoad(image, {position})"
    else:
        declaration = f"layout(binding = 1) uniform {prefix}sampler{target}"
        level = "" if target in ("Buffer", "2DRect") else ", 0"
        call = f"texelFetch(image, {position}{level})"
    source = template("fetch.mako").render(
        prefix=prefix, count=COUNT, declaration=declaration, call=call
    )
    config = {"kernel_name": "main"}
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case) for case in found], config)
