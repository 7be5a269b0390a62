# SPDX-License-Identifier: MIT
"""Which jobs to run in which order: shuffled, divided between machines, cut small enough for all
workers to share. Everything here gives the same answer for the same input, on every machine."""

import dataclasses
import heapq
import random

from .discovery import Job, own_name

PIECE_TESTS = 50  # in a piece of a large file: enough to be worth building its program again


def shuffled(jobs: list[Job], seed: int) -> list[Job]:
    """The jobs, and the tests of each, in an order that only the seed decides."""
    choice = random.Random(seed)
    order = [_shuffled_tests(job, choice) for job in jobs]
    choice.shuffle(order)
    return order


def _shuffled_tests(job: Job, choice: random.Random) -> Job:
    if not job.tests:
        return job
    return _with_tests(job, choice.sample(job.tests, len(job.tests)))


def pieces(jobs: list[Job], limit: int = PIECE_TESTS) -> list[Job]:
    """The jobs, large ones in pieces of at most `limit` tests."""
    return [piece for job in jobs for piece in _cut(job, limit)]


def _cut(job: Job, limit: int) -> list[Job]:
    if len(job.tests) <= limit:
        return [job]
    return [piece(job, at, at + limit) for at in range(0, len(job.tests), limit)]


def piece(job: Job, start: int, end: int | None = None) -> Job:
    """The job with those of its tests only."""
    return _with_tests(job, job.tests[start:end])


def _with_tests(job: Job, tests: list[str]) -> Job:
    selection = [own_name(job, test) for test in tests]
    return dataclasses.replace(job, tests=tests, selection=selection)


def _median(times: dict[str, float]) -> float:
    """The upper one of two. (The module statistics takes longer to load than a small run.)"""
    return sorted(times.values())[len(times) // 2]


def shard(jobs: list[Job], index: int, count: int, times: dict[str, float]) -> list[Job]:
    """The part `index` of `count` (from 1) of the jobs, whose parts take about the same time.
    `times` has seconds of tests from an earlier run; a test it lacks counts as a typical one.
    Every part must be made from the same jobs and times."""
    typical = max(_median(times), 1e-6) if times else 1.0

    def cost(job: Job) -> float:
        return sum(times.get(test, typical) for test in job.tests or [job.name])

    parts = pieces(jobs)
    order = sorted(range(len(parts)), key=lambda at: (-cost(parts[at]), at))
    loads = [(0.0, part) for part in range(count)]
    mine = []
    for at in order:
        load, part = heapq.heappop(loads)
        heapq.heappush(loads, (load + cost(parts[at]), part))
        if part == index - 1:
            mine.append(at)
    return [parts[at] for at in sorted(mine)]
