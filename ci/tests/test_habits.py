# SPDX-License-Identifier: MIT
"""What all source has in common: a licence line, no tabs or blanks at ends of lines, functions that
fit on a screen and files of one idea."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FUNCTION_LINES = 61
FILE_LINES = 600
C_CODE = {".c", ".h", ".cpp"}
TEST_FOLDERS = {"tests", "unit"}
# A file says whose it is in its first lines; these have no comments, or are data.
UNLICENSED = {"", ".md", ".txt", ".json", ".png", ".ppm", ".cl", ".html", ".mako", ".ll", ".map", ".doc-base"}
LICENCE = "SPDX-License-Identifier: MIT"
OPENING = re.compile(r"^(?![ \t#/*}{])[^;=]*$")


def listed() -> list[Path]:
    """All files of the checkout that are text, relative to it."""
    if not (ROOT / ".git").exists():
        pytest.skip("needs a checkout")
    names = subprocess.run(
        ["git", "-C", ROOT, "grep", "--untracked", "-Ilz", ""], capture_output=True, text=True, check=True
    ).stdout.split("\0")
    return [Path(name) for name in names if name and (ROOT / name).is_file()]


def is_program(file: Path) -> bool:
    return file.suffix in C_CODE and TEST_FOLDERS.isdisjoint(file.parts)


def functions(lines: list[str]) -> Iterator[tuple[int, int]]:
    """First line, from 1, and number of lines of each function: by the house's layout its braces
    stand alone at the line's start, and no other braces do that but those behind `=` or a type."""
    opened = None
    for number, line in enumerate(lines, 1):
        if line == "{":
            opened = number
        elif line.startswith("}") and opened is not None:
            start = opened
            while start > 1 and lines[start - 2].strip() and not lines[start - 2].endswith((";", "*/", "}")):
                start -= 1
            yield start, number - start + 1
            opened = None


@pytest.fixture(scope="module", name="files")
def fixture_files() -> dict[Path, list[str]]:
    found = listed()
    return {file: (ROOT / file).read_text(encoding="utf-8", errors="replace").split("\n") for file in found}


def test_functions_are_found():
    text = "static int f(int a,\n             int b)\n{\n    if (a) {\n    }\n}\n\nstruct s {\n    int a;\n};\n"
    assert list(functions(text.split("\n"))) == [(1, 6)]


def test_functions_fit_on_a_screen(files):
    code = [file for file in files if is_program(file)]
    assert code
    long = [
        f"{file}:{start}: {count} lines"
        for file in code
        for start, count in functions(files[file])
        if count > FUNCTION_LINES
    ]
    assert long == []


def test_files_are_short(files):
    sizes = {file: len(lines) - 1 for file, lines in files.items() if is_program(file)}
    assert [f"{file}: {count} lines" for file, count in sizes.items() if count > FILE_LINES] == []


def test_files_say_their_licence(files):
    silent = [
        str(file)
        for file, lines in files.items()
        if (file.suffix not in UNLICENSED or lines[0].startswith("#!")) and not file.name.startswith(".")
        if not any(LICENCE in line for line in lines[:5])
    ]
    assert silent == []


def test_no_stray_blanks(files):
    strays = [
        f"{file}:{number}"
        for file, lines in files.items()
        for number, line in enumerate(lines, 1)
        if line != line.rstrip() or "\t" in line and file.name != "rules"  # make wants them
    ]
    assert strays == []
