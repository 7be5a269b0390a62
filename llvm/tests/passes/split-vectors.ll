; SPDX-License-Identifier: MIT
; Arithmetic on vectors is arithmetic on their elements, with what may be assumed of it; masks stay as they are.
; RUN: --run-pass=split_vectors %s
; CHECK: phi <2 x i32>
; CHECK: [[X:%[0-9]+]] = extractelement <2 x i32> %w, i32 0
; CHECK-NEXT: sub nsw i32 102, [[X]]
; CHECK: sub nsw i32 7,
; CHECK-COUNT: 2 fdiv fast float {{.*}}, !fpmath
; CHECK: call nnan <2 x float> @llvm.fmuladd.v2f32(
; CHECK-COUNT: 1 and <2 x i1>

target triple = "r600-unknown-unknown"

define amdgpu_kernel void @f(ptr addrspace(1) %to, <2 x float> %a, <2 x float> %b, i32 %times) {
entry:
  br label %body
body:
  %w = phi <2 x i32> [ <i32 1, i32 2>, %entry ], [ %less, %body ]
  %n = phi i32 [ 0, %entry ], [ %next, %body ]
  %less = sub nsw <2 x i32> <i32 102, i32 7>, %w
  %next = add i32 %n, 1
  %again = icmp ult i32 %next, %times
  br i1 %again, label %body, label %exit
exit:
  %quotient = fdiv fast <2 x float> %a, %b, !fpmath !0
  %sum = call nnan <2 x float> @llvm.fmuladd.v2f32(<2 x float> %quotient, <2 x float> %b, <2 x float> %a)
  %c = fcmp olt <2 x float> %sum, %b
  %d = fcmp olt <2 x float> %quotient, %a
  %both = and <2 x i1> %c, %d
  %chosen = select <2 x i1> %both, <2 x i32> %less, <2 x i32> %w
  store <2 x i32> %chosen, ptr addrspace(1) %to
  ret void
}

; Of more than four elements multiply-adds are split, too.
; CHECK: define amdgpu_kernel void @g
; CHECK-COUNT: 8 call nnan float @llvm.fmuladd.f32(
define amdgpu_kernel void @g(ptr addrspace(1) %to, <8 x float> %a) {
  %sum = call nnan <8 x float> @llvm.fmuladd.v8f32(<8 x float> %a, <8 x float> %a, <8 x float> %a)
  store <8 x float> %sum, ptr addrspace(1) %to
  ret void
}

declare <2 x float> @llvm.fmuladd.v2f32(<2 x float>, <2 x float>, <2 x float>)
declare <8 x float> @llvm.fmuladd.v8f32(<8 x float>, <8 x float>, <8 x float>)

!0 = !{float 2.500000e+00}
