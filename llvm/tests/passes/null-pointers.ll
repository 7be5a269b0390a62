; SPDX-License-Identifier: MIT
; Null pointers to private and local memory, which begin at 0, are -1; other constants stay.
; RUN: --run-pass=null_pointers %s
; CHECK: @table = addrspace(4) constant { ptr addrspace(3), i32 } { ptr addrspace(3) inttoptr (i32 -1 to ptr addrspace(3)), i32 5 }
; CHECK: icmp eq ptr addrspace(5) %p, inttoptr (i32 -1 to ptr addrspace(5))
; CHECK-NEXT: icmp eq ptr addrspace(3) %q, inttoptr (i32 -1 to ptr addrspace(3))
; CHECK-NEXT: icmp eq ptr addrspace(1) %g, null
; CHECK-NEXT: icmp eq ptr addrspace(5) %p, null
; CHECK-NOT: addrspacecast

target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1"
target triple = "r600-unknown-unknown"

@table = addrspace(4) constant { ptr addrspace(3), i32 } { ptr addrspace(3) addrspacecast (ptr null to ptr addrspace(3)), i32 5 }

define void @f(ptr addrspace(5) %p, ptr addrspace(3) %q, ptr addrspace(1) %g) {
  %a = icmp eq ptr addrspace(5) %p, addrspacecast (ptr null to ptr addrspace(5))
  %b = icmp eq ptr addrspace(3) %q, addrspacecast (ptr null to ptr addrspace(3))
  %c = icmp eq ptr addrspace(1) %g, null
  %d = icmp eq ptr addrspace(5) %p, null
  ret void
}
