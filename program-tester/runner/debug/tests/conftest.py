# SPDX-License-Identifier: MIT
"""Programs to be debugged, and who debugs them."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).resolve().parents[3]), str(Path(__file__).resolve().parent)]

from debugged import BUILD, ICD, ROOT, SECONDS, SUM  # noqa: E402


@pytest.fixture(name="program")
def fixture_program(tmp_path: Path) -> Path:
    if not ICD.exists():
        pytest.skip(f"{ICD} is not built")
    file = tmp_path / "sums.cl"
    file.write_text(SUM, encoding="utf-8")
    return file


@pytest.fixture(name="debug")
def fixture_debug(program: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Runs rootle-debug with commands, and gives what it says."""
    monkeypatch.setenv("ROOTLE_BUILD_DIR", str(BUILD))

    def run(*commands: str, options: tuple[str, ...] = (), what: Path | None = None) -> str:
        words = [word for command in commands for word in ("-ex", command)]
        done = subprocess.run(
            [sys.executable, str(ROOT / "ci" / "debug"), "--batch", *options, *words, str(what or program)],
            capture_output=True, text=True, timeout=SECONDS, check=False,
        )  # fmt: skip
        return done.stdout + done.stderr

    yield run
