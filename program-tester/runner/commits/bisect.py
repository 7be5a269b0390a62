# SPDX-License-Identifier: MIT
"""run-tests bisect: finds the commit of a driver that broke tests, by building few of a range. What ci/gate asks of each commit
is asked here of those in the middle of what is left."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from ..command_line import Parser, called, in_words
from ..results import Record
from ..show import harmless
from ..status import is_worse
from .commits import EXIT_CANNOT_RUN, EXIT_CHANGED, EXIT_SAME, ROOT, Change, GateError, Tree, commits_of, git, result_of

EPILOGUE = """\
Options that are not named here go to the runner of tests, as --target and --filter:
    %(prog)s v1.0..HEAD --build 'ninja -C build' --driver build/my.icd --tests image/
    %(prog)s v1.0..HEAD --build 'ninja -C build && scp build/my.so board:/opt' \\
        --driver /opt/my.icd --target ssh://me@board --tests image/
A commit that cannot be built or tested is passed over.

exit status: 0 no test is worse at the end of the range, 1 the commit was found, 2 wrong usage, 3 git failed, or an end of the
range cannot be tested"""


def worse_tests(good: Record, other: Record) -> list[str]:
    """Tests that ran for the good commit and are worse in another record."""
    found = []
    for test, result in good.results.items():
        now = other.results.get(test)
        if is_worse(result.status, now.status if now else None):
            found.append(test)
    return sorted(found)


def middle_first(low: int, high: int) -> list[int]:
    """The places between two, those nearest to the middle first."""
    middle = (low + high) // 2
    return sorted(range(low + 1, high), key=lambda place: (abs(place - middle), place))


def search(commits: list[str], test: Callable[[str], Record | None]) -> tuple[int, int, Record, Record]:
    """The last good commit and the first bad one, by their places, with their records. Between them are only commits that
    cannot be tested. GateError: an end of the range cannot, or its last commit is not worse."""
    before, after = test(commits[0]), test(commits[-1])
    if before is None or after is None:
        raise GateError("an end of the range cannot be tested; see above")
    wanted = worse_tests(before, after)
    low, high = 0, len(commits) - 1
    if not wanted:
        return high, high, after, after
    unknown: set[int] = set()
    while True:
        place = next((place for place in middle_first(low, high) if place not in unknown), None)
        if place is None:
            return low, high, before, after
        record = test(commits[place])
        if record is None:
            unknown.add(place)
        elif set(worse_tests(before, record)) & set(wanted):
            high, after = place, record
        else:
            low, before = place, record


def conclude(repository: Path, commits: list[str], found: tuple[int, int, Record, Record]) -> int:
    """Prints what was found."""
    low, high, before, after = found
    if low == high:
        print("no test is worse at the end of the range")
        return EXIT_SAME
    worse = worse_tests(before, after)
    more = f", and {len(worse) - 1} more" if len(worse) > 1 else ""
    now = after.results.get(worse[0])
    change = Change(commits[high], worse[0], before.results[worse[0]].status, now.status if now else None)
    print(harmless(f"first bad commit {git(repository, 'log', '-1', '--format=%h %s', commits[high])}"))
    print(harmless(f"    {change}{more}"))
    if high - low > 1:
        print(f"    or one of the {high - low - 1} before it, which cannot be tested")
    return EXIT_CHANGED


def bisect(options: argparse.Namespace, more: list[str]) -> int:
    """Finds the commit, in a worktree of its own."""
    repository = Path(git(Path.cwd(), "rev-parse", "--show-toplevel"))
    commits = commits_of(repository, options.range)
    if len(commits) < 2:
        raise GateError(f"{options.range}: there is no commit in it")
    output = (options.output or repository / "build" / "bisect").resolve()
    worktree = output / "tree"
    if not worktree.exists():
        git(repository, "worktree", "prune")
        git(repository, "worktree", "add", "--quiet", "--detach", str(worktree), commits[0])
    tree = Tree(worktree, options, more)

    def test(commit: str) -> Record | None:
        print(harmless(git(repository, "log", "-1", "--format=%h %s", commit)), flush=True)
        return result_of(tree, commit, output)

    try:
        return conclude(repository, commits, search(commits, test))
    finally:
        git(repository, "worktree", "remove", "--force", str(worktree))


def parse_arguments(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Our options, and what is for run-tests."""
    parser = Parser(prog=f"{called('run-tests')} bisect", usage="%(prog)s GOOD..BAD [OPTION]... [RUN-TESTS-ARGUMENT]...",
        description="Find the commit of a driver that broke tests.", epilog=EPILOGUE,
        formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)  # fmt: skip
    parser.add_argument("range", metavar="GOOD..BAD", help="commits; tests that pass for GOOD fail for BAD")
    parser.add_argument("--build", metavar="COMMAND", help="builds a commit, in its worktree")
    parser.add_argument("--driver", metavar="ICD", help="what to test; a path in the worktree, or an absolute one, as of a target")
    parser.add_argument("--tests", action="append", default=[], metavar="PATH",
        help="in each commit's tree, or, when absolute, the same for all; may be repeated")  # fmt: skip
    parser.add_argument("--output", type=Path, metavar="DIR", help="keep results there; default: build/bisect")
    options, more = parser.parse_known_args(arguments)
    if not options.driver and not (ROOT / "CMakeLists.txt").exists():
        parser.error("--driver is needed: the .icd file that the build makes")
    return options, more


def main(arguments: list[str]) -> int:
    """run-tests bisect."""
    options, more = parse_arguments(arguments)
    try:
        return bisect(options, more)
    except (GateError, OSError, ValueError) as error:
        print(f"{called('run-tests')} bisect: {in_words(error)}", file=sys.stderr)
        return EXIT_CANNOT_RUN
