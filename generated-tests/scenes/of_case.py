# SPDX-License-Identifier: MIT
"""Scenes of generated tests: the same images and the same steps, told in full."""

import itertools
from collections.abc import Callable

from imagespec.arrays import Array
from imagespec.formats import FORMATS, IMAGE_TYPES
from imagespec.sampling import Image
from suites import EVERY_SUITE, attributes, boxes, images, read, samplers, transfer, values, write
from testgen.model import Case

from .model import Picture, Scene, SceneError, Step
from .of_lines import Lines
from .play import attributes as attributes_of


def _flat(texels: Array) -> tuple[float, ...]:
    return tuple(texels.ravel().tolist())


def _picture(image: Image) -> Picture:
    period = image.texels[: images.PERIOD] if image.count > images.PERIOD else image.texels
    if len(period) < image.count and not (images.tiled(period, image.count) == image.texels).all():
        period = image.texels
    return Picture(image.type.name, image.format.order.name, image.format.type.name, image.extents, _flat(period))


def _of_read(case: Case, strict: bool) -> Scene:
    module = {"read": read, "samplers": samplers, "values": values}[case.suite]
    scene = module.scene(case, strict)
    state = scene.sampler
    given = case.values[1] if case.suite == "samplers" else "argument"
    step = Step(
        "sample",
        where=tuple(map(tuple, scene.where.tolist())),
        coordinate="int" if scene.where.dtype.kind == "i" else "float",
        sampler=(state.addressing, state.filter, state.normalized) if state else (),
        given=given,
    )
    return Scene((_picture(scene.image),), (step,))


def _places(extents: tuple[int, ...]) -> tuple[tuple[float, ...], ...]:
    ranges = [range(extent) for extent in reversed(extents)]
    return tuple(tuple(reversed(place)) for place in itertools.product(*ranges))


def _whole(extents: tuple[int, ...]) -> Step:
    return Step("read", way="read", origin=(0,) * len(extents), region=extents)


def _of_write(case: Case, strict: bool) -> Scene:
    image_type, order, data, colours, size = case.values
    item = FORMATS[f"{order}-{data}"]
    extents = images.extents_of(IMAGE_TYPES[image_type], size)
    places = _places(extents)
    rgba = images.tiled(write.colours_of(item, colours), len(places))
    store = Step("store", where=places, colours=tuple(map(tuple, rgba.tolist())))
    picture = Picture(image_type, order, data, extents, (0.0,) * (1 if item.type.packed else item.channels))
    return Scene((picture,), (store, _whole(extents)))


def _of_transfer(case: Case, strict: bool) -> Scene:
    image_type, order, data, size, pitch = case.values
    picture = _picture(images.make_image(image_type, f"{order}-{data}", size))
    if pitch == "padded":
        picture = _pitched(picture)
    zeros = (0.0,) * (1 if picture.format.type.packed else picture.format.channels)
    last = tuple(extent - 1 for extent in picture.extents)
    store = Step("store", where=(last,), texels=zeros)
    changed = size != "large" and not picture.format.type.packed
    return Scene((picture,), (*([store] if changed else []), _whole(picture.extents)))


def _pitched(picture: Picture) -> Picture:
    words = transfer.pitch_keys(picture.kind, picture.format, picture.extents).split()
    found = dict(zip(words[::2], map(int, words[1::2])))
    return Picture(picture.type, picture.order, picture.data, picture.extents, picture.texels,
                   found.get("image_row_pitch", 0), found.get("image_slice_pitch", 0))  # fmt: skip


def _of_attributes(case: Case, strict: bool) -> Scene:
    image_type, _, order, data, size = case.values
    picture = _picture(images.make_image(image_type, f"{order}-{data}", size))
    return Scene((picture,), (Step("query", queries=tuple(attributes_of(picture))),))


def _of_boxes(case: Case, strict: bool) -> Scene:
    return Lines(boxes.build([case], strict).tests[0].lines).scene()


_MAKERS: dict[str, Callable[[Case, bool], Scene]] = {
    "read": _of_read,
    "samplers": _of_read,
    "values": _of_read,
    "write": _of_write,
    "transfer": _of_transfer,
    "attributes": _of_attributes,
    "boxes": _of_boxes,
}


def find(name: str) -> Case:
    """The case of a test's full name. SceneError where there is none."""
    family = name.partition("/")[0]
    if family in EVERY_SUITE:
        for case in EVERY_SUITE[family].cases():
            if case.full_name == name:
                return case
    raise SceneError(f"{name} is no generated test")


def scene_of(case: Case, strict: bool) -> Scene:
    """The scene of a test. SceneError where its family has none."""
    if case.suite not in _MAKERS:
        raise SceneError(f"tests of {case.suite} are no scenes")
    return _MAKERS[case.suite](case, strict)


__all__ = ["attributes", "find", "scene_of"]
