# SPDX-License-Identifier: MIT
"""How images are made, and what the host may do with them and is told: pitches and extents that there cannot be are
refused, so are regions of no texels, pitches of slices that an image does not have, and maps that its flags forbid;
pitches and extents that it has are returned. Each operation is asked of all types of images that it is of."""

from collections.abc import Callable, Iterator

from imagespec.buffers import InBuffer
from imagespec.formats import IMAGE_TYPES, Format, ImageType, format_named, image_type_named
from testgen.model import Case, Test, TestFile, template

from .images import extents_of, image_config, image_keys, pixel_type

NAME = "objects"
SECTION = "5.2.3 and 5.3.1 to 5.3.7"
AXES = ("operation",)  # names of tests have the type, and the format
FORMATS = ("R-UNSIGNED_INT8", "RG-SIGNED_INT16", "RGBA-UNORM_INT8", "RGBA-FLOAT")
SIZES = ("odd", "power")
BEYOND = 1 << 28  # texels: more than the devices that are known have in one direction
DESCRIPTOR = "CL_INVALID_IMAGE_DESCRIPTOR"
Lines = list[str]


def _image(layout: InBuffer, item: Format, more: str = "", values: str = "repeat") -> str:
    zeros = " ".join("0" for _ in range(1 if item.type.packed else item.channels))
    data = "NULL" if values == "NULL" else f"repeat {zeros}"
    return f"arg_in: 0 image {pixel_type(item)} {data} {image_keys(layout.type, item, layout.extents)}{more} image_access read"


def _refused(layout: InBuffer, item: Format, pitches: str, values: str = "repeat", error: str = DESCRIPTOR) -> Lines:
    """An image that must not be made; each test does something."""
    return [_image(layout, item, f" {pitches} image_error {error}", values), "arg_in: 1 buffer uchar[1] 7", "read: 1 7"]


def _row_short(layout: InBuffer, item: Format) -> Lines:
    return _refused(layout, item, f"image_row_pitch {(layout.width - 1) * item.texel_bytes}")


def _row_uneven(layout: InBuffer, item: Format) -> Lines:
    return _refused(layout, item, f"image_row_pitch {layout.row_pitch + 1}")


def _slice_short(layout: InBuffer, item: Format) -> Lines:
    pitch = (layout.rows - 1) * layout.row_pitch
    return _refused(layout, item, f"image_row_pitch {layout.row_pitch} image_slice_pitch {pitch}")


def _slice_uneven(layout: InBuffer, item: Format) -> Lines:
    return _refused(layout, item, f"image_row_pitch {layout.row_pitch} image_slice_pitch {layout.slice_pitch + 1}")


def _row_alone(layout: InBuffer, item: Format) -> Lines:
    return _refused(layout, item, f"image_row_pitch {layout.row_pitch}", "NULL")


def _slice_alone(layout: InBuffer, item: Format) -> Lines:
    return _refused(layout, item, f"image_slice_pitch {layout.slice_pitch}", "NULL")


def _too_wide(layout: InBuffer, item: Format) -> Lines:
    wide = InBuffer(layout.type, (BEYOND, *(1 for _ in layout.extents[1:])), item.texel_bytes)
    return _refused(wide, item, "", "NULL", "CL_INVALID_IMAGE_SIZE")


def _extents(layout: InBuffer, item: Format) -> Lines:
    kind = layout.type
    height, depth = (layout.extents[at] if kind.dimensions > at else 0 for at in (1, 2))
    layers = layout.extents[-1] if kind.is_array else 0
    facts = {"element_size": item.texel_bytes, "width": layout.width, "height": height, "depth": depth, "array_size": layers}
    return [_image(layout, item), *(f"info: 0 {name} {value}" for name, value in facts.items())]


def _pitches(layout: InBuffer, item: Format) -> Lines:
    slices = f"at_least {layout.slice_pitch}" if layout.has_slices else "0"
    return [_image(layout, item), f"info: 0 row_pitch at_least {layout.row_pitch}", f"info: 0 slice_pitch {slices}"]


def _mapped(layout: InBuffer, item: Format) -> Lines:
    slices = f"at_least {layout.slice_pitch}" if layout.has_slices else "0"
    return [_image(layout, item), f"info: 0 mapped_row_pitch at_least {layout.row_pitch}", f"info: 0 mapped_slice_pitch {slices}"]


def _empty(layout: InBuffer, item: Format) -> Lines:
    """No texels along each axis in turn, in every call."""
    lines = [_image(layout, item), f"arg_in: 1 buffer uchar[{layout.size}] repeat 0"]
    for axis in range(len(layout.extents)):
        region = " ".join("0" if at == axis else "1" for at in range(len(layout.extents)))
        box = f"origin {' '.join('0' for _ in layout.extents)} region {region}"
        for call in ("read: 0 {}", "write: 0 {}", "map: 0 read {}", "fill: 0 {} 0 0 0 0", "copy: 0 {} to 1", "copy: 1 to 0 {}"):
            lines.append(f"{call.format(box)} error CL_INVALID_VALUE")
    return lines


def _flat(layout: InBuffer, item: Format) -> Lines:
    pitches = f"host_row_pitch {layout.row_pitch} host_slice_pitch {layout.row_pitch * layout.rows}"
    return [_image(layout, item), *(f"{call}: 0 {pitches} error CL_INVALID_VALUE" for call in ("read", "write"))]


def _exclusive(layout: InBuffer, item: Format) -> Lines:
    return [_image(layout, item), *(f"map: 0 {way}_and_invalidate error CL_INVALID_VALUE" for way in ("read", "write"))]


def _host(access: str) -> Callable[[InBuffer, Format], Lines]:
    def lines(layout: InBuffer, item: Format) -> Lines:
        refused = {"read": ("write: 0", "map: 0 write", "map: 0 invalidate"), "write": ("read: 0", "map: 0 read")}
        calls = refused.get(access, refused["read"] + refused["write"])
        return [_image(layout, item, f" image_host_access {access}"), *(f"{call} error CL_INVALID_OPERATION" for call in calls)]

    return lines


def _any(kind: ImageType) -> bool:
    return kind.name != "1d_buffer"


def _sliced(kind: ImageType) -> bool:
    return kind.is_array or kind.dimensions == 3


# By operation: what it is asked of, and what its test does.
OPERATIONS: dict[str, tuple[Callable[[ImageType], bool], Callable[[InBuffer, Format], Lines]]] = {
    "row-short": (_any, _row_short),
    "row-uneven": (_any, _row_uneven),
    "slice-short": (lambda kind: _sliced(kind) and kind.dimensions > 1, _slice_short),
    "slice-uneven": (_sliced, _slice_uneven),
    "row-alone": (_any, _row_alone),
    "slice-alone": (_sliced, _slice_alone),
    "too-wide": (_any, _too_wide),
    "extents": (lambda kind: True, _extents),
    "pitches": (lambda kind: True, _pitches),
    "mapped": (lambda kind: True, _mapped),
    "empty": (lambda kind: True, _empty),
    "flat": (lambda kind: not _sliced(kind), _flat),
    "exclusive": (lambda kind: True, _exclusive),
    "host-reads": (_any, _host("read")),
    "host-writes": (_any, _host("write")),
    "host-neither": (_any, _host("none")),
}


def _formats(operation: str) -> Iterator[Format]:
    """One byte has no room for a row that begins within a texel, and a row of other texels none in host memory."""
    for item in map(format_named, FORMATS):
        if item.texel_bytes > 1 if operation == "row-uneven" else operation != "too-wide" or item.texel_bytes == 1:
            yield item


def cases() -> Iterator[Case]:
    for operation, (is_of, _) in OPERATIONS.items():
        for kind in filter(is_of, IMAGE_TYPES.values()):
            for item in _formats(operation):
                for size in SIZES:
                    yield Case(NAME, f"{kind.name}/{operation}", f"{item.name}/{size}", (operation,))


def named(case: Case) -> dict[str, str]:
    """What names of tests say, beside the format: samples need not pair it, but who looks for a fault asks for it."""
    return {"image type": case.file.partition("/")[0], "size": case.name.rpartition("/")[2]}


def _test(case: Case) -> Test:
    kind = image_type_named(named(case)["image type"])
    item, size = format_named(case.name.rpartition("/")[0]), named(case)["size"]
    layout = InBuffer(kind, extents_of(kind, size), item.texel_bytes)
    return Test(case.name, OPERATIONS[case.values[0]][1](layout, item))


def build(found: list[Case], strict: bool) -> TestFile:
    del strict
    kind = image_type_named(named(found[0])["image type"])
    return TestFile(f"{NAME} {found[0].file}", template("boxes.mako").render(), [_test(case) for case in found], image_config(kind))
