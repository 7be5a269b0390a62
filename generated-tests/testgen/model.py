# SPDX-License-Identifier: MIT
"""Cases, the suites that enumerate them, and the files that hold them."""

from __future__ import annotations

import dataclasses
import fnmatch
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:  # who asks for names alone does not wait for it
    from mako.template import Template as Template

TEMPLATES = Path(__file__).resolve().parents[1] / "templates"
_GLOB = frozenset("*?[")
SUFFIXES = {"gl-": "comp", "fs-": "frag", "vk-": "vk.comp"}  # of files, by how families' names begin; others have cl


class Case(NamedTuple):
    """One test to be: a point in the product of a suite's axes."""

    suite: str
    file: str  # below the suite's folder, without suffix
    name: str  # within the file
    values: tuple[str, ...]  # one of each axis, as pairwise coverage counts them

    @property
    def path(self) -> str:
        suffix = SUFFIXES.get(self.suite[:3], "cl")
        return f"{self.suite}/{self.file}.{suffix}"

    @property
    def full_name(self) -> str:
        return f"{self.path}::{self.name}"

    def matches(self, *patterns: str) -> bool:
        """Whether one of the patterns is a part of the name, or a glob that matches all of it."""
        name = self.full_name
        return any(one in name if _GLOB.isdisjoint(one) else fnmatch.fnmatchcase(name, one) for one in patterns)


@dataclasses.dataclass
class Test:
    """A [test] section: its name and its other lines."""

    name: str
    lines: list[str]


@dataclasses.dataclass
class TestFile:
    """A test file to be."""

    title: str
    source: str
    tests: list[Test]
    config: dict[str, str] = dataclasses.field(default_factory=dict)

    def text(self) -> str:
        text: str = template("file.mako").render(file=self)
        return text


class Suite(Protocol):
    """A family of tests: a module with these."""

    @property
    def NAME(self) -> str: ...

    @property
    def SECTION(self) -> str:
        """The specification and its sections that the expected values come from."""

    @property
    def AXES(self) -> tuple[str, ...]:
        """Names of what Case.values holds."""

    def cases(self, /) -> Iterable[Case]:
        """All tests there are."""

    # Also SPARSE: names of axes of which a sample needs each value, but not with all values of others.
    # Also, where there is something to say: facts(values), what axes.described says of a test beside its values.

    def build(self, cases: list[Case], strict: bool, /) -> TestFile:
        """The file that holds these cases, which all name the same one."""


@cache
def _lookup(folder: Path) -> Any:
    from mako.lookup import TemplateLookup
    return TemplateLookup([str(folder)], strict_undefined=True)


@cache
def template(name: str, folder: Path = TEMPLATES) -> Template:
    """A template by the name of its file."""
    found: Template = _lookup(folder).get_template(name)
    return found


def group(cases: Iterable[Case]) -> Iterator[list[Case]]:
    """Cases of one file together."""
    files: dict[str, list[Case]] = {}
    for case in cases:
        files.setdefault(case.path, []).append(case)
    yield from files.values()
