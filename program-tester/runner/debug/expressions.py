# SPDX-License-Identifier: MIT
"""Expressions of OpenCL C over what a stopped work-item has: variables, memory, registers. They call nothing."""

import re
from collections.abc import Callable

from .arithmetic import components, convert, literal, member_of, part_of, pointer_to, scalars, truth
from .connection import DebugError
from .session import Session
from .stops import Breakpoint
from .types import FLOAT, INT, LONG, NAMED, UINT, Type, bytes_of, number_of
from .values import LANES, NotThereError, Value, read_named, space_of_pointer, visible

DEPTH = 100
TOKEN = re.compile(
    r"\s*(?:(0[xX][0-9a-fA-F]+[uUlL]*|(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][+-]?\d+)?[fFhH]?|\d+[uUlL]*)|"
    r"(\$?[A-Za-z_]\w*)|('(?:[^'\\]|\\.)')|(<<|>>|<=|>=|==|!=|&&|\|\||->|[-+*/%&|^~!<>=?:.,()\[\]]))"
)
BINARY = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]]
IDS = ("get_global_id", "get_local_id", "get_group_id", "get_global_size", "get_local_size", "get_num_groups")


def tokens_of(text: str) -> list[str]:
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise DebugError(f"cannot be read: '{text[at:].strip()}'")
        found.append(match[1] or match[2] or match[3] or match[4])
        at = match.end()
    return found


class Evaluator:
    """One expression, for one lane of the session's stop."""

    def __init__(self, session: Session, text: str) -> None:
        self._session = session
        self._tokens = tokens_of(text)
        self._at = 0
        self._depth = 0

    # ---- reading ----

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, *wanted: str) -> str:
        if self._next() in wanted and self._next():
            self._at += 1
            return self._tokens[self._at - 1]
        return ""

    def _expect(self, wanted: str) -> None:
        if not self._take(wanted):
            raise DebugError(f"'{wanted}' is missing" + (f" before '{self._next()}'" if self._next() else " at the end"))

    def value(self) -> Value:
        if not self._tokens:
            raise DebugError("an expression is missing")
        result = self._ternary()
        if self._next():
            raise DebugError(f"'{self._next()}' is not understood here")
        return result

    def assigned(self) -> tuple[Value, Value]:
        """Of PLACE = VALUE."""
        place = self._unary()
        self._expect("=")
        value = self._ternary()
        if self._next():
            raise DebugError(f"'{self._next()}' is not understood here")
        return place, value

    def _ternary(self) -> Value:
        self._depth += 1
        if self._depth > DEPTH:
            raise DebugError("the expression is nested too deeply")
        condition = self._binary(0)
        if self._take("?"):
            yes = self._ternary()
            self._expect(":")
            no = self._ternary()
            condition = yes if truth(condition) else no
        self._depth -= 1
        return condition

    def _binary(self, level: int) -> Value:
        if level == len(BINARY):
            return self._unary()
        left = self._binary(level + 1)
        while operator := self._take(*BINARY[level]):
            left = self._operate(operator, left, self._binary(level + 1))
        return left

    def _unary(self) -> Value:
        self._depth += 1
        if self._depth > DEPTH:
            raise DebugError("the expression is nested too deeply")
        try:
            if operator := self._take("-", "+", "!", "~", "*", "&"):
                return self._prefix(operator, self._unary())
            cast = self._cast()
            if cast:
                return convert(self._unary(), cast)
            return self._postfix(self._primary())
        finally:
            self._depth -= 1

    def _cast(self) -> Type | None:
        """(TYPE), (TYPE *) with an address space in front: types that are named, and those of the kernel."""
        start = self._at
        if not self._take("("):
            return None
        space = 0
        while word := self._take("global", "local", "private", "constant", "const", "__global", "__local", "__private", "__constant"):
            space = {"private": 1, "local": 2}.get(word.strip("_"), space)
        named = self._take("struct", "union", "enum") and self._next() or self._next()
        found = self._type(named)
        if not found:
            self._at = start
            return None
        self._at += 1
        while self._take("*"):
            table: list[Type] = [found]
            found = Type("pointer", "", 32, 0, space=space, table=table)
        if not self._take(")"):
            self._at = start
            return None
        return found

    def _type(self, name: str) -> Type | None:
        if name in NAMED:
            return NAMED[name]
        match = re.fullmatch(r"(char|uchar|short|ushort|int|uint|long|ulong|float|double|half)(2|3|4|8|16)", name)
        if match:
            element = NAMED[match[1]]
            return Type("vector", name, 0, 0, [int(match[2])], table=[element])
        kernel = self._session.kernel
        return next((t for t in kernel.types if t.name == name), None) if kernel else None

    def _primary(self) -> Value:
        token = self._next()
        self._at += 1
        if token == "(":
            value = self._ternary()
            self._expect(")")
            return value
        if token[:1] == "'":
            text = token[1:-1].encode().decode("unicode_escape")
            return Value(NAMED["char"], bytes([ord(text) & 255]))
        if re.match(r"\.?\d", token):
            return literal(token)
        if token.startswith("$"):
            return self._special(token[1:])
        if token in IDS or token == "get_work_dim":
            return self._identifier_call(token)
        if token == "sizeof":
            return self._sizeof()
        if re.match(r"[A-Za-z_]", token):
            return self._name(token)
        raise DebugError(f"'{token}' is not understood here" if token else "the expression ends too early")

    def _sizeof(self) -> Value:
        cast = self._cast()
        type = cast or self._unary().type
        return Value(UINT, bytes_of(UINT, type.size()))

    def _identifier_call(self, name: str) -> Value:
        self._expect("(")
        if name == "get_work_dim":
            self._expect(")")
            raise DebugError("get_work_dim() is not known here")
        dimension = int(number_of(UINT, convert(self._ternary(), UINT).data))
        self._expect(")")
        session, head = self._session, self._session.head
        if dimension > 2:
            return Value(UINT, bytes_of(UINT, 0 if name.endswith("id") else 1))
        assert session.stop
        numbers = {
            "get_global_id": session.global_of(session.item), "get_local_id": session.local_of(session.item),
            "get_group_id": session.stop.message["group"], "get_local_size": head["local"], "get_num_groups": head["groups"],
            "get_global_size": [g * s for g, s in zip(head["groups"], head["local"], strict=True)],
        }  # fmt: skip
        return Value(UINT, bytes_of(UINT, numbers[name][dimension]))

    def _special(self, name: str) -> Value:
        """$lane, and registers as $R3.x (or $R3, all four)."""
        reader = self._session.reader
        if not reader:
            raise DebugError("no kernel has stopped")
        if name == "lane":
            return Value(INT, bytes_of(INT, self._session.item.lane))
        match = re.fullmatch(r"[rR](\d+)", name)
        if not match:
            raise DebugError(f"${name} is not known")
        lane = self._session.item.lane
        data = b"".join(reader.register(int(match[1]), c, lane).to_bytes(4, "little") for c in range(4))
        return Value(Type("vector", "float4", 0, 0, [4], table=[FLOAT]), data)

    def _name(self, name: str) -> Value:
        session = self._session
        if not session.reader or not session.kernel:
            raise DebugError("no kernel has stopped")
        for named in visible(session.kernel, session.current_frame()):
            if named.name == name:
                try:
                    return read_named(session.reader, named, session.item.lane)
                except NotThereError as error:
                    raise NotThereError(f"{name} is not there now: {error}") from error
        for enumeration in session.kernel.types:
            for number, word in enumeration.values.items():
                if word == name:
                    return Value(enumeration, bytes_of(enumeration, number))
        for known in session.globals():
            if known.name == name:
                return session.read_global(known)
        raise DebugError(f'No symbol "{name}" in current context.')

    # ---- what follows a value ----

    def _postfix(self, value: Value) -> Value:
        while True:
            if self._take("["):
                index = int(number_of(LONG, convert(self._ternary(), LONG).data))
                self._expect("]")
                value = self._element(value, index)
            elif operator := self._take(".", "->"):
                name = self._next()
                self._at += 1
                value = member_of(self._load(value) if operator == "->" else value, name)
            else:
                return value

    def _load(self, value: Value, offset: int = 0) -> Value:
        base = value.type.base()
        if base.kind != "pointer":
            raise DebugError("only a pointer can be followed")
        type = base.element()
        if not type.size():
            raise DebugError(f"a {type.spelled()} has no value")
        space = space_of_pointer(value.type)
        address = (int.from_bytes(value.data[:4], "little") + offset * type.size()) & 0xFFFFFFFF
        assert self._session.reader
        return Value(type, self._session.reader.memory(space, address, type.size(), self._session.item.lane), space, address)

    def _element(self, value: Value, index: int) -> Value:
        base = value.type.base()
        if base.kind == "pointer":
            return self._load(value, index)
        if base.kind == "vector":
            return components(value, [index])
        if base.kind != "array":
            raise DebugError("there is no element of this")
        inner = base.element() if len(base.counts) < 2 else Type("array", "", 0, base.of, base.counts[1:], table=base.table)
        if not 0 <= index < base.counts[0]:
            raise DebugError(f"element {index} of {base.counts[0]}")
        return part_of(value, inner, index * inner.size())

    # ---- operations ----

    def _prefix(self, operator: str, value: Value) -> Value:
        if operator == "*":
            return self._load(value) if value.type.base().kind == "pointer" else self._element(value, 0)
        if operator == "&":
            if not value.space:
                raise DebugError("it lies in no memory, but in registers: it has no address")
            return pointer_to(value.type, value.space, value.address)
        if operator == "!":
            return Value(INT, bytes_of(INT, int(not truth(value))))
        zero = Value(INT, bytes(4))
        if operator == "~":
            return self._operate("^", value, Value(INT, b"\xff" * 4))
        return self._operate(operator, zero, value) if operator == "-" else value

    def _operate(self, operator: str, a: Value, b: Value) -> Value:
        if operator in ("&&", "||"):
            holds = truth(a) and truth(b) if operator == "&&" else truth(a) or truth(b)
            return Value(INT, bytes_of(INT, int(holds)))
        if "vector" in (a.type.base().kind, b.type.base().kind):
            return self._vectors(operator, a, b)
        pointer = a if a.type.base().kind == "pointer" else b if b.type.base().kind == "pointer" else None
        if pointer and operator in ("+", "-") and not (a.type.base().kind == b.type.base().kind == "pointer"):
            other = b if pointer is a else a
            step = int(number_of(LONG, convert(other, LONG).data)) * pointer.type.base().element().size()
            address = int.from_bytes(pointer.data[:4], "little") + (step if operator == "+" else -step)
            return Value(pointer.type, (address & 0xFFFFFFFF).to_bytes(4, "little"))
        return scalars(operator, a, b)

    def _vectors(self, operator: str, a: Value, b: Value) -> Value:
        vector = a if a.type.base().kind == "vector" else b
        count = vector.type.base().counts[0]
        parts = []
        for i in range(count):
            x, y = (components(v, [i]) if v.type.base().kind == "vector" else v for v in (a, b))
            parts.append(scalars(operator, x, y))
        element = parts[0].type
        data = b"".join(part.data for part in parts)
        return Value(Type("vector", f"{element.name}{count}", 0, 0, [count], table=[element]), data + bytes(element.size() * (count == 3)))


def evaluate(session: Session, text: str) -> Value:
    """The value of an expression for the work-item that is looked at."""
    return Evaluator(session, text).value()


def judge(session: Session, b: Breakpoint, complain: Callable[[str], None]) -> bool:
    """Whether a breakpoint's condition holds. One that cannot be asked is complained of, and stops."""
    try:
        return truth(evaluate(session, b.condition))
    except NotThereError:
        return False
    except DebugError as error:
        complain(str(error))
        return True


def assign(session: Session, text: str) -> None:
    """Carries out PLACE = VALUE."""
    place, value = Evaluator(session, text).assigned()
    data = convert(value, place.type).data
    session.change(place, data)


__all__ = ["LANES", "Evaluator", "assign", "evaluate", "judge"]
