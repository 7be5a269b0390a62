# SPDX-License-Identifier: MIT
"""Samples in which every pair of values of any two axes occurs, if it occurs at all; of axes that are sparse, each value."""

import heapq
import itertools
import random
from collections.abc import Mapping, Sequence

import numpy as np

from imagespec.arrays import Array
from .model import Case

Pair = tuple[int, str, int, str]


def pairs(case: Case) -> set[Pair]:
    """All pairs of the case's values. A lone axis pairs with itself."""
    numbered = list(enumerate(case.values))
    if len(numbered) == 1:
        return {(*numbered[0], *numbered[0])}
    return {(*first, *second) for first, second in itertools.combinations(numbered, 2)}


def _pair_numbers(cases: list[Case], sparse: Sequence[int]) -> Array:
    """A row of each case: its pairs as numbers, none of them twice. A sparse axis has no pairs but its own values."""
    codes, counts = [], []  # of each axis
    for values in zip(*(case.values for case in cases)):
        names = {value: code for code, value in enumerate(dict.fromkeys(values))}
        codes.append(np.array([names[value] for value in values]))
        counts.append(len(names))
    if len(codes) == 1:
        return codes[0][:, None]
    columns, first = [], 0
    dense = [axis for axis in range(len(codes)) if axis not in sparse]
    for axis in [*sparse, *(dense if len(dense) == 1 else ())]:
        columns.append(first + codes[axis])
        first += counts[axis]
    for a, b in itertools.combinations(dense, 2):
        columns.append(first + codes[a] * counts[b] + codes[b])
        first += counts[a] * counts[b]
    return np.stack(columns, axis=-1)


class _Gains:
    """How many pairs each case would add to a sample that grows."""

    def __init__(self, numbers: Array) -> None:
        self.numbers = numbers
        self.count = np.full(len(numbers), numbers.shape[1])
        having = np.bincount(numbers.ravel())
        self.missing = having > 0
        self.left = np.count_nonzero(self.missing)
        self.starts = np.concatenate([[0], np.cumsum(having)])
        small = numbers.astype(np.min_scalar_type(len(having)))  # which sorts faster
        self.cases = np.argsort(small, axis=None, kind="stable") // numbers.shape[1]  # by pair

    def add(self, index: int) -> None:
        """The case joins the sample."""
        new = self.numbers[index][self.missing[self.numbers[index]]]
        for pair in new.tolist():
            self.count[self.cases[self.starts[pair] : self.starts[pair + 1]]] -= 1
        self.missing[new] = False
        self.left -= len(new)


def pairwise(cases: list[Case], seed: int, sparse: Sequence[int] = ()) -> list[Case]:
    """Greedy: the case that adds most new pairs comes first, until none adds any. How much a case
    adds can only shrink, so that an old gain is a bound, and only the best bounds are looked at
    again."""
    shuffled = list(cases)
    random.Random(seed).shuffle(shuffled)
    gains, total = _Gains(_pair_numbers(shuffled, sparse)), len(shuffled)
    gain_of = gains.count.data  # a faster way to one of them
    heap = [index - gain * total for index, gain in enumerate(gain_of)]  # most gain, then index
    heapq.heapify(heap)
    chosen = []
    while gains.left:
        index = heapq.heappop(heap) % total
        gain = gain_of[index]
        if heap and gain < -(heap[0] // total):
            if gain:
                heapq.heappush(heap, index - gain * total)
            continue
        chosen.append(shuffled[index])
        gains.add(index)
    return chosen


def sample(cases: list[Case], size: int, seed: int, sparse: Mapping[str, Sequence[int]] | None = None) -> list[Case]:
    """A sample of that size: first the pairwise one of each suite, then any others at random. When
    the pairwise one alone is larger, the sample is larger. `sparse`: axes of suites of which each value is enough."""
    suites: dict[str, list[Case]] = {}
    for case in cases:
        suites.setdefault(case.suite, []).append(case)
    wanted = {case for name, members in suites.items() for case in pairwise(members, seed, (sparse or {}).get(name, ()))}
    if len(wanted) < size:
        others = [case for case in cases if case not in wanted]
        random.Random(seed).shuffle(others)
        wanted.update(others[: size - len(wanted)])
    return [case for case in cases if case in wanted]
