; SPDX-License-Identifier: MIT
; What a program lets LLVM assume: the alignment of vectors that are reached over smaller elements, 6 and the logarithm
; of an eighth of it 16 times as large; 1 more for a load, 8 more for private memory, 8 * 16 more for local.
; RUN: --run-pass=mark_assumptions %s
; CHECK: define amdgpu_kernel void @accesses(
; CHECK-NEXT: %a = load i32
; CHECK-COUNT: 3 call void @__rootle_assume
; CHECK: define amdgpu_kernel void @casts(
; CHECK-NEXT: %third = getelementptr i32
; CHECK-NEXT: ptrtoint ptr addrspace(1) %third to i32
; CHECK-NEXT: call void @[[CAST:[\w.]+]](i32 {{%\w+}}, i32 23)
; CHECK-NEXT: %v = load <4 x i32>
; CHECK-NEXT: %w = load i32
; CHECK-NEXT: %fourth = getelementptr <2 x i32>
; CHECK-NEXT: store <2 x i32>
; CHECK-NEXT: %fifth = getelementptr float
; CHECK-NEXT: ptrtoint ptr addrspace(3) %fifth to i32
; CHECK-NEXT: call void @[[CAST]](i32 {{%\w+}}, i32 134)
; CHECK-NEXT: store i64


target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1"

define amdgpu_kernel void @accesses(ptr addrspace(1) %p, ptr addrspace(3) %l) {
  %a = load i32, ptr addrspace(1) %p, align 4
  store <4 x i32> zeroinitializer, ptr addrspace(1) %p, align 16
  store i8 1, ptr addrspace(1) %p, align 1
  store i32 1, ptr addrspace(3) %l, align 4
  store i64 1, ptr addrspace(3) %l, align 8
  ret void
}

; Only a cast makes an element of an array a vector that may lie anywhere.
define amdgpu_kernel void @private(i32 %i) {
  %vectors = alloca [4 x <4 x i32>], align 16, addrspace(5)
  %ints = alloca [64 x i32], align 16, addrspace(5)
  %second = getelementptr i32, ptr addrspace(5) %ints, i32 %i
  store <4 x i32> zeroinitializer, ptr addrspace(5) %vectors, align 16
  store i32 0, ptr addrspace(5) %ints, align 4
  %a = load <4 x i32>, ptr addrspace(5) %second, align 16
  ret void
}

; A vector of four ints from the third int on, an int there, a pair among pairs, a long among floats.
define amdgpu_kernel void @casts(ptr addrspace(1) %p, ptr addrspace(3) %l, i32 %i) {
  %third = getelementptr i32, ptr addrspace(1) %p, i32 3
  %v = load <4 x i32>, ptr addrspace(1) %third, align 16
  %w = load i32, ptr addrspace(1) %third, align 4
  %fourth = getelementptr <2 x i32>, ptr addrspace(1) %p, i32 4
  store <2 x i32> zeroinitializer, ptr addrspace(1) %fourth, align 8
  %fifth = getelementptr float, ptr addrspace(3) %l, i32 5
  store i64 0, ptr addrspace(3) %fifth, align 8
  ret void
}
