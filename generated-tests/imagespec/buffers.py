# SPDX-License-Identifier: MIT
"""Where the texels of an image over a buffer lie (OpenCL 3.0, 5.3.1.2, as cl_ext_image_from_buffer has it for all
types), and what such an image needs (cl_ext_image_requirements_info)."""

import dataclasses

import numpy as np

from .arrays import Array
from .formats import ImageType


@dataclasses.dataclass(frozen=True)
class InBuffer:
    """An image of some extents, texels of so many bytes, and pitches in bytes: 0 where none is given."""

    type: ImageType
    extents: tuple[int, ...]
    texel: int
    given_row_pitch: int = 0
    given_slice_pitch: int = 0

    @property
    def width(self) -> int:
        return self.extents[0]

    @property
    def rows(self) -> int:
        """Of a slice: layers of 1D arrays are slices of one row."""
        return self.extents[1] if self.type.dimensions > 1 else 1

    @property
    def slices(self) -> int:
        return self.extents[-1] if self.has_slices else 1

    @property
    def has_slices(self) -> bool:
        return self.type.is_array or self.type.dimensions == 3

    @property
    def row_pitch(self) -> int:
        """"image_row_pitch is calculated as image_width x size of element in bytes"."""
        return self.given_row_pitch or self.width * self.texel

    @property
    def slice_pitch(self) -> int:
        """Of what has slices: that of rows without gaps, which a 1D array has one of."""
        return self.given_slice_pitch or self.row_pitch * self.rows

    @property
    def size(self) -> int:
        """The least size of the buffer: of a 1D image its only row, of a 2D image row_pitch x height, of others
        slice_pitch x array size or depth."""
        if self.has_slices:
            return self.slice_pitch * self.slices
        return self.row_pitch * self.rows if self.type.dimensions > 1 else self.width * self.texel

    @property
    def places(self) -> Array:
        """The texels' bytes in the buffer, in the order of texels: x is the last axis."""
        z, y, x = (np.arange(n) for n in (self.slices, self.rows, self.width))
        found: Array = z[:, None, None] * self.slice_pitch + y[:, None] * self.row_pitch + x * self.texel
        return found.ravel()
