# SPDX-License-Identifier: MIT
"""Samplers that are constants, of the program and of the kernel, for every state."""

from collections.abc import Iterable, Iterator, Mapping

from imagespec.arrays import Array
from imagespec.formats import FORMATS, IMAGE_TYPES, Format, ImageType, format_named, image_type_named
from imagespec.sampling import Sampler, Scene
from testgen.model import Case, Test, TestFile, template

from . import coordinates
from .images import (
    DEPTH_EXTENSION,
    FUNCTIONS,
    SAMPLERS,
    VECTORS,
    extents_of,
    formats_seen_as,
    image_config,
    make_image,
    samplers_for,
    texel_type,
)
from .read import read_lines

NAME = "samplers"
SECTION = "OpenCL 1.2, 6.12.14.1 and 8.2"
_SIZE = "odd"
AXES = ("type", "source", "function", "coordinate", "sampler", "order", "data")
SOURCES = ("program", "kernel")
FORMATS_EACH = 8  # for a state; reading itself is the suite "read"
_NAMED = {sampler.name: sampler for sampler in SAMPLERS}


def _formats_of(state: int, formats: list[Format]) -> list[Format]:
    """The formats of the state of that number: all, where there are few."""
    stride = len(formats) // FORMATS_EACH
    if not stride:
        return formats
    return [formats[(state + n * stride) % len(formats)] for n in range(FORMATS_EACH)]


def cases_of(name: str, kinds: Iterable[ImageType], formats: Iterable[Format]) -> Iterator[Case]:
    """The tests of a family that samples images of these types and formats."""
    formats = list(formats)
    for kind in kinds:
        for source in SOURCES if kind.has_sampler else ():
            for seen, function in FUNCTIONS.items():
                found = formats_seen_as(seen, formats)
                for coordinate in ("float", "int"):
                    file = f"{kind.name}/{source}-{function}-{coordinate}"
                    for s, sampler in enumerate(samplers_for(seen, coordinate)):
                        for item in _formats_of(s, found):
                            axes = (
                                kind.name, source, function, coordinate, sampler.name,
                                item.order.name, item.type.name,
                            )  # fmt: skip
                            yield Case(name, file, f"{sampler.name}/{item.name}", axes)


def cases() -> Iterator[Case]:
    return cases_of(NAME, IMAGE_TYPES.values(), FORMATS.values())


def kernel_name(sampler: Sampler) -> str:
    return "read_" + sampler.name.replace("-", "_")


def constant(sampler: Sampler) -> str:
    """The sampler as OpenCL C writes it."""
    normalized = "TRUE" if sampler.normalized else "FALSE"
    return (
        f"CLK_NORMALIZED_COORDS_{normalized} | CLK_ADDRESS_{sampler.addressing.upper()} | "
        f"CLK_FILTER_{sampler.filter.upper()}"
    )


def _place(sampler: Sampler) -> str:
    return "inside" if sampler.addressing == "none" else "outside"


def facts(values: Mapping[str, str]) -> Mapping[str, str]:
    """The image's size and the place of the coordinates, by the names that the suite "read" has for them, and what follows."""
    sampler, kind = _NAMED[values["sampler"]], image_type_named(values["type"])
    place = _place(sampler)
    return {"size": _SIZE, "place": place, **coordinates.facts(kind, extents_of(kind, _SIZE), sampler, values["coordinate"], place)}


def scene(case: Case, strict: bool) -> Scene:
    """What a test reads."""
    image_type, _, _, coordinate, sampler_name, order, data = case.values
    sampler = _NAMED[sampler_name]
    image = make_image(image_type, f"{order}-{data}", _SIZE)
    place = _place(sampler)
    if coordinate == "int":
        where: Array | None = coordinates.integers(image.type, image.extents, sampler, place)
    else:
        where = coordinates.floats(image.type, image.extents, sampler, place, strict, beside=True)
    assert where is not None, (image.type.name, image.extents, sampler.name, place)
    return Scene(image, sampler, where)


def _test(case: Case, strict: bool) -> Test:
    reads = scene(case, strict)
    lines = read_lines(reads.image, reads.where, reads.colours(strict))
    return Test(case.name, [f"kernel_name: {kernel_name(_NAMED[case.values[4]])}", *lines])


def build(found: list[Case], strict: bool) -> TestFile:
    image_type, source, function, coordinate, _, order, data = found[0].values
    kind, seen = image_type_named(image_type), format_named(f"{order}-{data}").type.seen
    used = [_NAMED[name] for name in dict.fromkeys(case.values[4] for case in found)]
    text = template("samplers.mako").render(
        image_type=kind.cl_name,
        vector=coordinate + VECTORS[kind.coordinates],
        texel=texel_type(kind, seen),
        extension=DEPTH_EXTENSION if kind.is_depth else "",
        function=function,
        of_program=source == "program",
        samplers=[(kernel_name(sampler), constant(sampler)) for sampler in used],
    )
    tests = [_test(case, strict) for case in found]
    return TestFile(f"{found[0].suite} {found[0].file}", text, tests, image_config(kind))
