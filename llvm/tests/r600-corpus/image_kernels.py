# SPDX-License-Identifier: MIT
"""Kernels with the image instructions of LLVM's R600 back end, compiled by llc.

Of the intrinsics that LLVM declares (IntrinsicsAMDGPU.td), its back end selects only llvm.r600.tex, texc, cube and
rat.store.typed. Its instructions for the others are reached through machine IR: tex is selected, and then replaced in
the text. All read resource 5 with sampler 2, and write RAT 3 (images.c).
"""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

GROUP = 64
# Finds the work-item's vector of a buffer; arguments are out, in and coordinates.
HEAD = f"""
declare i32 @llvm.r600.read.tidig.x()
declare i32 @llvm.r600.read.tgid.x()
declare <4 x float> @llvm.r600.cube(<4 x float>)
declare <4 x float> @llvm.r600.tex(<4 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare <4 x float> @llvm.r600.texc(<4 x float>, i32, i32, i32, i32, i32, i32, i32, i32, i32)
declare void @llvm.r600.rat.store.typed(<4 x i32>, <4 x i32>, i32)
define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(1) %at) {{
  %local = call i32 @llvm.r600.read.tidig.x()
  %group = call i32 @llvm.r600.read.tgid.x()
  %first = mul i32 %group, {GROUP}
  %id = add i32 %first, %local
  %in.id = getelementptr <4 x i32>, ptr addrspace(1) %in, i32 %id
  %out.id = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %id
  %at.id = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 %id
"""
END = "  ret void\n}\n"
READ = """  %c = load <4 x float>, ptr addrspace(1) %in.id
  %r = call <4 x float> @llvm.r600.{intrinsic}(<4 x float> %c{operands})
  store <4 x float> %r, ptr addrspace(1) %out.id
"""
STORE = """  %d = load <4 x i32>, ptr addrspace(1) %in.id
  %i = load <4 x i32>, ptr addrspace(1) %at.id
  call void @llvm.r600.rat.store.typed(<4 x i32> %d, <4 x i32> %i, i32 3)
"""


@dataclass(frozen=True)
class Kernel:
    """One instruction. Coordinate types are 1 where a coordinate is normalized."""

    instruction: str  # of LLVM, or the name of an intrinsic that is none
    types: tuple[int, int, int, int] = (0, 0, 0, 0)
    offset: int = 0  # in x, texels

    @property
    def name(self) -> str:
        return f"{self.instruction}-{''.join(map(str, self.types))}-{self.offset}"

    @property
    def text(self) -> str:
        if self.instruction == "rat.store.typed":
            return HEAD + STORE + END
        if self.instruction == "cube":
            return HEAD + READ.format(intrinsic="cube", operands="") + END
        numbers = (self.offset, 0, 0, 5, 2, *self.types)
        operands = "".join(f", i32 {number}" for number in numbers)
        intrinsic = "texc" if self.instruction == "TEX_SAMPLE_C" else "tex"
        return HEAD + READ.format(intrinsic=intrinsic, operands=operands) + END

    @property
    def selected(self) -> str:
        """The instruction that LLVM selects for the text, where this one stands in its place."""
        by_intrinsic = ("rat.store.typed", "cube", "TEX_SAMPLE", "TEX_SAMPLE_C")
        return "" if self.instruction in by_intrinsic else "TEX_SAMPLE"


class Compiler:
    def __init__(self, llc: str, chip: str, folder: Path) -> None:
        self.command = [llc, "-march=r600", f"-mcpu={chip}"]
        self.folder = folder
        self.objects: dict[Kernel, Path] = {}

    def run(self, *arguments: str) -> None:
        subprocess.run([*self.command, *arguments], check=True, capture_output=True, text=True)

    def object(self, kernel: Kernel) -> Path:
        if kernel not in self.objects:
            self.objects[kernel] = self.compile(kernel)
        return self.objects[kernel]

    def compile(self, kernel: Kernel) -> Path:
        source, found = (self.folder / f"{kernel.name}{suffix}" for suffix in (".ll", ".o"))
        source.write_text(kernel.text)
        start: tuple[str, ...] = ()
        if kernel.selected:
            machine = source.with_suffix(".mir")
            self.run("-stop-after=finalize-isel", str(source), "-o", str(machine))
            text, count = re.subn(rf"\b{kernel.selected} ", f"{kernel.instruction} ", machine.read_text())
            assert count == 1, f"LLVM does not select {kernel.selected}"
            machine.write_text(text)
            source, start = machine, ("-start-after=finalize-isel",)
        self.run(*start, "-filetype=obj", str(source), "-o", str(found))
        return found


def can_select(llc: str, chip: str, intrinsic: str) -> bool:
    """Whether the back end knows what to do with an intrinsic of textures that LLVM declares."""
    vector = "<4 x i32>" if intrinsic in ("txf", "txq") else "<4 x float>"
    declared = f"declare {vector} @llvm.r600.{intrinsic}({vector}" + ", i32" * 9 + ")"
    operands = ", i32 0" * 9
    body = f"""define amdgpu_kernel void @k(ptr addrspace(1) %out, {vector} %c) {{
  %r = call {vector} @llvm.r600.{intrinsic}({vector} %c{operands})
  store {vector} %r, ptr addrspace(1) %out
  ret void
}}
{declared}
"""
    command = [llc, "-march=r600", f"-mcpu={chip}", "-o", "-"]
    done = subprocess.run(command, input=body, capture_output=True, text=True)
    assert done.returncode == 0 or f"Cannot select: intrinsic %llvm.r600.{intrinsic}" in done.stderr, done.stderr
    return done.returncode == 0
