# SPDX-License-Identifier: MIT
"""What a kernel has written, another reads in the same test: every image type and format. The texel
that the device has stored must be an allowed one, and what is read must be that texel's colour."""

import math
from collections.abc import Iterable, Iterator, Mapping

from imagespec.formats import FORMATS, IMAGE_TYPES, Format, ImageType, format_named, image_type_named
from testgen.model import Case, Test, TestFile, template

from .images import FUNCTIONS, SIZES, WRITERS, extents_of, formats_seen_as, texel_type
from .write import COORDINATES, colour_kinds, extension_of, write_config, write_lines

NAME = "write-read"
SECTION = "OpenCL 1.2, 6.12.14 and 8.3"
AXES = ("type", "order", "data", "colours", "size", "reader")
READERS = ("texel", "sampler", "normalized")  # how the second kernel reads
SAMPLERS = {
    "sampler": "CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST",
    "normalized": "CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST",
}
FLOAT_COORDINATES = {
    1: "(x + 0.5f) / width",
    2: "(float2)((x + 0.5f) / width, Y)",
    4: "(float4)((x + 0.5f) / width, (y + 0.5f) / height, Z, 0.0f)",
}
# 8.3.1.1 allows 1.5 ulp around the exact value, which lies within half an ulp of the nearest float;
# 8.3.3 allows to flush denormals, and preserves all others, signs of zeros among them.
NORM_TOLERANCE = " tolerance 2 ulp"
ZEROS = " signed_zero"
# Half a step of sRGB (OpenCL C 3.0, "Conversion Rules for sRGBA and sBGRA Images") where the curve is
# steepest, at 1: 2.4 / 1.055 times that step of light.
SRGB_TOLERANCE = f" tolerance {0.5 / 255 * 2.4 / 1.055 + 1e-6:.6f}"
SRGB_STRICT = " tolerance 0.000002"


def cases_of(name: str, kinds: Iterable[ImageType], formats: Iterable[Format]) -> Iterator[Case]:
    """The tests of a family that writes and reads images of these types and formats."""
    formats = list(formats)
    for kind in kinds:
        readers = READERS if kind.has_sampler else READERS[:1]
        for seen in WRITERS:
            for f, item in enumerate(formats_seen_as(seen, formats)):
                for c, colours in enumerate(colour_kinds(item)):
                    size = SIZES[(f + c + 1) % len(SIZES)]
                    reader = readers[(f + c // 2) % len(readers)]
                    axes = (kind.name, item.order.name, item.type.name, colours, size, reader)
                    file = f"{kind.name}/{FUNCTIONS[seen]}-{reader}"
                    yield Case(name, file, f"{item.name}/{colours}/{size}", axes)


def cases() -> Iterator[Case]:
    return cases_of(NAME, IMAGE_TYPES.values(), FORMATS.values())


def tolerance(item: Format, strict: bool) -> str:
    """How far what is read may be from the nearest float of the stored texel's colour."""
    if item.type.seen != "float":
        return ""
    if item.order.is_srgb:
        return SRGB_STRICT if strict else SRGB_TOLERANCE
    if strict:
        return ZEROS
    if item.type.is_norm:
        return NORM_TOLERANCE + ZEROS
    return ZEROS + (" flushed" if item.type.bits == 32 else "")


def _test(case: Case, strict: bool) -> Test:
    image_type, order, data, colours, size, _ = case.values
    kind, item = image_type_named(image_type), format_named(f"{order}-{data}")
    count = math.prod(extents_of(kind, size))
    lines = write_lines(kind, item, size, colours, strict)
    lines += [
        f"arg_out: 2 buffer {item.type.seen}4[{count}] texels_of 0{tolerance(item, strict)}",
        "launch: write args 0 1",
        "launch: look args 2 0",
    ]
    return Test(case.name, lines)


def facts(values: Mapping[str, str]) -> Mapping[str, str]:
    """How the second kernel's sampler takes coordinates."""
    return {"coordinates": "normalized" if values["reader"] == "normalized" else "unnormalized"} if values["reader"] in SAMPLERS else {}


def _coordinate(image_type: str, reader: str) -> str:
    """Where the second kernel reads: at the centre of the texel."""
    kind = image_type_named(image_type)
    if reader != "normalized":
        return COORDINATES[kind.coordinates]
    text = FLOAT_COORDINATES[kind.coordinates]
    text = text.replace("Y", "(y + 0.5f) / height" if kind.dimensions > 1 else "y")
    return text.replace("Z", "(z + 0.5f) / depth" if kind.dimensions > 2 else "z")


def build(found: list[Case], strict: bool) -> TestFile:
    image_type, order, data, *_, reader = found[0].values
    kind, seen = image_type_named(image_type), format_named(f"{order}-{data}").type.seen
    source = template("written.mako").render(
        image_type=kind.cl_name,
        extension=extension_of(kind),
        texel=texel_type(kind, seen),
        colour=f"{seen}4",
        one=", 0.0f, 0.0f, 1.0f" if kind.is_depth else "",
        writer=WRITERS[seen],
        reader=FUNCTIONS[seen],
        sampler=SAMPLERS.get(reader, ""),
        place=COORDINATES[kind.coordinates],
        coordinate=_coordinate(image_type, reader),
    )
    tests = [_test(case, strict) for case in found]
    return TestFile(f"{found[0].suite} {found[0].file}", source, tests, write_config(kind))
