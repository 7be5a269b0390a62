# SPDX-License-Identifier: MIT
"""What the compiler makes of a program, pass by pass, with the source lines of each line."""

import dataclasses
import os
import re
import subprocess
import tempfile
from pathlib import Path

SECONDS = 60
MOST_LINES = 3000  # of a pass

# A line of a text, and the line of the source that it is of; 0: none.
Row = tuple[str, int]


@dataclasses.dataclass
class Stage:
    """A program behind a pass."""

    name: str
    is_machine: bool
    rows: list[Row]


@dataclasses.dataclass
class Variant:
    """A program compiled with a set of options."""

    name: str
    stages: list[Stage]
    code: str  # machine code as text, with lines of the source
    problem: str  # why it could not be compiled


LOCATION = re.compile(r"^!(\d+) = (?:distinct )?!DILocation\(line: (\d+),.*?scope: !(\d+)")
SCOPE = re.compile(r"^!(\d+) = distinct !DI(?:Subprogram|LexicalBlock\w*)\(.*?file: !(\d+)")
DEBUG = re.compile(r",? !dbg !(\d+)")
DEFINED = re.compile(r"^define .*@(\"[^\"]*\"|[\w.$]+)\(")


def _locations(text: str) -> dict[str, int]:
    """Numbers of metadata that are places in the main file, with their lines."""
    unit = re.search(r"!DICompileUnit\(language: \w+, file: !(\d+)", text)
    name = re.search(rf"^!{unit[1]} = !DIFile\(filename: (\"[^\"]*\")", text, re.M) if unit else None
    files = set(re.findall(rf"^!(\d+) = !DIFile\(filename: {re.escape(name[1])}", text, re.M)) if name else set()
    # The unit's own file may be spelled in another way than that of its functions, which most are of.
    scopes = {match[1]: match[2] for match in map(SCOPE.match, text.splitlines()) if match}
    if scopes and not files & set(scopes.values()):
        files = {max(set(scopes.values()), key=list(scopes.values()).count)}
    found = {}
    for match in map(LOCATION.match, text.splitlines()):
        if match and scopes.get(match[3]) in files:
            found[match[1]] = int(match[2])
    return found


def _ir_rows(text: str, kernel: str) -> list[Row]:
    """The program's own functions: those with lines, but for other kernels."""
    lines, rows = _locations(text), []
    inside = False
    for line in text.splitlines():
        defined = DEFINED.match(line)
        if defined:
            other = "_kernel void" in line.partition("@")[0] and defined[1].strip('"') != kernel
            inside = "!dbg" in line and not other
        if inside:
            place = DEBUG.search(line)
            rows.append((DEBUG.sub("", line), lines.get(place[1], 0) if place else 0))
        if line == "}":
            inside = False
    return rows[:MOST_LINES]


PLACE = re.compile(r'^line (\d+) "(.*)":(\d+):\d+ in ".*?"(?: from (\d+))?$')
OF_LINE = re.compile(r"(?: line |\bline:)(\d+)\b")


def _machine_rows(text: str, file: str) -> list[Row]:
    lines: dict[str, int] = {}
    rows: list[Row] = []
    for line in text.splitlines():
        place = PLACE.match(line)
        if place:
            # An instruction of another file counts for the line that included or called it.
            lines[place[1]] = int(place[3]) if place[2] == file else lines.get(place[4] or "", 0)
            continue
        of = OF_LINE.search(line)
        rows.append((re.sub(r" ?\bline:\d+", "", line).replace(" ()", ""), lines.get(of[1], 0) if of else 0))
    return rows[:MOST_LINES]


def stages(text: str, kernel: str, file: str) -> list[Stage]:
    """What ROOTLE_DEBUG=ll prints, pass by pass, as far as it is of the kernel."""
    found: list[Stage] = []
    parts = re.split(r"^; (---- after .* ----|.*: machine IR after .*)$", text, flags=re.M)
    for title, body in zip(parts[1::2], parts[2::2], strict=True):
        if title.startswith("----"):
            found.append(Stage(title[len("---- after ") : -len(" ----")], False, _ir_rows(body, kernel)))
        elif title.startswith(f"{kernel}: "):
            found.append(Stage(title.partition("machine IR after ")[2], True, _machine_rows(body.strip("\n"), file)))
    return found


@dataclasses.dataclass
class Compiler:
    """rootle-cc, for a chip."""

    program: Path
    chip: str

    def _environment(self, words: str) -> dict[str, str]:
        return {**os.environ, "ROOTLE_DEBUG": words}

    def variant(self, name: str, source: Path, options: list[str], kernel: str, words: str) -> Variant:
        """What becomes of a source with words of ROOTLE_DEBUG. Passes of a program that cannot be compiled are
        there as far as it came."""
        command = [str(self.program), "--chip", self.chip, "--source", *options, str(source)]
        try:
            done = subprocess.run(
                command, env=self._environment(words), stdin=subprocess.DEVNULL, capture_output=True,
                timeout=SECONDS, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            return Variant(name, [], "", str(error))
        log = done.stderr.decode("utf-8", "replace")
        problem = "" if done.returncode == 0 else "\n".join(re.findall(r".*error: .*", log)) or "it was not compiled"
        return Variant(name, stages(log, kernel, str(source)), done.stdout.decode("utf-8", "replace"), problem)

    def disassemble(self, code: bytes) -> str:
        """Machine code as text, each instruction behind the number of its word."""
        with tempfile.NamedTemporaryFile(prefix="rootle-explore-") as file:
            file.write(code)
            file.flush()
            command = [str(self.program), "--disassemble-code", file.name]
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False)
        return done.stdout.decode("utf-8", "replace")
