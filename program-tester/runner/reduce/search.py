# SPDX-License-Identifier: MIT
"""The search for a smaller test: candidates are tried in batches, and the first of a batch that fails the
same way is gone on from. It is deterministic but for where the clock ends it."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from ..results import Result
from .sameness import Symptom
from .trials import Clock, Trials

FIRST_BATCH, LARGEST_BATCH = 2, 16

Item = TypeVar("Item")


class Search:
    """Makes items smaller: scenes or texts, which `text` makes a test file of, or None."""

    def __init__(
        self, trials: Trials, clock: Clock, symptom: Symptom, are_colours: bool, reference: Trials | None = None,
        refuses: Callable[[str], bool] | None = None,
    ) -> None:  # fmt: skip
        self.trials = trials
        self.clock = clock
        self.symptom = symptom
        self.are_colours = are_colours
        self.reference = reference  # on which candidates must pass
        self.refuses = refuses  # what says that a candidate is no test of a driver

    def first(self, candidates: Iterable[Item], text: Callable[[Item], str | None]) -> Item | None:
        """The first of some candidates that fails the same way; None where there is none, or no time."""
        tests = ((item, written) for item in candidates if (written := text(item)) is not None)
        for batch in self.batches(tests):
            found = self._shown([written for _, written in batch])
            if found is not None:
                return batch[found][0]
        return None

    def batches(self, candidates: Iterator[Item]) -> Iterator[list[Item]]:
        """Ever more of some candidates at once, until there is none, or no time."""
        size = FIRST_BATCH
        while not self.clock.is_over and (batch := list(itertools.islice(candidates, size))):
            yield batch
            size = min(2 * size, LARGEST_BATCH)

    def _shown(self, texts: Sequence[str]) -> int | None:
        """Which of some files is the first that fails the same way."""
        tried = 0
        while tried < len(texts) and not self.clock.is_over:
            for result in self.trials.run(texts[tried:], lambda result: self.clock.is_over or self._is_alike(result)):
                if self._is_alike(result) and self._is_right(texts[tried]):
                    return tried
                tried += 1
        return None

    def is_shown_by(self, text: str) -> bool:
        """Whether a file fails the same way, and may be a smaller one."""
        return self._is_alike(self.trials.run([text])[0]) and self._is_right(text)

    def _is_alike(self, result: Result) -> bool:
        return self.symptom.is_shown_by(Symptom.of(result, self.are_colours))

    def _is_right(self, text: str) -> bool:
        """Whether the reference passes it, and it asks for what is defined."""
        if self.reference is not None and self.reference.run([text])[0].status.label != "pass":
            return False
        return self.refuses is None or not self.refuses(text)
