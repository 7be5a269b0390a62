# SPDX-License-Identifier: MIT
"""Which single wrong rule of the specification's model gives the very values that a driver gave: the
generator of tests knows the model and the rules, and is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..results import Record, Result
from .axes import family_of
from .faults import Fault
from .generator import Generator
from .symptoms import WRONG_VALUES

PREFIXES = ("", "later-", "depth-")
NAMES = ("read", "samplers", "values", "write", "write-read", "attributes")
FAMILIES = {prefix + name for prefix in PREFIXES for name in NAMES} | {"mip-read", "mip-gradients"}
FAMILIES |= {"vk-sample", "vk-gather", "vk-compare", "vk-mip", "vk-fetch"}
SAMPLE = 9  # tests of a fault that are tried


def _sample(tests: Sequence[str], results: Mapping[str, Result]) -> dict[str, str]:
    """The values of tests from all over a fault, of the families that the model can be asked about (ASKS of
    generated-tests/explain/hypotheses.py)."""
    actual = {test: actual_values(results[test]) for test in tests if family_of(test) in FAMILIES}
    known = [test for test, text in actual.items() if text]
    step = max(1, len(known) // SAMPLE)
    return {test: actual[test] for test in known[step // 2 :: step][:SAMPLE]}


def actual_values(result: Result) -> str:
    """What argument 0 held, where that was wrong; "" where results do not say."""
    for argument in result.details.get("arguments", []):
        if argument.get("index") == 0 and argument.get("wrong"):
            return str(argument.get("contents", {}).get("actual", ""))
    return ""


def _is_strict(record: Record) -> bool:
    """Whether a run's tests expect exact results: then they read at other places."""
    roots = record.run.get("roots", {})
    return any(Path(str(root)).name.endswith("strict") for root in roots.values())


def explain(generator: Generator, faults: Sequence[Fault], results: Mapping[str, Result], record: Record) -> None:
    """Fills in, for each fault of wrong values, the rules that explain the most tests of those that are
    tried, where that is more than half. The results are of the record's tests."""
    samples = {id(fault): _sample(fault.tests, results) for fault in faults if fault.kind == WRONG_VALUES}
    given = {test: text for sample in samples.values() for test, text in sample.items()}
    if not given:
        return
    found: dict[str, list[str]] = generator.ask({"explain": given, "strict": _is_strict(record)})
    for fault in faults:
        tried = [test for test in samples.get(id(fault), {}) if test in found]
        counts = Counter(name for test in tried for name in found[test])
        most = max(counts.values(), default=0)
        if 2 * most <= len(tried):
            continue
        of = "" if most == len(tried) else f", in {most} of {len(tried)} tests that were tried"
        fault.hypotheses = sorted(f"{name}{of}" for name, count in counts.items() if count == most)
