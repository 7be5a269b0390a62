# SPDX-License-Identifier: MIT
"""The extents that kernels are told of an image (6.12.14.5)."""

from .formats import ImageType

Sizes = tuple[int, int, int]  # width, then height, then depth, or layers in the first place behind the dimensions


def sizes(kind: ImageType, extents: tuple[int, ...]) -> Sizes:
    """1 where an image has no such extent."""
    width, height, depth = (*extents, 1, 1)[:3]
    return width, height, depth


def array_size(kind: ImageType, told: Sizes) -> int:
    """The layers among the extents."""
    return told[kind.dimensions]
