# SPDX-License-Identifier: MIT
"""Which single wrong rule of the specification's model gives the very values that a driver gave: the
generator of tests knows the model and the rules, and is asked."""

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ..results import Record, Result
from .axes import family_of
from .faults import Fault
from .generator import Generator
from .symptoms import WRONG_VALUES

PREFIXES = ("", "later-", "depth-")
NAMES = ("read", "samplers", "values", "write", "write-read", "attributes")
FAMILIES = {prefix + name for prefix in PREFIXES for name in NAMES} | {"mip-read", "mip-gradients"}
FAMILIES |= {"convert", "integer", "maths", "ulps"}
FAMILIES |= {"vk-sample", "vk-gather", "vk-compare", "vk-mip", "vk-fetch"}
SAMPLE = 9  # tests of a fault that are tried
SMALL = 8  # of which one is to be its example


def _sample(fault: Fault, results: Mapping[str, Result]) -> dict[str, str]:
    """The values of tests from all over a fault, of the families that the model can be asked about (ASKS of
    generated-tests/explain/hypotheses.py)."""
    actual = _values(fault.tests, results)
    known = list(actual)
    step = max(1, len(known) // SAMPLE)
    return {test: actual[test] for test in known[step // 2 :: step][:SAMPLE]}


def _values(tests: Iterable[str], results: Mapping[str, Result], most: int | None = None) -> dict[str, str]:
    """What the first of some tests that the model can be asked about gave."""
    known = ((test, text) for test in tests if family_of(test) in FAMILIES and (text := actual_values(results[test])))
    return dict(itertools.islice(known, most))


def actual_values(result: Result) -> str:
    """What argument 0 held, where that was wrong; "" where results do not say."""
    for argument in result.details.get("arguments", []):
        if argument.get("index") == 0 and argument.get("wrong"):
            return str(argument.get("contents", {}).get("actual", ""))
    return ""


def is_strict(record: Record) -> bool:
    """Whether a run's tests expect exact results: then they read at other places."""
    roots = record.run.get("roots", {})
    return any(Path(str(root)).name.endswith("strict") for root in roots.values())


def explain(generator: Generator, faults: Sequence[Fault], results: Mapping[str, Result], record: Record) -> None:
    """Fills in, for each fault of wrong values, the rules that explain the most tests of those that are
    tried, where that is more than half. Its example is the smallest test that they explain. The results are of the record's tests."""
    asked = [fault for fault in faults if fault.kind == WRONG_VALUES]
    samples = [_sample(fault, results) for fault in asked]
    given = {test: text for sample in samples for test, text in sample.items()}
    small = [_values(fault.by_size, results, SMALL) for fault in asked]
    given |= {test: text for tests in small for test, text in tests.items()}
    if not given:
        return
    found: dict[str, list[str]] = generator.ask({"explain": given, "strict": is_strict(record)})
    for fault, sample, smallest in zip(asked, samples, small, strict=True):
        tried = [test for test in sample if test in found]
        counts = Counter(name for test in tried for name in found[test])
        most = max(counts.values(), default=0)
        if 2 * most <= len(tried):
            continue
        names = {name for name, count in counts.items() if count == most}
        of = "" if most == len(tried) else f", in {most} of {len(tried)} tests that were tried"
        fault.hypotheses = sorted(f"{name}{of}" for name in names)
        shown = (test for test in (*smallest, *sample) if names <= set(found.get(test, ())))
        fault.smallest = next(shown, fault.smallest)
