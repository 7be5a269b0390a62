# SPDX-License-Identifier: MIT
"""The families of tests. A module is a family; testgen.model.Suite says what is in one."""

import importlib
import importlib.util
from collections.abc import Iterable

from testgen.model import Case, Suite

from . import (
    attributes,
    barrier,
    boxes,
    convert,
    fence,
    half_image,
    integer,
    later,
    listed,
    maths,
    mips,
    objects,
    over,
    over_any,
    qualifiers,
    read,
    read_write,
    rectangles,
    relational,
    requirements,
    samplers,
    transfer,
    ulps,
    values,
    vectors,
    write,
    written,
)


def _of_annex(name: str) -> tuple[Suite, ...]:
    """Families of a package that may be missing (ci/annexes.txt)."""
    package = f"{__name__}.{name}"
    found: tuple[Suite, ...] = importlib.import_module(package).SUITES if importlib.util.find_spec(package) else ()
    return found


_MODULES: tuple[Suite, ...] = (
    read,
    samplers,
    *_of_annex("image_programs"),
    values,
    write,
    written,
    read_write,
    transfer,
    boxes,
    listed,
    objects,
    rectangles,
    attributes,
    qualifiers,
    convert,
    integer,
    relational,
    vectors,
    maths,
    ulps,
    *later.SUITES,
    over,
    over_any,
    requirements,
    half_image,
    fence,
    barrier,
    *mips.SUITES,
)
_OPENGL: dict[str, Suite] = {module.NAME: module for module in _of_annex("gl")}
GL_SUITES = {name: suite for name, suite in _OPENGL.items() if name.startswith("gl-")}
FS_SUITES = {name: suite for name, suite in _OPENGL.items() if name.startswith("fs-")}  # in fragment programs
VK_SUITES: dict[str, Suite] = {module.NAME: module for module in _of_annex("vk")}
# OpenCL's are those that a run without a choice has.
SUITES: dict[str, Suite] = {module.NAME: module for module in _MODULES}
EVERY_SUITE = {**SUITES, **_OPENGL, **VK_SUITES}


def all_cases(names: Iterable[str] | None = None) -> list[Case]:
    """All tests of some suites, or of all of OpenCL."""
    return [case for name in names or SUITES for case in EVERY_SUITE[name].cases()]
