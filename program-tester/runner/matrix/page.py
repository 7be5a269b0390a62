# SPDX-License-Identifier: MIT
"""Makes the page: a table that a script fills, from data that come as a script, so that it works from a file: URL, and as matrix.json."""

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..journal import write_text
from ..report.site import ASSETS
from ..results import ResultsError
from .questions import CALLS

HERE = Path(__file__).resolve().parent
_VERSION = re.compile(r"\b\d+(?:\.\d+)+\b")  # in a column's name
MARK = "rootle-matrix"  # a file that says that a folder is such a page, and may be replaced


def _driver(column: Mapping[str, Any]) -> tuple[str, str]:
    """The driver that a column is a version of."""
    return column["api"], " ".join(_VERSION.sub("", column["name"]).split())


def _version(column: Mapping[str, Any]) -> list[int]:
    found = _VERSION.search(column["name"])
    return [int(part) for part in found[0].split(".")] if found else []


def in_order(columns: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Versions of a driver beside each other, the oldest first; `before` is the name of the one before."""
    made: list[dict[str, Any]] = []
    for column in sorted(columns, key=lambda one: (*_driver(one), _version(one))):
        follows = made and _driver(made[-1]) == _driver(column)
        made.append({**column, "before": made[-1]["name"] if follows else ""})
    return made


def document(columns: Sequence[Mapping[str, Any]], reports: str = "") -> str:
    calls: dict[str, dict[str, str]] = {}
    for (api, operation), words in CALLS.items():
        calls.setdefault(api, {})[operation] = words
    return json.dumps({"columns": in_order(columns), "calls": calls, "reports": reports}, ensure_ascii=True, separators=(",", ":"))


def write(folder: Path, columns: Sequence[Mapping[str, Any]], reports: str = "") -> None:
    """`reports`: the address of a folder of reports' pages, NAME.html, as seen from the page; empty: they are named only."""
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        raise ResultsError(f"{folder} is not empty and holds no matrix; it was left alone")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).write_text("This folder is made by rootle-matrix page.\n", encoding="utf-8")
    data = document(columns, reports)
    write_text(folder / "matrix.json", data + "\n")
    write_text(folder / "data.js", f"const MATRIX = {data.replace('</', '<' + chr(92) + '/')};\n")
    for asset in (ASSETS / "report.css", *(HERE / "assets").iterdir()):
        shutil.copyfile(asset, folder / asset.name)
