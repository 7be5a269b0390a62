# SPDX-License-Identifier: MIT
"""Scenes by chance, which a seed decides: images of any type, format and size; reads at centres, edges, ties
and far outside through any sampler; chains of what host and kernels do with several images and buffers."""

import dataclasses
import itertools
import math
import random
from collections.abc import Callable, Collection, Sequence

import numpy as np

from imagespec.conversion import norm_max
from imagespec.formats import FORMATS, IMAGE_TYPES, Format, ImageType
from suites.boxes import PARTNERS
from suites.images import samplers_for

from .around import MOST_STATEMENTS
from .model import GIVEN, MOVES, QUERIES, QUEUES, WAYS, Picture, Scene, Step
from .play import attributes

Together = tuple[str, ...]  # words that one scene is about: two or three
MOST_ROWS = 24
MOST_DRAWN = 40  # scenes of a seed, of which those are left out that a device has no images for
EXTENTS = (1, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65)
FAR = (1e3, 65535.0, 65536.0, 1e6, 2.0**23, 2.0**24 + 2, 1e9)
UNDEFINED = (math.nan, math.inf, -math.inf, 3e9, -3e9, 1e30, -1e30, 3.4e38)  # no colour is defined there
WRAPPING = 2**64  # of size_t: origin + region is small again
BEYOND = (2.0, -2.0, 1.0, -1.0, 1e9, -1e9, 1e30, -1e30, math.inf, -math.inf, 0.0)  # that normalized formats saturate
FRACTIONS = (0.0, -0.0, 0.5, 0.25, 0.75, 0.125, 0.49, 0.999)
FORMAT_NAMES = tuple(FORMATS)


class Chance:
    """Makes one scene."""

    @staticmethod
    def wants(scene: Scene) -> set[str]:
        """What a device must have for it, as it says that it lacks it."""
        return {words for picture in scene.images for words in (picture.type, " ".join((picture.type, *picture.words)))}

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def scene(self) -> Scene:
        """A scene, which may turn out to have no defined result: then the player says so."""
        if self.random.random() < 0.4:
            return self._reading()
        return self._chain()

    # Images

    def _extents(self, kind: ImageType, most: int) -> tuple[int, ...]:
        found: list[int] = []
        for _ in range(kind.axes):
            room = max(1, most // math.prod(found, start=1))
            found.append(min(self.random.choice(EXTENTS), room))
        return tuple(found)

    def _number(self, form: Format) -> float:
        """A stored number, often one of the ends."""
        pick = self.random
        if form.type.kind == "float":
            number = pick.choice((0.0, 1.0, -1.0, 0.5, 65504.0, pick.uniform(-4, 4), pick.uniform(-1e3, 1e3)))
            return float(form.type.stored.type(number))
        if form.type.packed:
            return pick.randrange(2 ** sum(form.type.packed))
        info = np.iinfo(form.type.stored)
        least = -norm_max("snorm", form.type.bits) if form.type.kind == "snorm" else int(info.min)
        return pick.choice((least, int(info.max), 0, 1, pick.randint(least, int(info.max)), pick.randint(least, int(info.max))))

    def _texels(self, form: Format, count: int) -> tuple[float, ...]:
        width = 1 if form.type.packed else form.channels
        return tuple(self._number(form) for _ in range(count * width))

    def _picture(self, kind: ImageType, form: Format, most: int = 1024) -> Picture:
        extents = self._extents(kind, most)
        texels = self._texels(form, min(math.prod(extents), self.random.choice((7, 13, 31))))
        row, slices = 0, 0
        if kind.axes > 1 and self.random.random() < 0.25:
            row = (extents[0] + self.random.choice((0, 1, 3))) * form.texel_bytes
            rows = extents[1] if kind.axes == 3 else 1
            slices = row * (rows + self.random.choice((0, 1, 2))) if kind.axes == 3 or kind.is_array else 0
        return Picture(kind.name, form.order.name, form.type.name, extents, texels, row, slices)

    # Reads

    def _coordinate(self, size: int, is_inside: bool) -> float:
        """A coordinate in texels."""
        pick = self.random
        if is_inside:
            return min(pick.randrange(size) + pick.choice(FRACTIONS), math.nextafter(size, 0))
        far = pick.choice(FAR)
        return pick.choice((
            float(pick.randint(-2, size + 2)), pick.randint(-2, size + 2) + 0.5, pick.randrange(size) + pick.choice(FRACTIONS),
            -0.0, pick.uniform(-2 * size, 3 * size), far, -far, float(np.nextafter(np.float32(size), np.float32(0))),
        ))  # fmt: skip

    def _place(self, picture: Picture, kind: str, normalized: bool, is_inside: bool) -> tuple[float, ...]:
        found: list[float] = []
        for axis, size in enumerate(picture.extents):
            value = self._coordinate(size, is_inside)
            if axis == picture.kind.dimensions:
                value = float(self.random.randrange(size)) if is_inside else value
            elif normalized:
                value /= size
            found.append(math.floor(value) if kind == "int" else float(np.float32(value)))
        return (*found, *[self.random.choice((0, 7))] * (picture.kind.coordinates - len(found)))

    def _sample(self, image: int, picture: Picture) -> Step:
        kind = self.random.choice(("float", "float", "int"))
        samplers = samplers_for(picture.format.type.seen, kind) if picture.kind.has_sampler else []
        state = self.random.choice([None, *samplers]) if kind == "int" or not samplers else self.random.choice(samplers)
        kind = "int" if state is None else kind
        is_inside = state is None or state.addressing == "none"
        rows = [
            self._place(picture, kind, state.normalized if state else False, is_inside)
            for _ in range(self.random.randint(1, MOST_ROWS))
        ]
        sampler: tuple[str, str, bool] | tuple[()] = (state.addressing, state.filter, state.normalized) if state else ()
        found = Step("sample", image, where=tuple(rows), coordinate=kind, sampler=sampler, given=self.random.choice(GIVEN))
        return self._in_kernel(found) if self.random.random() < 0.25 else found

    def _in_kernel(self, step: Step) -> Step:
        """The same read in a kernel by chance."""
        return dataclasses.replace(step, around=self.random.randrange(1, 1 << 31), statements=self.random.randint(1, MOST_STATEMENTS))

    def _probe(self, image: int, picture: Picture) -> Step:
        """A read at coordinates that are not numbers, or too large, beside others."""
        samplers = [s for s in samplers_for(picture.format.type.seen, "float") if s.addressing != "none"]
        state = self.random.choice(samplers)
        rows = []
        for _ in range(self.random.randint(1, 8)):
            place = list(self._place(picture, "float", state.normalized, False))
            place[self.random.randrange(picture.kind.axes)] = self.random.choice(UNDEFINED)
            rows.append(tuple(place))
        sampler = (state.addressing, state.filter, state.normalized)
        return Step("probe", image, where=tuple(rows), sampler=sampler, given=self.random.choice(GIVEN))

    def _reading(self) -> Scene:
        """Reads of one image; now and then another image of a kind of its own beside it."""
        pick = self.random
        pictures = [self._any_picture() for _ in range(pick.choice((1, 1, 1, 2)))]
        steps = [self._sample(pick.randrange(len(pictures)), pictures[0]) for _ in range(pick.choice((1, 1, 2, 3)))]
        steps = [self._sample(number, pictures[number]) for number in [step.image for step in steps]]
        for number in [step.image for step in steps]:
            if pictures[number].kind.has_sampler and pick.random() < 0.15:
                steps.append(self._probe(number, pictures[number]))
        return _used(Scene(tuple(pictures), self._on_queues(tuple(steps))))

    def _any_picture(self) -> Picture:
        kind = self.random.choice(list(IMAGE_TYPES.values()))
        return self._picture(kind, FORMATS[self.random.choice(FORMAT_NAMES)])

    # Chains

    def _box(self, extents: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """A box within, or, seldom, beyond."""
        pick = self.random
        origin = [pick.choice((0, 0, pick.randrange(e))) for e in extents]
        region = [pick.choice((e - o, 1, pick.randint(1, e - o))) for e, o in zip(extents, origin)]
        if pick.random() < 0.08:
            axis = pick.randrange(len(extents))
            if pick.random() < 0.3:
                region[axis] = pick.randint(2, 4)
                origin[axis] = WRAPPING - pick.randint(1, region[axis] - 1)
            else:
                region[axis] += extents[axis]
        return tuple(origin), tuple(region)

    def _host(self, op: str, image: int, picture: Picture) -> Step:
        origin, region = self._box(picture.extents)
        row = slices = 0
        way = self.random.choice(WAYS[op])
        if "map" not in way and picture.kind.axes > 1 and self.random.random() < 0.3:
            row, slices = self._pitches(picture, region)
        texels = self._texels(picture.format, min(math.prod(region), 7)) if op == "write" else ()
        return Step(op, image, origin=origin, region=region, way=way, row_pitch=row, slice_pitch=slices, texels=texels)

    def _pitches(self, picture: Picture, region: tuple[int, ...]) -> tuple[int, int]:
        row = region[0] * picture.format.texel_bytes + self.random.choice((0, 1, 4, 16))
        if picture.kind.name == "1d_array":
            return 0, row
        if len(region) == 2:
            return row, 0
        return row, row * region[1] + self.random.choice((0, 1, row))

    def _fill(self, image: int, picture: Picture) -> Step:
        origin, region = self._box(picture.extents)
        seen = picture.format.type.seen
        if seen != "float" and self.random.random() < 0.5:
            limit = 2**31 - 1 if seen == "int" else 2**32 - 1
            colour = tuple(self.random.choice((0, 1, 127, 128, 255, 256, 65535, 70000, limit)) for _ in range(4))
            return Step("fill", image, origin=origin, region=region, colours=(colour,))
        if seen == "float" and not picture.format.type.packed and self.random.random() < 0.5:
            beyond = tuple(self.random.choice(BEYOND) for _ in range(4))
            return Step("fill", image, origin=origin, region=region, colours=(beyond,))
        return Step("fill", image, origin=origin, region=region, texels=self._texels(picture.format, 1))

    def _store(self, image: int, picture: Picture) -> Step:
        count = math.prod(picture.extents)
        chosen = sorted(self.random.sample(range(count), self.random.randint(1, min(count, MOST_ROWS))))
        places = []
        for number in chosen:
            place = []
            for extent in picture.extents:
                number, at = divmod(number, extent)
                place.append(at)
            places.append(tuple(place))
        return Step("store", image, where=tuple(places), texels=self._texels(picture.format, len(places)))

    def _query(self, image: int, picture: Picture) -> Step:
        known = [query for query in QUERIES if query in attributes(picture)]
        return Step("query", image, queries=tuple(self.random.sample(known, self.random.randint(1, len(known)))))

    def _copy(self, pictures: Sequence[Picture]) -> Step:
        pick = self.random
        pairs = [
            (s, t) for s, source in enumerate(pictures) for t, target in enumerate(pictures)
            if source.type == target.type or PARTNERS[source.type] == target.type
        ]  # fmt: skip
        source, target = pick.choice(pairs)
        there = pictures[target].extents
        shared = min(pictures[source].kind.dimensions, pictures[target].kind.dimensions)
        if pictures[source].type == pictures[target].type:
            shared = len(there)
        sizes = [min(a, b) for a, b in zip(pictures[source].extents, there)][:shared]
        region = [pick.choice((size, 1, pick.randint(1, size))) for size in sizes]
        wide = region + [1] * (len(pictures[source].extents) - len(region))
        origin = [pick.randint(0, e - r) for e, r in zip(pictures[source].extents, wide)]
        deep = region + [1] * (len(there) - len(region))
        to = [pick.randint(0, e - r) for e, r in zip(there, deep)]
        if pick.random() < 0.08:
            to[pick.randrange(len(to))] += 1
        return Step("copy", source, target, tuple(origin), tuple(wide), tuple(to))

    def _to_or_from_buffer(self, op: str, image: int, picture: Picture, size: int) -> Step:
        origin, region = self._box(picture.extents)
        needed = math.prod(region) * picture.format.texel_bytes
        offset = self.random.randint(0, max(0, size - needed)) if self.random.random() < 0.8 else size - needed + 1
        return Step(op, image, origin=origin, region=region, offset=max(0, offset))

    def _chain(self) -> Scene:
        """Steps over images of one format, and a look at all that has changed."""
        pick = self.random
        form = FORMATS[pick.choice(FORMAT_NAMES)]
        kinds = list(IMAGE_TYPES.values())
        first = pick.choice(kinds)
        others = [first, IMAGE_TYPES[PARTNERS[first.name]]]
        pictures = [self._picture(kind, form, 256) for kind in [first, *(pick.choice(others) for _ in range(pick.choice((0, 0, 1, 2))))]]
        size = pick.choice((64, 256, 1024))
        buffer = tuple(pick.randrange(256) for _ in range(size)) if pick.random() < 0.3 else ()
        steps = [self._step(pictures, size if buffer else 0) for _ in range(pick.randint(1, 8))]
        whole = [Step("read", n, way="read", origin=(0,) * len(p.extents), region=p.extents) for n, p in enumerate(pictures)]
        last = [Step("read-buffer", size=size)] if buffer else []
        return _used(Scene(tuple(pictures), self._on_queues((*steps, *whole, *last)), (buffer,) if buffer else ()))

    def _on_queues(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """The steps, seldom on several queues; and in one kernel by chance at most."""
        first = next((number for number, step in enumerate(steps) if step.around), -1)
        steps = tuple(step if number == first else dataclasses.replace(step, around=0, statements=0) for number, step in enumerate(steps))
        if self.random.random() < 0.75:
            return steps
        return tuple(dataclasses.replace(step, queue=self.random.randrange(QUEUES)) for step in steps)

    def _step(self, pictures: Sequence[Picture], size: int) -> Step:
        pick = self.random
        image = pick.randrange(len(pictures))
        picture = pictures[image]
        makers: list[Callable[[], Step]] = [
            lambda: self._host("read", image, picture), lambda: self._host("write", image, picture),
            lambda: self._fill(image, picture), lambda: self._copy(pictures), lambda: self._copy(pictures),
            lambda: self._query(image, picture), lambda: self._sample(image, picture),
        ]  # fmt: skip
        if not picture.format.type.packed:
            makers.append(lambda: self._store(image, picture))
        if size:
            makers += [
                lambda: self._to_or_from_buffer("to-buffer", image, picture, size),
                lambda: self._to_or_from_buffer("from-buffer", image, picture, size),
            ]
        return pick.choice(makers)()


def _used(scene: Scene) -> Scene:
    """The scene without images that no step uses."""
    used = sorted({n for step in scene.steps for n in ((step.image, step.target) if step.op in MOVES else (step.image,))})
    number = {old: new for new, old in enumerate(used)}
    steps = [
        dataclasses.replace(step, image=number[step.image], target=number[step.target] if step.op in MOVES else 0)
        for step in scene.steps
        if step.op != "read-buffer" or scene.buffers
    ]
    return dataclasses.replace(scene, images=tuple(scene.images[old] for old in used), steps=tuple(steps))


def _shape(extents: Sequence[int]) -> str:
    count = math.prod(extents)
    return "one texel" if count == 1 else "small" if count < 32 else "large"


def values(scene: Scene) -> list[str]:
    """What a scene is about, in words, of which pairs are counted: what steps do, with which images and samplers."""
    found = {f"{len(scene.steps)} steps" if len(scene.steps) < 4 else "many steps"}
    for picture in scene.images:
        found |= {picture.type, *picture.words, _shape(picture.extents)}
        found |= {"host pitches"} if picture.row_pitch else set()
    for step in scene.steps:
        found.add(step.way or step.op)
        found |= {"in a kernel by chance"} if step.around else set()
        found |= {"several queues"} if step.queue else set()
        if step.op in ("sample", "probe"):
            found |= {"-".join(map(str, step.sampler)) or "samplerless", step.coordinate, step.given}
        found |= {"wraps"} if any(at >= WRAPPING // 2 for at in step.origin) else set()
        found |= {"colour beyond"} if any(abs(c) > 1 for colour in step.colours for c in colour) else set()
        found |= {"transfer pitches"} if step.row_pitch or step.slice_pitch else set()
    return sorted(found)


def together(scene: Scene) -> set[Together]:
    """The pairs and triples of words that a scene is about."""
    found = values(scene)
    return {pair for size in (2, 3) for pair in itertools.combinations(found, size)}


def _worth(scene: Scene, seen: set[Together]) -> float:
    """How much is new in a scene, for its length: a pair counts as much as four triples."""
    fresh = together(scene) - seen
    pairs = sum(len(item) == 2 for item in fresh)
    return (4 * pairs + len(fresh) - pairs) / (3 + len(scene.steps))


def best(seed: int, tries: int, seen: set[Together], lacks: Collection[str] = (), maker: type[Chance] = Chance) -> Scene:
    """The scene among some by chance that has most pairs and triples which none had before; they are seen then. Of images that a device
    lacks there is none, unless nothing else comes."""
    drawn = (maker(seed * 1000 + number).scene() for number in range(MOST_DRAWN if lacks else tries))
    candidates = list(itertools.islice((scene for scene in drawn if not maker.wants(scene) & set(lacks)), tries))
    candidates = candidates or [maker(seed * 1000).scene()]
    found = max(candidates, key=lambda scene: _worth(scene, seen))
    seen |= together(found)
    return found
