# SPDX-License-Identifier: MIT
"""Which statements of the specification a driver follows, and which it violates: those of which many of the tests fail that show
them. The generator of tests knows the statements, and is asked."""

import dataclasses
from collections.abc import Iterable

from .generator import Generator

LEAST = 0.5  # of the tests that show a statement: fewer may fail for other reasons


@dataclasses.dataclass(frozen=True)
class Counted:
    """A statement, and how many of the tests that show it fail."""

    name: str
    section: str
    text: str
    failed: int
    ran: int
    examples: list[str]  # of tests that fail

    @property
    def is_violated(self) -> bool:
        return self.failed > 0 and self.failed >= LEAST * self.ran

    @property
    def count(self) -> str:
        """How many fail, in words."""
        if not self.ran:
            return "no test"
        if not self.failed:
            return f"{self.ran:,} pass"
        if self.failed < self.ran:
            return f"{self.failed:,} of {self.ran:,} fail"
        return "its only test fails" if self.ran == 1 else f"all {self.ran:,} fail"

    def __str__(self) -> str:
        return f"   {self.section} {self.name}: {self.count}\n      {self.text}"


def counted(generator: Generator, failed: Iterable[str], ran: Iterable[str]) -> list[Counted]:
    """All statements, in the order of sections."""
    return [Counted(**record) for record in generator.ask({"failed": list(failed), "ran": list(ran)})]


def violated(generator: Generator, failed: Iterable[str], ran: Iterable[str]) -> list[Counted]:
    """The statements that are, those first of which the largest part of the tests fails."""
    bad = list(failed)
    found = [one for one in counted(generator, bad, ran) if one.is_violated] if bad else []
    return sorted(found, key=lambda one: (-one.failed / one.ran, -one.failed, one.name))
