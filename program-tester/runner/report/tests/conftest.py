# SPDX-License-Identifier: MIT
"""Makes the runner importable, and gives tests folders with results."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Callable, Iterable

import pytest

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "program-tester"))

RUN = {"driver": "mine", "start": "2026-01-31T12:00:00Z", "commit": "0123456789abcdef"}
DEVICE = {"name": "Device <1>", "driver_version": "7"}
MakeResults = Callable[..., Path]


@pytest.fixture
def make_results(tmp_path: Path) -> MakeResults:
    """Writes a results folder: make_results(NAME, RESULTS), the latter as records of a journal or
    as a dictionary of statuses by test."""

    def make(name: str, results: Iterable[dict[str, Any]] | dict[str, str], **run: Any) -> Path:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        if isinstance(results, dict):
            results = [{"test": test, "status": status} for test, status in results.items()]
        lines = [
            {"run": {**RUN, **run}},
            {"device": DEVICE},
            *results,
            {"end": {"complete": True, "seconds": 2.5}},
        ]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (folder / "results.jsonl").write_text(text, encoding="utf-8")
        return folder

    return make
