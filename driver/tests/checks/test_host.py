#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds what the checks "api" and "memory" say of wrong uses of the API, and of their right twins, against what they are:
test_host.py HOST ICD. A report must have the call and all words that its comment in host.c has."""
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().parent / "host.c"
ROW = re.compile(r"^//\? (\w+) (.*)\nstatic void (\w+)\(void\)$", re.MULTILINE)


ENDLESS = "did not end in time"


@dataclass(frozen=True)
class Row:
    name: str
    call: str
    words: tuple[str, ...]

    def is_found(self, report: str) -> bool:
        return all(re.search(rf"\b{word}\b", report) for word in (self.call, *self.words))


def rows() -> Iterator[Row]:
    for call, words, name in ROW.findall(SOURCE.read_text(encoding="utf-8")):
        yield Row(name, call, tuple(words.split()))


def report(command: list[str], row: Row, variant: str, environment: dict[str, str], seconds: float = 60) -> str:
    """What is told of a wrong use ("wrong") or its twin ("right")."""
    with subprocess.Popen(
        [*command, row.name, variant], env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True, errors="replace", start_new_session=True,
    ) as child:  # fmt: skip
        try:
            said = child.communicate(timeout=seconds)[1]
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)  # Oclgrind is a script: the program is a child of the child
            return ENDLESS
    if child.returncode == 2 or child.returncode < 0:
        return f"ended with status {child.returncode}\n{said}"
    return said


def judge(job: tuple[Row, list[str], dict[str, str]]) -> str:
    row, command, environment = job
    wrong, right = (report(command, row, variant, environment) for variant in ("wrong", "right"))
    problem = "" if row.is_found(wrong) else f"{row.name}: no {row.call} {row.words} in:\n{wrong}\n"
    if wrong.count("rootle: ") != 1:
        problem += f"{row.name}: not one report:\n{wrong}\n"
    return problem + (f"{row.name}, right, but reported:\n{right}\n" if right else "")


def main() -> int:
    environment = {"OCL_ICD_VENDORS": sys.argv[2], "ROOTLE_CHECK": "memory,api"}
    jobs = [(row, [sys.argv[1]], environment) for row in rows()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = [problem for problem in pool.map(judge, jobs) if problem]
    print("\n".join(problems))
    print(f"{len(jobs)} pairs, {len(problems)} wrong")
    return 1 if problems or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
