# SPDX-License-Identifier: MIT
"""What ci/upstream does with its arguments."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from runner.results import ResultsError

from . import checkout, facts, reading
from .checkout import CheckoutError
from .series import Series, SeriesError, names, problems, read

_EPILOG = """exit status: 0 when nothing gets worse, 1 when something does or a series is not sound, 2 for wrong arguments
or a checkout that the series is not against"""

Passed = dict[str, bool]


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="ci/upstream",
        description="Tries the patches of docs/upstream: builds a checkout, runs its tests and ours, applies the series, and does so again.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("project", nargs="?", help="a folder of docs/upstream; default: check all series as they lie here")
    add("checkout", nargs="?", type=Path, help="sources of the project at the commit that project.toml names; nothing is fetched")
    add("--apply", action="store_true", help="only apply the series to the checkout")
    add("--results", type=Path, metavar="DIR", default=Path("out/upstream"), help="what came of it; a part that is there is not run again")
    add("--tests", nargs=argparse.REMAINDER, metavar="ARGUMENT", default=[], help="and all behind it: a second run of run-tests, beside the findings of the series")
    add("--reports", action="store_true", help="only read whether what reports of the project say is in its versions, which the checkout has as tags")
    add("--no-own", action="store_true", help="leave out the project's own tests")
    options = parser.parse_args(words)
    known = sorted(facts.projects()) if options.reports else names()
    if options.project and options.project not in known:
        parser.error(f"it is one of {', '.join(known)}")
    if bool(options.project) != bool(options.checkout):
        parser.error("a project needs a checkout")
    return options


def _sound(which: Sequence[str]) -> bool:
    found = [f"{name}: {problem}" for name in which for problem in problems(read(name), facts.reports(), facts.sections())]
    print("\n".join(found), end="\n" * bool(found), file=sys.stderr)
    return not found


def _part(series: Series, options: argparse.Namespace, name: str) -> tuple[Passed, Passed]:
    """Builds, and runs the project's tests and ours."""
    out: Path = options.results / series.name / name
    out.mkdir(parents=True, exist_ok=True)
    print(f"{name}: build", flush=True)
    if not checkout.step(series, options.checkout, "build", out / "build.log"):
        raise CheckoutError(f"it does not build: {out / 'build.log'}")
    own: Passed = {}
    if not options.no_own:
        print(f"{name}: its own tests", flush=True)
        own = checkout.own_tests(series, options.checkout, out)
    print(f"{name}: our tests", flush=True)
    tests = sorted({test for patch in series.patches for test in patch.tests})
    ours = checkout.our_tests(series, options.checkout, out, "findings", tests)
    # Apart: files on the command line are all that a run takes of a suite.
    if options.tests:
        ours |= checkout.our_tests(series, options.checkout, out, "more", options.tests)
    return own, ours


def _untrue(options: argparse.Namespace) -> int:
    found = reading.untrue(options.checkout, facts.reports_of(options.project))
    print("\n".join(found) or f"{len(facts.reports_of(options.project))} reports are as the sources have it")
    return 1 if found else 0


def counts(results: Mapping[str, bool]) -> str:
    return f"{sum(results.values())} passed, {len(results) - sum(results.values())} failed"


def worse(before: Mapping[str, bool], after: Mapping[str, bool]) -> list[str]:
    """Tests that passed, and fail or are gone."""
    return sorted(test for test, passed in before.items() if passed and not after.get(test, False))


def mended(series: Series, before: Mapping[str, bool], after: Mapping[str, bool]) -> list[str]:
    """A line for each patch: how many tests of its files fail before and after all."""
    lines = []
    for patch in series.patches:
        files = [test.rpartition("/")[2] + "::" for test in patch.tests]
        of = [[test for test, passed in part.items() if not passed and test.rpartition("::")[0].rpartition("/")[2] + "::" in files] for part in (before, after)]
        lines.append(f"  {len(of[0]):3} -> {len(of[1]):3}  {patch.subject}")
    return lines


def _try(series: Series, options: argparse.Namespace) -> int:
    if not series.driver:
        raise CheckoutError(f"{series.project} is no driver and has no steps: --apply is all that can be done")
    if checkout.state(series, options.checkout) != "before":
        raise CheckoutError(f"{options.checkout} has the patches already")
    own_before, before = _part(series, options, "before")
    checkout.apply(series, options.checkout)
    own_after, after = _part(series, options, "after")
    print("failing tests of each patch's finding, before and with all patches:")
    print("\n".join(mended(series, before, after)))
    print(f"its own tests: {counts(own_before)}; then {counts(own_after)}")
    print(f"our tests: {counts(before)}; then {counts(after)}")
    lost = [*worse(own_before, own_after), *worse(before, after)]
    for test in lost:
        print(f"worse: {test}")
    return 1 if lost else 0


def main(words: Sequence[str]) -> int:
    options = _arguments(words)
    try:
        if options.reports and options.project:
            return _untrue(options)
        if not _sound([options.project] if options.project else names()):
            return 1
        if not options.project:
            return 0
        series = read(options.project)
        if options.apply:
            if checkout.state(series, options.checkout) == "before":
                checkout.apply(series, options.checkout)
            return 0 if checkout.state(series, options.checkout) == "after" else 1
        return _try(series, options)
    except (SeriesError, CheckoutError, ResultsError) as error:
        print(f"ci/upstream: {error}", file=sys.stderr)
        return 2
