#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests of each pass, by the code with it and without it; of what is refused, with its line and reason.

Usage: test_r500.py ROOTLE-CC."""

import os
import re
import subprocess
import sys
from pathlib import Path

COMPILER = sys.argv[1]
HEAD = "constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
HEAD += "#define HERE (int2)(get_global_id(0), get_global_id(1))\n"
WRITES = "kernel void k(write_only image2d_t o, read_only image2d_t i, float4 a, float4 b, float x, int n)\n"

# Pass, body, and what the code has with it and without it: regular expressions, of the listing.
PASSES = [
    # A product and a sum; a scale; a clamp.
    ("combine", "{ float4 t = read_imagef(i, s, HERE) * a; t += b; write_imagef(o, HERE, t); }", r"\A(?:(?!MAD).)*(?:MAD(?:(?!MAD).)*){2}\Z", r"(?:MAD.*){4}"),
    ("combine", "{ write_imagef(o, HERE, (read_imagef(i, s, HERE) + a) * 4.0f); }", r"out0\.rgb = MAD\*4", r"\A(?!.*MAD\*4)"),
    ("combine", "{ write_imagef(o, HERE, clamp(read_imagef(i, s, HERE) + a, 0.0f, 1.0f)); }", r"MAD\.sat", r"MAX.*MIN"),
    # An `if` without an `else` leaves u as it was, so nothing is to be done in the other arm; as two variables, that arm has a move.
    (
        "coalesce",
        "{ float u = x; for (int j = 0; j < n; j++) { if (u > 3.0f) u = read_imagef(i, s, HERE + j).x; u = u * u; }"
        "  write_imagef(o, HERE, (float4)(u)); }",
        r"\A(?!.*jump \d+ else)",
        r"jump \d+ else \| +\d+ alu t\d+\.\w = MAD t\d+\.\w 1 -0 \| +\d+ flow jump",
    ),
    # The pixel's channels are written where they are made.
    ("outputs", "{ write_imagef(o, HERE, min(read_imagef(i, s, HERE), a)); }", r"instructions: 2\b", r"instructions: 3\b"),
    # An if around a break, and arms that are empty.
    (
        "flow",
        "{ float v = x; for (int j = 0; j < n; j++) { v *= v; if (v > 9.0f) break; } write_imagef(o, HERE, (float4)(v)); }",
        r"\A(?!.*jump \d+ unless)",
        r"break \d+",
    ),
    # The end of the inner loop ends the outer one, too.
    (
        "predicate",
        "{ float v = x; for (int j = 0; j < n; j++) v *= v; write_imagef(o, HERE, (float4)(v)); }",
        r"p\.a\(>=0\).*break \d+ if p\.a.*endloop.*break \d+ if p\.a",
        r"\A(?!.*if p\.).*result.*break \d+ if result.*result.*break \d+ if result",
    ),
    (
        "circle",
        "{ float4 c = a; for (int j = 0; j < n; j++) c = c.yzxw; write_imagef(o, HERE, c); }",
        r"(t\d+)\.rgb = MAD \1\.(gbr|brg) 111 -000",
        r"\A(?!.*(t\d+)\.rgb = MAD \1\.(gbr|brg))",
    ),
    # Four square roots, one after the other or all at once.
    ("search", "{ write_imagef(o, HERE, x != 0.0f ? sqrt(a) : b); }", r"\A(?!.*t[1-9])", r"t3\."),
    # The four presubtracts.
    ("presub", "{ float4 t = read_imagef(i, s, HERE); write_imagef(o, HERE, a * (1.0f - t)); }", r"\(1-t\d+\)", r"\A(?!.*\(1-t)"),
    ("presub", "{ float4 t = read_imagef(i, s, HERE); write_imagef(o, HERE, a * (1.0f - 2.0f * t)); }", r"\(1-2\*t\d+\)", r"\A(?!.*\(1-2)"),
    (
        "presub",
        "{ float4 t = read_imagef(i, s, HERE), u = read_imagef(i, s, HERE + 3); write_imagef(o, HERE, (t - u) * a); }",
        r"\(t\d+-t\d+\)",
        r"\A(?!.*\(t\d+-t\d+\))",
    ),
    (
        "presub",
        "{ float4 t = read_imagef(i, s, HERE), u = read_imagef(i, s, HERE + 3); write_imagef(o, HERE, (t + u) * a); }",
        r"\(t\d+\+t\d+\)",
        r"\A(?!.*\(t\d+\+t\d+\))",
    ),
    # An if's values are written over those that it leaves, where a predicate holds; without that, four selects are an
    # instruction.
    (
        "guard",
        "{ float4 t = read_imagef(i, s, HERE), v = t * b; if (t.x * t.y > 0.5f) { v = min(t, a); v.w = t.x * t.x; }"
        "  write_imagef(o, HERE, v * v.yzwx); }",
        r"instructions: 5 (?!.*CMP).*p\.([rgba])\(>=0\).* !?\1: t\d",
        r"instructions: 6 (?!.*p\.).*CMP",
    ),
    # Four products are a half of colours and one of alpha.
    ("pair", "{ write_imagef(o, HERE, read_imagef(i, s, HERE) * a); }", r"instructions: 2\b", r"instructions: 5\b"),
]

# Body, line of the error, words of it.
REFUSED = [
    ("{ write_imagef(o, HERE + 1, a); }", 4, "not at the global id"),
    ("{ if (x > 1.0f)\n read_imagef(i, s, HERE), write_imagef(o, HERE, read_imagef(i, s, HERE + n)); }", 5, "in a branch"),
    ("{ write_imagef(o, HERE, a);\n write_imagef(o, HERE, b); }", 5, "written twice"),
    ("{ float4 c = a * b; }", 3, "no pixel is written"),
    ("{ float v[4] = {x, 1.0f, 2.0f, 3.0f};\n write_imagef(o, HERE, (float4)(v[n])); }", 4, "known at run time"),
    ("{ write_imagef(o, HERE, (float4)(n ^ 5)); }", 4, "no bit operations"),
    ("{ write_imagef(o, HERE, (float4)(n << (int)x)); }", 4, "a shift by what is not a constant"),
]


# Kernels that are no image programs, each from line 1 on.
OTHERS = [
    ("kernel void k(global float *a, global float *b)\n{\n size_t i = get_global_id(0);\n a[i] += b[i];\n}\n", 4, "a buffer"),
    ("kernel void k(write_only image2d_t o, global float *a)\n{\n int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
     " float v =\n  a[at.x];\n write_imagef(o, at, (float4)(v));\n}\n", 5, "a buffer"),
    ("kernel void k(global int *a)\n{\n atomic_inc(\n  a);\n}\n", 3, "nor a builtin of this device"),
    ("kernel void k(float x)\n{\n}\n", 1, "no pixel is written"),
    ("kernel void k(write_only image2d_t o)\n{\n write_imageui(o, 0, 1);\n}\n", 3, "no images of integers"),
]

# Programs that did not build, or whose words were wrong: body, and what their code has.
BUILT = [
    # Constants that are no swizzles beside a variable, in one factor of a dot product.
    (
        "{ float4 t = read_imagef(i, s, HERE); write_imagef(o, HERE, (float4)(dot((float4)(t.x, 0.3f, 0.7f, 5.0f), t.yxwz))); }",
        r"DP4",
    ),
    # Masks: of bits behind the lowest, and of all that a float holds.
    ("{ write_imagef(o, HERE, (float4)(n & 12)); }", r"FRC.*FRC"),
    ("{ write_imagef(o, HERE, (float4)(n & 0x3fffffff)); }", r"\A(?!.*FRC)"),
]


def compile_program(source: str, without: str = "") -> subprocess.CompletedProcess[str]:
    command = [COMPILER, "--chip", "rv515", "-"]
    environment = dict(os.environ, ROOTLE_DISABLE=without)
    return subprocess.run(command, input=source, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, timeout=60)


def listing(body: str, without: str) -> str:
    done = compile_program(HEAD + WRITES + body, without)
    assert not done.returncode, done.stdout
    lines = [line for line in done.stdout.splitlines() if re.match(r" +\d+ (alu|out|tex|flow)", line)]
    return f"instructions: {len(lines)} | " + " | ".join(lines)


def pass_faults() -> list[str]:
    faults = []
    for name, body, after, before in PASSES:
        for without, want in (("", after), (name, before)):
            code = listing(body, without)
            if not re.search(want, code):
                faults.append(f"{'without ' if without else ''}{name}: {want!r} is not in the code of {body}\n    {code}")
    return faults


def refusal_faults() -> list[str]:
    faults = []
    programs = [(HEAD + WRITES + body, line, words) for body, line, words in REFUSED] + OTHERS
    for source, line, words in programs:
        done = compile_program(source)
        place = re.search(rf"line {line}: |<stdin>:{line}: ", done.stdout)
        if done.returncode != 1 or words not in done.stdout or not place:
            faults.append(f"{source}: not refused with line {line} and '{words}' but {done.returncode}: {done.stdout}")
    return faults


def length_faults() -> list[str]:
    """What cannot fit is refused before all of it is scheduled, which took minutes."""
    source = HEAD + WRITES + "{ " + "if (x < a.x) { a.x = a.x * 1.5f + b.y;\n" * 70 + "}" * 70 + " write_imagef(o, HERE, a); }"
    done = compile_program(source)
    return [] if done.returncode == 1 and "kernel k: more than 512 instructions" in done.stdout else [f"70 ifs: {done.stdout}"]


def build_faults() -> list[str]:
    faults = []
    for body, want in BUILT:
        code = listing(body, "")
        if not re.search(want, code):
            faults.append(f"{want!r} is not in the code of {body}\n    {code}")
    return faults


# Lines of the source between instructions, in their order; of what is inlined, that of its caller.
LISTED = """kernel void k(write_only image2d_t o, read_only image2d_t i, float a)
{
    float4 t = read_imagef(i, s, HERE);
    float4 u = t *
        a;
    for (int n = 0; n < 1000; n++) {
        if (u.x > 3.0f)
            break;
        u *= u;
    }
    write_imagef(o, HERE, u);
}
"""


def line_faults() -> list[str]:
    first = HEAD.count("\n")
    command = [COMPILER, "--chip", "rv515", "--source", "-"]
    done = subprocess.run(command, input=HEAD + LISTED, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
    lines = [int(n) - first for n in re.findall(r"^; <stdin>:(\d+):", done.stdout, re.M)]
    wanted = [3, 4, 9, 11]
    if done.returncode or [n for n in lines if n in wanted] != wanted:
        return [f"lines {lines}, not {wanted}: {done.stdout}"]
    return []


# Look-ups, and what the program has that is behind the first one and repeats and mirrors by itself; empty: there is none.
REPEAT = "constant sampler_t r = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_{} | CLK_FILTER_{};\n"
WRAPPED = [
    (REPEAT.format("REPEAT", "NEAREST"), "read_imagef(i, r, a.xy)", r"^(?!.*flow)(?=.*width\(unit0\))(?!.*mirrored).*FRC"),
    (REPEAT.format("REPEAT", "LINEAR"), "read_imagef(i, r, a.xy)", r"^(?!.*flow)(.*unit0\.rgba){4}"),
    (REPEAT.format("MIRRORED_REPEAT", "LINEAR"), "read_imagef(i, r, a.xy)", r"^(?!.*flow)(.*unit0\.rgba){4}"),
    (REPEAT.format("CLAMP", "LINEAR"), "read_imagef(i, r, a.xy)", ""),
    ("", "read_imagef(i, s, a.xy)", ""),
    ("", "read_imagef(i, (int2)(n))", ""),
    ("", "read_imagef(i, h, a.xy)", r"(?=.*mirrored\(unit0\)).*flow(.*unit0\.rgba){4}.*flow.*unit0\.rgba.*flow"),
    ("", "read_imagef(d, h, a)", ""),
]


def wrap_faults() -> list[str]:
    faults = []
    for sampler, look_up, want in WRAPPED:
        parameters = "write_only image2d_t o, read_only image2d_t i, read_only image3d_t d, sampler_t h, float4 a, int n"
        done = compile_program(f"{HEAD}{sampler}kernel void k({parameters}) {{ write_imagef(o, HERE, {look_up}); }}")
        _, found, second = done.stdout.partition("no powers of two:")
        if done.returncode or bool(found) != bool(want) or not re.search(want, second.replace("\n", " ")):
            faults.append(f"{want!r} is not in the second program of {sampler}{look_up}\n{done.stdout}")
    return faults


def form_faults() -> list[str]:
    """Fragment IR is of its form behind each pass, and to check that changes no code."""
    faults = []
    for path in sorted((Path(__file__).parent / "corpus").glob("*.cl")):
        codes = []
        for debug in ("", "verify"):
            environment = dict(os.environ, ROOTLE_DEBUG=debug)
            done = subprocess.run([COMPILER, "--chip", "rv515", path], capture_output=True, text=True, env=environment, timeout=60)
            codes.append((done.returncode, done.stdout))
            if done.returncode:
                faults.append(f"{path.name} with ROOTLE_DEBUG={debug}: {done.stderr}")
        if codes[0] != codes[1]:
            faults.append(f"{path.name}: other code with ROOTLE_DEBUG=verify")
    return faults


def main() -> int:
    faults = pass_faults() + refusal_faults() + length_faults() + build_faults() + line_faults() + wrap_faults() + form_faults()
    for fault in faults:
        print(fault)
    print(f"{len(PASSES)} passes and {len(REFUSED + OTHERS)} refusals: {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
