; SPDX-License-Identifier: MIT
; Operations on integers of odd widths are done in 32 or 64 bits, between masks and sign extensions.
; RUN: --run-pass=legalise_widths %s
; CHECK: define amdgpu_kernel void @loop
; CHECK: phi i32 [ 7, %entry ], [ [[NEXT:%[0-9]+]], %body ]
; CHECK: [[WIDE:%[0-9]+]] = and i32 {{.*}}, 7
; CHECK: add i32 {{.*}}, 6
; CHECK: define amdgpu_kernel void @signs
; CHECK: shl i32 %x, 20
; CHECK-NEXT: ashr i32 {{.*}}, 20
; CHECK: icmp slt i32
; CHECK: sitofp i32
; CHECK: call i32 @llvm.smax.i32
; CHECK: define amdgpu_kernel void @wide
; CHECK: and i64 {{.*}}, 8589934591
; CHECK: mul i64
; CHECK: define amdgpu_kernel void @memory
; CHECK-COUNT: 3 load i8, ptr addrspace(1) {{.*}}, align 1
; CHECK-COUNT: 4 store i8 {{.*}}, align 1
; CHECK: define amdgpu_kernel void @choice
; CHECK: and i32 {{.*}}, 15
; CHECK-NEXT: switch i32
; CHECK-NEXT: i32 9, label
; CHECK: define amdgpu_kernel void @gathered
; CHECK: extractelement <4 x i1> %mask, i32 3
; CHECK: define amdgpu_kernel void @taken
; CHECK: bitcast <4 x float> %v to <4 x i32>
; CHECK-NEXT: extractelement <4 x i32> {{.*}}, i32 2
; CHECK-NEXT: lshr i32 {{.*}}, 3
; CHECK-NEXT: trunc i32 {{.*}} to i1

target datalayout = "e-p:32:32-i64:64-n32:64-S32-A5-G1"
target triple = "r600-unknown-unknown"

declare i12 @llvm.smax.i12(i12, i12)

define amdgpu_kernel void @loop(ptr addrspace(1) %to) {
entry:
  br label %body
body:
  %at = phi i3 [ -1, %entry ], [ %next, %body ]
  %wide = zext i3 %at to i32
  store i32 %wide, ptr addrspace(1) %to
  %next = add i3 %at, -2
  %again = icmp ugt i3 %next, 2
  br i1 %again, label %body, label %exit
exit:
  ret void
}

define amdgpu_kernel void @signs(ptr addrspace(1) %to, i32 %x, i12 %y) {
  %cut = trunc i32 %x to i12
  %less = icmp slt i12 %cut, -5
  %float = sitofp i12 %cut to float
  %larger = call i12 @llvm.smax.i12(i12 %cut, i12 9)
  %byte = trunc i12 %larger to i8
  %chosen = select i1 %less, float %float, float 0.0
  store float %chosen, ptr addrspace(1) %to
  store i8 %byte, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @wide(ptr addrspace(1) %to, i64 %x) {
  %cut = trunc i64 %x to i33
  %product = mul i33 %cut, 5
  %again = zext i33 %product to i64
  %quotient = udiv i33 %product, 3
  %small = trunc i33 %quotient to i32
  store i64 %again, ptr addrspace(1) %to
  store i32 %small, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @memory(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  %three = load i24, ptr addrspace(1) %from
  store i24 %three, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @choice(ptr addrspace(1) %to, i32 %x) {
  %cut = trunc i32 %x to i4
  switch i4 %cut, label %other [
    i4 -7, label %nine
    i4 1, label %other
  ]
nine:
  store i32 9, ptr addrspace(1) %to
  br label %other
other:
  ret void
}

define amdgpu_kernel void @gathered(ptr addrspace(1) %to, <4 x i1> %mask) {
  %bits = bitcast <4 x i1> %mask to i4
  %none = icmp eq i4 %bits, 0
  %value = zext i1 %none to i32
  store i32 %value, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @taken(ptr addrspace(1) %to, <4 x float> %v) {
  %all = bitcast <4 x float> %v to <128 x i1>
  %bit = extractelement <128 x i1> %all, i32 67
  %value = zext i1 %bit to i32
  store i32 %value, ptr addrspace(1) %to
  ret void
}
