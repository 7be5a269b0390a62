# SPDX-License-Identifier: MIT
"""What tests are about, as the generator of tests says: axes like "channel order", and each test's value
on them."""

from __future__ import annotations

import dataclasses
import json
import subprocess
from collections.abc import Iterable
from pathlib import Path

from ..results import ResultsError

@dataclasses.dataclass
class Axes:
    """Descriptions of generated tests, and the sections of specifications by family."""

    descriptions: dict[str, dict[str, str]]
    sections: dict[str, str]

    def section(self, test: str) -> str:
        """Where the specification says what a test expects; "" where that is not known."""
        return self.sections.get(family_of(test), "")


def family_of(test: str) -> str:
    """The first part of a name; the name itself where it is all there is."""
    return test.partition("::")[0].partition("/")[0]


def known_families(generator: Path) -> list[str]:
    """The names of the folders that generated tests are in."""
    counts = ask(generator, ["--count", "--every"])
    return [line.split()[1] for line in counts.splitlines()[:-1]]


def load(generator: Path, tests: Iterable[str]) -> Axes:
    """The axes of those of these tests that are generated. ResultsError when the generator fails."""
    families = {family_of(test) for test in tests}
    wanted = [word for name in known_families(generator) if name in families for word in ("--suite", name)]
    found = Axes({}, {})
    if not wanted:
        return found
    for family in json.loads(ask(generator, ["--axes", *wanted])):
        names = family["axes"]
        for test, values in family["tests"].items():
            found.descriptions[test] = {axis: value for axis, value in zip(names, values) if value}
            found.sections.setdefault(family_of(test), family["section"])
    return found


def ask(generator: Path, words: list[str], given: str = "") -> str:
    """What the generator prints. ResultsError when it fails."""
    done = subprocess.run([str(generator), *words], input=given, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ResultsError(f"{generator} cannot say what tests are about: {done.stderr.strip()}")
    return done.stdout
