# SPDX-License-Identifier: MIT
"""Makes the scene of a failing test smaller."""

import json
from collections.abc import Iterator

from . import scene_steps, shapes
from .scenes import Scene, Scenes
from .search import Search


class SceneReducer:
    """Reduces scenes; what is expected of each candidate is computed anew."""

    def __init__(self, scenes: Scenes, search: Search) -> None:
        self._scenes = scenes
        self._search = search
        self._tried: set[str] = set()
        self._choices = 0  # in what the scene that is gone on from expects

    def _text(self, scene: Scene) -> str | None:
        """The file of a candidate, unless more is left open of what is expected than before."""
        found = self._scenes.text(scene)
        return found if found is not None and _choices(found) <= self._choices else None

    def reduce(self, scene: Scene) -> Scene:
        """The smallest that is found, until no way leads on or the time is over."""
        self._choices = _choices(self._scenes.text(scene) or "")
        is_smaller = True
        while is_smaller and not self._search.clock.is_over:
            is_smaller = False
            for way in scene_steps.WAYS:
                while (better := self._search.first(self._new(scene, way), self._text)) is not None:
                    scene, is_smaller = better, True
                    self._choices = _choices(self._scenes.text(scene) or "")
        return scene

    def _new(self, scene: Scene, way: scene_steps.Way) -> Iterator[Scene]:
        """Candidates that are simpler, and have not been tried before."""
        bound = shapes.cost(scene)
        for candidate in way(scene):
            key = json.dumps(candidate, sort_keys=True)
            if shapes.cost(candidate) < bound and key not in self._tried:
                self._tried.add(key)
                yield candidate


def _choices(text: str) -> int:
    """How often a file leaves open what is right: ranges, and several values."""
    return text.count("..") + text.count("|(") + text.count("|") // 4
