# SPDX-License-Identifier: MIT
"""The families of tests. A module a family; testgen.model.Suite says what is in one."""

from __future__ import annotations

from testgen.model import Case, Suite

from . import (
    attributes,
    boxes,
    convert,
    integer,
    maths,
    qualifiers,
    read,
    read_write,
    rectangles,
    relational,
    samplers,
    transfer,
    values,
    vectors,
    write,
    written,
)

_MODULES: tuple[Suite, ...] = (
    read,
    samplers,
    values,
    write,
    written,
    read_write,
    transfer,
    boxes,
    rectangles,
    attributes,
    qualifiers,
    convert,
    integer,
    relational,
    vectors,
    maths,
)
SUITES: dict[str, Suite] = {module.NAME: module for module in _MODULES}


def all_cases(names: list[str] | None = None) -> list[Case]:
    """All tests of some suites, or of all."""
    return [case for name in names or SUITES for case in SUITES[name].cases()]
