# SPDX-License-Identifier: MIT
"""textureLod() of cubes with linear filters that reach over the edges of faces, and over their corners, where three
texels of the same colour meet."""

import dataclasses
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from imagespec.arrays import Array
from testgen import numbers
from testgen.model import Case, Test, TestFile

from ..gl import opengl
from ..gl.images import cube_directions
from ..images import seed_of
from . import vk_facts, vk_sampling
from .images import file_of, keys_of, make_picture, program, sampler_line
from .sample import components
from .vk_cubes import CubeRead, level_corners
from .vk_formats import VK_FORMATS
from .vulkan import VK_TARGETS, Picture, VkSampler

NAME = "vk-cube"
SECTION = "Vulkan 1.3, Cube Map Edge Handling"
AXES = ("target", "format", "place", "size")
SIZES = ("odd", "power", "wide")
facts = vk_facts.facts_of_cubes
SAMPLER = VkSampler(filter="linear", mip="none")
_OFFSETS = (-0.47, -0.2, 0.12, 0.4)  # of an edge, in texels


def cases() -> Iterator[Case]:
    for t, target in enumerate(("Cube", "CubeArray")):
        for f, form in enumerate(VK_FORMATS.values()):
            if form.filterable:
                for p, place in enumerate(("edges", "corners")):
                    for size in (SIZES[(t + f + p) % 3], SIZES[(t + f + p + 1) % 3]):
                        yield Case(NAME, f"{target}/{place}", f"{form.name}/{size}", (target, form.name, place, size))


@lru_cache(maxsize=16)
def cube_of(target: str, form: str, place: str, size: str) -> Picture:
    picture = make_picture(target, form, size)
    if place == "edges":
        return picture
    return dataclasses.replace(picture, texels=level_corners(picture.texels, picture.extents[0]))


def where_in(picture: Picture, place: str, seed: str) -> tuple[Array, Array]:
    """Directions across each edge, or beside each corner, of all faces, as they are given and as the oracle takes them."""
    rng, size, rows = np.random.default_rng(seed_of(seed)), picture.extents[0], []
    for face in range(6):
        for turn in range(4):
            layer = face + 6 * int(rng.integers(0, picture.extents[2] // 6))
            first = (turn % 2) + rng.choice(_OFFSETS[: 2] if turn % 2 else _OFFSETS[2:]) / size
            second = rng.uniform(0.75, size - 0.75) / size
            if place == "corners":
                second = (turn // 2) + rng.choice(_OFFSETS[: 2] if turn // 2 else _OFFSETS[2:]) / size
            rows.append((first, second, layer) if place == "corners" or turn < 2 else (second, first, layer))
    given = cube_directions(picture.type, np.array(rows))
    exact = opengl.face_coordinates(given[:, :3])
    exact[:, 2] += 6 * given[:, 3]
    return given, exact


def _test(case: Case) -> Test:
    target, name, place, size = case.values
    picture = cube_of(target, name, place, size)
    given, exact = where_in(picture, place, case.full_name)
    result, count = vk_sampling.sample(CubeRead(picture, SAMPLER, exact)), len(given)
    texels = f"{picture.format.pixel} {numbers.text(picture.texels)} {keys_of(picture.type, picture.format, picture.extents)}"
    return Test(
        case.name,
        [
            f"global_size: {count}",
            f"arg_out: 0 buffer float4[{count}] {numbers.interval_text(result)}",
            f"arg_in: 1 image {texels}",
            sampler_line(2, SAMPLER, picture.format),
            f"arg_in: 3 buffer float4[{count}] {numbers.text(given)}",
        ],
    )


def build(found: list[Case], strict: bool) -> TestFile:
    target = found[0].values[0]
    source = program(
        "vec4",
        [f"layout(binding = 1) uniform sampler{target} image"],
        f"textureLod(image, coordinates[i].{components(VK_TARGETS[target])}, 0.0)",
        [(3, "vec4", "coordinates")],
        24,
    )
    return file_of(NAME, found, source, [_test(case) for case in found], sampled=True)
