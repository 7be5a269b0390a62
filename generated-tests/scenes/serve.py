# SPDX-License-Identifier: MIT
"""Scenes for other programs, which ask `generate --answer`: a request is a line of JSON, and so is its answer.

    {"do": "case", "test": NAME, "strict": BOOL}                   {"scene": SCENE}
    {"do": "render", "scene": SCENE, "strict": BOOL, "title": T}   {"text": FILE}
    {"do": "chance", "seed": N, "strict": BOOL}                    {"scene": SCENE, "text": FILE, "axes": [...]}

What cannot be has {"error": WHY} for its answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import of_case
from .model import Scene, SceneError
from .render import render

Request = dict[str, Any]


def _case(request: Request) -> Request:
    return {"scene": of_case.scene_of(of_case.find(request["test"]), bool(request["strict"])).to_json()}


def _render(request: Request) -> Request:
    scene = Scene.from_json(request["scene"])
    return {"text": render(scene, bool(request["strict"]), request.get("title", ""), request.get("name", ""))}


_DO: dict[str, Callable[[Request], Request]] = {"case": _case, "render": _render}


def reply(request: Request) -> Request:
    """The answer to one request."""
    try:
        return _DO[request["do"]](request)
    except SceneError as error:
        return {"error": str(error)}
    except (ValueError, KeyError, TypeError, IndexError, OverflowError) as error:
        return {"error": f"not a request that can be answered: {error!r}"}
