# SPDX-License-Identifier: MIT
"""Which statements of the specification a scene is about: its steps, described as generated tests are."""

from collections.abc import Sequence

from testgen import axes
from explain.statements import Statement, described, shown

from .model import Scene, Step
from .play import Outcome

SENTENCES = 3  # in a file
_FAMILIES = {"sample": "read", "probe": "read", "store": "write", "query": "attributes"}
_OPERATIONS = {"map read": "map-read", "map write": "map-write", "map invalidate": "map-invalidate"}


def _is_outside(scene: Scene, step: Step) -> bool:
    picture = scene.images[step.image]
    sizes = picture.extents[: picture.kind.dimensions]
    scale = [1.0 if step.sampler and step.sampler[2] else float(extent) for extent in sizes]
    return any(not 0 <= c < s for place in step.where for c, s in zip(place, scale))


def description(scene: Scene, number: int) -> dict[str, str]:
    """What one step is about, by the axes of generated tests."""
    step = scene.steps[number]
    picture = scene.images[step.image] if scene.images else None
    found = {"family": _FAMILIES.get(step.op, "boxes")}
    if picture:
        found |= {"image type": picture.type, "channel order": picture.order, "data type": picture.data}
        found["data kind"] = axes.kind(picture.data)
    if step.op == "sample":
        addressing, filtering, normalized = step.sampler or ("samplerless", "samplerless", False)
        found |= {"addressing mode": addressing, "filter mode": filtering, "coordinate type": step.coordinate}
        found["coordinates"] = "normalized" if normalized else "unnormalized"
        found["place"] = "outside" if _is_outside(scene, step) else "inside"
    elif found["family"] == "boxes":
        found["operation"] = _OPERATIONS.get(step.way, step.op)
        found["pitch"] = "padded" if step.row_pitch or step.slice_pitch else "tight"
        if step.op == "copy" and step.image == step.target:
            found["operation"] = "copy-within"
        elif step.op == "copy" and picture and scene.images[step.target].type != picture.type:
            found["operation"] = "copy-slice"
        if step.op == "fill" and step.colours:
            found["operation"] = "fill-saturating"
    return found


def comment(scene: Scene, outcomes: Sequence[Outcome]) -> str:
    """The sentences that a scene's file begins with: of each step the most special ones."""
    found: list[Statement] = []
    for number in reversed(range(len(scene.steps))):
        about = description(scene, number)
        if outcomes[number].error:
            about["operation"] = "refused"
        statements = shown(about)
        if scene.images and scene.images[scene.steps[number].image].row_pitch:
            pitched = {**about, "family": "transfer", "pitch": "padded"}
            statements = shown(pitched)[:1] + statements
        found += [one for one in statements[: SENTENCES if len(scene.steps) == 1 else 2] if one not in found]
    return described(found, SENTENCES)
