# SPDX-License-Identifier: MIT
"""texture() and textureLod() of OpenGL textures: every target, format, wrap mode and filter."""

import dataclasses
from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.formats import FORMATS, ImageType
from imagespec.sampling import Image, Sampler
from testgen import numbers
from testgen.model import Case, Test, TestFile

from .. import coordinates
from ..images import sampler_line
from . import opengl
from .images import GL_SIZES, PREFIXES, cube_directions, formats_seen_as, image_text, make_image, template
from .opengl import TARGETS

NAME = "gl-texture"
SECTION = "OpenGL 4.5, 8.14"
AXES = ("target", "order", "data", "function", "wrap", "filter", "place", "size")
FUNCTIONS = ("texture", "textureLod")
WRAPS = ("clamp_to_edge", "clamp", "repeat", "mirrored_repeat")


class GlSampler(Sampler):
    """OpenGL asks for no exact addressing."""

    @property
    def is_exact(self) -> bool:
        return False


def samplers_for(target: ImageType, seen: str) -> Iterator[GlSampler]:
    """Rectangles take no mode that repeats (8.10), integers no filter (8.17). Across the edges of a
    cube's faces filters are not tested."""
    for wrap in WRAPS:
        if target.name == "2DRect" and "repeat" in wrap:
            continue
        if target.name.startswith("Cube") and wrap != "clamp_to_edge":
            continue
        for kind in ("nearest", "linear") if seen == "float" else ("nearest",):
            yield GlSampler(wrap, kind, target.name != "2DRect")


def cases() -> Iterator[Case]:
    for target in TARGETS.values():
        for seen in PREFIXES if target.has_sampler else ():
            for s, sampler in enumerate(samplers_for(target, seen)):
                for f, item in enumerate(formats_seen_as(seen, target)):
                    places = coordinates.PLACES[: 1 if target.name.startswith("Cube") else 3]
                    for p, place in enumerate(places):
                        size = GL_SIZES[(f + s + p) % len(GL_SIZES)]
                        function = FUNCTIONS[(f + s + p // 2) % 2]
                        if size == "one" and target.name.startswith("Cube"):
                            size = "power"
                        axes = (
                            target.name, item.order.name, item.type.name, function,
                            sampler.addressing, sampler.filter, place, size,
                        )  # fmt: skip
                        file = f"{target.name}/{PREFIXES[seen]}sampler-{function}"
                        name = f"{item.name}/{sampler.addressing}/{sampler.filter}/{place}/{size}"
                        yield Case(NAME, file, name, axes)


def _where(image: Image, sampler: Sampler, place: str) -> Array:
    """Coordinates (n, 4) as the oracle takes them."""
    inner = dataclasses.replace(sampler)
    if image.type.name.startswith("Cube"):
        # None as its footprint stays within a face, since addressing "none" keeps it inside.
        inner = GlSampler("none", sampler.filter, True)
    found = coordinates.floats(image.type, image.extents, inner, place, False)
    assert found is not None, (image.type.name, image.extents, sampler.name, place)
    return found


def _lines(image: Image, sampler: Sampler, place: str) -> list[str]:
    where = _where(image, sampler, place)
    if image.type.name.startswith("Cube"):
        where[:, 2] = np.clip(np.rint(where[:, 2]), 0, image.extents[2] - 1)
        given = cube_directions(image.type, where[:, :3])
        exact = opengl.face_coordinates(given[:, :3])
        exact[:, 2] += 6 * given[:, 3]
    else:
        given = where
        exact = where
    return read_lines(image, sampler, given, exact)


def read_lines(image: Image, sampler: Sampler, given: Array, exact: Array) -> list[str]:
    """The lines of a test that reads at coordinates (n, 4), as they are given and as the oracle takes them."""
    result, count = opengl.sample(image, sampler, exact), len(given)
    return [
        f"global_size: {count}",
        f"arg_out: 0 buffer {image.format.type.seen}4[{count}] {numbers.interval_text(result)}",
        f"arg_in: 1 image {image_text(image)}",
        sampler_line(2, sampler),
        f"arg_in: 3 buffer float4[{count}] {numbers.text(given)}",
    ]


def _test(case: Case) -> Test:
    target, order, data, _, wrap, kind, place, size = case.values
    image = make_image(target, f"{order}-{data}", size)
    return Test(case.name, _lines(image, GlSampler(wrap, kind, target != "2DRect"), place))


def argument(target: ImageType) -> str:
    """The components of a coordinate that texture functions take."""
    if target.name == "CubeArray":
        return "xyzw"
    return "xyz" if target.name == "Cube" else "xyz"[: target.axes]


def source_of(target: str, seen: str, function: str) -> str:
    """A program that reads a texture at each coordinate of a test."""
    explicit = function == "textureLod" and target != "2DRect"
    text: str = template("texture.mako").render(
        prefix=PREFIXES[seen],
        target=target,
        count=coordinates.COUNT,
        call=f"{'textureLod' if explicit else 'texture'}(image, coordinates[i]."
        f"{argument(TARGETS[target])}{', 0.0' if explicit else ''})",
    )
    return text


def build(found: list[Case], strict: bool) -> TestFile:
    target, order, data, function, *_ = found[0].values
    source = source_of(target, FORMATS[f"{order}-{data}"].type.seen, function)
    config = {"kernel_name": "main"}
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case) for case in found], config)
