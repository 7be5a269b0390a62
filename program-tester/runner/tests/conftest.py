# SPDX-License-Identifier: MIT
"""Makes the runner importable, and gives tests a way to run it over files for the mock tester."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "program-tester"))


class Outcome:
    """What a run of run-tests left."""

    def __init__(self, process: subprocess.CompletedProcess, document: Path) -> None:
        self.status = process.returncode
        self.stdout = process.stdout
        self.stderr = process.stderr
        self.results = {}
        if document.exists():
            records = json.loads(document.read_text(encoding="utf-8"))["results"]
            self.results = {record["test"]: record for record in records}
            assert len(self.results) == len(records), "a test has two results"

    def statuses(self) -> dict[str, str]:
        return {test: record["status"] for test, record in self.results.items()}


class Suite:
    """A folder of mock test files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.expectations = folder / "expectations"
        self.expectations.mkdir()

    def file(self, name: str, *tests: str) -> None:
        path = self.folder / "tests" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(tests) + "\n", encoding="utf-8")

    def command(self, *arguments: str) -> list[str]:
        return [
            str(ROOT / "run-tests"),
            f"--tester={HERE / 'mock_tester.py'}",
            f"--expectations={self.expectations}",
            "--driver=system",
            f"--json={self.folder / 'results.json'}",
            *arguments,
        ]

    @staticmethod
    def patience() -> float:
        """Seconds that a test which only passes cannot take, as busy as the machine is: half a second on
        a quiet one. What hangs takes longer whatever this is."""
        slowest = 0.0
        for _ in range(3):
            started = time.monotonic()
            subprocess.run([sys.executable, "-c", ""], check=True)
            slowest = max(slowest, time.monotonic() - started)
        return min(15.0, max(0.5, 20 * slowest))

    def run(self, *arguments: str, paths: list[str] | None = None) -> Outcome:
        where = paths if paths is not None else [str(self.folder / "tests")]
        process = subprocess.run(
            self.command(*arguments, *where),
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=600,  # of a run that does not end at all
            check=False,
        )
        return Outcome(process, self.folder / "results.json")


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    return Suite(tmp_path)
