# SPDX-License-Identifier: MIT
"""The files of a combination: a test in each API's own language, with the same texels, coordinates and names.

What a test expects is what its API's specification allows of these reads. The three sets differ, as precisions do: all hold
what exact arithmetic gives."""

import dataclasses
import itertools
from collections.abc import Callable
from functools import cached_property

import numpy as np

from imagespec.arrays import Array
from imagespec.formats import FORMATS
from imagespec.interval import Interval
from imagespec.sampling import Image, Sampler, Scene
from suites import coordinates, images, read
from suites.gl import opengl, texture
from suites.gl.opengl import TARGETS
from suites.gl.texture import GlSampler
from suites.vk import sample, vk_sampling
from suites.vk.images import config as vk_config
from suites.vk.vk_formats import VK_FORMATS
from suites.vk.vulkan import VK_TARGETS, Picture, VkSampler
from testgen.model import Case, Test, TestFile

from .combinations import KINDS, Combination

SIZES = ("odd", "power")
_FORMS = {f"{form.carrier.order.name}-{form.carrier.type.name}": form for form in VK_FORMATS.values() if not form.native}


def _target(kind: str, rectangle: bool = False) -> str:
    return next(name for name, found in KINDS.items() if found == kind and (name == "2DRect") == rectangle)


def _wide(where: Array) -> Array:
    """Coordinates as vectors of four, which programs of OpenGL and Vulkan have; they use as many as they need."""
    found = np.full((len(where), 4), coordinates.IGNORED, dtype=np.float32)
    found[:, : where.shape[1]] = where
    return found


@dataclasses.dataclass(frozen=True)
class Reads:
    """The reads of one test: what the three APIs share, as OpenCL's family has it."""

    combination: Combination
    place: str
    size: str

    @cached_property
    def case(self) -> Case:
        """The test of OpenCL's family."""
        kind, form, mode, how, spelled = self.combination
        sampler, seen = Sampler(mode, how, spelled == "normalized"), FORMATS[form].type.seen
        order, _, data = form.partition("-")
        axes = (kind, order, data, "float", mode, how, str(sampler.normalized), "", self.place, self.size)
        return Case(read.NAME, f"{kind}/{images.FUNCTIONS[seen]}/{sampler.name}", f"{self.place}/{self.size}", axes)

    @cached_property
    def scene(self) -> Scene:
        return read.scene(self.case, False)

    @property
    def rectangle(self) -> bool:
        """Whether OpenGL's texture is one, whose coordinates alone are not normalized there."""
        return self.combination.coordinates == "unnormalized"

    def opengl(self) -> tuple[Image, GlSampler, Array]:
        image, mode, how, normalized, where = self._parts()
        return dataclasses.replace(image, type=TARGETS[_target(self.combination.kind, self.rectangle)]), GlSampler(mode, how, normalized), where

    def vulkan(self) -> tuple[Picture, VkSampler, Array]:
        image, mode, how, normalized, where = self._parts()
        kind, form = VK_TARGETS[_target(self.combination.kind)], _FORMS[self.combination.format]
        mode = "clamp_to_border" if mode == "clamp" else mode
        return Picture(kind, form, image.extents, image.texels), VkSampler((mode,), how, "none", normalized), where

    def _parts(self) -> tuple[Image, str, str, bool, Array]:
        sampler = self.scene.sampler
        assert sampler
        return self.scene.image, sampler.addressing, sampler.filter, sampler.normalized, _wide(self.scene.where)

    def allowed(self) -> dict[str, Interval]:
        """What each API allows."""
        return {
            "OpenCL": self.scene.colours(False),
            "OpenGL": opengl.sample(*self.opengl()),
            "Vulkan": vk_sampling.sample(vk_sampling.Read(*self.vulkan())),
        }


def reads_of(combination: Combination) -> list[Reads]:
    return [Reads(combination, place, size) for place, size in itertools.product(coordinates.PLACES, SIZES)]


def _opencl(every: list[Reads]) -> TestFile:
    return read.build([reads.case for reads in every], False)


def _opengl(every: list[Reads]) -> TestFile:
    combination, found = every[0].combination, [(reads, *reads.opengl()) for reads in every]
    tests = [Test(reads.case.name, texture.read_lines(image, sampler, where, where)) for reads, image, sampler, where in found]
    seen, target = FORMATS[combination.format].type.seen, _target(combination.kind, every[0].rectangle)
    return TestFile("", texture.source_of(target, seen, "textureLod"), tests, {"kernel_name": "main"})


def _vulkan(every: list[Reads]) -> TestFile:
    combination, found = every[0].combination, [(reads, *reads.vulkan()) for reads in every]
    tests = [Test(reads.case.name, sample.read_lines(picture, sampler, where, where)) for reads, picture, sampler, where in found]
    source = sample.source_of(_target(combination.kind), _FORMS[combination.format])
    return TestFile("", source, tests, vk_config(sampled=True))


_FILES: dict[str, tuple[str, Callable[[list[Reads]], TestFile]]] = {
    "OpenCL": ("cl", _opencl), "OpenGL": ("comp", _opengl), "Vulkan": ("vk.comp", _vulkan),
}  # fmt: skip


def files_of(combination: Combination) -> dict[str, str]:
    """The three files of a combination, by name."""
    every, files = reads_of(combination), {}
    for api, (suffix, make) in _FILES.items():
        file = dataclasses.replace(make(every), title=f"{' '.join(combination)}, in {api}")
        files[f"{combination.name}.{suffix}"] = file.text()
    return files
