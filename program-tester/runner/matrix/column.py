# SPDX-License-Identifier: MIT
"""A column of the matrix: what one version of a driver has right. It is made of a results folder, and is data that is kept and reviewed, of
some ten KiB: a letter for each question, and for those with a wrong answer how many tests, and by which rule."""

import collections
import hashlib
import itertools
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .. import fields
from ..explain.axes import Axes, family_of
from ..explain.faults import Fault, failed, ran
from ..journal import write_text
from ..results import SUMMARY, Record, Result, ResultsError, read_json
from ..status import Look
from .questions import Question, api_of, question_of

VERSION = 2
RIGHT, WRONG, LACKS, UNTRIED = "r", "w", "n", "."
_RUN = re.compile(f"([0-9]{{0,4}})([{RIGHT}{WRONG}{LACKS}{UNTRIED}])")
_RUNS = re.compile(f"(?:{_RUN.pattern})*")
_ORDER = re.compile(r"[pfs.]*")  # as runner.matrix.sample has them
_KERNEL = re.compile(r"(\bDRM [0-9.]+) / [^,)]+")
_SHA = re.compile(r"[0-9a-f]{64}")


def _letters(value: Any, name: str) -> str:
    """Runs of letters, as letters."""
    if not _RUNS.fullmatch(fields.text(value, name)):
        raise fields.FieldError(f"{name} has letters that say nothing")
    return "".join(letter * int(count or 1) for count, letter in _RUN.findall(value))


def _asked(value: Any, name: str) -> str:
    """A letter for each test that a sample asks for."""
    if not _ORDER.fullmatch(fields.text(value, name)):
        raise fields.FieldError(f"{name} has letters that say nothing")
    return str(value)


def _runs(letters: str) -> str:
    """Letters as they are kept: in front of each that stands there more than once, how often."""
    counted = ((len(list(run)), letter) for letter, run in itertools.groupby(letters))
    return "".join(f"{count if count > 1 else ''}{letter}" for count, letter in counted)


def _joined(table: Mapping[str, Any]) -> dict[str, Any]:
    """Types, with blanks between them, and modes, with strokes, for which an operation has one answer: one row."""
    types: dict[tuple[str, str, str], list[str]] = {}
    for group, answer in table.items():
        operation, one, mode = group.split("|")
        types.setdefault((operation, mode, json.dumps(answer)), []).append(one)
    modes: dict[tuple[str, str, str], list[str]] = {}
    for (operation, mode, answer), several in types.items():
        modes.setdefault((operation, " ".join(several), answer), []).append(mode)
    return {f"{operation}|{several}|{'/'.join(alike)}": json.loads(answer) for (operation, several, answer), alike in modes.items()}


def _apart(table: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """A table before it was joined."""
    found: dict[str, Any] = {}
    for group, answer in table.items():
        if group.count("|") != 2:
            raise ResultsError(f"{path}: {group!r} is no operation, types and modes")
        operation, types, modes = group.split("|")
        found |= {f"{operation}|{one}|{mode}": answer for one in types.split(" ") for mode in modes.split("/")}
    return dict(sorted(found.items()))


_RULE = fields.table(
    {
        **{name: fields.Needed(fields.text) for name in ("what", "where", "section", "test")},
        "tests": fields.Needed(fields.whole),
        "as_if": fields.each(fields.text),  # wrong rules of the specification that give the same values
    }
)
_SAMPLE = fields.table({"order": fields.Needed(_asked), "values": fields.Needed(fields.values(fields.each(fields.line, 1)))})
_COLUMN = fields.table(
    {
        "version": fields.Needed(fields.whole),
        **{name: fields.Needed(fields.line) for name in ("name", "api", "device", "driver")},
        **{name: fields.text for name in ("platform", "date", "commit")},
        "tests": fields.Needed(fields.whole),
        "set": fields.Needed(fields.line),
        "counts": fields.Needed(fields.values(fields.whole)),
        "formats": fields.Needed(fields.each(fields.line)),
        "cells": fields.Needed(fields.values(_letters)),
        "wrong": fields.Needed(fields.values(fields.values(fields.each(fields.whole, 3)))),
        "rules": fields.Needed(fields.each(_RULE)),
        "sample": _SAMPLE,
    }
)


def set_of(tests: Iterable[str]) -> str:
    """What tells one set of tests from another: a hash of their names."""
    return hashlib.sha256("\n".join(sorted(tests)).encode()).hexdigest()[:16]


def check(record: Record, known: Axes) -> None:
    """ResultsError where results are not those of a whole run of tests that are known here."""
    where = str(record.folder or "the results")
    if record.lacks() or record.end.get("complete") is not True:
        raise ResultsError(f"{where}: the run is not complete{': ' if record.lacks() else ''}{record.lacks()}")
    for name in ("name", "driver_version"):
        if not record.device.get(name):
            raise ResultsError(f"{where}: the device says no {name}")
    generated = {family_of(test) for test in known.descriptions}
    strange = [test for test in record.plan if family_of(test) in generated and test not in known.descriptions]
    if strange:
        raise ResultsError(f"{where}: {len(strange)} tests are not of this version, as {strange[0]}")
    _check_counts(record, where)
    _check_copies(record, where)


def _check_counts(record: Record, where: str) -> None:
    path = (record.folder or Path()) / SUMMARY
    if record.folder is None or not path.is_file():
        return
    told = read_json(path, fields.table({"counts": fields.Needed(fields.values(fields.whole))}), "the summary")["counts"]
    found = collections.Counter(result.status.label for result in record.results.values())
    if told != dict(found):
        raise ResultsError(f"{where}: the summary counts {told}, and the journal has {dict(found)}")


def _check_copies(record: Record, where: str) -> None:
    """Copies of tests' files are named by their contents."""
    for name in {result.kept_source for result in record.results.values() if result.kept_source}:
        path = (record.folder or Path()) / "sources" / Path(name).name
        stem = path.name.partition(".")[0].rpartition("-")[2]
        if path.is_file() and _SHA.fullmatch(stem) and hashlib.sha256(path.read_bytes()).hexdigest() != stem:
            raise ResultsError(f"{where}: sources/{path.name} is not what it is named for")


def _letter(results: Sequence[Result]) -> str:
    if any(map(failed, results)):
        return WRONG
    return RIGHT if any(result.status.look is Look.GOOD for result in results) else LACKS


def plain_device(name: str) -> str:
    """Without the release of the kernel, which Mesa's drivers of cards name: a column holds on another kernel, too."""
    return _KERNEL.sub(r"\1", name)


def make(record: Record, known: Axes, rules: Sequence[Fault], name: str = "") -> dict[str, Any]:
    """The column of a run. Tests that were written by hand, or answer no question, are not in it."""
    answers: dict[Question, list[Result]] = {}
    tests = [test for test in record.results if test in known.descriptions]
    for test in tests:
        if question := question_of(family_of(test), known.descriptions[test]):
            answers.setdefault(question, []).append(record.results[test])
    if not answers:
        raise ResultsError(f"{record.folder}: no test there answers a question that users ask")
    rule_of = {test: number for number, rule in enumerate(rules) for test in rule.tests}
    formats = sorted({question.format for question in answers})
    at = {form: number for number, form in enumerate(formats)}
    cells: dict[str, list[str]] = {}
    wrong: dict[str, dict[str, list[int]]] = {}
    for question, results in sorted(answers.items(), key=lambda item: (item[0].group, item[0].format)):
        cells.setdefault(question.group, [UNTRIED] * len(formats))[at[question.format]] = _letter(results)
        if bad := [result.test for result in results if failed(result)]:
            tried = sum(map(ran, results))
            rule = collections.Counter(rule_of.get(test, len(rules)) for test in bad).most_common(1)[0][0]
            wrong.setdefault(question.group, {})[question.format] = [len(bad), max(tried, len(bad)), rule]
    device = record.device
    counts = collections.Counter(result.status.label for result in record.results.values())
    return {
        "version": VERSION,
        "name": name or f"{record.run.get('driver', '')} {device['driver_version']}",
        "api": api_of(family_of(tests[0])),
        "platform": device.get("platform", ""),
        "device": plain_device(device["name"]),
        "driver": device["driver_version"],
        "date": str(record.run.get("start", ""))[:10],
        "commit": str(record.run.get("commit", "")),
        "tests": len(tests),
        "set": set_of(tests),
        "counts": dict(sorted(counts.items())),
        "formats": formats,
        "cells": {group: "".join(letters) for group, letters in cells.items()},
        "wrong": wrong,
        "rules": list(map(_told, rules)),
    }


def _told(rule: Fault) -> dict[str, Any]:
    told = {"what": rule.title, "where": rule.condition, "section": rule.section, "test": rule.smallest, "tests": len(rule.tests)}
    return {**told, "as_if": rule.hypotheses} if rule.hypotheses else told


def file_name(column: Mapping[str, Any]) -> str:
    """A version of a driver has one file, so that old ones stay."""
    return re.sub(r"[^a-z0-9.]+", "-", f"{column['api']} {column['name']}".lower()).strip("-") + ".json"


def write(folder: Path, column: Mapping[str, Any]) -> Path:
    """Keeps a column: a line for each answer of an operation, so that people can read what changes."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / file_name(column)
    write_text(path, lines_of(column))
    return path


def lines_of(column: Mapping[str, Any]) -> str:
    """A column as it is kept."""

    def short(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    parts = []
    cells = {group: _runs(letters) for group, letters in column["cells"].items()}
    kept = {**column, "cells": _joined(cells), "wrong": _joined(column["wrong"])}
    for key, value in kept.items():
        if isinstance(value, dict) and key in ("cells", "wrong"):
            inner = ",\n".join(f"{short(name)}:{short(item)}" for name, item in value.items())
            parts.append(f"{short(key)}:{{\n{inner}\n}}" if inner else f"{short(key)}:{{}}")
        elif key == "sample":
            told = dict(value)
            inner = ",\n".join(f"{short(name)}:{short(item)}" for name, item in told["values"].items())
            parts.append(f'"sample":{{"order":{short(told["order"])},"values":{{\n{inner}\n}}}}')
        elif key == "rules":
            parts.append(f"{short(key)}:[\n" + ",\n".join(map(short, value)) + "\n]" if value else f"{short(key)}:[]")
        else:
            parts.append(f"{short(key)}:{short(value)}")
    return "{" + ",\n".join(parts) + "}\n"


def read(path: Path) -> dict[str, Any]:
    """A column that is kept. It may come from anybody."""
    found: dict[str, Any] = read_json(path, _COLUMN, "the column")
    if found["version"] != VERSION:
        raise ResultsError(f"{path}: version {found['version']}; this reads {VERSION}")
    for table in "cells", "wrong":
        found[table] = _apart(found[table], path)
    count = len(found["formats"])
    if any(len(letters) != count for letters in found["cells"].values()):
        raise ResultsError(f"{path}: a question has more or fewer letters than there are formats")
    for group, cells in found["wrong"].items():
        for form, numbers in cells.items():
            letters = found["cells"].get(group, "")
            if form not in found["formats"] or letters[found["formats"].index(form)] != WRONG or len(numbers) != 3 or numbers[0] > numbers[1]:
                raise ResultsError(f"{path}: {group} of {form} is told as wrong, and is not")
    return found


def read_all(folder: Path) -> list[dict[str, Any]]:
    """All columns of a folder, a driver's versions beside each other."""
    if not folder.is_dir():
        raise ResultsError(f"{folder}: no such folder; `rootle-matrix add RESULTS` makes it")
    found = [read(path) for path in sorted(folder.glob("*.json"))]
    return sorted(found, key=lambda column: (column["api"], column["name"].lower(), column["date"]))


__all__ = ["LACKS", "RIGHT", "UNTRIED", "WRONG", "check", "file_name", "make", "read", "read_all", "set_of", "write"]
