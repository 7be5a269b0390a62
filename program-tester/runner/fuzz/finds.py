# SPDX-License-Identifier: MIT
"""What a fuzz run keeps beside its results: what each test is about, and the scenes of those that fail."""

import dataclasses
import re
from collections.abc import Container
from pathlib import Path
from typing import Any

from .. import fields
from ..journal import Journal
from ..results import Result, read, read_lines
from ..status import Status

ABOUT, FAULTS = "about.jsonl", "faults"
_LACKS = re.compile(r"the device has no (\w+) images of format (\w+) (\w+) for")
# A device of Vulkan lacks a feature of a format, or images of it.
_LACKS_VULKAN = re.compile(r"the device has no (?:([A-Z_]+) for|such (image) of) (\w+)")


def _own_name(value: Any, name: str) -> str:
    if not _NAME.fullmatch(fields.text(value, name)):
        raise fields.FieldError(f"{name} is not the name of a test by chance")
    return str(value)


_NAME = re.compile(r"chance/[0-9]{7,18}(\.cl|\.vk\.comp)::test 1")
_FIND = fields.table(
    {
        "test": fields.Needed(_own_name),
        "about": fields.Needed(fields.each(fields.text)),
        "scene": fields.values(fields.anything),
    }
)


def test_name(seed: int, suffix: str = ".cl") -> str:
    return f"chance/{seed:07}{suffix}::test 1"


def seed_of(test: str) -> int:
    return int(test.partition("::")[0].rpartition("/")[2].partition(".")[0])


def lacking(result: Result) -> list[str]:
    """What a test was skipped for, as the generator names it: an image, "TYPE ORDER DATA", or of Vulkan "FEATURE FORMAT"."""
    if result.status is not Status.SKIP:
        return []
    found = _LACKS.search(result.message) or _LACKS_VULKAN.search(result.message)
    return [" ".join(word for word in found.groups() if word)] if found else []


@dataclasses.dataclass
class Finds:
    """Tests so far, and the scenes of failing ones."""

    folder: Path
    about: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    scenes: dict[str, dict[str, Any]] = dataclasses.field(default_factory=dict)
    _journal: Journal | None = None

    def open(self, is_fresh: bool) -> None:
        """Reads what is there, to go on with it; or forgets it. A line that was torn is dropped."""
        self._journal = Journal(self.folder / ABOUT)
        if is_fresh:
            self._journal.clear()
        self.read(self.folder, ())

    def read(self, folder: Path, without: Container[str]) -> None:
        """Takes in what another run keeps, but for some tests."""
        for where, line in read_lines(folder / ABOUT):
            record = read(_FIND, line, where, "the test")
            if record["test"] not in without:
                self._take(record["test"], record["about"], record.get("scene"))

    def _take(self, test: str, about: list[str], scene: dict[str, Any] | None) -> None:
        self.about[test] = about
        if scene is not None:
            self.scenes[test] = scene

    def add(self, test: str, about: list[str], scene: dict[str, Any] | None) -> None:
        """A test, with its scene when it failed."""
        assert self._journal
        self._take(test, about, scene)
        record = {"test": test, "about": about} | ({"scene": scene} if scene is not None else {})
        self._journal.append(record)

    def flush(self) -> None:
        assert self._journal
        self._journal.flush()

    def close(self) -> None:
        if self._journal:
            self._journal.close()
            self._journal = None

    @property
    def next_seed(self) -> int:
        return max((seed_of(test) for test in self.about), default=-1) + 1


__all__ = ["Finds", "lacking", "test_name"]
