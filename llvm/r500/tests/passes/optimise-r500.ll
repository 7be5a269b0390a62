; SPDX-License-Identifier: MIT
; What the second of two conditions needs does not keep them from being one, and arms that are short become choices. Sums of
; multiples of one value become one multiple; other sums stay in their order.
; RUN: --run-pass=optimise_r500 %s
; CHECK: define amdgpu_kernel void @conditions
; CHECK-NEXT: entry:
; CHECK-NOT: br i1
; CHECK: select i1
; CHECK-NOT: br i1
; CHECK: ret void
; CHECK: define amdgpu_kernel void @multiples
; CHECK-NOT: fadd
; CHECK: fmul {{.*}} %x, 6.000000e+00
; CHECK-NOT: fadd
; CHECK: ret void
; CHECK: define amdgpu_kernel void @others
; CHECK: [[FIRST:%[0-9a-z]+]] = fadd {{.*}} %x, %y
; CHECK: fadd {{.*}} [[FIRST]], %x
; CHECK: ret void

target datalayout = "e-p:32:32-i64:64-n32:64-S32-A5-G1"
target triple = "r600-unknown-unknown"

define amdgpu_kernel void @conditions(ptr addrspace(1) %to, float %x, float %y) {
entry:
  %first = fcmp olt float %y, 5.0e-1
  br i1 %first, label %second, label %no
second:
  %twice = fmul float %x, 3.0
  %test = fcmp olt float %twice, 5.0e-1
  br i1 %test, label %yes, label %no
yes:
  %a = fadd float %twice, 1.0
  br label %end
no:
  %b = fadd float %y, 2.0
  br label %end
end:
  %c = phi float [ %a, %yes ], [ %b, %no ]
  store float %c, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @multiples(ptr addrspace(1) %to, float %x) {
  %two = fadd float %x, %x
  %four = fadd float %two, %two
  %twice = fmul float %x, 2.0
  %six = fadd float %four, %twice
  store float %six, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @others(ptr addrspace(1) %to, float %x, float %y) {
  %a = fadd float %x, %y
  %b = fadd float %a, %x
  store float %b, ptr addrspace(1) %to
  ret void
}
