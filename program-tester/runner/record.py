# SPDX-License-Identifier: MIT
"""Keeps the record of a run while it goes on: the results folder, or a journal that nobody sees,
and the documents made from it at the end."""

import argparse
import collections
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from .annexes import EXPORTS, need
from .drivers import Driver
from .file_names import actual, shown
from .journal import Journal, check_writable, has_results, write_json
from .results import JOURNAL, SUMMARY, Record, Result, ResultsError, read_journal, write_document
from .sources import Sources
from .status import RANK

KEPT_OPTIONS = (
    "platform",
    "device",
    "seed",
    "jobs",
    "timeout",
    "shuffle",
    "shard",
    "repeat",
    "retries",
    "piglit_compare",
    "program_cache",
    "from_binary",
    "through",
)


def now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def checkout_of(path: Path) -> Path | None:
    """The git checkout that a file is in, as a driver's in a build folder."""
    folders = path.resolve().parents
    return next((folder for folder in folders if (folder / ".git").exists()), None)


class GitState:
    """Asks git about a checkout while other things go on."""

    def __init__(self, root: Path) -> None:
        self._commit = self._start(root, "rev-parse", "HEAD")
        self._changes = self._start(root, "diff-index", "--quiet", "HEAD", "--")

    @staticmethod
    def _start(root: Path, *arguments: str) -> subprocess.Popen[str] | None:
        try:
            return subprocess.Popen(
                ["git", "-C", str(root), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        except OSError:
            return None

    def result(self) -> dict[str, Any]:
        """{} where there is no checkout."""
        if self._commit is None or self._changes is None:
            return {}
        commit = self._commit.communicate()[0].strip()
        self._changes.communicate()
        return {"commit": commit, "dirty": self._changes.returncode != 0} if commit else {}


def run_description(
    options: argparse.Namespace, driver: Driver, tester: str, arguments: list[str]
) -> dict[str, Any]:
    """How the run is made."""
    kept = {name: getattr(options, name) for name in KEPT_OPTIONS}
    return {
        "driver": shown(driver.name),
        "icd": driver.icd and shown(driver.icd),
        "arguments": arguments,
        "cwd": os.getcwd(),
        "host": os.uname().nodename,
        "python": sys.version.split()[0],
        "pid": os.getpid(),
        "tester": shown(tester),
        "start": now(),
        **{name: value for name, value in kept.items() if value is not None},
    }


def open_journal(folder: Path, resume: bool, overwrite: bool) -> Journal:
    """The journal of a results folder, for this run alone. ResultsError when another run's results
    would be lost."""
    check_writable(folder)
    journal = Journal(folder / JOURNAL)
    if resume:
        return journal
    if has_results(journal.path) and not overwrite:
        journal.close()
        raise ResultsError(
            f"{folder} has results already: --overwrite replaces them, --resume {folder} goes on"
        )
    journal.clear()
    return journal


class Recorder:
    """The record of one run, which has the folder for itself. Without a folder the journal lives in
    a temporary file."""

    def __init__(
        self,
        folder: Path | None,
        run: dict[str, Any],
        plan: list[str],
        resume: bool,
        overwrite: bool,
    ) -> None:
        self._folder = folder
        self._sources = Sources(folder) if folder else None
        self._run = run
        self._device: dict[str, Any] = {}
        self._plan = plan
        if folder is None:
            import tempfile  # which takes a while to load

            handle, name = tempfile.mkstemp(prefix="run-tests-", suffix=".jsonl")
            os.close(handle)
            self._journal = Journal(Path(name))
        else:
            self._journal = open_journal(folder, resume, overwrite)
            (folder / SUMMARY).unlink(missing_ok=True)
        self._journal.append_line(json.dumps({"run": run}))  # in ASCII: words of a command line may be no Unicode
        self._journal.append({"plan": plan})
        self._journal.flush()

    def device(self, device: dict[str, Any]) -> None:
        self._device = device
        self._journal.append({"device": device})

    def result(self, result: Result) -> None:
        if result.source and self._sources:
            result.kept_source = self._sources.keep(actual(result.source))
        self._journal.append_line(result.to_line())

    def flush(self) -> None:
        """What was kept so far outlives this process."""
        self._journal.flush()

    def end(self, complete: bool, seconds: float, results: dict[str, Result]) -> None:
        """Writes the end, and the summary beside the journal."""
        end = {"complete": complete, "seconds": round(seconds, 3), "time": now()}
        self._journal.append({"end": end})
        self._journal.flush()
        if self._folder is not None:
            record = Record(self._run, self._device, self._plan, results, end)
            write_json(self._folder / SUMMARY, summary_document(record))

    def write_document(self, path: Path, seconds: float) -> None:
        """All of it as one JSON file."""
        record = read_journal(self._journal.path)
        run = {**record.run, "seconds": round(seconds, 3)}
        write_document(path, run, record.device, record.results.values())

    def write_exports(self, options: argparse.Namespace) -> None:
        """The formats of other tools that were asked for."""
        if any(getattr(options, name) for name in EXPORTS):
            need("report.exports").write_wanted(read_journal(self._journal.path), options)

    def close(self) -> None:
        try:
            self._journal.close()
        finally:
            if self._folder is None:
                self._journal.path.unlink()


def summary_document(record: Record) -> dict[str, Any]:
    """What summary.json says of a record."""
    counts = collections.Counter(result.status for result in record.results.values())
    return {
        "run": record.run,
        "device": record.device,
        "complete": record.end.get("complete", False),
        "seconds": record.end.get("seconds", 0),
        "total": len(record.results),
        "counts": {str(status): counts[status] for status in sorted(counts, key=RANK.__getitem__)},
        "failures": sorted(t for t, result in record.results.items() if result.status.is_bad),
        "missing": len(record.missing()),
    }
