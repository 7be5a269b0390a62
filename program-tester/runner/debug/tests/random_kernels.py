# SPDX-License-Identifier: MIT
"""Random kernels of one statement a line, and what their variables are at each line: the same kernel says that itself,
by printf in front of each line. C leaves open what follows a signed overflow (C99, 6.5), so it says which work-items had one."""

import random
import re
from dataclasses import dataclass, field

SCALARS = {"int": "%d", "uint": "%u", "uchar": "%d", "short": "%d", "float": "%08x"}
ITEMS = 8
HEADER = """\
/*!
[config]
name: random
kernel_name: random_kernel
[test]
arg_out: 0 buffer int[{items}] repeat 0
arg_in: 1 buffer int[{items}] {numbers}
global_size: {items} 0 0
local_size: {items} 0 0
!*/
"""


@dataclass
class Variable:
    name: str
    type: str

    def prints(self) -> list[tuple[str, str]]:
        """What is printed of it: a format, and an expression, each."""
        if self.type in SCALARS:
            return [(SCALARS[self.type], f"as_uint({self.name})" if self.type == "float" else self.name)]
        if self.type == "int4":
            return [("%d", f"{self.name}.{c}") for c in "xyzw"]
        if self.type == "float2":
            return [("%08x", f"as_uint({self.name}.{c})") for c in "xy"]
        if self.type == "struct pair":
            return [("%d", f"{self.name}.a"), ("%08x", f"as_uint({self.name}.b)")]
        return [("%d", f"{self.name}[{i}]") for i in range(4)]


@dataclass
class Maker:
    random: random.Random
    lines: list[str] = field(default_factory=list)
    scopes: list[list[Variable]] = field(default_factory=list)
    visible: dict[int, list[Variable]] = field(default_factory=dict)  # by line
    counters: set[str] = field(default_factory=set)
    next: int = 0

    def say(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def statement(self, depth: int, text: str) -> None:
        self.visible[len(self.lines)] = [v for scope in self.scopes for v in scope]
        self.say(depth, text)

    def of_type(self, *types: str) -> list[Variable]:
        return [v for scope in self.scopes for v in scope if v.type in types]

    def integer(self, depth: int = 0) -> str:
        r = self.random
        choice = r.randrange(9 if depth < 3 else 3)
        if choice == 0:
            return str(r.choice([0, 1, 2, 3, 5, 7, 12, 100, 255, 65537]))
        if choice in (1, 2):
            known = [v.name for v in self.of_type("int", "uint", "uchar", "short")]
            known += [f"{v.name}.{c}" for v in self.of_type("int4") for c in "xyzw"]
            known += [f"{v.name}.a" for v in self.of_type("struct pair")]
            known += [f"{v.name}[{self.integer(3)} & 3]" for v in self.of_type("int[4]")] if depth < 3 else []
            return r.choice(known) if known else "1"
        if choice == 3:
            return f"(in[{self.integer(3)} & {ITEMS - 1}] ^ {self.integer(depth + 1)})"
        if choice == 4:
            return f"helper{r.randrange(2)}({self.integer(depth + 1)}, {self.integer(depth + 1)})"
        if choice == 5:
            return f"({self.integer(depth + 1)} >> {r.randrange(1, 5)})"
        first, operation, second = self.integer(depth + 1), r.choice(["+", "-", "*", "&", "|", "^"]), self.integer(depth + 1)
        return f"@{operation}({first}@{operation}, {second})" if operation in CHECKED else f"({first} {operation} {second})"

    def real(self) -> str:
        r = self.random
        known = [v.name for v in self.of_type("float")] + [f"{v.name}.{c}" for v in self.of_type("float2") for c in "xy"]
        a = r.choice([*known, "0.5f", "1.25f", f"(float)({self.integer(2)} & 255)"])
        return r.choice([a, f"({a} * 0.5f)", f"({a} + {r.choice([*known, '2.0f'])})"])

    def value(self, type: str) -> str:
        if type == "float":
            return self.real()
        if type == "int4":
            return f"(int4)({', '.join(self.integer(2) for _ in range(4))})"
        if type == "float2":
            return f"(float2)({self.real()}, {self.real()})"
        if type == "struct pair":
            return f"(struct pair){{{self.integer(1)}, {self.real()}}}"
        return self.integer()

    def declare(self, depth: int) -> None:
        type = self.random.choice(["int", "int", "int", "uint", "uchar", "short", "float", "float", "int4", "float2", "struct pair", "int[4]"])
        name = f"v{self.next}"
        self.next += 1
        if type == "int[4]":
            self.statement(depth, f"int {name}[4] = {{{', '.join(self.integer(2) for _ in range(4))}}};")
        elif type == "struct pair":
            self.statement(depth, f"struct pair {name} = {{{self.integer(1)}, {self.real()}}};")
        else:
            self.statement(depth, f"{type} {name} = {self.value(type)};")
        self.scopes[-1].append(Variable(name, type))

    def assign(self, depth: int) -> None:
        r = self.random
        known = [v for scope in self.scopes for v in scope if v.name not in self.counters]
        if not known:
            self.declare(depth)
            return
        v = r.choice(known)
        if v.type == "int[4]":
            self.statement(depth, f"{v.name}[{self.integer(2)} & 3] = {self.integer()};")
        elif v.type in ("int4", "float2") and r.random() < 0.5:
            component = r.choice("xyzw" if v.type == "int4" else "xy")
            self.statement(depth, f"{v.name}.{component} = {self.integer() if v.type == 'int4' else self.real()};")
        elif v.type == "struct pair" and r.random() < 0.7:
            self.statement(depth, f"{v.name}.{'a = ' + self.integer() if r.random() < 0.5 else 'b = ' + self.real()};")
        elif v.type in ("int", "uint") and r.random() < 0.3:
            operation, value = r.choice(["+", "^", "-"]), self.integer()
            checked = f"{v.name} @{operation}=({v.name}@: {value}@);"
            self.statement(depth, checked if operation in CHECKED else f"{v.name} {operation}= {value};")
        else:
            self.statement(depth, f"{v.name} = {self.value(v.type)};")

    def block(self, depth: int, count: int) -> None:
        self.scopes.append([])
        for _ in range(count):
            choice = self.random.random()
            if choice < 0.4:
                self.declare(depth)
            elif choice < 0.75 or depth > 3:
                self.assign(depth)
            elif choice < 0.88:
                self.statement(depth, f"if (({self.integer()}) {self.random.choice(['>', '<', '=='])} {self.integer(2)}) {{")
                self.block(depth + 1, self.random.randrange(1, 4))
                if self.random.random() < 0.5:
                    self.say(depth, "} else {")
                    self.block(depth + 1, self.random.randrange(1, 4))
                self.say(depth, "}")
            else:
                name = f"k{self.next}"
                self.next += 1
                self.statement(depth, f"int {name} = 0;")
                self.scopes[-1].append(Variable(name, "int"))
                self.counters.add(name)
                self.statement(depth, f"while ({name} < {self.random.choice(['2', '3', '(id & 3)', '(id & 1) + 1'])}) {{")
                self.block(depth + 1, self.random.randrange(1, 4))
                self.statement(depth + 1, f"{name}++;")
                self.say(depth, "}")
        if depth == 1 or self.random.random() < 0.3:
            used = [part[1] for v in self.scopes[-1] for part in v.prints() if v.name not in self.counters]
            # All that is computed has to matter, or the compiler leaves it out.
            self.statement(depth, f"out[id] {'+' if depth > 1 else ''}= {' + '.join(used) or '1'};")
        self.scopes.pop()


HELPERS = """\
struct pair { int a; float b; };
int helper0(int x, int y)
{
    int sum = x + y;
    return sum ^ 3;
}
int helper1(int x, int y)
{
    int product = x * 3;
    if (product > y)
        product -= y;
    return product;
}
kernel void random_kernel(global int *out, global const int *in)
{
"""


CHECKED = {"+": "sum", "-": "difference", "*": "product"}  # operators that may overflow, by the function that sees it
FUNCTIONS = """\
struct pair { int a; float b; };
#define OVERLOADABLE __attribute__((overloadable))
int OVERLOADABLE sum(int *overflows, int a, int b)
{
    int s = (int)((uint)a + (uint)b);
    *overflows |= ((a ^ s) & (b ^ s)) < 0;
    return s;
}
int OVERLOADABLE difference(int *overflows, int a, int b)
{
    int d = (int)((uint)a - (uint)b);
    *overflows |= ((a ^ b) & (a ^ d)) < 0;
    return d;
}
int OVERLOADABLE product(int *overflows, int a, int b)
{
    int p = (int)((uint)a * (uint)b);
    *overflows |= mul_hi(a, b) != p >> 31;
    return p;
}
"""
for name, operation in (("sum", "+"), ("difference", "-"), ("product", "*")):
    for types in (("uint", "int"), ("int", "uint"), ("uint", "uint")):
        FUNCTIONS += f"uint OVERLOADABLE {name}(int *overflows, {types[0]} a, {types[1]} b) {{ return a {operation} b; }}\n"
CHECKED_HELPERS = """\
int helper0(int *overflows, int x, int y)
{
    return sum(overflows, x, y) ^ 3;
}
int helper1(int *overflows, int x, int y)
{
    int p = product(overflows, x, 3);
    return p > y ? difference(overflows, p, y) : p;
}
kernel void random_kernel(global int *out, global const int *in)
{
int overflowed = 0, *overflows = &overflowed;
"""


def plain_text(line: str) -> str:
    line = re.sub(r"@([+-])=\(\w+@: (.*)@\)", r"\1= \2", line)
    return re.sub(r"@([+*-]),", r" \1", re.sub(r"@[+*-]\(", "(", line))


def checked_text(line: str) -> str:
    line = re.sub(r"@([+-])=\((\w+)@: (.*)@\)", lambda m: f"= {CHECKED[m[1]]}(overflows, {m[2]}, {m[3]})", line)
    line = re.sub(r"@([+*-])\(", lambda m: f"{CHECKED[m[1]]}(overflows, ", line)
    return re.sub(r"@[+*-],", ",", line).replace("helper0(", "helper0(overflows, ").replace("helper1(", "helper1(overflows, ")


@dataclass
class Case:
    plain: str
    telling: str  # prints, in front of each line
    visible: dict[int, list[Variable]]  # by line of the plain one, from 1 on


def make_case(seed: int, statements: int = 10) -> Case:
    maker = Maker(random.Random(seed))
    head = HEADER.format(items=ITEMS, numbers=" ".join(str(maker.random.randrange(-1000, 1000)) for _ in range(ITEMS)))
    maker.lines = (head + HELPERS).splitlines()
    begin = len(maker.lines)
    maker.scopes = [[]]
    maker.statement(1, "int id = get_global_id(0);")
    maker.scopes[0].append(Variable("id", "int"))
    maker.counters.add("id")
    maker.block(1, statements)
    telling = []
    for number, line in enumerate(maker.lines[begin:], begin):
        known = [] if line.lstrip().startswith("while") else maker.visible.get(number)
        if known:
            parts = [part for v in known for part in v.prints()]
            formats = " ".join(part[0] for part in parts)
            telling.append(f'printf("@%d {number + 1} {formats}\\n", id, {", ".join(part[1] for part in parts)});')
        telling.append(checked_text(line))
    telling += ['if (overflowed) printf("!%d\\n", id);', "}"]
    visible = {n + 1: known for n, known in maker.visible.items() if known and not maker.lines[n].lstrip().startswith("while")}
    plain = "\n".join([*map(plain_text, maker.lines), "}"]) + "\n"
    return Case(plain, head + FUNCTIONS + CHECKED_HELPERS + "\n".join(telling) + "\n", visible)
