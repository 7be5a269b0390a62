#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Damaged results, through everything that reads them: each command must end as its help says, within seconds, and show
nothing that a terminal would act upon. mutants.py COUNT [SEED]"""

import argparse
import contextlib
import copy
import functools
import io
import json
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock
from xml.etree import ElementTree

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent / "report" / "tests")]

from samples import DEVICE, RUN, rich_failure  # noqa: E402

from runner import cli, journal  # noqa: E402
from runner.gate import driver as gate_driver  # noqa: E402
from runner.commands import run_command  # noqa: E402
from runner.expectations import ExpectationError, Expectations  # noqa: E402
from runner.explain import explain_command, generator as generators  # noqa: E402
from runner.explain.generator import Generator  # noqa: E402
from runner.fuzz.finds import Finds  # noqa: E402
from runner.reduce import reduce_command  # noqa: E402
from runner.report import site  # noqa: E402
from runner.results import ResultsError, load_some  # noqa: E402
from runner.show import harmless  # noqa: E402

SECONDS = 60  # that no command takes
EXITS = (0, 1, 2, 3, 4, 5, 130)
TEST = "hand/copy.cl::second"
EVIL = "\x1b]0;owned\x07\x1b[2J\u202e"
DEEP = 3000  # levels

# A journal that has every field, and what else a folder may hold.
FIELDS_OF_RUN = {
    "icd": "/x/my.icd", "platform": "0", "device": "1", "arguments": ["--driver=system", "t"], "cwd": "/", "host": "h", "pid": 7,
    "python": "3.11", "tester": "/x/tester", "dirty": True, "jobs": 2, "timeout": 60.0, "shuffle": -3, "shard": [1, 2], "repeat": 1,
    "retries": 1, "seed": 5, "piglit_compare": False, "program_cache": True, "from_binary": False, "through": None,
    "roots": {"": "/x/tests"}, "asked": {"places": ["tests"], "filter": ["*"], "exclude": ["none"], "statement": None},
}  # fmt: skip
RESULTS: list[dict[str, Any]] = [
    {**rich_failure("t/copy.cl:3"), "kernel_log": "a line", "signal": "SIGSEGV", "attempts": ["fail", "fail"], "source": "/x/copy.cl",
     "kept_source": "0" * 32 + ".cl"},
    {"test": "a.cl::known", "status": "expected-fail", "outcome": "crash", "message": "expected", "seconds": 1},
    {"test": "a.cl::skips", "status": "skip", "message": "no images", "place": "a.cl:1"},
    {"test": "a.cl::wrong", "status": "error", "details": {"file": "a.cl", "line": 1, "errors": [{"line": 1, "column": 2, "message": "m"}]}},
    {"test": "a.cl::sum", "status": "fail", "message": "m", "details": {"arguments": [{"index": 0, "step": 1, "values": 4, "wrong": 1,
     "worst_ulp": 2.5, "first": [{"at": "[0]", "expected": "1", "actual": "2", "ulp": None}], "actual": "1 2 3 4"}]}},
    *({"test": f"a.cl::{number}", "status": "pass", "seconds": 0.25} for number in range(3)),
]  # fmt: skip
JOURNAL: list[dict[str, Any]] = [
    {"run": {**RUN, **FIELDS_OF_RUN}},
    {"plan": [result["test"] for result in RESULTS]},
    {"device": DEVICE},
    *RESULTS,
    {"end": {"complete": True, "have_ended": True, "seconds": 2.5, "time": "2026-01-31T12:00:00Z"}},
]
FAULTS = {"ran": 2, "failed": 1, "faults": [{"title": "wrong", "tests": ["chance/0000001.cl::test 1"], "kinds": 2, "hypotheses": ["h"],
                                             "needs": ["n"], "file": "01.cl"}]}  # fmt: skip
ABOUT = [{"test": "chance/0000001.cl::test 1", "about": ["2d"], "scene": {"images": []}}]
PIGLIT = {
    "name": "p", "time_elapsed": {"start": 1, "end": 2.5, "__type__": "TimeAttribute"},
    "tests": {"program@execute@x": {"result": "fail", "command": "t tests/cl/program/execute/x.cl", "exception": None, "err": "e",
                                    "traceback": "t", "time": {"start": 1, "end": 2}, "subtests": {"one": "pass", "two": "crash"}}},
}  # fmt: skip
LIST = "a.cl::known # why\n~ b.cl # sometimes\n"

# In place of any value.
HOSTILE: list[Any] = [
    None, True, False, 0, -1, 1, 2**63, 2**64, 10**400, -(10**400), 1e308, -0.0, float("nan"), float("inf"), -float("inf"), "", "x", "0", "\ud800",
    "\0", "a\0b", EVIL, "a\nb", "\u2028", "../../../../../etc/passwd", "/dev/zero", "x" * 100_000, "=1+1", "</script><b>", "/(a+)+$/", "[[[", [], {}, [[]],
    [None], {"": None}, {"\ud800": 1}, {EVIL: EVIL}, [1] * 1000, "pass", "1-999999999", [2**63] * 3, [0, 0, 0],
]  # fmt: skip


def _spots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a value, as what holds it and its key there."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _spots(value[key])


def _other_type(choice: random.Random, value: Any) -> Any:
    return choice.choice([str(value), [value], {"0": value}, [[value]], None, not value, len(str(value))])


def change_value(choice: random.Random, document: Any) -> None:
    """Another value at a place, or none, or one more."""
    holder, key = choice.choice(list(_spots(document)))
    match choice.randrange(6):
        case 0:
            holder[key] = _other_type(choice, holder[key])
        case 1:
            del holder[key]
        case 2 if isinstance(holder, dict):
            holder[choice.choice([EVIL, "\ud800", "", "merged", "choices", "seconds"])] = copy.deepcopy(holder[key])
        case 3 if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(choice.choice(HOSTILE)))
        case _:
            holder[key] = copy.deepcopy(choice.choice(HOSTILE))


def change_lines(choice: random.Random, lines: list[bytes]) -> None:
    """Lines that come in another order, are torn, are missing, or are no text."""
    at = choice.randrange(len(lines))
    line = lines[at]
    cut = choice.randrange(len(line) + 1)
    key = choice.choice([b"test", b"status", b"seconds", b"run", b"plan", b"end", b"merged"])
    match choice.randrange(10):
        case 0:
            lines[at] = line[:cut]
        case 1:
            del lines[at]
        case 2:
            choice.shuffle(lines)
        case 3:
            lines.insert(at, choice.choice(lines))
        case 4:
            lines[at] = line[:cut] + choice.choice([b"\xff", b"\xc3", b"\0", b"\xed\xa0\x80", b"\x1b[31m", b"\n", b"\r"]) + line[cut:]
        case 5:
            deep = choice.choice([b"[", b'{"a":', b'{"merged":[', b'{"details":'])
            lines[at] = line[:-1] + b',"%s":' % key + deep * choice.choice([5, 900, DEEP]) + b"}"
        case 6:
            lines[at] = line[:-1] + b',"%s":%s}' % (key, choice.choice([b"1e999", b"-1", b'"x"', b"{}", b"9" * 5000, b"NaN"]))
        case 7:
            lines[at] = choice.choice([b"", b"null", b"[]", b"{}", b'"x"', b"0", b"{", b"\xef\xbb\xbf" + line])
        case 8:
            nested = b'{"merged":[' * choice.choice([2, 150])
            lines[at] = b'{"run":%s%s}' % (nested, b"]}" * nested.count(b"["))
        case _:
            lines[at] = bytes(byte ^ (1 << choice.randrange(8)) if choice.random() < 0.02 else byte for byte in line)


def _bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=True).encode()


def mutant(choice: random.Random, good: list[Any]) -> bytes:
    """JSON lines that differ from good ones in a place or three."""
    documents = copy.deepcopy(good)
    for _ in range(choice.choice([0, 1, 1, 1, 1, 2, 3])):
        with contextlib.suppress(IndexError):  # nothing is left to change
            change_value(choice, choice.choice([d for d in documents if d] or [{}]))
    lines = [_bytes(document) for document in documents]
    for _ in range(choice.choice([0, 0, 0, 1, 1, 2])):
        if lines:
            change_lines(choice, lines)
    return b"\n".join(lines) + choice.choice([b"\n", b"\n", b"\n", b""])


class Found(Exception):
    """What must not be."""


class Shared(Generator):
    """One generator for all commands, as to start one takes longer than all else."""

    def __exit__(self, *error: object) -> None:
        pass

    def end(self) -> None:
        super().__exit__(None, None, None)


class Readers:
    """Everything that reads results, over a folder of files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.good, self.bad = folder / "good", folder / "bad"
        for each in (self.good, self.bad / "sources", self.bad / "faults", folder / "lists", folder / "chance" / "faults"):
            each.mkdir(parents=True)
        (self.good / "results.jsonl").write_bytes(b"".join(_bytes(line) + b"\n" for line in JOURNAL))
        (self.bad / "sources" / f"{'0' * 32}.cl").write_text(f"kernel void copy() {{}} // {EVIL}\n", encoding="utf-8")
        generator = HERE.parents[2] / "generated-tests" / "generate"
        self.generator = Shared(generator)
        self.results_of_run = self.good
        self._patches = contextlib.ExitStack()
        for module in (explain_command, generators):  # the latter is imported late
            self._patch(module, "Generator", lambda program: self.generator)
        self._patch(site, "_environment", functools.cache(site._environment))
        self._patch(gate_driver, "_run", self._no_run)
        self._patches.enter_context(mock.patch.dict(os.environ, {"GITHUB_STEP_SUMMARY": ""}))

    def _patch(self, module: object, name: str, value: object) -> None:
        self._patches.enter_context(mock.patch.object(module, name, value))

    def end(self) -> None:
        self._patches.close()
        self.generator.end()

    def _no_run(self, results: Path, kept: object, arguments: list[str]) -> int:
        """In place of a run: results that are there."""
        results.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.results_of_run / "results.jsonl", results / "results.jsonl")
        return 0

    def of_journal(self) -> Iterator[Callable[[], int]]:
        good, bad, out = str(self.good), str(self.bad), self.folder / "out"
        yield lambda: run_command("show", [bad, "-v"])
        yield lambda: run_command("compare", [good, bad, "--json", str(out / "c.json")])
        yield lambda: run_command("compare", [bad, good, "--all"])
        yield lambda: run_command("summary", [bad, "--baseline", good, "--allow-skips", "*s", "--markdown", str(out / "s.md")])
        yield lambda: run_command("summary", [bad, "--badge", str(out / "b.svg")])
        exports = [f"--{name}={out / name}" for name in ("junit", "tap", "csv")]
        yield lambda: run_command("report", [bad, "-o", str(out / "html"), *exports])
        yield lambda: run_command("report", [good, bad, "-o", str(out / "two")])
        yield lambda: run_command("explain", [bad, "--markdown", str(out / "e.md"), "--expectations", str(out / "e.txt")])
        yield lambda: run_command("explain", [good, bad])
        yield lambda: run_command("merge", [str(out / "merged"), bad])
        yield lambda: self._gate(self.bad, self.good, out)
        yield lambda: self._gate(self.good, self.bad, out)
        yield self._as_baseline
        yield self._reduce
        yield self._resume
        yield lambda: 0 * len(journal._holder(self.bad / "results.jsonl"))

    def _gate(self, kept: Path, now: Path, out: Path) -> int:
        self.results_of_run = now
        shutil.rmtree(out / "kept", ignore_errors=True)
        shutil.copytree(kept, out / "kept")
        return run_command("gate", [str(out / "kept"), "-o", str(out / "gate"), "--update", f"--junit={out / 'g.xml'}"])

    def _as_baseline(self) -> int:
        known = Expectations.load(self.folder / "lists", "none")
        known.add_baseline(self.bad, "none")
        for result in load_some(self.good).results.values():
            known.judge(result)
        return 0 * len(known.gone({"asked": {"places": ["tests"]}}, []))

    def _reduce(self) -> int:
        options = reduce_command._parse([TEST, "--results", str(self.bad)])
        reduce_command._file_text(options, "hand/copy.cl")
        reduce_command._driver_name(options)
        return 0

    def _resume(self) -> int:
        here = Path.cwd()
        try:
            cli._resumed([f"--resume={self.bad}"])
        finally:
            os.chdir(here)
        return 0

    def of_chance(self) -> Iterator[Callable[[], int]]:
        folder, out = self.folder / "chance", self.folder / "out"
        yield lambda: run_command("explain", [str(folder), "--markdown", str(out / "e.md")])
        yield lambda: (Finds(folder).read(folder, ()), 0)[1]

    def of_piglit(self) -> Iterator[Callable[[], int]]:
        file = str(self.folder / "results.json")
        yield lambda: run_command("show", [file, "-v"])
        yield lambda: run_command("compare", [str(self.good), file])

    def of_list(self) -> Iterator[Callable[[], int]]:
        yield lambda: 0 * len(Expectations.load(self.folder / "lists", "d").fails.entries)

    def damage(self, choice: random.Random) -> Iterator[Callable[[], int]]:
        """Writes a mutant; what reads it."""
        kind = choice.randrange(12)
        if kind < 9:
            (self.bad / "results.jsonl").write_bytes(mutant(choice, JOURNAL))
            return self.of_journal()
        if kind == 9:
            folder = self.folder / "chance"
            (folder / "results.jsonl").write_bytes(b"".join(_bytes(line) + b"\n" for line in JOURNAL))
            (folder / "about.jsonl").write_bytes(mutant(choice, ABOUT))
            (folder / "faults" / "faults.json").write_bytes(mutant(choice, [FAULTS]))
            return self.of_chance()
        if kind == 10:
            (self.folder / "results.json").write_bytes(mutant(choice, [PIGLIT]))
            return self.of_piglit()
        lines = LIST.encode().split(b"\n")
        change_lines(choice, lines)
        (self.folder / "lists" / "d-fails.txt").write_bytes(b"\n".join(lines))
        return self.of_list()


USER_ERRORS = (ResultsError, ExpectationError)


def called(command: Callable[[], int]) -> tuple[int, str]:
    """The exit status of a command, and all that it printed, as UTF-8."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="utf-8", write_through=True)
    with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
        try:
            status = command()
        except (*USER_ERRORS, OSError) as error:  # as cli.main tells them
            print(harmless(str(error)))
            status = 2
        except SystemExit as end:
            status = int(end.code or 0)
    return status, raw.getvalue().decode("utf-8")


def check_text(text: str, what: str) -> None:
    found = re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    if found:
        raise Found(f"{what} has {ascii(found[0])} in {ascii(text[max(0, found.start() - 60) : found.end()])}")


def check_files(out: Path) -> None:
    """What is for people; scripts and JSON spell everything out."""
    for path in out.rglob("*"):
        if path.suffix in (".md", ".svg", ".html") or path.name in ("tap", "csv"):
            check_text(path.read_text(encoding="utf-8"), path.name)
        elif path.suffix == ".xml" or path.name == "junit":
            ElementTree.parse(path)


def try_one(readers: Readers, seed: int) -> int:
    """Runs everything over the mutant of a seed. Returns how many commands there were; Found says what is wrong."""
    out = readers.folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    count = 0
    for count, command in enumerate(readers.damage(random.Random(seed)), 1):
        signal.alarm(SECONDS)
        try:
            status, printed = called(command)
        except Exception:  # pylint: disable=broad-except  # that is what is looked for
            raise Found(f"seed {seed}, command {count}:\n{traceback.format_exc()}") from None
        finally:
            signal.alarm(0)
        if status not in EXITS or "Traceback" in printed:
            raise Found(f"seed {seed}, command {count}: exit status {status}\n{printed}")
        check_text(printed, f"seed {seed}, command {count}:")
    check_files(out)
    return count


def _too_long(number: int, frame: object) -> None:
    raise Found(f"it takes more than {SECONDS} s")


def run(count: int, seed: int, folder: Path, tell: Callable[[str], None]) -> tuple[int, int]:
    """So many mutants; how many commands were run, and how many mutants showed a fault."""
    readers = Readers(folder)
    before = signal.signal(signal.SIGALRM, _too_long)
    commands = faults = 0
    try:
        for number in range(seed, seed + count):
            try:
                commands += try_one(readers, number)
            except Found as found:
                faults += 1
                tell(str(found))
    finally:
        signal.signal(signal.SIGALRM, before)
        readers.end()
    return commands, faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        commands, faults = run(options.count, options.seed, Path(folder), print)
    print(f"{options.count} mutants of results through {commands} commands: {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
