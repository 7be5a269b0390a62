; SPDX-License-Identifier: MIT
; In a guarded program an index that wraps is held outside of all buffers, and a check in front of a barrier names
; the memories that it orders: 8 and 16 times the flags.
; RUN: ROOTLE_CHECK=all --run-pass=guard_source %s
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
; Others are left as they are.
; RUN: --run-pass=guard_source %s
; CHECK-COUNT: 0 select
; CHECK-COUNT: 0 check_address

target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1"

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

declare void @_Z7barrierj(i32)
