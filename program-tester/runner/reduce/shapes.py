# SPDX-License-Identifier: MIT
"""Facts about scenes as JSON that making them smaller needs: what is simpler than what."""

import math
from typing import Any

from .. import formats

Scene = dict[str, Any]
Step = dict[str, Any]
Picture = dict[str, Any]

# Channel orders and data types, those that need least explanation first.
_PLAIN_ORDERS = ("RGBA", "A", "R", "RG", "RA", "BGRA", "ARGB", "INTENSITY", "LUMINANCE")
_PLAIN_DATA_TYPES = (
    "UNSIGNED_INT8", "FLOAT", "SIGNED_INT8", "UNSIGNED_INT32", "SIGNED_INT32", "UNSIGNED_INT16", "SIGNED_INT16",
    "UNORM_INT8", "SNORM_INT8", "HALF_FLOAT", "UNORM_INT16", "SNORM_INT16",
)  # fmt: skip
ORDERS = tuple(dict.fromkeys((*_PLAIN_ORDERS, *formats.STORED)))
DATA_TYPES = tuple(dict.fromkeys((*_PLAIN_DATA_TYPES, *formats.DATA_TYPES)))
TYPES = ("2d", "1d", "1d_array", "3d", "2d_array", "1d_buffer")
AXES = {"1d": 1, "1d_buffer": 1, "1d_array": 2, "2d": 2, "2d_array": 3, "3d": 3}
COORDINATES = {"1d": 1, "1d_buffer": 1, "1d_array": 2, "2d": 2, "2d_array": 4, "3d": 4}
ADDRESSING = ("none", "clamp_to_edge", "clamp", "repeat", "mirrored_repeat", "mirror_clamp_to_edge")
BOXED = ("read", "write", "fill", "copy", "blit", "to-buffer", "from-buffer")
MOVES = ("copy", "blit", "carry")  # from an image to another
PLACED = ("sample", "probe", "store", "carry")  # which programs do at places
WAYS = {"map read": "read", "map write": "write", "map invalidate": "write"}


def channels(picture: Picture) -> int:
    """How many numbers a stored texel has."""
    return formats.channels(picture["order"], picture["data"])


def texel_bytes(picture: Picture) -> int:
    return formats.texel_bytes(picture["order"], picture["data"])


def count(picture: Picture) -> int:
    return math.prod(picture["extents"])


def weight(number: float) -> float:
    """How much there is to read in a number: least in 0, then in 1, then in small whole ones."""
    if number == 0:
        return 1.0 if math.copysign(1, number) < 0 else 0.0
    if not math.isfinite(number):
        return 3.0
    if float(number).is_integer() and abs(number) < 1e15:
        digits = len(str(abs(int(number))))
        return 0.5 * digits + min(abs(number), 100) / 200 + (0.5 if number < 0 else 0)
    return 1.0 + 0.5 * len(f"{abs(number):.9g}") + (0.5 if number < 0 else 0)


def is_between(step: Step) -> bool:
    """Whether a coordinate of 0 lies at an edge, where results may be one or the other: it is the centre of
    texels that needs least explanation then."""
    return bool(step.get("sampler")) and (step["sampler"][1] == "linear" or step["sampler"][2])


def place_weight(step: Step, number: float) -> float:
    """The same of a coordinate."""
    if not is_between(step):
        return weight(number)
    return 0 if number == 0.5 else 0.5 + weight(number)


def _of_picture(picture: Picture) -> float:
    """How much there is to understand in an image."""
    found = 40 + 2.0 * min(count(picture), 40) + math.log2(count(picture)) + sum(picture["extents"]) / 10
    found += 0.4 * len(picture["texels"]) + sum(map(weight, picture["texels"])) / 4
    found += 6 * bool(picture.get("native")) + 3 * TYPES.index(picture["type"]) + 2 * ORDERS.index(picture["order"]) + DATA_TYPES.index(picture["data"])
    for name in ("row_pitch", "slice_pitch"):
        found += 15 + picture[name] / 100 if picture.get(name) else 0
    return found


def _of_step(step: Step) -> float:
    found = 50.0
    found += sum(map(weight, [*step.get("origin", ()), *step.get("to", ()), *step.get("region", ()), *step.get("span", ())]))
    found += 4 * bool(step.get("linear")) + 4 * (step["op"] == "blit")
    found += 15 * bool(step.get("row_pitch")) + 15 * bool(step.get("slice_pitch"))
    found += (step.get("row_pitch", 0) + step.get("slice_pitch", 0)) / 100
    found += sum(map(weight, step.get("texels", ()))) / 4 + 0.4 * len(step.get("texels", ()))
    found += sum(1 + sum(map(weight, colour)) / 4 for colour in step.get("colours", ()))
    found += sum(10 + sum(place_weight(step, number) for number in place) for place in step.get("where", ()))
    found += 4 * len(step.get("queries", ())) + 5 * (step.get("way", "") in WAYS)
    found += weight(step.get("offset", 0)) + step.get("size", 0) / 4
    found += 10 * bool(step.get("queue")) + step.get("queue", 0)
    found += 100 + 10 * step.get("statements", 0) if step.get("around") else 0
    if step["op"] in PLACED:
        found += 20 * (not step.get("literal")) + 5 * (step.get("coordinate", "float") == "float")
    if step.get("sampler"):
        addressing, filtering, normalized = step["sampler"]
        found += 10 + 2 * ADDRESSING.index(addressing) + 4 * (filtering == "linear") + 4 * normalized
        found += {"program": 0, "kernel": 2, "argument": 4}[step.get("given", "argument")]
    return found


def cost(scene: Scene) -> float:
    """How much there is to understand in a scene."""
    return (
        sum(map(_of_picture, scene["images"]))
        + sum(40 + len(data) / 4 for data in scene["buffers"])
        + sum(map(_of_step, scene["steps"]))
    )


def tidy(scene: Scene) -> Scene:
    """The scene without images and buffers that no step uses."""
    images, buffers = set(), set()
    for step in scene["steps"]:
        if step["op"] not in ("read-buffer", "write-buffer"):
            images.add(step.get("image", 0))
        if step["op"] in MOVES:
            images.add(step.get("target", 0))
        elif "buffer" in step["op"]:
            buffers.add(step.get("target", 0))
    number = {old: new for new, old in enumerate(sorted(images))}
    room = {old: new for new, old in enumerate(sorted(buffers))}
    steps = []
    for step in scene["steps"]:
        kept = {**step, "image": number.get(step.get("image", 0), 0)}
        targets = number if step["op"] in MOVES else room if "buffer" in step["op"] else {}
        kept["target"] = targets.get(step.get("target", 0), 0)
        steps.append(kept)
    return {
        **scene,
        "images": [scene["images"][old] for old in sorted(images)],
        "buffers": [scene["buffers"][old] for old in sorted(buffers)],
        "steps": steps,
    }
