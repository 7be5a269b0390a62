# SPDX-License-Identifier: MIT
"""What sampling gives in Vulkan 1.3 (chapter "Image Operations"): coordinates to texels, filters, comparisons,
gathers and reductions, each as the set of results at all places that a coordinate may snap to.

Along an axis there are three such places, in texels: both ends, and where the coordinate passes a texel's centre
between them, if it does: a multilinear function has its extremes at these."""

import itertools
import math
from collections.abc import Sequence

import numpy as np

from imagespec.arrays import Array
from imagespec.interval import Interval, either_zero, float32_interval

from ..gl.opengl import ACCURACY
from .vk_formats import VkFormat
from .vulkan import BORDERS, LIMITS, Limits, Picture, VkSampler, read_ends, read_interval, selected_interval, wrap

NO_OFFSETS = (0, 0, 0)
_OPERATORS: dict[str, np.ufunc] = {"less": np.less, "less_or_equal": np.less_equal, "greater": np.greater, "equal": np.equal,
              "greater_or_equal": np.greater_equal, "not_equal": np.not_equal}  # fmt: skip
# Corners of what a gather returns, each as first (0) or second (1) texel of both axes ("Image Gather").
_GATHERED = ((0, 1), (1, 1), (1, 0), (0, 0))


def error_of(coordinate: Array, scale: float, limits: Limits) -> Array:
    """How far, in texels, a coordinate may be from the exact one: it snaps to a place beside it."""
    found: Array = 2.0**-limits.sub_texel + ACCURACY * np.maximum(np.abs(coordinate * scale), 1)
    return found


class Read:
    """One read of a level: a picture, a sampler, and where (n, axes or more)."""

    def __init__(
        self, picture: Picture, sampler: VkSampler, where: Array, offsets: Sequence[int] = NO_OFFSETS,
        limits: Limits = LIMITS, references: Array | None = None,
    ) -> None:  # fmt: skip
        self.picture, self.sampler, self.offsets, self.limits = picture, sampler, offsets, limits
        self.where, self.references = where.astype(np.float64), references
        self.border = picture.format.as_seen(BORDERS[sampler.border])

    def places(self, axis: int) -> Array:
        """Where the coordinate of an axis may be, in texels (3, n)."""
        scale = self.picture.extents[axis] if self.sampler.normalized else 1
        off, exact = error_of(self.where[:, axis], scale, self.limits), self.where[:, axis] * scale
        centre = np.rint(exact - 0.5) + 0.5
        return np.stack([exact - off, np.clip(centre, exact - off, exact + off), exact + off])

    def texel(self, axis: int, number: Array) -> Array:
        found = number.astype(np.int64) + self.offsets[axis]
        return wrap(found, self.picture.extents[axis], self.sampler.mode(axis))

    def layers(self) -> list[list[Array]]:
        """What the layer may be: rounded to nearest even, or floor(a + 0.5)."""
        if not self.picture.type.is_array:
            return [[]]
        value, most = self.where[:, self.picture.type.dimensions], self.picture.extents[-1] - 1
        even = np.clip(np.rint(value), 0, most).astype(np.int64)
        half = np.clip(np.floor(value + 0.5), 0, most).astype(np.int64)
        return [[even]] if (even == half).all() else [[even], [half]]

    def colours(self, indices: Sequence[Array]) -> Array:
        """At texels (..., n), the border's outside; of a sampler that compares what that gives."""
        shape = np.broadcast_shapes(*(index.shape for index in indices))
        flat, inside = np.zeros(shape, dtype=np.int64), np.ones(shape, dtype=bool)
        for index, extent in zip(reversed(indices), reversed(self.picture.extents)):
            inside = inside & (index >= 0)
            flat = flat * extent + np.maximum(index, 0)
        found: Array = np.where(inside[..., None], self.picture.reals[flat], self.border)
        return found if self.references is None else self.compared(found)

    def compared(self, depths: Array) -> Array:
        """1 or 0 ("Depth Compare Operation"), as red."""
        operator, found = self.sampler.compare, np.zeros(depths.shape)
        found[..., 3] = 1
        if operator in _OPERATORS:
            found[..., 0] = _OPERATORS[operator](self.references, depths[..., 0])
        else:
            found[..., 0] = operator == "always"
        return found


def _nearest(read: Read, strict: bool) -> Interval:
    axes = [np.floor(read.places(axis)[::2]) for axis in range(read.picture.type.dimensions)]
    texels = [read.texel(axis, number) for axis, number in enumerate(axes)]
    choices = [read.colours([*one, *layer]) for one in itertools.product(*texels) for layer in read.layers()]
    form = read.picture.format
    if read.references is not None:
        return Interval.one_of([one.astype(np.float32) for one in choices], together=True)
    return Interval.one_of([read_interval(form, one, strict) for one in choices], together=True)


def _spread(values: Array, axis: int, axes: int) -> Array:
    """Candidates (k, n) of one axis so that they go with those of others: (1, k, 1, n)."""
    shape = [1] * axes + [values.shape[-1]]
    shape[axis] = len(values)
    return values.reshape(shape)


def _footprint(read: Read, layer: list[Array]) -> tuple[Array, Array]:
    """Weights (corners, places..., n) and texels (corners, places..., n, 4) of a linear filter."""
    axes = read.picture.type.dimensions
    sides = []
    for axis in range(axes):
        place = read.places(axis) - 0.5
        first = np.floor(place)
        found = (read.texel(axis, first), read.texel(axis, first + 1), place - first)
        sides.append([_spread(part, axis, axes) for part in found])
    weights, texels = [], []
    shape = np.broadcast_shapes(*(side[0].shape for side in sides))
    for corner in itertools.product((0, 1), repeat=axes):
        parts = [sides[a][2] if which else 1 - sides[a][2] for a, which in enumerate(corner)]
        weights.append(np.broadcast_to(math.prod(parts[1:], start=parts[0]), shape))
        indices = [np.broadcast_to(sides[a][which], shape) for a, which in enumerate(corner)]
        texels.append(read.colours([*indices, *(np.broadcast_to(one, shape) for one in layer)]))
    return np.stack(weights), np.stack(texels)


def _slack(form: VkFormat, texels: Array, axes: int, strict: bool) -> Array:
    """How far a sum of texels (corners, ..., 4) may be off by its arithmetic."""
    largest = np.max(np.abs(texels), axis=0)
    slack: Array = ACCURACY * largest
    if not strict:
        slack = slack + axes * form.steps_at(largest)
    if form.kind == "srgb":
        low, high = read_ends(form, texels, strict)
        slack = slack + np.max(np.maximum(high - texels, texels - low), axis=0)
    return slack


def _linear(read: Read, strict: bool) -> Interval:
    form, axes, allowed = read.picture.format, read.picture.type.dimensions, []
    for layer in read.layers():
        weights, texels = _footprint(read, layer)
        total, slack = (weights[..., None] * texels).sum(axis=0), _slack(form, texels, axes, strict)
        places = tuple(range(axes))
        low, high = np.min(total - slack, axis=places), np.max(total + slack, axis=places)
        allowed.append(either_zero(float32_interval(low, high)))
    return Interval.one_of(allowed, together=True)


def _reduced(read: Read, strict: bool) -> Interval:
    """The least or the most of the texels with a weight ("Texel Filtering")."""
    form, allowed = read.picture.format, []
    neutral, reduce = (np.inf, np.min) if read.sampler.reduction == "min" else (-np.inf, np.max)
    for layer in read.layers():
        weights, texels = _footprint(read, layer)
        found = reduce(np.where(weights[..., None] > 0, texels, neutral), axis=0)
        flat = found.reshape(-1, *found.shape[-2:])
        allowed += [selected_interval(form, one, strict) for one in flat]
    return Interval.one_of(allowed)


def sample(read: Read, strict: bool = False) -> Interval:
    """Allowed colours (n, 4)."""
    if read.sampler.filter == "nearest":
        return _nearest(read, strict)
    return (_reduced if read.sampler.reduction in ("min", "max") else _linear)(read, strict)


def gather(read: Read, component: int, swizzle: str = "rgba", strict: bool = False) -> Interval:
    """A component of each of the four texels that a linear filter would take (n, 4)."""
    form, allowed = read.picture.format, []
    source = swizzle[component]
    firsts = [np.floor(read.places(axis)[::2] - 0.5) for axis in range(2)]
    for first in itertools.product(*firsts):
        for layer in read.layers():
            columns = []
            for corner in _GATHERED:
                texels = read.colours([read.texel(a, first[a] + which) for a, which in enumerate(corner)] + layer)
                columns.append(texels)
            ends = [selected_interval(form, column, strict) for column in columns]
            if source in "01":
                allowed.append(Interval.exactly(np.full((len(read.where), 4), int(source), ends[0].low.dtype)))
                continue
            which = "rgba".index(source)
            low = np.stack([end.low[:, which] for end in ends], axis=-1)
            allowed.append(Interval(low, np.stack([end.high[:, which] for end in ends], axis=-1)))
    return Interval.one_of(allowed, together=True)
