# SPDX-License-Identifier: MIT
"""In the place of Trials, in a module that a program which cvise runs can load, too."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from runner.results import Result
from runner.status import Status


@dataclasses.dataclass
class FaultyTrials:
    """Kernels crash that have all of some words, and whose braces are closed."""

    words: tuple[str, ...]
    count: int = 0

    def run(self, texts: Sequence[str]) -> list[Result]:
        self.count += len(texts)
        return [self._result(text) for text in texts]

    def _result(self, text: str) -> Result:
        is_whole = text.count("{") == text.count("}") and all(word in text for word in self.words)
        return Result("a", Status.CRASH, signal="SIGSEGV") if is_whole else Result("a", Status.PASS)
