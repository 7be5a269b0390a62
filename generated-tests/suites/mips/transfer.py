# SPDX-License-Identifier: MIT
"""Levels of mipmapped images that the host reads, writes, maps, fills and copies: the level is in the origin, and
other levels stay as they are."""

from collections.abc import Callable, Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.boxes import Box, grid, put, take, to_bytes
from imagespec.conversion import read_colours
from imagespec.formats import format_named, image_type_named
from imagespec.mipmaps import Chain
from testgen import numbers
from testgen.model import Case, Test, TestFile, template

from ..boxes import box_at, fill_texel
from ..images import random_stored, seed_of, tiled
from . import chains

NAME = "mip-transfer"
SECTION = "OpenCL 3.0, 5.3.8 (cl_khr_mipmap_image)"
AXES = ("type", "operation", "order", "data", "level", "place", "size")
FORMATS = tuple(map(format_named, ("RGBA-UNORM_INT8", "R-UNORM_INT16", "RGBA-FLOAT")))
LEVELS = ("first", "second", "last")
PLACES = ("whole", "last", "texel")
OFFSET = 5  # bytes in a buffer before the first texel


class Scene:
    """A box of a level of an image."""

    def __init__(self, chain: Chain, level: int, place: str) -> None:
        self.chain, self.level = chain, level
        self.image = chain.levels[level]
        self.grid = grid(self.image.texels, self.image.extents)
        self.box = box_at(place, self.image.extents)
        rng = np.random.default_rng(seed_of(f"{chain.format.name} new"))
        self.new = tiled(random_stored(chain.format, rng), self.box.count)

    def changed(self, texels: Array) -> Array:
        return put(self.grid, self.box, texels)


def _numbers(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))


def _at(box: Box, level: int) -> str:
    return f"origin {_numbers(box.origin)} region {_numbers(box.region)} level {level}"


def _level(scene: Scene, level: int, texels: Array, index: int = 0) -> str:
    """A read of a whole level."""
    extents = scene.chain.levels[level].extents
    return f"read: {index} {_at(Box((0,) * len(extents), extents), level)} {numbers.text(texels)}"


def _others(scene: Scene, changed: Array) -> list[str]:
    """Reads of the level that was changed, and of those beside it."""
    near = [scene.level - 1, scene.level + 1]
    lines = [_level(scene, scene.level, take(changed, Box((0,) * len(scene.image.extents), scene.image.extents)))]
    return lines + [_level(scene, n, scene.chain.levels[n].texels) for n in near if 0 <= n < scene.chain.count]


def _reads(scene: Scene, step: str) -> list[str]:
    name, _, mode = step.partition("-")
    return [f"{name}: 0 {mode + ' ' if mode else ''}{_at(scene.box, scene.level)} {numbers.text(take(scene.grid, scene.box))}"]


def _writes(scene: Scene, step: str) -> list[str]:
    name, _, mode = step.partition("-")
    line = f"{name}: 0 {mode + ' ' if mode else ''}{_at(scene.box, scene.level)} {numbers.text(scene.new)}"
    return [line, *_others(scene, scene.changed(scene.new))]


def _fills(scene: Scene, step: str) -> list[str]:
    texel = fill_texel(scene.chain.format, scene.new)
    colour = read_colours(scene.chain.format, texel).astype(np.float32)
    changed = scene.changed(tiled(texel, scene.box.count))
    return [f"fill: 0 {_at(scene.box, scene.level)} {numbers.text(colour)}", *_others(scene, changed)]


def _copies(scene: Scene, step: str) -> list[str]:
    """Between two levels of one image: from the next smaller one, or into it."""
    other = scene.level + 1 if scene.level + 1 < scene.chain.count else scene.level - 1
    extents = scene.chain.levels[other].extents
    region = tuple(min(a, b) for a, b in zip(scene.image.extents, extents))
    source = Box(tuple(e - r for e, r in zip(extents, region)), region)
    target = Box((0,) * len(region), region)
    given = take(grid(scene.chain.levels[other].texels, extents), source)
    changed = put(scene.grid, target, given)
    line = f"copy: 0 {_at(source, other)} to 0 origin {_numbers(target.origin)} level {scene.level}"
    return [line, *_others(scene, changed)]


def _to_buffer(scene: Scene, step: str) -> list[str]:
    data = to_bytes(scene.chain.format, take(scene.grid, scene.box))
    return [
        f"arg_in: 1 buffer uchar[{len(data) + 2 * OFFSET}] repeat 77",
        f"copy: 0 {_at(scene.box, scene.level)} to 1 offset {OFFSET}",
        f"read: 1 offset {OFFSET} size {len(data)} {numbers.text(data)}",
        f"read: 1 offset {OFFSET + len(data)} repeat 77",
    ]


def _from_buffer(scene: Scene, step: str) -> list[str]:
    data = to_bytes(scene.chain.format, scene.new)
    return [
        f"arg_in: 1 buffer uchar[{len(data) + OFFSET}] repeat 0",
        f"write: 1 offset {OFFSET} size {len(data)} {numbers.text(data)}",
        f"copy: 1 offset {OFFSET} to 0 {_at(scene.box, scene.level)}",
        *_others(scene, scene.changed(scene.new)),
    ]


OPERATIONS: dict[str, Callable[[Scene, str], list[str]]] = {
    "read": _reads,
    "write": _writes,
    "map-read": _reads,
    "map-write": _writes,
    "fill": _fills,
    "copy-levels": _copies,
    "to-buffer": _to_buffer,
    "from-buffer": _from_buffer,
}


def cases() -> Iterator[Case]:
    for kind in chains.KINDS:
        for o, operation in enumerate(OPERATIONS):
            for f, item in enumerate(FORMATS):
                for n, level in enumerate(LEVELS):
                    place = PLACES[(f + n + o) % len(PLACES)]
                    size = chains.SIZES[(f + o) % 2]  # not the large ones, to stay short
                    axes = (kind.name, operation, item.order.name, item.type.name, level, place, size)
                    yield Case(NAME, f"{kind.name}/{operation}", f"{item.name}/{level}/{place}/{size}", axes)


def _test(case: Case) -> Test:
    image_type, operation, order, data, which, place, size = case.values
    chain = chains.make_chain(image_type, f"{order}-{data}", size)
    level = chains.level_of(chain.count, which)
    scene = Scene(chain, level, place)
    return Test(case.name, [f"{chains.chain_line(0, chain)} image_access read", *OPERATIONS[operation](scene, operation)])


def build(found: list[Case], strict: bool) -> TestFile:
    assert image_type_named(found[0].values[0])
    tests = [_test(case) for case in found]
    return TestFile(f"{NAME} {found[0].file}", template("boxes.mako").render(), tests, chains.config())
