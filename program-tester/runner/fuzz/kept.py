# SPDX-License-Identifier: MIT
"""The list of distinct faults that a fuzz run ends with, as it is kept beside their small tests. What tests by chance are about is
in no table of the generator, so that `run-tests explain` says this list of such a run instead of rules."""

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .. import fields
from ..gate.markdown import block
from ..journal import write_json
from ..results import Record, ResultsError, read_json
from ..show import harmless
from .distinct import Distinct
from .finds import ABOUT, FAULTS

LIST = "faults.json"
_FAULT = fields.table(
    {
        "title": fields.Needed(fields.line),
        "tests": fields.Needed(fields.each(fields.line, least=1)),
        "kinds": fields.Needed(fields.whole),
        "hypotheses": fields.Needed(fields.each(fields.line)),
        "needs": fields.Needed(fields.each(fields.line)),
        "file": fields.Needed(fields.path),
    }
)
_LIST = fields.table(
    {"ran": fields.Needed(fields.whole), "failed": fields.Needed(fields.whole), "faults": fields.Needed(fields.each(_FAULT))}
)


def is_by_chance(folder: Path) -> bool:
    """Whether a results folder is of `run-tests fuzz`."""
    return (folder / ABOUT).exists()


def forget(folder: Path) -> None:
    """Tests will come that the list does not know."""
    (folder / FAULTS / LIST).unlink(missing_ok=True)


def write(folder: Path, faults: Iterable[Distinct], ran: int, failed: int, suffix: str = ".cl") -> dict[str, Any]:
    """Keeps the list, and each small test beside it. Returns the list."""
    rows = []
    for number, fault in enumerate(faults, 1):
        name = f"{number:02}{suffix}" if fault.small else ""
        if fault.small:
            (folder / FAULTS / name).write_text(fault.small.text, encoding="utf-8")
        calls = f", from {' and '.join(fault.calls)}" if fault.calls else ""
        needs = sorted(fault.needs) if fault.small else []
        rows.append({"title": fault.told + calls, "tests": fault.tests, "kinds": fault.kinds,
                     "hypotheses": fault.hypotheses, "needs": needs, "file": name})  # fmt: skip
    told = {"ran": ran, "failed": failed, "faults": rows}
    write_json(folder / FAULTS / LIST, told)
    return told


def read(folder: Path, record: Record) -> dict[str, Any]:
    """The list of a run. ResultsError, with the command that makes it, where there is none."""
    path = folder / FAULTS / LIST
    if not path.exists():
        driver = shlex.quote(str(record.run.get("icd") or record.run.get("driver", "NAME")))
        command = f"run-tests fuzz --driver {driver} --resume {shlex.quote(str(folder))} --minutes 0"
        raise ResultsError(f"{folder}: tests by chance, which no rules tell apart; `{command}` says their faults")
    told: dict[str, Any] = read_json(path, _LIST, "the list")
    return told


def _small(folder: Path, fault: dict[str, Any]) -> str:
    """The text of a fault's small test; "" where it is not there."""
    path = folder / FAULTS / Path(fault["file"]).name
    return path.read_text(encoding="utf-8", errors="replace") if fault["file"] and path.is_file() else ""


def _is_fault(row: dict[str, Any]) -> bool:
    """A row without a small test only says which tests nothing was found out about."""
    return bool(row["file"])


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"


def _heading(told: dict[str, Any], tests: str) -> str:
    return f"{told['ran']} {tests}, {told['failed']} failed: {_counted(sum(map(_is_fault, told['faults'])), 'fault')}"


def _rest(told: dict[str, Any]) -> list[str]:
    """What is not in the faults, with a test of each kind."""
    return [f"{_counted(len(row['tests']), 'test')}: {row['title']}, as {row['tests'][0]}" for row in told["faults"] if not _is_fault(row)]


def text(folder: Path, told: dict[str, Any]) -> str:
    """The list for a terminal."""
    lines = [_heading(told, "tests")]
    for number, fault in enumerate(filter(_is_fault, told["faults"]), 1):
        others = f", and {_counted(fault['kinds'] - 1, 'small test')} more" if fault["kinds"] > 1 else ""
        lines += ["", f"{number}. {fault['title']}", f"   {_counted(len(fault['tests']), 'test')}{others}"]
        lines += [f"   as if: {name}" for name in fault["hypotheses"]]
        lines.append(f"   needs {', '.join(fault['needs'])}")
        if small := _small(folder, fault):
            lines.append(f"   {folder / FAULTS / fault['file']}: {len(small.splitlines())} lines")
    return harmless("\n".join([*lines, *(line for row in _rest(told) for line in ("", row))]))


def markdown(folder: Path, told: dict[str, Any], device: dict[str, str]) -> str:
    """The list as a report that can be sent: each fault with its small test."""
    lines = [f"# {_heading(told, 'tests by chance')}", ""]
    named = (("Platform", "platform"), ("Device", "name"), ("Version", "driver_version"))
    lines += [f"- {title}: {device[key]}" for title, key in named if device.get(key)]
    for number, fault in enumerate(filter(_is_fault, told["faults"]), 1):
        lines += ["", f"## {number}. {fault['title']}", "", f"{_counted(len(fault['tests']), 'test')}, for example {fault['tests'][0]}.", ""]
        lines += [line for name in fault["hypotheses"] for line in (f"As if: {name}.", "")]
        if small := _small(folder, fault):
            lines += [*block(small, "c"), ""]
    lines += [line for row in _rest(told) for line in ("", f"{row}.")]
    return harmless("\n".join(lines).rstrip("\n")) + "\n"
