# SPDX-License-Identifier: MIT
"""2D images over buffers (cl_khr_image2d_from_buffer), and over other images with orders that go with theirs
(OpenCL 3.0, 5.3.1.2): what one writes, the other has, and what is beside the texels stays. A device without the
extension refuses both with CL_INVALID_OPERATION (appendix H)."""

from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.conversion import read_colours, read_interval, write_channels
from imagespec.formats import DEPTH, DEPTH_TYPES, FORMATS, IMAGE_TYPES, LATER_FORMATS, Format, ImageType, format_named
from imagespec.interval import Interval
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

from .images import (
    DEPTH_EXTENSION,
    FUNCTIONS,
    WRITERS,
    components_of,
    image_keys,
    pixel_type,
    random_stored,
    seed_of,
    texel_type,
)
from .read_write import kernel_for, kernels_of, plain, reading_and_writing, stored_once
from .write import COORDINATES

NAME = "over"
SECTION = "OpenCL 3.0, 5.3.1.2; cl_khr_image2d_from_buffer"
AXES = ("operation", "order", "data", "view", "size", "pitch")
EXTENSION = "cl_khr_image2d_from_buffer"
SIZES = {"odd": (7, 5), "one": (1, 1), "power": (8, 4), "wide": (67, 9)}
PITCHES = {"least": 256, "twice": 512}  # texels: the least is a multiple of what any known device asks for
OPERATIONS = ("read", "sample", "write", "write-some", "read-back", "write-image", "write-buffer", "fill-image", "copy-image", "turn")
CHANGING = ("write", "write-some", "read-back", "fill-image", "turn")
BESIDE = 3  # texels behind each row that are looked at, too
# Orders of the image, and of images over it ("Compatible Image Channel Orders").
VIEWS = {"RGBA": "sRGBA", "sRGBA": "RGBA", "BGRA": "sBGRA", "sBGRA": "BGRA", "R": "DEPTH"}
WRONG_VIEWS = (("RGBA", "BGRA"), ("RGBA", "sBGRA"), ("BGRA", "sRGBA"), ("R", "A"), ("RG", "RA"))


def _over_buffers() -> Iterator[Case]:
    formats = [item for item in (*FORMATS.values(), *LATER_FORMATS.values()) if "x" not in item.order.stored]
    for o, operation in enumerate(OPERATIONS):
        for f, item in enumerate(formats):
            if operation in CHANGING and item.type.packed and sum(item.type.packed) < item.type.bits:
                continue  # what is stored in padding is not defined
            for n in range(len(SIZES)):
                size = list(SIZES)[(f + o + 2 * n + n // 2 + f // 4) % len(SIZES)]
                pitch = list(PITCHES)[(f + o + n + f // 2) % len(PITCHES)]
                axes = (operation, item.order.name, item.type.name, "", size, pitch)
                file = f"buffer/{operation}-{'depth' if item.order == DEPTH else item.type.seen}"
                yield Case(NAME, file, f"{item.name}/{size}/{pitch}", axes)


def _over_images() -> Iterator[Case]:
    for order, view in VIEWS.items():
        types = DEPTH.types if view == "DEPTH" else ("UNORM_INT8",)
        for data in types:
            for size in SIZES:
                for operation in ("read", "write", "turn"):
                    axes = (f"view-{operation}", order, data, view, size, "")
                    yield Case(NAME, f"image/{operation}-{view}", f"{order}-{data}/{size}", axes)


def _errors() -> Iterator[Case]:
    for item in FORMATS.values():
        axes = ("pitch-unaligned", item.order.name, item.type.name, "", "odd", "")
        yield Case(NAME, "buffer/pitch-unaligned", item.name, axes)
    for order, view in WRONG_VIEWS:
        for size in SIZES:
            axes = ("view-wrong", order, "UNORM_INT8", view, size, "")
            yield Case(NAME, "image/wrong-order", f"{order}-as-{view}/{size}", axes)


def cases() -> Iterator[Case]:
    yield from _over_buffers()
    yield from _over_images()
    yield from _errors()


def _kind(item: Format) -> ImageType:
    return DEPTH_TYPES["2d_depth"] if item.order == DEPTH else IMAGE_TYPES["2d"]


class Scene:
    """A buffer of texels, of which some are those of an image over it."""

    def __init__(self, case: Case, strict: bool) -> None:
        self.operation, order, data, _, size, pitch = case.values
        self.strict = strict
        self.item = format_named(f"{order}-{data}")
        self.kind = _kind(self.item)
        self.width, self.height = SIZES[size]
        self.pitch = PITCHES.get(pitch, 256)  # texels
        self.count = self.width * self.height
        self.period = self._some("old")
        self.new = np.resize(self._some("new"), (self.count, *self.period.shape[1:]))

    def _some(self, what: str) -> Array:
        rng = np.random.default_rng(seed_of(f"{self.item.name} {what}"))
        return plain(self.item, random_stored(self.item, rng))

    def rows(self, width: int) -> Array:
        """The first texels of each row, as they are at first."""
        places = np.arange(self.height)[:, None] * self.pitch + np.arange(width)
        found: Array = self.period[places % len(self.period)]
        return found

    @property
    def old(self) -> Array:
        return self.rows(self.width).reshape(self.new.shape)

    @property
    def buffer(self) -> str:
        """Argument 0."""
        count = self.height * self.pitch
        return f"arg_in: 0 buffer {pixel_type(self.item)}[{count}] repeat {numbers.text(self.period)}"

    def image(self, access: str) -> str:
        """Argument 1, over argument 0."""
        keys = image_keys(self.kind, self.item, (self.width, self.height))
        return (
            f"arg_in: 1 image {pixel_type(self.item)} NULL {keys} image_row_pitch {self.pitch * self.item.texel_bytes} "
            f"image_over 0 image_access {access}"
        )

    def rectangle(self, width: int) -> str:
        """The first texels of each row, as bytes of argument 0."""
        texel = self.item.texel_bytes
        return f"origin 0 0 0 region {width * texel} {self.height} 1 row_pitch {self.pitch * texel}"

    def look_into_buffer(self, texels: Array) -> str:
        """Texels are these now, and what is beside them is as it was."""
        rows = self.rows(self.width + BESIDE)
        rows[:, : self.width] = texels.reshape(rows[:, : self.width].shape)
        return f"read: 0 {self.rectangle(self.width + BESIDE)} {numbers.text(rows)}"

    def seen(self, texels: Array) -> str:
        """Argument 2: what a kernel reads."""
        return seen_texels(2, self.kind, self.item, texels, self.strict)

    @property
    def colours(self) -> str:
        """Argument 2: colours that are stored as the new texels."""
        exact = read_colours(self.item, self.new)
        types = {"float": np.float32, "int": np.int32, "uint": np.uint32}
        given = exact.astype(types[self.item.type.seen])
        texel = texel_type(self.kind, self.item.type.seen)
        return f"arg_in: 2 buffer {texel}[{self.count}] {numbers.text(components_of(self.kind, given))}"

    @property
    def sizes(self) -> list[str]:
        return ["dimensions: 2", f"global_size: {self.width} {self.height}", "local_size: NULL"]

    def whole(self, step: str) -> str:
        """The host's view of all of the image: the new texels."""
        return f"{step}: 1 origin 0 0 region {self.width} {self.height} {numbers.text(self.new)}"


def seen_texels(index: int, kind: ImageType, item: Format, texels: Array, strict: bool) -> str:
    """A buffer of what a kernel reads of these texels."""
    found: Interval = read_interval(item, read_colours(item, texels), strict)
    found = found.map(lambda colours: components_of(kind, colours))
    text = numbers.interval_text(found) + numbers.sign_of_zero(found)
    return f"arg_out: {index} buffer {texel_type(kind, item.type.seen)}[{len(texels)}] {text}"


def _reads(scene: Scene) -> list[str]:
    return [scene.buffer, scene.image("read"), scene.seen(scene.old), "launch: look args 1 2"]


def _writes(scene: Scene) -> list[str]:
    """What a kernel writes into the image is in the buffer."""
    paint = "launch: paint args 1 2"
    return [scene.buffer, scene.image("write"), scene.colours, paint, scene.look_into_buffer(scene.new)]


def _writes_some(scene: Scene) -> list[str]:
    """Every other texel stays."""
    places = np.arange(scene.count)
    painted = (places // scene.width + places % scene.width) % 2 == 1
    shape = (-1, *(1 for _ in scene.new.shape[1:]))
    texels = np.where(painted.reshape(shape), scene.new, scene.old)
    paint = "launch: paint_some args 1 2"
    return [scene.buffer, scene.image("write"), scene.colours, paint, scene.look_into_buffer(texels)]


def _read_back(scene: Scene) -> list[str]:
    """What a kernel wrote into the image the host reads from it."""
    return [scene.buffer, scene.image("read_write"), scene.colours, "launch: paint args 1 2", scene.whole("read")]


def _write_image(scene: Scene) -> list[str]:
    """What the host writes into the image is in the buffer."""
    return [scene.buffer, scene.image("read"), scene.whole("write"), scene.look_into_buffer(scene.new)]


def _write_buffer(scene: Scene) -> list[str]:
    """What the host writes into the buffer a kernel sees in the image."""
    write = f"write: 0 {scene.rectangle(scene.width)} {numbers.text(scene.new)}"
    return [scene.buffer, scene.image("read"), scene.seen(scene.new), write, "launch: look args 1 2"]


def _fill_image(scene: Scene) -> list[str]:
    texels = np.repeat(scene.new[:1], scene.count, axis=0)
    colour = read_colours(scene.item, texels[:1])
    kept = colour.astype(np.float32 if scene.item.type.seen == "float" else np.int64)
    return [scene.buffer, scene.image("read"), f"fill: 1 {numbers.text(kept)}", scene.look_into_buffer(texels)]


def _copy_image(scene: Scene) -> list[str]:
    """The first row onto the last one, within the image."""
    if scene.height == 1:
        return _write_image(scene)
    changed = scene.rows(scene.width)
    changed[-1] = changed[0]
    copy = f"copy: 1 origin 0 0 region {scene.width} 1 to 1 origin 0 {scene.height - 1}"
    return [scene.buffer, scene.image("read"), copy, scene.look_into_buffer(changed)]


def _turn(scene: Scene) -> list[str]:
    """A kernel that reads the image and writes to it changes the buffer."""
    launch = f"launch: {kernel_for(scene.item)} args 1"
    return [scene.buffer, scene.image("kernel_read_write"), launch, scene.look_into_buffer(stored_once(scene.item, scene.old, scene.strict))]


def _refused(scene: Scene) -> list[str]:
    """5.3.1: "if a 2D image is created from a buffer and the row pitch and base address alignment does not
    follow the rules"; a device that takes any pitch skips it."""
    scene.pitch += 1
    error = "image_error CL_INVALID_IMAGE_FORMAT_DESCRIPTOR"
    return [scene.buffer, f"{scene.image('read')} {error}", scene.look_into_buffer(scene.old)]


_MAKERS = {
    "read": _reads,
    "sample": _reads,
    "write": _writes,
    "write-some": _writes_some,
    "read-back": _read_back,
    "write-image": _write_image,
    "write-buffer": _write_buffer,
    "fill-image": _fill_image,
    "copy-image": _copy_image,
    "turn": _turn,
    "pitch-unaligned": _refused,
}


def _view(case: Case, strict: bool) -> list[str]:
    """An image, and another over it: argument 1 over argument 0."""
    operation, order, data, view, size, _ = case.values
    below, above = format_named(f"{order}-{data}"), format_named(f"{view}-{data}")
    extents = SIZES[size]
    count = extents[0] * extents[1]
    rng = np.random.default_rng(seed_of(case.name))
    old, new = (np.resize(random_stored(below, rng), (count, below.channels)) for _ in range(2))
    kind = _kind(above)
    first = f"image {pixel_type(below)} {numbers.text(old)} {image_keys(IMAGE_TYPES['2d'], below, extents)} image_access read_write"
    second = f"arg_in: 1 image {pixel_type(above)} NULL {image_keys(kind, above, extents)} image_over 0"
    sizes = ["dimensions: 2", f"global_size: {extents[0]} {extents[1]}", "local_size: NULL"]
    if operation == "view-wrong":
        return [f"arg_in: 0 {first}", f"{second} image_error CL_INVALID_IMAGE_FORMAT_DESCRIPTOR",
                f"read: 0 origin 0 0 region 1 1 {numbers.text(old[:1])}"]  # fmt: skip
    if operation == "view-read":
        return [*sizes, f"arg_in: 0 {first}", f"{second} image_access read", seen_texels(2, kind, above, old, strict),
                "launch: look args 1 2"]  # fmt: skip
    if operation == "view-turn":
        after = numbers.text(stored_once(above, old, strict))
        return [*sizes, f"arg_in: 0 {first}", f"{second} image_access kernel_read_write", f"launch: {kernel_for(above)} args 1",
                f"read: 0 origin 0 0 region {extents[0]} {extents[1]} {after}"]  # fmt: skip
    colours = read_colours(above, new).astype(np.float32)
    stored = write_channels(above, colours, strict).map(lambda ends: ends.astype(below.type.stored))
    given = components_of(kind, colours)
    after = f"image {pixel_type(below)} {numbers.interval_text(stored)} {image_keys(IMAGE_TYPES['2d'], below, extents)} image_access read_write"
    return [*sizes, f"arg_in: 0 {first}", f"arg_out: 0 {after}", f"{second} image_access write",
            f"arg_in: 2 buffer {texel_type(kind, 'float')}[{count}] {numbers.text(given)}",
            "launch: paint args 1 2"]  # fmt: skip


def _test(case: Case, strict: bool) -> Test:
    if case.values[0].startswith("view"):
        return Test(case.name, _view(case, strict))
    scene = Scene(case, strict)
    return Test(case.name, [*scene.sizes, *_MAKERS[scene.operation](scene)])


def build(found: list[Case], strict: bool) -> TestFile:
    operation, order, data, view, *_ = found[0].values
    above = format_named(f"{view or order}-{data}")
    kind, seen = _kind(above), above.type.seen
    source = template("over.mako").render(
        image_type=kind.cl_name,
        texel=texel_type(kind, seen),
        extension=DEPTH_EXTENSION if kind.is_depth else "",
        reader=FUNCTIONS[seen],
        writer=WRITERS[seen],
        sampled=operation == "sample",
        place=COORDINATES[kind.coordinates],
        turned=kernels_of(kind) if operation.endswith("turn") else {},
    )
    extensions = [EXTENSION] + ([DEPTH_EXTENSION] if kind.is_depth else [])
    config = {"kernel_name": "look", "need_image_support": "true", "clc_version_min": "12"}
    if operation.startswith("view"):  # images over images came with OpenCL 2.0
        config |= {"clc_version_min": "30", "build_options": "-cl-std=CL3.0"}
    if operation.endswith("turn"):
        config |= reading_and_writing()
    if extensions:
        config["require_device_extensions"] = " ".join(extensions)
    return TestFile(f"{NAME} {found[0].file}", source, [_test(case, strict) for case in found], config)
