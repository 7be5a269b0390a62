# SPDX-License-Identifier: MIT
"""textureLod() beyond the edge with a border colour of the test's own (VK_EXT_custom_border_color), which "may be rounded",
by no more than one unit of the last place of the image's format. Behind a view's swizzle it is not defined
(VK_EXT_border_color_swizzle), and there is none."""

from collections.abc import Iterator

import numpy as np

from imagespec.arrays import Array
from imagespec.conversion import linear, srgb
from imagespec.interval import Interval
from testgen import numbers
from testgen.model import Case, Test, TestFile

from ..images import seed_of
from . import vk_facts, vk_sampling
from .images import SIZES, file_of, make_picture, picture_text, prefix_of, program, sampler_line
from .sample import components
from .vk_formats import VK_FORMATS, VkFormat
from .vk_sampling import Read
from .vulkan import VK_TARGETS, VkSampler

NAME = "vk-border"
SECTION = "Vulkan 1.3 with VK_EXT_custom_border_color, Border Replacement"
AXES = ("target", "format", "filter", "colour", "size")
TARGETS = ("1D", "2D", "3D", "1DArray", "2DArray")
COUNT = 16
facts = vk_facts.facts


def cases() -> Iterator[Case]:
    for t, target in enumerate(TARGETS):
        for f, form in enumerate(VK_FORMATS.values()):
            for k, kind in enumerate(("nearest", "linear") if form.filterable else ("nearest",)):
                for colour in range(2):
                    axes = (target, form.name, kind, str(colour), SIZES[(t + f + k + colour) % len(SIZES)])
                    yield Case(NAME, f"{target}/{prefix_of(form)}sampler", "/".join(axes[1:]), axes)


def colour_of(form: VkFormat, seed: str) -> Array:
    """A colour that components of the format can hold, nearly."""
    rng = np.random.default_rng(seed_of(seed))
    if form.seen == "float":
        signed = form.kind in ("snorm", "float", "sscaled")
        scale = {"uscaled": 60, "sscaled": 60, "float": 4, "ufloat": 4}.get(form.kind, 1)
        found: Array = np.round(rng.uniform(-scale if signed else 0, scale, 4), 3).astype(np.float32)
        return found
    bits, signed = min(c.bits for c in form.components), form.seen == "int"
    return rng.integers(-(1 << bits - 1) if signed else 0, 1 << bits - signed, 4, dtype=np.int64)


def _seen(form: VkFormat, colour: Array) -> Array:
    red, green, blue, alpha = colour.tolist()
    return form.as_seen((red, green, blue, alpha))


def borders(form: VkFormat, colour: Array) -> tuple[Array, Array]:
    """The least and the greatest border that the colour may be rounded to, as it is seen."""
    exact = colour.astype(np.float64)
    if form.seen != "float":
        return _seen(form, exact), _seen(form, exact)
    bits = {"float": 10, "ufloat": 5}.get(form.kind, 0)
    step = 2.0 ** -bits * np.maximum(np.abs(exact), 2.0**-14) if bits else np.where(form.steps > 0, form.steps, 1)
    step = step * (form.components[0].bits < 32)
    low, high = exact - step, exact + step
    if form.kind == "srgb":  # the last place is of the number behind the curve
        curved = np.array([True, True, True, False])
        low = np.where(curved, linear(np.maximum(srgb(exact) - step, 0)), low)
        high = np.where(curved, linear(np.minimum(srgb(exact) + step, 1)), high)
    if form.is_norm:
        low, high = np.maximum(low, -1 if form.kind == "snorm" else 0), np.minimum(high, 1)
    return _seen(form, low), _seen(form, high)


def where_in(extents: tuple[int, ...], dimensions: int, kind: str, seed: str) -> Array:
    """Coordinates (n, 4) around the image, some within. Without a filter they are texels' centres, so that a place is one."""
    rng = np.random.default_rng(seed_of(seed))
    found = np.zeros((COUNT, 4), dtype=np.float32)
    for axis, extent in enumerate(extents):
        texel = rng.integers(-2, extent + 2, COUNT)
        off: Array = rng.choice(np.array([0.1, 0.3, 0.5, 0.8] if kind == "linear" else [0.5]), COUNT)
        found[:, axis] = (texel + off) / extent if axis < dimensions else rng.integers(0, extent, COUNT)
    found[::4, 0] = -0.75
    return found


def sampled(read: Read, low: Array, high: Array, strict: bool = False) -> Interval:
    """What lies between the results with either border: no weight is negative."""
    read.border = low
    first = vk_sampling.sample(read, strict)
    read.border = high
    second = vk_sampling.sample(read, strict)
    assert not first.others and not second.others
    return Interval(first.low, second.high)


def _test(case: Case) -> Test:
    target, name, kind, _, size = case.values
    picture, sampler = make_picture(target, name, size), VkSampler(("clamp_to_border",), kind, "none")
    where = where_in(picture.extents, picture.type.dimensions, kind, case.full_name)
    colour = colour_of(picture.format, case.full_name)
    result = sampled(Read(picture, sampler, where), *borders(picture.format, colour))
    text = ("int_" if picture.format.seen != "float" else "") + numbers.text(colour).replace(" ", ",")
    return Test(
        case.name,
        [
            f"global_size: {COUNT}",
            f"arg_out: 0 buffer {picture.format.seen}4[{COUNT}] {numbers.interval_text(result)}",
            f"arg_in: 1 image {picture_text(picture)}",
            sampler_line(2, sampler, picture.format).replace(f"{'int_' * (picture.format.seen != 'float')}transparent_black", text),
            f"arg_in: 3 buffer float4[{COUNT}] {numbers.text(where)}",
        ],
    )


def build(found: list[Case], strict: bool) -> TestFile:
    target, name, *_ = found[0].values
    prefix = prefix_of(VK_FORMATS[name])
    source = program(
        f"{prefix}vec4",
        [f"layout(binding = 1) uniform {prefix}sampler{target} image"],
        f"textureLod(image, coordinates[i].{components(VK_TARGETS[target])}, 0.0)",
        [(3, "vec4", "coordinates")],
        COUNT,
    )
    return file_of(NAME, found, source, [_test(case) for case in found], sampled=True)
