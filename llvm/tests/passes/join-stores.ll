; SPDX-License-Identifier: MIT
; Stores to bytes of a vector become one store, if nothing between them may read the same memory; loads of some components load these.
; RUN: --run-pass=optimise %s
; CHECK: define amdgpu_kernel void @bytes(
; CHECK: store <4 x i8> {{.*}}, ptr addrspace(1) %o, align 4
; CHECK-NEXT: ret void
; CHECK: define amdgpu_kernel void @last_counts(
; CHECK: store <4 x i32> {{.*}}, ptr addrspace(1) %o, align 16
; CHECK-NEXT: ret void
; CHECK: define amdgpu_kernel void @read_between(
; CHECK: store i8
; CHECK: load i8
; CHECK: store i8
; CHECK: store i8
; CHECK: define amdgpu_kernel void @local_bytes(
; CHECK: store i8
; CHECK: store i8
; CHECK: define amdgpu_kernel void @loads(
; CHECK: load i8, {{.*}}, align 2
; CHECK: load <2 x i32>, {{.*}}, align 4
; CHECK: load <4 x i16>
; CHECK: load volatile <4 x i32>
; CHECK: ret void

target datalayout = "e-p:32:32-i64:64-v16:16-v32:32-n32:64-S32-A5-G1"
target triple = "r600-unknown-unknown"

define amdgpu_kernel void @bytes(ptr addrspace(1) %o, i8 %a, i8 %b) {
  %o1 = getelementptr inbounds i8, ptr addrspace(1) %o, i32 1
  %o2 = getelementptr inbounds i8, ptr addrspace(1) %o, i32 2
  %o3 = getelementptr inbounds i8, ptr addrspace(1) %o, i32 3
  store i8 %a, ptr addrspace(1) %o, align 4
  store i8 %b, ptr addrspace(1) %o1, align 1
  store i8 %b, ptr addrspace(1) %o3, align 1
  store i8 %a, ptr addrspace(1) %o2, align 2
  ret void
}

define amdgpu_kernel void @last_counts(ptr addrspace(1) %o, <4 x i32> %a, i32 %b) {
  %o3 = getelementptr inbounds i8, ptr addrspace(1) %o, i32 12
  store <4 x i32> %a, ptr addrspace(1) %o, align 16
  store i32 %b, ptr addrspace(1) %o3, align 4
  ret void
}

define amdgpu_kernel void @read_between(ptr addrspace(1) %o, ptr addrspace(1) %p, i8 %a) {
  %o1 = getelementptr inbounds i8, ptr addrspace(1) %o, i32 1
  store i8 %a, ptr addrspace(1) %o, align 4
  %b = load i8, ptr addrspace(1) %p, align 1
  store i8 %b, ptr addrspace(1) %o1, align 1
  store i8 %b, ptr addrspace(1) %p, align 1
  ret void
}

define amdgpu_kernel void @local_bytes(ptr addrspace(3) %o, i8 %a) {
  %o1 = getelementptr inbounds i8, ptr addrspace(3) %o, i32 1
  store i8 %a, ptr addrspace(3) %o, align 4
  store i8 %a, ptr addrspace(3) %o1, align 1
  ret void
}

define amdgpu_kernel void @loads(ptr addrspace(1) %o, ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %v, i32 %k) {
  %bytes = load <4 x i8>, ptr addrspace(1) %o, align 4
  %z = extractelement <4 x i8> %bytes, i32 2
  %ints = load <4 x i32>, ptr addrspace(1) %p, align 16
  %yz = shufflevector <4 x i32> %ints, <4 x i32> poison, <2 x i32> <i32 2, i32 1>
  %halves = load <4 x i16>, ptr addrspace(1) %q, align 8
  %inner = shufflevector <4 x i16> %halves, <4 x i16> poison, <2 x i32> <i32 2, i32 1>
  %volatile = load volatile <4 x i32>, ptr addrspace(1) %v, align 16
  %x = extractelement <4 x i32> %volatile, i32 0
  store i8 %z, ptr addrspace(1) %o, align 4
  store <2 x i32> %yz, ptr addrspace(1) %p, align 16
  store <2 x i16> %inner, ptr addrspace(1) %q, align 8
  store i32 %x, ptr addrspace(1) %v, align 4
  ret void
}
