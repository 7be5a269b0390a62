# SPDX-License-Identifier: MIT
"""Ways to make a scene smaller: each takes a scene, and gives others to try, the smallest first. What is
then expected of them is the model's matter."""

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from . import shapes
from .shapes import Picture, Scene, Step

Way = Callable[[Scene], Iterator[Scene]]
EASY = (0, 1, 0.5, 2, 3, 0.25, 0.75, 1.5, 4)


def parts(length: int) -> Iterator[tuple[int, int]]:
    """Runs that a list may lose, the longest first, from the end."""
    size = (length + 1) // 2
    while size:
        for end in range(length, 0, -size):
            yield max(0, end - size), end
        size //= 2


def _with_step(scene: Scene, number: int, **fields: Any) -> Scene:
    steps = list(scene["steps"])
    steps[number] = {**steps[number], **fields}
    return {**scene, "steps": steps}


def _with_image(scene: Scene, number: int, **fields: Any) -> Scene:
    images = list(scene["images"])
    images[number] = {**images[number], **fields}
    return {**scene, "images": images}


def _steps(scene: Scene, *ops: str) -> list[tuple[int, Step]]:
    return [(number, step) for number, step in enumerate(scene["steps"]) if not ops or step["op"] in ops]


def fewer_steps(scene: Scene) -> Iterator[Scene]:
    """One step alone, two alone, then without some."""
    steps = scene["steps"]
    if len(steps) > 1:
        for step in steps:
            yield shapes.tidy({**scene, "steps": [step]})
    for start, end in parts(len(steps)):
        if end - start < len(steps):
            yield shapes.tidy({**scene, "steps": steps[:start] + steps[end:]})


def fewer_rows(scene: Scene) -> Iterator[Scene]:
    """Fewer places that a kernel reads or writes."""
    for number, step in _steps(scene, *shapes.PLACED):
        where = step.get("where", [])
        if len(where) > 1:
            for at in range(min(len(where), 64)):
                yield _rows(scene, number, step, [at])
        for start, end in parts(len(where)):
            if 0 < end - start < len(where):
                yield _rows(scene, number, step, [*range(start), *range(end, len(where))])


def _rows(scene: Scene, number: int, step: Step, kept: Sequence[int]) -> Scene:
    fields: dict[str, Any] = {"where": [step["where"][at] for at in kept]}
    if step.get("colours"):
        fields["colours"] = [step["colours"][at] for at in kept]
    if step.get("texels"):
        size = shapes.channels(scene["images"][step.get("image", 0)])
        fields["texels"] = [value for at in kept for value in step["texels"][at * size : (at + 1) * size]]
    return _with_step(scene, number, **fields)


def plainer_surroundings(scene: Scene) -> Iterator[Scene]:
    """One queue, or fewer; no kernel by chance around a read, or one of fewer statements."""
    queues = sorted({step.get("queue", 0) for step in scene["steps"]} - {0})
    if queues:
        yield {**scene, "steps": [{**step, "queue": 0} for step in scene["steps"]]}
        yield {**scene, "steps": [{**step, "queue": min(step.get("queue", 0), 1)} for step in scene["steps"]]}
    for number, step in _steps(scene):
        if step.get("queue", 0):
            yield _with_step(scene, number, queue=0)
        if step.get("around"):
            yield _with_step(scene, number, around=0, statements=0)
            for statements in range(step.get("statements", 0)):
                yield _with_step(scene, number, statements=statements)


def plainer_steps(scene: Scene) -> Iterator[Scene]:
    """Coordinates in the kernel, transfers instead of maps, fewer attributes, no pitches."""
    for number, step in _steps(scene):
        if step["op"] in shapes.PLACED and len(step.get("where", ())) == 1 and not step.get("literal") and not step.get("around"):
            yield _with_step(scene, number, literal=True)
        if step.get("way") in shapes.WAYS:
            yield _with_step(scene, number, way=shapes.WAYS[step["way"]])
        for query in step.get("queries", ())[: -1 if len(step.get("queries", ())) == 1 else None]:
            yield _with_step(scene, number, queries=[query])
        yield from _pitches(step, lambda fields, at=number: _with_step(scene, at, **fields))  # type: ignore[misc]
    for number, picture in enumerate(scene["images"]):
        yield from _pitches(picture, lambda fields, at=number: _with_image(scene, at, **fields))  # type: ignore[misc]


def _pitches(item: dict[str, Any], change: Callable[[dict[str, int]], Scene]) -> Iterator[Scene]:
    row, slices = item.get("row_pitch", 0), item.get("slice_pitch", 0)
    if row and slices:
        yield change({"row_pitch": 0, "slice_pitch": 0})
    for name, value in (("row_pitch", row), ("slice_pitch", slices)):
        if value:
            for smaller in (0, *(size for size in (8, 12, 16, 24, 32, 48, 64) if size < value)):
                yield change({name: smaller})


def smaller_images(scene: Scene) -> Iterator[Scene]:
    """Smaller extents, with boxes and coordinates that go with them."""
    for number, picture in enumerate(scene["images"]):
        for axis, extent in enumerate(picture["extents"]):
            for size in dict.fromkeys((1, 2, 3, 4, extent // 2, extent - 1)):
                if 0 < size < extent:
                    for how in (_clipped, _moved, _cut):
                        yield _resized(scene, number, axis, size, how)


Change = Callable[[int, int, int, int], tuple[int, int]]


def _clipped(origin: int, region: int, old: int, size: int) -> tuple[int, int]:
    origin = min(origin, size - 1)
    return origin, max(1, min(region, size - origin))


def _moved(origin: int, region: int, old: int, size: int) -> tuple[int, int]:
    return max(0, origin - (old - size)), region


def _cut(origin: int, region: int, old: int, size: int) -> tuple[int, int]:
    return origin, max(1, region - (old - size))


def _at(values: Sequence[Any], axis: int, value: Any) -> list[Any]:
    return [*values[:axis], value, *values[axis + 1 :]]


def _resized(scene: Scene, number: int, axis: int, size: int, how: Change) -> Scene:
    picture = scene["images"][number]
    old = picture["extents"][axis]
    found = _with_image(scene, number, extents=_at(picture["extents"], axis, size))
    for at, step in _steps(scene):
        fields: dict[str, Any] = {}
        if step.get("image", 0) == number and step["op"] in shapes.BOXED:
            origin, region = how(step["origin"][axis], step["region"][axis], old, size)
            fields = {"origin": _at(step["origin"], axis, origin), "region": _at(step["region"], axis, region)}
        if step["op"] in ("copy", "blit") and step.get("target", 0) == number and axis < len(step["to"]):
            sizes: list[int] = step["span"] if step.get("span") else fields.get("region", step["region"])
            width = sizes[axis] if axis < len(sizes) else 1
            to, width = how(step["to"][axis], width, old, size)
            fields["to"] = _at(step["to"], axis, to)
            fields |= {"span": _at(sizes, axis, width)} if step.get("span") else {}
        if step.get("image", 0) == number and step["op"] in shapes.PLACED:
            fields = {"where": [_place(place, axis, old, size, step) for place in step["where"]]}
        found = _with_step(found, at, **fields)
    return found


def _place(place: Sequence[float], axis: int, old: int, size: int, step: Step) -> list[float]:
    """A coordinate of a smaller image: of what was inside, it stays inside."""
    value = place[axis]
    normalized = bool(step.get("sampler") and step["sampler"][2])
    if not normalized and value >= size:
        value = value - old + size if value >= old or step["op"] in ("sample", "probe") else size - 1
    return _at(place, axis, value)


def other_types(scene: Scene) -> Iterator[Scene]:
    """Images of fewer axes."""
    smaller = {"3d": (("2d", 2),), "2d_array": (("1d_array", 1), ("2d", 2)), "1d_array": (("1d", 1),), "2d": (("1d", 1),)}
    kinds = {picture["type"] for picture in scene["images"]}
    for kind in sorted(kinds):
        for other, axis in smaller.get(kind, ()):
            images = [p["type"] == kind for p in scene["images"]]
            yield _without_axis(scene, images, other, axis)


def _without(values: Sequence[Any], axis: int) -> list[Any]:
    return [*values[:axis], *values[axis + 1 :]]


def _without_axis(scene: Scene, changed: Sequence[bool], kind: str, axis: int) -> Scene:
    found = copy.deepcopy(scene)
    for picture, is_changed in zip(found["images"], changed):
        if is_changed:
            picture |= {"type": kind, "extents": _without(picture["extents"], axis)}
            if picture.get("slice_pitch") and axis != 1:
                picture["slice_pitch"] = 0
    for step in found["steps"]:
        for name in ("origin", "region"):
            if step["op"] in shapes.BOXED and changed[step.get("image", 0)]:
                step[name] = _without(step[name], axis)
        for name in ("to", "span"):
            if step.get(name) and changed[step.get("target", 0)]:
                step[name] = _without(step[name], axis)
        if step.get("where") and changed[step.get("image", 0)]:
            room = shapes.COORDINATES[kind] if step["op"] in ("sample", "probe") else shapes.AXES[kind]
            step["where"] = [_without(place, axis)[:room] for place in step["where"]]
    return found


def smaller_boxes(scene: Scene) -> Iterator[Scene]:
    """Boxes that begin at 0, or are of one texel, or whole."""
    for number, step in _steps(scene, *shapes.BOXED):
        extents = scene["images"][step.get("image", 0)]["extents"]
        yield _with_step(scene, number, origin=[0] * len(extents), region=extents)
        yield _with_step(scene, number, region=[1] * len(extents))
        if step.get("span"):
            yield _with_step(scene, number, region=[1] * len(extents), span=[1] * len(extents))
            yield _with_step(scene, number, region=step["span"])
        if step.get("linear"):
            yield _with_step(scene, number, linear=False)
        for axis, extent in enumerate(extents):
            for size in dict.fromkeys((1, 2, extent, step["region"][axis] // 2, step["region"][axis] - 1)):
                if size > 0:
                    yield _with_step(scene, number, region=_at(step["region"], axis, size))
            if step.get("span"):
                for size in dict.fromkeys((1, 2, step["region"][axis], step["span"][axis] // 2, step["span"][axis] - 1)):
                    if size > 0:
                        yield _with_step(scene, number, span=_at(step["span"], axis, size))
            for name in ("origin", *(("to",) if axis < len(step.get("to", ())) else ())):
                for at in dict.fromkeys((0, 1, 2, step[name][axis] // 2, step[name][axis] - 1)):
                    if 0 <= at < step[name][axis]:
                        yield _with_step(scene, number, **{name: _at(step[name], axis, at)})


def plainer_formats(scene: Scene) -> Iterator[Scene]:
    """Formats that need less explanation, of all images at once, with texels of small numbers."""
    known = dict.fromkeys((picture["order"], picture["data"]) for picture in scene["images"])
    for order, data in known:
        ranks = shapes.ORDERS.index(order), shapes.DATA_TYPES.index(data)
        has_native = any(picture.get("native") for picture in scene["images"])
        pairs = [(shapes.ORDERS[o], shapes.DATA_TYPES[d]) for o in range(ranks[0] + 1) for d in range(ranks[1] + 1)]
        pairs += [(order, other) for other in shapes.DATA_TYPES] + [(other, data) for other in shapes.ORDERS[:6]]
        for new in dict.fromkeys(pairs):
            if (new != (order, data) or has_native) and new[1] != "UNORM_SHORT_565":
                yield _reformatted(scene, (order, data), new)


def _counting(picture: Picture, step: int = 1) -> list[float]:
    size = shapes.channels(picture) * shapes.count(picture)
    return [1 + at * step % 100 for at in range(min(size, 64))]


def _reformatted(scene: Scene, old: tuple[str, str], new: tuple[str, str]) -> Scene:
    found = copy.deepcopy(scene)
    for picture in found["images"]:
        if (picture["order"], picture["data"]) == old:
            before = shapes.texel_bytes(picture)
            picture |= {"order": new[0], "data": new[1]}
            picture.pop("native", None)
            picture["texels"] = _counting(picture)
            for name in ("row_pitch", "slice_pitch"):
                if picture.get(name):
                    picture[name] = picture[name] * shapes.texel_bytes(picture) // before
    for step in found["steps"]:
        picture = found["images"][step.get("image", 0)] if found["images"] else {}
        if step.get("texels") and step["op"] in ("write", "fill", "store") and picture:
            step["texels"] = [9 + at % 100 for at in range(max(1, len(step.get("where", ()))) * shapes.channels(picture))]
    return found


def plainer_texels(scene: Scene) -> Iterator[Scene]:
    """Texels of few small numbers."""
    for number, picture in enumerate(scene["images"]):
        size = shapes.channels(picture)
        for texels in (
            [0] * size, [1] * size, list(range(1, size + 1)), _counting(picture),
            *(picture["texels"][: size * many] for many in (1, 2, 4, 8)),
        ):  # fmt: skip
            if len(texels) % size == 0:
                yield _with_image(scene, number, texels=texels)
    for number, step in _steps(scene, "write", "fill", "store"):
        texels = step.get("texels", [])
        if texels and step["op"] != "store":
            size = shapes.channels(scene["images"][step.get("image", 0)])
            yield _with_step(scene, number, texels=[9] * size)
            yield _with_step(scene, number, texels=texels[:size])
        for at, value in enumerate(texels[:16]):
            for other in _easier(value):
                yield _with_step(scene, number, texels=_at(texels, at, other))
    for number, picture in enumerate(scene["images"]):
        for at, value in enumerate(picture["texels"][:16]):
            for other in _easier(value):
                yield _with_image(scene, number, texels=_at(picture["texels"], at, other))


def plainer_samplers(scene: Scene) -> Iterator[Scene]:
    """Constant samplers, or none; modes that need less explanation."""
    for number, step in _steps(scene, "sample", "probe"):
        if not step.get("sampler"):
            continue
        addressing, filtering, normalized = step["sampler"]
        if step["op"] == "sample" and filtering == "nearest" and not normalized:
            whole = [[int(c) for c in place] for place in step["where"]]
            yield _with_step(scene, number, sampler=[], coordinate="int", where=whole)
            yield _with_step(scene, number, coordinate="int", where=whole)
        for given in ("program", "kernel"):
            if step.get("given", "argument") != given:
                yield _with_step(scene, number, given=given)
        for other in shapes.ADDRESSING[: shapes.ADDRESSING.index(addressing)]:
            yield _with_step(scene, number, sampler=[other, filtering, normalized])
        if filtering == "linear":
            yield _with_step(scene, number, sampler=[addressing, "nearest", normalized])
        if normalized:
            yield _with_step(scene, number, sampler=[addressing, filtering, False])


def _easier(value: float) -> Iterable[float]:
    """Numbers that are easier to read."""
    rounded = [round(value), round(value * 2) / 2, round(value * 16) / 16] if abs(value) < 1e9 else []
    found = [*EASY, *(-number for number in EASY if number and value < 0), *rounded]
    return [number for number in dict.fromkeys(found) if shapes.weight(number) < shapes.weight(value)]


def plainer_places(scene: Scene) -> Iterator[Scene]:
    """Coordinates and colours of easy numbers."""
    for number, step in _steps(scene, *shapes.PLACED):
        for row, place in enumerate(step["where"][:4]):
            for axis, value in enumerate(place):
                for other in [*([0.5] if shapes.is_between(step) else []), *_easier(value)]:
                    if step["op"] in ("store", "carry") and other != int(other):
                        continue
                    kept = int(other) if step.get("coordinate") == "int" or step["op"] in ("store", "carry") else other
                    yield _with_step(scene, number, where=_at(step["where"], row, _at(place, axis, kept)))
    for number, step in _steps(scene, "fill", "store"):
        for row, colour in enumerate(step.get("colours", ())[:4]):
            yield _with_step(scene, number, colours=_at(step["colours"], row, [1, 1, 1, 1]))
            for axis, value in enumerate(colour):
                for other in _easier(value):
                    yield _with_step(scene, number, colours=_at(step["colours"], row, _at(colour, axis, other)))


def smaller_buffers(scene: Scene) -> Iterator[Scene]:
    """Shorter buffers, of zeros, and smaller parts of them."""
    for number, data in enumerate(scene["buffers"]):
        for size in dict.fromkeys((1, 2, 4, 8, 16, len(data) // 2, len(data) - 1)):
            if 0 < size < len(data):
                yield {**scene, "buffers": _at(scene["buffers"], number, data[:size])}
    for number, step in _steps(scene, "to-buffer", "from-buffer", "read-buffer", "write-buffer"):
        if step.get("offset"):
            yield _with_step(scene, number, offset=0)
        for size in (1, 4, step.get("size", 0) // 2):
            if 0 < size < step.get("size", 0):
                yield _with_step(scene, number, size=size)


WAYS: Sequence[Way] = (
    fewer_steps, plainer_surroundings, fewer_rows, smaller_images, other_types, smaller_boxes, smaller_buffers, plainer_samplers,
    plainer_formats, plainer_texels, plainer_places, plainer_steps,
)  # fmt: skip
