; SPDX-License-Identifier: MIT
; RUN: --run-pass=legalise_arithmetic %s
; CHECK: define amdgpu_kernel void @overflow(
; CHECK: [[S:%\w+]] = add i32 %a, %b
; CHECK: [[O:%\w+]] = icmp ult i32 [[S]], %a
; CHECK: select i1 [[O]], i32 -1, i32 [[S]]
; CHECK: define amdgpu_kernel void @half(
; CHECK: [[X:%\w+]] = fpext half %a to float
; CHECK: [[Y:%\w+]] = fpext half %b to float
; CHECK: [[Z:%\w+]] = fadd float [[X]], [[Y]]
; CHECK: fptrunc float [[Z]] to half
; CHECK-COUNT: 1 call float @llvm.round.f32(float %1)
; CHECK: define amdgpu_kernel void @half_to_double(
; CHECK: [[X:%\w+]] = fpext half %a to float
; CHECK: fpext float [[X]] to double
; CHECK: define amdgpu_kernel void @wide(
; CHECK: add <2 x i64> %a, %b
; CHECK: select <2 x i1> {{%\w+}}, <2 x i64> <i64 9223372036854775807, i64 9223372036854775807>, <2 x i64> <i64 -9223372036854775808, i64 -9223372036854775808>
; CHECK-COUNT: 0 extractvalue
; CHECK-COUNT: 1 call {{.*}} @llvm

declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
declare <2 x i64> @llvm.sadd.sat.v2i64(<2 x i64>, <2 x i64>)

define amdgpu_kernel void @overflow(i32 %a, i32 %b, ptr addrspace(1) %out) {
  %r = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %s = extractvalue { i32, i1 } %r, 0
  %o = extractvalue { i32, i1 } %r, 1
  %v = select i1 %o, i32 -1, i32 %s
  store i32 %v, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @half(half %a, half %b, ptr addrspace(1) %out) {
  %r = fadd half %a, %b
  store half %r, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @half_to_double(half %a, ptr addrspace(1) %out) {
  %d = fpext half %a to double
  store double %d, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @wide(<2 x i64> %a, <2 x i64> %b, ptr addrspace(1) %out) {
  %r = call <2 x i64> @llvm.sadd.sat.v2i64(<2 x i64> %a, <2 x i64> %b)
  store <2 x i64> %r, ptr addrspace(1) %out
  ret void
}

declare half @llvm.round.f16(half)

define amdgpu_kernel void @half_intrinsic(half %a, ptr addrspace(1) %out) {
  %r = call half @llvm.round.f16(half %a)
  store half %r, ptr addrspace(1) %out
  ret void
}
