# SPDX-License-Identifier: MIT
"""Scalar integer expressions, all of defined value: what may overflow is unsigned, divisors are positive
or constants other than -1, indices are masked. Shift counts need no mask: OpenCL C takes them modulo the width."""

from writer import ARRAY, BITS, INTEGERS, ITEMS, MAX_DEPTH, WORDS, Writer, unsigned

CONSTANTS = (0, 1, 2, 3, 7, 31, 255, 256, 65535, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
WIDE_CONSTANTS = CONSTANTS + (1 << 32, (1 << 53) - 1, 1 << 63, (1 << 63) - 1, (1 << 64) - 1)


class Integers(Writer):
    def constant(self) -> str:
        return f"{self.random.choice(CONSTANTS) if self.chance(0.5) else self.random.getrandbits(32)}u"

    def leaf(self) -> str:
        return self.pick(self.constant(), self.variable("uint"), self.variable("uint"), "id", "input[id]")

    def uint(self, depth: int = 0) -> str:
        if depth >= MAX_DEPTH or self.chance(0.2):
            return self.leaf()
        a, b, c = (lambda: self.uint(depth + 1) for _ in range(3))
        choices = [
            lambda: f"({a()} {self.pick('+', '-', '*', '&', '|', '^')} {b()})",
            lambda: f"({a()} {self.pick('<<', '>>')} {b()})",
            lambda: f"({self.pick('~', '-')}{a()})",
            lambda: f"({a()} {self.pick('/', '%')} ({b()} | 1u))",
            lambda: f"({a()} {self.pick('/', '%')} {self.random.choice((3, 7, 10, 641, 4096))}u)",
            lambda: f"(uint)((int){a()} {self.pick('/', '%')} {self.random.choice((3, -7, 10, 8, -16))})",
            lambda: f"(uint)((int){a()} >> {b()})",
            lambda: f"({self.condition(depth + 1)} ? {a()} : {b()})",
            lambda: f"{self.binary_builtin()}({a()}, {b()})",
            lambda: f"(uint){self.pick('min', 'max', 'add_sat', 'sub_sat', 'mul_hi', 'hadd', 'rhadd')}((int){a()}, (int){b()})",
            lambda: f"{self.pick('popcount', 'clz')}({a()})",
            lambda: f"bitselect({a()}, {b()}, {c()})",
            lambda: f"{self.pick('mad24', 'mad_hi', 'mad_sat')}({a()} & 0xfffu, {b()} & 0xfffu, {c()})",
            lambda: f"(uint)(mul24((int){a()} % 0x400000, (int){b()} % 256))",
            lambda: f"(({a()} >> {self.random.randint(0, 24)}) & {(1 << self.random.randint(1, 8)) - 1}u)",
            lambda: f"clamp({a()}, {self.random.randint(0, 99)}u, {b()} | 127u)",
            lambda: f"(uint){self.small(depth + 1)}",
            lambda: f"(uint)({self.pick(*INTEGERS)}){a()}",
            lambda: f"(uint)({self.ulong(depth + 1)} >> {self.pick('0', '16', '32', b())})",
            lambda: f"(uint)(int){self.float(depth + 1)}",
            lambda: f"convert_uint_sat(({self.pick(*INTEGERS)}){a()})",
            lambda: f"{self.pick('array', 'other')}[{a()} & {ARRAY - 1}u]",
            lambda: f"(uint)words[{a()} & {WORDS - 1}u]",
            lambda: f"(uint)pairs[{a()} & {WORDS - 1}u].{self.pick('x', 'y')}",
            lambda: f"input[{a()} & {ITEMS - 1}u]",
            lambda: f"helper({a()}, {b()})",
            lambda: f"search({a()}, {self.pick('array', 'other', 'p')}, {b()})",
            lambda: f"p[{a()} & {ARRAY - 1}u]",
            lambda: f"(uint){self.member()}",
            lambda: f"(uint)table[{a()} & 1u].{self.pick('small', 'large', 'vector.y')}",
            lambda: self.component(depth + 1),
        ]
        if self.has("real"):
            choices.append(lambda: self.from_real(depth + 1))
        if self.has("double"):
            choices.append(lambda: f"(uint)(long){self.double(depth + 1)}")
        return self.random.choice(choices)()

    def binary_builtin(self) -> str:
        return self.pick("min", "max", "mul_hi", "rotate", "add_sat", "sub_sat", "abs_diff", "hadd", "rhadd")

    def ulong(self, depth: int = 0) -> str:
        a, b = (lambda: self.ulong(depth + 1) for _ in range(2))
        leaves = (
            lambda: f"{self.random.choice(WIDE_CONSTANTS)}ul",
            lambda: f"(ulong){self.variable(self.pick('long', 'ulong'))}",
            lambda: f"(ulong){self.leaf()}",
        )
        if depth >= MAX_DEPTH or self.chance(0.3):
            return self.random.choice(leaves)()
        return self.random.choice(
            (
                lambda: f"({a()} {self.pick('+', '-', '*', '&', '|', '^')} {b()})",
                lambda: f"({a()} {self.pick('<<', '>>')} {self.uint(depth + 1)})",
                lambda: f"(ulong)((long){a()} >> {self.uint(depth + 1)})",
                lambda: f"({a()} {self.pick('/', '%')} ({b()} | 1ul))",
                lambda: f"(ulong)((long){a()} {self.pick('/', '%')} {self.random.choice((3, -7, 10, 1 << 20, 1 << 40))}l)",
                lambda: f"({self.condition(depth + 1)} ? {a()} : {b()})",
                lambda: f"({a()} {self.pick('<', '>', '<=', '>=', '==', '!=')} {b()} ? {a()} : {b()})",
                lambda: f"((long){a()} {self.pick('<', '>', '<=', '>=')} (long){b()} ? {a()} : {b()})",
                lambda: f"{self.binary_builtin()}({a()}, {b()})",
                lambda: f"(ulong){self.pick('min', 'max', 'add_sat', 'sub_sat', 'mul_hi', 'hadd')}((long){a()}, (long){b()})",
                lambda: f"{self.pick('popcount', 'clz')}({a()})",
                lambda: f"upsample({self.uint(depth + 1)}, {self.uint(depth + 1)})",
                lambda: f"((ulong){self.uint(depth + 1)} * (ulong){self.uint(depth + 1)})",
                lambda: f"(ulong)((long)(int){self.uint(depth + 1)} * (long)(int){self.uint(depth + 1)})",
                lambda: f"convert_ulong_sat((long){a()})",
            )
        )()

    def small(self, depth: int = 0) -> str:
        """Writes an expression of a type of 8 or 16 bits, in whose width the operation is done."""
        kind = self.pick("char", "uchar", "short", "ushort")
        name = self.variable(kind)
        other = f"({kind}){self.uint(depth + 1)}"
        return self.pick(
            name,
            f"({kind})({name} {self.pick('+', '-', '&', '^', '|' if kind == 'ushort' else '*')} {other})",
            f"({kind})({name} {self.pick('<<', '>>')} ({other} & {BITS[kind] - 1}))",
            f"({kind})({name} {self.pick('/', '%')} ({kind}){self.random.choice((3, 5, 100))})",
            f"{self.pick('add_sat', 'sub_sat', 'min', 'max', 'hadd', 'rhadd', 'rotate', 'mul_hi')}({name}, {other})",
            f"{self.pick('abs', 'clz', 'popcount')}({name})",
            f"abs_diff({name}, {other})",
            f"mad_sat({name}, {other}, {name})",
            f"convert_{kind}_sat({self.pick('', '(int)')}{self.uint(depth + 1)})",
            f"({kind}){self.pick('bytes', 'halves')}[{self.uint(depth + 1)} & {WORDS - 1}u]",
            f"as_{kind}(({unsigned(kind)}){self.uint(depth + 1)})",
        )

    def condition(self, depth: int = 0) -> str:
        compare = self.pick("<", ">", "<=", ">=", "==", "!=")
        a, b = self.uint(depth + 1), self.uint(depth + 1)
        choices = [
            f"({a} {compare} {b})",
            f"((int){a} {compare} (int){b})",
            f"((int){a} {compare} {self.pick('0', '-1', '1')})",
            f"({self.float(depth + 1)} {compare} {self.float(depth + 1)})",
            f"(({a} & 3u) {compare} 1u {self.pick('&&', '||')} ({b} & 5u) {compare} 4u)",
            f"(!({a} & {1 << self.random.randrange(32)}u))",
            f"({self.variable(self.pick(*INTEGERS))} {compare} 5)",
        ]
        if depth < MAX_DEPTH:
            choices.append(f"({self.ulong(depth + 1)} {compare} {self.ulong(depth + 1)})")
        if self.has("real"):
            choices.append(f"({self.real(depth + 1)} {compare} {self.real(depth + 1)})")
            choices.append(f"{self.pick('isless', 'isunordered', 'islessgreater')}({self.variable('real')}, {self.real(depth + 1)})")
        if self.has("double"):
            choices.append(f"({self.double(depth + 1)} {compare} {self.double(depth + 1)})")
        return self.random.choice(choices)

    def member(self) -> str:
        return f"{self.pick('s', 't')}.{self.pick('small', 'large', 'vector.x', 'vector.w', 'parts[1]', 'both.bytes[2]', 'both.word')}"
