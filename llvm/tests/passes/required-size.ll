; SPDX-License-Identifier: MIT
; A kernel with reqd_work_group_size knows its group's size, and the numbers that work-items have; others do not.
; RUN: --run-pass=required_size %s
; CHECK: define amdgpu_kernel void @sized(
; CHECK-NEXT: %x = call i32 @llvm.r600.read.tidig.x(), !range !1
; CHECK-NEXT: %sum = add i32 %x, 32
; CHECK-NEXT: %all = add i32 %sum, 0
; CHECK: define amdgpu_kernel void @any(
; CHECK-NEXT: %x = call i32 @llvm.r600.read.tidig.x(){{$}}
; CHECK-NEXT: %size = call i32 @llvm.r600.read.local.size.x()
; CHECK: !1 = !{i32 0, i32 32}

declare i32 @llvm.r600.read.tidig.x()
declare i32 @llvm.r600.read.tidig.y()
declare i32 @llvm.r600.read.local.size.x()

define amdgpu_kernel void @sized(ptr addrspace(1) %out) !reqd_work_group_size !0 {
  %x = call i32 @llvm.r600.read.tidig.x()
  %y = call i32 @llvm.r600.read.tidig.y()
  %size = call i32 @llvm.r600.read.local.size.x()
  %sum = add i32 %x, %size
  %all = add i32 %sum, %y
  store i32 %all, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @any(ptr addrspace(1) %out) {
  %x = call i32 @llvm.r600.read.tidig.x()
  %size = call i32 @llvm.r600.read.local.size.x()
  %sum = add i32 %x, %size
  store i32 %sum, ptr addrspace(1) %out
  ret void
}

!0 = !{i32 32, i32 1, i32 2}
