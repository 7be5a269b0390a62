# SPDX-License-Identifier: MIT
"""Filters that reach over the edges of a cube's faces (Vulkan 1.3, "Cube Map Edge Handling"): a texel beyond one edge is
the adjacent one of the face there. At a corner there is none; it "should be replaced by the average" of the three that
are, but "implementations may replace the cube map corner texel by other methods", which nothing bounds but that three of the same value
give a result of that value. So only these are tested, by cubes of level_corners()."""

import itertools
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from imagespec.arrays import Array

from ..gl.opengl import direction, face_coordinates
from .vk_sampling import Read


def neighbour(face: int, i: int, j: int, size: int) -> tuple[int, int, int]:
    """The texel (face, column, row) at a place of a face's plane, of which one coordinate may be beyond the edge. Seen
    from the middle its centre lies in that texel, as it moves by less than half of one."""
    towards = np.array([direction(face, (i + 0.5) / size, (j + 0.5) / size)])
    s, t, there = face_coordinates(towards)[0]
    return int(there), int(s * size), int(t * size)


def faces_with_rims(colours: Array, size: int) -> Array:
    """The texels (faces, size + 2, size + 2, 4) that a filter takes, those around each face among them."""
    faces = colours.reshape(-1, size, size, 4)
    found = np.zeros((len(faces), size + 2, size + 2, 4))
    found[:, 1:-1, 1:-1] = faces
    for layer, (place, beyond) in itertools.product(range(len(faces)), itertools.product(range(size), (-1, size))):
        first, face = layer - layer % 6, layer % 6
        for i, j in ((beyond, place), (place, beyond)):
            there, column, row = neighbour(face, i, j, size)
            found[layer, j + 1, i + 1] = faces[first + there, row, column]
    for i, j in itertools.product((0, -1), repeat=2):
        inner_i, inner_j = (1, -2)[i], (1, -2)[j]
        three = found[:, inner_j, inner_i], found[:, j, inner_i], found[:, inner_j, i]
        found[:, j, i] = sum(three) / 3
    return found


def level_corners(texels: Array, size: int) -> Array:
    """Texels of whole cubes where the three at each corner are alike."""
    cubes = texels.reshape(-1, 6, size, size, *texels.shape[1:]).copy()
    for face, i, j in itertools.product(range(6), (0, size - 1), (0, size - 1)):
        around = [(-1 if i == 0 else size, j), (i, -1 if j == 0 else size)]
        three = sorted([(face, i, j), *(neighbour(face, *place, size) for place in around)])
        there, column, row = three[0]
        cubes[:, face, j, i] = cubes[:, there, row, column]
    return cubes.reshape(texels.shape)


class CubeRead(Read):
    """A read of a cube whose filter may reach over edges."""

    @cached_property
    def faces(self) -> Array:
        return faces_with_rims(self.picture.reals, self.picture.extents[0])

    def texel(self, axis: int, number: Array) -> Array:
        found: Array = number.astype(np.int64)
        return found

    def colours(self, indices: Sequence[Array]) -> Array:
        column, row, layer = indices
        found: Array = self.faces[layer, row + 1, column + 1]
        return found
