# SPDX-License-Identifier: MIT
"""Which distinct faults the failing tests of a fuzz run show. A test that was made small has kept only what its fault needs: what of its last
step and of that step's image is not as plain as it could be. Other failing tests are of the same fault where they have such steps, and pass
without them; what goes on to fail has another fault, too. Faults of which small tests need nearly the same are one, at the end."""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Sequence

from ..reduce import shapes
from ..reduce.reduce_command import Reduced
from ..reduce.sameness import Symptom
from ..reduce.scenes import Scene
from ..reduce.shapes import ADDRESSING, DATA_TYPES, ORDERS, Step

Needs = frozenset[str]
Key = tuple[object, ...]
PLAIN = frozenset(("", *ORDERS[:2], DATA_TYPES[0]))
LOOKS = ("read", "read-buffer")  # of the host, at the end: they show what others did
FAR = 2**63


@dataclasses.dataclass
class Distinct:
    """One fault: its small test, which is the easiest to understand of those that it has, and the tests that show it."""

    small: Reduced | None
    tests: list[str]
    needs: Needs = frozenset()
    hypotheses: list[str] = dataclasses.field(default_factory=list)
    kinds: int = 1  # small tests that were taken for it
    title: str = ""

    @property
    def calls(self) -> tuple[str, ...]:
        return self.small.symptom.calls if self.small else ()

    @property
    def told(self) -> str:
        """What goes wrong."""
        return str(self.small.symptom) if self.small else self.title


@dataclasses.dataclass
class Failing:
    """What is left of a failing test, and the kind of its failure."""

    scene: Scene
    kind: str


def is_alike(kind: str, other: str) -> bool:
    """Whether two kinds of failure may be of one fault: an error may be given in place of none, or of another."""
    return kind.partition(" instead of ")[0] == other.partition(" instead of ")[0]


def _of_box(step: Step, picture: dict[str, object]) -> set[str]:
    found = set()
    extents = picture["extents"]
    assert isinstance(extents, (list, tuple))
    if any(at >= FAR for at in step.get("origin", ())):
        found.add("wraps")
    elif any(at + size > extent for at, size, extent in zip(step.get("origin", ()), step.get("region", ()), extents)):
        found.add("box beyond")
    if any(abs(component) > 1 for colour in step.get("colours", ()) for component in colour):
        found.add("colour beyond")
    return found


def _of_copy(scene: Scene, step: Step, picture: dict[str, object]) -> set[str]:
    if step.get("target", 0) == step.get("image", 0):
        return {"within"}
    other = scene["images"][step.get("target", 0)]["type"]
    return {f"to {other}"} if other != picture["type"] else set()


def _of_sampler(step: Step) -> set[str]:
    if not step.get("sampler"):
        return set()
    addressing, filtering, normalized = step["sampler"]
    found = {addressing} - {ADDRESSING[0]} | {filtering} - {"nearest"} | ({"normalized"} if normalized else set())
    return found | ({"float"} if step.get("coordinate", "float") == "float" else set())


def _kind(image_type: str) -> str:
    """Of an image's type what may matter: those without layers and depth are all alike, and those with layers are."""
    return {"1d": "", "2d": ""}.get(image_type, "array" if image_type.endswith("array") else image_type)


def needs(scene: Scene, step: Step) -> Needs:
    """What a step does, and what of it and its image is not as plain as making it small would leave it."""
    found = {step.get("way") or step["op"]}
    if scene["images"] and step["op"] not in ("read-buffer", "write-buffer"):
        picture = scene["images"][step.get("image", 0)]
        form = {picture["native"]} if picture.get("native") else {picture["order"], picture["data"]}
        found |= ({_kind(picture["type"])} | form) - PLAIN
        found |= {"host pitches"} if picture.get("row_pitch") or picture.get("slice_pitch") else set()
        found |= _of_box(step, picture) | (_of_copy(scene, step, picture) if step["op"] in shapes.MOVES else set())
    found |= {"transfer pitches"} if step.get("row_pitch") or step.get("slice_pitch") else set()
    found |= {"in a kernel by chance"} if step.get("around") else set()
    found |= {"linear"} if step.get("linear") else set()
    found |= {"queue"} if step.get("queue") else set()
    return frozenset(found | _of_sampler(step))


def telling(scene: Scene) -> Step:
    """The last step that is more than a look of the host at the end."""
    steps: list[Step] = list(scene["steps"])
    while len(steps) > 1 and steps[-1]["op"] in LOOKS and not needs(scene, steps[-1]) & {"wraps", "box beyond"}:
        steps.pop()
    return steps[-1]


def without(scene: Scene, needed: Needs) -> Scene | None:
    """The scene without steps that have all of this; None where there is none of them."""
    kept = [step for step in scene["steps"] if not needed <= needs(scene, step)]
    if len(kept) == len(scene["steps"]):
        return None
    return shapes.tidy({**scene, "steps": kept})


def key(small: Reduced, hypotheses: Iterable[str]) -> Key:
    """What small tests of one fault have in common. Pitches that are not used, boxes that wrap around, colours that a fill does not saturate,
    layers of coordinates that are no integers, calls that do not refuse what they should, and an end of the process where an error was
    expected are faults whatever the format is, as is that steps on buffer images end the process. Else a wrong rule of the model that gives the very values says more than what the step does, the
    image's type, the data type where it matters, or else the order, and signs of zero."""
    scene, symptom = small.scene, small.symptom
    if scene is None:
        return ("text", small.text)
    step = telling(scene)
    needed, types = needs(scene, step), _types(scene, step)
    if "wraps" in needed:
        return ("wraps",)
    if symptom.kind.startswith("CL_SUCCESS instead of ") and "box beyond" in needed:
        return (symptom.kind, types)
    if symptom.calls:
        return (symptom.kind.partition(" instead of ")[0], symptom.calls)
    ends = symptom.kind.startswith(("ends", "does not end"))
    if ends and "1d_buffer" in types:
        return (symptom.kind, types)
    if ends and " error CL_" in small.text:
        return (symptom.kind, "in place of an error")
    for told in ("host pitches", "transfer pitches"):
        if told in needed:
            return (symptom.kind, told, types)
    if "array" in needed and "float" in needed and "linear" not in needed:
        return (symptom.kind, "layer", "normalized" in needed)
    if hypotheses:
        return ("as if", *hypotheses)
    if ends:
        return (symptom.kind, step["op"], types, "in a kernel by chance" in needed)
    if "colour beyond" in needed:
        return (symptom.kind, "colour beyond", _are_integers(scene, step))
    return (symptom.kind, _lasting(symptom), step["op"], types, _format(needed), "linear" in needed)


def _types(scene: Scene, step: Step) -> Key:
    """Types of images: buffers and arrays are told from each other and from the rest."""
    used = {step.get("image", 0)} | ({step.get("target", 0)} if step["op"] in shapes.MOVES else set())
    found = {_kind(scene["images"][number]["type"]) for number in used if number < len(scene["images"])}
    return tuple(sorted({"" if kind == "3d" else kind for kind in found}))


def _are_integers(scene: Scene, step: Step) -> bool:
    data: str = scene["images"][step.get("image", 0)]["data"]
    return data.startswith(("SIGNED", "UNSIGNED"))


def _format(needed: Needs) -> Key:
    data = needed & (set(DATA_TYPES) | {word for word in needed if "_PACK" in word or word.endswith(("_SRGB", "SCALED"))})
    return tuple(sorted(data or needed & set(ORDERS)))


def _lasting(symptom: Symptom) -> str:
    """Of how values are wrong, what does not depend on the numbers of a test."""
    return "" if " wrong" in symptom.relation or " instead of " in symptom.relation else symptom.relation


def by_one_rule(found: Sequence[Distinct]) -> list[Distinct]:
    """The same, where those that one wrong rule explains have the rules that explain all of them, and no others: of R several rules give what
    a driver without alpha gives, and of RG some of these and another. The rule of most tests comes first."""
    counts = Counter(name for one in found for name in one.hypotheses)
    told = [min(one.hypotheses, key=lambda name: (-counts[name], name), default="") for one in found]
    common = {name: set.intersection(*(set(one.hypotheses) for one, own in zip(found, told) if own == name)) for name in told}
    return [
        dataclasses.replace(one, hypotheses=[name for name in one.hypotheses if name in common[own]])
        for one, own in zip(found, told)
    ]  # fmt: skip


def merged(found: Iterable[Distinct]) -> list[Distinct]:
    """Those of one fault as one, those of most tests first. At the end are tests without a small one, by why they have none."""
    groups: dict[Key, Distinct] = {}
    for one in by_one_rule(list(found)):
        place: Key = key(one.small, one.hypotheses) if one.small else ("no small test", one.title)
        group = groups.setdefault(place, dataclasses.replace(one, tests=[], kinds=0))
        group.kinds += 1
        group.tests += [test for test in one.tests if test not in group.tests]
        if one.small and group.small and len(one.small.text) < len(group.small.text):
            group.small, group.needs = one.small, one.needs
    return sorted(groups.values(), key=lambda group: (group.small is None, -len(group.tests)))
