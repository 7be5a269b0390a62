# SPDX-License-Identifier: MIT
"""Values of OpenCL C: literals, operations, conversions, and parts of them."""

import re
import struct
from collections.abc import Callable
from dataclasses import replace

from .connection import DebugError
from .types import DOUBLE, FLOAT, INT, LONG, UINT, ULONG, Type, bytes_of, member_bytes, number_of
from .values import Value


def literal(token: str) -> Value:
    text = token.lower()
    if text.startswith("0x") or not re.search(r"[.e]", text):
        number = int(text.rstrip("ul"), 0 if not text.startswith("0") or text.startswith("0x") else 8) if text.rstrip("ul") != "0" else 0
        is_unsigned = "u" in text[1:] and not text.startswith("0x") or text.endswith(("u", "ul"))
        wide = text.endswith(("l", "lu")) or number > (0xFFFFFFFF if is_unsigned or text.startswith("0x") else 0x7FFFFFFF)
        type = (ULONG if wide else UINT) if is_unsigned or (text.startswith("0x") and number > 0x7FFFFFFF) else LONG if wide else INT
        return Value(type, bytes_of(type, number))
    type = FLOAT if text.endswith("f") else DOUBLE
    return Value(type, bytes_of(type, float(text.rstrip("fh"))))


def scalar_of(value: Value) -> int | float:
    base = value.type.base()
    if base.kind == "pointer":
        return int.from_bytes(value.data[:4], "little")
    if base.kind not in ("signed", "unsigned", "float", "bool", "enum"):
        raise DebugError(f"a {value.type.spelled()} is no number")
    return number_of(base, value.data)


def truth(value: Value) -> bool:
    return bool(scalar_of(value))


def _common(a: Type, b: Type) -> Type:
    """The type of an operation on both, as C has it."""
    x, y = a.base(), b.base()
    if "float" in (x.kind, y.kind):
        return DOUBLE if max(t.size() for t in (x, y) if t.kind == "float") == 8 else FLOAT
    size = max(x.size(), y.size(), 4)
    is_unsigned = any(t.kind in ("unsigned", "pointer") and t.size() == size for t in (x, y))
    return {(4, False): INT, (4, True): UINT, (8, False): LONG, (8, True): ULONG}[(8 if size > 4 else 4, is_unsigned)]


def scalars(operator: str, a: Value, b: Value) -> Value:
    type = a.type if operator in ("<<", ">>") and a.type.base().size() >= 4 else _common(a.type, b.type)
    x, y = scalar_of(convert(a, type)), scalar_of(convert(b, type))
    compare: dict[str, Callable[[float, float], bool]] = {
        "==": lambda p, q: p == q, "!=": lambda p, q: p != q, "<": lambda p, q: p < q, ">": lambda p, q: p > q,
        "<=": lambda p, q: p <= q, ">=": lambda p, q: p >= q,
    }  # fmt: skip
    if operator in compare:
        return Value(INT, bytes_of(INT, int(compare[operator](x, y))))
    if operator in ("+", "-", "*"):
        return Value(type, bytes_of(type, x + y if operator == "+" else x - y if operator == "-" else x * y))
    if operator == "/" and type.base().kind == "float":
        if not y:
            return Value(type, bytes_of(type, float("nan") if not x or x != x else float("inf") * (1 if x > 0 else -1)))
        return Value(type, bytes_of(type, x / y))
    if type.base().kind == "float" or isinstance(x, float) or isinstance(y, float):
        raise DebugError(f"'{operator}' takes integers")
    if operator in ("/", "%"):
        if not y:
            raise DebugError("Division by zero")
        quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
        return Value(type, bytes_of(type, quotient if operator == "/" else x - quotient * y))
    bits = 8 * type.size()
    number = {"&": x & y, "|": x | y, "^": x ^ y, "<<": x << (y % bits), ">>": x >> (y % bits)}[operator]
    return Value(type, bytes_of(type, number))


def convert(value: Value, type: Type) -> Value:
    base = type.base()
    if base.kind == "pointer" or base.kind == value.type.base().kind == "pointer":
        return Value(type, (int(scalar_of(value)) & 0xFFFFFFFF).to_bytes(4, "little"))
    if base.kind in ("struct", "union", "array") or (base.kind == "vector" and value.type.base().kind == "vector"):
        if value.type.size() != type.size():
            raise DebugError(f"a {value.type.spelled()} is no {type.spelled()}")
        return replace(value, type=type)
    if base.kind == "vector":
        one = convert(value, base.element()).data
        return Value(type, one * (type.size() // len(one)))
    number = scalar_of(value)
    if isinstance(number, float) and base.kind != "float":
        if number != number or number in (float("inf"), float("-inf")):
            raise DebugError("it is no integer")
        number = int(number)
    if base.kind == "bool":
        number = int(bool(number))
    return Value(type, bytes_of(type, number))


def part_of(value: Value, type: Type, offset: int) -> Value:
    """A part of a value, which can be changed where it lies in memory."""
    data = value.data[offset : offset + type.size()]
    if value.space:
        return Value(type, data, value.space, value.address + offset)
    slots = value.slots[offset // 4 : (offset + type.size() + 3) // 4] if len(value.slots) * 4 >= len(value.data.rstrip(b"")) and type.size() % 4 == 0 else ()
    return Value(type, data, slots=slots)


COMPONENTS = "xyzw"


def component_numbers(name: str, count: int) -> list[int]:
    """Those of a vector's components that a name as xy, s01, lo, hi, even or odd means."""
    half = (4 if count == 3 else count) // 2
    named = {"lo": range(half), "hi": range(half, 2 * half), "even": range(0, 2 * half, 2), "odd": range(1, 2 * half, 2)}
    if name in named:
        return list(named[name])
    if re.fullmatch(r"[xyzw]+", name):
        numbers = [COMPONENTS.index(c) for c in name]
    elif re.fullmatch(r"[rgba]+", name):
        numbers = ["rgba".index(c) for c in name]
    elif re.fullmatch(r"[sS][0-9a-fA-F]+", name):
        numbers = [int(c, 16) for c in name[1:]]
    else:
        raise DebugError(f"a vector has no component {name}")
    if any(n >= count for n in numbers):
        raise DebugError(f"a vector of {count} has no component {name}")
    return numbers


def components(value: Value, numbers: list[int]) -> Value:
    base = value.type.base()
    element = base.element()
    size = element.size()
    if any(not 0 <= n < base.counts[0] for n in numbers):
        raise DebugError(f"a vector of {base.counts[0]} has no such component")
    if len(numbers) == 1:
        return part_of(value, element, numbers[0] * size)
    data = b"".join(value.data[n * size : (n + 1) * size] for n in numbers)
    table = [element]
    padding = bytes(size if len(numbers) == 3 else 0)
    return Value(Type("vector", f"{element.name}{len(numbers)}", 0, 0, [len(numbers)], table=table), data + padding)


def member_of(value: Value, name: str) -> Value:
    base = value.type.base()
    if base.kind == "vector":
        return components(value, component_numbers(name, base.counts[0]))
    if base.kind not in ("struct", "union"):
        raise DebugError(f"a {value.type.spelled()} has no members")
    for member in base.members:
        if member.name == name:
            type = base.table[member.type]
            if member.is_field:
                return Value(type, member_bytes(member, value.data, type))
            return part_of(value, type, member.bit // 8)
    raise DebugError(f"There is no member named {name}.")


def pointer_to(type: Type, space: str, address: int) -> Value:
    number = {"private": 1, "local": 2}.get(space, 0)
    return Value(Type("pointer", "", 32, 0, space=number, table=[type]), (address & 0xFFFFFFFF).to_bytes(4, "little"))


def as_float(value: Value) -> float:
    return float(struct.unpack("<f", value.data[:4])[0])
