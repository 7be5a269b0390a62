#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds what is told of programs that Mesa's r600 has compiled, behind rootle-drm, against what they are:
test_mesa.py ROOTLE-DRM GL-TESTER LAUNCH. Each wrong shader is reported with an instruction, and no right twin is; so
are kernels that clover compiles, where its packages are in the cache. Exit status 77: Mesa's OpenGL is not there."""

import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import corpus

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "program-tester"))

from runner import debian, mesa  # noqa: E402
from runner.places import cache_folder  # noqa: E402

SKIPPED = 77
PLACE = r"[^\n]*\n    at byte 0x[0-9a-f]+ of the program's machine code"
HEAD = """\
/*!
[config]
name: {name}
kernel_name: main
[test]
name: {name}
global_size: 64
expect: runs
arg_in: 0 buffer uint[64] repeat 0
{image}
!*/
#version 430
#define W(wrong, right) {variant}
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Results {{ uint results[]; }};
{global}
void main()
{{
    uint l = gl_LocalInvocationIndex;
    {body}
}}
"""
IMAGE = (
    "arg_in: 1 image uint repeat 0 image_type 2d image_width 8 image_height 8 "
    "image_channel_order R image_channel_data_type UNSIGNED_INT32"
)
TEXELS = "layout(binding = 1, r32ui) uniform writeonly uimage2D image;"
TILE = "shared uint tile[64];"


@dataclass(frozen=True)
class Shader:
    name: str
    said: str
    body: str
    global_: str = ""

    def text(self, variant: str) -> str:
        image = IMAGE if self.global_ == TEXELS else ""
        return HEAD.format(name=self.name, image=image, variant=variant, body=self.body, **{"global": self.global_})


SHADERS = (
    Shader("shared_memory", "race: load of 4 bytes at local address", "tile[l] = l; W(, barrier()); results[l] = tile[(l + 1u) & 63u];", TILE),
    Shader("buffer", "race: write of a texel conflicts", "results[l] = l + results[(l + W(1u, 0u)) & 63u];"),
    Shader("texels", "race: write of a texel conflicts", "imageStore(image, ivec2(l & 7u, W(0u, l >> 3)), uvec4(l));", TEXELS),
    Shader("barrier", "barrier: not all work-items", "tile[l] = l; if (results[l] >= W((l & 1u), 0u)) barrier(); results[l] = tile[l];", TILE),
    Shader("tile", "uninitialised: a value that nobody wrote", "if (l < W(60u, 64u)) tile[l] = l; barrier(); results[l] = tile[l];", TILE),
    Shader("array", "uninitialised: a value that nobody wrote",
           "uint a[16]; for (uint i = 0u; i < W(15u, 16u); i++) a[i] = i + l; results[l] = a[(results[l] + 15u) & 15u];"),
    Shader("edge", r"image: write of texel \(8, 0\)", "imageStore(image, ivec2(W(1u, 0u) + (l & 7u), l >> 3), uvec4(l));", TEXELS),
)  # fmt: skip

# An atomic operation may order what is around it, which machine code does not say: nothing is told.
ORDERED = "results[l] = l; memoryBarrierBuffer(); uint n = atomicAdd(results[63], 0u); results[(l + 1u) & 31u] = n;"

# The kernels of these files that clover's code tells nothing of: a barrier's fence is not in it, and
# nor is where a variable of local memory ends.
CLOVER = {
    "barriers": {"local_fence_for_global", "global_fence_for_local"},
    "local": {"other_variable_stored", "other_argument", "other_argument_before"},
}


def run_shader(node: str, tester: str, shader: Shader, variant: str) -> tuple[str, str]:
    """What the tester says, and what is reported."""
    environment = {**os.environ, "EGL_PLATFORM": "surfaceless", "ROOTLE_CHECK": "all", "ROOTLE_DRM_FATAL": "0"}
    with tempfile.TemporaryDirectory(prefix="rootle-mesa-") as folder:
        file = Path(folder) / f"{shader.name}.comp"
        file.write_text(shader.text(variant), encoding="utf-8")
        done = subprocess.run(
            [node, tester, "--text", str(file)], env=environment, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
    return done.stdout, done.stderr


def judge_shader(node: str, tester: str, shader: Shader) -> list[str]:
    problems = []
    for variant in ("wrong", "right"):
        said, told = run_shader(node, tester, shader, variant)
        if "1 test in" not in said or "1 pass" not in said:
            problems.append(f"{shader.name}, {variant}, does not run:\n{said}{told}")
        elif bool(re.search(shader.said + PLACE, told)) != (variant == "wrong") or (variant == "right" and told.strip()):
            problems.append(f"{shader.name}, {variant}: {told!r}")
    return problems


def judge_clover(node: str, launch: str) -> list[str]:
    library, environment = mesa.clover()
    environment |= {"OCL_ICD_VENDORS": library, "ROOTLE_CHECK": "all", "ROOTLE_DRM_FATAL": "0"}
    problems = []
    for stem, quiet in CLOVER.items():
        file = corpus.FOLDER / f"{stem}.cl"
        wrong, right = (corpus.run([node, launch], file, variant, environment) for variant in ("wrong", "right"))
        missed = {case.name for case in corpus.read(file) if corpus.silent(wrong[case.name])}
        if missed != quiet:
            problems.append(f"{stem}: nothing is told of {sorted(missed)}, not of {sorted(quiet)}")
        problems += [f"{stem}, right: {name}: {text}" for name, text in right.items() if not corpus.silent(text)]
    return problems


def main() -> int:
    node, tester, launch = sys.argv[1:]
    if not Path(tester).exists():
        print("there is no gl-tester")
        return SKIPPED
    said, told = run_shader(node, tester, SHADERS[0], "right")
    if "1 test in" not in said:
        print(f"Mesa's r600 is not there:\n{said}{told}")
        return SKIPPED
    problems = [problem for shader in SHADERS for problem in judge_shader(node, tester, shader)]
    ordered = run_shader(node, tester, Shader("ordered", "", ORDERED), "right")
    problems += [f"ordered: {ordered}"] if "race" in ordered[1] or "1 pass" not in ordered[0] else []
    kernels = "clover's packages are not in the cache"
    if (cache_folder() / "debian" / "mesa-clover" / "packages").is_file():
        try:
            problems += judge_clover(node, launch)
            kernels = f"{len(CLOVER)} files of kernels"
        except debian.PackageError as error:
            problems.append(str(error))
    print("\n".join(problems) or f"{len(SHADERS)} wrong shaders are told of; {kernels}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
