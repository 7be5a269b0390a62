; SPDX-License-Identifier: MIT
; What a guarded program lets LLVM assume: an alignment of its type for each access, 2 or 4 bytes, or 6 and the
; logarithm of an eighth of it 16 times as large; 1 more for a load, 8 more for private memory, 8 * 16
; more for local.
; RUN: ROOTLE_CHECK=all --run-pass=mark_assumptions %s
; CHECK: define amdgpu_kernel void @accesses(
; CHECK: [[A:%\w+]] = ptrtoint ptr addrspace(1) %p to i32
; CHECK-NEXT: call void @[[MARK:[\w.]+]](i32 [[A]], i32 {{\d*}}5)
; CHECK-NEXT: load i32
; CHECK: ptrtoint ptr addrspace(1) %p to i32
; CHECK-NEXT: call void @[[MARK]](i32 {{%\w+}}, i32 22)
; CHECK-NEXT: store <4 x i32>
; CHECK-NOT: call void
; CHECK: store i8
; CHECK-NEXT: store i32 1, ptr addrspace(3) %l
; CHECK-NEXT: ptrtoint ptr addrspace(3) %l to i32
; CHECK-NEXT: call void @[[MARK]](i32 {{%\w+}}, i32 134)
; CHECK-NEXT: store i64
; CHECK: define amdgpu_kernel void @private(
; CHECK-NOT: call void
; CHECK: store <4 x i32> zeroinitializer, ptr addrspace(5) %vectors
; CHECK-NEXT: store i32 0, ptr addrspace(5) %ints
; CHECK-NEXT: ptrtoint ptr addrspace(5) %second to i32
; CHECK-NEXT: call void @[[MARK]](i32 {{%\w+}}, i32 31)
; CHECK-NEXT: load <4 x i32>

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
