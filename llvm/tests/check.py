#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs rootle-cc as a file's RUN lines say and holds what it prints against the file's CHECK lines.

    RUN: [NAME=VALUE] ARGUMENTS     %s stands for the file, which is standard input too; output and
                                    diagnostics are one text; variables of the environment stand first
    EXIT: STATUS                    of the run above it; 0 without one
    CHECK: TEXT                     a line that contains TEXT, behind the line matched before
    CHECK-NEXT: TEXT                the very next line
    CHECK-NOT: TEXT                 no such line from there to the next match
    CHECK-COUNT: N TEXT             exactly N lines of the whole output contain TEXT

LLVM's FileCheck has neither statuses nor counts over the whole output, and needs a runner for RUN lines.

CHECK lines belong to the RUN line above them. In TEXT, runs of blanks are alike, {{...}} is a regular
expression, [[NAME:...]] one whose match [[NAME]] stands for later.
"""
import dataclasses
import itertools
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

DIRECTIVE = re.compile(r"(?:;|//)\s*(RUN|EXIT|CHECK(?:-NEXT|-NOT|-COUNT)?):\s*(.*?)\s*$")
PIECE = re.compile(r"\{\{(.*?)\}\}|\[\[(\w+)(?::(.*?))?\]\]")

VARIABLE = re.compile(r"\w+=")


@dataclasses.dataclass
class Check:
    line: int
    kind: str
    text: str


@dataclasses.dataclass
class Run:
    line: int
    arguments: str
    status: int = 0
    checks: list[Check] = dataclasses.field(default_factory=list)


class Mismatch(Exception):
    pass


def parse(path: Path) -> list[Run]:
    runs: list[Run] = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = DIRECTIVE.match(line.strip())
        if not found:
            continue
        kind, text = found.groups()
        if kind == "RUN":
            runs.append(Run(number, text))
        elif not runs:
            raise Mismatch(f"{path}:{number}: {kind} without a RUN above it")
        elif kind == "EXIT":
            runs[-1].status = int(text)
        else:
            runs[-1].checks.append(Check(number, kind, text))
    if not runs:
        raise Mismatch(f"{path}: no RUN line")
    if any(not run.checks for run in runs):
        raise Mismatch(f"{path}: a RUN line without CHECK lines")
    return runs


def pattern(text: str, values: dict[str, str]) -> re.Pattern[str]:
    """The regular expression of a CHECK line's text."""
    out, at = "", 0
    for piece in PIECE.finditer(text):
        out += re.escape(text[at : piece.start()])
        regex, name, definition = piece.groups()
        if regex is not None:
            out += f"(?:{regex})"
        elif definition is not None:
            out += f"(?P<{name}>{definition})"
        elif name in values:
            out += re.escape(values[name])
        else:
            out += f"(?P={name})"
        at = piece.end()
    out += re.escape(text[at:])
    return re.compile(re.sub(r"(?:\\[ \t])+", r"\\s+", out))


def hold(output: list[str], checks: list[Check]) -> None:
    values: dict[str, str] = {}
    at = 0
    forbidden: list[tuple[Check, re.Pattern[str]]] = []

    def refuse(end: int) -> None:
        for check, regex in forbidden:
            for line in output[at:end]:
                if regex.search(line):
                    raise Mismatch(f"{check.line}: CHECK-NOT matches: {line}")
        forbidden.clear()

    for check in checks:
        if check.kind == "CHECK-COUNT":
            count, text = check.text.split(None, 1)
            got = sum(bool(pattern(text, values).search(line)) for line in output)
            if got != int(count):
                raise Mismatch(f"{check.line}: {got} lines match, not {count}")
            continue
        regex = pattern(check.text, values)
        if check.kind == "CHECK-NOT":
            forbidden.append((check, regex))
            continue
        limit = at + 1 if check.kind == "CHECK-NEXT" else len(output)
        for index in range(at, min(limit, len(output))):
            found = regex.search(output[index])
            if found:
                break
        else:
            where = output[at] if at < len(output) else "the end"
            raise Mismatch(f"{check.line}: no line matches '{check.text}' from here on: {where}")
        refuse(index)
        values.update(found.groupdict())
        at = index + 1
    refuse(len(output))


def main() -> int:
    program, path = sys.argv[1], Path(sys.argv[2])
    try:
        for run in parse(path):
            words = [word.replace("%s", str(path)) for word in shlex.split(run.arguments)]
            arguments = list(itertools.dropwhile(VARIABLE.match, words))
            variables = dict(word.split("=", 1) for word in words[: len(words) - len(arguments)])
            with path.open("rb") as file:
                done = subprocess.run([program, *arguments], stdin=file, stdout=subprocess.PIPE, timeout=120,
                                      env={**os.environ, **variables}, stderr=subprocess.STDOUT, text=True, check=False)
            try:
                if done.returncode != run.status:
                    raise Mismatch(f"{run.line}: exit status {done.returncode}, not {run.status}")
                hold(done.stdout.splitlines(), run.checks)
            except Mismatch as mismatch:
                print(f"{path}:{mismatch}\n---- output ----\n{done.stdout}")
                return 1
    except Mismatch as mismatch:
        print(mismatch)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
