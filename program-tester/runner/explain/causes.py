# SPDX-License-Identifier: MIT
"""Rules whose values one wrong rule gives are of one fault, and are told together."""

import dataclasses
from collections.abc import Mapping, Sequence

from ..results import Record, Result
from . import hypotheses
from .axes import Axes
from .faults import Explainer, Fault
from .generator import Generator

OF_MANY = "ulp as are allowed"  # a wrong rule of any function that is not precise enough: it tells no faults apart


def _cause(fault: Fault) -> frozenset[str]:
    names = (name.partition(", in ")[0] for name in fault.hypotheses)
    return frozenset(name for name in names if OF_MANY not in name)


def together(faults: Sequence[Fault]) -> list[Fault]:
    """Each cause once, where its first rule stood; rules without one stay as they are."""
    found: dict[frozenset[str] | int, list[Fault]] = {}
    for number, fault in enumerate(faults):
        found.setdefault(_cause(fault) or number, []).append(fault)
    return [parts[0] if len(parts) == 1 else _of_parts(parts) for parts in found.values()]


def _of_parts(parts: Sequence[Fault]) -> Fault:
    tests = [test for part in parts for test in part.tests]
    exceptions = sorted({test for part in parts for test in part.exceptions} - {*tests})
    return dataclasses.replace(parts[0], tests=tests, exceptions=exceptions, parts=tuple(parts))


def explained(generator: Generator, explainer: Explainer, results: Mapping[str, Result], record: Record) -> list[Fault]:
    """The faults that an explainer finds in results of a record, with what they are as if, each cause once."""
    faults = explainer.faults()
    hypotheses.explain(generator, faults, results, record)
    return together(faults)


def faults_of(generator: Generator, record: Record, known: Axes) -> list[Fault]:
    """The faults of a run, as generated tests tell them."""
    results: dict[str, Result] = {test: result for test, result in record.results.items() if test in known.descriptions}
    return explained(generator, Explainer(results, known), results, record)
