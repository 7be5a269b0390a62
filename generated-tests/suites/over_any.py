# SPDX-License-Identifier: MIT
"""Images of every type over buffers (cl_ext_image_from_buffer), with pitches that leave bytes between rows and slices:
what kernel or host writes through the one is read through the other, and what is between stays. Devices whose
alignments (cl_ext_image_requirements_info) the pitches do not have skip the test."""

import math
from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.buffers import InBuffer
from imagespec.conversion import read_colours
from imagespec.formats import DEPTH, DEPTH_TYPES, FORMATS, IMAGE_TYPES, LATER_FORMATS, Format, ImageType, image_type_named
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

from .images import (
    DEPTH_EXTENSION,
    FUNCTIONS,
    WRITERS,
    components_of,
    extents_of,
    image_keys,
    pixel_type,
    random_stored,
    seed_of,
    texel_type,
)
from .over import seen_texels
from .read_write import format_of, kernel_for, kernels_of, plain, reading_and_writing, stored_once
from .write import COORDINATES, extension_of

NAME = "over-any"
SECTION = "cl_ext_image_from_buffer"
AXES = ("operation", "type", "bytes", "size", "pitch")  # names of tests have the format
EXTENSION = "cl_ext_image_from_buffer"
SIZES = ("odd", "one", "power")
# Texels behind each row, rows behind each slice. An aligned row has a multiple of 256 texels, a tight one of 4 bytes.
PITCHES = {"tight": (0, 0), "uneven": (3, 1), "aligned": (None, 0), "spread": (None, 2)}
OPERATIONS = ("read", "sample", "write", "write-some", "read-back", "map", "write-image", "write-buffer", "fill", "copy", "copy-out", "turn")
ERRORS = ("too-small", "row-unaligned", "slice-unaligned")
SELDOM = ("sample", "read-back", "map", "copy-out")  # with every other type
CHANGING = ("write", "write-some", "read-back", "map", "fill", "turn")
STRIDE = 3
BESIDE = 3  # texels behind each row that are looked at, too


def _kinds() -> Iterator[tuple[ImageType, list[Format]]]:
    """Types of images and their formats, of whose texels every bit is defined where they are written."""
    formats = [item for item in (*FORMATS.values(), *LATER_FORMATS.values()) if "x" not in item.order.stored]
    for kind in (*IMAGE_TYPES.values(), *DEPTH_TYPES.values()):
        if kind.name != "1d_buffer":
            yield kind, [item for item in formats if (item.order == DEPTH) == kind.is_depth]


def _has_padding(item: Format) -> bool:
    return bool(item.type.packed) and sum(item.type.packed) < item.type.bits


def _pitches(kind: ImageType) -> tuple[str, ...]:
    if kind.axes == 1:
        return ("tight",)
    return ("tight", "uneven") if kind.axes == 2 and not kind.is_array else tuple(PITCHES)


def cases() -> Iterator[Case]:
    for k, (kind, formats) in enumerate(_kinds()):
        pitches = _pitches(kind)
        for o, operation in enumerate(OPERATIONS):
            if operation in SELDOM and (o + k) % 2:
                continue
            for f, item in enumerate(formats):
                if not _is_taken(f, o, formats) or (operation in CHANGING and _has_padding(item)):
                    continue
                for n in range(2):
                    size = SIZES[(f // STRIDE + o + k + n) % len(SIZES)]
                    pitch = pitches[(f // (STRIDE * len(SIZES)) + o + 2 * k + n) % len(pitches)]
                    yield _case(kind, item, operation, size, pitch)
        for f, item in enumerate(formats):
            for e, operation in enumerate(ERRORS):
                if _can_fail(kind, operation) and _is_taken(f, e, formats):
                    yield _case(kind, item, operation, SIZES[(f + e + k) % len(SIZES)], pitches[(f + e) % len(pitches)])


def _is_taken(number: int, operation: int, formats: list[Format]) -> bool:
    """Each operation has some of many formats, each format some operations."""
    return (number + operation) % STRIDE == 0 or len(formats) < STRIDE


def _can_fail(kind: ImageType, operation: str) -> bool:
    layout = InBuffer(kind, extents_of(kind, "odd"), 1)
    return operation == "too-small" or (kind.axes > 1 if operation == "row-unaligned" else layout.has_slices)


def _case(kind: ImageType, item: Format, operation: str, size: str, pitch: str) -> Case:
    axes = (operation, kind.name, str(item.texel_bytes), size, pitch)
    seen = "depth" if kind.is_depth else item.type.seen
    return Case(NAME, f"{kind.name}/{operation}-{seen}", f"{item.name}/{size}/{pitch}", axes)


def _layout(kind: ImageType, item: Format, size: str, pitch: str) -> InBuffer:
    extents, texel = extents_of(kind, size), item.texel_bytes
    if kind.axes == 1:
        return InBuffer(kind, extents, texel)
    behind, rows = PITCHES[pitch]
    row = 256 * texel if behind is None else -(-(extents[0] + behind) * texel // 4) * 4
    bare = InBuffer(kind, extents, texel, row)
    return InBuffer(kind, extents, texel, row, row * (bare.rows + rows) if bare.has_slices else 0)


class Scene:
    """A buffer of texels (argument 0), of which some are those of an image over it (argument 1)."""

    def __init__(self, case: Case, strict: bool) -> None:
        self.operation, kind, _, size, pitch = case.values
        self.strict = strict
        self.kind, self.item = image_type_named(kind), format_of(case)
        self.layout = _layout(self.kind, self.item, size, pitch)
        self.extents = self.layout.extents
        self.count = math.prod(self.extents)
        self.period = self._some("old")
        self.new = np.resize(self._some("new"), (self.count, *self.period.shape[1:]))
        self.old = self.period[self.layout.places // self.item.texel_bytes % len(self.period)]

    def _some(self, what: str) -> Array:
        rng = np.random.default_rng(seed_of(f"{self.item.name} {what}"))
        return plain(self.item, random_stored(self.item, rng))

    def buffer(self, index: int = 0, texels: int = 0) -> str:
        """As many texels as the image needs, or some more or fewer."""
        count = self.layout.size // self.item.texel_bytes + texels
        return f"arg_in: {index} buffer {pixel_type(self.item)}[{count}] repeat {numbers.text(self.period)}"

    def image(self, access: str, index: int = 1, row: int = 0, slices: int = 0) -> str:
        """Over the buffer before it, with pitches that are so many bytes larger."""
        keys = image_keys(self.kind, self.item, self.extents)
        row_pitch, slice_pitch = self.layout.given_row_pitch + row, self.layout.given_slice_pitch + slices
        pitches = (f" image_row_pitch {row_pitch}" if row_pitch else "") + (f" image_slice_pitch {slice_pitch}" if slice_pitch else "")
        return f"arg_in: {index} image {pixel_type(self.item)} NULL {keys}{pitches} image_over {index - 1} image_access {access}"

    def look_into_buffer(self, texels: Array, index: int = 0) -> str:
        """Texels are these now, and what is beside them is as it was."""
        layout, texel = self.layout, self.item.texel_bytes
        beside = min(BESIDE, layout.row_pitch // texel - layout.width)
        rows = layout.slice_pitch // layout.row_pitch if layout.has_slices else layout.rows
        shape = (layout.slices, rows, layout.width + beside)
        z, y, x = np.indices(shape)
        places = (z * layout.slice_pitch + y * layout.row_pitch) // texel + x
        now = self.period[places % len(self.period)]
        now[:, : layout.rows, : layout.width] = texels.reshape(layout.slices, layout.rows, layout.width, *texels.shape[1:])
        return f"read: {index} {self._rectangle(shape)} {numbers.text(now)}"

    def _rectangle(self, shape: tuple[int, ...]) -> str:
        """As bytes of the buffer: slices of one row are rows of one slice."""
        slices, rows, width = shape
        row_pitch, slice_pitch = self.layout.row_pitch, self.layout.slice_pitch
        pitches = f"row_pitch {row_pitch}" + (f" slice_pitch {slice_pitch}" if slices > 1 else "")
        return f"origin 0 0 0 region {width * self.item.texel_bytes} {rows} {slices} {pitches}"

    @property
    def first_stays(self) -> str:
        return f"read: 0 offset 0 size {self.item.texel_bytes} {numbers.text(self.period[:1])}"

    def seen(self, texels: Array) -> str:
        """Argument 2: what a kernel reads."""
        return seen_texels(2, self.kind, self.item, texels, self.strict)

    @property
    def colours(self) -> str:
        """Argument 2: colours that are stored as the new texels."""
        types = {"float": np.float32, "int": np.int32, "uint": np.uint32}
        given = components_of(self.kind, read_colours(self.item, self.new).astype(types[self.item.type.seen]))
        return f"arg_in: 2 buffer {texel_type(self.kind, self.item.type.seen)}[{self.count}] {numbers.text(given)}"

    @property
    def sizes(self) -> list[str]:
        return [f"dimensions: {len(self.extents)}", f"global_size: {' '.join(map(str, self.extents))}", "local_size: NULL"]

    @property
    def box(self) -> str:
        zeros, all_of = " ".join("0" for _ in self.extents), " ".join(map(str, self.extents))
        return f"origin {zeros} region {all_of}"


def _reads(scene: Scene) -> list[str]:
    return [scene.buffer(), scene.image("read"), scene.seen(scene.old), "launch: look args 1 2", scene.look_into_buffer(scene.old)]


def _writes(scene: Scene) -> list[str]:
    """What a kernel writes into the image is in the buffer."""
    return [scene.buffer(), scene.image("write"), scene.colours, "launch: paint args 1 2", scene.look_into_buffer(scene.new)]


def _writes_some(scene: Scene) -> list[str]:
    """Every other texel stays."""
    painted = np.indices(scene.extents[::-1]).sum(axis=0).ravel() % 2 == 1
    texels = np.where(painted.reshape(-1, *(1 for _ in scene.new.shape[1:])), scene.new, scene.old)
    return [scene.buffer(), scene.image("write"), scene.colours, "launch: paint_some args 1 2", scene.look_into_buffer(texels)]


def _read_back(scene: Scene) -> list[str]:
    """What a kernel wrote into the image the host reads from it."""
    whole = f"read: 1 {scene.box} {numbers.text(scene.new)}"
    return [scene.buffer(), scene.image("read_write"), scene.colours, "launch: paint args 1 2", whole]


def _map(scene: Scene) -> list[str]:
    """What the host writes through a map of the image is in the buffer."""
    whole = f"map: 1 write {scene.box} {numbers.text(scene.new)}"
    return [scene.buffer(), scene.image("read"), whole, scene.look_into_buffer(scene.new)]


def _write_image(scene: Scene) -> list[str]:
    """What the host writes into the image is in the buffer."""
    whole = f"write: 1 {scene.box} {numbers.text(scene.new)}"
    return [scene.buffer(), scene.image("read"), whole, scene.look_into_buffer(scene.new)]


def _write_buffer(scene: Scene) -> list[str]:
    """What the host writes into the buffer a kernel sees in the image."""
    layout = scene.layout
    rectangle = scene._rectangle((layout.slices, layout.rows, layout.width))
    write = f"write: 0 {rectangle} {numbers.text(scene.new)}"
    return [scene.buffer(), scene.image("read"), scene.seen(scene.new), write, "launch: look args 1 2"]


def _fill(scene: Scene) -> list[str]:
    texels = np.repeat(scene.new[:1], scene.count, axis=0)
    colour = read_colours(scene.item, texels[:1])
    kept = colour.astype(np.float32 if scene.item.type.seen == "float" else np.int64)
    return [scene.buffer(), scene.image("read"), f"fill: 1 {numbers.text(kept)}", scene.look_into_buffer(texels)]


def _copy(scene: Scene) -> list[str]:
    """The first row or slice onto the last one, within the image."""
    *inner, last = scene.extents
    if last == 1:
        return _write_image(scene)
    changed = scene.old.reshape(last, -1).copy() if len(scene.extents) > 1 else scene.old.copy()
    changed[-1] = changed[0]
    zeros, region = " ".join("0" for _ in inner), " ".join(map(str, (*inner, 1)))
    copy = f"copy: 1 origin {zeros} 0 region {region} to 1 origin {zeros} {last - 1}"
    return [scene.buffer(), scene.image("read"), copy, scene.look_into_buffer(changed.reshape(scene.old.shape))]


def _copy_out(scene: Scene) -> list[str]:
    """All of the image onto one over another buffer, whose other bytes stay."""
    scene_of_two = [scene.buffer(), scene.image("read"), scene.buffer(2), scene.image("read", 3)]
    write = f"write: 1 {scene.box} {numbers.text(scene.new)}"
    return [*scene_of_two, write, f"copy: 1 {scene.box} to 3", scene.look_into_buffer(scene.new, 2)]


def _turn(scene: Scene) -> list[str]:
    """A kernel that reads the image and writes to it changes the buffer."""
    launch = f"launch: {kernel_for(scene.item)} args 1"
    return [scene.buffer(), scene.image("kernel_read_write"), launch, scene.look_into_buffer(stored_once(scene.item, scene.old, scene.strict))]


def _refused(scene: Scene) -> list[str]:
    """A buffer that is a texel too small is CL_INVALID_IMAGE_SIZE, pitches that are not aligned
    CL_INVALID_IMAGE_FORMAT_DESCRIPTOR; a device that takes any pitch skips the latter."""
    if scene.operation == "too-small":
        if scene.layout.size == scene.item.texel_bytes:
            return [scene.buffer(), scene.image("read"), scene.look_into_buffer(scene.old)]
        return [scene.buffer(texels=-1), f"{scene.image('read')} image_error CL_INVALID_IMAGE_SIZE", scene.first_stays]
    row = scene.operation == "row-unaligned"
    image = scene.image("read", row=1, slices=-scene.layout.given_slice_pitch) if row else scene.image("read", slices=1)
    room = 8 * scene.count + 8
    return [scene.buffer(texels=room), f"{image} image_error CL_INVALID_IMAGE_FORMAT_DESCRIPTOR", scene.first_stays]


_MAKERS = {
    "read": _reads,
    "sample": _reads,
    "write": _writes,
    "write-some": _writes_some,
    "read-back": _read_back,
    "map": _map,
    "write-image": _write_image,
    "write-buffer": _write_buffer,
    "fill": _fill,
    "copy": _copy,
    "copy-out": _copy_out,
    "turn": _turn,
    **{operation: _refused for operation in ERRORS},
}


def _test(case: Case, strict: bool) -> Test:
    scene = Scene(case, strict)
    return Test(case.name, [*scene.sizes, *_MAKERS[scene.operation](scene)])


def build(found: list[Case], strict: bool) -> TestFile:
    operation, type_name, *_ = found[0].values
    kind, seen = image_type_named(type_name), format_of(found[0]).type.seen
    source = template("over_any.mako").render(
        image_type=kind.cl_name,
        texel=texel_type(kind, seen),
        extension=extension_of(kind),
        reader=FUNCTIONS[seen],
        writer=WRITERS[seen],
        place=COORDINATES[kind.coordinates],
        sampled=operation == "sample",
        turned=kernels_of(kind) if operation == "turn" else {},
    )
    extensions = [EXTENSION] + ([DEPTH_EXTENSION] if kind.is_depth else [])
    config = {"kernel_name": "look", "need_image_support": "true", "clc_version_min": "12"}
    config["require_device_extensions"] = " ".join(extensions)
    if operation == "turn":
        config |= reading_and_writing()
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case, strict) for case in found], config)
