# SPDX-License-Identifier: MIT
"""What a scene is: images, buffers, and steps that use them."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, ClassVar

import numpy as np

from imagespec.arrays import Array
from imagespec.boxes import Box
from imagespec.formats import FORMATS, IMAGE_TYPES, Format, ImageType
from imagespec.sampling import Image, Sampler
from suites.images import SAMPLERS, tiled

MOST_TEXELS = 1 << 16
QUEUES = 4  # PT_QUEUES of program-tester/parse/plan.h
OPERATIONS = ("sample", "probe", "store", "query", "read", "write", "fill", "copy", "to-buffer", "from-buffer",
              "read-buffer", "write-buffer")  # fmt: skip
MOVES = ("copy", "blit", "carry")  # from an image to another: the last two of Vulkan alone
WAYS = {"read": ("read", "map read"), "write": ("write", "map write", "map invalidate")}
GIVEN = ("argument", "program", "kernel")  # where a sampler is
QUERIES = ("width", "height", "depth", "array_size", "channel_data_type", "channel_order")


class SceneError(ValueError):
    """A scene that cannot be, or whose outcome the specification does not define."""


@dataclasses.dataclass(frozen=True)
class Picture:
    """An image. Texels are as stored, one after the other, and over and over where they are fewer than
    the image has. Pitches, in bytes, are of host memory that it is made from."""

    type: str
    order: str
    data: str
    extents: tuple[int, ...]
    texels: tuple[float, ...]
    row_pitch: int = 0
    slice_pitch: int = 0

    @property
    def kind(self) -> ImageType:
        return IMAGE_TYPES[self.type]

    @property
    def format(self) -> Format:
        return FORMATS[f"{self.order}-{self.data}"]

    @property
    def words(self) -> tuple[str, ...]:
        """What its format is called."""
        return self.order, self.data

    @property
    def given(self) -> Array:
        """The texels that were given."""
        return stored(self.format, self.texels)

    def image(self) -> Image:
        """As the model of the specification has it."""
        return Image(self.kind, self.format, self.extents, tiled(self.given, math.prod(self.extents)))

    def check(self) -> None:
        if len(self.extents) != self.kind.axes or min(self.extents) < 1 or math.prod(self.extents) > MOST_TEXELS:
            raise SceneError("extents that no image has")
        if not self.texels:
            raise SceneError("an image without texels")
        row = self.row_pitch or self.extents[0] * self.format.texel_bytes
        rows = self.extents[1] if self.kind.axes == 3 else 1
        if row < self.extents[0] * self.format.texel_bytes or row % self.format.texel_bytes:
            raise SceneError("a row pitch that is refused (5.3.1.2)")
        if self.slice_pitch and (self.slice_pitch < row * rows or self.slice_pitch % row):
            raise SceneError("a slice pitch that is refused (5.3.1.2)")


@dataclasses.dataclass(frozen=True)
class Step:
    """One step. Which fields count is said by the operation:

    sample       reads `image` in a kernel at each of `where`; the sampler is (addressing, filter, normalized)
                 or () for none, `given` in one of three ways; literal: coordinates stand in the kernel;
                 around: the seed of a kernel by chance, of so many `statements`, that it stands in
    probe        the same where no colour is defined, as at NaN: nothing is expected but that the kernel ends
    store        writes `texels` (stored numbers) or `colours` from a kernel to each of `where`
    query        asks a kernel for attributes, `queries`
    read, write  the host's, of the box, in a `way`, with host pitches; a write has `texels`
    fill         the box with a colour: of the stored number `texels`, or `colours`
    copy         the box to `target`, another image, at `to`
    to-buffer    the box to the buffer `target` from byte `offset` on; from-buffer is the way back
    read-buffer, write-buffer   `size` bytes of the buffer `target` from `offset` on; a write has `texels`, bytes

    `queue` is the number of the command queue that it goes to.
    """

    op: str
    image: int = 0
    target: int = 0
    origin: tuple[int, ...] = ()
    region: tuple[int, ...] = ()
    to: tuple[int, ...] = ()
    way: str = ""
    row_pitch: int = 0
    slice_pitch: int = 0
    offset: int = 0
    size: int = 0
    texels: tuple[float, ...] = ()
    colours: tuple[tuple[float, ...], ...] = ()
    where: tuple[tuple[float, ...], ...] = ()
    coordinate: str = "float"
    sampler: tuple[str, str, bool] | tuple[()] = ()
    given: str = "argument"
    literal: bool = False
    queries: tuple[str, ...] = ()
    queue: int = 0
    around: int = 0
    statements: int = 0

    @property
    def box(self) -> Box:
        return Box(self.origin, self.region)

    def state(self) -> Sampler | None:
        """The sampler of a sample."""
        if not self.sampler:
            return None
        found = Sampler(*self.sampler)
        if found not in SAMPLERS:
            raise SceneError("a sampler that is not defined")
        return found

    def coordinates(self) -> Array:
        """Where a sample reads."""
        kind = np.int32 if self.coordinate == "int" else np.float32
        return np.array(self.where, dtype=np.float64).astype(kind)

    def check(self, images: int, buffers: int) -> None:
        if self.op not in OPERATIONS or not 0 <= self.image < max(images, 1):
            raise SceneError(f"{self.op}: no such step")
        targets = images if self.op == "copy" else buffers if "buffer" in self.op else self.target + 1
        if not 0 <= self.target < targets or not images and "-buffer" not in self.op:
            raise SceneError(f"{self.op}: what it uses is not there")
        if self.op in WAYS and self.way not in WAYS[self.op] or self.given not in GIVEN:
            raise SceneError(f"{self.op}: no such way")
        if not 0 <= self.queue < QUEUES or self.around and (self.op != "sample" or self.literal):
            raise SceneError(f"{self.op}: no such queue, or nothing to stand around of")


@dataclasses.dataclass(frozen=True)
class Scene:
    """A test. Buffers are bytes. Scenes of another API say which pictures and steps they have."""

    API: ClassVar[str] = ""
    PICTURE: ClassVar[type[Picture]] = Picture
    STEP: ClassVar[type[Step]] = Step

    images: tuple[Picture, ...]
    steps: tuple[Step, ...]
    buffers: tuple[tuple[int, ...], ...] = ()

    def check(self) -> None:
        """SceneError where it makes no sense."""
        if not self.steps:
            raise SceneError("a scene without steps")
        if sum(bool(step.around) for step in self.steps) > 1:
            raise SceneError("two kernels by chance")
        for picture in self.images:
            picture.check()
        for step in self.steps:
            step.check(len(self.images), len(self.buffers))

    def to_json(self) -> dict[str, Any]:
        """Fields that are as they are without being given are left out."""
        return {
            **({"api": self.API} if self.API else {}),
            "images": [_fields(picture) for picture in self.images],
            "buffers": [list(data) for data in self.buffers],
            "steps": [_fields(step) for step in self.steps],
        }

    @classmethod
    def from_json(cls, record: Any) -> Scene:
        """SceneError where it is none."""
        try:
            images = tuple(cls.PICTURE(**_tuples(picture)) for picture in record["images"])
            steps = tuple(cls.STEP(**_tuples(step)) for step in record["steps"])
            found = cls(images, steps, tuple(tuple(data) for data in record.get("buffers", ())))
            found.check()
        except (KeyError, TypeError, IndexError) as error:
            raise SceneError(f"no scene: {error}") from None
        return found


def stored(form: Format, numbers: tuple[float, ...]) -> Array:
    """Numbers as texels of a format."""
    if not form.type.packed and len(numbers) % form.channels:
        raise SceneError("texels that are not whole")
    with np.errstate(all="ignore"):
        if form.type.kind != "float":
            info = np.iinfo(form.type.stored)
            if any(not info.min <= number <= info.max for number in numbers):
                raise SceneError("numbers that a texel cannot hold")
        flat = np.array(numbers).astype(form.type.stored)
    return flat if form.type.packed else flat.reshape(-1, form.channels)


def _fields(item: Picture | Step) -> dict[str, Any]:
    found = {}
    for field in dataclasses.fields(item):
        value = getattr(item, field.name)
        if field.default is dataclasses.MISSING or value != field.default:
            found[field.name] = value
    return found


def _tuples(record: dict[str, Any]) -> dict[str, Any]:
    return {name: _tuple(value) for name, value in record.items()}


def _tuple(value: Any) -> Any:
    return tuple(_tuple(item) for item in value) if isinstance(value, (list, tuple)) else value
