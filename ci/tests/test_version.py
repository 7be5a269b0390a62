# SPDX-License-Identifier: MIT
"""The version stands in VERSION, and in what README shows of a run, alone; test_commands.py has commands print it."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VERSION = (ROOT / "VERSION").read_text(encoding="ascii").strip()
# Other files may hold numbers that look like it: data, and versions of other things.
WRITERS = {".c", ".cpp", ".h", ".in", ".def", ".py", ".1", ".md", ".sh", ""}
# The history of versions; ci/release sees to it that the newest is that of VERSION.
HISTORY = {"CHANGELOG.md", "debian/changelog"}


def is_writer(file: str) -> bool:
    return file not in HISTORY and (Path(file).suffix in WRITERS or "CMake" in file)


def lines_with_version() -> list[str]:
    """FILE:LINE of each place in the sources and pages that writes the version, or one like it."""
    if not (ROOT / ".git").exists():
        pytest.skip("needs a checkout")
    pattern = rf"(^|[^0-9.]){re.escape(VERSION)}([^0-9.]|\.?$)"
    found = subprocess.run(
        ["git", "-C", ROOT, "grep", "-nIE", "--untracked", pattern], capture_output=True, text=True, check=False
    ).stdout.splitlines()
    places = [line.split(":", 2)[:2] for line in found]
    return [f"{file}:{line}" for file, line in places if is_writer(file)]


def test_one_place():
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)
    shown, place = sorted(lines_with_version())
    assert place == "VERSION:1"
    name, _, line = shown.partition(":")
    assert name == "README.md"
    # ci/release replaces it there.
    assert (ROOT / name).read_text(encoding="utf-8").splitlines()[int(line) - 1].endswith(f", driver {VERSION}")


def test_history_ends_with_it():
    newest = re.search(r"^## \[(.*?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    entry = re.match(r"rootle \((.*?)\) (\w+);", (ROOT / "debian" / "changelog").read_text(encoding="utf-8"))
    assert newest and entry
    assert entry[1] == VERSION
    assert newest[1] == ("Unreleased" if entry[2] == "UNRELEASED" else VERSION)
