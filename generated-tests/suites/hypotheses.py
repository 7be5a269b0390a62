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


def _fit(scene: Scene, actual: Array, strict: bool) -> float | None:
    """How far values are from what the model gives as it is now; None where a driver that follows it may not
    give them."""
    anew = dataclasses.replace(scene.image, format=FORMATS[scene.image.format.name])
    changed = dataclasses.replace(scene, image=anew)
    accepted, exact = changed.colours(strict), changed.colours(True).low
    # What is allowed ends at -1 and 1, which numbers of a wrong rule may not.
    near = np.isclose(actual, exact, rtol=CLOSE, atol=CLOSE)
    if not (accepted.contains(actual.astype(accepted.low.dtype)) | near | np.isnan(actual)).all():
        return None
    with np.errstate(invalid="ignore"):
        return float(np.nan_to_num(np.abs(actual - exact), nan=0.0).max(initial=0.0))


def _fits(scenes: Mapping[Case, Scene], given: Mapping[Case, Array | None], strict: bool) -> dict[Case, float]:
    """The same of all tests whose values may be so."""
    found = {}
    for case, scene in scenes.items():
        values_of_case = given[case]
        misfit = None if values_of_case is None else _fit(scene, values_of_case, strict)
        if misfit is not None:
            found[case] = misfit
    return found


def explain(actual: Mapping[Case, str], strict: bool) -> dict[Case, list[str]]:
    """Each test with the names of all deviations that give its values, the tester's text of argument
    0. What is read, and where, is as the test has it, whatever rule is another."""
    found: dict[Case, list[str]] = {case: [] for case in actual}
    scenes = {case: SCENES[case.suite](case, strict) for case in actual}
    given = {case: numbers(text, (len(scenes[case].where), 4)) for case, text in actual.items()}
    right = _fits(scenes, given, strict)
    for deviation in DEVIATIONS:
        with deviation.applied():
            for case, misfit in _fits(scenes, given, strict).items():
                # The right rules give, too, what is off by less than can be told apart.
                if misfit < right.get(case, math.inf):
                    found[case].append(f"{deviation.name} ({deviation.section})")
    return found


def chosen(cases: Iterable[Case], actual: Mapping[str, str]) -> dict[Case, str]:
    """The cases of those names that can be explained."""
    return {case: actual[case.full_name] for case in cases if case.suite in SCENES and case.full_name in actual}
