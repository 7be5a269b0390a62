# SPDX-License-Identifier: MIT
"""ci/gate: runs tests for each commit of a range, in a worktree of its own, and says which commit
first changed the verdict of which test."""

import argparse
import dataclasses
import os
import subprocess
import sys
from pathlib import Path
from typing import Sequence

from .. import drivers
from ..asked import split_absent
from ..command_line import Parser, add_allow_skips, called, in_words
from ..environment import assignments, that_matters
from ..patterns import Pattern
from ..results import Record, load_some
from ..show import harmless
from ..status import EXIT_CRASHED, EXIT_FAILED, RANK, VERDICT_EXITS, Status, is_lost, is_worse
from ..summary import summarise

ROOT = Path(__file__).resolve().parents[3]
BUILD = "cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=Release && ninja -C build"

EXIT_SAME = 0
EXIT_CHANGED = 1
EXIT_CANNOT_RUN = 3
EXIT_SKIP = 125  # what git bisect run takes for: cannot be tested

EPILOGUE = """\
The commits' own tests are run with the commits' own driver, unless --tests names others: tests
that are new show when what they test began to work. For another project, give its build
command and the .icd that it makes; then the tests are those of this checkout:
    %(prog)s origin/main..HEAD --build 'ninja -C build' --driver build/my.icd --tests image/
Options that are not named here go to the runner of tests.

%(prog)s --here tests the commit that is checked out in the current folder, for git bisect:
    git bisect start BAD GOOD && git bisect run %(prog)s --here --filter 'image/copy*'
and --mended finds the commit that made tests pass:
    git bisect start --term-new mended --term-old broken MENDED BROKEN
    git bisect run %(prog)s --here --mended --tests ~/new-test.cl

exit status: 0 no verdict became worse (--here: nothing failed), 1 one did, 2 wrong usage,
3 git failed, or no commit or not the last one could be tested, 125 (--here) it does not build."""


class GateError(RuntimeError):
    """Something other than a test went wrong; the message is for people."""


@dataclasses.dataclass(frozen=True)
class Change:
    """A test whose verdict a commit changed. None stands for no such test."""

    commit: str
    test: str
    before: Status | None
    after: Status | None

    @property
    def is_regression(self) -> bool:
        return is_worse(self.before, self.after)

    def __str__(self) -> str:
        return f"{self.test}: {self.before or 'new'} -> {self.after or 'gone'}"


# Between these a test goes that a list of known failures calls unsteady.
_AS_LISTED = {Status.PASS, Status.EXPECTED_FAIL}
_SHOWN = 10  # changes of a commit


def _was_bad(status: Status | None) -> bool:
    return status is not None and status.is_bad


def changes(commit: str, before: Record, after: Record, allowed: Sequence[Pattern] = ()) -> list[Change]:
    """What a commit changed, worst first. A test that came or went is news when that is a regression, or
    when it failed; one that fails only at times and is listed so is none, nor what may be lost."""
    _, left_out = split_absent(before, after, own=True)
    found = []
    for test in sorted({*before.results, *after.results} - left_out):
        old = before.results[test].status if test in before.results else None
        new = after.results[test].status if test in after.results else None
        if old is new or {old, new} == _AS_LISTED:
            continue
        if is_lost(old, new) and any(pattern.matches(test) for pattern in allowed):
            continue
        if old is not None and new is not None or is_worse(old, new) or _was_bad(old):
            found.append(Change(commit, test, old, new))
    return sorted(found, key=lambda change: -RANK[change.after or Status.LOST])


def git(folder: Path, *arguments: str) -> str:
    """What git prints. GateError has git's own words."""
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise GateError(done.stderr.strip() or f"git {arguments[0]} failed")
    return done.stdout.strip()


@dataclasses.dataclass
class Tree:
    """A worktree in which commits are built and tested."""

    folder: Path
    options: argparse.Namespace
    more: list[str]  # arguments for run-tests

    def build(self, log: Path) -> bool:
        """Builds what is checked out. The log has what was printed."""
        log.parent.mkdir(parents=True, exist_ok=True)
        with open(log, "wb") as output:
            output.write(self.build_line())
            output.flush()
            done = subprocess.run(
                self.options.build or BUILD,
                shell=True,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                check=False,
            )
        return done.returncode == 0

    def build_line(self) -> bytes:
        """How the build's log begins: with what results depend on besides the commit and run-tests' arguments."""
        words = [*assignments(that_matters(os.environ)), self.options.build or BUILD]
        return f"$ {' '.join(words)}\n".encode(errors="surrogateescape")

    def command(self, results: Path | None) -> list[str]:
        """The run-tests of this checkout, over what the worktree has built."""
        words = [str(ROOT / "run-tests")]
        if self.options.driver:
            name = self.options.driver
            words += ["--driver", name if name in drivers.NAMES else str(self.folder / name)]
            tests = self.options.tests
        else:
            words += ["--no-build", "--build-dir", str(self.folder / "build")]
            tests = self.options.tests or [self.folder / "program-tester" / "tests"]
        if results:
            words += ["--results", str(results), "--overwrite"]
        return [*words, *self.more, "--", *map(str, tests)]

    def test(self, results: Path | None, log: Path | None) -> int:
        """Runs the tests; the exit status of run-tests."""
        output = open(log, "wb") if log else None
        try:
            done = subprocess.run(
                self.command(results),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT if output else None,
                check=False,
            )
        finally:
            if output:
                output.close()
        return done.returncode


def gate_here(options: argparse.Namespace, more: list[str]) -> int:
    """Tests what is checked out in the current folder, for git bisect run."""
    tree = Tree(Path(git(Path.cwd(), "rev-parse", "--show-toplevel")), options, more)
    log = tree.folder / "build" / "gate.log"
    if not tree.build(log):
        print(f"{called('ci/gate')}: it does not build; see {log}", file=sys.stderr)
        return EXIT_SKIP
    status = tree.test(None, None)
    if status not in VERDICT_EXITS:
        return EXIT_SKIP
    failed = status in (EXIT_FAILED, EXIT_CRASHED)
    return EXIT_CHANGED if failed is not options.mended else EXIT_SAME


def commits_of(repository: Path, text: str) -> list[str]:
    """The base and then every commit of a range BASE..HEAD, oldest first."""
    base, separator, _ = text.partition("..")
    if not separator or "..." in text:
        raise GateError(f"{text}: a range BASE..HEAD is needed")
    listed = git(repository, "rev-list", "--reverse", "--first-parent", text)
    return [git(repository, "rev-parse", f"{base}^{{commit}}"), *listed.split()]


def _kept_result(tree: Tree, folder: Path, build_log: Path) -> Record | None:
    """What an earlier gate found, if it was asked to build and run the same."""
    if not (folder / "summary.json").exists() or not build_log.exists():
        return None
    record = load_some(folder)
    same_run = record.run.get("arguments") == tree.command(folder)[1:]
    same_build = build_log.read_bytes().startswith(tree.build_line())
    return record if record.end.get("complete") and same_run and same_build else None


def result_of(tree: Tree, commit: str, output: Path) -> Record | None:
    """The results of a commit: those of an earlier gate when they are complete, else new ones. None
    when it cannot be built or run; that is said."""
    folder = output / commit[:12]
    build_log, run_log = (output / f"{commit[:12]}-{what}.log" for what in ("build", "run"))
    kept = _kept_result(tree, folder, build_log)
    if kept is not None:
        return kept
    git(tree.folder, "checkout", "--quiet", "--detach", commit)
    if not tree.build(build_log):
        print(f"    does not build; see {build_log}", flush=True)
        return None
    if tree.test(folder, run_log) not in VERDICT_EXITS:
        print(f"    cannot be tested; see {run_log}", flush=True)
        return None
    return load_some(folder)


def gate(options: argparse.Namespace, more: list[str]) -> int:
    """Tests every commit of the range and tells what each changed."""
    repository = Path(git(Path.cwd(), "rev-parse", "--show-toplevel"))
    commits = commits_of(repository, options.range)
    output = (options.output or repository / "build" / "gate").resolve()
    worktree = output / "tree"
    if not worktree.exists():
        git(repository, "worktree", "prune")
        git(repository, "worktree", "add", "--quiet", "--detach", str(worktree), commits[0])
    tree = Tree(worktree, options, more)
    found: list[Change] = []
    before = last = None
    for number, commit in enumerate(commits):
        subject = git(repository, "log", "-1", "--format=%h %s", commit)
        print(f"[{number}/{len(commits) - 1}] {subject}", flush=True)
        record = last = result_of(tree, commit, output)
        if record is None:
            continue
        print(f"    {_told(record)}", flush=True)
        if before is not None:
            news = changes(commit, before, record, options.allow_skips)
            _print_changes(news, before, record)
            found += news
        before = record
    if not options.keep:
        git(repository, "worktree", "remove", "--force", str(worktree))
    if before is None:
        raise GateError("no commit of the range could be tested")
    status = _conclude(found, before)
    if last is None:
        raise GateError("the last commit of the range could not be tested; see above")
    return status


def _told(record: Record) -> str:
    """The device of a run, by which one sees that the commit's build is what ran, and its counts."""
    device = ", ".join(filter(None, (record.device.get(key) for key in ("name", "driver_version"))))
    counts = summarise(record.results.values()).counts
    return f"{harmless(device)}: " + ", ".join(f"{count} {status}" for status, count in counts.items() if count)


def _print_changes(news: list[Change], before: Record, after: Record) -> None:
    """What a commit changed, with reasons of failures; of many changes the worst, and how to see all."""
    for change in news[:_SHOWN]:
        print(harmless(f"    {change}"))
        reason = after.results[change.test].reason if change.is_regression and change.after else ""
        if reason:
            print(f"        {harmless(reason)}")
    if len(news) > _SHOWN:
        print(f"    ... and {len(news) - _SHOWN} more: {called('run-tests')} compare --all {before.folder} {after.folder}")


def _conclude(found: list[Change], last: Record) -> int:
    """The verdict on the range: regressions that its last commit still has."""
    latest = {change.test: change for change in found if change.is_regression}
    left = [change for change in latest.values() if _is_still_so(change, last)]
    for commit in dict.fromkeys(change.commit for change in left):
        first, *others = [change for change in left if change.commit == commit]
        more = f", and {len(others)} more" if others else ""
        print(harmless(f"first bad commit {commit[:12]} for {first}{more}"))
    fixed = len(latest) - len(left)
    print(f"{len(left)} regressions, {fixed} more that were mended, {len(found)} changes of verdict")
    return EXIT_CHANGED if left else EXIT_SAME


def _is_still_so(change: Change, last: Record) -> bool:
    """Whether a regression is one at the end of the range."""
    result = last.results.get(change.test)
    return is_worse(change.before, result.status if result else None)


def parse_arguments(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Our options, and what is for run-tests."""
    parser = Parser(
        prog="ci/gate",
        usage="%(prog)s BASE..HEAD [OPTION]... [RUN-TESTS-ARGUMENT]...\n"
        "       %(prog)s --here [OPTION]... [RUN-TESTS-ARGUMENT]...",
        description="Find the commit that changed the verdict of a test.",
        epilog=EPILOGUE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--here", action="store_true", help="only what is checked out here")
    parser.add_argument(
        "--mended", action="store_true", help="with --here: exit with 1 when nothing fails"
    )
    parser.add_argument("--build", metavar="COMMAND", help="builds a commit, in its worktree")
    parser.add_argument("--driver", metavar="ICD", help="what to test; a path in the worktree")
    parser.add_argument(
        "--tests",
        action="append",
        default=[],
        metavar="PATH",
        help="in each commit's tree, or, when absolute, the same for all; may be repeated",
    )
    add_allow_skips(parser)
    parser.add_argument("--output", type=Path, metavar="DIR", help="default: build/gate")
    parser.add_argument("--keep", action="store_true", help="leave the worktree for the next gate")
    options, more = parser.parse_known_args(arguments)
    if not options.driver and not (ROOT / "CMakeLists.txt").exists():
        parser.error("--driver is needed: the .icd file that the build makes")
    options.range = None
    if not options.here:
        if not more or more[0].startswith("-"):
            parser.error("a range of commits is needed, or --here")
        options.range = more.pop(0)
    return options, more


def main(arguments: list[str]) -> int:
    options, more = parse_arguments(arguments)
    try:
        return gate_here(options, more) if options.here else gate(options, more)
    except (GateError, OSError, ValueError) as error:
        print(f"{called('ci/gate')}: {in_words(error)}", file=sys.stderr)
        return EXIT_CANNOT_RUN
