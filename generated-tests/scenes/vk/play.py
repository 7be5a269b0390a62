# SPDX-License-Identifier: MIT
"""What a Vulkan driver must give at each step of a scene, by the rules of suites/vk. Vulkan has no errors for what is not valid, so that
such scenes are refused."""

import math
from collections.abc import Sequence

import numpy as np

from imagespec.arrays import Array
from imagespec.boxes import Box, put, take
from imagespec.conversion import norm_max
from imagespec.interval import Interval
from suites.vk import blit, vk_sampling, vk_stores, vulkan
from suites.vk.images import period
from suites.vk.vk_formats import VkFormat, colours_of, numbers_of
from suites.vk.vulkan import LIMITS, Picture, VkSampler

from ..model import SceneError, Step, stored
from ..play import LOOSEST, Outcome, Player
from .model import VkPicture, VkScene, VkStep

UNNORMALIZED = ("clamp_to_edge", "clamp_to_border")  # the only modes of coordinates that are not normalized ("Samplers")
TINY = {16: np.finfo(np.float16).tiny, 32: np.finfo(np.float32).tiny}
COLOURS = {"float": np.float32, "int": np.int32, "uint": np.uint32}


def colours_in(form: VkFormat, texels: Array) -> Array:
    """The colours of stored texels, as programs have them."""
    with np.errstate(over="ignore"):
        found: Array = colours_of(form, texels).astype(COLOURS[form.seen])
    return found


def sizes_of(picture: VkPicture) -> dict[str, int]:
    """What programs are told of an image."""
    found = dict(zip(("width", "height", "depth"), picture.extents[: picture.kind.dimensions]))
    return found | ({"array_size": picture.extents[-1]} if picture.kind.is_array else {})


def check_plain(form: VkFormat, texels: Array) -> None:
    """SceneError where texels hold what programs need not keep: no finite numbers, and denormals."""
    if form.kind in ("float", "ufloat") and not np.isfinite(colours_of(form, texels)).all():
        raise SceneError("texels that are no finite numbers")
    if form.kind in ("float", "ufloat"):
        values = np.abs(colours_of(form, texels)[:, form.stored])
        if ((values > 0) & (values < TINY[max(form.components[0].bits, 16)])).any():
            raise SceneError("denormals")


def stores(form: VkFormat, texels: Array) -> Interval:
    """What may be stored of the colours of some texels."""
    check_plain(form, texels)
    if form.kind == "ufloat" and not np.isin(texels, period(form)).all():
        raise SceneError("a colour that several texels have")
    if not form.is_norm:
        return Interval.exactly(texels)
    if not form.is_packed and form.kind != "srgb":
        return vk_stores.stored(form, colours_in(form, texels)).map(lambda ends: ends.astype(form.carrier.type.stored))
    kind = "snorm" if form.kind == "snorm" else "unorm"
    most = np.array([norm_max(kind, c.bits) for c in form.components])
    if not np.isin(np.abs(numbers_of(form, texels)) % most, 0).all() or (np.abs(numbers_of(form, texels)) > most).any():
        raise SceneError("a colour of which one of two numbers may be stored, in a texel of several")
    return Interval.exactly(texels)


def converted(source: VkFormat, target: VkFormat, colours: Interval) -> Interval:
    """What may be stored of colours of another format."""
    if source.seen != target.seen:
        raise SceneError("floats and integers are not converted to each other")
    if target.is_packed or target.kind not in ("unorm", "snorm", "float", "sint", "uint"):
        raise SceneError("colours of which one of two numbers may be stored, in a texel of several")
    if target.seen != "float":
        ends = np.iinfo(target.carrier.type.stored)
        for one in colours.choices:
            columns = one.low[:, target.stored], one.high[:, target.stored]
            if any((column < ends.min).any() or (column > ends.max).any() for column in columns):
                raise SceneError("integers that the target cannot hold")
    found = blit.converted(target, colours).map(lambda ends: ends.astype(target.carrier.type.stored))
    if target.kind != "float" or not (found.low == 0).any():
        return found
    zeros = [found.map(lambda ends, zero=zero: np.where(ends == 0, ends.dtype.type(zero), ends)) for zero in (0.0, -0.0)]  # type: ignore[misc]
    return Interval.one_of(zeros, together=found.together)  # a copy of its bytes would tell the sign


class VkPlayer(Player):
    """Plays a scene."""

    scene: VkScene

    def _vk(self, index: int) -> VkPicture:
        found = self.scene.images[index]
        assert isinstance(found, VkPicture)
        return found

    def _now(self, index: int, box: Box | None = None) -> Picture:
        """An image, or a box of it, as Vulkan's model has it."""
        picture, content = self._vk(index), self._grid(index)
        form, extents = picture.vk, box.region if box else picture.extents
        texels = take(content, box or Box((0,) * len(extents), extents))
        return Picture(picture.target, form, extents, texels)

    def _box_error(self, index: int, box: Box) -> str:
        if super()._box_error(index, box):
            raise SceneError("a box outside")
        return ""

    def _settle(self, index: int, found: Interval, box: Box | None = None, places: Sequence[tuple[int, ...]] = ()) -> None:
        """Keeps what was stored in a box or at places."""
        content = self._grid(index)

        def with_it(texels: Array) -> Array:
            if box:
                return put(content, box, texels)
            changed = content.copy()
            for place, texel in zip(places, texels, strict=True):
                changed[place[::-1]] = texel
            return changed

        if len(found.choices) == 1 and (found.low == found.high).all():
            self._keep(index, with_it(found.low))
        else:
            self.loose[index] = Interval.one_of([found_one.map(with_it) for found_one in found.choices], together=found.together)

    # Programs

    def _sample(self, step: Step) -> Outcome:
        assert isinstance(step, VkStep)
        image, sampler, where = self._now(step.image), step.vk_sampler(), step.coordinates()
        if where.ndim != 2 or where.shape[1] != self._vk(step.image).kind.coordinates:
            raise SceneError("coordinates of another type of image")
        check_plain(image.format, image.texels)
        if sampler is None:
            return Outcome(values=vulkan.read_interval(image.format, image.reals[self._flat(step, image.extents)]))
        self._check_sampler(sampler, image, step, where)
        where = where[:, : image.type.axes]
        return Outcome(values=vk_sampling.sample(vk_sampling.Read(image, sampler, where), self.strict))

    @staticmethod
    def _check_sampler(sampler: VkSampler, image: Picture, step: Step, where: Array) -> None:
        form, kind = image.format, image.type
        if step.coordinate != "float" or not np.isfinite(where).all():
            raise SceneError("a sampler takes numbers")
        if not sampler.normalized and (kind.is_array or kind.dimensions > 2 or sampler.addressing[0] not in UNNORMALIZED):
            raise SceneError("a sampler that is not valid for coordinates that are not normalized")
        if sampler.filter == "linear" and not form.filterable:
            raise SceneError("a filter of integers")
        for axis in range(kind.dimensions):
            scale = image.extents[axis] if sampler.normalized else 1
            if (vk_sampling.error_of(where[:, axis].astype(np.float64), scale, LIMITS) > LOOSEST).any():
                raise SceneError("coordinates that are not precise enough")

    def _places(self, step: Step, extents: tuple[int, ...]) -> list[tuple[int, ...]]:
        found = [tuple(int(c) for c in place[: len(extents)]) for place in step.where]
        if not found or any(len(p) != len(extents) or not all(0 <= c < e for c, e in zip(p, extents)) for p in found):
            raise SceneError("texels outside")
        return found

    def _flat(self, step: Step, extents: tuple[int, ...]) -> Array:
        """The number of each texel."""
        if step.coordinate != "int":
            raise SceneError("a fetch takes integers")
        return np.array([np.ravel_multi_index(place[::-1], extents[::-1]) for place in self._places(step, extents)])

    def _each_once(self, step: Step, extents: tuple[int, ...]) -> list[tuple[int, ...]]:
        found = self._places(step, extents)
        if len(set(found)) < len(found):
            raise SceneError("texels that are written twice")
        return found

    def _store(self, step: Step) -> Outcome:
        picture = self._vk(step.image)
        places = self._each_once(step, picture.extents)
        texels = stored(picture.format, step.texels)
        if len(texels) != len(places):
            raise SceneError("as many colours as texels are needed")
        self._settle(step.image, stores(picture.vk, texels), places=places)
        return Outcome()

    def _carry(self, step: Step) -> Outcome:
        source, target = self._now(step.image), self._vk(step.target)
        places = self._each_once(step, target.extents)
        if len(source.extents) != len(target.extents) or step.image == step.target:
            raise SceneError("texels are carried between images of as many extents")
        check_plain(source.format, source.texels)
        colours = vulkan.read_interval(source.format, source.reals[self._flat(step, source.extents)])
        self._settle(step.target, converted(source.format, target.vk, colours), places=places)
        return Outcome()

    def _query(self, step: Step) -> Outcome:
        known = sizes_of(self._vk(step.image))
        if not step.queries or any(query not in known for query in step.queries):
            raise SceneError("an attribute that such images have not")
        return Outcome(values=Interval.exactly(np.array([known[query] for query in step.queries])))

    # Commands

    def _fill(self, step: Step) -> Outcome:
        picture = self._vk(step.image)
        self._box_error(step.image, step.box)
        level = picture.extents[: picture.kind.dimensions]
        if step.colours or step.region[: len(level)] != level:
            raise SceneError("a clear is of whole levels or layers, here of a stored texel")
        texels = stored(picture.format, step.texels)
        if len(texels) != 1:
            raise SceneError("a clear is of one colour")
        found = stores(picture.vk, texels)
        self._settle(step.image, found.map(lambda ends: np.repeat(ends, step.box.count, axis=0)), step.box)
        return Outcome()

    def _copy(self, step: Step) -> Outcome:
        source, target, to = self._vk(step.image), self._vk(step.target), Box(step.to, step.region)
        if source.type != target.type or source.format is not target.format:
            raise SceneError("a copy between images of other types, or texels that tests spell otherwise")
        self._box_error(step.image, step.box)
        self._box_error(step.target, to)
        if step.image == step.target and step.box.overlaps(to):
            raise SceneError("a copy to itself")
        self._settle(step.target, Interval.exactly(take(self._grid(step.image), step.box)), to)
        return Outcome()

    def _blit(self, step: Step) -> Outcome:
        assert isinstance(step, VkStep)
        target, to, kind = self._vk(step.target), Box(step.to, step.span), "linear" if step.linear else "nearest"
        source = self._now(step.image)
        if self._vk(step.image).type != target.type or step.image == step.target:
            raise SceneError("a blit between images of other types, or within one")
        self._box_error(step.image, step.box)
        self._box_error(step.target, to)
        if source.type.is_array and step.region[-1] != step.span[-1]:
            raise SceneError("layers are blitted one by one")
        if step.linear and not source.format.filterable:
            raise SceneError("a filter of integers")
        check_plain(source.format, source.texels)
        self._settle(step.target, self._blitted(source, step, target.vk, kind), to)
        return Outcome()

    def _blitted(self, source: Picture, step: VkStep, to: VkFormat, kind: str) -> Interval:
        """Beyond the box there is the image, or its edge: a driver "must clamp at the edge of the source image, and may
        additionally clamp to the edge of the source region"."""
        where = blit.centres(step.region, step.span, source.type.dimensions)
        sampler = VkSampler(filter=kind, mip="none", normalized=False)
        choices = []
        for picture, origin in ((source, step.origin), (self._now(step.image, step.box), (0,) * len(step.origin))):
            read = vk_sampling.Read(picture, sampler, where + np.array(origin))
            choices.append(converted(source.format, to, vk_sampling.sample(read, self.strict)))
        return Interval.one_of(choices, together=True)

    def _check_alignment(self, step: Step) -> None:
        if step.offset % math.lcm(4, self._vk(step.image).vk.bytes):
            raise SceneError("an offset that is no multiple of the size of a texel, and of 4")
        if step.offset + math.prod(step.region) * self._vk(step.image).vk.bytes > len(self.buffers[step.target]):
            raise SceneError("a copy beyond a buffer")

    def _to_buffer(self, step: Step) -> Outcome:
        self._check_alignment(step)
        return super()._to_buffer(step)

    def _from_buffer(self, step: Step) -> Outcome:
        self._check_alignment(step)
        return super()._from_buffer(step)


def outcomes(scene: VkScene, strict: bool) -> list[Outcome]:
    """The outcomes of a scene's steps. SceneError where one is not defined."""
    scene.check()
    return VkPlayer(scene, strict).play()
