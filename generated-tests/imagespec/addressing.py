# SPDX-License-Identifier: MIT
"""Coordinates to texels along one dimension (8.2), and to layers (8.4).

Each function takes coordinates as doubles and the number of texels. Indices of -1 and of `size`
stand for the border.
"""

import numpy as np

from .arrays import Array


def _address(index: Array, size: int, mode: str) -> Array:
    """address_mode() of 8.2's first table."""
    if mode == "clamp_to_edge":
        return np.clip(index, 0, size - 1)
    if mode == "clamp":
        return np.clip(index, -1, size)
    return index


def reduced(s: Array, mode: str) -> Array:
    """A coordinate brought into the image by the repeating modes; others leave it alone."""
    if mode == "repeat":
        s = s - np.floor(s)
    elif mode == "mirrored_repeat":
        s = np.abs(s - 2.0 * np.rint(0.5 * s))
    return s


def unnormalize(s: Array, size: int, mode: str, normalized: bool) -> Array:
    """The coordinate u that the mode's equations start from (8.1, 8.2)."""
    return reduced(s, mode) * size if normalized else s


def nearest(u: Array, size: int, mode: str) -> Array:
    """The texel that a coordinate lies in, for CLK_FILTER_NEAREST."""
    index = np.floor(u).astype(np.int64)
    if mode == "repeat":
        return np.where(index > size - 1, index - size, index)
    if mode == "mirrored_repeat":
        return np.minimum(index, size - 1)
    return _address(index, size, mode)


def linear(u: Array, size: int, mode: str) -> tuple[Array, Array, Array]:
    """The two texels around a coordinate and the weight of the second, for CLK_FILTER_LINEAR."""
    first = np.floor(u - 0.5).astype(np.int64)
    second = first + 1
    weight = (u - 0.5) - np.floor(u - 0.5)
    if mode == "repeat":
        first = np.where(first < 0, first + size, first)
        second = np.where(second > size - 1, second - size, second)
    elif mode == "mirrored_repeat":
        first, second = np.maximum(first, 0), np.minimum(second, size - 1)
    else:
        first, second = _address(first, size, mode), _address(second, size, mode)
    return first, second, weight


def layer(coordinate: Array, layers: int) -> Array:
    """The layer that is read through a sampler (8.4): never normalized, never filtered."""
    return np.clip(np.rint(coordinate), 0, layers - 1).astype(np.int64)
