# SPDX-License-Identifier: MIT
"""Which single wrong rule of the specification's model gives the very values that a driver gave: the
generator of tests knows the model and the rules, and is asked."""

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..results import Record, Result
from .axes import family_of
from .faults import Fault
from .generator import Generator
from .symptoms import WRONG_VALUES

PREFIXES = ("", "later-", "depth-")
NAMES = ("read", "samplers", "values", "write", "write-read", "attributes")
FAMILIES = {prefix + name for prefix in PREFIXES for name in NAMES} | {"mip-read", "mip-gradients"}
FAMILIES |= {"vk-sample", "vk-gather", "vk-compare", "vk-mip", "vk-fetch", "vk-border", "vk-cube", "vk-robust"}
WITH_PARTS = {"convert", "integer", "maths", "ulps", "transfer", "over", "vk-blit", "vk-block"}  # asked about any part of a test, by its lines
WITH_PARTS |= {prefix + name for prefix in PREFIXES for name in ("boxes", "listed")}
SAMPLE = 9  # tests of a fault that are tried
SMALL = 8  # of which one is to be its example
SEVERAL, OF_A_PART = 3, 2  # wrong rules at most that explain a fault together, and tests at least that each adds


def _sample(fault: Fault, results: Mapping[str, Result]) -> dict[str, str]:
    """The values of tests from all over a fault, of the families that the model can be asked about (ASKS of
    generated-tests/explain/hypotheses.py)."""
    actual = _values(fault.tests, results)
    known = list(actual)
    step = max(1, len(known) // SAMPLE)
    return {test: actual[test] for test in known[step // 2 :: step][:SAMPLE]}


def _values(tests: Iterable[str], results: Mapping[str, Result], most: int | None = None) -> dict[str, str]:
    """What the first of some tests that the model can be asked about gave."""
    known = ((test, text) for test in tests if (text := actual_values(results[test])) and _can_be_asked(test, text))
    return dict(itertools.islice(known, most))


def _can_be_asked(test: str, values: str) -> bool:
    """Whether the model can be asked: of most families about argument 0, behind the launch."""
    family = family_of(test)
    return family in WITH_PARTS or (family in FAMILIES and ":" not in values)


def actual_values(result: Result) -> str:
    """What the first wrong argument held; "" where results do not say. Behind a step, and of others than argument 0, the numbers of both
    stand before it."""
    wrong: Mapping[str, Any] = next((one for one in result.details.get("arguments", []) if one.get("wrong")), {})
    text, part = str(wrong.get("contents", {}).get("actual", "")), f"{wrong.get('step', 0)} {wrong.get('index', 0)}"
    return text if part == "0 0" or not text else f"{part}: {text}"


def is_strict(record: Record) -> bool:
    """Whether a run's tests expect exact results: then they read at other places."""
    roots = record.run.get("roots", {})
    return any(Path(str(root)).name.endswith("strict") for root in roots.values())


Explaining = list[tuple[str, int, set[str]]]  # a wrong rule, how many tests it gives the values of, and which rules an example shows with it


def _counts(tests: Mapping[str, Iterable[str]]) -> Counter[str]:
    return Counter(name for names in tests.values() for name in names)


def _of_most(tried: Mapping[str, Sequence[str]]) -> Explaining:
    """Those that give the values of the most tests, where these are more than half."""
    counts = _counts(tried)
    most = max(counts.values(), default=0)
    names = {name for name, count in counts.items() if count == most and 2 * most > len(tried)}
    return [(name, most, names) for name in sorted(names)]


def _together(tried: Mapping[str, Sequence[str]]) -> Explaining:
    """The few that together give the values of more than half of the tests: of several faults one rule was made."""
    left, told = dict(tried), Explaining()
    while len(told) < SEVERAL and (counts := _counts(left)):
        name = min(counts, key=lambda one: (-counts[one], one))
        if counts[name] < OF_A_PART:
            break
        told.append((name, _counts(tried)[name], {name}))
        left = {test: names for test, names in left.items() if name not in names}
    return told if 2 * len(left) < len(tried) else Explaining()


def explain(generator: Generator, faults: Sequence[Fault], results: Mapping[str, Result], record: Record) -> None:
    """Fills in, for each fault of wrong values, the rules that explain the most tests of those that are
    tried, where that is more than half, or a few that do so together. Its example is the smallest test that they explain. The results are of the record's tests."""
    asked = [fault for fault in faults if fault.kind == WRONG_VALUES]
    samples = [_sample(fault, results) for fault in asked]
    given = {test: text for sample in samples for test, text in sample.items()}
    small = [_values(fault.by_size, results, SMALL) for fault in asked]
    given |= {test: text for tests in small for test, text in tests.items()}
    if not given:
        return
    found: dict[str, list[str]] = generator.ask({"explain": given, "strict": is_strict(record)})
    for fault, sample, smallest in zip(asked, samples, small, strict=True):
        tried = {test: found[test] for test in sample if test in found}
        told = _of_most(tried) or _together(tried)
        for name, count, along in told:
            of = "" if count == len(tried) else f", in {count} of {len(tried)} tests that were tried"
            fault.hypotheses.append(f"{name}{of}")
            tests = (*smallest, *sample)
            fault.shown[f"{name}{of}"] = next((test for test in tests if along <= set(found.get(test, ()))), fault.smallest)
        fault.smallest = next(iter(fault.shown.values()), fault.smallest)
