# SPDX-License-Identifier: MIT
"""Statements: assignments, control flow of every kind, private, local and global memory, atomics."""

from floats import Floats
from integers import Integers
from vectors import Vectors
from writer import ARRAY, GROUP, INTEGERS, MAX_DEPTH, OUTPUTS, OWN, SHARED

GROUP_MEMORY = "((local union memory *)shared)->"  # members of any type: a union's may overlap


class Statements(Integers, Floats, Vectors):
    def statement(self) -> None:
        kinds = [self.assignment] * 5 + [self.vector_statement] * 2 + [self.structure, self.own_atomic, self.array_store, self.own_memory]
        if self.depth < MAX_DEPTH:
            kinds += [self.branch, self.branch, self.loop, self.choice, self.condition_loop]
        if self.depth == 0:
            kinds += [self.exchange, self.group_atomic, self.uniform_loop]
        elif self.depth < MAX_DEPTH:
            kinds += [self.jump]
        self.random.choice(kinds)()

    def assignment(self) -> None:
        kinds = ["uint", "uint", "uint", "float", *INTEGERS]
        kinds += [kind for kind in ("real", "real", "double") if self.has(kind)]
        kind = self.random.choice(kinds)
        name = self.variable(kind)
        if kind == "float":
            self.line(f"{name} = fmod_small({self.float()});")
        elif kind == "real":
            self.line(f"{name} = {self.real()};")
        elif kind == "double":
            self.line(f"{name} = {self.double()};")
        elif kind in ("long", "ulong"):
            self.line(f"{name} = ({kind}){self.ulong()};")
        elif kind in ("char", "uchar", "short", "ushort") and self.chance(0.5):
            self.line(f"{name} = ({kind}){self.small()};")
        elif kind not in ("int", "ushort") and self.chance(0.3):
            self.line(f"{name} {self.pick('+', '-', '*', '^', '|', '&')}= ({kind}){self.uint()};")
        else:
            self.line(f"{name} = ({kind}){self.uint()};")

    # Private memory.

    def array_store(self) -> None:
        place = f"[{self.uint(1)} & {ARRAY - 1}u]"
        self.line(
            self.random.choice(
                (
                    lambda: f"{self.pick('array', 'other', 'p')}{place} = {self.uint()};",
                    lambda: f"p = {self.condition(1)} ? array : other;",
                    lambda: f"change({self.pick('array', 'other', 'p', 's.both.words')}, {self.uint(1)} & 1u, {self.uint()});",
                    lambda: f"bytes_of{place} = (uchar){self.uint()};",
                )
            )()
        )

    def structure(self) -> None:
        self.line(
            self.random.choice(
                (
                    lambda: f"{self.member()} = {self.uint()};",
                    lambda: self.pick("s = t;", "t = s;", "s = table[0];", "table[1] = t;"),
                    lambda: f"table[{self.uint(2)} & 1u] = {self.pick('s', 't')};",
                    lambda: f"s = swapped({self.pick('s', 't', 'table[1]')}, {self.uint()});",
                    lambda: f"s.parts[{self.uint(1)} % 3u] = (ushort){self.uint(1)};",
                )
            )()
        )

    # Control flow.

    def block(self, statements: int) -> None:
        self.depth += 1
        for _ in range(statements):
            self.statement()
        self.depth -= 1
        self.line("}")

    def branch(self) -> None:
        self.line(f"if ({self.condition()}) {{")
        self.block(self.random.randint(1, 3))
        if self.chance(0.5):
            self.line("else {")
            self.block(self.random.randint(1, 3))

    def escape(self) -> None:
        """Perhaps a way out of the loop, or to its next round."""
        if self.chance(0.4):
            self.line(f"    if ({self.condition()}) {self.pick('break', 'continue')};")

    def loop(self) -> None:
        i = self.new_name("i")
        self.line(f"for (uint {i} = 0; {i} < {self.random.choice((1, 2, 3, 5))}u + (id & {self.pick('0u', '3u')}); {i}++) {{")
        self.escape()
        self.block(self.random.randint(1, 3))

    def condition_loop(self) -> None:
        n = self.new_name("n")
        self.line(f"uint {n} = {self.uint(1)} & 7u;")
        if self.chance(0.5):
            self.line(f"while ({n}-- > 0u) {{")
            self.escape()
            self.block(self.random.randint(1, 2))
        else:
            self.line("do {")
            self.escape()
            self.block(self.random.randint(1, 2))
            self.line(f"while (++{n} < 8u && {self.condition(1)});")

    def choice(self) -> None:
        """Never of all values there are: in front of a barrier, PoCL takes the first work-item's case for all then."""
        wide = self.chance(0.3)
        self.line(f"switch ({self.ulong(1) if wide else self.uint(1)} & {7 if wide else 3}u) {{")
        for case in range(self.random.randint(1, 6 if wide else 3)):
            self.line(f"case {case}:")
            self.line(f"    {self.variable('uint')} = {self.uint()};")
            self.line(f"    {self.pick('break;', '')}")
        self.line("default:")
        self.line(f"    {self.variable('uint')} ^= {self.uint()};")
        self.line("}")

    def jump(self) -> None:
        """Forward, out of whatever it is in."""
        label = self.new_name("label")
        self.line(f"if ({self.condition()}) goto {label};")
        self.line("{")
        self.block(self.random.randint(1, 2))
        self.line(f"for (uint j = 0; j < 3u; j++) {{ if ({self.condition()}) goto {label}; }}")
        self.line(f"{self.variable('uint')} += {self.uint(1)};")
        self.line(f"{label}:;")

    # Memory of the group.

    def exchange(self) -> None:
        self.line("barrier(CLK_LOCAL_MEM_FENCE);")
        form = self.random.randrange(3)
        if form == 0:
            self.line(f"shared[local_id] = {self.uint()};")
            self.line(f"shared[local_id + {GROUP}] = {self.uint()};")
            load = f"shared[{self.uint(1)} & {SHARED - 1}u] + shared[{self.uint(2)} & {SHARED - 1}u]"
        elif form == 1:
            self.line(f"{GROUP_MEMORY}ulongs[local_id] = {self.ulong()};")
            load = f"(uint)({GROUP_MEMORY}ulongs[{self.uint(1)} & {GROUP - 1}u] >> ({self.uint(2)} & 32u))"
        else:
            kind = self.pick("char", "uchar", "short", "ushort")
            self.line(f"{GROUP_MEMORY}{kind}s[local_id] = ({kind}){self.uint()};")
            load = f"(uint){GROUP_MEMORY}{kind}s[{self.uint(1)} & {GROUP - 1}u]"
        self.line("barrier(CLK_LOCAL_MEM_FENCE);")
        self.line(f"{self.variable('uint')} = {load};")

    def uniform_loop(self) -> None:
        """Barriers in a loop that all work-items run alike."""
        k = self.new_name("k")
        self.line(f"for (uint {k} = 1; {k} < {self.random.choice((4, 16, 64))}u; {k} <<= 1) {{")
        self.line("    barrier(CLK_LOCAL_MEM_FENCE);")
        self.line(f"    shared[local_id] = {self.uint()} + {k};")
        self.line("    barrier(CLK_LOCAL_MEM_FENCE);")
        self.line(f"    if (local_id >= {k}) {self.variable('uint')} {self.pick('+', '^')}= shared[local_id - {k}];")
        self.line("}")

    def group_atomic(self) -> None:
        self.line("barrier(CLK_LOCAL_MEM_FENCE);")
        self.line(f"if (local_id == 0) shared[3] = {self.constant()};")
        self.line("barrier(CLK_LOCAL_MEM_FENCE);")
        self.line(f"atomic_{self.pick('add', 'sub', 'min', 'max', 'and', 'or', 'xor')}(&shared[3], {self.uint()});")
        self.line("barrier(CLK_LOCAL_MEM_FENCE);")
        self.line(f"{self.variable('uint')} ^= shared[3];")

    # Global memory that no other work-item uses.

    def own_atomic(self) -> None:
        place = f"&output[id * {OUTPUTS}u + {OWN}u]"
        if self.chance(0.2):
            self.line(f"{self.variable('uint')} = atomic_cmpxchg({place}, {self.uint(1)}, {self.uint()});")
        else:
            function = self.pick("add", "sub", "xchg", "min", "max", "and", "or", "xor")
            self.line(f"{self.variable('uint')} = atomic_{function}({place}, {self.uint()});")

    def own_memory(self) -> None:
        kind = self.pick("char", "uchar", "short", "ushort", "ulong", "uint2", "uchar4", "short4")
        size = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "ulong": 8, "uint2": 8, "uchar4": 4, "short4": 8}[kind]
        own = f"((global union memory *)(output + id * {OUTPUTS}u + {OWN}u))->{kind}s"
        index = f"[{self.uint(1)} & {(OUTPUTS - OWN) * 4 // size - 1}u]"
        if kind[-1].isdigit():
            self.line(f"{own}{index} {self.pick('=', '^=')} ({kind})({kind.rstrip('24')}){self.uint()};")
            self.line(f"{self.variable('uint')} ^= (uint){own}{index}.{self.pick('x', 'y')};")
        else:
            self.line(f"{own}{index} = ({kind}){self.uint()};")
            self.line(f"{self.variable('uint')} += (uint){own}{index};")
