# SPDX-License-Identifier: MIT
"""What Vulkan 1.3 says of texels and samplers (vk_sampling.py has how they are read): chapters "Image Operations" and "Samplers". Sections are named,
as their numbers change from version to version.

Where OpenGL's sentences are the same (opengl.py), they are used from there: floats outside of shaders are
"accurate to about 1 part in 10^5" ("Floating-Point Computation"). Of coordinates Vulkan says more: along each
axis there are 2^subTexelPrecisionBits places between texels to which coordinates snap, and 2^mipmapPrecisionBits
between levels ("Limits"). So what is allowed is the set of results at all places that close. `Limits` has the
bits that tests are made for; a device with fewer skips them.

Not strict, a result may be off by a step of normalized components, or of halves, for each axis: precision may be "implicitly limited by
the specified format of vertex or texel data" ("Numeric Representation and Computation"); sRGB by half a step. What units select of a filter's
texels, in gathers and reductions, may have 16 bits, which the widest of these formats have: a number whose bits are repeated
to make so many is off by less than a step of these."""

import dataclasses
import math
from functools import cached_property

import numpy as np

from imagespec.arrays import Array
from imagespec.conversion import linear, srgb
from imagespec.formats import ImageType
from imagespec.interval import Interval, float32_interval

from ..gl.opengl import ACCURACY, TARGETS
from .vk_formats import VkFormat, colours_of

BORDERS = {"transparent_black": (0, 0, 0, 0), "opaque_black": (0, 0, 0, 1), "opaque_white": (1, 1, 1, 1)}
# Formats whose blue or red may be exchanged with alpha in a border, which opaque black shows ("Border Replacement").
_TURNED_BORDERS = ("B4G4R4A4_UNORM_PACK16", "R4G4B4A4_UNORM_PACK16")
ADDRESS_MODES = ("repeat", "mirrored_repeat", "clamp_to_edge", "clamp_to_border", "mirror_clamp_to_edge")
SRGB_STEPS = 0.5  # of 1/255
STEP_OF_16_BITS = {"unorm": 1 / 65535, "snorm": 1 / 32767}
VK_TARGETS = {name: target for name, target in TARGETS.items() if name != "2DRect"}


@dataclasses.dataclass(frozen=True)
class Limits:
    """Bits of precision ("Limits"). All devices have at least 4 of each."""

    sub_texel: int = 8
    mipmap: int = 4

    @property
    def features(self) -> str:
        """What a test asks of a device."""
        return f"subTexelPrecisionBits:{self.sub_texel} mipmapPrecisionBits:{self.mipmap}"


LIMITS = Limits()


@dataclasses.dataclass(frozen=True)
class VkSampler:
    """A sampler's state, as tests spell it; it belongs to a picture's view, which has a swizzle."""

    addressing: tuple[str, ...] = ("clamp_to_edge",)  # one for all axes, or one for each
    filter: str = "nearest"
    mip: str = "nearest"
    normalized: bool = True
    border: str = "transparent_black"
    compare: str = ""
    reduction: str = ""
    bias: float = 0.0
    lods: tuple[float, float] | None = None  # the least and the most

    def mode(self, axis: int) -> str:
        return self.addressing[axis if len(self.addressing) > 1 else 0]


@dataclasses.dataclass(frozen=True)
class Picture:
    """A level of an image: texels in the order of rows, slices or layers."""

    type: ImageType
    format: VkFormat
    extents: tuple[int, ...]  # width, height or layers, depth or layers
    texels: Array

    @property
    def count(self) -> int:
        return math.prod(self.extents)

    @cached_property
    def reals(self) -> Array:
        """The exact colours of all texels."""
        return colours_of(self.format, self.texels)


def borders_of(form: VkFormat) -> tuple[str, ...]:
    """Borders that have one colour, where the view's swizzle is the identity; opaque black has none with another ("Component
    Swizzle")."""
    return tuple(name for name in BORDERS if name != "opaque_black" or form.name not in _TURNED_BORDERS)


def wrap(index: Array, size: int, mode: str) -> Array:
    """The texel that a coordinate stands for, -1 for the border ("Wrapping Operation")."""
    if mode == "repeat":
        return index % size
    if mode == "mirrored_repeat":
        turned = index % (2 * size) - size
        return (size - 1) - np.where(turned >= 0, turned, -(1 + turned))
    if mode == "clamp_to_edge":
        return np.clip(index, 0, size - 1)
    if mode == "mirror_clamp_to_edge":
        return np.clip(np.where(index >= 0, index, -(1 + index)), 0, size - 1)
    return np.where((index < 0) | (index >= size), -1, index)


def read_ends(form: VkFormat, exact: Array, strict: bool) -> tuple[Array, Array]:
    """The least and the most that colours which are exactly so may be read as."""
    if form.kind not in ("unorm", "snorm", "srgb"):
        return exact, exact
    slack = np.where(form.stored, ACCURACY * np.abs(exact), 0)
    low, high = exact - slack, exact + slack
    if form.kind == "srgb":
        half = (1e-3 if strict else SRGB_STEPS) / 255
        back = srgb(exact)
        curved = form.stored & np.array([True, True, True, False]) & (exact > 0) & (exact < 1)
        low = np.where(curved, linear(np.maximum(back - half, 0)), low)
        high = np.where(curved, linear(np.minimum(back + half, 1)), high)
    return np.maximum(low, -1), np.minimum(high, 1)


def read_interval(form: VkFormat, exact: Array, strict: bool = False) -> Interval:
    if form.seen != "float":
        return Interval.exactly(exact.astype(np.int64))
    low, high = read_ends(form, exact, strict)
    return Interval.exactly(exact.astype(np.float32)) if low is exact else float32_interval(low, high)


def selected_interval(form: VkFormat, exact: Array, strict: bool = False) -> Interval:
    """What texels may be read as that a unit selects from those of a filter. It has 16 bits for numbers of fewer."""
    found, step = read_interval(form, exact, strict), STEP_OF_16_BITS.get(form.kind, 0)
    if strict or not step or not (form.steps[form.stored] > step).all():
        return found
    off = np.where(form.stored, step, 0)
    return float32_interval(
        np.maximum(found.low - off, np.minimum(exact, -1 if form.kind == "snorm" else 0)), np.minimum(found.high + off, np.maximum(exact, 1))
    )


def swizzled(found: Interval, swizzle: str) -> Interval:
    """Components as the view maps them ("Component Swizzle")."""
    if swizzle == "rgba":
        return found

    def mapped(values: Array) -> Array:
        columns = [np.full(values.shape[:-1], int(c), values.dtype) if c in "01" else values[..., "rgba".index(c)] for c in swizzle]
        return np.stack(columns, axis=-1)

    return found.map(mapped)
