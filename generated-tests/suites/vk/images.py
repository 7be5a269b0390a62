# SPDX-License-Identifier: MIT
"""What the suites of Vulkan's images share: texels, samplers, and how a test file spells them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from imagespec.arrays import Array
from imagespec.formats import ImageType
from testgen import model, numbers
from testgen.model import Case, Test, TestFile

from ..gl.images import GL_SIZES, PREFIXES, extents_of, image_keys
from ..images import PERIOD, seed_of, tiled
from .vk_formats import DEPTH_FORMATS, VK_FORMATS, WIDE_FORMATS, VkFormat, texels_of
from .vulkan import LIMITS, VK_TARGETS, Picture, VkSampler

SIZES = GL_SIZES
ALL_FORMATS = {**VK_FORMATS, **DEPTH_FORMATS}
KNOWN_FORMATS = {**ALL_FORMATS, **WIDE_FORMATS}
# OpenCL's words for addressing modes; one that it lacks stands behind vk_addressing.
_ADDRESS_MODES = {"repeat": "repeat", "mirrored_repeat": "mirrored_repeat", "clamp_to_edge": "clamp_to_edge",
                "clamp_to_border": "clamp"}  # fmt: skip


def template(name: str) -> model.Template:
    """A template of these families by the name of its file."""
    return model.template(name, Path(__file__).resolve().parent / "templates")


def _random_numbers(form: VkFormat, rng: np.random.Generator) -> Array:
    """Stored numbers (PERIOD, components): all bits, with the ends among them; floats are small."""
    columns = []
    for c in form.components:
        found = rng.integers(0, 1 << c.bits, PERIOD, dtype=np.int64)
        found[:4] = [0, (1 << c.bits) - 1, 1 << (c.bits - 1), (1 << (c.bits - 1)) - 1]
        if form.kind == "float":
            kind = {16: np.float16, 32: np.float32}[c.bits]
            values = rng.uniform(0 if c.letter == "D" else -4, 1 if c.letter == "D" else 4, PERIOD).astype(kind)
            found = values.view(f"i{c.bits // 8}").astype(np.int64)
        elif c.letter == "E":
            found = rng.integers(13, 19, PERIOD, dtype=np.int64)
        elif form.name.startswith("E5"):
            found |= (c.letter == "R") << 8  # else the colour has another exponent, too
        elif form.kind == "ufloat" and not any(other.letter == "E" for other in form.components):
            mantissa = c.bits - 5
            found = rng.integers(12, 18, PERIOD) << mantissa | rng.integers(0, 1 << mantissa, PERIOD)
        columns.append(rng.permutation(found))
    return np.stack(columns, axis=-1)


@cache
def period(form: VkFormat) -> Array:
    """The texels that an image of the format repeats."""
    return texels_of(form, _random_numbers(form, np.random.default_rng(seed_of(form.name))))


@lru_cache(maxsize=256)
def make_picture(target: str, form: str, size: str) -> Picture:
    """The image of a test."""
    kind, item = VK_TARGETS[target], KNOWN_FORMATS[form]
    extents = extents_of(kind, size)
    return Picture(kind, item, extents, tiled(period(item), math.prod(extents)))


def native_keys(form: VkFormat, swizzle: str = "rgba") -> str:
    """Sub-keys that OpenCL has not, with a blank before each."""
    name, _, aspect = form.name.partition("-")
    found = (f" vk_format {name}" if form.native else "") + (f" vk_aspect {aspect}" if aspect else "")
    return found + (f" vk_swizzle {swizzle}" if swizzle != "rgba" else "")


def keys_of(target: ImageType, form: VkFormat, extents: tuple[int, ...], swizzle: str = "rgba") -> str:
    width, *others = extents
    return image_keys(target, form.carrier, (width * form.parts, *others)) + native_keys(form, swizzle)


def picture_text(picture: Picture, swizzle: str = "rgba") -> str:
    """An argument behind the word "image"."""
    texels = numbers.text(picture.texels[: min(PERIOD, picture.count)])
    keys = keys_of(picture.type, picture.format, picture.extents, swizzle)
    return f"{picture.format.pixel} repeat {texels} {keys}"


def sampler_line(index: int, sampler: VkSampler, form: VkFormat) -> str:
    plain = _ADDRESS_MODES.get(sampler.addressing[0], "clamp_to_edge") if len(sampler.addressing) == 1 else "clamp_to_edge"
    words = [
        f"arg_in: {index} sampler normalized_coords {str(sampler.normalized).lower()} addressing_mode {plain}",
        f"filter_mode {sampler.filter}",
    ]
    if sampler.mip != "none":
        words.append(f"mip_filter_mode {sampler.mip}")
    if sampler.lods:
        words.append("lod_min {:g} lod_max {:g}".format(*sampler.lods))
    if len(sampler.addressing) > 1 or sampler.addressing[0] not in _ADDRESS_MODES:
        words.append(f"vk_addressing {','.join(sampler.addressing)}")
    if "clamp_to_border" in sampler.addressing:
        words.append(f"vk_border {'' if form.seen == 'float' else 'int_'}{sampler.border}")
    for key in ("compare", "reduction"):
        if getattr(sampler, key):
            words.append(f"vk_{key} {getattr(sampler, key)}")
    if sampler.bias:
        words.append(f"vk_lod_bias {sampler.bias:g}")
    return " ".join(words)


def config(form: VkFormat | None = None, sampled: bool = False) -> dict[str, str]:
    """What a file asks of a device: where its results depend on them, bits of precision."""
    return {"kernel_name": "main"} | ({"require_features": LIMITS.features} if sampled else {})


def program(
    result: str, declarations: Iterable[str], call: str, buffers: Iterable[tuple[int, str, str]] = (), count: int = 1,
    extensions: Iterable[str] = (),
) -> str:  # fmt: skip
    """A program that stores what a call gives. Buffers are binding, type and name; the work-item is i."""
    text: str = template("vk_read.mako").render(
        result=result, declarations=declarations, call=call, buffers=buffers, count=count, extensions=extensions
    )
    return text


def file_of(name: str, found: list[Case], source: str, tests: list[Test], sampled: bool = False) -> TestFile:
    return TestFile(f"{name} {found[0].file}", source, tests, config(sampled=sampled))


def prefix_of(form: VkFormat) -> str:
    """Of GLSL's types."""
    return PREFIXES[form.seen]
