; SPDX-License-Identifier: MIT
; Each kernel's local variables lie from 0 up in its own LDS, aligned.
; RUN: --run-pass=local_memory_layout %s
; CHECK-NOT: addrspace(3) global
; CHECK: define amdgpu_kernel void @first()
; CHECK: store i8 1, ptr addrspace(3) null
; CHECK: store i32 2, ptr addrspace(3) getelementptr ([4 x i32], ptr addrspace(3) inttoptr (i32 4 to ptr addrspace(3)), i32 0, i32 2)
; CHECK: define amdgpu_kernel void @second()
; CHECK: store i32 3, ptr addrspace(3) getelementptr ([4 x i32], ptr addrspace(3) null, i32 0, i32 2)
; CHECK: ; kernel first: input bytes 0, lds bytes 20
; CHECK: ; kernel second: input bytes 0, lds bytes 16

target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1"

@byte = internal addrspace(3) global i8 undef, align 1
@words = internal addrspace(3) global [4 x i32] undef, align 4

define amdgpu_kernel void @first() {
  store i8 1, ptr addrspace(3) @byte
  store i32 2, ptr addrspace(3) getelementptr ([4 x i32], ptr addrspace(3) @words, i32 0, i32 2)
  ret void
}

define amdgpu_kernel void @second() {
  store i32 3, ptr addrspace(3) getelementptr ([4 x i32], ptr addrspace(3) @words, i32 0, i32 2)
  ret void
}
