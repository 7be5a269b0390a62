# SPDX-License-Identifier: MIT
"""Samplers that are constants, of the program and of the kernel, for every state."""

from __future__ import annotations

from collections.abc import Iterator

from imagespec.arrays import Array
from imagespec.formats import FORMATS, IMAGE_TYPES
from imagespec.sampling import Sampler, Scene
from testgen.model import Case, Test, TestFile, template

from . import coordinates
from .images import FUNCTIONS, SAMPLERS, VECTORS, formats_seen_as, make_image, samplers_for
from .read import read_lines

NAME = "samplers"
SECTION = "OpenCL 1.2, 6.12.14.1 and 8.2"
AXES = ("type", "source", "function", "coordinate", "sampler", "order", "data")
SOURCES = ("program", "kernel")
FORMATS_EACH = 8  # for a state; reading itself is the suite "read"
_NAMED = {sampler.name: sampler for sampler in SAMPLERS}


def cases() -> Iterator[Case]:
    types = [item for item in IMAGE_TYPES.values() if item.has_sampler]
    for kind in types:
        for source in SOURCES:
            for seen, function in FUNCTIONS.items():
                for coordinate in ("float", "int"):
                    file = f"{kind.name}/{source}-{function}-{coordinate}"
                    found = formats_seen_as(seen)
                    for s, sampler in enumerate(samplers_for(seen, coordinate)):
                        for n in range(FORMATS_EACH):
                            item = found[(s + n * (len(found) // FORMATS_EACH)) % len(found)]
                            axes = (
                                kind.name, source, function, coordinate, sampler.name,
                                item.order.name, item.type.name,
                            )  # fmt: skip
                            yield Case(NAME, file, f"{sampler.name}/{item.name}", axes)


def kernel_name(sampler: Sampler) -> str:
    return "read_" + sampler.name.replace("-", "_")


def constant(sampler: Sampler) -> str:
    """The sampler as OpenCL C writes it."""
    normalized = "TRUE" if sampler.normalized else "FALSE"
    return (
        f"CLK_NORMALIZED_COORDS_{normalized} | CLK_ADDRESS_{sampler.addressing.upper()} | "
        f"CLK_FILTER_{sampler.filter.upper()}"
    )


def scene(case: Case, strict: bool) -> Scene:
    """What a test reads."""
    image_type, _, _, coordinate, sampler_name, order, data = case.values
    sampler = _NAMED[sampler_name]
    image = make_image(image_type, f"{order}-{data}", "odd")
    place = "inside" if sampler.addressing == "none" else "outside"
    if coordinate == "int":
        where: Array | None = coordinates.integers(image.type, image.extents, sampler, place)
    else:
        where = coordinates.floats(image.type, image.extents, sampler, place, strict)
    assert where is not None, (image.type.name, image.extents, sampler.name, place)
    return Scene(image, sampler, where)


def _test(case: Case, strict: bool) -> Test:
    reads = scene(case, strict)
    lines = read_lines(reads.image, reads.where, reads.colours(strict))
    return Test(case.name, [f"kernel_name: {kernel_name(_NAMED[case.values[4]])}", *lines])


def build(found: list[Case], strict: bool) -> TestFile:
    image_type, source, function, coordinate, _, order, data = found[0].values
    kind, seen = IMAGE_TYPES[image_type], FORMATS[f"{order}-{data}"].type.seen
    used = [_NAMED[name] for name in dict.fromkeys(case.values[4] for case in found)]
    text = template("samplers.mako").render(
        image_type=kind.cl_name,
        vector=coordinate + VECTORS[kind.coordinates],
        seen=seen,
        function=function,
        of_program=source == "program",
        samplers=[(kernel_name(sampler), constant(sampler)) for sampler in used],
    )
    config = {"need_image_support": "true", "clc_version_min": "12"}
    tests = [_test(case, strict) for case in found]
    return TestFile(f"{NAME} {found[0].file}", text, tests, config)
