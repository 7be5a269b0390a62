; SPDX-License-Identifier: MIT
; Of a switch whose default is a switch of the same value they become one; the first case counts.
; RUN: --run-pass=structurise %s
; CHECK-COUNT: 3 icmp eq i32 %a,
; CHECK-COUNT: 0 call void @__rootle_jump

target datalayout = "e-p:32:32-i64:64-n32:64-S32-A5-G1"
target triple = "r600-unknown-unknown"

define amdgpu_kernel void @k(ptr addrspace(1) %o, i32 %a) {
  switch i32 %a, label %more [
    i32 10, label %x
    i32 20, label %y
  ]
more:
  switch i32 %a, label %end [
    i32 10, label %y
    i32 30, label %z
  ]
x:
  store i32 1, ptr addrspace(1) %o
  br label %end
y:
  store i32 2, ptr addrspace(1) %o
  br label %end
z:
  store i32 3, ptr addrspace(1) %o
  br label %end
end:
  ret void
}
