#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make_binaries.py ASSEMBLER FOLDER: binaries in AMD's form, with machine code written here by hand in the
way of AMD's compiler, for the tests of their reader and as seeds of fuzzing."""

import subprocess
import sys
from pathlib import Path

from elf_writer import MACHINES, Kernel, program

FETCH = "fetch_type:no_index_offset mega_fetch_count:3 use_const_fields mega_fetch"
END = "MEM_RAT_CACHELESS STORE_RAW RAT11[R1], R0.{mask} type:write_ind array_size:4 end_of_program mark barrier\n"
# R2.x: the global id; R2.y: four times it.
GLOBAL_ID = """
0 t: MULLO_INT (R0.w), R1.x, KC0[1].x
1 y: ADD_INT (R0.y), R0.x, PS
2 x: ADD_INT R2.x, PV.y, KC0[6].x
3 y: LSHL_INT R2.y, PV.x, [0x2].x
"""


def pointer(name: str, offset: int, memory: str = "uav:11", qualifiers: str = "RW:0:0") -> str:
    return f"pointer:{name}:i32:1:1:{offset}:{memory}:4:{qualifiers}"


# out[id] = a[id] + b[id]: by a cached and an uncached resource; the second fetch reads another channel of the
# register that the first writes.
SUM = f"""
ALU KC0=CB0[0-15] KC1=CB1[0-15] barrier
{GLOBAL_ID}
4 y: ADD_INT R0.y, KC1[0].x, PV.y
  z: ADD_INT R0.z, KC1[1].x, PV.y
5 x: ADD_INT R1.x, KC1[2].x, R2.y
  y: LSHR_INT R0.y, PV.y, [0x2].x
  z: LSHR_INT R0.z, PV.z, [0x2].x
6 x: LSHR_INT R1.x, PV.x, [0x2].x
TC barrier
VTX_FETCH R0.x___, R0.y, B153 {FETCH}
VTX_FETCH R2.x___, R0.z, B173 {FETCH}
ALU barrier
0 x: ADD_INT R0.x, R0.x, R2.x
{END.format(mask="x___")}"""

# out[id] = in[the other end of the group], through local memory.
REVERSE = f"""
ALU KC0=CB0[0-15] KC1=CB1[0-15] barrier
{GLOBAL_ID}
4 x: ADD_INT R1.x, KC1[1].x, PV.y
  y: ADD_INT R0.y, KC1[0].x, PV.y
  z: LSHL_INT R0.z, R0.x, [0x2].x
5 x: LSHR_INT R1.x, PV.x, [0x2].x
  y: LSHR_INT R0.y, PV.y, [0x2].x
TC barrier
VTX_FETCH R3.x___, R0.y, B153 {FETCH}
ALU KC0=CB0[0-15] KC1=CB1[0-15] barrier
0 x: ADD_INT R4.x, KC1[2].x, R0.z
  y: SUB_INT R4.y, KC0[1].x, R0.x
1 x: LDS_WRITE R4.x, R3.x, 0
2 x: GROUP_BARRIER (R0.x)
ALU KC0=CB0[0-15] KC1=CB1[0-15] barrier
0 y: ADD_INT R4.y, R4.y, M_1_INT
1 y: LSHL_INT R4.y, PV.y, [0x2].x
2 y: ADD_INT R4.y, PV.y, KC1[2].x
3 x: LDS_READ_RET R4.y
4 x: MOV R0.x, LDS_OQ_A_POP
{END.format(mask="x___")}"""

# out[id] = how often a counted loop went round.
COUNT = f"""
ALU KC0=CB0[0-15] KC1=CB1[0-15] barrier
{GLOBAL_ID}
4 x: ADD_INT R1.x, KC1[0].x, PV.y
  z: MOV R3.z, 0
5 x: LSHR_INT R1.x, PV.x, [0x2].x
LOOP_START_NO_AL @4 cf_const:3 barrier
ALU barrier
0 z: ADD_INT R3.z, R3.z, 1_INT
LOOP_END @2 barrier
ALU barrier
0 x: MOV R0.x, R3.z
{END.format(mask="x___")}"""

# out[id] = the id in scratch memory, read back from the register that it was written to.
PRIVATE = f"""
ALU KC0=CB0[0-15] KC1=CB1[0-15] barrier
{GLOBAL_ID}
4 x: ADD_INT R1.x, KC1[0].x, PV.y
  y: AND_INT R5.y, R2.x, [0x3].x
  z: MOV R3.z, R2.x
5 x: LSHR_INT R1.x, PV.x, [0x2].x
  t: MOV R5.x, PV.y
MEM_SCRATCH [R5], R3.xyzw type:write_ind_ack elem_size:3 array_size:3 mark barrier
WAIT_ACK barrier
TC barrier
READ_SCRATCH R6.xyzw, R5.x elem_size:3 uncached indexed array_size:3
ALU barrier
0 x: MOV R0.x, R6.z
{END.format(mask="x___")}"""

# out[id] = id odd ? 7 : 9, with a result in the register that there is not, which the next group forwards.
CHOOSE = f"""
ALU KC0=CB0[0-15] KC1=CB1[0-15] barrier
{GLOBAL_ID}
4 x: ADD_INT R1.x, KC1[0].x, PV.y
  y: AND_INT R0.y, R2.x, 1_INT
5 x: LSHR_INT R1.x, PV.x, [0x2].x
  y: CNDE_INT R123.y, PV.y, [0x9].y, [0x7].z
6 x: MOV R0.x, PV.y
{END.format(mask="x___")}"""

# out[4 * id ...] = in[4 * id ...] + in[4 * id + 1, twice], by resources of 16 and 8 bytes.
WIDE = f"""
ALU KC0=CB0[0-15] KC1=CB1[0-15] barrier
{GLOBAL_ID}
4 y: LSHL_INT R2.y, PV.y, [0x2].x
5 x: ADD_INT R1.x, KC1[1].x, PV.y
  y: ADD_INT R0.y, KC1[0].x, PV.y
6 x: LSHR_INT R1.x, PV.x, [0x2].x
  y: LSHR_INT R2.y, PV.y, [0x4].y
  z: LSHR_INT R2.z, PV.y, [0x3].z
TC barrier
VTX_FETCH R4.xyzw, R2.y, B175 {FETCH}
VTX_FETCH R5.xy__, R2.z, B174 {FETCH}
ALU barrier
0 x: ADD_INT R0.x, R4.x, R5.y
  y: ADD_INT R0.y, R4.y, R5.y
  z: ADD_INT R0.z, R4.z, R5.y
  w: ADD_INT R0.w, R4.w, R5.y
{END.format(mask="xyzw")}"""


def dump(first: int, count: int) -> str:
    """Work-item 0 stores vectors of both constant buffers, one after another; the last is arguments' [0]."""
    text = "ALU KC0=CB0[0-15] KC1=CB1[0-15] barrier\n0 x: LSHR_INT R1.x, KC1[0].x, [0x2].x\n"
    for n in range(first + count):
        bank, index = (0, n) if n < first else (1, n - first + 1)
        moves = "  ".join(f"{c}: MOV R0.{c}, KC{bank}[{index}].{c}\n" for c in "xyzw")
        text += ("" if n == 0 else "ALU KC0=CB0[0-15] KC1=CB1[0-15] barrier\n0 x: ADD_INT R1.x, R1.x, [0x4].x\n")
        text += f"{n + 1} {moves}"
        text += "MEM_RAT_CACHELESS STORE_RAW RAT11[R1], R0.xyzw type:write_ind array_size:4 mark barrier\n"
    return text + "NOP end_of_program barrier\n"


LAUNCH_VECTORS, VALUE_VECTORS = 10, 4

TEXTS: dict[str, tuple[str, dict]] = {
    "sum": (SUM, {"arguments": [pointer("a", 0, qualifiers="RO:0:1"), pointer("b", 16), pointer("out", 32)]}),
    "reverse": (REVERSE, {"arguments": [pointer("in", 0), pointer("out", 16), pointer("room", 32, "hl:1")], "local": 64}),
    "count": (COUNT, {"arguments": [pointer("out", 0)], "stack": 1, "loops": {3: 37}}),
    "private": (PRIVATE, {"arguments": [pointer("out", 0)], "scratch": 4}),
    "choose": (CHOOSE, {"arguments": [pointer("out", 0)]}),
    "wide": (WIDE, {"arguments": [pointer("in", 0), pointer("out", 16)]}),
    "dump": (
        dump(LAUNCH_VECTORS, VALUE_VECTORS),
        {
            "arguments": [
                pointer("out", 0),
                "value:byte:i8:1:1:16",
                "value:pair:u16:2:1:32",
                "value:three:float:3:1:48",
                "value:some:struct:12:1:64",
            ],
            "extra": ["reflection:0:int*", "reflection:3:float3", "constarg:0:out"],
        },
    ),
}

# Binaries that the reader refuses, each by the change to `choose` that makes it so.
REFUSED: dict[str, dict] = {
    "image": {"extra": ["image:picture:2D:RO:0:1:16"]},
    "sampler": {"extra": ["sampler:s:0:1:1"]},
    "printf": {"extra": ["printf_fmt:1:1:4:%d"]},
    "uav-private": {"extra": ["memory:uavprivate:400"]},
    "constant-pointer": {"arguments": [pointer("out", 0), pointer("c", 16, "hc:2")]},
    "long-vector": {"arguments": ["value:v:i8:16:1:0"]},
    "elsewhere": {"arguments": ["pointer:out:i32:1:2:0:uav:11:4:RW:0:0"]},
    "no-number": {"arguments": ["pointer:out:i32:1:1:x:uav:11:4:RW:0:0"]},
    "unknown-line": {"extra": ["novelty:1"]},
    "compiler-error": {"extra": ["error:cannot do it"]},
    "no-such-argument": {"extra": ["reflection:1:int*"]},
    "registers": {"gprs": 129},
    "returned-values": {"infos": {0x8000001B: 4096}},
    "resource": {"infos": {0x8000005B: 176}},
    "target": {"infos": {0x8000003B: 12}},
    "constants": {"constants": 1 << 20},
    "no-code": {"code": b""},
    "half-an-instruction": {"code": b"\0" * 12},
}


def assemble(assembler: str, text: str) -> bytes:
    return subprocess.run([assembler], input=text.encode(), stdout=subprocess.PIPE, check=True).stdout


def main(assembler: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    kernels = [Kernel(name, code=assemble(assembler, text), **more) for name, (text, more) in TEXTS.items()]
    for chip in MACHINES:
        (folder / f"kernels-{chip}.elf").write_bytes(program(kernels, chip))
    for kernel in kernels:
        (folder / f"one-{kernel.name}.elf").write_bytes(program([kernel], "cypress", decoy=False))
    plain = {"arguments": [pointer("out", 0)], "code": assemble(assembler, CHOOSE)}
    for name, change in REFUSED.items():
        (folder / f"refused-{name}.elf").write_bytes(program([Kernel("choose", **(plain | change))], "cypress"))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
