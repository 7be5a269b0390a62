; SPDX-License-Identifier: MIT
; A store to some components of a vector stores these and loads nothing; a mark of the load goes with it.
; RUN: --run-pass=store_parts %s
; CHECK-COUNT: 2 load <4 x i32>
; CHECK: define amdgpu_kernel void @one(
; CHECK-NEXT: call void @__rootle_assumed_alignment(i32 0, i32 2)
; CHECK-NEXT: store i8 42, ptr addrspace(1) %o, align 4
; CHECK-NEXT: ret void
; CHECK: define amdgpu_kernel void @swizzles(
; CHECK: store i32 {{.*}}, ptr addrspace(1) %o, align 16
; CHECK: store i32 {{.*}}, ptr addrspace(1) {{.*}}, align 8
; CHECK: store <2 x i32> {{.*}}, ptr addrspace(1) {{.*}}, align 4
; CHECK: ret void
; CHECK: define amdgpu_kernel void @chosen(
; CHECK-NEXT: [[HELD:%[0-9]+]] = and i32 %k, 3
; CHECK-NEXT: getelementptr inbounds i16, ptr addrspace(3) %l, i32 [[HELD]]
; CHECK-NEXT: store volatile i16 %a, {{.*}}, align 2
; CHECK-NEXT: ret void

target datalayout = "e-p:32:32-i64:64-v96:128-n32:64-S32-A5-G1"
target triple = "r600-unknown-unknown"

declare void @__rootle_assumed_alignment(i32, i32) #0

define amdgpu_kernel void @one(ptr addrspace(1) %o) {
  call void @__rootle_assumed_alignment(i32 0, i32 1)
  %old = load <4 x i8>, ptr addrspace(1) %o, align 4
  %new = insertelement <4 x i8> %old, i8 42, i32 0
  call void @__rootle_assumed_alignment(i32 0, i32 2)
  store <4 x i8> %new, ptr addrspace(1) %o, align 4
  ret void
}

define amdgpu_kernel void @swizzles(ptr addrspace(1) %o, <2 x i32> %a) {
  %wide = shufflevector <2 x i32> %a, <2 x i32> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %first = load <4 x i32>, ptr addrspace(1) %o, align 16
  %xz = shufflevector <4 x i32> %first, <4 x i32> %wide, <4 x i32> <i32 4, i32 1, i32 5, i32 3>
  store <4 x i32> %xz, ptr addrspace(1) %o, align 16
  %second = load <4 x i32>, ptr addrspace(1) %o, align 16
  %yz = shufflevector <4 x i32> %wide, <4 x i32> %second, <4 x i32> <i32 4, i32 0, i32 1, i32 7>
  store <4 x i32> %yz, ptr addrspace(1) %o, align 16
  ret void
}

define amdgpu_kernel void @chosen(ptr addrspace(3) %l, i16 %a, i32 %k) {
  %old = load volatile <3 x i16>, ptr addrspace(3) %l, align 8
  %new = insertelement <3 x i16> %old, i16 %a, i32 %k
  store volatile <3 x i16> %new, ptr addrspace(3) %l, align 8
  ret void
}

; What is stored is whole, where memory may have changed since, where the load is of another place, and where the vector becomes a value.
; CHECK: define amdgpu_kernel void @whole(
; CHECK: store <4 x i32> %a1, ptr addrspace(1) %o
; CHECK: store <4 x i32> %b1, ptr addrspace(1) %p
; CHECK: store <4 x i32> %c1, ptr addrspace(5) %v
; CHECK: store <4 x i32> %a, ptr addrspace(1) %o
define amdgpu_kernel void @whole(ptr addrspace(1) %o, ptr addrspace(1) %p, <4 x i32> %a) {
  %v = alloca <4 x i32>, align 16, addrspace(5)
  %a0 = load <4 x i32>, ptr addrspace(1) %o, align 16
  %a1 = insertelement <4 x i32> %a0, i32 42, i32 0
  store i32 1, ptr addrspace(1) %p
  store <4 x i32> %a1, ptr addrspace(1) %o, align 16
  %b1 = insertelement <4 x i32> %a0, i32 42, i32 0
  store <4 x i32> %b1, ptr addrspace(1) %p, align 16
  %c0 = load <4 x i32>, ptr addrspace(5) %v, align 16
  %c1 = insertelement <4 x i32> %c0, i32 42, i32 0
  store <4 x i32> %c1, ptr addrspace(5) %v, align 16
  store <4 x i32> %a, ptr addrspace(1) %o, align 16
  ret void
}

attributes #0 = { nounwind willreturn memory(inaccessiblemem: readwrite) }
