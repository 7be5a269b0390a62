# SPDX-License-Identifier: MIT
"""Types of OpenCL C, as debug information has them, and their values in words."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field
from typing import Any

from .connection import DebugError

ELEMENTS = 200  # of an array that are printed


@dataclass
class Member:
    name: str
    bit: int
    bits: int
    type: int
    is_field: bool


@dataclass
class Type:
    """One of a kernel's; others are named by number, which `resolve` follows."""

    kind: str
    name: str
    bits: int
    of: int = -1
    counts: list[int] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    values: dict[int, str] = field(default_factory=dict)
    space: int = 0  # of a pointer, as DWARF numbers it
    table: list[Type] = field(default_factory=list, repr=False)

    def base(self) -> Type:
        """Without names and qualifiers that stand for it."""
        found = self
        for _ in range(64):
            if found.kind not in ("alias", "const", "volatile") or not 0 <= found.of < len(self.table):
                break
            found = self.table[found.of]
        return found

    def element(self) -> Type:
        base = self.base()
        return base.table[base.of] if 0 <= base.of < len(base.table) else VOID

    def count(self) -> int:
        return math.prod(self.counts) if self.counts else 0

    def size(self) -> int:
        """Bytes."""
        base = self.base()
        if base.kind == "array":
            return base.count() * base.element().size()
        if base.kind == "vector":
            n = base.counts[0] if base.counts else 0
            return (4 if n == 3 else n) * base.element().size()
        if base.kind == "pointer":
            return 4
        return (base.bits + 7) // 8

    def spelled(self) -> str:
        if self.name:
            return self.name
        if self.kind == "pointer":
            return self.element().spelled() + " *"
        if self.kind == "const":
            return "const " + self.base().spelled()
        if self.kind == "volatile":
            return "volatile " + self.base().spelled()
        if self.kind == "array":
            return self.element().spelled() + "".join(f"[{n}]" for n in self.counts)
        if self.kind == "vector":
            return f"{self.element().spelled()}{self.counts[0] if self.counts else ''}"
        return self.kind if self.kind in ("struct", "union", "enum") else "void"

    def declares(self, name: str) -> str:
        """As a declaration has it: counts of arrays are behind the name."""
        if self.kind == "array" and not self.name:
            return self.element().declares(name + "".join(f"[{n}]" for n in self.counts))
        return f"{self.spelled()} {name}".replace("* ", "*")


VOID = Type("other", "void", 0)


def _plain(kind: str, name: str, bits: int) -> Type:
    return Type(kind, name, bits)


INT = _plain("signed", "int", 32)
UINT = _plain("unsigned", "uint", 32)
LONG = _plain("signed", "long", 64)
ULONG = _plain("unsigned", "ulong", 64)
FLOAT = _plain("float", "float", 32)
DOUBLE = _plain("float", "double", 64)
NAMED = {
    t.name: t
    for t in (
        INT, UINT, LONG, ULONG, FLOAT, DOUBLE, _plain("signed", "char", 8), _plain("unsigned", "uchar", 8),
        _plain("signed", "short", 16), _plain("unsigned", "ushort", 16), _plain("float", "half", 16),
        _plain("bool", "bool", 8), _plain("unsigned", "size_t", 32), _plain("unsigned", "unsigned", 32),
    )
}  # fmt: skip


def read_types(told: list[dict[str, Any]]) -> list[Type]:
    table: list[Type] = []
    for t in told:
        of = int(t.get("of", -1))
        if of >= len(told):
            raise IndexError
        members = [Member(str(m[0]), int(m[1]), int(m[2]), int(m[3]), bool(m[4])) for m in t.get("members", [])]
        if any(not 0 <= m.type < len(told) for m in members):
            raise IndexError
        counts = [int(n) for n in t.get("counts", [])]
        values = {int(v[1]): str(v[0]) for v in t.get("values", [])}
        table.append(Type(str(t["kind"]), str(t["name"]), int(t["bits"]), of, counts, members, values, int(t.get("space", 0)), table))
    return table


def number_of(type: Type, data: bytes) -> int | float:
    """A scalar's value."""
    base = type.base()
    size = base.size()
    if len(data) < size:
        raise DebugError("there are not enough bytes for a value")
    if base.kind == "float":
        formats = {2: "<e", 4: "<f", 8: "<d"}
        if size not in formats:
            raise DebugError(f"a float of {size} bytes")
        return float(struct.unpack(formats[size], data[:size])[0])
    number = int.from_bytes(data[:size], "little", signed=base.kind == "signed")
    return int(number != 0) if base.kind == "bool" else number


def bytes_of(type: Type, number: float) -> bytes:
    """And back."""
    base = type.base()
    size = base.size()
    if base.kind == "float":
        try:
            return struct.pack({2: "<e", 4: "<f", 8: "<d"}[size], float(number))
        except OverflowError:
            return struct.pack({2: "<e", 4: "<f", 8: "<d"}[size], math.copysign(math.inf, number))
    return (int(number) & ((1 << 8 * size) - 1)).to_bytes(size, "little")


def spell_float(number: float, size: int) -> str:
    """The shortest that reads back as the same value."""
    if math.isnan(number):
        return "nan"
    if math.isinf(number):
        return "inf" if number > 0 else "-inf"
    formats = {2: "<e", 4: "<f", 8: "<d"}
    for digits in range(1, 18):
        text = f"{number:.{digits}g}"
        try:
            if struct.pack(formats[size], float(text)) == struct.pack(formats[size], number):
                return text
        except OverflowError:
            continue
    return repr(number)


def _scalar(base: Type, data: bytes, style: str) -> str:
    number = number_of(base, data)
    size = base.size()
    if style == "x":
        return f"0x{int.from_bytes(data[:size], 'little'):x}"
    if style in ("d", "u"):
        return str(int.from_bytes(data[:size], "little", signed=style == "d"))
    if style == "t":
        return f"{int.from_bytes(data[:size], 'little'):b}"
    if style == "f" and size in (2, 4, 8):
        return spell_float(struct.unpack({2: "<e", 4: "<f", 8: "<d"}[size], data[:size])[0], size)
    if style == "c":
        return repr(chr(int.from_bytes(data[:1], "little")))
    if isinstance(number, float):
        return spell_float(number, size)
    if base.kind == "bool":
        return "true" if number else "false"
    if base.kind == "enum" and number in base.values:
        return base.values[int(number)]
    return str(number)


def _fold(parts: list[str]) -> str:
    """A list, in which equal neighbours are told once."""
    found: list[str] = []
    i = 0
    while i < len(parts):
        same = i
        while same < len(parts) and parts[same] == parts[i]:
            same += 1
        if same - i > 10:
            found.append(f"{parts[i]} <repeats {same - i} times>")
        else:
            found += parts[i:same]
        i = same
    return "{" + ", ".join(found) + "}"


def member_bytes(member: Member, data: bytes, type: Type) -> bytes:
    if not member.is_field:
        return data[member.bit // 8 : member.bit // 8 + type.size()]
    whole = int.from_bytes(data, "little") >> member.bit & ((1 << member.bits) - 1)
    if type.base().kind == "signed" and member.bits and whole >> (member.bits - 1):
        whole -= 1 << member.bits
    size = type.size()
    return (whole & ((1 << 8 * size) - 1)).to_bytes(size, "little")


def spell(type: Type, data: bytes, style: str = "", depth: int = 0) -> str:
    """A value in words, as gdb has it."""
    base = type.base()
    if depth > 16:
        return "..."
    if base.kind == "vector":
        element = base.element()
        size = element.size()
        count = base.counts[0] if base.counts else 0
        return "(" + ", ".join(_scalar(element.base(), data[i * size :], style) for i in range(count)) + ")"
    if base.kind == "array":
        element = base.element()
        size = element.size()
        if len(base.counts) > 1:
            inner = Type("array", "", 0, base.of, base.counts[1:], table=base.table)
            step = inner.size()
            return "{" + ", ".join(spell(inner, data[i * step :], style, depth + 1) for i in range(base.counts[0])) + "}"
        count = min(base.count(), ELEMENTS, len(data) // size if size else 0)
        more = "..." if base.count() > count else ""
        return _fold([spell(element, data[i * size : (i + 1) * size], style, depth + 1) for i in range(count)])[:-1] + more + "}"
    if base.kind in ("struct", "union"):
        parts = [
            f"{m.name} = {spell(base.table[m.type], member_bytes(m, data, base.table[m.type]), style, depth + 1)}" for m in base.members
        ]
        return "{" + ", ".join(parts) + "}"
    if base.kind == "pointer":
        return f"({type.spelled()}) 0x{int.from_bytes(data[:4], 'little'):x}"
    if base.kind in ("signed", "unsigned", "float", "bool", "enum"):
        return _scalar(base, data, style)
    return "0x" + data[::-1].hex() if data else "?"
