# SPDX-License-Identifier: MIT
"""Several runs in one report: in which order they stand, and what each is called. Both come from
what the runs say of themselves."""

import dataclasses
import enum
from typing import Callable, Sequence

from ..gate.compare import Comparison, compare, judged
from ..inputs import Input
from ..results import Record, Result
from ..status import RANK, Status


class Kind(enum.Enum):
    """What a report is of."""

    SINGLE = "single"
    DRIVERS = "drivers"  # beside each other
    TIMELINE = "timeline"  # one driver on one device, the oldest run first


@dataclasses.dataclass
class Run:
    """A run with a name that no other of the report has."""

    item: Input
    label: str

    @property
    def record(self) -> Record:
        return self.item.record


def commit(record: Record) -> str:
    """The commit that was tested, in short; a + after it says that files differed from it."""
    short = str(record.run.get("commit") or "")[:12]
    return short + ("+" if short and record.run.get("dirty") else "")


def start(record: Record) -> str:
    """When a run was started, for people; texts in order of time."""
    return str(record.run.get("start") or "").replace("T", " ").removesuffix("Z")


def _of_device(key: str) -> Callable[[Record], str]:
    return lambda record: str(record.device.get(key) or "")


# Facts that tell runs apart, the most telling first.
FACTS: tuple[Callable[[Record], str], ...] = (
    lambda record: str(record.run.get("driver") or ""),
    _of_device("name"),
    _of_device("driver_version"),
    commit,
    start,
)


def _labels(items: Sequence[Input]) -> list[str]:
    """What differs between the runs, and no more than that."""
    parts: list[list[str]] = [[] for _ in items]
    for fact in FACTS:
        values = [fact(item.record) for item in items]
        if len(set(values)) > 1:
            for own, value in zip(parts, values):
                own.extend([value] if value else [])
        labels = [", ".join(own) for own in parts]
        if all(labels) and len(set(labels)) == len(labels):
            return labels
    return [f"{item.path}" if len(items) == 1 else f"{number}: {item.path}"
            for number, item in enumerate(items, 1)]  # fmt: skip


def _kind(items: Sequence[Input]) -> Kind:
    if len(items) == 1:
        return Kind.SINGLE
    of = {(FACTS[0](item.record), FACTS[1](item.record)) for item in items}
    is_dated = all(start(item.record) for item in items)
    return Kind.TIMELINE if len(of) == 1 and is_dated else Kind.DRIVERS


def _with_losses(first: Input, last: Input) -> Input:
    """The last run, in which what passed in the first and does not any more is bad."""
    changed = compare([first.record, last.record])
    return dataclasses.replace(last, record=judged(last.record, changed, start(first.record)))


def arrange(items: Sequence[Input], comparison: Comparison | None = None) -> tuple[Kind, list[Run]]:
    """The runs as a report shows them: runs of one driver by when they were made, drivers as they
    were named. Two that were compared stay as they are."""
    kind = Kind.TIMELINE if comparison else _kind(items)
    if kind is Kind.TIMELINE and not comparison:
        items = sorted(items, key=lambda item: start(item.record))
        items = [*items[:-1], _with_losses(items[0], items[-1])]
    if kind is Kind.SINGLE:
        return kind, [Run(items[0], str(items[0].record.run.get("driver") or items[0].path))]
    return kind, [Run(item, label) for item, label in zip(items, _labels(items), strict=True)]


def worst(results: Sequence[Result | None]) -> Status:
    """The worst verdict of some, one of which is there."""
    found = [result.status for result in results if result is not None]
    return max(found, key=RANK.__getitem__)
