#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Compiles programs of growing size and bounds how processor time grows: four times the code may
take WORST times as long. What would take longer is refused, early, with its place.

Other work on the machine makes a compile take longer, never shorter. So what counts is the least of
several of the smaller size, which take little, and one of the larger, until that seems too slow:
then it is of several of both, by turns. A load can make all of these slow, and the larger size, which
needs more of the caches, slower than the smaller one. So what still seems too slow is counted: how
many instructions each takes, which nothing else changes, is the verdict where valgrind is installed.

    complexity.py ROOTLE-CC [--sample N] [CONSTRUCT...]

A sample has one of N constructs; with ROOTLE_LONG_TESTS=1 it has all.
"""
import argparse
import dataclasses
import os
import re
import resource
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

GROWTH = 4  # between the sizes compared
WORST = 10.0  # of times; the square would be 16
TURNS = 3  # of the smaller size, and of what is refused, at most
MOST_TURNS = 8
NOTHING = 0.05  # seconds that the larger size may take whatever the smaller one does
RESOLUTION = 0.02  # seconds, of what is left when the time to start is taken away
LIMIT = 30  # seconds of one compile
REFUSAL = 5.0  # seconds until an error
COUNTING = 100  # times as slow at most is a compile whose instructions are counted
COUNTER = ("valgrind", "--tool=exp-bbv", "--bb-out-file=/dev/null")

EMPTY = "kernel void k(global int *o) { o[0] = 1; }"

INTS = "kernel void k(global int *o, global const int *in, int a, int b)\n{\n    int x = a;\n"
DOUBLES = "kernel void k(global double *o, double a)\n{\n    double x = a;\n"
FLOATS = "kernel void k(global float *o, float a)\n{\n    float x = a;\n"
END = "    o[0] = x;\n}\n"


def lines(count: int, text: Callable[[int], str]) -> str:
    return "\n".join(text(i) for i in range(count)) + "\n"


def body(head: str, count: int, text: Callable[[int], str]) -> str:
    return head + lines(count, text) + END


def struct_argument(n: int) -> str:
    return (
        f"typedef struct {{ int a[{n // 4}]; }} S;\n"
        "kernel void k(global int *o, S s, int i) { o[0] = s.a[i]; }\n"
    )


def chain_of_calls(n: int) -> str:
    head = "int f0(int x, int y) { return x * y; }\n"
    calls = lines(n, lambda i: f"int f{i + 1}(int x, int y) {{ return f{i}(x + y, y * 3) ^ {i}; }}")
    return head + calls + INTS + f"    x = f{n}(a, b);\n" + END


def calls_of_ifs(n: int) -> str:
    """Calls of one function with 100 ifs."""
    ifs = lines(100, lambda i: f"    if (x > y + {i}) {{ o[x] = {i}; x++; }}")
    head = f"int f(global int *o, int x, int y)\n{{\n{ifs}    return x;\n}}\n"
    return head + body(INTS, n, lambda i: f"x = f(o, x, in[{i}]);")


def calls_of_cases(n: int) -> str:
    """Calls of one function with a switch of 200 cases."""
    cases = lines(200, lambda i: f"    case {i * 7}: x = y; break;")
    head = f"int f(int x, int y)\n{{\n    switch (x) {{\n{cases}    }}\n    return x;\n}}\n"
    return head + body(INTS, n, lambda i: f"x = f(x, in[{i}]);")


def tree_of_calls(n: int) -> str:
    head = "int f0(int x, int y) { return x > y ? x * y : x; }\n"
    calls = lines(
        n, lambda i: f"int f{i + 1}(int x, int y) {{ return f{i}(x + y, y) ^ f{i}(y - {i}, x); }}"
    )
    return head + calls + INTS + f"    x = f{n}(a, b);\n" + END


def switch(n: int, end: Callable[[int], str]) -> str:
    cases = lines(n, lambda i: f"    case {i * 3}: x += in[x + {i}] * a; {end(i)}")
    return INTS + "    switch (in[get_global_id(0)]) {\n" + cases + "    }\n" + END


def switch_of_values(n: int, default: str) -> str:
    cases = lines(n, lambda i: f"    case {i * 3}: x = {i * i % 1009}; break;")
    return INTS + "    switch (a) {\n" + cases + default + "    }\n" + END


def web_of_gotos(n: int) -> str:
    steps = lines(
        n, lambda i: f"    l{i}: x += in[x + {i}]; if (x % {n} == {i}) goto l{(i * 7 + 3) % n};"
    )
    return INTS + steps + END


def nested_loops(n: int) -> str:
    loops = lines(n, lambda i: f"    for (int i{i} = 0; i{i} < in[{i}]; i{i}++) {{ x += in[x];")
    return INTS + loops + "}" * n + END


def phis(n: int) -> str:
    values = range(16)
    ifs = lines(
        n,
        lambda i: f"    if (in[{i}] > a) {{ "
        + " ".join(f"x{j} += x{(j + i) % 16};" for j in values)
        + " }",
    )
    head = "".join(f"    int x{j} = in[{j}];\n" for j in values)
    return INTS + head + ifs + "".join(f"    o[{j}] = x{j};\n" for j in values) + END


def images(n: int) -> str:
    parameters = ", ".join(f"read_only image2d_t i{i}" for i in range(n))
    return (
        f"kernel void k(global float4 *o, sampler_t s, {parameters})\n{{\n    float4 x = 0;\n"
        + lines(n, lambda i: f"    x += read_imagef(i{i}, s, (int2)({i}, 1));")
        + END
    )


MODULE = """target datalayout = "e-p:32:32-i64:64-n32:64-S32-A5-G1"
target triple = "r600-unknown-unknown"
define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %a) {
"""


def constant_steps(n: int) -> str:
    steps = lines(
        n,
        lambda i: f"  %p{i} = getelementptr inbounds [{n} x i32], ptr addrspace(5) %v, i32 0, i32 {i}\n"
        f"  store i32 %a, ptr addrspace(5) %p{i}",
    )
    return (
        f"{MODULE}  %v = alloca [{n} x i32], align 4, addrspace(5)\n{steps}"
        f"  %chosen = getelementptr inbounds [{n} x i32], ptr addrspace(5) %v, i32 0, i32 %a\n"
        "  %x = load i32, ptr addrspace(5) %chosen\n  store i32 %x, ptr addrspace(1) %out\n  ret void\n}\n"
    )


def jumps_to_jumps(n: int) -> str:
    blocks = lines(
        n,
        lambda i: f"b{i}:\n  %x{i} = load i32, ptr addrspace(5) %v\n  %y{i} = mul i32 %x{i}, %a\n"
        f"  store i32 %y{i}, ptr addrspace(5) %v\n  %c{i} = icmp eq i32 %y{i}, {i}\n"
        f"  br i1 %c{i}, label %f{i}, label %b{i + 1}\nf{i}:\n  br label %end",
    )
    return (
        f"{MODULE}  %v = alloca i32, align 4, addrspace(5)\n  store i32 %a, ptr addrspace(5) %v\n  br label %b0\n"
        f"{blocks}b{n}:\n  br label %end\n"
        "end:\n  %x = load i32, ptr addrspace(5) %v\n  store i32 %x, ptr addrspace(1) %out\n  ret void\n}\n"
    )


# Constructs that are compiled at the size given, and at GROWTH times that.
CONSTRUCTS: dict[str, tuple[int, Callable[[int], str]]] = {
    "operations": (500, lambda n: body(INTS, n, lambda i: f"x = x * {i + 3} + (x >> {i % 13 + 1}) + in[{i % 7}];")),
    "stores": (500, lambda n: body(INTS, n, lambda i: f"o[{i * 3 + 1}] = in[{i}] * a + b;")),
    "an expression": (1000, lambda n: INTS + "x = " + " + ".join(f"in[{i}] * (a ^ {i})" for i in range(n)) + ";\n" + END),
    "operations of double": (300, lambda n: body(DOUBLES, n, lambda i: f"x = x * a + {i}.5;")),
    "divisions and roots of double": (12, lambda n: body(DOUBLES, n, lambda i: f"x = sqrt(x) / (a + {i}.5);")),
    "functions of float": (12, lambda n: body(FLOATS, n, lambda i: f"x = sin(x) + pow(x, {i}.5f);")),
    "divisions of int": (200, lambda n: body(INTS, n, lambda i: f"x = in[{i}] / (x | 1) + x % (b | 1);")),
    "ifs": (250, lambda n: body(INTS, n, lambda i: f"if (x == {i * 7} + b) x = in[x + {i}] * a;")),
    "ifs with else": (120, lambda n: body(INTS, n, lambda i: f"if (x > in[{i}]) x -= in[x]; else x ^= in[x + {i}];")),
    "else ifs": (200, lambda n: body(INTS, n, lambda i: f"{'else ' if i else ''}if (x == {i * 7} + b) x = in[{i}] * a;")),
    "else ifs of a value": (1000, lambda n: body(INTS, n, lambda i: f"{'else ' if i else ''}if (a == {i * 7}) x = {i * 3 + 1};")),
    "ifs with phis": (50, phis),
    "a switch": (500, lambda n: switch(n, lambda i: "break;")),
    "a switch of values": (4000, lambda n: switch_of_values(n, "")),
    "a switch with a default": (2000, lambda n: switch_of_values(n, "default: x = in[b] * 7; break;")),
    "one condition": (250, lambda n: INTS + "if (" + " || ".join(f"(in[{i}] == a && in[{i + 1}] > b)" for i in range(n)) + ") x = 7;\n" + END),
    "returns": (200, lambda n: body(INTS, n, lambda i: f"if (in[{i}] == a) {{ o[{i}] = x; return; }}")),
    "a switch that falls through": (300, lambda n: switch(n, lambda i: "" if i % 3 else "break;")),
    "loops": (50, lambda n: body(INTS, n, lambda i: f"for (int i = 0; i < in[{i}]; i++) x += in[x + i];")),
    "nested loops": (50, nested_loops),
    "continues": (200, lambda n: INTS + "for (int i = 0; i < b; i++) {\n" + lines(n, lambda i: f"x += in[x + {i}]; if (x == {i}) continue;") + "}\n" + END),
    "breaks": (250, lambda n: INTS + "for (int i = 0; i < b; i++) {\n" + lines(n, lambda i: f"x += in[x + {i}]; if (x == {i}) break; if (x == b + {i}) continue;") + "}\n" + END),
    "calls": (250, lambda n: "int f(int x, int y) { if (x > y) x -= y * 3; return x ^ y; }\n" + body(INTS, n, lambda i: f"x = f(x, in[{i}]);")),
    "functions": (250, lambda n: lines(n, lambda i: f"int f{i}(int x, int y) {{ return x * {i} ^ y; }}") + body(INTS, n, lambda i: f"x = f{i}(x, in[{i}]);")),
    "a chain of calls": (60, chain_of_calls),
    "kernels": (50, lambda n: lines(n, lambda i: f"kernel void k{i}(global int *o, int a) {{ o[get_global_id(0)] = a * {i}; }}")),
    "images": (32, images),
    "barriers": (200, lambda n: "kernel void k(global int *o, local int *l, int a)\n{\nint x = a;\n" + lines(n, lambda i: f"l[get_local_id(0)] = x; barrier(CLK_LOCAL_MEM_FENCE); x += l[{i}];") + END),
    "constants": (300, lambda n: lines(n, lambda i: f"constant int c{i}[2] = {{{i}, {i + 1}}};") + body(INTS, n, lambda i: f"o[{i}] = c{i}[a & 1];")),
    "a table": (8192, lambda n: f"constant int c[{n}] = {{" + ",".join(str(i * i % 1009) for i in range(n)) + "};\n" + INTS + "x = c[a];\n" + END),
    "a private array": (1024, lambda n: INTS + f"int p[{n}]; for (int i = 0; i < {n}; i++) p[i] = in[i]; x = p[a] + p[b];\n" + END),
    "calls of ifs": (20, calls_of_ifs),
    "a struct argument": (2000, struct_argument),
}  # fmt: skip

# LLVM IR that one pass gets, at sizes that show what it does in the time of a whole compile.
PASSES: dict[str, tuple[int, Callable[[int], str], str]] = {
    "constant steps into a variable": (1500, constant_steps, "optimise"),
    "jumps to jumps to one place": (1000, jumps_to_jumps, "inline_all"),
}

# Programs beyond a limit, and the error each gives.
REFUSED: dict[str, tuple[str, str]] = {
    "a switch of 20,000 cases": (switch(20000, lambda i: "break;"), "error: kernel 'k': too much control flow"),
    "a struct argument of 64 KiB": (struct_argument(65536), "error: kernel 'k': the arguments take more than"),
    "1,400 calls of 200 cases": (calls_of_cases(1400), "error: kernel 'k': too much control flow"),
    "a chain of 2,000 calls": (chain_of_calls(2000), "error: function 'f257': calls are nested more than 256 deep"),
    "a tree of 2^40 calls": (tree_of_calls(40), "error: function 'f"),
    "else ifs 1,500 deep": (CONSTRUCTS["else ifs"][1](1500), "error: kernel k: ifs and loops are nested too deeply"),
    "256 gotos into loops": (web_of_gotos(256), "error: kernel 'k': too many gotos into loops"),
    "1,100 breaks": (CONSTRUCTS["breaks"][1](1100), "error: kernel 'k': too many breaks"),
    "6,000 else ifs": (CONSTRUCTS["else ifs"][1](6000), "error: kernel 'k': too much control flow"),
}  # fmt: skip


@dataclasses.dataclass
class Result:
    seconds: float  # of processor time
    status: int
    log: str


class Compiler:
    def __init__(self, program: str, folder: Path) -> None:
        self.program, self.folder = program, folder

    def _child(self, source: Path, words: tuple[str, ...], counter: tuple[str, ...]) -> None:
        limit = LIMIT * (COUNTING if counter else 1)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        log = os.open(self.folder / "log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(log, 2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        command = [*counter, self.program, *words, str(source), "-o", str(self.folder / "out")]
        os.execvp(command[0], command)

    def run(self, text: str, *words: str, counter: tuple[str, ...] = ()) -> Result:
        """Compiles OpenCL C, or does what words of the command line say with LLVM IR."""
        source = self.folder / f"program.{'ll' if words else 'cl'}"
        source.write_text(text)
        child = os.fork()
        if child == 0:
            self._child(source, words, counter)
        _, status, usage = os.wait4(child, 0)
        log = (self.folder / "log").read_text()
        return Result(usage.ru_utime + usage.ru_stime, status, log)

    def instructions(self, text: str, *words: str) -> int | None:
        """How many a compile takes. None: they cannot be counted here."""
        if not shutil.which(COUNTER[0]):
            return None
        counted = re.search(r"Total instructions: (\d+)", self.run(text, *words, counter=COUNTER).log)
        return int(counted[1]) if counted else None


@dataclasses.dataclass
class Growth:
    """Seconds that the smaller and the larger size take at the least."""

    small: float
    large: float

    @property
    def ratio(self) -> float:
        return self.large / max(self.small, RESOLUTION)

    @property
    def is_fault(self) -> bool:
        return self.large > NOTHING and self.ratio > WORST


def measure(small: Callable[[], float], large: Callable[[], float]) -> Growth:
    """The larger size is measured again only while it seems to take too long."""
    growth = Growth(min(small() for _ in range(TURNS)), large())
    for _ in range(TURNS, MOST_TURNS):
        if not growth.is_fault:
            break
        growth.large = min(growth.large, large())
        growth.small = min(growth.small, small())
    return growth


def counted_growth(start: int | None, small: int | None, large: int | None) -> float | None:
    """By how much the instructions of a compile grow, without those that any compile takes."""
    if start is None or small is None or large is None:
        return None
    return (large - start) / max(small - start, 1)


class CompileFault(Exception):
    pass


def growth_fault(compiler: Compiler, start: float, size: int, make: Callable[[int], str], *words: str) -> str:
    """Returns how a construct grows too much; empty: it does not."""

    def seconds(n: int) -> float:
        result = compiler.run(make(n), *words)
        if result.status:
            raise CompileFault(f"{n} fail: status {result.status}: {result.log[-200:]}")
        return result.seconds - start

    try:
        growth = measure(lambda: seconds(size), lambda: seconds(GROWTH * size))
    except CompileFault as fault:
        return str(fault)
    print(
        f"  {size}: {growth.small:.3f} s, {GROWTH * size}: {growth.large:.3f} s, "
        f"{growth.ratio:.1f} times"
    )
    if not growth.is_fault:
        return ""
    counted = counted_growth(
        compiler.instructions(EMPTY),
        compiler.instructions(make(size), *words),
        compiler.instructions(make(GROWTH * size), *words),
    )
    if counted is None:
        return f"{GROWTH} times the code takes {growth.ratio:.1f} times as long"
    print(f"  {counted:.1f} times the instructions")
    return f"{GROWTH} times the code takes {counted:.1f} times the instructions" if counted > WORST else ""


def refusal_fault(compiler: Compiler, text: str, error: str) -> str:
    least = float("inf")
    for _ in range(TURNS):
        result = compiler.run(text)
        if os.waitstatus_to_exitcode(result.status) != 1 or error not in result.log:
            return f"status {result.status}, not refused with '{error}': {result.log[-200:]}"
        least = min(least, result.seconds)
        if least <= REFUSAL:
            break
    print(f"  {least:.2f} s")
    return f"refused only after {least:.1f} s" if least > REFUSAL else ""


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("compiler", metavar="ROOTLE-CC")
    parser.add_argument("constructs", nargs="*", metavar="CONSTRUCT")
    parser.add_argument("--sample", type=int, default=1, metavar="N")
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    every = 1 if os.environ.get("ROOTLE_LONG_TESTS") == "1" else options.sample
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(options.compiler, Path(folder))
        start = min(compiler.run(EMPTY).seconds for _ in range(MOST_TURNS))
        checks: dict[str, Callable[[], str]] = {
            **{name: partial(growth_fault, compiler, start, *row) for name, row in CONSTRUCTS.items()},
            **{
                name: partial(growth_fault, compiler, start, size, make, f"--run-pass={words}")
                for name, (size, make, words) in PASSES.items()
            },
            **{name: partial(refusal_fault, compiler, *row) for name, row in REFUSED.items()},
        }
        for name in options.constructs or list(checks)[::every]:
            print(name, flush=True)
            fault = checks[name]()
            faults += bool(fault)
            print(f"  FAULT: {fault}\n" if fault else "", end="")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
