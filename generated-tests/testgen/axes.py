# SPDX-License-Identifier: MIT
"""What each test is about, in names that mean the same in every family: for whoever wants to know what
failing tests have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from .model import Case, Suite

# Axes of images have these words; a "type" of others is the scalar's.
_NAMES = {"type": "image type", "order": "channel order", "data": "data type", "addressing": "addressing mode",
          "filter": "filter mode", "normalized": "coordinates", "coordinate": "coordinate type",
          "from": "source type", "to": "target type", "access": "access qualifier"}  # fmt: skip
_WORDS = {"normalized": {"True": "normalized", "False": "unnormalized"}}
_SAMPLER = ("addressing", "filter", "normalized")  # the parts of a sampler's name
_HIDDEN = ("seldom",)  # only weighs in samples
# Families with more formats than samples can pair with the rest have them in names of tests alone.
_FORMAT = re.compile(r"(?P<order>\w+)-(?P<data>[US]\w+|HALF_FLOAT|FLOAT)(/|$)")


def kind(data_type: str) -> str:
    """A channel data type without its size: SNORM_INT8 and SNORM_INT16 are SNORM_INT."""
    return data_type.rstrip("0123456789")


def description(case: Case, axes: Sequence[str]) -> dict[str, str]:
    """A test's values by axis. Empty values say nothing; a sampler is its three modes, and data types
    are there with their size and without it."""
    found = {"family": case.suite}
    values = list(zip(axes, case.values, strict=True))
    named = None if "order" in axes else _FORMAT.match(case.name)
    if named:
        values += [(axis, named[axis]) for axis in ("order", "data") if axis not in axes]
    is_image = named or "order" in axes or axes[:1] == ("type",)
    for axis, value in values:
        if axis in _HIDDEN or not value:
            continue
        if axis == "sampler":
            found |= {_NAMES[part]: word for part, word in zip(_SAMPLER, value.split("-"), strict=True)}
            continue
        name = "scalar type" if axis == "type" and not is_image else _NAMES.get(axis, axis)
        found[name] = _WORDS.get(axis, {}).get(value, value)
        if axis == "data" and kind(value) != value:
            found["data kind"] = kind(value)
    return found


def _family(suite: Suite) -> dict[str, Any]:
    """A family's section of the specification, its axes, and its tests' values in that order; "" where
    a test has none."""
    found = {case.full_name: description(case, suite.AXES) for case in suite.cases()}
    names = list(dict.fromkeys(axis for values in found.values() for axis in values))
    tests = {test: [values.get(axis, "") for axis in names] for test, values in found.items()}
    return {"section": suite.SECTION, "axes": names, "tests": tests}


def table(suites: Iterable[Suite]) -> list[dict[str, Any]]:
    """All families, as JSON has them."""
    return [_family(suite) for suite in suites]
