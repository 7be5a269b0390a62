# SPDX-License-Identifier: MIT
"""What a run was asked for. It tells a test that is gone from one that was only not asked for this time."""

import argparse
import dataclasses
from pathlib import Path
from typing import Any, Iterable

from . import discovery
from .patterns import Pattern
from .results import Record


def description(options: argparse.Namespace, suite: Path) -> dict[str, Any]:
    """What a command line asks for, as the record of a run keeps it."""
    return {
        "places": discovery.places(options.paths, suite),
        "filter": options.filter,
        "exclude": options.exclude,
        "statement": options.statement,
    }


@dataclasses.dataclass(frozen=True)
class _Asked:
    """Tests at some places that match patterns; nothing but the plan where only that can tell."""

    places: tuple[str, ...]
    wanted: tuple[Pattern, ...] = ()
    unwanted: tuple[Pattern, ...] = ()

    def covers(self, folder: str | None, test: str) -> bool:
        """`folder`: the last part of the one that the name is relative to, where it is known."""
        file = test.partition("::")[0]
        if not any(_lies_in(folder, file, place) for place in self.places):
            return False
        if any(pattern.matches(test) for pattern in self.unwanted):
            return False
        return not self.wanted or any(pattern.matches(test) for pattern in self.wanted)


def _lies_in(folder: str | None, file: str, place: str) -> bool:
    if file.startswith("/"):  # of a name that another file had before
        return f"/{place}/" in f"{file}/"
    root, _, below = place.partition("/")
    return folder in (None, root) and (not below or f"{file}/".startswith(f"{below}/"))


ANYTHING, ONLY_THE_PLAN = _Asked(()), _Asked(())


def _of_run(run: dict[str, Any], own: bool, in_shards: bool) -> _Asked:
    """What one run was asked for. A record that does not say counts as one of everything. A regular
    expression of somebody else's is not run: it may take for ever."""
    asked = run.get("asked")
    if asked is None:
        return ANYTHING
    patterns = [*asked.get("filter", []), *asked.get("exclude", [])]
    foreign = not own and any(Pattern.is_regex(text) for text in patterns)
    if asked.get("statement") is not None or foreign or run.get("shard") and not in_shards:
        return ONLY_THE_PLAN
    wanted, unwanted = (tuple(map(Pattern, asked.get(key, []))) for key in ("filter", "exclude"))
    return _Asked(tuple(asked.get("places", [])), wanted, unwanted)


def _runs(run: dict[str, Any]) -> list[dict[str, Any]]:
    return run.get("merged") or [run]


def folders(record: Record) -> dict[str, str]:
    """The folder of each file of a record, as far as it is known."""
    roots: dict[str, str] = {}
    for run in [*record.run.get("merged", []), record.run]:
        roots |= run.get("roots", {})
    files = {test.partition("::")[0] for test in [*record.plan, *record.results]}
    found = ((file, roots.get(file, roots.get(""))) for file in files)
    return {file: folder for file, folder in found if folder is not None}


def joined_roots(records: Iterable[Record]) -> dict[str, str]:
    """The roots of several records as one; the last one's folder counts for files of one name."""
    found: dict[str, str] = {}
    for record in records:
        found |= folders(record)
    names = {Path(folder).name for folder in found.values()}
    return {"": list(found.values())[-1]} if len(names) == 1 else found


def split_absent(before: Record, now: Record, own: bool = False) -> tuple[set[str], set[str]]:
    """The tests of an earlier record that a later one has no result of: those that it should have, and
    those that it was not asked for. `own`: the later one is of a run of ours."""
    planned = set(now.plan)
    asked = [_of_run(run, own, "merged" in now.run) for run in _runs(now.run)]
    known = {file: Path(folder).name for file, folder in folders(before).items()}
    due: set[str] = set()
    left_out: set[str] = set()
    for test in before.results.keys() - now.results.keys():
        folder = known.get(test.partition("::")[0])
        is_due = test in planned or any(one is ANYTHING or one.covers(folder, test) for one in asked)
        (due if is_due else left_out).add(test)
    return due, left_out
