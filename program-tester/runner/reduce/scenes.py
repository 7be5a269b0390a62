# SPDX-License-Identifier: MIT
"""Tests as scenes, of the generator of tests: what it is asked is in generated-tests/scenes/serve.py."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any

from ..explain.generator import Generator

Scene = dict[str, Any]


class Scenes:
    """The generator, asked as often as one likes. Use it in a `with`. `api` is of scenes by chance: "vk", or "" for OpenCL."""

    def __init__(self, generator: Path, strict: bool, api: str = "") -> None:
        self.strict, self.api = strict, api
        self._generator = Generator(generator)

    def __enter__(self) -> Scenes:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._generator.__exit__(kind, error, trace)

    def ask(self, **request: Any) -> dict[str, Any]:
        """What it answers; {"error": WHY} where that cannot be. ResultsError when it has died."""
        answer: dict[str, Any] = self._generator.ask({**request, "strict": self.strict})
        return answer

    def by_chance(self, seed: int, lacks: list[str]) -> dict[str, Any]:
        """A scene that a seed decides, as text, too, and what it is about. Nothing in it needs what a device lacks."""
        return self.ask(do="chance", seed=seed, lacks=lacks, api=self.api)

    def of_test(self, test: str) -> Scene | None:
        """The scene of a generated test; None where there is none."""
        return self.ask(do="case", test=test).get("scene")

    def text(self, scene: Scene, title: str = "") -> str | None:
        """A scene as a test file with what is expected of it; None where that is not defined."""
        return self.ask(do="render", scene=scene, title=title).get("text")
