# SPDX-License-Identifier: MIT
"""Random OpenCL C kernels whose results the language defines.

What C leaves open is avoided by construction: sums and products are of unsigned integers, divisors are
odd and positive, array indices are masked, loops count to constants, floats stay small integers so
that every operation on them is exact, doubles know only operations that are rounded once, barriers stand
where all work-items meet, and atomics are of one work-item alone, or in an order that does not matter.
"""

from __future__ import annotations

import random

ITEMS = 64
GROUP = 16
OUTPUTS = 12  # dwords a work-item writes

INTEGERS = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong")
ARRAY = 8  # elements of the private array
SHARED = 32  # dwords of local memory
MAX_DEPTH = 3


class Kernel:
    """One kernel being written. Variables are of integer types, uint4 and float."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.depth = 0
        self.names: dict[str, str] = {}
        self.counter = 0

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def line(self, text: str) -> None:
        self.lines.append("    " * (self.depth + 1) + text)

    def variable(self, kind: str) -> str:
        return self.random.choice([name for name, its in self.names.items() if its == kind])

    def constant(self) -> str:
        value = self.random.choice((0, 1, 2, 3, 7, 31, 255, 256, 65535, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF))
        return f"{value if self.random.random() < 0.5 else self.random.getrandbits(32)}u"

    # Expressions. Each yields a value of the type in its name.

    def uint(self, depth: int = 0) -> str:
        if depth >= MAX_DEPTH or self.random.random() < 0.2:
            return self.leaf()
        a, b, c = (lambda: self.uint(depth + 1) for _ in range(3))
        make = self.random.choice(
            (
                lambda: f"({a()} {self.pick('+', '-', '*', '&', '|', '^')} {b()})",
                lambda: f"({a()} {self.pick('<<', '>>')} ({b()} & 31u))",
                lambda: f"({a()} {self.pick('/', '%')} ({b()} | 1u))",
                lambda: f"({a()} {self.pick('/', '%')} {self.random.choice((3, 7, 10, 641, 4096))}u)",
                lambda: f"(uint)((int){a()} {self.pick('/', '%')} {self.random.choice((3, -7, 10, 8, -16))})",
                lambda: f"(uint)((int){a()} >> ({b()} & 31u))",
                lambda: f"({self.condition(depth + 1)} ? {a()} : {b()})",
                lambda: f"{self.pick('min', 'max', 'mul_hi', 'rotate', 'add_sat', 'sub_sat', 'abs_diff')}({a()}, {b()})",
                lambda: f"{self.pick('popcount', 'clz')}({a()})",
                lambda: f"bitselect({a()}, {b()}, {c()})",
                lambda: f"mad24({a()} & 0xfffu, {b()} & 0xfffu, {c()})",
                lambda: f"(uint){self.variable(self.pick(*INTEGERS))}",
                lambda: f"(uint)({self.pick(*INTEGERS)}){a()}",
                lambda: f"(uint)(int){self.float(depth + 1)}",
                lambda: f"(uint)(long){self.double(depth + 1)}",
                lambda: f"(uint){self.member()}",
                lambda: f"(uint)table[{a()} & 1u].{self.pick('small', 'large', 'vector.y')}",
                lambda: f"{self.variable('uint4')}.{self.pick('x', 'y', 'z', 'w')}",
                lambda: f"array[{a()} & {ARRAY - 1}u]",
                lambda: f"input[{a()} & {ITEMS - 1}u]",
                lambda: f"helper({a()}, {b()})",
                lambda: f"(uint)(((ulong){a()} * (ulong){b()}) >> ({c()} & 63u))",
            )
        )
        return make()

    def leaf(self) -> str:
        return self.pick(self.constant(), self.variable("uint"), self.variable("uint"), "id", "input[id]")

    def condition(self, depth: int = 0) -> str:
        compare = self.pick("<", ">", "<=", ">=", "==", "!=")
        a, b = self.uint(depth + 1), self.uint(depth + 1)
        return self.pick(
            f"({a} {compare} {b})",
            f"((int){a} {compare} (int){b})",
            f"((int){a} {compare} {self.pick('0', '-1', '1')})",
            f"({self.float(depth + 1)} {compare} {self.float(depth + 1)})",
            f"({self.double(depth + 1)} {compare} {self.double(depth + 1)})",
            f"(({a} & 3u) {compare} 1u {self.pick('&&', '||')} ({b} & 5u) {compare} 4u)",
        )

    def float(self, depth: int = 0) -> str:
        """Of magnitude 2^20 at most: exact."""
        if depth >= MAX_DEPTH:
            return f"(float)({self.variable('uint')} & 255u)"
        a = f"(float)({self.uint(depth + 1)} & 255u)"
        f = self.variable("float")
        return self.pick(
            f,
            f"({a} {self.pick('+', '-', '*')} {self.pick('3.0f', '-2.0f', a)})",
            f"{self.pick('fabs', 'floor', 'ceil', 'trunc', 'rint')}({f} * 0.5f)",
            f"{self.pick('fmin', 'fmax')}({f}, {a})",
            f"fma({a}, {a}, {f})" if depth == 0 else f"-{f}",
            f"clamp({f}, -100.0f, {a})",
            f"(isless({f}, {a}) ? {a} : -{f})",
        )

    def double(self, depth: int = 0) -> str:
        """Of magnitude 2^50 at most."""
        if depth >= MAX_DEPTH:
            return f"(double)({self.variable(self.pick(*INTEGERS))} & 65535)"
        a = f"(double)({self.uint(depth + 1)} & 65535u)"
        d = self.variable("double")
        return self.pick(
            d,
            f"limited({d} {self.pick('+', '-', '*')} {a})",
            f"limited({d} {self.pick('+', '-', '*', '/')} {self.pick('3.0', '-0.125', '10.0')})",
            f"limited({a} / ({self.variable('double')} * {self.variable('double')} + 1.0))",
            f"sqrt(fabs({d}))",
            f"{self.pick('fabs', 'floor', 'ceil', 'trunc', 'rint', 'round')}({d})",
            f"limited(fma({d}, {a}, {d}))",
            f"(double){self.float(depth + 1)}",
            f"limited((double)(float){d})",
        )

    def member(self) -> str:
        return f"{self.pick('s', 't')}.{self.pick('small', 'large', 'vector.x', 'vector.w', 'parts[1]')}"

    def vector(self) -> str:
        v, w = self.variable("uint4"), self.variable("uint4")
        return self.pick(
            f"({v} {self.pick('+', '-', '*', '^', '&', '|')} {w})",
            f"({v} >> ({w} & 31u))",
            f"{v}.{''.join(self.pick('x', 'y', 'z', 'w') for _ in range(4))}",
            f"(uint4)({self.uint(2)}, {self.uint(2)}, {v}.xy)",
            f"{self.pick('min', 'max')}({v}, {w})",
            f"as_uint4({v} > {w})",
            f"select({v}, {w}, {v} == {w})",
            f"convert_uint4(convert_{self.pick('uchar4_sat', 'short4_sat', 'ushort4', 'int4_sat')}({v}))",
        )

    # Statements.

    def assignment(self) -> None:
        kind = self.pick("uint", "uint", "uint", "uint4", "float", "double", *INTEGERS)
        name = self.variable(kind)
        if kind == "float":
            self.line(f"{name} = fmod_small({self.float()});")
        elif kind == "double":
            self.line(f"{name} = {self.double()};")
        elif kind == "uint4":
            self.line(f"{name} = {self.vector()};")
        elif self.random.random() < 0.1:
            self.line(f"array[{self.uint(1)} & {ARRAY - 1}u] = {self.uint()};")
        else:
            self.line(f"{name} = ({kind}){self.uint()};")

    def block(self, statements: int) -> None:
        self.depth += 1
        for _ in range(statements):
            self.statement()
        self.depth -= 1
        self.line("}")

    def branch(self) -> None:
        self.line(f"if ({self.condition()}) {{")
        self.block(self.random.randint(1, 3))
        if self.random.random() < 0.5:
            self.line("else {")
            self.block(self.random.randint(1, 3))

    def loop(self) -> None:
        self.counter += 1
        i = f"i{self.counter}"
        self.line(f"for (uint {i} = 0; {i} < {self.random.choice((1, 2, 3, 5))}u + (id & {self.pick('0u', '3u')}); {i}++) {{")
        if self.random.random() < 0.4:
            self.line(f"    if ({self.condition()}) {self.pick('break', 'continue')};")
        self.block(self.random.randint(1, 3))

    def choice(self) -> None:
        self.line(f"switch ({self.uint(1)} & 3u) {{")
        for case in range(self.random.randint(1, 3)):
            self.line(f"case {case}:")
            self.line(f"    {self.variable('uint')} = {self.uint()};")
            self.line(f"    {self.pick('break;', '')}")
        self.line("default:")
        self.line(f"    {self.variable('uint')} ^= {self.uint()};")
        self.line("}")

    def exchange(self) -> None:
        """Through local memory, between all work-items of the group."""
        self.line("barrier(CLK_LOCAL_MEM_FENCE);")
        self.line(f"shared[local_id] = {self.uint()};")
        self.line(f"shared[local_id + {GROUP}] = {self.uint()};")
        self.line("barrier(CLK_LOCAL_MEM_FENCE);")
        self.line(f"{self.variable('uint')} = shared[{self.uint(1)} & {SHARED - 1}u] + shared[{self.uint(2)} & {SHARED - 1}u];")

    def structure(self) -> None:
        self.line(
            self.pick(
                f"{self.member()} = {self.uint()};",
                f"{self.pick('s = t', 't = s', 's = table[0]', 'table[1] = t')};",
                f"table[{self.uint(2)} & 1u] = {self.pick('s', 't')};",
                f"s.vector = {self.vector()};",
            )
        )

    def jump(self) -> None:
        """Forward, out of whatever it is in."""
        self.counter += 1
        label = f"label{self.counter}"
        self.line(f"if ({self.condition()}) goto {label};")
        for _ in range(self.random.randint(1, 2)):
            self.statement()
        self.line(f"for (uint j = 0; j < 3u; j++) {{ if ({self.condition()}) goto {label}; }}")
        self.line(f"{self.variable('uint')} += {self.uint(1)};")
        self.line(f"{label}:;")

    def own_atomic(self) -> None:
        """On a dword that no other work-item uses."""
        function = self.pick("add", "sub", "xchg", "min", "max", "and", "or", "xor")
        self.line(f"{self.variable('uint')} = atomic_{function}(&output[id * {OUTPUTS}u], {self.uint()});")

    def group_atomic(self) -> None:
        self.line("barrier(CLK_LOCAL_MEM_FENCE);")
        self.line(f"if (local_id == 0) shared[3] = {self.constant()};")
        self.line("barrier(CLK_LOCAL_MEM_FENCE);")
        self.line(f"atomic_{self.pick('add', 'sub', 'min', 'max', 'and', 'or', 'xor')}(&shared[3], {self.uint()});")
        self.line("barrier(CLK_LOCAL_MEM_FENCE);")
        self.line(f"{self.variable('uint')} ^= shared[3];")

    def statement(self) -> None:
        kinds = [self.assignment] * 6 + [self.structure, self.own_atomic]
        if self.depth < MAX_DEPTH:
            kinds += [self.branch, self.branch, self.loop, self.choice]
        if self.depth == 0:
            kinds += [self.exchange, self.group_atomic]
        elif self.depth < MAX_DEPTH:
            kinds += [self.jump]
        self.random.choice(kinds)()

    def declare(self) -> None:
        for n, kind in enumerate(("uint", "uint", "uint", *INTEGERS)):
            name = f"v{n}"
            self.line(f"{kind} {name} = ({kind})(input[id] * {n + 3}u + id);")
            self.names[name] = kind
        for n in range(2):
            self.line(f"float f{n} = (float)(input[id] >> {24 + n});")
            self.names[f"f{n}"] = "float"
            self.line(f"uint4 w{n} = (uint4)(v0, v1 + {n}u, id, v2);")
            self.names[f"w{n}"] = "uint4"
            self.line(f"double d{n} = (double)(int)input[id] * {(n + 1) / 8};")
            self.names[f"d{n}"] = "double"
        self.line("struct mixed s = {(uchar)id, v1, w1, {v0, 7, v2}}, t = s, table[2] = {s, t};")
        self.line("t.small ^= 255u;")
        self.line(f"uint array[{ARRAY}];")
        self.line(f"for (uint i = 0; i < {ARRAY}u; i++) array[i] = i * v0;")

    def finish(self) -> None:
        integers = [name for name, kind in self.names.items() if kind in INTEGERS]
        results = [f"(uint){name}" for name in integers][: OUTPUTS - 4]
        results[0] += " ^ (uint)(as_ulong(d0) * 31u >> 9) ^ (uint)as_ulong(d1) ^ (uint)(as_ulong(d1) >> 32)"
        results[1] += " + s.small + t.large * 3u + s.vector.z + t.parts[0] + table[0].large + table[1].parts[2]"
        results += ["(uint)(int)(f0 + f1)", "w0.x ^ w0.y ^ w0.z ^ w0.w", "w1.x + w1.y * 3u + w1.z + w1.w"]
        results += [" ^ ".join([f"array[{i}]" for i in range(ARRAY)] + ["(uint)(v9 >> 32)", "(uint)(v10 >> 32)"])]
        for n, value in enumerate(results):
            self.line(f"output[id * {OUTPUTS}u + {n}u] = {value};")


HEAD = """#pragma OPENCL FP_CONTRACT OFF

float fmod_small(float x) { return clamp(x, -1048576.0f, 1048576.0f); }
double limited(double x) { return clamp(x, -0x1p50, 0x1p50); }

struct mixed {
    uchar small;
    uint large;
    uint4 vector;
    ushort parts[3];
};

"""


def kernel_source(seed: int) -> str:
    """A program with the kernel `test(global uint *output, global const uint *input)`."""
    kernel = Kernel(seed)
    kernel.names = {"a": "uint", "b": "uint"}
    helper = f"uint helper(uint a, uint b) {{ return (a {kernel.pick('+', '^', '*')} b) >> (b & {kernel.pick('7u', '31u')}); }}\n\n"
    kernel.names = {}
    kernel.declare()
    for _ in range(kernel.random.randint(4, 9)):
        kernel.statement()
    kernel.finish()
    head = f"kernel void test(global uint *output, global const uint *input)\n{{\n    local uint shared[{SHARED}];\n"
    ids = "    uint id = get_global_id(0), local_id = get_local_id(0);\n"
    return HEAD + helper + head + ids + "\n".join(kernel.lines) + "\n}\n"
