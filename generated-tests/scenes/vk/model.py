# SPDX-License-Identifier: MIT
"""What a scene of Vulkan has beyond one of OpenCL: formats of its own, blits, and texels that a program carries to another image. A texel is
spelled as one of the OpenCL format with the same bits, as in test files."""

import dataclasses
from typing import ClassVar

from imagespec.formats import FORMATS, LATER_FORMATS, Format, ImageType
from suites.vk.vk_formats import VK_FORMATS, VkFormat
from suites.vk.vulkan import ADDRESS_MODES, VK_TARGETS, VkSampler

from .. import model
from ..model import Picture, Scene, SceneError, Step

TARGETS = {"1d": "1D", "1d_array": "1DArray", "2d": "2D", "2d_array": "2DArray", "3d": "3D"}
# Modes as scenes spell them: the border is a word of its own in OpenCL.
MODES = {"clamp": "clamp_to_border", **{mode: mode for mode in ADDRESS_MODES if mode != "clamp_to_border"}}
OPERATIONS = ("sample", "store", "query", "read", "write", "fill", "copy", "blit", "carry", "to-buffer", "from-buffer",
              "read-buffer", "write-buffer")  # fmt: skip
SHADER_STEPS = ("sample", "store", "query", "carry")
_ALL = {**FORMATS, **LATER_FORMATS}
_BY_CARRIER = {form.carrier: form for form in VK_FORMATS.values() if not form.native}


@dataclasses.dataclass(frozen=True)
class VkPicture(Picture):
    """An image. `native` is the name of a format that OpenCL lacks; order and data type say then how its texels are spelled."""

    native: str = ""

    @property
    def format(self) -> Format:
        """That of its texels."""
        return _ALL[f"{self.order}-{self.data}"]

    @property
    def vk(self) -> VkFormat:
        return VK_FORMATS[self.native] if self.native else _BY_CARRIER[self.format]

    @property
    def target(self) -> ImageType:
        return VK_TARGETS[TARGETS[self.type]]

    @property
    def words(self) -> tuple[str, ...]:
        return (self.vk.name,)

    def check(self) -> None:
        if self.type not in TARGETS or self.row_pitch or self.slice_pitch:
            raise SceneError("an image that Vulkan has not, or with pitches")
        if self.native and (self.native not in VK_FORMATS or VK_FORMATS[self.native].carrier is not self.format):
            raise SceneError("a format whose texels are spelled otherwise")
        if not self.native and self.format not in _BY_CARRIER:
            raise SceneError("a format that Vulkan has not")
        super().check()


@dataclasses.dataclass(frozen=True)
class VkStep(Step):
    """One step. Beside those of OpenCL:

    blit         the box to the box of `target` at `to` of the size `span`, with a filter that is `linear` or not
    carry        reads the texels at `where` in a program, and stores them at the same places of `target`
    """

    span: tuple[int, ...] = ()
    linear: bool = False

    def vk_sampler(self) -> VkSampler | None:
        """The sampler of a sample."""
        if not self.sampler:
            return None
        addressing, filtering, normalized = self.sampler
        if addressing not in MODES or filtering not in ("nearest", "linear"):
            raise SceneError("a sampler that is not defined")
        return VkSampler((MODES[addressing],), filtering, "none", normalized)

    def check(self, images: int, buffers: int) -> None:
        if self.op not in OPERATIONS or not 0 <= self.image < max(images, 1):
            raise SceneError(f"{self.op}: no such step")
        targets = images if self.op in model.MOVES else buffers if "buffer" in self.op else self.target + 1
        if not 0 <= self.target < targets or not images and "-buffer" not in self.op:
            raise SceneError(f"{self.op}: what it uses is not there")
        if self.row_pitch or self.slice_pitch or self.queue or self.around or self.way not in ("", "read", "write"):
            raise SceneError(f"{self.op}: no such way")


@dataclasses.dataclass(frozen=True)
class VkScene(Scene):
    """A test. A program has each image as one thing: it samples it, or stores to it; and with one sampler."""

    API: ClassVar[str] = "vk"
    PICTURE: ClassVar[type[Picture]] = VkPicture
    STEP: ClassVar[type[Step]] = VkStep

    def sampled(self) -> dict[int, tuple[str, str, bool] | tuple[()]]:
        """Images that programs read, each with its sampler if it has one. SceneError where there are two."""
        found: dict[int, tuple[str, str, bool] | tuple[()]] = {}
        for step in self.steps:
            if step.op in ("sample", "carry"):
                known = found.setdefault(step.image, step.sampler)
                if step.sampler and known not in ((), step.sampler):
                    raise SceneError("two samplers of an image")
                found[step.image] = step.sampler or known
        return found

    def stored(self) -> set[int]:
        """Images that programs store to."""
        return {step.image for step in self.steps if step.op == "store"} | {step.target for step in self.steps if step.op == "carry"}

    def check(self) -> None:
        super().check()
        if self.stored() & set(self.sampled()):
            raise SceneError("an image that a program both samples and stores to")


__all__ = ["MODES", "OPERATIONS", "SHADER_STEPS", "TARGETS", "SceneError", "VkPicture", "VkScene", "VkStep"]
