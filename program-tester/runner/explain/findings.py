# SPDX-License-Identifier: MIT
"""Which finding of docs/findings.md a failing test is of: a driver's list of expectations gives it a reason, generated-tests/finding-reasons.txt
says which finding the words of reasons are of, and docs/reports/reports.toml which report."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..expectations import Entry

Names = tuple[str, ...]  # findings that a list does not tell apart
Named = list[tuple[Entry, Names]]
Report = dict[str, str]

MAY_LACK = {"where": "", "sources": "", "known": "", "cause": "no sources were read for it"}


def reasons(file: Path) -> list[tuple[str, str]]:
    """Findings and words of their reasons."""
    lines = (line.partition(": ") for line in file.read_text(encoding="utf-8").splitlines() if line and line[0] != "#")
    return [(finding, words) for finding, _, words in lines]


def named(entries: Iterable[Entry], known: Iterable[tuple[str, str]]) -> Named:
    """The entries of a list with their findings. "Likewise" is what stands above, where it says no other words of a finding."""
    known = list(known)
    last = Names()
    found: Named = []
    for entry in entries:
        own = tuple(dict.fromkeys(finding for finding, words in known if words in entry.reason))
        last = own or (last if entry.reason.startswith("likewise") else (f"({entry.reason})",))
        found.append((entry, last))
    return found


def whole(entry: Report, families: Mapping[str, str]) -> Report:
    """A report with what is not said of it: whose fault it is and which test shows it follow from its name."""
    family, _, fault = entry.get("name", "").partition("-")
    return {"project": families.get(family, ""), "test": f"{fault}.cl", **MAY_LACK, **entry}


def reports(file: Path) -> list[Report]:
    """The reports of a table as docs/reports/reports.toml."""
    table: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    return [whole(entry, table["families"]) for entry in table["report"]]
