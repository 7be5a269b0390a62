# SPDX-License-Identifier: MIT
"""Combinations of an image and a sampler in words that three APIs share, and which API's family of reads has which.

A combination is a kind of image, a format, an addressing mode, a filter and a kind of coordinates. The words are OpenCL's;
a format or mode that OpenCL lacks has Vulkan's."""

import fnmatch
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from imagespec.formats import image_type_named
from suites import read
from suites.gl import texture
from suites.vk import sample
from testgen.model import Case

APIS = ("OpenCL", "OpenGL", "Vulkan")
# Targets of OpenGL and Vulkan by OpenCL's types; faces of cubes are no layers, so that cubes have no such type.
KINDS = {"1D": "1d", "2D": "2d", "2DRect": "2d", "3D": "3d", "1DArray": "1d_array", "2DArray": "2d_array",
         "Cube": "cube", "CubeArray": "cube_array"}  # fmt: skip


class Combination(NamedTuple):
    """A point that tests of more than one API may be of."""

    kind: str
    format: str
    addressing: str
    filter: str
    coordinates: str  # normalized or unnormalized

    @property
    def name(self) -> str:
        return "-".join(self)

    def matches(self, words: Iterable[str]) -> bool:
        """Whether each word is one of it, or a glob that matches one."""
        return all(any(fnmatch.fnmatchcase(own, word) for own in self) for word in words)


def _of_opencl(case: Case) -> Combination | None:
    kind, order, data, coordinate, addressing, kind_of_filter, normalized, *_ = case.values
    if coordinate != "float" or image_type_named(kind).is_depth:
        return None
    return Combination(kind, f"{order}-{data}", addressing, kind_of_filter, _coordinates(normalized == "True"))


def _of_opengl(case: Case) -> Combination:
    target, order, data, _, wrap, kind_of_filter, *_ = case.values
    return Combination(KINDS[target], f"{order}-{data}", wrap, kind_of_filter, _coordinates(target != "2DRect"))


def _of_vulkan(case: Case) -> Combination | None:
    target, name, addressing, kind_of_filter, border, coordinate, *_ = case.values
    if border not in ("", "transparent_black"):
        return None
    form = sample.FORMS[name]
    mode = "clamp" if addressing == "clamp_to_border" else addressing
    carrier = form.carrier
    return Combination(KINDS[target], name if form.native else f"{carrier.order.name}-{carrier.type.name}", mode, kind_of_filter, coordinate)


def _coordinates(normalized: bool) -> str:
    return "normalized" if normalized else "unnormalized"


@cache
def families() -> dict[str, frozenset[Combination]]:
    """What the family of reads of each API has."""
    made: tuple[Iterable[Combination | None], ...] = (
        map(_of_opencl, read.cases()), map(_of_opengl, texture.cases()), map(_of_vulkan, sample.cases()),
    )  # fmt: skip
    return {api: frozenset(one for one in found if one) for api, found in zip(APIS, made)}


@cache
def shared() -> tuple[Combination, ...]:
    """What all three have, in order."""
    return tuple(sorted(frozenset.intersection(*families().values())))


def table() -> Iterator[tuple[str, str, str, str, list[int]]]:
    """How many formats each API has, and all three, of each kind of image, coordinates, addressing and filter."""
    sets = [*families().values(), frozenset(shared())]
    every = sorted({(one.kind, one.coordinates, one.addressing, one.filter) for found in sets for one in found})
    counts: dict[tuple[str, str, str, str], list[int]] = {key: [0] * len(sets) for key in every}
    for which, found in enumerate(sets):
        for one in found:
            counts[one.kind, one.coordinates, one.addressing, one.filter][which] += 1
    for key in every:
        yield (*key, counts[key])
