# SPDX-License-Identifier: MIT
"""Reads the JSON results of Piglit's own runner, as one file or as a results folder of it."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import re
from pathlib import Path
from typing import Any, Callable, Iterator

from ..results import Record, Result, ResultsError
from ..status import Status

OPENERS: dict[str, Callable[..., Any]] = {
    "results.json": open,
    "results.json.gz": gzip.open,
    "results.json.bz2": bz2.open,
    "results.json.xz": lzma.open,
}

# A warning is what its program tester says of a wrong configuration.
STATUSES = {
    "pass": Status.PASS,
    "skip": Status.SKIP,
    "notrun": Status.SKIP,
    "warn": Status.ERROR,
    "dmesg-warn": Status.FAIL,
    "dmesg-fail": Status.FAIL,
    "fail": Status.FAIL,
    "timeout": Status.TIMEOUT,
    "crash": Status.CRASH,
    "incomplete": Status.CRASH,
}
TYPE_MARK = "__type__"  # names the class of an object of Piglit's, among its members
BUILD_TEST = "build"  # what program-tester calls the one test of a file that only builds


def _results_file(path: Path) -> Path | None:
    if not path.is_dir():
        return path if path.name in OPENERS else None
    return next((path / name for name in OPENERS if (path / name).exists()), None)


def is_piglit(path: Path) -> bool:
    """Whether a path looks like results of Piglit."""
    return _results_file(path) is not None


def _file_name(test: str, command: str) -> str:
    """The name of a test's file as run-tests has it: program@execute@x -> program/execute/x.cl."""
    name = test.replace("@", "/")
    stem = re.escape(name.rpartition("/")[2])
    suffix = re.search(rf"\b{stem}(\.cl|\.program_test)\b", command)
    return name + (suffix.group(1) if suffix else "")


def _seconds(record: dict[str, Any]) -> float:
    time = record.get("time")
    if isinstance(time, dict):
        return max(0.0, float(time.get("end") or 0) - float(time.get("start") or 0))
    return float(time or 0)


def _status(word: str) -> Status:
    try:
        return STATUSES[word]
    except KeyError:
        raise ResultsError(f"Piglit's status {word!r} is not known") from None


def _results(test: str, record: dict[str, Any]) -> Iterator[Result]:
    command = str(record.get("command") or "")
    file = _file_name(test, command)
    words = "\n".join(filter(None, (record.get("err"), record.get("traceback"))))
    subtests = {n: w for n, w in (record.get("subtests") or {}).items() if n != TYPE_MARK}
    if not subtests:
        subtests = {BUILD_TEST: record.get("result")}
    seconds = _seconds(record) / len(subtests)  # only the sum is known
    for name, word in subtests.items():
        status = _status(str(word))
        more = {"output": words, "reproduce": command} if status.is_bad else {}
        yield Result(f"{file}::{name}", status, seconds, str(record.get("exception") or ""), **more)


def load(path: Path) -> Record:
    """The results that Piglit left there."""
    file = _results_file(path)
    if file is None:
        raise ResultsError(f"{path}: no results of Piglit")
    try:
        with OPENERS[file.name](file, "rt", encoding="utf-8", errors="replace") as stream:
            document = json.load(stream)
        tests = document["tests"].items()
        results = {r.test: r for test, record in tests for r in _results(test, record)}
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise ResultsError(f"{file}: no results of Piglit in it ({error})") from None
    elapsed = document.get("time_elapsed")
    return Record(
        run={"driver": str(document.get("name") or "piglit")},
        results=results,
        end={"complete": True, "seconds": _seconds({"time": elapsed})},
    )
