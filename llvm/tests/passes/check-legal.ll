; SPDX-License-Identifier: MIT
; RUN: --run-pass=check_legal %s
; EXIT: 1
; CHECK: error: kernel 'foo': quadruple precision is not supported

define amdgpu_kernel void @foo(ptr addrspace(1) %out) {
  %x = load fp128, ptr addrspace(1) %out
  store fp128 %x, ptr addrspace(1) %out
  ret void
}
