# SPDX-License-Identifier: MIT
"""Makes the page: a table that a script fills, from data that come as a script, so that it works from a file: URL, and as matrix.json."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..journal import write_text
from ..report.site import ASSETS
from ..results import ResultsError
from .questions import CALLS

HERE = Path(__file__).resolve().parent
MARK = "rootle-matrix"  # a file that says that a folder is such a page, and may be replaced


def document(columns: Sequence[Mapping[str, Any]], reports: str = "") -> str:
    calls: dict[str, dict[str, str]] = {}
    for (api, operation), words in CALLS.items():
        calls.setdefault(api, {})[operation] = words
    return json.dumps({"columns": columns, "calls": calls, "reports": reports}, ensure_ascii=True, separators=(",", ":"))


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
