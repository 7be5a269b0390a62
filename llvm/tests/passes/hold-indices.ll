; SPDX-License-Identifier: MIT
; An index of int that a constant takes past 4 GiB becomes the last one of 2 GiB, which is outside of any buffer.
; One that is near, and one that a mask has made small again, are left alone.
; RUN: --run-pass=hold_indices %s
; CHECK: %near = add i32 %i, -8
; CHECK-NEXT: getelementptr inbounds i32, ptr addrspace(1) %p, i32 %near
; CHECK: %small = and i32 %hash, 255
; CHECK-NEXT: getelementptr inbounds i32, ptr addrspace(1) %p, i32 %small
; CHECK: %far = add i32 %i, 1073741824
; CHECK: icmp uge i32
; CHECK-NEXT: [[HELD:%\w+]] = select i1 {{.*}}, i32 536870911, i32 %far
; CHECK-NEXT: getelementptr i32, ptr addrspace(1) %p, i32 [[HELD]]

target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1"
target triple = "r600-unknown-unknown"

define amdgpu_kernel void @f(ptr addrspace(1) %p, i32 %i) {
  %near = add i32 %i, -8
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %near
  store i32 1, ptr addrspace(1) %a
  %hash = mul i32 %i, -1640531535
  %small = and i32 %hash, 255
  %b = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %small
  store i32 2, ptr addrspace(1) %b
  %far = add i32 %i, 1073741824
  %c = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %far
  store i32 3, ptr addrspace(1) %c
  ret void
}
