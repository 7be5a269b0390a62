# SPDX-License-Identifier: MIT
"""Reads the JSON results of Piglit's own runner: one file, or its results folder, which holds a file
for each test while a run goes on or when it was interrupted."""

import bz2
import gzip
import json
import lzma
import re
import zlib
from pathlib import Path
from typing import Any, Callable, Iterator

from .. import fields
from ..results import Record, Result, ResultsError
from ..status import RANK, Status

OPENERS: dict[str, Callable[..., Any]] = {
    "results.json": open,
    "results.json.gz": gzip.open,
    "results.json.bz2": bz2.open,
    "results.json.xz": lzma.open,
}
METADATA = "metadata.json"  # in the folder of a run that is not finished, beside PARTS
PARTS = "tests"

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
_TIMES = fields.table(dict.fromkeys(("start", "end"), fields.maybe(fields.seconds)))
_TIME = fields.maybe(lambda value, name: (_TIMES if isinstance(value, dict) else fields.seconds)(value, name))
_TEXTS = ("command", "exception", "err", "traceback")
_TEST = fields.table(
    {
        "result": fields.Needed(fields.text),
        "subtests": fields.maybe(fields.values(fields.text)),
        "time": _TIME,
        **dict.fromkeys(_TEXTS, fields.maybe(fields.text)),
    }
)
_DOCUMENT = fields.table({"name": fields.maybe(fields.text), "tests": fields.Needed(fields.values(_TEST)), "time_elapsed": _TIME})
TYPE_MARK = "__type__"  # names the class of an object of Piglit's, among its members
RUNNING = "incomplete"  # the result of a test that had begun when the run was interrupted


def _results_file(path: Path) -> Path | None:
    if not path.is_dir():
        return path if path.name in OPENERS else None
    names = (METADATA, *OPENERS) if (path / PARTS).is_dir() else tuple(OPENERS)
    return next((path / name for name in names if (path / name).exists()), None)


def is_piglit(path: Path) -> bool:
    """Whether a path looks like results of Piglit."""
    return _results_file(path) is not None


def _file_name(test: str, command: str) -> str:
    """The path of a test's file as far as it is known. A test of the program tester has it in its
    command: program@execute@x is tests/cl/program/execute/X.cl there."""
    name = test.replace("@", "/")
    stem = re.escape(name.rpartition("/")[2])
    found = re.search(
        rf"(?:^|[ /])((?:[^ /]+/)*{stem}\.(?:cl|program_test))(?= |$)", command, re.IGNORECASE
    )
    if not found:
        return name
    below = re.search(r"tests/cl/(.*)", found[1])  # tests/cl and generated_tests/cl
    return below[1] if below else found[1]


def _seconds(time: Any) -> float:
    if isinstance(time, dict):
        return max(0.0, float((time.get("end") or 0) - (time.get("start") or 0)))
    return float(time or 0)


def _status(word: str) -> Status:
    try:
        return STATUSES[word]
    except KeyError:
        raise ResultsError(f"Piglit's status {word!r} is not known") from None


def _verdicts(record: dict[str, Any]) -> dict[str, Status]:
    """The verdicts of a test's parts; that of the whole, by the name "", where there are no parts or
    none of them is as bad."""
    subtests = (record.get("subtests") or {}).items()
    verdicts = {name: _status(word) for name, word in subtests if name != TYPE_MARK}
    whole = _status(record["result"])
    if not verdicts or whole.is_bad and RANK[whole] > max(map(RANK.__getitem__, verdicts.values())):
        verdicts[""] = whole
    return verdicts


def _results(test: str, record: dict[str, Any]) -> Iterator[Result]:
    command = record.get("command") or ""
    file = _file_name(test, command)
    words = "\n".join(filter(None, (record.get("err"), record.get("traceback"))))
    verdicts = _verdicts(record)
    seconds = _seconds(record.get("time")) / len(verdicts)  # only the sum is known
    for name, status in verdicts.items():
        full = f"{file}::{name}" if name else file
        result = Result(full, status, seconds, record.get("exception") or "")
        if status.is_bad:
            result.output, result.reproduce = words, command
        yield result


def _read_parts(metadata: Path) -> dict[str, Any]:
    """The document that a finished run would have left. Parts that were not written to their end are
    none, and a test that was running has no result."""
    document: dict[str, Any] = json.loads(metadata.read_text(encoding="utf-8", errors="replace"))
    document["tests"] = {}
    for part in (metadata.parent / PARTS).glob("*.json"):
        try:
            document["tests"] |= json.loads(part.read_text(encoding="utf-8", errors="replace"))
        except ValueError:
            continue
    return document


def _read(file: Path) -> dict[str, Any]:
    if file.name == METADATA:
        return _read_parts(file)
    with OPENERS[file.name](file, "rt", encoding="utf-8", errors="replace") as stream:
        document: dict[str, Any] = json.load(stream)
        return document


def load(path: Path) -> Record:
    """The results that Piglit left there."""
    file = _results_file(path)
    if file is None:
        raise ResultsError(f"{path}: no results of Piglit")
    complete = file.name != METADATA
    try:
        document = _DOCUMENT(_read(file), "the document")
        tests = document["tests"].items()
        ended = {t: r for t, r in tests if complete or r["result"] != RUNNING}
        results = {r.test: r for test, record in ended.items() for r in _results(test, record)}
        for result in results.values():
            fields.RESULT(result.to_json(), result.test)
    except (OSError, EOFError, ValueError, TypeError, KeyError, RecursionError, lzma.LZMAError, zlib.error) as error:
        raise ResultsError(f"{file}: no results of Piglit in it ({error})") from None
    return Record(
        run={"driver": str(document.get("name") or "piglit"), "asked": {"places": []}},  # it does not say
        results=results,
        end={"complete": complete, "seconds": _seconds(document.get("time_elapsed"))},
    )
