# SPDX-License-Identifier: MIT
"""Scenes of Vulkan by chance: reads of images through any sampler, and chains of commands and programs over several images and a buffer."""

import contextlib
import dataclasses
import math
from collections.abc import Callable, Sequence

from imagespec.boxes import Box
from imagespec.formats import IMAGE_TYPES, ImageType
from suites.vk import store
from suites.vk.images import period
from suites.vk.vk_formats import VK_FORMATS, VkFormat

from ..chance import MOST_ROWS, Chance, _used
from ..model import Picture, Scene, SceneError, Step
from .model import MODES, TARGETS, VkPicture, VkScene, VkStep
from .play import UNNORMALIZED, VkPlayer, sizes_of

KINDS = tuple(IMAGE_TYPES[name] for name in TARGETS)
FORMS = tuple(VK_FORMATS.values())
NEAR = 20000  # texels
EXACT = tuple(form for form in FORMS if not form.is_norm)  # of which blits and stores leave one result, so that steps can follow


class VkChance(Chance):
    """Makes one scene."""

    @staticmethod
    def wants(scene: Scene) -> set[str]:
        """Features of formats, as a device says that it lacks them."""
        found = {f"image {_vk(picture).vk.name}" for picture in scene.images}
        for step in scene.steps:
            assert isinstance(step, VkStep)
            form = _vk(scene.images[step.image]).vk.name if scene.images else ""
            if step.op in ("sample", "carry"):
                found.add(f"SAMPLED_IMAGE {form}")
            if step.linear or step.sampler and step.sampler[1] == "linear":
                found.add(f"SAMPLED_IMAGE_FILTER_LINEAR {form}")
            if step.op == "blit":
                found |= {f"BLIT_SRC {form}", f"BLIT_DST {_vk(scene.images[step.target]).vk.name}"}
            if step.op in ("store", "carry"):
                found.add(f"STORAGE_IMAGE {_vk(scene.images[step.image if step.op == 'store' else step.target]).vk.name}")
        return found

    def _rows(self, form: VkFormat, count: int, is_stored: bool = False) -> tuple[float, ...]:
        """Stored texels; those that a store leaves as they are, where that is asked for."""
        rows = store._texels(form) if is_stored else period(form)
        found = rows[[self.random.randrange(len(rows)) for _ in range(count)]]
        return tuple(found.ravel().tolist())

    def _vk_picture(self, kind: ImageType, form: VkFormat, most: int) -> VkPicture:
        extents = self._extents(kind, most)
        texels = self._rows(form, min(math.prod(extents), self.random.choice((7, 13, 31))))
        native = form.name if form.native else ""
        return VkPicture(kind.name, form.carrier.order.name, form.carrier.type.name, extents, texels, native=native)

    # Programs

    def _sampler(self, picture: VkPicture) -> tuple[str, str, bool] | tuple[()]:
        pick = self.random
        if pick.random() < 0.2:
            return ()
        filtering = pick.choice(("nearest", "linear")) if picture.vk.filterable else "nearest"
        addressing = pick.choice(tuple(MODES))
        can_be = not picture.kind.is_array and picture.kind.dimensions < 3 and MODES[addressing] in UNNORMALIZED
        return addressing, filtering, not (can_be and pick.random() < 0.5)

    def _reads(self, image: int, picture: VkPicture, sampler: tuple[str, str, bool] | tuple[()]) -> VkStep:
        kind, normalized = ("float", sampler[2]) if sampler else ("int", False)
        drawn = [self._place(picture, kind, normalized, not sampler) for _ in range(self.random.randint(1, MOST_ROWS))]
        rows = [row for row in drawn if _is_near(row, picture, normalized)] or [(0.25,) * picture.kind.coordinates]
        return VkStep("sample", image, where=tuple(rows), coordinate=kind, sampler=sampler, given="program")

    def _stores(self, image: int, picture: VkPicture) -> VkStep:
        places = self._some_places(picture.extents)
        return VkStep("store", image, where=places, texels=self._rows(picture.vk, len(places), True), given="program")

    def _some_places(self, extents: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        count = math.prod(extents)
        found = []
        for number in sorted(self.random.sample(range(count), self.random.randint(1, min(count, MOST_ROWS)))):
            place = []
            for extent in extents:
                number, at = divmod(number, extent)
                place.append(at)
            found.append(tuple(place))
        return tuple(found)

    def _asks(self, image: int, picture: VkPicture) -> VkStep:
        known = list(sizes_of(picture))
        return VkStep("query", image, queries=tuple(self.random.sample(known, self.random.randint(1, len(known)))))

    # Commands

    def _inside(self, extents: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        pick = self.random
        origin = [pick.choice((0, 0, pick.randrange(e))) for e in extents]
        region = [pick.choice((e - o, 1, pick.randint(1, e - o))) for e, o in zip(extents, origin)]
        return tuple(origin), tuple(region)

    def _boxed(self, op: str, image: int, picture: VkPicture) -> VkStep:
        origin, region = self._inside(picture.extents)
        texels = self._rows(picture.vk, min(math.prod(region), 7)) if op == "write" else ()
        return VkStep(op, image, origin=origin, region=region, way=op, texels=texels)

    def _clears(self, image: int, picture: VkPicture) -> VkStep:
        origin, region = self._inside(picture.extents)
        level, layers = picture.kind.dimensions, picture.extents[picture.kind.dimensions :]
        if self.random.random() < 0.5:  # the last layer alone
            origin, region = (*origin[:level], *(count - 1 for count in layers)), (*region[:level], *(1 for _ in layers))
        origin, region = (0,) * level + origin[level:], picture.extents[:level] + region[level:]
        return VkStep("fill", image, origin=origin, region=region, texels=self._rows(picture.vk, 1, True))

    def _copies(self, pictures: Sequence[VkPicture]) -> VkStep:
        pick = self.random
        pairs = [(s, t) for s, a in enumerate(pictures) for t, b in enumerate(pictures) if a.format is b.format]
        source, target = pick.choice(pairs)
        region = [pick.choice((size, 1, pick.randint(1, size))) for size in _shared(pictures[source], pictures[target])]
        origin, to = (tuple(pick.randint(0, e - r) for e, r in zip(pictures[n].extents, region)) for n in (source, target))
        if source == target and Box(origin, tuple(region)).overlaps(Box(to, tuple(region))):
            return self._boxed("read", source, pictures[source])
        return VkStep("copy", source, target, origin, tuple(region), to)

    def _blits(self, pictures: Sequence[VkPicture]) -> VkStep | None:
        pairs = [(s, t) for s, a in enumerate(pictures) for t, b in enumerate(pictures)
                 if s != t and a.vk.seen == b.vk.seen and not b.vk.is_packed and b.vk.kind != "srgb"]  # fmt: skip
        if not pairs:
            return None
        source, target = self.random.choice(pairs)
        (origin, region), (to, span) = (self._inside(pictures[n].extents) for n in (source, target))
        if pictures[source].kind.is_array:
            layers = min(region[-1], span[-1])
            region, span = (*region[:-1], layers), (*span[:-1], layers)
        linear = pictures[source].vk.filterable and self.random.random() < 0.4
        return VkStep("blit", source, target, origin, region, to, span=span, linear=linear)

    def _carries(self, pictures: Sequence[VkPicture], roles: Sequence[str]) -> VkStep | None:
        pairs = [(s, t) for s, a in enumerate(pictures) for t, b in enumerate(pictures)
                 if roles[s] == "sampled" and roles[t] == "stored" and a.vk.seen == b.vk.seen and not b.vk.is_packed]  # fmt: skip
        if not pairs:
            return None
        source, target = self.random.choice(pairs)
        places = self._some_places(_shared(pictures[source], pictures[target]))
        return VkStep("carry", source, target, where=places, coordinate="int", given="program")

    def _with_buffer(self, op: str, image: int, picture: VkPicture, size: int) -> VkStep:
        origin, region = self._inside(picture.extents)
        step = math.lcm(4, picture.vk.bytes)
        room = size - math.prod(region) * picture.vk.bytes
        return VkStep(op, image, origin=origin, region=region, offset=step * self.random.randint(0, max(0, room) // step))

    # Scenes

    def scene(self) -> Scene:
        return self._looks() if self.random.random() < 0.5 else self._commands()

    def _looks(self) -> Scene:
        pictures = [self._vk_picture(self.random.choice(KINDS), self.random.choice(FORMS), 1024) for _ in range(self.random.choice((1, 1, 1, 2)))]
        samplers = [self._sampler(picture) for picture in pictures]
        chosen = [self.random.randrange(len(pictures)) for _ in range(self.random.choice((1, 1, 2)))]
        return _used(VkScene(tuple(pictures), tuple(self._reads(n, pictures[n], samplers[n]) for n in chosen)))

    def _forms(self) -> list[VkFormat]:
        """Formats of a chain's images, often with texels that are spelled alike, so that they can be copied."""
        pick, first = self.random, self.random.choice(EXACT if self.random.random() < 0.5 else FORMS)
        alike = [form for form in FORMS if form.carrier is first.carrier or form.seen == first.seen]
        return [first, *(pick.choice((first, pick.choice(alike))) for _ in range(pick.choice((0, 1, 1, 2))))]

    def _commands(self) -> Scene:
        """Steps over images of one type, and a look at all that has changed."""
        pick, kind = self.random, self.random.choice(KINDS)
        pictures = [self._vk_picture(kind, form, 256) for form in self._forms()]
        size = pick.choice((64, 256, 1024))
        buffer = tuple(pick.randrange(256) for _ in range(size)) if pick.random() < 0.3 else ()
        roles = [pick.choice(("sampled", "stored")) for _ in pictures]
        samplers = [self._sampler(picture) for picture in pictures]
        start = VkScene(tuple(pictures), (), (buffer,) if buffer else ())
        steps = _defined(start, [self._some_step(pictures, roles, samplers, len(buffer)) for _ in range(pick.randint(1, 8))])
        whole = [VkStep("read", n, way="read", origin=(0,) * len(p.extents), region=p.extents) for n, p in enumerate(pictures)]
        last = [VkStep("read-buffer", size=size)] if buffer else []
        return _used(dataclasses.replace(start, steps=(*steps, *whole, *last)))

    def _some_step(
        self, pictures: Sequence[VkPicture], roles: Sequence[str], samplers: Sequence[tuple[str, str, bool] | tuple[()]], size: int
    ) -> Step:  # fmt: skip
        pick = self.random
        image = pick.randrange(len(pictures))
        picture, copied = pictures[image], self._copies(pictures)
        makers: list[Callable[[], Step | None]] = [
            lambda: self._boxed("write", image, picture), lambda: self._boxed("read", image, picture),
            lambda: self._clears(image, picture), lambda: copied, lambda: copied,
            lambda: self._blits(pictures), lambda: self._blits(pictures), lambda: self._carries(pictures, roles),
            lambda: self._carries(pictures, roles), lambda: self._asks(image, picture),
            lambda: self._reads(image, picture, samplers[image]) if roles[image] == "sampled" else self._stores(image, picture),
        ]  # fmt: skip
        if size:
            makers += [lambda: self._with_buffer(pick.choice(("to-buffer", "from-buffer")), image, picture, size)] * 2
        return pick.choice(makers)() or copied


def _shared(one: Picture, other: Picture) -> tuple[int, ...]:
    """The extents that both have."""
    return tuple(min(a, b) for a, b in zip(one.extents, other.extents))


def _is_near(place: Sequence[float], picture: VkPicture, normalized: bool) -> bool:
    """Whether coordinates are so small that their precision leaves few texels to choose from. Layers may be far away."""
    sizes = picture.extents[: picture.kind.dimensions]
    return all(abs(c) * (size if normalized else 1) < NEAR for c, size in zip(place, sizes))


def _defined(scene: VkScene, steps: Sequence[Step]) -> list[Step]:
    """The steps without those that would have no defined result behind the others."""
    player, found = VkPlayer(scene, False), []
    for step in steps:
        with contextlib.suppress(SceneError):
            player.take(step)
            found.append(step)
    return found


def _vk(picture: Picture) -> VkPicture:
    assert isinstance(picture, VkPicture)
    return picture


__all__ = ["VkChance"]
