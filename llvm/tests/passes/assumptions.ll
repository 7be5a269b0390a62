; SPDX-License-Identifier: MIT
; What a watched program lets LLVM assume: an alignment of its type for each access, 2 or 4 bytes, or 6 and the
; logarithm of an eighth of it 16 times as large; 1 more for a load, 8 more for private memory, 8 * 16
; more for local; indices that do not wrap; the memories that a barrier orders, 8 and 16 times the flags.
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
; CHECK: define amdgpu_kernel void @indices(
; CHECK-NEXT: add i32 %i, 536870911
; CHECK-NEXT: icmp uge i32 {{%\w+}}, 1073741822
; CHECK-NEXT: [[HELD:%\w+]] = select i1 {{%\w+}}, i32 536870911, i32 %i
; CHECK-NEXT: getelementptr i32, ptr addrspace(1) %p, i32 [[HELD]]
; CHECK-NEXT: getelementptr inbounds i8, ptr addrspace(1) %p, i32 %i
; CHECK-NEXT: getelementptr inbounds i32, ptr addrspace(1) %p, i32 7
; CHECK-NEXT: ret void
; CHECK: define amdgpu_kernel void @barriers(
; CHECK-NEXT: call void @__rootle_check_address(i32 0, i32 24)
; CHECK-NEXT: call void @_Z7barrierj(i32 1)
; CHECK-NEXT: call void @__rootle_check_address(i32 0, i32 40)
; CHECK-NEXT: call void @_Z7barrierj(i32 2)
; CHECK-NEXT: call void @_Z7barrierj(i32 %flags)
; Of others only vectors are looked at that are reached over smaller elements.
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
; CHECK-COUNT: 0 select
; CHECK-COUNT: 0 check_address

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

; An index of bytes cannot wrap, nor can one that is known.
define amdgpu_kernel void @indices(ptr addrspace(1) %p, i32 %i) {
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %i
  %b = getelementptr inbounds i8, ptr addrspace(1) %p, i32 %i
  %c = getelementptr inbounds i32, ptr addrspace(1) %p, i32 7
  ret void
}

define amdgpu_kernel void @barriers(i32 %flags) {
  call void @_Z7barrierj(i32 1)
  call void @_Z7barrierj(i32 2)
  call void @_Z7barrierj(i32 %flags)
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

declare void @_Z7barrierj(i32)
