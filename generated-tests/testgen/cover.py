# SPDX-License-Identifier: MIT
"""Samples in which every pair of values of any two axes occurs, if it occurs at all."""

from __future__ import annotations

import heapq
import itertools
import random

from .model import Case

Pair = tuple[int, str, int, str]


def pairs(case: Case) -> set[Pair]:
    """All pairs of the case's values. A lone axis pairs with itself."""
    numbered = list(enumerate(case.values))
    if len(numbered) == 1:
        return {(*numbered[0], *numbered[0])}
    return {(*first, *second) for first, second in itertools.combinations(numbered, 2)}


def pairwise(cases: list[Case], seed: int) -> list[Case]:
    """Greedy: the case that adds most new pairs comes first, until none adds any. How much a case
    adds can only shrink, so that an old count is a bound, and only the best bounds are counted
    again."""
    shuffled = list(cases)
    random.Random(seed).shuffle(shuffled)
    numbers: dict[Pair, int] = {}
    left = [
        frozenset(numbers.setdefault(pair, len(numbers)) for pair in pairs(case))
        for case in shuffled
    ]
    missing = set(numbers.values())
    heap = [(-len(ids), index) for index, ids in enumerate(left)]
    heapq.heapify(heap)
    chosen = []
    while missing:
        _, index = heapq.heappop(heap)
        gain = len(left[index] & missing)
        if heap and -gain > heap[0][0]:
            if gain:
                heapq.heappush(heap, (-gain, index))
            continue
        chosen.append(shuffled[index])
        missing -= left[index]
    return chosen


def sample(cases: list[Case], size: int, seed: int) -> list[Case]:
    """A sample of that size: first the pairwise one of each suite, then any others at random. When
    the pairwise one alone is larger, the sample is larger."""
    suites: dict[str, list[Case]] = {}
    for case in cases:
        suites.setdefault(case.suite, []).append(case)
    chosen = [case for members in suites.values() for case in pairwise(members, seed)]
    names = {case.full_name for case in chosen}
    others = [case for case in cases if case.full_name not in names]
    random.Random(seed).shuffle(others)
    chosen += others[: max(0, size - len(chosen))]
    wanted = {case.full_name for case in chosen}
    return [case for case in cases if case.full_name in wanted]
