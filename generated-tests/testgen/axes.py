# SPDX-License-Identifier: MIT
"""What each test is about, in names that mean the same in every family: for whoever wants to know what
failing tests have in common."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from .model import Case, Suite
from .uses import uses

# Axes of images have these words; a "type" of others is the scalar's.
_NAMES = {"type": "image type", "order": "channel order", "data": "data type", "addressing": "addressing mode",
          "filter": "filter mode", "normalized": "coordinates", "coordinate": "coordinate type",
          "from": "source type", "to": "target type", "access": "access qualifier"}  # fmt: skip
_WORDS = {"normalized": {"True": "normalized", "False": "unnormalized"}, "saturation": {"": "none"},
          "rounding": {"": "default"}}  # fmt: skip
_SAMPLER = ("addressing", "filter", "normalized")  # the parts of a sampler's name
_HIDDEN = ("seldom",)  # only weighs in samples
# Families with more formats than samples can pair with the rest have them in names of tests alone.
_FORMAT = re.compile(r"(?P<order>\w+)-(?P<data>[US]\w+|HALF_FLOAT|FLOAT)(/|$)")


def kind(data_type: str) -> str:
    """A channel data type without its size: SNORM_INT8 and SNORM_INT16 are SNORM_INT."""
    return data_type.rstrip("0123456789")


@cache
def _said(axis: str, value: str, is_image: bool) -> tuple[tuple[str, str], ...]:
    """What a value on one of a family's axes says, as names and values of axes that all families share."""
    value = _WORDS.get(axis, {}).get(value, value)
    if axis in _HIDDEN or not value:
        return ()
    if axis == "sampler":
        parts = zip(_SAMPLER, value.split("-"), strict=True)
        return tuple((_NAMES[part], word) for part, word in parts)
    name = "scalar type" if axis == "type" and not is_image else _NAMES.get(axis, axis)
    said = ((name, value),)
    return (*said, ("data kind", kind(value))) if axis == "data" and kind(value) != value else said


def description(case: Case, axes: Sequence[str]) -> dict[str, str]:
    """A test's values by axis. Empty values say nothing; a sampler is its three modes, and data types
    are there with their size and without it."""
    found = {"family": case.suite}
    match = None if "order" in axes else _FORMAT.match(case.name)
    named = match.groupdict() if match else {}
    is_image = bool(named) or "order" in axes or axes[:1] == ("type",)
    for axis, value in zip(axes, case.values, strict=True):
        found.update(_said(axis, value, is_image))
    for axis, value in named.items():
        if axis not in axes:
            found.update(_said(axis, value, is_image))
    return {**found, **uses(found)}


Facts = Callable[[Mapping[str, str]], Mapping[str, str]]  # of a family: from values on its axes, what follows from them
Named = Callable[[Case], Mapping[str, str]]  # of a family: what names of its tests say that its axes do not
_DESCRIBED: dict[str, Mapping[str, Mapping[str, str]]] = {}  # by family


def facts_of(suite: Suite) -> Facts:
    """What follows from a family's values; nothing, where it does not say."""
    found: Facts = getattr(suite, "facts", lambda values: {})
    return found


def described(suite: Suite) -> Mapping[str, Mapping[str, str]]:
    """The descriptions of all tests of a family, by their full names, with what its values lead to, where it says that: samples
    need not know that a box has one layer, but who looks for a fault does. They are made once."""
    if suite.NAME not in _DESCRIBED:
        facts = facts_of(suite)
        named: Named = getattr(suite, "named", lambda case: {})
        _DESCRIBED[suite.NAME] = {
            case.full_name: {**description(case, suite.AXES), **named(case), **facts(dict(zip(suite.AXES, case.values)))}
            for case in suite.cases()
        }
    return _DESCRIBED[suite.NAME]


def _family(suite: Suite) -> dict[str, Any]:
    """A family's section of the specification, its axes, and its tests' values in that order; "" where
    a test has none."""
    found = described(suite)
    names = list(dict.fromkeys(axis for values in found.values() for axis in values))
    tests = {test: [values.get(axis, "") for axis in names] for test, values in found.items()}
    return {"section": suite.SECTION, "axes": names, "tests": tests}


def table(suites: Iterable[Suite]) -> list[dict[str, Any]]:
    """All families, as JSON has them."""
    return [_family(suite) for suite in suites]
