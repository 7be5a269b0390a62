# SPDX-License-Identifier: MIT
"""A device that is the oracle with one part exchanged, and gives the middle of what that allows: parts that tests of families and of
scenes exchange alike."""

import numpy as np

from suites.vk import vk_formats, vk_sampling, vulkan

RIGHT_WRAP = vulkan.wrap


def wrapped(mode, other):
    """The rule of addressing, with one mode in the place of another."""
    return lambda index, size, asked: RIGHT_WRAP(index, size, other if asked == mode else asked)


def given(found):
    """What the device returns: the middle of a choice."""
    if found.low.dtype.kind != "f":
        return found.low
    with np.errstate(invalid="ignore"):
        return ((found.low.astype(float) + found.high) / 2).astype(found.low.dtype)


# By what is wrong: the module, the name of its part, and the other part.
FORMATS = {
    "the lowest SNORM is less than -1": (vk_formats, "norm_max", lambda kind, bits: (1 << bits - (kind == "snorm")) - (kind != "snorm")),
    "sRGB is linear": (vk_formats, "linear", lambda values: values),
}


def modes(*pairs):
    """Addressing modes, each with what it is taken for."""
    return {f"{mode} is {other}": (vk_sampling, "wrap", wrapped(mode, other)) for mode, other in pairs}
