# SPDX-License-Identifier: MIT
"""Which of the reduced tests of a fuzz run show the same fault. Rules are finer than faults: one fault shows itself at many values of
many axes. A test that was made small has kept only what the fault needs, so that tests of one fault have become alike."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from ..explain.faults import Fault
from ..reduce.reduce_command import Reduced
from ..reduce.sameness import Symptom
from ..reduce.scenes import Scene
from ..reduce.shapes import DATA_TYPES

Key = tuple[object, ...]
PLAIN = ("RGBA", DATA_TYPES[0])  # what reducing leads to where the format does not matter


@dataclasses.dataclass
class Distinct:
    """One fault: rules, the widest first, and the small test that is easiest to understand."""

    rules: list[Fault]
    small: Reduced | None
    hypotheses: list[str] = dataclasses.field(default_factory=list)

    @property
    def tests(self) -> int:
        return sum(len(rule.tests) for rule in self.rules)


def _does(scene: Scene) -> tuple[str, ...]:
    """What the steps do, without the host's looks at the end."""
    steps = [f"{step['op']} {step['way']}" if step.get("way", step["op"]) != step["op"] else step["op"] for step in scene["steps"]]
    while len(steps) > 1 and steps[-1] in ("read", "read-buffer"):
        steps.pop()
    return tuple(steps)


def _needs(scene: Scene) -> Key:
    """What of images and samplers is not as plain as it could be."""
    types = tuple(sorted({picture["type"] for picture in scene["images"]}))
    pitches = any(item.get("row_pitch") or item.get("slice_pitch") for item in [*scene["images"], *scene["steps"]])
    wraps = any(at >= 2**63 for step in scene["steps"] for at in step.get("origin", ()))
    samplers = tuple(sorted({tuple(step["sampler"][:2]) for step in scene["steps"] if step.get("sampler")}))
    return types, pitches, wraps, samplers


def _formats(scene: Scene) -> Key:
    return tuple(sorted({(picture["order"], picture["data"]) for picture in scene["images"]} - {PLAIN}))


def key(small: Reduced, hypotheses: Sequence[str]) -> Key:
    """What tests of one fault have in common. A wrong rule of the model that gives the very values says more than all else; a call that
    does not refuse what it should is one fault whatever the format is; other faults are told apart by formats, too."""
    scene, symptom = small.scene, small.symptom
    if scene is None:
        return ("text", small.text)
    if hypotheses:
        return ("as if", *hypotheses)
    if symptom.calls:
        _, pitches, wraps, _ = _needs(scene)
        return (symptom.kind, symptom.calls, wraps, pitches)
    if symptom.kind.startswith(("ends", "does not end")):
        return (symptom.kind, _does(scene)[-1], _needs(scene)[0])
    return (symptom.kind, _lasting(symptom), _does(scene), _needs(scene), _formats(scene))


def _lasting(symptom: Symptom) -> str:
    """Of how values are wrong, what does not depend on the numbers of a test."""
    return "" if " wrong" in symptom.relation or " instead of " in symptom.relation else symptom.relation


def merged(found: Iterable[tuple[Fault, Reduced | None, Sequence[str]]]) -> list[Distinct]:
    """Rules as faults, those of most tests first. What did not fail again is a fault of its own, at the end."""
    groups: dict[Key, Distinct] = {}
    for number, (rule, small, hypotheses) in enumerate(found):
        place: Key = key(small, hypotheses) if small else ("did not fail again", number)
        group = groups.setdefault(place, Distinct([], small, list(hypotheses)))
        group.rules.append(rule)
        if small and group.small and len(small.text) < len(group.small.text):
            group.small = small
    return sorted(groups.values(), key=lambda group: (group.small is None, -group.tests))
