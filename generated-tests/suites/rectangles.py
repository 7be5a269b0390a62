# SPDX-License-Identifier: MIT
"""Rectangles of buffers that the host reads, writes and copies (5.2.2 and 5.2.4): what must change
does, and no other byte."""

from collections.abc import Callable, Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.boxes import Box, addresses
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

from .boxes import box_at
from .images import seed_of

NAME = "rectangles"
SECTION = "OpenCL 1.2, 5.2.2 and 5.2.4"
AXES = ("operation", "shape", "place", "pitch", "host")
SHAPES = {  # bytes, rows and slices
    "bytes": (13, 1, 1),
    "rows": (9, 6, 1),
    "slices": (7, 5, 3),
    "words": (32, 4, 2),
}
PLACES = ("whole", "first", "inner", "last", "row")
PITCHES = ("tight", "padded", "none")  # none: given as 0, so that those of the region hold
HOSTS = ("tight", "padded")
Pitches = tuple[int, int]  # of rows and slices, in bytes


def _pitches(pitch: str, extents: tuple[int, ...]) -> Pitches:
    """Tight ones of the extents, or with room behind each row and slice."""
    row = extents[0] + (3 if pitch == "padded" else 0)
    return row, row * (extents[1] + (1 if pitch == "padded" else 0))


def _components(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))


def _keys(pitches: Pitches, side: str = "") -> str:
    return f"{side}row_pitch {pitches[0]} {side}slice_pitch {pitches[1]}"


class Scene:
    """A buffer and a rectangle of it."""

    def __init__(self, case: Case) -> None:
        _, shape, place, self.pitch, self.host = case.values
        self.extents = SHAPES[shape]
        self.box = box_at(place, self.extents)
        self.axis = PLACES.index(place) % 3
        own = self.pitch == "none"
        self.pitches = _pitches(self.pitch, self.box.region if own else self.extents)
        self.rng = np.random.default_rng(seed_of(case.full_name))
        self.memory = self.random(self.size(self.pitch))

    def size(self, pitch: str) -> int:
        """Bytes of a buffer that has all of the extents."""
        return _pitches(pitch, self.extents)[1] * self.extents[2]

    def random(self, count: int) -> Array:
        return self.rng.integers(0, 256, count).astype(np.uint8)

    @property
    def keys(self) -> str:
        return "" if self.pitch == "none" else " " + _keys(self.pitches)

    @property
    def host_keys(self) -> str:
        if self.host == "tight":
            return ""
        return " " + _keys(_pitches(self.host, self.box.region), "host_")

    @property
    def at(self) -> str:
        """The rectangle, as a step names it."""
        return f"{_at(self.box)}{self.keys}"


def _at(box: Box) -> str:
    return f"origin {_components(box.origin)} region {_components(box.region)}"


def _buffer(index: int, memory: Array) -> str:
    return f"arg_in: {index} buffer uchar[{len(memory)}] {numbers.text(memory)}"


def _all(index: int, memory: Array) -> str:
    return f"read: {index} {numbers.text(memory)}"


def _with(memory: Array, places: Array, data: Array) -> Array:
    """The memory with other bytes in some places."""
    changed = memory.copy()
    changed[places] = data
    return changed


def _reads(scene: Scene) -> list[str]:
    seen = scene.memory[addresses(scene.box, *scene.pitches)]
    return [f"read: 0 {scene.at}{scene.host_keys} {numbers.text(seen)}"]


def _writes(scene: Scene) -> list[str]:
    new = scene.random(scene.box.count)
    changed = _with(scene.memory, addresses(scene.box, *scene.pitches), new)
    return [f"write: 0 {scene.at}{scene.host_keys} {numbers.text(new)}", _all(0, changed)]


def _copies(scene: Scene) -> list[str]:
    """Into the end of another buffer, which has other pitches."""
    pitch = "tight" if scene.pitch == "padded" else "padded"
    pitches, other = _pitches(pitch, scene.extents), scene.random(scene.size(pitch))
    origin = tuple(e - r for e, r in zip(scene.extents, scene.box.region))
    target = Box(origin, scene.box.region)
    data = scene.memory[addresses(scene.box, *scene.pitches)]
    changed = _with(other, addresses(target, *pitches), data)
    return [
        _buffer(1, other),
        f"copy: 0 {scene.at} to 1 origin {_components(origin)} {_keys(pitches)}",
        _all(1, changed),
    ]


def _copies_within(scene: Scene) -> list[str]:
    """From the lower to the upper half of the buffer along one extent."""
    axis = scene.axis if scene.extents[scene.axis] > 1 else 0
    region, origin = list(scene.extents), [0, 0, 0]
    region[axis] //= 2
    source = Box(tuple(origin), tuple(region))
    origin[axis] = scene.extents[axis] - region[axis]
    target = Box(tuple(origin), tuple(region))
    data = scene.memory[addresses(source, *scene.pitches)]
    return [
        f"copy: 0 {_at(source)}{scene.keys} to 0 origin {_components(target.origin)}{scene.keys}",
        _all(0, _with(scene.memory, addresses(target, *scene.pitches), data)),
    ]


def _refusals(scene: Scene) -> list[str]:
    """Bytes that the buffer lacks, pitches below the region's, a copy onto itself: errors of 5.2.2
    and 5.2.4."""
    row, rows = scene.box.region[0], scene.box.region[1]
    invalid = "error CL_INVALID_VALUE"
    beyond = f"origin 0 0 {scene.extents[2]} region 1 1 1{scene.keys}"
    last = f"origin {len(scene.memory) - 1} 0 0 region 2 1 1{scene.keys}"
    short_slice = f"{_at(scene.box)} row_pitch {row} slice_pitch {row * rows - 1}"
    return [
        _buffer(1, scene.memory),
        f"read: 0 {beyond} {invalid}",
        f"write: 0 {beyond} {invalid}",
        f"copy: 0 {beyond} to 1 origin 0 0 0{scene.keys} {invalid}",
        f"copy: 0 origin 0 0 0 region 1 1 1{scene.keys} to 1 origin 0 0 {scene.extents[2]}"
        f"{scene.keys} {invalid}",
        f"read: 0 {last} {invalid}",
        f"write: 0 {last} {invalid}",
        f"read: 0 {_at(scene.box)} row_pitch {row - 1} {invalid}",
        f"write: 0 {short_slice} {invalid}",
        f"read: 0 {scene.at} host_row_pitch {row - 1} {invalid}",
        f"copy: 0 {scene.at} to 0 origin {_components(scene.box.origin)}{scene.keys} "
        "error CL_MEM_COPY_OVERLAP",
        _all(0, scene.memory),
        _all(1, scene.memory),
    ]


OPERATIONS: dict[str, Callable[[Scene], list[str]]] = {
    "read": _reads,
    "write": _writes,
    "copy": _copies,
    "copy-within": _copies_within,
    "refused": _refusals,
}


def cases() -> Iterator[Case]:
    """Copies within a buffer, and refusals, need places that pitches keep apart."""
    for operation in OPERATIONS:
        pitches = PITCHES[:2] if operation in ("copy-within", "refused") else PITCHES
        hosts = HOSTS if operation in ("read", "write") else HOSTS[:1]
        for shape in SHAPES:
            for place in PLACES:
                for pitch in pitches:
                    for host in hosts:
                        axes = (operation, shape, place, pitch, host)
                        name = f"{shape}/{place}/{pitch}" + ("/host" if host == "padded" else "")
                        yield Case(NAME, operation, name, axes)


def _test(case: Case) -> Test:
    scene = Scene(case)
    return Test(case.name, [_buffer(0, scene.memory), *OPERATIONS[case.values[0]](scene)])


def build(found: list[Case], strict: bool) -> TestFile:
    source = template("boxes.mako").render()
    tests = [_test(case) for case in found]
    return TestFile(f"{NAME} {found[0].file}", source, tests, {"clc_version_min": "12"})
