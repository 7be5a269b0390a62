# SPDX-License-Identifier: MIT
"""What a driver must give at each step of a scene, by the model of the specification."""

import dataclasses
import math

import numpy as np

from imagespec.arrays import Array
from imagespec.boxes import Box, from_bytes, grid, put, take, to_bytes
from imagespec.conversion import read_colours, write_channels
from imagespec.formats import ORDERS, TYPES
from imagespec.interval import Interval
from imagespec.sampling import Image, Sampler, coordinate_error, fetch, sample
from suites.images import samplers_for, tiled

from .model import Picture, Scene, SceneError, Step, stored

INVALID_VALUE, COPY_OVERLAP = "CL_INVALID_VALUE", "CL_MEM_COPY_OVERLAP"
LARGEST = 2.0**30  # of coordinates: what becomes of larger ones as integers is not defined
LOOSEST = 0.25  # texels that a coordinate may be off, so that at most two texels come in question


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What a step must give: an error, or values where it gives any."""

    error: str = ""
    values: Interval | None = None


def inside(sampler: Sampler, coordinates: Array, extents: tuple[int, ...]) -> bool:
    """Whether CLK_ADDRESS_NONE has a defined result, with room for a device's own precision."""
    slack = 2.0**-7 if sampler.normalized or sampler.filter == "linear" else 0.0
    margin = slack + (0.5 if sampler.filter == "linear" else 0.0)
    for axis, size in enumerate(extents):
        u = coordinates[:, axis].astype(np.float64) * (size if sampler.normalized else 1)
        if not ((margin <= u) & (u < size - margin if margin else u < size)).all():
            return False
    return True


def check_sample(picture: Picture, sampler: Sampler | None, coordinates: Array, kind: str, strict: bool) -> None:
    """SceneError where the specification does not say what is read."""
    if coordinates.ndim != 2 or coordinates.shape[1] != picture.kind.coordinates:
        raise SceneError("coordinates of another type of image")
    if not np.isfinite(coordinates).all() or (np.abs(coordinates.astype(np.float64)) > LARGEST).any():
        raise SceneError("coordinates without a defined result")
    used = coordinates[:, : picture.kind.axes].astype(np.float64)
    if sampler is None:
        if kind != "int" or (used < 0).any() or (used >= np.array(picture.extents)).any():
            raise SceneError("a read without a sampler, outside (6.12.14.3)")
        return
    if not picture.kind.has_sampler or sampler not in samplers_for(picture.format.type.seen, kind):
        raise SceneError("a sampler that is not defined for this (6.12.14.2)")
    if sampler.addressing == "none":
        if not inside(sampler, used, picture.extents[: picture.kind.dimensions]):
            raise SceneError("CLK_ADDRESS_NONE outside (8.2)")
        if picture.kind.is_array and (np.abs(used[:, -1] - (picture.extents[-1] - 1) / 2) > picture.extents[-1] / 2).any():
            raise SceneError("a layer outside, with CLK_ADDRESS_NONE")
    for axis in range(picture.kind.dimensions):
        if (coordinate_error(sampler, used[:, axis], picture.extents[axis], strict) > LOOSEST).any():
            raise SceneError("coordinates that are not precise enough")


class Player:
    """Plays a scene. What an image holds may be an interval, after a kernel has written a colour that
    can be stored in more than one way; then only the host may look at it."""

    def __init__(self, scene: Scene, strict: bool) -> None:
        self.scene = scene
        self.strict = strict
        self.images = [picture.image() for picture in scene.images]
        self.loose: dict[int, Interval] = {}
        self.buffers = [np.array(data, dtype=np.uint8) for data in scene.buffers]

    def play(self) -> list[Outcome]:
        """The outcomes of all steps. SceneError where one is not defined."""
        return [self.take(step) for step in self.scene.steps]

    def take(self, step: Step) -> Outcome:
        """The outcome of one step."""
        found: Outcome = getattr(self, "_" + step.op.replace("-", "_"))(step)
        return found

    def _picture(self, step: Step) -> Picture:
        return self.scene.images[step.image]

    def _grid(self, index: int) -> Array:
        if index in self.loose:
            raise SceneError("a step after a write of what may be stored in more than one way")
        return grid(self.images[index].texels, self.images[index].extents)

    def _keep(self, index: int, content: Array) -> None:
        before = self.images[index]
        texels = content.reshape((before.count,) + content.shape[len(before.extents) :])
        self.images[index] = dataclasses.replace(before, texels=texels)

    def _box_error(self, index: int, box: Box) -> str:
        image = self.images[index]
        if len(box.origin) != len(image.extents) or len(box.region) != len(image.extents):
            raise SceneError("a box of another type of image")
        if min(box.region) < 1 or min(box.origin) < 0:
            raise SceneError("an empty box")
        return "" if box.within(image.extents) else INVALID_VALUE

    # Kernels

    def _sample(self, step: Step) -> Outcome:
        picture, sampler, where = self._picture(step), step.state(), step.coordinates()
        check_sample(picture, sampler, where, step.coordinate, self.strict)
        content = self._grid(step.image)
        if sampler is not None and sampler.filter == "linear" and not _are_plain(content):
            raise SceneError("a filter of what is no finite number")
        image = self.images[step.image]
        if image.type.has_sampler and sampler is not None:
            return Outcome(values=sample(image, sampler, where, self.strict))
        return Outcome(values=fetch(image, where, self.strict))

    def _probe(self, step: Step) -> Outcome:
        picture, sampler, where = self._picture(step), step.state(), step.coordinates()
        if sampler is None or not picture.kind.has_sampler or sampler.addressing == "none" or step.coordinate != "float":
            raise SceneError("a probe needs a sampler that allows coordinates outside")
        if sampler not in samplers_for(picture.format.type.seen, "float") or where.shape[1:] != (picture.kind.coordinates,):
            raise SceneError("a probe that does not fit its image")
        return Outcome(values=Interval.exactly(np.zeros(len(where), dtype=np.int32)))

    def _store(self, step: Step) -> Outcome:
        picture = self._picture(step)
        places = [tuple(int(c) for c in place[: picture.kind.axes]) for place in step.where]
        if len(set(places)) < len(places) or not places:
            raise SceneError("texels that are written twice")
        for place in places:
            if any(not 0 <= c < e for c, e in zip(place, picture.extents, strict=True)):
                raise SceneError("a write outside")
        content = self._grid(step.image)
        rgba = colours_to_store(picture, step)
        if len(rgba) != len(places):
            raise SceneError("as many colours as texels are needed")
        found = write_channels(picture.format, rgba, self.strict)
        kept = [self._with(content, places, picture, choice) for choice in _ends(found)]
        if all((one == kept[0]).all() for one in kept) and _are_plain(kept[0]):
            self._keep(step.image, kept[0])
        else:
            parts = found.choices
            pairs = [Interval(kept[2 * n], kept[2 * n + 1]) for n in range(len(parts))]
            self.loose[step.image] = Interval.one_of(pairs)
        return Outcome()

    def _with(self, content: Array, places: list[tuple[int, ...]], picture: Picture, channels: Array) -> Array:
        if picture.format.type.packed:
            raise SceneError("a write of a packed format")
        found = content.copy()
        for place, texel in zip(places, channels, strict=True):
            found[place[::-1]] = texel.astype(picture.format.type.stored)
        return found

    def _query(self, step: Step) -> Outcome:
        answers = attributes(self._picture(step))
        if not step.queries or any(query not in answers for query in step.queries):
            raise SceneError("an attribute that such images have not")
        return Outcome(values=Interval.exactly(np.array([answers[query] for query in step.queries])))

    # The host

    def _read(self, step: Step) -> Outcome:
        self._check_pitches(step)
        error = self._box_error(step.image, step.box)
        if error:
            return Outcome(error)
        if step.image in self.loose:
            return Outcome(values=self.loose[step.image].map(lambda end: take(end, step.box)))
        return Outcome(values=Interval.exactly(take(self._grid(step.image), step.box)))

    def _write(self, step: Step) -> Outcome:
        self._check_pitches(step)
        error = self._box_error(step.image, step.box)
        if error:
            return Outcome(error)
        texels = tiled(stored(self._picture(step).format, step.texels), step.box.count)
        self._keep(step.image, put(self._grid(step.image), step.box, texels))
        return Outcome()

    def _check_pitches(self, step: Step) -> None:
        row = step.row_pitch or step.region[0] * self._picture(step).format.texel_bytes
        rows = step.region[1] if len(step.region) == 3 else 1
        too_small = row < step.region[0] * self._picture(step).format.texel_bytes
        if too_small or step.slice_pitch and step.slice_pitch < row * rows:
            raise SceneError("pitches that are refused (5.3.3)")

    def _fill(self, step: Step) -> Outcome:
        error = self._box_error(step.image, step.box)
        picture = self._picture(step)
        found = write_channels(picture.format, colours_to_store(picture, step), self.strict)
        if error:
            return Outcome(error)
        if picture.format.type.packed and step.colours:
            raise SceneError("a fill of a packed format")
        texel = stored(picture.format, step.texels)[:1] if step.texels else found.low
        if any((end != found.low).any() for end in _ends(found)):
            raise SceneError("a fill that may be stored in more than one way")
        content = put(self._grid(step.image), step.box, tiled(texel.astype(picture.format.type.stored), step.box.count))
        self._keep(step.image, content)
        return Outcome()

    def _copy(self, step: Step) -> Outcome:
        if self._picture(step).format is not self.scene.images[step.target].format:
            raise SceneError("a copy between formats")
        source = step.box
        wide = [*step.region, 1, 1][: len(self.images[step.target].extents)]
        if math.prod(wide) != source.count:
            raise SceneError("a copy of a box that the target's type has not")
        target = Box(step.to, tuple(wide))
        error = self._box_error(step.image, source) or self._box_error(step.target, target)
        same = step.image == step.target and source.overlaps(target)
        if error and same:
            raise SceneError("two errors in one call")
        if error or same:
            return Outcome(error or COPY_OVERLAP)
        moved = take(self._grid(step.image), source)
        self._keep(step.target, put(self._grid(step.target), target, moved))
        return Outcome()

    def _bytes_error(self, step: Step, size: int) -> str:
        return "" if step.offset + size <= len(self.buffers[step.target]) else INVALID_VALUE

    def _to_buffer(self, step: Step) -> Outcome:
        size = math.prod(step.region) * self._picture(step).format.texel_bytes
        error = self._box_error(step.image, step.box) or self._bytes_error(step, size)
        if not error:
            data = to_bytes(self._picture(step).format, take(self._grid(step.image), step.box))
            self.buffers[step.target][step.offset : step.offset + size] = data
        return Outcome(error)

    def _from_buffer(self, step: Step) -> Outcome:
        form = self._picture(step).format
        size = math.prod(step.region) * form.texel_bytes
        error = self._box_error(step.image, step.box) or self._bytes_error(step, size)
        if not error:
            data = from_bytes(form, self.buffers[step.target][step.offset : step.offset + size])
            self._keep(step.image, put(self._grid(step.image), step.box, data))
        return Outcome(error)

    def _read_buffer(self, step: Step) -> Outcome:
        if self._bytes_error(step, step.size) or step.size < 1:
            raise SceneError("a read beyond a buffer")
        return Outcome(values=Interval.exactly(self.buffers[step.target][step.offset : step.offset + step.size].copy()))

    def _write_buffer(self, step: Step) -> Outcome:
        if self._bytes_error(step, step.size) or step.size < 1 or not step.texels:
            raise SceneError("a write beyond a buffer")
        data = tiled(np.array(step.texels).astype(np.uint8), step.size)
        self.buffers[step.target][step.offset : step.offset + step.size] = data
        return Outcome()


def attributes(picture: Picture) -> dict[str, int]:
    """What kernels can ask an image for (6.12.14.5); formats as numbers of the model's tables."""
    found = dict(zip(("width", "height", "depth"), picture.extents[: picture.kind.dimensions]))
    if picture.kind.is_array:
        found["array_size"] = picture.extents[-1]
    found["channel_data_type"] = list(TYPES).index(picture.data)
    found["channel_order"] = list(ORDERS).index(picture.order)
    return found


def colours_to_store(picture: Picture, step: Step) -> Array:
    """The colours that a kernel writes, or a fill has: those given, or of the stored numbers."""
    seen = picture.format.type.seen
    kind = {"float": np.float32, "int": np.int32, "uint": np.uint32}[seen]
    if step.colours:
        found = np.array(step.colours, dtype=np.float64)
        if found.ndim != 2 or found.shape[1] != 4:
            raise SceneError("colours of four components are needed")
    else:
        found = read_colours(picture.format, stored(picture.format, step.texels))
    if seen != "float":
        limits = np.iinfo(np.int32 if seen == "int" else np.uint32)
        if not ((found >= limits.min) & (found <= limits.max)).all():
            raise SceneError("a colour out of range")
    with np.errstate(over="ignore"):
        converted: Array = found.astype(kind)
    return converted


def _ends(interval: Interval) -> list[Array]:
    return [end for choice in interval.choices for end in (choice.low, choice.high)]


def _are_plain(content: Array) -> bool:
    return content.dtype.kind != "f" or bool(np.isfinite(content).all())


def outcomes(scene: Scene, strict: bool) -> list[Outcome]:
    """The outcomes of a scene's steps. SceneError where one is not defined."""
    scene.check()
    return Player(scene, strict).play()


__all__ = ["Image", "Outcome", "Player", "attributes", "check_sample", "colours_to_store", "inside", "outcomes"]
