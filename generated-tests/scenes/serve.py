# SPDX-License-Identifier: MIT
"""Scenes for other programs, which ask `generate --answer`: a request is a line of JSON, and so is its answer.

    {"do": "case", "test": NAME, "strict": BOOL}                   {"scene": SCENE}
    {"do": "render", "scene": SCENE, "strict": BOOL, "title": T}   {"text": FILE}
    {"do": "chance", "seed": N, "strict": BOOL}                    {"scene": SCENE, "text": FILE, "about": [WORD]}

What cannot be has {"error": WHY} for its answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import chance, of_case
from .model import Scene, SceneError
from .render import render

Request = dict[str, Any]
ATTEMPTS, TRIES = 20, 4
_SEEN: set[chance.Pair] = set()


def _case(request: Request) -> Request:
    return {"scene": of_case.scene_of(of_case.find(request["test"]), bool(request["strict"])).to_json()}


def _render(request: Request) -> Request:
    scene = Scene.from_json(request["scene"])
    return {"text": render(scene, bool(request["strict"]), request.get("title", ""), request.get("name", ""))}


def _chance(request: Request) -> Request:
    """A scene that has a defined result; the pairs of this process's earlier ones steer it."""
    for attempt in range(ATTEMPTS):
        scene = chance.best(int(request["seed"]) * ATTEMPTS + attempt, TRIES, _SEEN)
        try:
            text = render(scene, bool(request["strict"]), f"by chance, seed {request['seed']}")
        except SceneError:
            continue
        return {"scene": scene.to_json(), "text": text, "about": chance.values(scene), "pairs": len(_SEEN)}
    raise SceneError("no scene of this seed has a defined result")


_DO: dict[str, Callable[[Request], Request]] = {"case": _case, "render": _render, "chance": _chance}


def reply(request: Request) -> Request:
    """The answer to one request."""
    try:
        return _DO[request["do"]](request)
    except SceneError as error:
        return {"error": str(error)}
    except (ValueError, KeyError, TypeError, IndexError, OverflowError) as error:
        return {"error": f"not a request that can be answered: {error!r}"}
