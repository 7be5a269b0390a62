# SPDX-License-Identifier: MIT
"""Pairs names of tests that come from different runners, or from runs that were started in
different folders. Piglit writes names of subtests in small letters, and names a file by where it
lies in Piglit; ours are named from where the run was told to look. What is the same: the end of
the path, and the name of the test."""

import collections
import dataclasses
import re
from typing import Callable, Iterable

from ..inputs import Input
from ..results import Record, Result

SUFFIX = re.compile(r"\.(cl|program_test)$")
_Tests = dict[str, list[str]]  # the tests of a file, by file


def _by_file(tests: Iterable[str]) -> _Tests:
    found: _Tests = collections.defaultdict(list)
    for test in tests:
        found[test.partition("::")[0]].append(test)
    return found


def _steps(file: str) -> list[str]:
    """The path from its end, without what writers of names disagree on."""
    return SUFFIX.sub("", file.casefold()).split("/")[::-1]


def _common(a: str, b: str) -> tuple[int, bool]:
    """How well two paths fit: by how many steps from the end, and whether in full."""
    pairs = list(zip(_steps(a), _steps(b)))
    same = next((n for n, (x, y) in enumerate(pairs) if x != y), len(pairs))
    return same, a.rpartition("/")[2] == b.rpartition("/")[2]


def _best(file: str, candidates: list[str]) -> str | None:
    """The candidate that fits best, unless another one fits as well."""
    fits = sorted(((_common(file, other), other) for other in candidates), reverse=True)
    if not fits or len(fits) > 1 and fits[0][0] == fits[1][0]:
        return None
    return fits[0][1]


def _by_stem(files: Iterable[str]) -> dict[str, list[str]]:
    stems: dict[str, list[str]] = collections.defaultdict(list)
    for file in files:
        stems[_steps(file)[0]].append(file)
    return stems


def pair_files(theirs: Iterable[str], ours: Iterable[str]) -> dict[str, str]:
    """Which of our files each of theirs is: those that are each other's best fit."""
    stems = [_by_stem(theirs), _by_stem(ours)]
    pairs = {}
    for stem, files in stems[0].items():
        for file in files:
            best = _best(file, stems[1][stem])
            if best is not None and _best(best, files) == file:
                pairs[file] = best
    return pairs


def _test_name(test: str) -> str:
    return " ".join(test.partition("::")[2].casefold().split())


def _pair_tests(theirs: list[str], ours: list[str]) -> dict[str, str]:
    """Our names of tests of one file, by theirs. A name that two tests have in common names none."""
    names = [collections.Counter(map(_test_name, tests)) for tests in (theirs, ours)]
    by_name = {_test_name(test): test for test in ours}
    return {
        test: by_name[name]
        for test in theirs
        if (name := _test_name(test)) in by_name and names[0][name] == names[1][name] == 1
    }


@dataclasses.dataclass
class Pairing:
    """A record in which tests have our names, and how many have a partner."""

    record: Record
    paired: int
    unpaired: list[str]


def _of_whole_files(whole: Result, ours: list[str], taken: set[str]) -> list[Result]:
    """A verdict on a whole file is one on each of its tests that has no other."""
    return [dataclasses.replace(whole, test=test) for test in ours if test not in taken]


def pair(theirs: Record, ours: Iterable[str]) -> Pairing:
    """Gives the results of a record our names, as far as they pair."""
    their_tests, our_tests = _by_file(theirs.results), _by_file(ours)
    files = pair_files(their_tests, our_tests)
    results: dict[str, Result] = {}
    unpaired: list[str] = []
    for file, tests in their_tests.items():
        our_file_tests = our_tests.get(files.get(file, ""), [])
        names = _pair_tests(tests, our_file_tests)
        for test in tests:
            result = theirs.results[test]
            if test in names:
                results[names[test]] = dataclasses.replace(result, test=names[test])
            elif test == file and (rest := _of_whole_files(result, our_file_tests, {*names.values()})):
                results |= {other.test: other for other in rest}
            else:
                results[test] = result
                unpaired.append(test)
    record = dataclasses.replace(theirs, results=results)
    return Pairing(record, len(theirs.results) - len(unpaired), unpaired)


def paired(inputs: list[Input], tell: Callable[[str], None]) -> list[Input]:
    """The inputs with one set of names: those of Piglit's results become ours, where they pair. Tells
    how many do."""
    ours = {test for item in inputs if not item.is_piglit for test in item.record.results}
    if not ours:
        return inputs
    found = []
    for item in inputs:
        if item.is_piglit:
            pairing = pair(item.record, ours)
            item = dataclasses.replace(item, record=pairing.record)
            total = pairing.paired + len(pairing.unpaired)
            tell(f"{item.path}: {pairing.paired} of {total} names pair with ours")
        found.append(item)
    return found
