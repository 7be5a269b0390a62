# SPDX-License-Identifier: MIT
"""textureLod() of images with one level: every kind of image and format, addressing modes, filters, borders,
coordinates that are not normalized, and swizzles of the view."""

from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.formats import ImageType
from imagespec.sampling import Sampler
from testgen import numbers
from testgen.model import Case, Test, TestFile

from .. import coordinates
from ..gl import opengl
from ..gl.images import cube_directions
from ..gl.texture import argument
from . import vk_facts, vk_sampling, vulkan
from .images import SIZES, file_of, make_picture, picture_text, prefix_of, program, sampler_line
from .vk_formats import VK_FORMATS, WIDE_FORMATS, VkFormat
from .vulkan import ADDRESS_MODES, VK_TARGETS, Picture, VkSampler, borders_of

NAME = "vk-sample"
SECTION = "Vulkan 1.3, Image Operations"
AXES = ("target", "format", "addressing", "filter", "border", "coordinates", "swizzle", "place", "size")
facts = vk_facts.facts
SWIZZLES = ("rgba", "bgra", "rgba", "g1r0", "aaab")
SAMPLED = tuple(name for name in VK_TARGETS if name != "Buffer")
FORMS = {**VK_FORMATS, **WIDE_FORMATS}
MIXED = "repeat,clamp_to_edge,mirrored_repeat"


def is_cube(target: str) -> bool:
    return target.startswith("Cube")


def _states(target: str, form: VkFormat) -> Iterator[tuple[str, str, str, str]]:
    """Addressing, filter, border and kind of coordinates. A cube has no addressing; only images of one or two
    dimensions without layers take coordinates that are not normalized, and modes that do not repeat ("Samplers")."""
    modes: list[tuple[str, str]] = [("clamp_to_edge", "")]
    if not is_cube(target):
        modes = [(mode, "") for mode in ADDRESS_MODES if mode != "clamp_to_border"]
        modes += [("clamp_to_border", border) for border in borders_of(form)]
        modes += [(MIXED, "")] if target in ("2D", "3D") else []
    for mode, border in modes:
        for kind in ("nearest", "linear") if form.filterable else ("nearest",):
            yield mode, kind, border, "normalized"
            if target in ("1D", "2D") and mode in ("clamp_to_edge", "clamp_to_border"):
                yield mode, kind, border, "unnormalized"


def cases() -> Iterator[Case]:
    for t, target in enumerate(SAMPLED):
        for f, form in enumerate(FORMS.values()):
            for s, state in enumerate(_states(target, form)):
                swizzle = "rgba" if state[2] == "opaque_black" else SWIZZLES[(t + f + s) % len(SWIZZLES)]
                for p, place in enumerate(coordinates.PLACES[: 1 if is_cube(target) else 3]):
                    size = SIZES[(f + s + p) % len(SIZES)]
                    size = "power" if is_cube(target) and size == "one" else size
                    axes = (target, form.name, *state, swizzle, place, size)
                    name = "/".join(filter(None, axes[1:]))
                    yield Case(NAME, f"{target}/{prefix_of(form)}sampler-textureLod", name, axes)


def where_in(picture: Picture, sampler: VkSampler, place: str) -> tuple[Array, Array]:
    """Coordinates as they are given, and as the oracle takes them."""
    cube = is_cube(picture.type.name)
    # A cube's are those whose footprint stays within a face, since addressing "none" keeps it inside.
    inner = Sampler("none" if cube else "repeat", sampler.filter, sampler.normalized)
    found = coordinates.floats(picture.type, picture.extents, inner, place, False)
    if found is None:  # a face is too small for a filter that stays in it, but at its centre
        found = coordinates.floats(picture.type, picture.extents, Sampler("none", "nearest", True), place, False)
        assert found is not None
        found[:, :2] = 0.5
    if not cube:
        return found, found
    found[:, 2] = np.clip(np.rint(found[:, 2]), 0, picture.extents[2] - 1)
    given = cube_directions(picture.type, found[:, :3])
    exact = opengl.face_coordinates(given[:, :3])
    exact[:, 2] += 6 * given[:, 3]
    return given, exact


def sampler_of(mode: str, kind: str, border: str, coordinate: str) -> VkSampler:
    return VkSampler(
        tuple(mode.split(",")), kind, "none", coordinate == "normalized", border or "transparent_black"
    )


def _test(case: Case) -> Test:
    target, name, mode, kind, border, coordinate, swizzle, place, size = case.values
    picture, sampler = make_picture(target, name, size), sampler_of(mode, kind, border, coordinate)
    given, exact = where_in(picture, sampler, place)
    return Test(case.name, read_lines(picture, sampler, given, exact, swizzle))


def read_lines(picture: Picture, sampler: VkSampler, given: Array, exact: Array, swizzle: str = "rgba") -> list[str]:
    """The lines of a test that reads at coordinates (n, 4), as they are given and as the oracle takes them."""
    result = vulkan.swizzled(vk_sampling.sample(vk_sampling.Read(picture, sampler, exact)), swizzle)
    count = len(given)
    return [
        f"global_size: {count}",
        f"arg_out: 0 buffer {picture.format.seen}4[{count}] {numbers.interval_text(result)}",
        f"arg_in: 1 image {picture_text(picture, swizzle)}",
        sampler_line(2, sampler, picture.format),
        f"arg_in: 3 buffer float4[{count}] {numbers.text(given)}",
    ]


def components(target: ImageType) -> str:
    return argument(target)


def source_of(target: str, form: VkFormat) -> str:
    """A program that reads an image at each coordinate of a test."""
    prefix = prefix_of(form)
    return program(
        f"{prefix}vec4",
        [f"layout(binding = 1) uniform {prefix}sampler{target} image"],
        f"textureLod(image, coordinates[i].{components(VK_TARGETS[target])}, 0.0)",
        [(3, "vec4", "coordinates")],
        coordinates.COUNT,
    )


def build(found: list[Case], strict: bool) -> TestFile:
    target, name, *_ = found[0].values
    return file_of(NAME, found, source_of(target, FORMS[name]), [_test(case) for case in found], sampled=True)
