# SPDX-License-Identifier: MIT
"""read_image of every image type and format, with every sampler, given as an argument."""

from collections.abc import Iterable, Iterator, Mapping

from imagespec.arrays import Array
from imagespec.formats import FORMATS, IMAGE_TYPES, Format, ImageType, format_named, image_type_named
from imagespec.interval import Interval
from imagespec.sampling import Image, Sampler, Scene
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

from . import coordinates
from .images import DEPTH_EXTENSION, FUNCTIONS, SAMPLERS, SIZES, VECTORS
from .images import components_of, extents_of, formats_seen_as, image_config, image_line, make_image, sampler_line, samplers_for, texel_type

NAME = "read"
SECTION = "OpenCL 1.2, 6.12.14.2, 8.2 and 8.3"
AXES = ("type", "order", "data", "coordinate", "addressing", "filter", "normalized", "seldom", "place", "size")
_SAMPLER_NAMED = {sampler.name: sampler for sampler in SAMPLERS}
_NO_SAMPLER = Sampler("none", "nearest", False)


def _seldom(image_type: ImageType, sampler: Sampler, item: Format, place: str) -> str:
    """What takes three other axes to come together, so that pairs of those would not make sure of
    it: an order's border colour, layers half way between two, and edges of texels where a read may
    give either."""
    if sampler.addressing == "clamp" and place == "outside":
        return f"border of {item.order.name}"
    if sampler.filter == "nearest" and sampler.normalized and place == "edges":
        return "either texel" if item.type.seen == "float" else ""
    return "layer ties" if image_type.is_array and sampler.is_exact and place == "edges" else ""


def _sampled(name: str, image_type: ImageType, formats: list[Format], seen: str, coordinate: str) -> Iterator[Case]:
    vector = coordinate + VECTORS[image_type.coordinates]
    for s, sampler in enumerate(samplers_for(seen, coordinate)):
        file = f"{image_type.name}/{FUNCTIONS[seen]}-{vector}/{sampler.name}"
        for f, item in enumerate(formats):
            for p, place in enumerate(coordinates.places_for(sampler)):
                size = SIZES[(f + s + p) % len(SIZES)]
                if size == "one" and sampler.addressing == "none" and sampler.filter == "linear":
                    size = "odd"  # a filter that must stay inside needs two texels
                axes = (
                    image_type.name, item.order.name, item.type.name, coordinate,
                    sampler.addressing, sampler.filter, str(sampler.normalized),
                    _seldom(image_type, sampler, item, place), place, size,
                )  # fmt: skip
                yield Case(name, file, f"{item.name}/{place}/{size}", axes)


def _fetched(name: str, image_type: ImageType, formats: list[Format], seen: str) -> Iterator[Case]:
    """Reads without a sampler (6.12.14.3)."""
    vector = "int" + VECTORS[image_type.coordinates]
    for f, item in enumerate(formats):
        for p, place in enumerate(("inside", "edges")):
            size = SIZES[(f + p) % len(SIZES)]
            axes = (
                image_type.name, item.order.name, item.type.name, "int",
                "samplerless", "samplerless", "samplerless", "", place, size,
            )  # fmt: skip
            file = f"{image_type.name}/{FUNCTIONS[seen]}-{vector}/samplerless"
            yield Case(name, file, f"{item.name}/{place}/{size}", axes)


def cases_of(name: str, kinds: Iterable[ImageType], formats: Iterable[Format]) -> Iterator[Case]:
    """The tests of a family that reads images of these types and formats."""
    formats = list(formats)
    for image_type in kinds:
        for seen in FUNCTIONS:
            some = formats_seen_as(seen, formats)
            if image_type.has_sampler:
                yield from _sampled(name, image_type, some, seen, "float")
                yield from _sampled(name, image_type, some, seen, "int")
            yield from _fetched(name, image_type, some, seen)


def cases() -> Iterator[Case]:
    return cases_of(NAME, IMAGE_TYPES.values(), FORMATS.values())


def facts(values: Mapping[str, str]) -> Mapping[str, str]:
    """What follows from the coordinates."""
    if values["addressing"] == "samplerless":
        return {"border": "unseen"}
    sampler = Sampler(values["addressing"], values["filter"], values["normalized"] == "True")
    kind = image_type_named(values["type"])
    return coordinates.facts(kind, extents_of(kind, values["size"]), sampler, values["coordinate"], values["place"])


def _where(image: Image, sampler: Sampler, coordinate: str, place: str, strict: bool) -> Array:
    if coordinate == "int":
        return coordinates.integers(image.type, image.extents, sampler, place)
    found = coordinates.floats(image.type, image.extents, sampler, place, strict, beside=True)
    assert found is not None, (image.type.name, image.extents, sampler.name, place)
    return found


def read_lines(image: Image, where: Array, result: Interval) -> list[str]:
    """Arguments 0 to 2 of a kernel that reads: results, image, coordinates."""
    texel, count = texel_type(image.type, image.format.type.seen), len(where)
    result = result.map(lambda colours: components_of(image.type, colours))
    vector = {"f": "float", "i": "int"}[where.dtype.kind] + VECTORS[where.shape[1]]
    return [
        f"global_size: {count} 1 1",
        f"arg_out: 0 buffer {texel}[{count}] {numbers.interval_text(result)}"
        + numbers.sign_of_zero(result),
        image_line(1, image),
        f"arg_in: 2 buffer {vector}[{count}] {numbers.text(where)}",
    ]


def scene(case: Case, strict: bool) -> Scene:
    """What a test reads."""
    image_type, order, data, coordinate, *_, place, size = case.values
    image = make_image(image_type, f"{order}-{data}", size)
    sampler = _SAMPLER_NAMED.get(case.file.rpartition("/")[2])
    return Scene(image, sampler, _where(image, sampler or _NO_SAMPLER, coordinate, place, strict))


def _test(case: Case, strict: bool) -> Test:
    reads = scene(case, strict)
    lines = read_lines(reads.image, reads.where, reads.colours(strict))
    return Test(case.name, [*lines, sampler_line(3, reads.sampler)] if reads.sampler else lines)


def build(found: list[Case], strict: bool) -> TestFile:
    first = found[0]
    image_type, order, data, coordinate, addressing, *_ = first.values
    kind, seen = image_type_named(image_type), format_named(f"{order}-{data}").type.seen
    source = template("read.mako").render(
        image_type=kind.cl_name,
        vector=coordinate + VECTORS[kind.coordinates],
        texel=texel_type(kind, seen),
        extension=DEPTH_EXTENSION if kind.is_depth else "",
        function=FUNCTIONS[seen],
        has_sampler=addressing != "samplerless",
    )
    config = {"kernel_name": "read", **image_config(kind)}
    tests = [_test(case, strict) for case in found]
    return TestFile(f"{first.suite} {first.file}", source, tests, config)
