# SPDX-License-Identifier: MIT
"""The results that a gate measures by: what a run of a part of the tests replaces of them, and what it keeps."""

import dataclasses
import shutil
from pathlib import Path
from typing import Any

from ..asked import joined_roots, split_absent
from ..results import Record, ResultsError
from . import merge


def _who(record: Record) -> str:
    """Driver and device, by which results are told apart."""
    words = (record.run.get("driver"), record.device.get("platform"), record.device.get("name"))
    return " / ".join(str(word) for word in words if word) or "an unknown driver"


def _runs(record: Record) -> list[dict[str, Any]]:
    return record.run.get("merged") or [record.run]


def joined(before: Record, now: Record, kept: set[str]) -> Record:
    """The later results, and those of the earlier that are kept. Of runs that were asked for the same
    only the last is named. ResultsError where they are of different drivers or devices."""
    if _who(before) != _who(now):
        raise ResultsError(f"{before.folder}: its results are of {_who(before)}, which a part of the tests of {_who(now)} cannot replace")
    rest = dataclasses.replace(before, plan=[test for test in before.plan if test in kept],
                               results={test: result for test, result in before.results.items() if test in kept})  # fmt: skip
    run: dict[str, Any] = {**now.run, "roots": joined_roots([rest, now])}
    asked = [(one.get("asked"), one.get("shard")) for one in _runs(now)]
    run["merged"] = [one for one in _runs(before) if (one.get("asked"), one.get("shard")) not in asked] + _runs(now)
    for name in ("asked", "shard"):
        run.pop(name, None)
    plan = list(dict.fromkeys([*rest.plan, *now.plan]))
    return Record(run, now.device, plan, {**rest.results, **now.results}, now.end)


def _exchange(new: Path, baseline: Path) -> None:
    """At no moment is there no baseline."""
    old = baseline.with_name(f"{baseline.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if baseline.exists():
        baseline.rename(old)
    new.rename(baseline)
    shutil.rmtree(old, ignore_errors=True)


def keep(now: Record, before: Record | None, baseline: Path) -> int:
    """Makes results the baseline. Earlier results of tests that they were not asked for stay there;
    returns how many. ResultsError where that cannot be."""
    kept = split_absent(before, now, own=True)[1] if before else set()
    whole = joined(before, now, kept) if before and kept else None
    new = baseline.with_name(f"{baseline.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    if whole and before:
        merge.write(new, whole)
        merge.keep_sources(new, [dataclasses.replace(before, results=whole.results), now])
    else:
        shutil.copytree(str(now.folder), new)
    _exchange(new, baseline)
    return len(kept)
