# SPDX-License-Identifier: MIT
"""Boxes of images that the host reads, writes, maps, fills and copies (5.3.3 to 5.3.6): what must
change does, and nothing beside it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache

import numpy as np

from imagespec.arrays import Array
from imagespec.boxes import Box, from_bytes, grid, put, take, to_bytes
from imagespec.conversion import read_colours, write_channels
from imagespec.formats import FORMATS, IMAGE_TYPES, Format, ImageType, image_type_named
from imagespec.sampling import Image
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

from .images import (
    PERIOD,
    SIZES,
    extents_of,
    image_config,
    image_line,
    make_image,
    random_stored,
    seed_of,
    tiled,
)

NAME = "boxes"
SECTION = "OpenCL 1.2, 5.3.3 to 5.3.6"
AXES = ("type", "operation", "order", "data", "size", "place", "pitch")
PLACES = ("whole", "first", "inner", "last", "texel", "row")
PITCHES = ("tight", "padded", "unaligned")
LARGEST = (9, 5, 2)  # boxes of large images, so that tests stay short
OTHER_SIZE = {"odd": "power", "one": "odd", "power": "large", "large": "odd"}
PARTNERS = {  # other image types that OpenCL 1.2 lists as the target of a copy (5.3.3)
    "1d": "2d",
    "1d_buffer": "1d",
    "1d_array": "1d",
    "2d": "3d",
    "2d_array": "2d",
    "3d": "2d",
    "2d_depth": "2d_array_depth",
    "2d_array_depth": "2d_depth",
}
# Its list has not all pairs; "any combinations of source and destination types" is OpenCL 2.0's
# sentence (5.3.3 there). The bundled driver copies between all.
STRICT_PARTNERS = {**PARTNERS, "1d_array": "2d", "2d_array": "3d", "3d": "2d_array"}
TURNS = 2  # tests of a format and an operation
OFFSET = 5  # bytes in a buffer before the first texel


class Scene:
    """An image and a box of it, with what the operation needs beside them."""

    def __init__(
        self, image_type: str, image_format: str, size: str, place: str, pitch: str, strict: bool, access: str = "read"
    ) -> None:
        self.strict = strict
        self.pitch = pitch
        self.access = access  # of kernels
        self.image = make_image(image_type, image_format, size)
        self.size = size
        self.extents = self.image.extents
        self.grid = grid(self.image.texels, self.extents)
        self.box = box_at(place, self.extents)
        self.axis = _axis_at(place, len(self.extents))
        rng = np.random.default_rng(seed_of(f"{self.image.format.type.name} new"))
        self.new = tiled(random_stored(self.image.format, rng), self.box.count)

    @property
    def format(self) -> Format:
        return self.image.format

    @property
    def old(self) -> Array:
        return take(self.grid, self.box)


def box_at(place: str, extents: tuple[int, ...]) -> Box:
    """The box of that name. Only the whole is not limited."""
    if place == "whole":
        return Box((0,) * len(extents), extents)
    if place == "texel":
        return Box(tuple(e - 1 for e in extents), (1,) * len(extents))
    if place == "row":
        return Box((0, *(e // 2 for e in extents[1:])), (extents[0], *(1 for _ in extents[1:])))
    if place == "inner":
        region = [min(max(e - 2, 1), most) for e, most in zip(extents, LARGEST)]
        return Box(tuple(min(1, e - 1) for e in extents), tuple(region))
    region = [min((e + 1) // 2, most) for e, most in zip(extents, LARGEST)]
    origin = [0 if place == "first" else e - r for e, r in zip(extents, region)]
    return Box(tuple(origin), tuple(region))


@cache
def _layers(image_type: str, size: str, place: str) -> Mapping[str, str]:
    kind = image_type_named(image_type)
    if not kind.is_array:
        return {}
    box = box_at(place, extents_of(kind, size))
    return {"layers": ("later" if box.origin[-1] else "first") + (" one" if box.region[-1] == 1 else " ones")}


def _axis_at(place: str, axes: int) -> int:
    """The axis along which a box of that place leaves the image, where it shall be refused."""
    return PLACES.index(place) % axes


def facts(values: Mapping[str, str]) -> Mapping[str, str]:
    """Whether the box has one layer or several, from the first on or from a later one; and along which axis it leaves the image, where
    it is refused."""
    found = _layers(values["type"], values["size"], values["place"])
    if values["operation"] != "refused":
        return found
    kind = image_type_named(values["type"])
    names = ("column", "row", "slice")[: kind.dimensions] + (("layer",) if kind.is_array else ())
    return {**found, "beyond": names[_axis_at(values["place"], len(names))]}


def host_pitches(kind: ImageType, item: Format, region: tuple[int, ...], pitch: str) -> str:
    """Host memory with room behind each row and slice; unaligned: not even a whole texel."""
    if pitch == "tight":
        return ""
    row = region[0] * item.texel_bytes + (1 if pitch == "unaligned" else 3 * item.texel_bytes)
    if kind.name == "1d_array":
        return f" host_slice_pitch {row}"
    if len(region) == 2:
        return f" host_row_pitch {row}"
    slice_bytes = row * region[1] + (1 if pitch == "unaligned" else 2 * row)
    return f" host_row_pitch {row} host_slice_pitch {slice_bytes}"


def _components(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))


def _at(box: Box) -> str:
    return f"origin {_components(box.origin)} region {_components(box.region)}"


def _values(texels: Array, period: int = PERIOD) -> str:
    """Numbers, said once for a period where they repeat."""
    first = texels[:period]
    if len(texels) > period and (tiled(first, len(texels)) == texels).all():
        return "repeat " + numbers.text(first)
    return numbers.text(texels)


def _read(box: Box, image: Array, index: int = 0, step: str = "read") -> str:
    name, _, mode = step.partition("-")
    return f"{name}: {index} {mode + ' ' if mode else ''}{_at(box)} {_values(take(image, box))}"


def _read_around(scene: Scene, changed: Array) -> str:
    return _read(scene.box.surroundings(scene.extents), changed)


def _reads(scene: Scene, step: str) -> list[str]:
    line = _read(scene.box, scene.grid, step=step)
    return [line + host_pitches(scene.image.type, scene.format, scene.box.region, scene.pitch)]


def _writes(scene: Scene, step: str) -> list[str]:
    name, _, mode = step.partition("-")
    pitches = host_pitches(scene.image.type, scene.format, scene.box.region, scene.pitch)
    changed = put(scene.grid, scene.box, scene.new)
    line = f"{name}: 0 {mode + ' ' if mode else ''}{_at(scene.box)} {_values(scene.new)}{pitches}"
    return [line, _read_around(scene, changed)]


def fill_texel(item: Format, texels: Array) -> Array:
    """A texel whose colour is stored as the texel again: of SNORM, not the lowest number, which is
    not the only one that stands for -1.0."""
    texel = texels[:1].copy()
    if item.type.kind == "snorm":
        texel[texel == np.iinfo(item.type.stored).min] += 1
    return texel


def _fills(scene: Scene, step: str) -> list[str]:
    texel = fill_texel(scene.format, scene.new)
    colour = read_colours(scene.format, texel)
    kept = colour.astype({"float": np.float32}.get(scene.format.type.seen, np.int64))
    changed = put(scene.grid, scene.box, tiled(texel, scene.box.count))
    return [f"fill: 0 {_at(scene.box)} {numbers.text(kept)}", _read_around(scene, changed)]


def _fills_saturating(scene: Scene, step: str) -> list[str]:
    """Integers out of range are saturated (8.3.4); other formats are filled as they are above."""
    seen = scene.format.type.seen
    if seen == "float":
        return _fills(scene, step)
    colour = np.array([[70000, 256, 65536, 300] if seen == "uint" else [-129, 70000, 128, -40000]])
    texel = write_channels(scene.format, colour, False).low.astype(scene.format.type.stored)
    changed = put(scene.grid, scene.box, tiled(texel, scene.box.count))
    return [f"fill: 0 {_at(scene.box)} {numbers.text(colour)}", _read_around(scene, changed)]


def _copy_to(scene: Scene, other: Image, region: tuple[int, ...], target: Box) -> list[str]:
    """Into the end of another image, from the box's origin."""
    source = Box(scene.box.origin, region)
    changed = put(grid(other.texels, other.extents), target, take(scene.grid, source))
    return [
        f"{image_line(1, other)} image_access {scene.access}",
        f"copy: 0 {_at(source)} to 1 origin {_components(target.origin)}",
        _read(target.surroundings(other.extents), changed, 1),
    ]


def _copies(scene: Scene, step: str) -> list[str]:
    other = make_image(scene.image.type.name, scene.format.name, OTHER_SIZE[scene.size])
    region = tuple(min(r, e) for r, e in zip(scene.box.region, other.extents))
    origin = tuple(e - r for r, e in zip(region, other.extents))
    return _copy_to(scene, other, region, Box(origin, region))


def _copies_slice(scene: Scene, step: str) -> list[str]:
    """To an image of another type."""
    partners = STRICT_PARTNERS if scene.strict else PARTNERS
    kind = image_type_named(partners[scene.image.type.name])
    other = make_image(kind.name, scene.format.name, OTHER_SIZE[scene.size])
    shared = min(scene.image.type.dimensions, kind.dimensions)
    ones = [1] * (3 - shared)
    sizes = zip(scene.box.region[:shared], other.extents[:shared])
    region = (*(min(r, e) for r, e in sizes), *ones)
    origin = tuple(e - r for r, e in zip(region, other.extents))
    target = Box(origin, region[: len(origin)])
    return _copy_to(scene, other, region[: len(scene.extents)], target)


def _copies_within(scene: Scene, step: str) -> list[str]:
    """From the lower to the upper half of the image along one extent."""
    axis = scene.axis if scene.extents[scene.axis] > 1 else 0
    half = scene.extents[axis] // 2
    region = [min(r, most) for r, most in zip(scene.extents, LARGEST)]
    region[axis] = min(half, region[axis])
    origin = [0] * len(region)
    source = Box(tuple(origin), tuple(region))
    origin[axis] = scene.extents[axis] - region[axis]
    target = Box(tuple(origin), tuple(region))
    assert not source.overlaps(target)
    changed = put(scene.grid, target, take(scene.grid, source))
    return [
        f"copy: 0 {_at(source)} to 0 origin {_components(target.origin)}",
        _read(target.surroundings(scene.extents), changed),
        _read(source.surroundings(scene.extents), changed),
    ]


def _bytes(scene: Scene, texels: Array) -> str:
    data = to_bytes(scene.format, texels)
    return f"offset {OFFSET} size {len(data)} {_values(data, PERIOD * scene.format.texel_bytes)}"


def _copies_to_buffer(scene: Scene, step: str) -> list[str]:
    end = OFFSET + scene.box.count * scene.format.texel_bytes
    return [
        f"arg_in: 1 buffer uchar[{end + OFFSET}] repeat 77",
        f"copy: 0 {_at(scene.box)} to 1 offset {OFFSET}",
        f"read: 1 size {OFFSET} repeat 77",
        f"read: 1 {_bytes(scene, scene.old)}",
        f"read: 1 offset {end} repeat 77",
    ]


def _copies_from_buffer(scene: Scene, step: str) -> list[str]:
    data = to_bytes(scene.format, scene.new)
    changed = put(scene.grid, scene.box, from_bytes(scene.format, data))
    return [
        f"arg_in: 1 buffer uchar[{len(data) + OFFSET}] repeat 0",
        f"write: 1 {_bytes(scene, scene.new)}",
        f"copy: 1 offset {OFFSET} to 0 {_at(scene.box)}",
        _read_around(scene, changed),
    ]


def _refusals(scene: Scene, step: str) -> list[str]:
    """Boxes that reach beyond the image, and a copy onto itself: errors of 5.3.3 to 5.3.6."""
    region = list(scene.box.region)
    region[scene.axis] = scene.extents[scene.axis] - scene.box.origin[scene.axis] + 1
    outside = _at(Box(scene.box.origin, tuple(region)))
    beyond = list(scene.box.origin)
    beyond[scene.axis] = scene.extents[scene.axis]
    size = scene.box.count * scene.format.texel_bytes
    return [
        f"arg_in: 1 buffer uchar[{size + OFFSET}] repeat 0",
        image_line(2, scene.image) + " image_access read",
        f"read: 0 {outside} error CL_INVALID_VALUE",
        f"write: 0 {outside} error CL_INVALID_VALUE",
        f"map: 0 read {outside} error CL_INVALID_VALUE",
        f"fill: 0 {outside} 0 0 0 0 error CL_INVALID_VALUE",
        f"copy: 0 {outside} to 1 error CL_INVALID_VALUE",
        f"copy: 0 {_at(scene.box)} to 2 origin {_components(tuple(beyond))} error CL_INVALID_VALUE",
        f"copy: 0 {_at(scene.box)} to 1 offset {OFFSET + 1} error CL_INVALID_VALUE",
        f"copy: 1 offset {OFFSET + 1} to 0 {_at(scene.box)} error CL_INVALID_VALUE",
        f"copy: 0 {_at(scene.box)} to 0 origin {_components(scene.box.origin)} "
        "error CL_MEM_COPY_OVERLAP",
        _read_around(scene, scene.grid),
    ]


OPERATIONS: dict[str, Callable[[Scene, str], list[str]]] = {
    "read": _reads,
    "write": _writes,
    "map-read": _reads,
    "map-write": _writes,
    "map-invalidate": _writes,
    "fill": _fills,
    "fill-saturating": _fills_saturating,
    "copy": _copies,
    "copy-slice": _copies_slice,
    "copy-within": _copies_within,
    "to-buffer": _copies_to_buffer,
    "from-buffer": _copies_from_buffer,
    "refused": _refusals,
}
_PITCHED = ("read", "write")


def _pitches(kind: ImageType, operation: str) -> tuple[str, ...]:
    return PITCHES if operation in _PITCHED and kind.axes > 1 else PITCHES[:1]


def _turn(kind: ImageType, operation: str, o: int, f: int, turn: int) -> tuple[str, str, str]:
    """Size, place and pitch of a format's test of an operation, others each turn."""
    size = SIZES[(f + o + turn) % len(SIZES)]
    if operation == "copy-within" and size == "one":
        size = "odd"  # one texel has nowhere to go
    place = PLACES[(f // len(SIZES) + f + o + 2 * turn + turn // 3) % len(PLACES)]
    pitches = _pitches(kind, operation)
    return size, place, pitches[(f // 2 + turn) % len(pitches)]


def cases_of(name: str, kinds: Iterable[ImageType], formats: Iterable[Format]) -> Iterator[Case]:
    """Of each type, operation and format some sizes, places and pitches, by turns."""
    formats = list(formats)
    for kind in kinds:
        for o, operation in enumerate(OPERATIONS):
            for f, item in enumerate(formats):
                turns = [_turn(kind, operation, o, f, turn) for turn in range(TURNS)]
                for size, place, pitch in dict.fromkeys(turns):
                    axes = (kind.name, operation, item.order.name, item.type.name, size, place, pitch)
                    test = f"{item.name}/{size}/{place}" + ("" if pitch == "tight" else f"/{pitch}")
                    yield Case(name, f"{kind.name}/{operation}", test, axes)


def cases() -> Iterator[Case]:
    return cases_of(NAME, IMAGE_TYPES.values(), FORMATS.values())


def box_test(name: str, scene: Scene, operation: str) -> Test:
    """What the host does with an image."""
    lines = OPERATIONS[operation](scene, operation)
    return Test(name, [f"{image_line(0, scene.image)} image_access {scene.access}", *lines])


def boxes_file(found: list[Case], tests: list[Test]) -> TestFile:
    kind = image_type_named(found[0].values[0])
    return TestFile(f"{found[0].suite} {found[0].file}", template("boxes.mako").render(), tests, image_config(kind))


def _test(case: Case, strict: bool) -> Test:
    image_type, operation, order, data, size, place, pitch = case.values
    return box_test(case.name, Scene(image_type, f"{order}-{data}", size, place, pitch, strict), operation)


def build(found: list[Case], strict: bool) -> TestFile:
    return boxes_file(found, [_test(case, strict) for case in found])
