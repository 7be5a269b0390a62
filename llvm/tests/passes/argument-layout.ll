; SPDX-License-Identifier: MIT
; Parameters are loads from constant buffer 0 at natural alignment from byte 36, small integers from whole dwords.
; RUN: --run-pass=argument_layout %s
; CHECK: define amdgpu_kernel void @foo()
; CHECK-COUNT: 1 load i32, ptr addrspace(7) inttoptr (i32 36 to ptr addrspace(7)), align 4, !invariant.load
; CHECK-COUNT: 1 load i32, ptr addrspace(7) inttoptr (i32 40 to ptr addrspace(7))
; CHECK-COUNT: 1 load <3 x float>, ptr addrspace(7) inttoptr (i32 52 to ptr addrspace(7))
; CHECK-COUNT: 1 load i32, ptr addrspace(7) inttoptr (i32 76 to ptr addrspace(7))
; CHECK-COUNT: 1 load i32, ptr addrspace(7) inttoptr (i32 24 to ptr addrspace(7))
; CHECK: load i32, ptr addrspace(7) inttoptr (i32 80 to ptr addrspace(7))
; CHECK: ; kernel foo: input bytes 60, lds bytes 0
; CHECK-NEXT: ; arg 0: kind 1, offset 36, size 4, slot 0, align 0
; CHECK-NEXT: ; arg 1: kind 0, offset 40, size 1, slot 0, align 0
; CHECK-NEXT: ; arg 2: kind 0, offset 52, size 16, slot 0, align 0
; CHECK-NEXT: ; arg 3: kind 0, offset 68, size 12, slot 0, align 0
; CHECK-NEXT: ; arg 4: kind 9, offset 80, size 4, slot 0, align 0
; CHECK-NEXT: ; arg 5: kind 10, offset 84, size 12, slot 0, align 0

target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1"
target triple = "r600-unknown-unknown"

declare i32 @llvm.r600.read.local.size.x()
declare ptr addrspace(7) @llvm.r600.implicitarg.ptr()

define amdgpu_kernel void @foo(ptr addrspace(1) %out, i8 %small, <3 x float> %wide, { i32, [2 x i32] } %struct) {
  %size = call i32 @llvm.r600.read.local.size.x()
  %member = extractvalue { i32, [2 x i32] } %struct, 1
  %element = extractvalue [2 x i32] %member, 1
  %extended = sext i8 %small to i32
  %y = extractelement <3 x float> %wide, i32 1
  %implicit = call ptr addrspace(7) @llvm.r600.implicitarg.ptr()
  %dimensions = load i32, ptr addrspace(7) %implicit
  store volatile i32 %size, ptr addrspace(1) %out
  store volatile i32 %element, ptr addrspace(1) %out
  store volatile i32 %extended, ptr addrspace(1) %out
  store volatile float %y, ptr addrspace(1) %out
  store volatile i32 %dimensions, ptr addrspace(1) %out
  ret void
}
