# SPDX-License-Identifier: MIT
"""What a device says that images ask of it (cl_ext_image_requirements_info), against what making images shows: the
size is what the pitches say and no byte less will do, alignments are powers of two that pitches and host memory
must have, and an image of the largest extent can be made, while one of another texel cannot."""

from collections.abc import Iterator

from imagespec.buffers import InBuffer
from imagespec.formats import FORMATS, IMAGE_TYPES, LATER_FORMATS, Format, ImageType, image_type_named
from testgen.model import Case, Test, TestFile

from .images import extents_of, image_keys, pixel_type
from .read_write import format_of

NAME = "requirements"
SECTION = "cl_ext_image_requirements_info; cl_ext_image_from_buffer"
AXES = ("requirement", "asked", "type", "bytes", "size")  # names of tests have the format
EXTENSIONS = "cl_ext_image_requirements_info cl_ext_image_from_buffer"
SIZES = ("odd", "one", "power")
ALIGNMENTS = ("row_pitch_alignment", "slice_pitch_alignment", "base_address_alignment")
LIMITS = ("max_width", "max_height", "max_depth", "max_array_size")
ALIGNED = 256  # texels of a row: a multiple of what any known device asks for
# The arguments that a question leaves out: NULL for format or description, 0 for extents.
ASKED: dict[str, tuple[str, ...]] = {
    **{name: ("all", "format", "description", "extents") for name in ALIGNMENTS},
    "size": ("all", "holds", "format", "description", "extents"),
    **{name: ("all", "format", "description", "extents") for name in LIMITS},
}


def cases() -> Iterator[Case]:
    formats = [item for item in (*FORMATS.values(), *LATER_FORMATS.values()) if "x" not in item.order.stored and item.order.name != "DEPTH"]
    for k, kind in enumerate(IMAGE_TYPES.values()):
        for r, (requirement, ways) in enumerate(ASKED.items()):
            for f, item in list(enumerate(formats))[(r + k) % 2 :: 2]:
                asked = ways[(f // 2 + k) % len(ways)]
                size = SIZES[(f // 2 + r + f // (2 * len(ways))) % len(SIZES)]
                axes = (requirement, asked, kind.name, str(item.texel_bytes), size)
                yield Case(NAME, f"{kind.name}/{requirement}", f"{item.name}/{asked}/{size}", axes)


def _layout(kind: ImageType, item: Format, size: str) -> InBuffer:
    """Rows are aligned, slices follow each other without gaps."""
    pitch = ALIGNED * item.texel_bytes if kind.axes > 1 else 0
    bare = InBuffer(kind, extents_of(kind, size), item.texel_bytes, pitch)
    return InBuffer(kind, bare.extents, item.texel_bytes, pitch, bare.slice_pitch if bare.has_slices else 0)


def _has(kind: ImageType, limit: str) -> bool:
    """Whether images of the type have the extent that a limit is of."""
    return {
        "max_width": True,
        "max_height": kind.dimensions > 1,
        "max_depth": kind.dimensions > 2,
        "max_array_size": kind.is_array,
    }[limit]


def answer(requirement: str, asked: str, layout: InBuffer) -> str:
    """What must come back: a number, an error, or that the answer holds."""
    without = "" if asked in ("all", "holds") else f"without {asked} "
    if requirement == "size" and asked in ("format", "description"):
        return without + "error CL_INVALID_VALUE"
    if requirement in LIMITS:
        fails = not _has(layout.type, requirement) and asked != "description"
        return without + ("error CL_INVALID_IMAGE_DESCRIPTOR" if fails else "holds")
    if asked == "extents":  # 0 is no extent of an image
        return without + "error CL_INVALID_IMAGE_DESCRIPTOR"
    return str(layout.size) if requirement == "size" and asked == "all" else f"{without}holds"


def _test(case: Case) -> Test:
    requirement, asked, type_name, _, size = case.values
    kind, item = image_type_named(type_name), format_of(case)
    layout = _layout(kind, item, size)
    pitches = f" image_row_pitch {layout.given_row_pitch}" if layout.given_row_pitch else ""
    pitches += f" image_slice_pitch {layout.given_slice_pitch}" if layout.given_slice_pitch else ""
    zeros = " ".join("0" for _ in range(1 if item.type.packed else item.channels))
    return Test(
        case.name,
        [
            f"arg_in: 0 buffer {pixel_type(item)}[{layout.size // item.texel_bytes}] repeat {zeros}",
            f"arg_in: 1 image {pixel_type(item)} NULL {image_keys(kind, item, layout.extents)}{pitches} image_over 0 image_access read",
            f"ask: 1 {requirement} {answer(requirement, asked, layout)}",
        ],
    )


def build(found: list[Case], strict: bool) -> TestFile:
    del strict
    config = {"need_image_support": "true", "require_device_extensions": EXTENSIONS}
    return TestFile(f"{NAME} {found[0].file}", "", [_test(case) for case in found], config)
