# SPDX-License-Identifier: MIT
"""Random OpenCL C kernels whose results the language defines.

What C leaves open is avoided by construction (integers.py, floats.py and vectors.py say how); loops count to
constants or from small numbers, barriers stand where all work-items meet, and atomics are of one work-item
alone, or in an order that does not matter.
"""

from statements import Statements
from vectors import WIDTHS
from writer import ARRAY, BITS, GROUP, INTEGERS, ITEMS, OUTPUTS, OWN, SHARED, WORDS

__all__ = ["FIRST", "GROUP", "ITEMS", "OUTPUTS", "PARAMETERS", "Kernel", "head", "kernel_source"]

PARAMETERS = "global uint *output, global const uint *input"
FIRST = f"""    local uint shared[{SHARED}] __attribute__((aligned(8)));
    uint id = get_global_id(0), local_id = get_local_id(0);
"""  # what statements count on


class Kernel(Statements):
    """One kernel being written: what is in its scope, and what it stores."""

    def declare_all(self) -> None:
        for n, kind in enumerate(("uint", "uint", "uint", *INTEGERS)):
            self.declare(kind, f"({kind})(input[id] * {n + 3}u + id)")
        for n in range(2):
            self.declare("float", f"(float)(input[id] >> {24 + n})", "f")
        first = self.variable("uint")
        for _ in range(self.random.randint(2, 4)):
            element, width = self.pick(*BITS), self.random.choice(WIDTHS)
            for n in range(self.random.randint(1, 2)):
                self.declare(f"{element}{width}", f"({element}{width})(({element})({first} >> {n}))", "w")
        if self.chance(0.6):
            for n in range(2):
                self.declare_real(f"quiet(input[id ^ {n + 1}u])")
        if self.chance(0.4):
            for n in range(2):
                self.declare("double", f"(double)(int)input[id] * {(n + 1) / 8}", "d")
        self.line(f"struct mixed s = {{(uchar)id, {first}, (uint4)({first}, 7u, id, 1u)}}, t = s, table[2] = {{s, t}};")
        self.line("t.small ^= 255u; t.both.word = id; s.both.word = 77u; table[0].both.word = table[1].both.word = 5u;")
        self.line("s.both.words[1] = t.both.words[1] = table[0].both.words[1] = table[1].both.words[1] = 3u;")
        self.line(f"uint array[{ARRAY}], other[{ARRAY}], *p = array;")
        self.line(f"for (uint i = 0; i < {ARRAY}u; i++) {{ array[i] = i * {first}; other[i] = i + id; }}")
        self.line("uchar *bytes_of = (uchar *)other;")

    def declare_real(self, value: str) -> None:
        name = self.declare("float", value, "r")
        self.names[name] = "real"

    def digest(self, name: str, kind: str) -> str:
        """An uint that the whole value of a variable goes into."""
        if kind == "float":
            return f"(uint)(int){name}"
        if kind == "real":
            return f"bits({name})"
        if kind == "double":
            return f"((uint)as_ulong({name} + 0.0) ^ (uint)(as_ulong({name} + 0.0) >> 32))"
        if kind in ("long", "ulong"):
            return f"((uint){name} ^ (uint)({name} >> 32))"
        return f"(uint){name}" if kind in BITS else self.fold(name, kind)

    def finish(self) -> None:
        digests = [self.digest(name, kind) for name, kind in self.names.items()]
        digests.append("s.small + t.large * 3u + s.vector.z + t.parts[0] + table[0].large + table[1].parts[2]")
        digests.append("s.both.word ^ s.both.words[1] * 3u ^ t.both.bytes[1] ^ table[0].both.word")
        digests.append(" ^ ".join(f"array[{i}] ^ other[{i}] * 3u" for i in range(ARRAY)))
        for n in range(OWN):
            self.line(f"output[id * {OUTPUTS}u + {n}u] = {' ^ '.join(f'({digest})' for digest in digests[n::OWN])};")


def table(kind: str, name: str, values: list[str]) -> str:
    return f"constant {kind} {name}[{WORDS}] = {{{', '.join(values)}}};\n"


TYPES = f"""
struct mixed {{
    uchar small;
    uint large;
    uint4 vector;
    ushort parts[3];
    union {{
        uint word;
        uchar bytes[4];
        uint words[2];
    }} both;
}};

union memory {{
    char chars[{4 * SHARED}];
    uchar uchars[{4 * SHARED}];
    short shorts[{2 * SHARED}];
    ushort ushorts[{2 * SHARED}];
    ulong ulongs[{GROUP}];
    uint2 uint2s[{GROUP}];
    uchar4 uchar4s[{SHARED}];
    short4 short4s[{GROUP}];
}};
"""


def head(kernel: Kernel) -> str:
    """Tables, types and functions in front of the kernel."""
    numbers = [kernel.random.getrandbits(32) for _ in range(WORDS)]
    signed = [number % 65536 - 32768 for number in numbers]
    operator, mask = kernel.pick("+", "^", "*"), kernel.pick("7u", "31u")
    return (
        "#pragma OPENCL FP_CONTRACT OFF\n\n"
        + table("uint", "words", [f"{number}u" for number in numbers])
        + table("short2", "pairs", [f"(short2)({a}, {-a // 3})" for a in signed])
        + table("uchar", "bytes", [f"{number % 256}" for number in numbers])
        + table("short", "halves", [f"{a}" for a in signed])
        + TYPES
        + f"""
float fmod_small(float x) {{ return clamp(x, -1048576.0f, 1048576.0f); }}
double limited(double x) {{ return clamp(x, -0x1p50, 0x1p50); }}
float quiet(uint x) {{ return isnan(as_float(x)) ? 1.5f : as_float(x); }}
float definite(float x) {{ return isnan(x) ? -2.0f : x + 0.0f; }}
uint bits(float x) {{ return isnan(x) ? 0x7fc00000u : as_uint(x); }}

uint helper(uint a, uint b) {{ return (a {operator} b) >> (b & {mask}); }}

uint search(uint wanted, const uint *from, uint steps)
{{
    uint at = wanted & {ARRAY - 1}u;
    for (uint i = 0; i < (steps & 7u); i++) {{
        if ((from[at] ^ wanted) < 100u)
            return i;
        at = (at + from[at]) & {ARRAY - 1}u;
    }}
    return wanted ^ at;
}}

void change(uint *to, uint at, uint value)
{{
    if (to[at] > value)
        to[at] = value;
    else
        to[1 - at] += value;
}}

struct mixed swapped(struct mixed s, uint x)
{{
    if (x & 1u)
        s.vector = s.vector.wzyx;
    s.large = x;
    return s;
}}

"""
    )


def kernel_source(seed: int) -> str:
    """A program with the kernel `test` of PARAMETERS."""
    kernel = Kernel(seed)
    text = head(kernel)
    kernel.declare_all()
    for _ in range(kernel.random.randint(4, 9)):
        kernel.statement()
    kernel.finish()
    return f"{text}kernel void test({PARAMETERS})\n{{\n{FIRST}" + "\n".join(kernel.lines) + "\n}\n"
