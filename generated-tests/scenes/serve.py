# SPDX-License-Identifier: MIT
"""Scenes for other programs, which ask `generate --answer`: a request is a line of JSON, and so is its answer.

    {"do": "case", "test": NAME, "strict": BOOL}                   {"scene": SCENE}
    {"do": "render", "scene": SCENE, "strict": BOOL, "title": T}   {"text": FILE}
    {"do": "chance", "seed": N, "strict": BOOL, "lacks": [IMAGE]}  {"scene": SCENE, "text": FILE, "about": [WORD]}
    {"do": "as-if", "scene": SCENE, "actual": TEXT, "strict": BOOL} {"names": [WRONG RULE]}

An IMAGE that a device lacks is "TYPE ORDER DATA", or "TYPE" alone. What cannot be has {"error": WHY} for its answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from imagespec.arrays import Array
from explain.deviations import DEVIATIONS
from explain.hypotheses import numbers

from . import chance, of_case
from .model import Scene, SceneError
from .play import outcomes
from .render import render

Request = dict[str, Any]
ATTEMPTS, TRIES = 20, 4
_SEEN: set[chance.Together] = set()


def _case(request: Request) -> Request:
    return {"scene": of_case.scene_of(of_case.find(request["test"]), bool(request["strict"])).to_json()}


def _render(request: Request) -> Request:
    scene = Scene.from_json(request["scene"])
    return {"text": render(scene, bool(request["strict"]), request.get("title", ""), request.get("name", ""))}


def _chance(request: Request) -> Request:
    """A scene that has a defined result; the pairs and triples of this process's earlier ones steer it."""
    for attempt in range(ATTEMPTS):
        scene = chance.best(int(request["seed"]) * ATTEMPTS + attempt, TRIES, _SEEN, frozenset(request.get("lacks", ())))
        try:
            text = render(scene, bool(request["strict"]), f"by chance, seed {request['seed']}")
        except SceneError:
            continue
        return {"scene": scene.to_json(), "text": text, "about": chance.values(scene), "pairs": len(_SEEN)}
    raise SceneError("no scene of this seed has a defined result")


def _as_if(request: Request) -> Request:
    """The wrong rules of the model with which a scene of one read gives the values that a driver gave."""
    scene = Scene.from_json(request["scene"])
    if [step.op for step in scene.steps] != ["sample"]:
        raise SceneError("only of one read it can be said what explains it")
    actual = numbers(request["actual"], (len(scene.steps[0].where), 4))
    strict = bool(request["strict"])
    if actual is None or _gives(scene, actual, strict):
        return {"names": []}
    names = []
    for deviation in DEVIATIONS:
        with deviation.applied():
            if _gives(scene, actual, strict):
                names.append(f"{deviation.name} ({deviation.section})")
    return {"names": names}


def _gives(scene: Scene, actual: Array, strict: bool) -> bool:
    """Whether the model, as it is now, allows these values."""
    try:
        values = outcomes(scene, strict)[0].values
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
