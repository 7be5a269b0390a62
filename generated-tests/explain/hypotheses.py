# SPDX-License-Identifier: MIT
"""Which single wrong rule gives the very values that a driver gave."""

import dataclasses
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

import numpy as np

from imagespec import addressing, attributes, conversion, mipmaps
from imagespec.arrays import Array
from imagespec.formats import Format, format_named, image_type_named
from imagespec.interval import Interval
from imagespec.mipmaps import ChainScene
from imagespec.sampling import Scene
from suites import VK_SUITES, attributes as asked
from suites import read, samplers, values, write, written
from suites.images import components_of, extents_of, tiled
from suites.mips import gradients as mip_gradients, read as mip_read
from testgen.model import Case

from . import address_deviations, box_deviations, builtin_deviations, told, vector_deviations
from .deviation import Deviation
from .deviations import DEVIATIONS

CLOSE = 1e-6  # of a float that was computed another way
Values = Callable[[bool], Interval]  # strict or not
Takes = Callable[[Deviation], bool]


class Asked(Protocol):
    """What a test checks in argument 0, by the model as it is when it is asked."""

    @property
    def takes(self) -> Takes: ...  # whether a wrong rule is about what it asks

    def read(self, text: str, /) -> Array | None: ...  # values as results have them; None where they are none

    def misfit(self, actual: Array, strict: bool, /) -> float | None: ...
    # how far values are from what the model gives; None where a driver that follows it may not give them


@dataclasses.dataclass(frozen=True)
class Question:
    """Rows of numbers, of which the model gives what is accepted."""

    shape: tuple[int, int]
    values: Values
    takes: Takes

    def read(self, text: str) -> Array | None:
        return numbers(text, self.shape)

    def misfit(self, actual: Array, strict: bool) -> float | None:
        accepted, exact = self.values(strict), self.values(True).low
        # The accepted values end at -1 and 1, which numbers of a wrong rule may not.
        near = np.isclose(actual, exact, rtol=CLOSE, atol=CLOSE)
        with np.errstate(invalid="ignore", over="ignore"):
            allowed = accepted.contains(actual.astype(accepted.low.dtype))
        if not (allowed | near | np.isnan(actual)).all():
            return None
        with np.errstate(invalid="ignore"):
            return float(np.nan_to_num(np.abs(actual - exact), nan=0.0).max(initial=0.0))


class Ask(Protocol):
    def __call__(self, case: Case, strict: bool, /) -> Asked | None: ...  # None: it cannot be asked


class Reading(Protocol):
    def __call__(self, case: Case, strict: bool, /) -> Scene: ...


def _of_reads(scene_of: Reading) -> Ask:
    """Of families whose kernels store what they read."""

    def ask(case: Case, strict: bool) -> Question:
        scene = scene_of(case, strict)  # what is read, and where, is as the test has it, whatever rule is another

        def seen(strict: bool) -> Interval:
            anew = dataclasses.replace(scene.image, format=format_named(scene.image.format.name))
            colours = dataclasses.replace(scene, image=anew).colours(strict)
            return colours.map(lambda end: components_of(scene.image.type, end))

        return Question((len(scene.where), 1 if scene.image.type.is_depth else 4), seen, _is_of_images)

    return ask


def _is_of_images(deviation: Deviation) -> bool:
    return deviation.module not in (attributes, mipmaps) and not deviation.families


def _is_of_levels(deviation: Deviation) -> bool:
    return deviation.module not in (attributes, addressing) and not deviation.families


def _of_levels(scene_of: Callable[[Case, bool], ChainScene]) -> Ask:
    """Of families that read levels of mipmapped images. Wrong addressing leads to two texels that may both be meant: the families of
    other images have it."""

    def ask(case: Case, strict: bool) -> Question:
        scene = scene_of(case, strict)

        def seen(strict: bool) -> Interval:
            anew = dataclasses.replace(scene.chain, format=format_named(scene.chain.format.name))
            return dataclasses.replace(scene, chain=anew).colours(strict)

        return Question((len(scene.where), 4), seen, _is_of_levels)

    return ask


def _of_attributes(case: Case, strict: bool) -> Question:
    """Of families whose kernels store what they are told of an image."""

    def told(strict: bool) -> Interval:
        return Interval.exactly(np.array(asked.answers(case), dtype=np.int64)[:, None])

    return Question((len(asked.answers(case)), 1), told, lambda deviation: deviation.module is attributes)


def _as_colours(item: Format, stored: Array) -> Array:
    """Channels of a packed format as the tester reads them."""
    alpha = np.ones((len(stored), 4 - item.channels))
    return np.concatenate([conversion.channel_reals(item, stored), alpha], axis=-1)


def _of_writes(case: Case, strict: bool) -> Question:
    """Of families whose kernels write an image."""
    image_type, order, data, colours, size, *_ = case.values
    name = f"{order}-{data}"
    given, channels = write.colours_of(format_named(name), colours), format_named(name).channels
    is_packed = bool(format_named(name).type.packed)
    count = math.prod(extents_of(image_type_named(image_type), size))

    def stored(strict: bool) -> Interval:
        item = format_named(name)
        found = conversion.write_channels(item, given, strict)
        seen = found.map(lambda end: _as_colours(item, end)) if is_packed else found
        return seen.map(lambda end: tiled(end, count))

    return Question((count, 4 if is_packed else channels), stored, _is_of_images)


_READS: Mapping[str, Ask] = {module.NAME: _of_reads(module.scene) for module in (read, samplers, values)}
_WRITES: Mapping[str, Ask] = {module.NAME: _of_writes for module in (write, written)}
_OTHERS: Mapping[str, Ask] = {asked.NAME: _of_attributes}
_LEVELS: Mapping[str, Ask] = {module.NAME: _of_levels(module.scene) for module in (mip_read, mip_gradients)}


def _of_vulkan(ask: Callable[[Case], tuple[int, Values] | None]) -> Ask:
    def question(case: Case, strict: bool) -> Question | None:
        found = ask(case)
        return found and Question((found[0], 4), found[1], lambda deviation: case.suite in deviation.families)

    return question


def _vulkans() -> tuple[dict[str, Ask], tuple[Deviation, ...], tuple[str, ...]]:
    """Of Vulkan's families, which may be missing (ci/annexes.txt); last, those that are asked by their lines."""
    if not VK_SUITES:
        return {}, (), ()
    from . import vk_deviations, vk_hypotheses

    return {name: _of_vulkan(ask) for name, ask in vk_hypotheses.VK_ASKS.items()}, vk_deviations.VK_DEVIATIONS, vk_deviations.TOLD


_VK_ASKS, _VK_DEVIATIONS, _VK_TOLD = _vulkans()
ALL_DEVIATIONS = (*DEVIATIONS, *box_deviations.DEVIATIONS, *address_deviations.DEVIATIONS, *builtin_deviations.DEVIATIONS, *vector_deviations.DEVIATIONS, *_VK_DEVIATIONS)


# Families whose tests ask a `Question`, and all that can be asked about.
QUESTIONS: dict[str, Ask] = {
    prefix + name: ask for prefix in ("", "later-", "depth-") for name, ask in {**_READS, **_WRITES, **_OTHERS}.items()
} | {**_LEVELS, **_VK_ASKS}
ASKS = QUESTIONS | {family: told.ask for family in (*box_deviations.FAMILIES, *builtin_deviations.FAMILIES, *_VK_TOLD)}


def numbers(text: str, shape: tuple[int, ...]) -> Array | None:
    """Numbers as results have them, in rows; None when they are not as many."""
    try:
        found = np.array([float(word) for word in text.split()])
    except ValueError:
        return None
    return found.reshape(shape) if found.size == math.prod(shape) else None


def _fits(questions: Mapping[Case, Asked], given: Mapping[Case, Array | None], strict: bool) -> dict[Case, float]:
    """The same of all tests whose values may be so."""
    found = {}
    for case, question in questions.items():
        values_of_case = given[case]
        misfit = None if values_of_case is None else question.misfit(values_of_case, strict)
        if misfit is not None:
            found[case] = misfit
    return found


def explain(actual: Mapping[Case, str], strict: bool) -> dict[Case, list[str]]:
    """Each test with the names of all deviations that give its values, the tester's text of argument 0."""
    asked = {case: ASKS[case.suite](case, strict) for case in actual}
    questions = {case: question for case, question in asked.items() if question}
    found: dict[Case, list[str]] = {case: [] for case in questions}
    given = {case: question.read(actual[case]) for case, question in questions.items()}
    right = _fits(questions, given, strict)
    for deviation in ALL_DEVIATIONS:
        about = {case: question for case, question in questions.items() if question.takes(deviation)}
        with deviation.applied():
            for case, misfit in _fits(about, given, strict).items():
                # The right rules give, too, what is off by less than can be told apart.
                if misfit < right.get(case, math.inf):
                    found[case].append(f"{deviation.name} ({deviation.section})")
    return found


def chosen(cases: Iterable[Case], actual: Mapping[str, str]) -> dict[Case, str]:
    """The cases of those names that can be explained."""
    return {case: actual[case.full_name] for case in cases if case.suite in ASKS and case.full_name in actual}
