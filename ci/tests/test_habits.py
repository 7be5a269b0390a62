# SPDX-License-Identifier: MIT
"""All source has in common: a licence line, no tabs or blanks at ends of lines, functions that fit on
a screen, files of one idea, and comments that are sentences."""

import io
import re
import subprocess
import tokenize
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
# A comment that begins so has no subject, or no verb: say what the code does, or name the thing.
NO_SENTENCE = re.compile(r"\s*(?:What|Of|Those|Whose|Whoever|Which)\b")

ANALYSES = {"pointers.c", "folded.c", "flow.c", "live_across.c", "affine.c", "bases.c", "idle.c", "transfer.c"}


def listed() -> list[Path]:
    """All files of the checkout that are text, relative to it; the text of patches is that of other projects."""
    if not (ROOT / ".git").exists():
        pytest.skip("needs a checkout")
    names = subprocess.run(
        ["git", "-C", ROOT, "grep", "--untracked", "-Ilz", ""], capture_output=True, text=True, check=True
    ).stdout.split("\0")
    return [Path(name) for name in names if name and not name.endswith(".patch") and (ROOT / name).is_file()]


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


def c_comments(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The lines that begin a comment, and its text: of `//` and `#` in a row only the first one does."""
    before = None
    for number, line in enumerate(lines, 1):
        found = re.search(r"/\*(?!!)|^\s*(?://|# )|(?<=[;,{}] )//", line)
        marker = found[0].strip() if found else None
        if found and (marker == "/*" or marker != before):
            yield number, line[found.end() :]
        before = marker


def python_comments(lines: list[str]) -> Iterator[tuple[int, str]]:
    before = -1
    for token in tokenize.generate_tokens(io.StringIO("\n".join(lines)).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            is_alone = not token.line[:column].strip()
            if not is_alone or row != before + 1:
                yield row, token.string[1:]
            before = row if is_alone else -1


COMMENTS = dict.fromkeys([".c", ".h", ".cpp", ".def", ".cl"], c_comments) | {".py": python_comments}


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


def test_headers_name_no_guard(files):
    """`#pragma once` needs no name that follows the file when it moves."""
    headers = {file: lines for file, lines in files.items() if file.suffix == ".h" or file.name.endswith(".h.in")}
    assert headers
    guard = re.compile(r"#ifndef (\w+)\n#define \1$", re.MULTILINE)
    assert [str(file) for file, lines in headers.items() if guard.search("\n".join(lines[:12]))] == []


def test_comments_are_found():
    c = ["/* What it is. */", "int a; // Of b", "# Which", "# What is not first", 'f("// Of");', "/* so */", "/*! Of */"]
    assert [text for _, text in c_comments(c)] == [" What it is. */", " Of b", "Which", " so */"]
    python = ["# Those", "# Of the second line", 'a = "# What"  # Whose']
    assert list(python_comments(python)) == [(1, " Those"), (3, " Whose")]


def test_comments_are_sentences(files):
    begun = [
        f"{file}:{number}: {text.strip()}"
        for file, lines in files.items()
        if file.suffix in COMMENTS
        for number, text in COMMENTS[file.suffix](lines)
        if NO_SENTENCE.match(text)
    ]
    assert begun == []


def test_analyses_ask_tables(files):
    """What follows decoded programs asks decode/operands.h, decode/traits.h and the flow of cf.def."""
    own = re.compile(r"lds_result|(?:src|dst)_sel\[c\]|SIM_ACTION_DOUBLE|HW_ALU_OP_|HW_CF_ALU_")
    analyses = {file: lines for file, lines in files.items() if is_program(file) and file.name in ANALYSES}
    rooms = ("driver/sim", "llvm/recompile")
    analyses = {file: lines for file, lines in analyses.items() if any(map(file.is_relative_to, rooms))}
    assert {file.name for file in analyses} == ANALYSES
    assert [f"{file}: {line}" for file, lines in analyses.items() for line in lines if own.search(line)] == []
