; SPDX-License-Identifier: MIT
; RUN: --run-pass=rodata-layout %s
; EXIT: 1
; CHECK: error: constant 'pointer': an initial value that holds addresses is not supported

@one = addrspace(4) constant float 1.0, align 4
@pointer = addrspace(4) constant ptr addrspace(4) @one, align 4

define amdgpu_kernel void @user() {
  %f = load volatile ptr addrspace(4), ptr addrspace(4) @pointer
  ret void
}
