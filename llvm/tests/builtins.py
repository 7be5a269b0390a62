#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Calls every built-in function of OpenCL C 1.2 with every type it takes, from the tables of sections
6.2.3, 6.2.4 and 6.12.1 to 6.12.14, and compiles that: each must be declared, and be there to link.

    builtins.py ROOTLE-CC CHIP [SECTION...]

Types and widths of a function are made by few macros: each function is called once, and of all calls one in SAMPLE is made,
of conversions one in SAMPLE_OF_CONVERSIONS. With ROOTLE_LONG_TESTS=1 all are.
"""
import itertools
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator

WIDTHS = ("", "2", "3", "4", "8", "16")
VECTORS = WIDTHS[1:]
BITS = {"char": 8, "short": 16, "int": 32, "long": 64}
SIGNED = tuple(BITS)
INTEGERS = tuple(sign + name for name in SIGNED for sign in ("", "u"))
MODES = ("", "_rte", "_rtz", "_rtp", "_rtn")
SPACES = ("global", "local", "private")
KERNELS_OF_A_FILE = 250
SAMPLE = 4
SAMPLE_OF_CONVERSIONS = 9  # no divisor of ten, the ways to round, saturating or not
CALL = re.compile(r"\w+(?=\()")

DOUBLE = True  # the chip has it


def floats() -> tuple[str, ...]:
    return ("float", "double") if DOUBLE else ("float",)


def scalars() -> tuple[str, ...]:
    return (*INTEGERS, *floats())


def bits_of(scalar: str) -> int:
    return {"float": 32, "double": 64}.get(scalar) or BITS[scalar.removeprefix("u")]


def integer_of(scalar: str, unsigned: bool = False) -> str:
    name = next(name for name, bits in BITS.items() if bits == bits_of(scalar))
    return "u" + name if unsigned else name


def call(result: str, name: str, *parameters: str) -> str:
    """A kernel that calls a function. A parameter with a * is a pointer: SPACE TYPE *."""
    arguments, head, before = [], [f"global {result} *out"] if result else [], ""
    for i, parameter in enumerate(parameters):
        space = parameter.split()[0]
        if not parameter.endswith("*"):
            head.append(f"global {parameter} *p{i}")
            arguments.append(f"*p{i}")
        elif space == "private":
            before += f"{parameter.removeprefix('private ').removesuffix(' *')} v{i}[16]; "
            arguments.append(f"v{i}")
        else:
            head.append(f"{parameter}p{i}")
            arguments.append(f"p{i}")
    value = f"{name}({', '.join(arguments)})"
    text = f"*out = {value};" if result else f"{value};"
    return f"({', '.join(head)}) {{ {before}{text} }}"


def statement(text: str, head: str = "") -> str:
    return f"({head}) {{ {text} }}"


# ---- sections: the bodies of kernels ----


def work_items() -> Iterator[str]:  # 6.12.1
    yield statement("*out = get_work_dim();", "global uint *out")
    for name in ("global_size", "global_id", "local_size", "local_id", "num_groups", "group_id", "global_offset"):
        yield call("uint", f"get_{name}", "uint")


UNARY = """acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erfc erf exp
exp2 exp10 expm1 fabs floor log log2 log10 log1p logb rint round rsqrt sin sinh sinpi sqrt tan tanh tanpi
tgamma trunc lgamma""".split()
BINARY = """atan2 atan2pi copysign fdim fmax fmin fmod hypot maxmag minmag nextafter pow powr remainder""".split()
FAST = """cos exp exp2 exp10 log log2 log10 recip rsqrt sin sqrt tan""".split()


def math() -> Iterator[str]:  # 6.12.2
    for s, w in itertools.product(floats(), WIDTHS):
        g, i = s + w, "int" + w
        yield from (call(g, name, g) for name in UNARY)
        yield from (call(g, name, g, g) for name in BINARY)
        yield from (call(g, name, g, g, g) for name in ("fma", "mad"))
        yield call(i, "ilogb", g)
        yield call(g, "nan", integer_of(s, True) + w)
        yield from (call(g, name, g, i) for name in ("ldexp", "pown", "rootn"))
        if w:
            yield from (call(g, name, g, s) for name in ("fmax", "fmin"))
            yield call(g, "ldexp", g, "int")
        for space in SPACES:
            yield from (call(g, name, g, f"{space} {g} *") for name in ("fract", "modf", "sincos"))
            yield from (call(g, name, g, f"{space} {i} *") for name in ("frexp", "lgamma_r"))
            yield call(g, "remquo", g, g, f"{space} {i} *")
    for prefix, w in itertools.product(("half_", "native_"), WIDTHS):
        g = "float" + w
        yield from (call(g, prefix + name, g) for name in FAST)
        yield from (call(g, prefix + name, g, g) for name in ("divide", "powr"))


def integers() -> Iterator[str]:  # 6.12.3
    for s, w in itertools.product(INTEGERS, WIDTHS):
        g, u = s + w, integer_of(s, True) + w
        yield call(u, "abs", g)
        yield call(u, "abs_diff", g, g)
        for name in ("add_sat", "hadd", "rhadd", "max", "min", "mul_hi", "rotate", "sub_sat"):
            yield call(g, name, g, g)
        yield from (call(g, name, g, g, g) for name in ("clamp", "mad_hi", "mad_sat"))
        yield from (call(g, name, g) for name in ("clz", "popcount"))
        if w:
            yield call(g, "clamp", g, s, s)
            yield from (call(g, name, g, s) for name in ("max", "min"))
        if bits_of(s) < 64:
            double = INTEGERS[INTEGERS.index(s) + 2] + w
            yield call(double, "upsample", g, u)
        if bits_of(s) == 32:
            yield call(g, "mad24", g, g, g)
            yield call(g, "mul24", g, g)


def common() -> Iterator[str]:  # 6.12.4
    for s, w in itertools.product(floats(), WIDTHS):
        g = s + w
        yield from (call(g, name, g) for name in ("degrees", "radians", "sign"))
        yield from (call(g, name, g, g) for name in ("max", "min", "step"))
        yield from (call(g, name, g, g, g) for name in ("clamp", "mix", "smoothstep"))
        if w:
            yield call(g, "clamp", g, s, s)
            yield from (call(g, name, g, s) for name in ("max", "min"))
            yield call(g, "mix", g, g, s)
            yield call(g, "step", s, g)
            yield call(g, "smoothstep", s, s, g)


def geometric() -> Iterator[str]:  # 6.12.5
    for s in floats():
        yield from (call(s + w, "cross", s + w, s + w) for w in ("3", "4"))
        for w in WIDTHS[:4]:
            g = s + w
            yield from (call(s, name, g, g) for name in ("dot", "distance"))
            yield call(s, "length", g)
            yield call(g, "normalize", g)
            if s == "float":
                yield call(s, "fast_distance", g, g)
                yield call(s, "fast_length", g)
                yield call(g, "fast_normalize", g)


COMPARISONS = """isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered
isunordered""".split()


def relational() -> Iterator[str]:  # 6.12.6
    for s, w in itertools.product(floats(), WIDTHS):
        result = integer_of(s) + w if w else "int"
        yield from (call(result, name, s + w, s + w) for name in COMPARISONS)
        for name in ("isfinite", "isinf", "isnan", "isnormal", "signbit"):
            yield call(result, name, s + w)
    for s, w in itertools.product(SIGNED, WIDTHS):
        yield from (call("int", name, s + w) for name in ("any", "all"))
    for s, w in itertools.product(scalars(), WIDTHS):
        g = s + w
        yield call(g, "bitselect", g, g, g)
        yield from (call(g, "select", g, g, integer_of(s, u) + w) for u in (False, True))


def memory() -> Iterator[str]:  # 6.12.7
    for s, w in itertools.product(scalars(), VECTORS):
        for space in (*SPACES, "constant"):
            yield call(s + w, "vload" + w, "uint", f"{space} {s} *")
        for space in SPACES:
            yield call("", "vstore" + w, s + w, "uint", f"{space} {s} *")


def halves() -> Iterator[str]:  # 6.12.7
    for space, w in itertools.product((*SPACES, "constant"), WIDTHS):
        for name in ("vload_half", "vloada_half") if w else ("vload_half",):
            if space != "private":
                yield call("float" + w, name + w, "uint", f"{space} half *")
            else:
                yield statement(f"short v[16]; *out = {name}{w}(*i, (private half *)v);",
                                f"global float{w} *out, global uint *i")  # fmt: skip
    for s, space, w, mode in itertools.product(floats(), SPACES, WIDTHS, MODES):
        for name in ("vstore_half", "vstorea_half") if w else ("vstore_half",):
            if space != "private":
                yield call("", name + w + mode, s + w, "uint", f"{space} half *")
            else:
                yield statement(f"short v[16]; {name}{w}{mode}(*x, *i, (private half *)v);",
                                f"global {s}{w} *x, global uint *i")  # fmt: skip


def synchronisation() -> Iterator[str]:  # 6.12.8, 6.12.9
    for flag in ("LOCAL", "GLOBAL"):
        for name in ("barrier", "mem_fence", "read_mem_fence", "write_mem_fence"):
            yield statement(f"{name}(CLK_{flag}_MEM_FENCE);")


def copies() -> Iterator[str]:  # 6.12.10
    for g in (s + w for s in scalars() for w in WIDTHS):
        head = f"global {g} *a, local {g} *b"
        for to, source in (("a", "b"), ("b", "a")):
            for call_of in (f"async_work_group_copy({to}, {source}, 3, 0)",
                            f"async_work_group_strided_copy({to}, {source}, 3, 2, 0)"):  # fmt: skip
                yield statement(f"event_t e = {call_of}; wait_group_events(1, &e);", head)
        yield statement("prefetch(a, 3);", head)


def atomics() -> Iterator[str]:  # 6.12.11, and 9.5 to 9.8 of the extensions of OpenCL 1.0
    for prefix, space, t in itertools.product(("atomic_", "atom_"), SPACES[:2], ("int", "uint")):
        for v in ("", "volatile ") if prefix == "atomic_" else ("volatile ",):
            p = f"{space} {v}{t} *"
            for name in ("add", "sub", "xchg", "min", "max", "and", "or", "xor"):
                yield call(t, prefix + name, p, t)
            yield from (call(t, prefix + name, p) for name in ("inc", "dec"))
            yield call(t, prefix + "cmpxchg", p, t, t)
    yield from (call("float", "atomic_xchg", f"{space} float *", "float") for space in SPACES[:2])


def vectors() -> Iterator[str]:  # 6.12.12
    even = ("2", "4", "8", "16")
    for s, m, n in itertools.product(scalars(), even, even):
        mask = integer_of(s, True) + n
        yield call(s + n, "shuffle", s + m, mask)
        yield call(s + n, "shuffle2", s + m, s + m, mask)
    for s, w in itertools.product(scalars(), WIDTHS):
        yield statement(f"*out = vec_step({s}{w}) + vec_step(*in);",
                        f"global int *out, global {s}{w} *in")  # fmt: skip


def printing() -> Iterator[str]:  # 6.12.13
    for s, w in itertools.product(scalars(), WIDTHS):
        length = {8: "hh", 16: "h", 32: "hl" if w else "", 64: "l"}[bits_of(s)]
        if s in ("float", "double"):
            length = {"float": "hl" if w else "", "double": "l" if w else ""}[s]
        kind = "f" if s in ("float", "double") else "u" if s.startswith("u") else "d"
        vector = f"v{w}" if w else ""
        yield statement(f'printf("%{vector}{length}{kind}\\n", *in);', f"global {s}{w} *in")
    yield statement('printf("%s %c %p %%\\n", "text", 65, in);', "global int *in")


IMAGES = {"1d": "", "2d": "2", "3d": "4", "1d_array": "2", "2d_array": "4"}  # coordinates
KINDS = {"f": "float4", "i": "int4", "ui": "uint4"}


def images() -> Iterator[str]:  # 6.12.14
    for (dimension, n), (suffix, texel) in itertools.product(IMAGES.items(), KINDS.items()):
        image = f"image{dimension}_t"
        for c in ("int", "float"):
            yield statement(f"*out = read_image{suffix}(image, sampler, *at);",
                            f"read_only {image} image, sampler_t sampler, global {c}{n} *at, global {texel} *out")  # fmt: skip
        yield statement(f"*out = read_image{suffix}(image, *at);",
                        f"read_only {image} image, global int{n} *at, global {texel} *out")  # fmt: skip
        yield statement(f"write_image{suffix}(image, *at, *texel);",
                        f"write_only {image} image, global int{n} *at, global {texel} *texel")  # fmt: skip
    for suffix, texel in KINDS.items():
        yield statement(f"*out = read_image{suffix}(image, *at);",
                        f"read_only image1d_buffer_t image, global int *at, global {texel} *out")  # fmt: skip
        yield statement(f"write_image{suffix}(image, *at, *texel);",
                        f"write_only image1d_buffer_t image, global int *at, global {texel} *texel")  # fmt: skip
    for access, dimension in itertools.product(("read_only", "write_only"), (*IMAGES, "1d_buffer")):
        head = f"{access} image{dimension}_t image, global int *out"
        queries = ["width", "channel_data_type", "channel_order"]
        queries += ["height"] * (dimension[0] != "1") + ["depth"] * (dimension == "3d")
        yield from (statement(f"*out = get_image_{query}(image);", head) for query in queries)
        if dimension.endswith("array"):
            yield statement("*out = (int)get_image_array_size(image);", head)
        if dimension[0] != "1":
            yield statement(f"vstore{4 if dimension == '3d' else 2}(get_image_dim(image), 0, out);", head)


def conversions() -> Iterator[str]:  # 6.2.3
    for to, source, w, mode in itertools.product(scalars(), scalars(), WIDTHS, MODES):
        for sat in ("", "_sat") if to in INTEGERS else ("",):
            yield call(to + w, f"convert_{to}{w}{sat}{mode}", source + w)


def reinterpretations() -> Iterator[str]:  # 6.2.4
    for to, source, w, v in itertools.product(scalars(), scalars(), WIDTHS, WIDTHS):
        elements = (4 if w == "3" else int(w or 1)), (4 if v == "3" else int(v or 1))
        if elements[0] * bits_of(to) == elements[1] * bits_of(source):
            yield call(to + w, f"as_{to}{w}", source + v)


SECTIONS = (work_items, math, integers, common, geometric, relational, memory, halves, synchronisation,
            copies, atomics, vectors, printing, images, conversions, reinterpretations)  # fmt: skip


def sample(bodies: Iterable[str], every: int) -> Iterator[str]:
    """One of so many, and the first that calls a function."""
    called: set[str] = set()
    for number, body in enumerate(bodies):
        functions = set(CALL.findall(body))
        if number % every == 0 or not functions <= called:
            called |= functions
            yield body


def compile_kernels(program: str, chip: str, bodies: list[str]) -> str:
    """Returns the errors of kernels; empty: none."""
    head = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" if DOUBLE else ""
    text = head + "".join(f"kernel void k{i}{body}\n" for i, body in enumerate(bodies))
    with tempfile.NamedTemporaryFile("w", suffix=".cl") as file:
        file.write(text)
        file.flush()
        # Unoptimised IR is enough to see what is not there.
        command = [program, file.name, "--chip", chip, "--emit=ll", "-cl-opt-disable", "-w"]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode == 0:
        return ""
    lines = text.splitlines()
    errors = [line for line in done.stderr.splitlines() if "error" in line]
    places = [line.removeprefix(file.name).lstrip(":").split(":")[0] for line in errors]
    return "\n".join(
        f"{error}\n    {lines[int(place) - 1] if place.isdigit() else ''}" for error, place in zip(errors, places)
    ) or f"exit status {done.returncode}: {done.stderr[-500:]}"


def main() -> int:
    global DOUBLE
    program, chip, wanted = sys.argv[1], sys.argv[2], sys.argv[3:]
    DOUBLE = chip == "cypress"
    long = os.environ.get("ROOTLE_LONG_TESTS") == "1"
    faults = 0
    for section in SECTIONS:
        if wanted and section.__name__ not in wanted:
            continue
        every = SAMPLE_OF_CONVERSIONS if section is conversions else SAMPLE
        bodies = list(sample(section(), 1 if long else every))
        for first in range(0, len(bodies), KERNELS_OF_A_FILE):
            fault = compile_kernels(program, chip, bodies[first : first + KERNELS_OF_A_FILE])
            faults += bool(fault)
            print(fault, end="\n" if fault else "", flush=True)
        print(f"{section.__name__}: {len(bodies)} calls", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
