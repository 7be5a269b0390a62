# SPDX-License-Identifier: MIT
"""What tests are about, as the generator of tests says: axes like "channel order", and each test's value
on them."""

import dataclasses
from collections.abc import Container, Iterable, Mapping
from typing import Any

from .generator import Generator


@dataclasses.dataclass
class Axes:
    """Descriptions of generated tests, and the sections of specifications by family."""

    descriptions: dict[str, dict[str, str]]
    sections: dict[str, str]


def family_of(test: str) -> str:
    """The first part of a name; the name itself where it is all there is."""
    return test.partition("::")[0].partition("/")[0]


def load(generator: Generator, tests: Iterable[str]) -> Axes:
    """The axes of those of these tests that are generated. ResultsError when the generator fails."""
    wanted = frozenset(tests)
    return from_table(generator.ask({"axes": sorted({family_of(test) for test in wanted})}), wanted)


def from_table(table: Iterable[Mapping[str, Any]], wanted: Container[str] | None = None) -> Axes:
    """The axes of families as the generator tells them, of all tests or of those that are wanted."""
    found = Axes({}, {})
    for family in table:
        names = family["axes"]
        for test, values in family["tests"].items():
            if wanted is None or test in wanted:
                found.descriptions[test] = {axis: value for axis, value in zip(names, values) if value}
                found.sections[family_of(test)] = family["section"]
    return found
