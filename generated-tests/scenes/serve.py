# SPDX-License-Identifier: MIT
"""Scenes for other programs, which ask `generate --answer`: a request is a line of JSON, and so is its answer.

    {"do": "case", "test": NAME, "strict": BOOL}                   {"scene": SCENE}
    {"do": "render", "scene": SCENE, "strict": BOOL, "title": T}   {"text": FILE}
    {"do": "chance", "seed": N, "strict": BOOL, "lacks": [IMAGE]}  {"scene": SCENE, "text": FILE, "about": [WORD]}
    {"do": "as-if", "scene": SCENE, "actual": TEXT, "strict": BOOL} {"names": [WRONG RULE]}

An IMAGE that a device lacks is "TYPE ORDER DATA", or "TYPE" alone; of Vulkan "FEATURE FORMAT". A SCENE of Vulkan says "api": "vk", and
so does a request for one by chance. What cannot be has {"error": WHY} for its answer.
"""

import dataclasses
import functools
from collections.abc import Callable, Sequence
from typing import Any

from imagespec.arrays import Array
from explain.deviation import Deviation
from explain.deviations import DEVIATIONS
from explain.hypotheses import numbers

from . import chance, of_case
from .model import Scene, SceneError
from .play import Outcome, outcomes
from .render import render

Request = dict[str, Any]
ATTEMPTS, TRIES = 20, 4


def _case(request: Request) -> Request:
    return {"scene": of_case.scene_of(of_case.find(request["test"]), bool(request["strict"])).to_json()}


@dataclasses.dataclass(frozen=True)
class _Api:
    """What scenes of an API are made of."""

    scene: type[Scene]
    render: Callable[..., str]
    chance: type[chance.Chance]
    play: Callable[..., list[Outcome]]
    deviations: Sequence[Deviation]  # its model's wrong rules
    seen: set[tuple[str, ...]] = dataclasses.field(default_factory=set)  # pairs and triples of this process's scenes


_OPENCL = _Api(Scene, render, chance.Chance, outcomes, DEVIATIONS)


@functools.cache
def _vulkan() -> _Api:
    from explain.vk_deviations import VK_DEVIATIONS

    from .vk import play
    from .vk.chance import VkChance
    from .vk.model import VkScene
    from .vk.render import render as vk_render

    return _Api(VkScene, vk_render, VkChance, play.outcomes, VK_DEVIATIONS)


def _api(record: Request) -> _Api:
    return _vulkan() if isinstance(record, dict) and record.get("api") == "vk" else _OPENCL


def _render(request: Request) -> Request:
    api = _api(request["scene"])
    scene = api.scene.from_json(request["scene"])
    return {"text": api.render(scene, bool(request["strict"]), request.get("title", ""), request.get("name", ""))}


def _chance(request: Request) -> Request:
    """A scene that has a defined result; the pairs and triples of this process's earlier ones steer it."""
    api, lacks = _api(request), frozenset(request.get("lacks", ()))
    for attempt in range(ATTEMPTS):
        scene = chance.best(int(request["seed"]) * ATTEMPTS + attempt, TRIES, api.seen, lacks, api.chance)
        try:
            text = api.render(scene, bool(request["strict"]), f"by chance, seed {request['seed']}")
        except SceneError:
            continue
        return {"scene": scene.to_json(), "text": text, "about": chance.values(scene), "pairs": len(api.seen)}
    raise SceneError("no scene of this seed has a defined result")


def _as_if(request: Request) -> Request:
    """The wrong rules of the model with which a scene of one read gives the values that a driver gave."""
    api = _api(request["scene"])
    scene = api.scene.from_json(request["scene"])
    if [step.op for step in scene.steps] != ["sample"]:
        raise SceneError("only of one read it can be said what explains it")
    actual = numbers(request["actual"], (len(scene.steps[0].where), 4))
    strict = bool(request["strict"])
    if actual is None or _gives(api, scene, actual, strict):
        return {"names": []}
    names = []
    for deviation in api.deviations:
        with deviation.applied():
            if _gives(api, scene, actual, strict):
                names.append(f"{deviation.name} ({deviation.section})")
    return {"names": names}


def _gives(api: _Api, scene: Scene, actual: Array, strict: bool) -> bool:
    """Whether the model, as it is now, allows these values."""
    try:
        values = api.play(scene, strict)[0].values
    except (ValueError, IndexError):  # of a wrong rule that does not go with this scene
        return False
    return values is not None and bool(values.contains(actual.astype(values.low.dtype)).all())


_DO: dict[str, Callable[[Request], Request]] = {"case": _case, "render": _render, "chance": _chance, "as-if": _as_if}


def reply(request: Request) -> Request:
    """The answer to one request."""
    try:
        return _DO[request["do"]](request)
    except SceneError as error:
        return {"error": str(error)}
    except (ValueError, KeyError, TypeError, IndexError, OverflowError) as error:
        return {"error": f"not a request that can be answered: {error!r}"}
