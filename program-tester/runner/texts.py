# SPDX-License-Identifier: MIT
"""Runs tests that are texts and no files yet, as run-tests fuzz and reduce make them: here, or as a worker of a cluster."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from .discovery import make_jobs
from .execution import Execution, Settings
from .results import Result
from .status import Status


class _EnoughError(Exception):
    """What is asked for was found, in this file; those behind it need not run."""


def run_texts(
    settings: Settings,
    texts: Sequence[str],
    has_device: bool = False,
    is_enough: Callable[[Result], bool] | None = None,
    suffix: str = ".cl",
) -> tuple[list[Result], dict[str, Any]]:
    """What becomes of each text's first test that does not pass, in the order given, and the device. Files that they are written to are
    gone then; a crash or a hang costs one test. A single worker, which takes them in their order, runs none behind one that `is_enough`: the
    answer ends with it. `suffix`, of a file's name, says in which language they are."""
    device: dict[str, Any] = {}
    found: dict[str, Result] = {}
    with tempfile.TemporaryDirectory(prefix="run-tests-") as folder:
        files = {}
        for number, text in enumerate(texts):
            path = Path(folder) / f"{number:04}{suffix}"
            path.write_text(text, encoding="utf-8")
            files[str(path)] = path.name

        def keep(result: Result) -> None:
            file = result.test.partition("::")[0]
            if file not in found or result.status is not Status.PASS:
                found[file] = result
            if is_enough and settings.jobs == 1 and is_enough(result):
                raise _EnoughError(file)

        jobs = make_jobs(settings.command[:1], files)
        names = list(files.values())
        try:
            Execution(settings, keep, on_device=device.update, has_device=has_device).run(jobs)
        except _EnoughError as enough:
            names = names[: names.index(enough.args[0]) + 1]
    return [found.get(name) or Result(name, Status.ERROR, message="no result") for name in names], device
