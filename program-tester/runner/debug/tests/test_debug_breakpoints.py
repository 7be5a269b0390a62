# SPDX-License-Identifier: MIT
"""A breakpoint on each line with code of the hand-written tests: the program stops at each that runs."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from debugged import ICD, ROOT, TESTER
from runner.debug.session import Session
from runner.debug.stops import Breakpoint, Stop

LONG = os.environ.get("ROOTLE_LONG_TESTS") == "1"
TESTS = ROOT / "program-tester" / "tests"
SAMPLE = ("image/attributes.cl", "compute/arith/float-arithmetic.cl")


@dataclass
class Lines:
    """Of a kernel: those with code, those that it stopped at, and those of words that ran."""

    coded: set[int]
    hit: set[int] = field(default_factory=set)
    ran: set[int] = field(default_factory=set)


class Covering(Session):
    """Stops once at each line, and at each word."""

    def __init__(self, file: Path) -> None:
        super().__init__([str(TESTER), "--text", "--timeout", "0", str(file)], ICD)
        self.output = lambda _: None
        self.lines: dict[str, Lines] = {}

    def _launch(self, message: dict[str, Any]) -> Stop | None:
        assert self.kernel
        kernel = self.kernel
        self.breakpoints.clear()
        if kernel.name not in self.lines:
            self.lines[kernel.name] = Lines(set(kernel.lines_with_code()))
            for line in self.lines[kernel.name].coded:
                self.add_breakpoint(Breakpoint(0, str(line), line=line, temporary=True))
            for word in kernel.words:
                self.add_breakpoint(Breakpoint(0, f"*{word}", word=word, temporary=True))
        return super()._launch(message)

    def cover(self) -> None:
        """Runs the program to its end."""
        stop = self.start()
        while stop.why != "exited":
            assert self.kernel
            lines = self.lines[self.kernel.name]
            for b in stop.breakpoints:
                word = self.kernel.words[b.words[0]]
                if b.line:
                    lines.hit.add(b.line)
                elif word.line and word.scope >= 0 and not word.moved and self.kernel.is_own(word):
                    lines.ran.add(word.line)
            self.breakpoints = [b for b in self.breakpoints if b not in stop.breakpoints]
            stop = self.go()


def cover(file: Path) -> dict[str, Lines]:
    session = Covering(file)
    try:
        session.cover()
    finally:
        session.close()
    return session.lines


@pytest.mark.parametrize("noopt", [False, True])
@pytest.mark.parametrize("name", sorted(str(path.relative_to(TESTS)) for path in TESTS.rglob("*.cl")) if LONG else SAMPLE)
def test_stops_at_each_line(name: str, noopt: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    if noopt:
        monkeypatch.setenv("ROOTLE_DEBUG", "noopt")
    kernels = cover(TESTS / name)
    for kernel, lines in kernels.items():
        assert lines.ran <= lines.hit <= lines.coded, kernel
        if LONG:
            with capsys.disabled():
                print(f"\n{name} {kernel}: {len(lines.coded)} lines with code, {len(lines.ran)} run, {len(lines.hit)} stop")
    assert kernels or name not in SAMPLE  # some tests only build
