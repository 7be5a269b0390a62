# SPDX-License-Identifier: MIT
"""Which statements of the specification a driver violates: those of which many of the tests fail that show
them. The generator of tests knows the statements, and is asked."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from .generator import Generator

LEAST = 0.5  # of the tests that show a statement: fewer may fail for other reasons


@dataclasses.dataclass(frozen=True)
class Violated:
    """A statement, and how many of the tests that show it fail."""

    name: str
    section: str
    text: str
    failed: int
    ran: int

    def __str__(self) -> str:
        count = f"all {self.ran}" if self.failed == self.ran else f"{self.failed} of {self.ran}"
        return f"   {self.section} {self.name}: {count}\n      {self.text}"


def violated(generator: Generator, failed: Iterable[str], ran: Iterable[str]) -> list[Violated]:
    """The statements that are, those first of which the largest part of the tests fails."""
    bad = list(failed)
    if not bad:
        return []
    counted = [Violated(**record) for record in generator.ask({"failed": bad, "ran": list(ran)})]
    found = [one for one in counted if one.failed >= LEAST * one.ran]
    return sorted(found, key=lambda one: (-one.failed / one.ran, -one.failed, one.name))
