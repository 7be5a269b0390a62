# SPDX-License-Identifier: MIT
"""Wrong rules of where boxes of images lie: in buffer images whose driver takes them for bytes, in maps of 1D arrays, and of copies that go nowhere.
box_deviations.py has the others of boxes."""

from collections.abc import Callable

import numpy as np

from imagespec.arrays import Array
from imagespec.boxes import Box, put, take
from suites import boxes
from suites.boxes import Scene

from .box_deviations import BOXES, Operation
from .deviation import Deviation

Take = Callable[[Array, Box], Array]
Put = Callable[[Array, Box, Array], Array]
LINE = 64  # bytes that rows of a map begin a multiple of apart


def _bytes_of(image: Array) -> Array:
    found: Array = np.ascontiguousarray(image).view(np.uint8).reshape(-1)
    return found


def _with_bytes(image: Array, first: int, data: Array) -> Array:
    changed = np.ascontiguousarray(image).copy()
    _bytes_of(changed)[first : first + len(data)] = data
    return changed


def taken_from_byte(image: Array, box: Box) -> Array:
    """The origin counts bytes, and the region texels."""
    first, texel = box.origin[0], image[:1].nbytes
    found: Array = _bytes_of(image)[first : first + box.count * texel].view(image.dtype).reshape((box.count, *image.shape[1:]))
    return found


def put_at_byte(image: Array, box: Box, texels: Array) -> Array:
    return _with_bytes(image, box.origin[0], _bytes_of(texels))


def put_bytes(image: Array, box: Box, texels: Array) -> Array:
    """The region counts bytes, too."""
    return _with_bytes(image, box.origin[0], _bytes_of(texels)[: box.count])


def put_first_byte(image: Array, box: Box, texels: Array) -> Array:
    """Each of these bytes is the first of the texel."""
    return _with_bytes(image, box.origin[0], np.repeat(_bytes_of(texels)[:1], box.count))


def put_nowhere(image: Array, box: Box, texels: Array) -> Array:
    return image


def taken_of_zeros(image: Array, box: Box) -> Array:
    return np.zeros_like(take(image, box))


# By operation, what is taken from buffer images, and put into them; others but these take from bytes.
_OF_BYTES: dict[str, tuple[Take, Put]] = {
    "write": (taken_from_byte, put_bytes),
    "from-buffer": (taken_from_byte, put_bytes),
    "fill": (taken_from_byte, put_first_byte),
    "fill-saturating": (taken_from_byte, put_first_byte),
    "copy": (taken_from_byte, put_at_byte),
    "copy-within": (taken_from_byte, put_at_byte),
    "copy-slice": (take, put_nowhere),  # to a 1D image
    "map-read": (taken_of_zeros, put),
    "map-write": (taken_from_byte, put_nowhere),
    "map-invalidate": (taken_from_byte, put_nowhere),
}


def _made(operation: Operation, image_type: str, of: Callable[[Scene], tuple[Take, Put]]) -> Operation:
    """An operation whose images of that type are read and changed another way."""

    def made(scene: Scene, step: str) -> list[str]:
        right = {name: vars(boxes)[name] for name in ("take", "put")}
        if scene.image.type.name == image_type:
            vars(boxes)["take"], vars(boxes)["put"] = of(scene)
        try:
            return operation(scene, step)
        finally:
            vars(boxes).update(right)

    return made


def _in_bytes(name: str, operation: Operation) -> Operation:
    return _made(operation, "1d_buffer", lambda scene: _OF_BYTES.get(name, (taken_from_byte, put)))


class Map:
    """A map of a whole 1D array, in which the box begins as many of its own rows later as layers lie before it."""

    def __init__(self, image: Array, box: Box) -> None:
        self.layers, self.width = image.shape[0], image[0].nbytes
        self.texel, self.row = image[0, :1].nbytes, box.region[0] * image[0, :1].nbytes
        self.stride = -(-self.width // LINE) * LINE
        self.memory = np.zeros((self.layers + box.region[1]) * self.stride, dtype=np.uint8)
        for layer, data in enumerate(image):
            self.memory[layer * self.stride :][: self.width] = _bytes_of(data)
        begin = box.origin[0] * self.texel + box.origin[1] * self.row
        self.rows = [slice(begin + n * self.stride, begin + n * self.stride + self.row) for n in range(box.region[1])]

    def image(self, like: Array) -> Array:
        found = np.concatenate([self.memory[layer * self.stride :][: self.width] for layer in range(self.layers)])
        whole: Array = found.view(like.dtype).reshape(like.shape)
        return whole


def taken_of_map(image: Array, box: Box) -> Array:
    found = Map(image, box)
    texels: Array = np.concatenate([found.memory[row] for row in found.rows]).view(image.dtype).reshape((box.count, *image.shape[2:]))
    return texels


def put_into_map(image: Array, box: Box, texels: Array) -> Array:
    found, data = Map(image, box), _bytes_of(texels)
    for number, row in enumerate(found.rows):
        found.memory[row] = data[number * found.row :][: found.row]
    return found.image(image)


def _in_maps(name: str, operation: Operation) -> Operation:
    ways = {"map-read": (taken_of_map, put), "map-write": (take, put_into_map), "map-invalidate": (take, put_into_map)}
    return _made(operation, "1d_array", lambda scene: ways[name]) if name in ways else operation


def _between_layers(name: str, operation: Operation) -> Operation:
    """A copy from layers to others of one image stores nothing."""
    if name != "copy-within":
        return operation
    return _made(operation, "2d_array", lambda scene: (take, put_nowhere if scene.axis == 2 and scene.extents[2] > 1 else put))


def _each(changed: Callable[[str, Operation], Operation]) -> dict[str, Operation]:
    return {name: changed(name, operation) for name, operation in boxes.OPERATIONS.items()}


DEVIATIONS = (
    Deviation("buffer images are bytes, where boxes are put, and maps lead elsewhere", "5.3.3 to 5.3.6", boxes, "OPERATIONS", _each(_in_bytes), families=BOXES),  # type: ignore[arg-type]
    Deviation("maps of 1D arrays begin a row of the box later for each layer before it", "5.3.6", boxes, "OPERATIONS", _each(_in_maps), families=BOXES),  # type: ignore[arg-type]
    Deviation("copies between layers of a 2D array copy nothing", "5.3.3", boxes, "OPERATIONS", _each(_between_layers), families=BOXES),  # type: ignore[arg-type]
)  # fmt: skip
