# SPDX-License-Identifier: MIT
"""Says whether JSON that somebody else wrote has the shape that a reader relies on."""

import base64
import binascii
import dataclasses
from typing import Any

MOST = 1 << 63  # of a number


class ShapeError(ValueError):
    """It has not; the message says where."""


@dataclasses.dataclass(frozen=True)
class Either:
    """One of several shapes."""

    shapes: tuple[Any, ...]


class Bytes:
    """A string of base64."""


class Slot:
    """A number from -1 on."""


def _check_bytes(value: Any, where: str) -> None:
    try:
        base64.b64decode(value if isinstance(value, str) else "?", validate=True)
    except binascii.Error:
        raise ShapeError(f"{where} is no base64") from None


def _check_object(value: Any, shape: dict[str, Any], where: str) -> None:
    if not isinstance(value, dict):
        raise ShapeError(f"{where} is no object")
    for name, inner in shape.items():
        if name not in value:
            raise ShapeError(f"{where} has no {name}")
        check(value[name], inner, f"{where}.{name}")


def _check_list(value: Any, shapes: list[Any], where: str) -> None:
    for number, (item, shape) in enumerate(zip(value, shapes, strict=True)):
        check(item, shape, f"{where}[{number}]")


def _check_either(value: Any, shapes: tuple[Any, ...], where: str) -> None:
    for shape in shapes:
        try:
            check(value, shape, where)
            return
        except ShapeError:
            continue
    raise ShapeError(f"{where} is none of what it may be")


def check(value: Any, shape: Any, where: str = "it") -> None:
    """A shape is a type (int: of no more than 63 bits and not negative; Slot; Bytes), a list with one shape for
    all items, a tuple with a shape for each, an object, or Either. What an object has besides is
    not looked at."""
    if shape is Bytes:
        _check_bytes(value, where)
    elif shape in (int, Slot):
        if type(value) is not int or not -(shape is Slot) <= value < MOST:
            raise ShapeError(f"{where} is no number from 0 on")
    elif isinstance(shape, type):
        if not isinstance(value, shape):
            raise ShapeError(f"{where} is no {shape.__name__}")
    elif isinstance(shape, Either):
        _check_either(value, shape.shapes, where)
    elif isinstance(shape, dict):
        _check_object(value, shape, where)
    elif not isinstance(value, list) or isinstance(shape, tuple) and len(value) != len(shape):
        raise ShapeError(f"{where} is no list of its length")
    else:
        _check_list(value, list(shape) if isinstance(shape, tuple) else shape * len(value), where)
