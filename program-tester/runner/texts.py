# SPDX-License-Identifier: MIT
"""Runs tests that are texts and no files yet, as run-tests fuzz and reduce make them: here, or as a worker of a cluster."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .discovery import make_jobs
from .execution import Execution, Settings
from .results import Result
from .status import Status


def run_texts(settings: Settings, texts: Sequence[str], has_device: bool = False) -> tuple[list[Result], dict[str, Any]]:
    """What becomes of each text's first test that does not pass, in the order given, and the device. Files that they are written to are
    gone then; a crash or a hang costs one test."""
    device: dict[str, Any] = {}
    found: dict[str, Result] = {}
    with tempfile.TemporaryDirectory(prefix="run-tests-") as folder:
        files = {}
        for number, text in enumerate(texts):
            path = Path(folder) / f"{number:04}.cl"
            path.write_text(text, encoding="utf-8")
            files[str(path)] = path.name

        def keep(result: Result) -> None:
            file = result.test.partition("::")[0]
            if file not in found or result.status is not Status.PASS:
                found[file] = result

        jobs = make_jobs(settings.command[:1], files)
        Execution(settings, keep, on_device=device.update, has_device=has_device).run(jobs)
    return [found.get(name) or Result(name, Status.ERROR, message="no result") for name in files.values()], device
