# SPDX-License-Identifier: MIT
"""Holds what the debugger shows against what kernels print themselves. By hand: measure.py FIRST COUNT [--noopt] [-v]"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
sys.path[:0] = [str(ROOT / "program-tester"), str(Path(__file__).resolve().parent)]

from random_kernels import Case, Variable, make_case  # noqa: E402

from runner.debug.connection import DebugError  # noqa: E402
from runner.debug.session import Session  # noqa: E402
from runner.debug.stops import Breakpoint  # noqa: E402
from runner.debug.types import Type, number_of  # noqa: E402
from runner.debug.values import NotThereError, read_named, visible  # noqa: E402

BUILD = Path(os.environ.get("ROOTLE_BUILD_DIR", ROOT / "build"))
TESTER, ICD = BUILD / "bin" / "program-tester", BUILD / "driver" / "rootle.icd"
Shown = dict[str, list[str] | None]


@dataclass
class Result:
    right: int = 0
    gone: int = 0
    wrong: int = 0
    undefined: int = 0  # another value than the one that is printed, behind a signed overflow
    lines: int = 0
    lines_hit: int = 0
    lines_run: int = 0  # by the kernel that prints
    lines_run_hit: int = 0
    whys: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Result) -> None:
        for name in ("right", "gone", "wrong", "undefined", "lines", "lines_hit", "lines_run", "lines_run_hit"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.whys.update(other.whys)
        self.faults += other.faults


Told = dict[tuple[int, int], list[list[str]]]


def told_values(case: Case, file: Path, noopt: bool) -> tuple[Told, set[int]]:
    """What the kernel prints, by work-item and line, in order, and the items for which C leaves open what it computes."""
    file.write_text(case.telling, encoding="utf-8")
    environment = {**os.environ, "OCL_ICD_VENDORS": str(ICD)}
    if noopt:
        environment["ROOTLE_DEBUG"] = "noopt"
    done = subprocess.run([TESTER, "--text", file], env=environment, capture_output=True, text=True, timeout=120, check=False)
    found: Told = defaultdict(list)
    undefined: set[int] = set()
    for line in (done.stdout + done.stderr).splitlines():
        if line.startswith("@"):
            item, number, *values = line[1:].split()
            found[int(item), int(number)].append(values)
        elif line.startswith("!"):
            undefined.add(int(line[1:]))
    if not found:
        raise AssertionError(f"the kernel prints nothing:\n{done.stdout}{done.stderr}")
    return found, undefined


def _words(type: Type, data: bytes) -> list[str]:
    base = type.base()
    if base.kind in ("vector", "array"):
        size = base.element().size()
        return [w for i in range(base.counts[0]) for w in _words(base.element(), data[i * size :])]
    if base.kind == "struct":
        return [w for m in base.members for w in _words(base.table[m.type], data[m.bit // 8 :])]
    if base.kind == "float":
        return [f"{int.from_bytes(data[:4], 'little'):08x}"]
    return [str(number_of(base, data))]


def shown_at_stop(session: Session, known: list[Variable], result: Result) -> dict[int, Shown]:
    """The values of all work-items that take part, by their number."""
    found: dict[int, Shown] = {}
    assert session.stop and session.kernel and session.reader
    for lane in range(64):
        if not session.stop.exec >> lane & 1:
            continue
        session.item.lane = lane
        shown: Shown = {}
        names = {named.name: named for named in visible(session.kernel, session.current_frame())}
        for variable in known:
            shown[variable.name] = None
            try:
                if variable.name in names:
                    value = read_named(session.reader, names[variable.name], lane)
                    shown[variable.name] = _words(value.type, value.data)
                else:
                    result.whys["it is not listed"] += 1
            except NotThereError as error:
                result.whys[str(error)] += 1
        found[session.global_of(session.item)[0]] = shown
    return found


def debug(case: Case, file: Path, result: Result) -> dict[tuple[int, int], list[Shown]]:
    """What the debugger shows, by work-item and line, in order."""
    file.write_text(case.plain, encoding="utf-8")
    session = Session([str(TESTER), "--text", "--timeout", "0", str(file)], ICD)
    session.output = lambda _: None
    found: dict[tuple[int, int], list[Shown]] = defaultdict(list)
    hit: set[int] = set()
    try:
        for line in case.visible:
            session.add_breakpoint(Breakpoint(0, str(line), line=line))
        stop = session.start()
        coded = set(session.kernel.lines_with_code()) & set(case.visible) if session.kernel else set()
        while stop.why != "exited":
            if stop.why == "breakpoint":
                line = session.frames()[0].line
                if line in case.visible and session.frames()[0].call < 0:
                    hit.add(line)
                    for item, shown in shown_at_stop(session, case.visible[line], result).items():
                        found[item, line].append(shown)
            stop = session.go()
    finally:
        session.close()
    result.lines += len(coded)
    result.lines_hit += len(hit & coded)
    return found


def compare(case: Case, told: Told, undefined: set[int], shown: dict[tuple[int, int], list[Shown]], result: Result) -> None:
    run = {line for _, line in told}
    result.lines_run += len(run)
    result.lines_run_hit += len(run & {line for _, line in shown})
    for (item, line), stops in shown.items():
        truths = told.get((item, line), [])
        if not truths:
            continue  # code that was run ahead, for who does not take the branch
        known = case.visible[line]
        for i, stop in enumerate(stops):
            at = 0
            for variable in known:
                count = len(variable.prints())
                value = stop[variable.name]
                right = [truth[at : at + count] for truth in ([truths[i]] if len(truths) == len(stops) else truths)]
                at += count
                if value is None:
                    result.gone += 1
                elif value in right:
                    result.right += 1
                elif item in undefined:
                    result.undefined += 1
                else:
                    result.wrong += 1
                    result.faults.append(f"line {line}, item {item}, stop {i} of {len(stops)}: {variable.name} is {right[:3]}, shown as {value}")


def measure(seed: int, noopt: bool) -> Result:
    case, result = make_case(seed), Result()
    with tempfile.TemporaryDirectory(prefix="rootle-debug-") as folder:
        told, undefined = told_values(case, Path(folder) / "telling.cl", noopt)
        words = os.environ.pop("ROOTLE_DEBUG", None)
        if noopt:
            os.environ["ROOTLE_DEBUG"] = "noopt"
        try:
            shown = debug(case, Path(folder) / "plain.cl", result)
        finally:
            os.environ.pop("ROOTLE_DEBUG", None)
            if words is not None:
                os.environ["ROOTLE_DEBUG"] = words
    compare(case, told, undefined, shown, result)
    result.faults = [f"seed {seed}: {fault}" for fault in result.faults]
    return result


def main(arguments: list[str]) -> int:
    words = [a for a in arguments if not a.startswith("-")]
    total = Result()
    for seed in range(int(words[0]), int(words[0]) + int(words[1])):
        try:
            total.add(measure(seed, "--noopt" in arguments))
        except (DebugError, AssertionError) as error:
            print(f"seed {seed}: {error}")
    seen = max(total.right + total.gone + total.wrong + total.undefined, 1)
    print(f"{total.right} right ({total.right / seen:.1%}), {total.gone} gone, {total.wrong} wrong, {total.undefined} undefined; "
          f"{total.lines_run_hit} of {total.lines_run} lines that run stop; {total.lines_hit} of {total.lines} with code")
    for why, count in total.whys.most_common(12):
        print(f"  {count:6} {why}")
    faults = {re.sub(r"item \d+, stop \d+ of \d+", "", fault).partition(" is ")[0]: fault for fault in total.faults}
    for fault in total.faults if "-v" in arguments else faults.values():
        print(fault)
    return total.wrong != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
