# SPDX-License-Identifier: MIT
"""Values at a stop: of variables, by the places that the compiler has told, of memory, and of registers."""

import base64
import struct
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from .connection import Connection, DebugError
from .places import Frame, Kernel, Place, Variable
from .types import Type

LANES = 64
MOST_SLOTS = 1000  # that are asked for at once
PRIVATE_BYTES = 1024  # likewise
SPACE_OF_TYPE = {1: "private", 2: "local"}  # numbers of DWARF; pointers to all else lie in the pool


class NotThereError(DebugError):
    """A variable has no value here; the message says why."""


@dataclass
class Value:
    """A typed value, with where it can be changed."""

    type: Type
    data: bytes
    space: str = ""  # of memory; "" for what lies in none
    address: int = 0
    slots: tuple[int, ...] = ()  # of the values that it was read from, if they can be changed


class Reader:
    """Reads what a stopped wavefront has. What was read once is not asked for again."""

    def __init__(self, connection: Connection, kernel: Kernel, word: int, changed: Collection[int] = ()) -> None:
        self._connection = connection
        self.kernel = kernel
        self.word = word
        self._changed = changed  # values that are not what they were at the word
        self._values: dict[int, tuple[int, bytes]] = {}
        self._private: dict[int, bytes] = {}  # by lane: the beginning of its private memory

    def slot(self, number: int, lane: int) -> int:
        if number in self._changed:
            raise NotThereError("the instruction of the report has changed it")
        if number not in self._values:
            numbers = sorted({number, *self.kernel.slots_at(self.word)})[:MOST_SLOTS]
            numbers = numbers if number in numbers else [number]
            for n, (known, lanes) in zip(numbers, self._connection.ask("values", *numbers)["values"], strict=False):
                self._values[n] = (int(known, 16), base64.b64decode(lanes))
        known, lanes = self._values[number]
        if not known >> lane & 1:
            raise NotThereError("not computed by this work-item")
        return int.from_bytes(lanes[4 * lane : 4 * lane + 4], "little")

    def memory(self, space: str, address: int, size: int, lane: int) -> bytes:
        if space == "private":
            if lane not in self._private:
                self._private[lane] = self._connection.read("memory", space, 0, PRIVATE_BYTES, lane)
            if address + size <= len(self._private[lane]):
                return self._private[lane][address : address + size]
        data = self._connection.read("memory", space, address & 0xFFFFFFFF, size, lane)
        if len(data) < size:
            raise DebugError(f"cannot access {space} memory at 0x{(address & 0xFFFFFFFF) + len(data):x}")
        return data

    def write(self, space: str, address: int, data: bytes, lane: int) -> None:
        self._connection.ask("write", space, address, lane, *data)
        self._values.clear()
        self._private.clear()

    def register(self, number: int, channel: int, lane: int) -> int:
        data = self._connection.read("registers", number, 1)
        at = 4 * (LANES * channel + lane)
        return int.from_bytes(data[at : at + 4], "little")

    # ---- variables ----

    def _word(self, kind: str, bits: int, number: int, lane: int) -> int:
        if kind == "l":
            value = number
        elif kind == "i":
            value = int.from_bytes(self.memory("input", 4 * number, 4, lane), "little")
        else:
            value = self.slot(number, lane)
        return value & ((1 << bits) - 1)

    def _number(self, words: list[tuple[str, int, int]], lane: int) -> tuple[int, int]:
        """A value, and its bits."""
        value = shift = 0
        for kind, bits, number in words:
            value |= self._word(kind, bits, number, lane) << shift
            shift += bits
        return value, shift

    def place(self, place: Place, lane: int) -> tuple[int, int]:
        """What a place has: the number that its words and DWARF's operations on them give, and its bits."""
        numbers = [self._number(words, lane) for words in place.values]
        return _calculate(numbers, place.does)

    def variable(self, variable: Variable, lane: int) -> tuple[int, int, bool]:
        """A variable's bits, how many there are, and whether they are the address where it lies."""
        at = variable.at(self.word)
        if at is None:
            raise NotThereError("it has no value yet")
        if at.place < 0:
            raise NotThereError(at.why)
        if at.place >= len(self.kernel.places):
            raise DebugError("a place that is not there")
        place = self.kernel.places[at.place]
        value, bits = self.place(place, lane)
        return value, bits, place.address


def _signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if bits and value >> (bits - 1) else value


def _calculate(numbers: list[tuple[int, int]], does: list[list[Any]]) -> tuple[int, int]:
    """DWARF's operations, as far as the compiler makes them."""
    operations = [op for op in does if op[0] not in ("DW_OP_LLVM_fragment", "DW_OP_stack_value")]
    bits = max((b for _, b in numbers), default=32)
    width = 64 if bits > 32 else 32
    if not operations:
        return numbers[0]
    stack: list[int] = []
    if not any(op[0] == "DW_OP_LLVM_arg" for op in operations):
        stack.append(numbers[0][0])
    two: dict[str, Callable[[int, int], int]] = {
        "DW_OP_plus": lambda a, b: a + b, "DW_OP_minus": lambda a, b: a - b, "DW_OP_mul": lambda a, b: a * b,
        "DW_OP_and": lambda a, b: a & b, "DW_OP_or": lambda a, b: a | b, "DW_OP_xor": lambda a, b: a ^ b,
        "DW_OP_shl": lambda a, b: a << (b & 63), "DW_OP_shr": lambda a, b: (a & ((1 << width) - 1)) >> (b & 63),
        "DW_OP_shra": lambda a, b: _signed(a, width) >> (b & 63),
        "DW_OP_div": lambda a, b: int(_signed(a, width) / _signed(b, width)) if b else 0,
        "DW_OP_mod": lambda a, b: a % b if b else 0,
        "DW_OP_eq": lambda a, b: int(a == b), "DW_OP_ne": lambda a, b: int(a != b),
    }  # fmt: skip
    try:
        for name, *arguments in operations:
            if name in two:
                b, a = stack.pop(), stack.pop()
                stack.append(two[name](a, b) & ((1 << 64) - 1))
            elif name in ("DW_OP_constu", "DW_OP_consts"):
                stack.append(arguments[0])
            elif name == "DW_OP_plus_uconst":
                stack.append(stack.pop() + arguments[0])
            elif name == "DW_OP_LLVM_arg":
                stack.append(numbers[arguments[0]][0])
            elif name == "DW_OP_neg":
                stack.append(-stack.pop())
            elif name == "DW_OP_not":
                stack.append(~stack.pop())
            elif name == "DW_OP_LLVM_convert":
                bits = arguments[0]
                value = stack.pop()
                signed = arguments[1] == 5  # DW_ATE_signed
                stack.append(_signed(value, bits) if signed else value & ((1 << bits) - 1))
            elif name.startswith("DW_OP_lit"):
                stack.append(int(name[9:]))
            else:
                raise NotThereError(f"it is computed in a way that is not understood ({name})")
        return stack.pop() & ((1 << 64) - 1), 64
    except IndexError as error:
        raise NotThereError("it is computed in a way that is damaged") from error


@dataclass
class Named:
    """A variable that is visible in a frame, with all of its parts."""

    name: str
    line: int
    argument: int
    type: Type
    scope: int
    parts: list[Variable]


def visible(kernel: Kernel, frame: Frame) -> list[Named]:
    """The variables of a frame: of its innermost block first, then of those around it."""
    found: dict[tuple[str, int, int], Named] = {}
    for scope in kernel.scopes_around(frame.scope):
        for variable in kernel.variables:
            if variable.scope != scope or variable.call != frame.call:
                continue
            if not kernel.scopes[scope].name and variable.line > frame.line:
                continue  # declared behind this line
            key = (variable.name, variable.line, scope)
            if key not in found:
                found[key] = Named(variable.name, variable.line, variable.argument, kernel.types[variable.type], scope, [])
            found[key].parts.append(variable)
    return list(found.values())


def read_named(reader: Reader, named: Named, lane: int) -> Value:
    """A variable's value, put together from its parts."""
    size = named.type.size()
    data = bytearray(size)
    known = [False] * size
    slots: list[int] = []
    why = "it has no value yet"
    for part in named.parts:
        try:
            number, bits, is_address = reader.variable(part, lane)
        except NotThereError as error:
            if str(error) != "it has no value yet":
                why = str(error)
            continue
        if is_address and not part.part:
            return Value(named.type, reader.memory("private", number, size, lane), "private", number)
        first, count = (part.part[0] // 8, (part.part[1] + 7) // 8) if part.part else (0, size)
        count = min(count, size - first)
        if is_address:
            data[first : first + count] = reader.memory("private", number, count, lane)
            known[first : first + count] = [True] * count
            continue
        # Less bits than the variable has: a bool's only one, a vector of three's three.
        filled = number.to_bytes(max((bits + 7) // 8, count, 8), "little")[:count]
        data[first : first + count] = filled
        covered = min(count, (bits + 7) // 8) if named.type.base().kind in ("vector", "struct", "array") else count
        known[first : first + covered] = [True] * covered
        place = reader.kernel.places[part.at(reader.word).place]  # type: ignore[union-attr]
        if not [op for op in place.does if op[0] not in ("DW_OP_LLVM_fragment", "DW_OP_stack_value")]:
            slots += [n for kind, _, n in place.values[0] if kind == "s"]
    if not all(known[: used_bytes(named.type)]):
        raise NotThereError(why)
    return Value(named.type, bytes(data), slots=tuple(slots))


def used_bytes(type: Type) -> int:
    """Those that count: a vector of three has padding."""
    base = type.base()
    return 3 * base.element().size() if base.kind == "vector" and base.counts == [3] else type.size()


def space_of_pointer(type: Type) -> str:
    return SPACE_OF_TYPE.get(type.base().space, "global")


def float_of(bits: int) -> float:
    return float(struct.unpack("<f", bits.to_bytes(4, "little"))[0])
