; SPDX-License-Identifier: MIT
; Accesses of one local variable keep where it begins, whatever is added to the address; one that may be of two does not.
; RUN: --run-pass=local_memory_layout %s
; CHECK: store i32 1, ptr addrspace(3) %past, align 4, !rootle.object [[SECOND:![0-9]+]]
; CHECK: load i32, ptr addrspace(3) %walk, align 4, !rootle.object [[FIRST:![0-9]+]]
; CHECK: atomicrmw add ptr addrspace(3) %past, i32 1 monotonic, align 4, !rootle.object [[SECOND]]
; CHECK: store i32 2, ptr addrspace(3) %either, align 4
; CHECK-NOT: object
; CHECK: [[SECOND]] = !{i32 17}
; CHECK: [[FIRST]] = !{i32 1}

target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1"
target triple = "r600-unknown-unknown"

@k.first = internal addrspace(3) global [4 x i32] undef, align 4
@k.second = internal addrspace(3) global [4 x i32] undef, align 4

define amdgpu_kernel void @k(i32 %i, i1 %c) {
entry:
  %past = getelementptr i32, ptr addrspace(3) @k.second, i32 %i
  store i32 1, ptr addrspace(3) %past, align 4
  br label %loop
loop:
  %walk = phi ptr addrspace(3) [ @k.first, %entry ], [ %next, %loop ]
  %x = load i32, ptr addrspace(3) %walk, align 4
  %next = getelementptr i32, ptr addrspace(3) %walk, i32 1
  %more = icmp ne i32 %x, 0
  br i1 %more, label %loop, label %done
done:
  %old = atomicrmw add ptr addrspace(3) %past, i32 1 monotonic, align 4
  %either = select i1 %c, ptr addrspace(3) @k.first, ptr addrspace(3) @k.second
  store i32 2, ptr addrspace(3) %either, align 4
  ret void
}
