#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Measures the effect of `ROOTLE_TEX_GROUP` on code for cypress: instructions and registers of kernels with fetches,
and how many of the fetches that the simulator's first wavefront of each image program makes have work beside them.

Usage: fetch_groups.py BUILD [SIZE...]. Prints a table in Markdown, as docs/code-quality.md has it."""

import argparse
import dataclasses
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "llvm/r500/tests/corpus"
RUNNER = ROOT / "llvm/r500/tests/run_images.py"
SIZES = (4, 8, 12, 16)
PSTAT = re.compile(r"(\d+) (groups|cf|registers|fetches hidden|exposed)\b")
CLAUSE = re.compile(r"^ *(\d+)  ([A-Z_0-9]+)\b(.*)$")
FETCH = re.compile(r"^ +(SAMPLE|LD|VTX_FETCH|GET_)")
WAVEFRONT = "; wavefront 0 of group 0 "
EXECUTED = re.compile(r"^ *(\d+) ([A-Z_0-9]+) +exec ", re.M)


@dataclasses.dataclass
class Clause:
    name: str
    waits: bool
    fetches: int = 0


def sources() -> list[Path]:
    folders = (ROOT / "program-tester/tests/image", ROOT / "driver/bench", CORPUS)
    return [path for folder in folders for path in sorted(folder.glob("*.cl"))]


def compile_file(build: Path, path: Path, size: int, *options: str) -> str:
    command = [str(build / "bin/rootle-cc"), "--chip", "cypress", "-I", str(CORPUS), *options, str(path)]
    environment = dict(os.environ, ROOTLE_TEX_GROUP=str(size))
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment, timeout=120).stdout


def static_counts(build: Path, size: int) -> dict[str, int]:
    """Adds up the counts of the kernels that make fetches."""
    totals: dict[str, int] = {}
    for path in sources():
        for line in compile_file(build, path, size, "--emit=pstat").splitlines():
            counts = {name: int(number) for number, name in PSTAT.findall(line)}
            if counts.get("fetches hidden", 0) + counts.get("exposed", 0):
                totals = {name: totals.get(name, 0) + number for name, number in counts.items()}
    return totals


def clauses(listing: str) -> dict[int, Clause]:
    found: dict[int, Clause] = {}
    for line in listing.splitlines():
        if FETCH.match(line) and found:
            found[max(found)].fetches += 1
        elif match := CLAUSE.match(line):
            if int(match[1]) == len(found):
                found[len(found)] = Clause(match[2], "barrier" in match[3])
    return found


def traces(build: Path, files: list[Path], size: int) -> list[str]:
    """Returns the trace of the first wavefront of each program."""
    environment = dict(os.environ, OCL_ICD_VENDORS=str(build / "driver/rootle.icd"), ROOTLE_CHIP="cypress", ROOTLE_CACHE="0")
    environment.update(ROOTLE_DEBUG="trace", ROOTLE_TEX_GROUP=str(size))
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(RUNNER), f"{folder}/pixels.npz", *map(str, files)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, check=True)
    texts = done.stdout.split(WAVEFRONT)[1:]
    assert len(texts) == len(files), f"{len(texts)} launches of {len(files)} programs"
    return texts


def run_counts(build: Path, path: Path, size: int, trace: str) -> tuple[int, int]:
    """Fetches that are executed, with work beside them and without."""
    code = clauses(compile_file(build, path, size))
    hidden = exposed = 0
    for number, name in EXECUTED.findall(trace):
        clause, behind = code[int(number)], code.get(int(number) + 1)
        assert clause.name == name, f"{path.name}: {name} is executed at {number}, where the code has {clause.name}"
        if behind and behind.name.startswith("ALU") and not behind.waits:
            hidden += clause.fetches
        else:
            exposed += clause.fetches
    return hidden, exposed


def row(build: Path, size: int) -> str:
    totals = static_counts(build, size)
    files = [path for path in sorted(CORPUS.glob("*.cl")) if "read_imagef" in path.read_text()]
    made = [run_counts(build, path, size, trace) for path, trace in zip(files, traces(build, files, size))]
    hidden, exposed = sum(h for h, _ in made), sum(e for _, e in made)
    cells = [size, *(totals[name] for name in ("groups", "cf", "registers", "fetches hidden", "exposed")), hidden, exposed]
    return f"| {' | '.join(map(str, cells))} |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path, help="the build's folder")
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES)
    arguments = parser.parse_args()
    print("| fetches a clause | groups | cf | GPRs | hidden | exposed | run: hidden | run: exposed |")
    print("|" + "---|" * 8)
    for size in arguments.sizes:
        print(row(arguments.build, size), flush=True)
    return 0


sys.exit(main())
