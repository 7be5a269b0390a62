# SPDX-License-Identifier: MIT
"""In the place of Trials, in a module that a program which cvise runs can load, too."""

import dataclasses
from collections.abc import Callable, Sequence

from runner.results import Result
from runner.status import Status


@dataclasses.dataclass
class FaultyTrials:
    """Kernels crash that have all of some words, and whose braces are closed."""

    words: tuple[str, ...]
    count: int = 0
    suffix: str = ".cl"

    def run(self, texts: Sequence[str], is_enough: Callable[[Result], bool] | None = None) -> list[Result]:
        found = []
        for text in texts:
            found.append(self._result(text))
            if is_enough and is_enough(found[-1]):
                break
        self.count += len(found)
        return found

    def _result(self, text: str) -> Result:
        is_whole = text.count("{") == text.count("}") and all(word in text for word in self.words)
        return Result("a", Status.CRASH, signal="SIGSEGV") if is_whole else Result("a", Status.PASS)
