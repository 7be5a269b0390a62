# SPDX-License-Identifier: MIT
"""Wrong rules of what the host does with images: see deviations.py, which has those of texels."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from imagespec import conversion
from imagespec.arrays import Array
from imagespec.boxes import Box, put, to_bytes
from imagespec.sampling import Image
from suites import boxes, transfer
from suites.boxes import Scene
from testgen import numbers
from testgen.model import Case, Test

from .deviation import Deviation
from .write_deviations import unsaturated_integer

BOXES = tuple(prefix + name for prefix in ("", "later-", "depth-") for name in ("boxes", "listed"))
FAMILIES = (*BOXES, "transfer", "over")
UNTOUCHED = 0x5A  # what the tester has in host memory before a read, between rows, too
Operation = Callable[[Scene, str], list[str]]


def _with(**operations: Operation) -> dict[str, Operation]:
    return boxes.OPERATIONS | {name.replace("_", "-"): operation for name, operation in operations.items()}


def _pitch(scene: Scene) -> int:
    """Bytes from one layer of a 1D array to the next in host memory; 0 of other images, and without padding."""
    pitch = boxes.host_pitches(scene.image.type, scene.format, scene.box.region, scene.pitch)
    return int(pitch.split()[-1]) if pitch and scene.image.type.name == "1d_array" else 0


def _elsewhere(scene: Scene, texels: Array, apart: int, found: int) -> Array:
    """Texels of rows that one side has in host memory so far apart, as the other finds them."""
    rows = to_bytes(scene.format, texels).reshape(scene.box.region[1], -1)
    width, memory = rows.shape[1], np.full(rows.size + len(rows) * max(apart, found), UNTOUCHED, dtype=np.uint8)
    for number, row in enumerate(rows):
        memory[number * (apart or width) :][:width] = row
    seen = [memory[number * (found or width) :][:width] for number in range(len(rows))]
    moved: Array = np.concatenate(seen).view(texels.dtype).reshape(texels.shape)
    return moved


def reads_tight_layers(scene: Scene, step: str) -> list[str]:
    """The driver writes row behind row, whatever the slice pitch: the host looks for them elsewhere."""
    (line,) = boxes._reads(scene, step)
    if not _pitch(scene):
        return [line]
    values = boxes._values(_elsewhere(scene, scene.old, 0, _pitch(scene)))
    return [line.replace(boxes._values(scene.old), values)]


def writes_tight_layers(scene: Scene, step: str) -> list[str]:
    line, around = boxes._writes(scene, step)
    if not _pitch(scene):
        return [line, around]
    changed = put(scene.grid, scene.box, _elsewhere(scene, scene.new, _pitch(scene), 0))
    return [line, boxes._read_around(scene, changed)]


def _put_bytes(image: Array, box: Box, texels: Array) -> Array:
    """Origin and region count bytes."""
    changed = np.ascontiguousarray(image).copy()
    first, count = box.origin[0], box.region[0]
    changed.view(np.uint8).reshape(-1)[first : first + count] = np.ascontiguousarray(texels).view(np.uint8).reshape(-1)[:count]
    return changed


def _in_bytes(operation: Operation) -> Operation:
    """The same, where boxes of buffer images count bytes."""

    def made(scene: Scene, step: str) -> list[str]:
        right = vars(boxes)["put"]
        vars(boxes)["put"] = _put_bytes if scene.image.type.name == "1d_buffer" else right
        try:
            return operation(scene, step)
        finally:
            vars(boxes)["put"] = right

    return made


def _reads_of(memory: Array, first: int, end: int) -> Iterator[str]:
    yield f"read: 1 size {first} {boxes._values(memory[:first])}"
    yield f"read: 1 offset {first} size {end - first} {boxes._values(memory[first:end])}"
    yield f"read: 1 offset {end} {boxes._values(memory[end:])}"


def offset_in_texels(scene: Scene, step: str) -> list[str]:
    """The offset in the buffer is multiplied by the size of a texel."""
    buffer, copy, *_ = boxes._copies_to_buffer(scene, step)
    data, size = to_bytes(scene.format, scene.old), scene.format.texel_bytes
    end = boxes.OFFSET + len(data)
    memory = np.full(max(end, size * boxes.OFFSET + len(data)) + boxes.OFFSET, 77, dtype=np.uint8)
    memory[size * boxes.OFFSET : size * boxes.OFFSET + len(data)] = data
    return [buffer, copy, *_reads_of(memory[: end + boxes.OFFSET], boxes.OFFSET, end)]


def _from_tight_rows(image: Image, changed: bool) -> str:
    """Texels of host memory whose rows and slices have room behind them, as if they had none."""
    size, keys = image.format.texel_bytes, transfer.pitch_keys(image.type, image.format, image.extents).split()
    pitches = [int(word) for word in keys[1::2]][-(image.type.axes - 1) :]
    width, *others = image.extents
    memory = np.zeros(pitches[-1] * others[-1], dtype=np.uint8)
    for number, row in enumerate(to_bytes(image.format, image.texels).reshape(-1, width * size)):
        y, z = (number, 0) if len(others) == 1 else (number % others[0], number // others[0])
        memory[y * pitches[0] + z * pitches[-1] * (len(others) > 1) :][: len(row)] = row
    found = memory[: image.texels.nbytes].view(image.texels.dtype).reshape(image.texels.shape).copy()
    if changed:
        found[-1] = 0
    return numbers.text(found)


def _layers_by_rows(image: Image, changed: bool) -> str:
    """Layers of host memory that are a slice pitch apart, taken as if they were a row pitch apart."""
    texels = image.texels.copy()
    texels[-1] = texels[-1] if not changed else 0
    width, layers = image.extents
    row, apart = (int(word) for word in transfer.pitch_keys(image.type, image.format, image.extents).split()[1::2])
    memory = np.zeros(apart * layers, dtype=np.uint8)
    for number, data in enumerate(to_bytes(image.format, texels).reshape(layers, -1)):
        memory[number * apart :][: len(data)] = data
    found = [memory[number * row :][: width * image.format.texel_bytes] for number in range(layers)]
    return numbers.text(np.concatenate(found).view(texels.dtype).reshape(texels.shape))


def _pitches(after: Callable[[Image, bool], str], flat: tuple[str, ...]) -> Callable[[Case, bool], Test]:
    """Padded images, but flat ones, come back another way."""

    def test(case: Case, strict: bool, original: Callable[[Case, bool], Test] = transfer._test) -> Test:
        image_type, *_, pitch = case.values
        right = vars(transfer)["_after"]
        try:
            vars(transfer)["_after"] = after if pitch == "padded" and image_type not in flat else right
            return original(case, strict)
        finally:
            vars(transfer)["_after"] = right

    return test


_NO_1D_ARRAYS = ("1d", "2d", "2d_array", "3d")
DEVIATIONS = (
    Deviation("slice_pitch of 1D arrays is not used", "5.3.3", boxes, "OPERATIONS", _with(read=reads_tight_layers, write=writes_tight_layers), families=BOXES),  # type: ignore[arg-type]
    Deviation("fills do not saturate integers", "8.3.4", conversion, "_write_integer", unsaturated_integer, families=BOXES),
    Deviation("boxes of buffer images count bytes", "5.3.3 to 5.3.5", boxes, "OPERATIONS",
              {name: _in_bytes(operation) for name, operation in boxes.OPERATIONS.items()}, families=BOXES),  # type: ignore[arg-type]
    Deviation("dst_offset is in texels", "5.3.5", boxes, "OPERATIONS", _with(to_buffer=offset_in_texels), families=BOXES),  # type: ignore[arg-type]
    Deviation("image_row_pitch and image_slice_pitch are not used", "5.3.1.2", transfer, "_test", _pitches(_from_tight_rows, ("1d",)), families=("transfer",)),
    Deviation("layers of 1D arrays are read a row pitch apart", "5.3.1.2", transfer, "_test", _pitches(_layers_by_rows, _NO_1D_ARRAYS), families=("transfer",)),
)  # fmt: skip
