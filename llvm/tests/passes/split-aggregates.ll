; SPDX-License-Identifier: MIT
; Structs as values come apart into their members: loads, stores, phis, selects, and what was put in and taken out.
; RUN: --run-pass=split_aggregates %s
; CHECK: define amdgpu_kernel void @copy
; CHECK: [[SMALL:%[0-9]+]] = load i8, ptr addrspace(1) {{.*}}, align 8
; CHECK: store i8 [[SMALL]], ptr addrspace(1) {{.*}}, align 8
; CHECK: [[WIDE:%[0-9]+]] = load volatile i32{{.*}}, align 4
; CHECK: define amdgpu_kernel void @loop
; CHECK: phi i32 [ 1, %entry ], [ %next, %body ]
; CHECK-NOT: insertvalue
; CHECK-NOT: extractvalue
; CHECK: define amdgpu_kernel void @choose
; CHECK: select i1 %which
; CHECK: store i32
; CHECK: define amdgpu_kernel void @exchange
; CHECK: cmpxchg
; CHECK-NEXT: extractvalue { i32, i1 } %pair, 0
; CHECK: define amdgpu_kernel void @merged
; CHECK: [[OLD:%[0-9]+]] = extractvalue { i32, i1 } %pair, 0
; CHECK: phi i32 [ [[OLD]], %some ], [ poison, %entry ]

target datalayout = "e-p:32:32-i64:64-n32:64-S32-A5-G1"
target triple = "r600-unknown-unknown"

%pair = type { i8, i32 }

define amdgpu_kernel void @copy(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  %whole = load %pair, ptr addrspace(1) %from, align 8
  store %pair %whole, ptr addrspace(1) %to, align 8
  %array = load volatile [2 x i32], ptr addrspace(1) %from, align 4
  %second = extractvalue [2 x i32] %array, 1
  store i32 %second, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @loop(ptr addrspace(1) %to, i32 %count) {
entry:
  br label %body
body:
  %state = phi %pair [ { i8 0, i32 1 }, %entry ], [ %changed, %body ]
  %sum = extractvalue %pair %state, 1
  %next = add i32 %sum, %sum
  %changed = insertvalue %pair %state, i32 %next, 1
  %again = icmp ult i32 %next, %count
  br i1 %again, label %body, label %exit
exit:
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @choose(ptr addrspace(1) %to, ptr addrspace(1) %from, i1 %which) {
  %a = load %pair, ptr addrspace(1) %from, align 4
  %b = load %pair, ptr addrspace(1) %to, align 4
  %one = select i1 %which, %pair %a, %pair %b
  %sure = freeze %pair %one
  %large = extractvalue %pair %sure, 1
  store i32 %large, ptr addrspace(1) %to
  ret void
}

define amdgpu_kernel void @exchange(ptr addrspace(1) %to) {
  %pair = cmpxchg ptr addrspace(1) %to, i32 1, i32 2 seq_cst seq_cst
  %old = extractvalue { i32, i1 } %pair, 0
  store i32 %old, ptr addrspace(1) %to
  ret void
}

; As structurising leaves it, where the result is used in another block.
define amdgpu_kernel void @merged(ptr addrspace(1) %to, i1 %which) {
entry:
  br i1 %which, label %some, label %exit
some:
  %pair = cmpxchg ptr addrspace(1) %to, i32 1, i32 2 seq_cst seq_cst
  br label %exit
exit:
  %either = phi { i32, i1 } [ %pair, %some ], [ poison, %entry ]
  %old = extractvalue { i32, i1 } %either, 0
  store i32 %old, ptr addrspace(1) %to
  ret void
}
