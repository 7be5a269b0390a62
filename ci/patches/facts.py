# SPDX-License-Identifier: MIT
"""What patches cite: the reports, and the sections of docs/specification.md."""

import re
import tomllib

from .series import ROOT

_REPORTS = ROOT / "docs" / "reports" / "reports.toml"
_ROW = re.compile(r"^\| `[a-z0-9-]+` \| ([^|]+) \|", re.M)
_SECTION = re.compile(r"(?:\d+\.)+\d+|cl_\w+")


def reports() -> dict[str, dict[str, str]]:
    """The reports, by name."""
    table = tomllib.loads(_REPORTS.read_text(encoding="utf-8"))
    return {report["name"]: report for report in table["report"]}


def projects() -> dict[str, set[str]]:
    """The families of reports of each project, whose name is in small letters."""
    table = tomllib.loads(_REPORTS.read_text(encoding="utf-8"))
    found: dict[str, set[str]] = {}
    for family, project in table["families"].items():
        found.setdefault(project.lower(), set()).add(family)
    return found


def reports_of(project: str) -> list[dict[str, str]]:
    """The reports of a project's faults."""
    families = projects()[project]
    return [report for name, report in reports().items() if name.partition("-")[0] in families]


def sections() -> set[str]:
    """The sections, and extensions, that docs/specification.md has statements of."""
    page = (ROOT / "docs" / "specification.md").read_text(encoding="utf-8")
    return {section for cell in _ROW.findall(page) for section in _SECTION.findall(cell)}
