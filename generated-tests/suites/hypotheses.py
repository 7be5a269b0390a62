# SPDX-License-Identifier: MIT
"""Which single wrong rule gives the very values that a driver gave."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping
from typing import Protocol

import numpy as np

from imagespec.arrays import Array
from imagespec.deviations import DEVIATIONS
from imagespec.formats import FORMATS
from imagespec.sampling import Scene
from testgen.model import Case

from . import read, samplers, values


class Scenes(Protocol):
    def __call__(self, case: Case, strict: bool, /) -> Scene: ...


# Families whose tests have all that they check in argument 0, four components for each read.
SCENES: dict[str, Scenes] = {module.NAME: module.scene for module in (read, samplers, values)}

CLOSE = 1e-6  # of a float that was computed another way


def numbers(text: str, shape: tuple[int, ...]) -> Array | None:
    """Numbers as results have them, in rows; None when they are not as many."""
    try:
        found = np.array([float(word) for word in text.split()])
    except ValueError:
        return None
    return found.reshape(shape) if found.size == math.prod(shape) else None


def _gives(scene: Scene, actual: Array, strict: bool) -> bool:
    """Whether a driver that follows the model as it is now may give these values."""
    anew = dataclasses.replace(scene.image, format=FORMATS[scene.image.format.name])
    changed = dataclasses.replace(scene, image=anew)
    accepted, exact = changed.colours(strict), changed.colours(True).low
    # What is allowed ends at -1 and 1, which numbers of a wrong rule may not.
    near = np.isclose(actual, exact, rtol=CLOSE, atol=CLOSE)
    return bool((accepted.contains(actual.astype(accepted.low.dtype)) | near | np.isnan(actual)).all())


def explain(actual: Mapping[Case, str], strict: bool) -> dict[Case, list[str]]:
    """Each test with the names of all deviations that give its values, the tester's text of argument
    0. What is read, and where, is as the test has it, whatever rule is another."""
    found: dict[Case, list[str]] = {case: [] for case in actual}
    scenes = {case: SCENES[case.suite](case, strict) for case in actual}
    given = {case: numbers(text, (len(scenes[case].where), 4)) for case, text in actual.items()}
    for case, scene in scenes.items():  # the right rules give what is off by less than can be told apart
        values_of_case = given[case]
        if values_of_case is not None and _gives(scene, values_of_case, strict):
            given[case] = None
    for deviation in DEVIATIONS:
        with deviation.applied():
            for case, scene in scenes.items():
                values_of_case = given[case]
                if values_of_case is not None and _gives(scene, values_of_case, strict):
                    found[case].append(f"{deviation.name} ({deviation.section})")
    return found


def chosen(cases: Iterable[Case], actual: Mapping[str, str]) -> dict[Case, str]:
    """The cases of those names that can be explained."""
    return {case: actual[case.full_name] for case in cases if case.suite in SCENES and case.full_name in actual}
