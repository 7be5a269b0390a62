; SPDX-License-Identifier: MIT
; Constants that point to constants: offsets in the blob, which the driver relocates.
; RUN: --run-pass=rodata_layout %s
; CHECK: ; rodata: 04 00 00 00 00 00 80 3f 00 00 00 40 0e 00 00 00 01 00 02 00 0c 00 00 00
; CHECK: ; relocations: 0 12 20

target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1"

@pair = addrspace(4) constant [2 x float] [float 1.0, float 2.0], align 4
@pointer = addrspace(4) constant ptr addrspace(4) @pair, align 4
@shorts = addrspace(4) constant [2 x i16] [i16 1, i16 2], align 2
@inside = addrspace(4) constant ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @shorts, i32 -2), align 4
@self = addrspace(4) constant ptr addrspace(4) @inside, align 4

define amdgpu_kernel void @user() {
  %f = load volatile ptr addrspace(4), ptr addrspace(4) @pointer
  %g = load volatile ptr addrspace(4), ptr addrspace(4) @self
  %h = load volatile ptr addrspace(4), ptr addrspace(4) @inside
  ret void
}
