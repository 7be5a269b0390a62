; SPDX-License-Identifier: MIT
; Constants become bytes of one blob and offsets from the RODATA argument, which only users of it have.
; RUN: --run-pass=rodata_layout %s
; CHECK-NOT: constant
; CHECK: define amdgpu_kernel void @user(i32 %i)
; CHECK: [[BASE:%\w+]] = load i32, ptr addrspace(7) inttoptr (i32 36 to ptr addrspace(7))
; CHECK: [[TABLE:%\w+]] = add i32 [[BASE]], 4
; CHECK: [[POINTER:%\w+]] = inttoptr i32 [[TABLE]] to ptr addrspace(4)
; CHECK: getelementptr [3 x i16], ptr addrspace(4) [[POINTER]], i32 0, i32 %i
; CHECK: define amdgpu_kernel void @other()
; CHECK-NEXT: ret void
; CHECK: ; kernel user: input bytes 4
; CHECK-NEXT: ; arg 0: kind 11, offset 36, size 4
; CHECK-NEXT: ; rodata: 00 00 80 3f 01 00 02 00 ff ff

target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1"

@one = addrspace(4) constant float 1.0, align 4
@table = addrspace(4) constant [3 x i16] [i16 1, i16 2, i16 -1], align 2
@unused = addrspace(4) constant i32 7, align 4

define amdgpu_kernel void @user(i32 %i) {
  %f = load volatile float, ptr addrspace(4) @one
  %p = getelementptr [3 x i16], ptr addrspace(4) @table, i32 0, i32 %i
  %v = load volatile i16, ptr addrspace(4) %p
  ret void
}

define amdgpu_kernel void @other() {
  ret void
}
