; SPDX-License-Identifier: MIT
; RUN: --run-pass=check-legal %s
; EXIT: 1
; CHECK: error: kernel 'foo': double precision is not supported

define amdgpu_kernel void @foo(ptr addrspace(1) %out) {
  %x = load double, ptr addrspace(1) %out
  store double %x, ptr addrspace(1) %out
  ret void
}
