# SPDX-License-Identifier: MIT
"""rootle-report-bug: runs one test file as it is, in ways that tell where a fault lies, and collects all
that a report of the fault needs in one archive."""

import argparse
import dataclasses
import os
import shlex
import sys
import tempfile
import time
from pathlib import Path

from .. import drivers
from ..command_line import Parser, amount, in_words
from ..environment import assignments
from ..gate.markdown import code
from ..places import find_places
from ..results import JOURNAL, Record, ResultsError, load
from ..show import harmless
from ..status import Status
from ..summary import summarise
from .archive import Archive, environment_text, of_this_machine
from .facts import output_of, versions

ROOT = Path(__file__).resolve().parents[3]
EXIT_WRITTEN = 0
EXIT_USAGE = 2
EXIT_CANNOT_RUN = 3
PLATFORM = "Rootle"  # what our driver calls itself, under whatever name it was given

EPILOGUE = """\
What --help does not name goes to running the test: --platform, --device and others.
The archive is made whatever the test does, also when it passes or nothing can be run. Look at it before
you send it: it has the test file, and variables of the environment that drivers read; not their values
where names sound secret, nor the name of the machine and of your home folder.

exit status: 0 the archive was written; 2 wrong usage, or no such file; 3 it could not be written."""

# Where a stage of our driver's work is shown: file in the archive, words of ROOTLE_DEBUG, what it is.
STAGES = (
    ("pstat.txt", "pstat", "statistics of each kernel"),
    ("ir.txt", "clc,ll", "the source, and LLVM IR between passes"),
    ("machine-code.txt", "asm", "machine code as text"),
    ("state.txt", "state,dispatch,cs", "texture, sampler and RAT state, launches, command streams"),
)


@dataclasses.dataclass(frozen=True)
class Variant:
    """Another way to run the test, which tells something."""

    name: str  # the folder in the archive
    question: str
    variables: dict[str, str]
    driver: str | None = None  # another one


OUR_VARIANTS = (
    Variant("noopt", "passes without optional optimisations (`ROOTLE_DEBUG=noopt`)?", {"ROOTLE_DEBUG": "noopt"}),
    Variant("linear", "passes with linear images (`ROOTLE_TILING=linear`)?", {"ROOTLE_TILING": "linear"}),
    Variant("minimal", "passes with converted images (`ROOTLE_FORMATS=minimal`)?", {"ROOTLE_FORMATS": "minimal"}),
)


def _parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = Parser.passing_on(
        "ci/report-bug",
        "%(prog)s FILE.cl [OPTION]... [RUN-TESTS-ARGUMENT]...",
        "Collect all that a bug report needs about a test in one archive.",
        EPILOGUE,
    )
    add = parser.add_argument
    add("file", type=Path, metavar="FILE.cl", help="the test")
    add("--driver", default="rootle", metavar="NAME", help="rootle, pocl, oclgrind, system, or the path of an .icd file; default: %(default)s")
    add("--filter", action="append", default=[], metavar="PATTERN", help="only tests that match; may be repeated")
    add("--timeout", type=amount, default=30.0, metavar="S", help="seconds for one test; default: 30")
    add("-o", "--output", type=Path, metavar="FILE.tar.xz", help="default: report-NAME-TIME.tar.xz")
    options, more = parser.parse_known_args(arguments)
    if not options.file.is_file():
        parser.error(f"{options.file}: no such file")
    if options.output is None:
        options.output = Path(f"report-{options.file.stem}-{time.strftime('%Y%m%d-%H%M%S')}.tar.xz")
    if not options.output.name.endswith(".tar.xz"):
        parser.error(f"{options.output}: the name of an archive ends in .tar.xz")
    return options, more


@dataclasses.dataclass
class Attempt:
    """What one run of the test came to."""

    record: Record | None
    printed: str

    @property
    def verdict(self) -> str:
        """The counts, or what was said where there are none."""
        if self.record is None or not self.record.results:
            last = self.printed.strip().rpartition("\n")[2]
            return f"nothing could be run: {last}" if last else "nothing could be run"
        return ", ".join(s.counted(n) for s, n in summarise(self.record.results.values()).counts.items() if n)

    @property
    def passes(self) -> bool:
        results = self.record.results.values() if self.record else ()
        return bool(results) and all(result.status is Status.PASS for result in results)


class Report:
    """Runs the test and fills the archive."""

    def __init__(self, options: argparse.Namespace, more: list[str], archive: Archive, scratch: Path) -> None:
        self.options = options
        self.more = more
        self.archive = archive
        self.scratch = scratch
        self.first = Attempt(None, "")  # the test as it was given

    def attempt(self, name: str, variables: dict[str, str], driver: str | None = None) -> Attempt:
        """Runs the test and keeps its record below a folder of the archive."""
        print(f"report-bug: {name}", flush=True)
        results = self.scratch / name
        words = ["--driver", driver or self.options.driver, "--timeout", f"{self.options.timeout:g}"]
        words += [f"--filter={pattern}" for pattern in self.options.filter]
        more = self.more if driver is None else []
        command = [str(ROOT / "run-tests"), f"--results={results}", *words, *more, "--", str(self.options.file.resolve())]
        printed = output_of(command, {**os.environ, **variables}, limit=3600)
        record = None
        try:
            record = load(results)
            self.archive.add(f"{name}/{JOURNAL}", (results / JOURNAL).read_bytes())
        except (ResultsError, OSError):
            pass  # nothing was run; what was printed says why
        self.archive.add(f"{name}/output.txt", printed)
        return Attempt(record, printed)

    def stages(self, driver: drivers.Driver, folder: str, words: str = "") -> None:
        """What each stage of our driver says of the file, with further words of ROOTLE_DEBUG."""
        tester = [str(find_places(ROOT).tester), "--text", f"--timeout={self.options.timeout:g}", str(self.options.file)]
        for name, flags, _ in STAGES:
            own = {**driver.environment(), "ROOTLE_CACHE": "0", "ROOTLE_DEBUG": ",".join(filter(None, (flags, words)))}
            said = output_of(tester, {**os.environ, **own}, limit=self.options.timeout + 30)
            self.archive.add(f"{folder}/{name}", f"$ {' '.join(assignments(own))} {shlex.join(tester)}\n{said}")


def _is_ours(driver: drivers.Driver, attempt: Attempt) -> bool:
    platform = attempt.record.device.get("platform") if attempt.record else None
    return bool(platform == PLATFORM) if platform else driver.is_bundled


def _others(driver: drivers.Driver, ours: bool) -> list[Variant]:
    """Drivers that are here and tell whether the test or the driver is wrong."""
    places = find_places(ROOT)
    found = []
    for name in ("pocl", "oclgrind") if ours else ("rootle", "pocl"):
        try:
            other = drivers.find(name, places.rootle_icd)
        except drivers.DriverError:
            continue
        if other.icd and Path(other.icd).exists() and other.icd != driver.icd:
            found.append(Variant(f"on-{name}", f"passes on {name}?", {}, name))
    return found


def _variants(report: Report, driver: drivers.Driver, ours: bool) -> list[tuple[str, str]]:
    """Questions about the fault and their answers."""
    answers = []
    for variant in (*(OUR_VARIANTS if ours else ()), *_others(driver, ours)):
        attempt = report.attempt(variant.name, variant.variables, variant.driver)
        answers.append((variant.question, "yes" if attempt.passes else f"no: {code(attempt.verdict)}"))
    again = report.attempt("again", {})
    same = again.verdict == report.first.verdict
    answers.append(("the same when it is run again?", "yes" if same else f"no: {code(again.verdict)}"))
    return answers


def _summary(report: Report, attempt: Attempt, answers: list[tuple[str, str]], ours: bool) -> str:
    """The page on top: what happened, what was asked, what is in the archive."""
    device = attempt.record.device if attempt.record else {}
    named = " ".join(str(device[key]) for key in ("platform", "name", "driver_version") if device.get(key))
    lines = [f"# {code(report.options.file.name)}: {code(attempt.verdict)}", "", f"Device: {code(named or 'none')}", ""]
    for result in attempt.record.results.values() if attempt.record else ():
        if result.status is not Status.PASS:
            lines += [f"- {code(result.test)}: {result.status.label}", f"  {code(result.message or 'no message')}"]
            lines += [f"  ended by {result.signal}"] if result.signal else []
    lines += ["", "| | |", "| --- | --- |", *(f"| {question} | {answer} |" for question, answer in answers)]
    if not ours:
        lines += ["", "Not the bundled driver: its stages (statistics, IR, machine code, state) and its variants are left out."]
    lines += ["", "## Versions", "", "```", versions().rstrip(), "```", "", "## In this archive", ""]
    meanings = {name: what for name, _, what in STAGES} | MEANINGS
    for name in report.archive.names:
        lines.append(f"- `{name}`: {meanings.get(Path(name).name, 'the test')}")
    return "\n".join(lines) + "\n"


MEANINGS = {
    "output.txt": "what run-tests printed",
    JOURNAL: "the record of the run",
    "environment.txt": "variables that drivers may read",
    "clinfo.txt": "what clinfo says of the driver",
}


def collect(options: argparse.Namespace, more: list[str], archive: Archive, scratch: Path) -> str:
    """Fills the archive; returns the page on top."""
    driver = drivers.find(options.driver, find_places(ROOT).rootle_icd)
    report = Report(options, more, archive, scratch)
    archive.add(f"test/{options.file.name}", options.file.read_bytes())
    report.first = report.attempt("run", {})
    ours = _is_ours(driver, report.first)
    if ours:
        print("report-bug: stages of the driver, with and without noopt", flush=True)
        report.stages(driver, "run")
        report.stages(driver, "noopt", "noopt")
    answers = _variants(report, driver, ours)
    archive.add("environment.txt", environment_text(os.environ))
    archive.add("clinfo.txt", output_of(["clinfo"], {**os.environ, **driver.environment()}))
    return _summary(report, report.first, answers, ours)


def main(arguments: list[str]) -> int:
    options, more = _parse(arguments)
    archive = None
    try:
        archive = Archive(options.output, of_this_machine())
        with tempfile.TemporaryDirectory(prefix="rootle-report-") as scratch:
            archive.close(collect(options, more, archive, Path(scratch)))
    except drivers.DriverError as error:
        print(harmless(f"report-bug: {error}"), file=sys.stderr)
        return EXIT_USAGE
    except OSError as error:
        print(harmless(f"report-bug: {in_words(error)}"), file=sys.stderr)
        return EXIT_CANNOT_RUN
    finally:
        if archive:
            archive.abandon()
    print(f"{options.output}: {report_line(archive)}")
    return EXIT_WRITTEN


def report_line(archive: Archive) -> str:
    size = archive.path.stat().st_size
    return f"{len(archive.names) + 1} files, {size // 1024 + 1} KiB; look at SUMMARY.md in it before you send it"
