# SPDX-License-Identifier: MIT
"""Khronos's tests of OpenGL ES (dEQP), case by case on llvmpipe and on Mesa's driver of the simulated card.

A program of theirs runs many cases in one process. One that dies or says nothing for long is started again behind
the case that it had begun."""

import os
import re
import select
import signal
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

SECONDS = 120.0  # of silence
CASES = 200  # of a process, which some drivers let grow
NODE = Path(__file__).resolve().parents[1] / "build" / "bin" / "rootle-drm"
OPTIONS = ["--deqp-log-filename=/dev/null", "--deqp-log-images=disable", "--deqp-surface-type=pbuffer", "--deqp-surface-width=256",
           "--deqp-surface-height=256", "--deqp-gl-config-name=rgba8888d24s8ms0"]
# Verdicts that hold nothing against a driver.
PASSES = ("pass", "notsupported", "qualitywarning", "compatibilitywarning", "waived")
BEGUN = re.compile(r"Test case '(.*)'\.\.")
ENDED = re.compile(r"  (\w+) \((.*)\)")


@dataclass(frozen=True)
class Result:
    """What the program says of a case, in small letters, or crash or timeout; why, by the card where it says so."""

    verdict: str
    why: str = ""

    @property
    def passes(self) -> bool:
        return self.verdict in PASSES


@dataclass(frozen=True)
class Runner:
    program: Path
    command: tuple[str, ...]
    environment: dict[str, str]

    def start(self, *options: str) -> subprocess.Popen[bytes]:
        folder = self.program.parent
        return subprocess.Popen([*self.command, str(self.program), f"--deqp-archive-dir={folder}", *OPTIONS, *options],
                                env={**os.environ, "EGL_PLATFORM": "surfaceless", **self.environment}, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def on_llvmpipe(program: Path) -> Runner:
    return Runner(program, (), {"LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "llvmpipe"})


def on_card(program: Path) -> Runner:
    return Runner(program, (str(NODE),), {})


def cases_of(runner: Runner, pattern: str) -> list[str]:
    process = runner.start("--deqp-runmode=stdout-caselist", f"--deqp-case={pattern}")
    text = process.communicate()[0].decode(errors="replace")
    return re.findall(r"^TEST: (\S+)$", text, re.MULTILINE)


def lines_of(process: subprocess.Popen[bytes]) -> Iterator[str]:
    """What the process prints, until it has been silent for too long: then it is killed."""
    assert process.stdout
    rest = b""
    while select.select([process.stdout], [], [], SECONDS)[0]:
        some = os.read(process.stdout.fileno(), 1 << 16)
        if not some:
            yield rest.decode(errors="replace")
            return
        *whole, rest = (rest + some).split(b"\n")
        yield from (line.decode(errors="replace") for line in whole)
    process.kill()


def said(lines: Iterable[str]) -> Iterator[tuple[str, Result | None]]:
    """Each case that begins, and then what came of it. A stream that the card refused fails its case."""
    case, complaint = "", ""
    for line in lines:
        if begun := BEGUN.match(line):
            case, complaint = begun[1], ""
            yield case, None
        elif case and (ended := ENDED.match(line)):
            yield case, Result("refused", complaint) if complaint else Result(ended[1].lower(), ended[2])
            case = ""
        elif line.startswith("rootle-drm:"):
            complaint = complaint or line.removeprefix("rootle-drm: ")
    if case and complaint:
        yield case, Result("crash", complaint)


def run_some(runner: Runner, cases: Sequence[str]) -> Iterator[tuple[str, Result]]:
    """The results of one process, which may end early: the last case has one in any case."""
    process = runner.start("--deqp-stdin-caselist")
    assert process.stdin
    process.stdin.write("\n".join(cases).encode() + b"\n")
    process.stdin.close()
    open_case = cases[0]
    for case, result in said(lines_of(process)):
        open_case = "" if result else case
        if result:
            yield case, result
    process.wait()
    if open_case:
        verdict = "timeout" if process.returncode == -signal.SIGKILL else "crash"
        yield open_case, Result(verdict, f"status {process.returncode}")


def run_share(runner: Runner, cases: Sequence[str]) -> dict[str, Result]:
    results: dict[str, Result] = {}
    left = list(cases)
    while left:
        results.update(run_some(runner, left[:CASES]))
        left = [case for case in left if case not in results]
    return results


def run(runner: Runner, cases: Sequence[str], jobs: int) -> dict[str, Result]:
    shares = [cases[i::jobs] for i in range(jobs) if cases[i::jobs]]
    with ThreadPoolExecutor(jobs) as pool:
        done = pool.map(lambda share: run_share(runner, share), shares)
        return dict(chain.from_iterable(results.items() for results in done))


def differences(one: dict[str, Result], other: dict[str, Result]) -> Iterator[tuple[str, str]]:
    """Cases that pass on the first driver alone, and what is to be said of each."""
    for case, result in sorted(other.items()):
        if not result.passes and one[case].passes:
            yield case, f"{one[case].verdict} there, {result.verdict} here: {result.why}"
