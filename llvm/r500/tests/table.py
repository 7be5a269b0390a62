#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Counts what rootle-cc makes of the corpus for rv515, beside Mesa 22.3.6 where its numbers are known.

Usage: table.py ROOTLE-CC. Prints a table in Markdown, as docs/code-quality.md has it; with --check FILE exits with 1 unless the
file has that table.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

CORPUS = Path(__file__).resolve().parent / "corpus"
# Instructions and registers of Mesa 22.3.6's r300 compiler for Piglit's shaders of what the programs compute; RV515, GL_DEBUG_OUTPUT.
MESA = {
    "atan-1": (31, 4),
    "atan-2": (46, 11),
    "atan-3": (74, 6),
    "bug25902": (3, 1),
    "convolution-1": (96, 18),
    "convolution-2": (377, 5),
    "dependent-1": (3, 1),
    "dependent-2": (4, 1),
    "dependent-3": (6, 2),
    "dependent-4": (3, 1),
    "if-equal": (5, 2),
    "if-greater": (5, 2),
    "if-less": (5, 2),
    "if-nested-loop": (22, 3),
    "loop": (12, 2),
    "loop-300": (12, 1),
    "loop-nested": (28, 3),
    "loop-nested-if": (5, 2),
    "lots-of-tex": (6, 2),
    "mod": (5, 2),
    "reflect": (3, 1),
    "sqrt-branch": (9, 2),
}
COUNTS = re.compile(r"(\d+) (?:instructions|vector|scalar|flow control|presubtract|tex|registers)")
HEAD = "| program | instructions | vector | scalar | flow control | presubtract | TEX | registers | Mesa: instructions | registers |"


def counts(compiler: str, path: Path) -> list[int]:
    command = [compiler, "--chip", "rv515", "--emit=pstat", "-I", str(CORPUS), str(path)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=60)
    return [int(n) for n in COUNTS.findall(done.stdout)]


def row(name: str, ours: list[int], mesa: tuple[int, int] | None) -> str:
    return f"| {name} | {' | '.join(map(str, ours))} | {mesa[0] if mesa else '–'} | {mesa[1] if mesa else '–'} |"


def table(compiler: str) -> str:
    rows, total, theirs = [], [0] * 7, [0, 0]
    for path in sorted(CORPUS.glob("*.cl"), key=lambda path: (path.stem not in MESA, path.stem)):
        ours = counts(compiler, path)
        rows.append(row(path.stem, ours, MESA.get(path.stem)))
        if path.stem in MESA:
            total = [a + b for a, b in zip(total, ours)]
            theirs = [a + b for a, b in zip(theirs, MESA[path.stem])]
    rows.append(row("all that Mesa has", total, (theirs[0], theirs[1])))
    return "\n".join([HEAD, "| --- " * 10 + "|", *rows]) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("compiler", help="rootle-cc")
    parser.add_argument("--check", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    made = table(arguments.compiler)
    if not arguments.check:
        print(made, end="")
        return 0
    if made in arguments.check.read_text():
        return 0
    print(f"{arguments.check}: its table is not what the compiler makes:\n{made}", file=sys.stderr)
    return 1


sys.exit(main())
