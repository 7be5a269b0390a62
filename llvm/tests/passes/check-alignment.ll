; SPDX-License-Identifier: MIT
; Accesses whose addresses may be misaligned, but for those of local memory, are preceded by a check:
; 2 or 4 bytes, plus 1 for a load, plus 8 for private memory.
; RUN: --run-pass=check_alignment %s
; CHECK: define amdgpu_kernel void @stores(
; CHECK: [[A:%\w+]] = ptrtoint ptr addrspace(1) %p to i32
; CHECK-NEXT: call void @__rootle_check_address(i32 [[A]], i32 4)
; CHECK-NEXT: store i32
; CHECK-NOT: check_address
; CHECK: store i32 2
; CHECK: [[B:%\w+]] = ptrtoint ptr addrspace(1) %odd to i32
; CHECK-NEXT: call void @__rootle_check_address(i32 [[B]], i32 2)
; CHECK-NEXT: store i16
; CHECK-NOT: check_address
; CHECK: store <4 x i8>
; CHECK-NEXT: ptrtoint
; CHECK-NEXT: call void @__rootle_check_address(i32 {{%\w+}}, i32 4)
; CHECK-NEXT: atomicrmw
; CHECK: define amdgpu_kernel void @proved(
; CHECK-NOT: check_address
; CHECK: define amdgpu_kernel void @private(
; CHECK-NOT: check_address
; CHECK: store i32 1
; CHECK-NEXT: ptrtoint ptr addrspace(5) %any to i32
; CHECK-NEXT: call void @__rootle_check_address(i32 {{%\w+}}, i32 13)
; CHECK-NEXT: load i32
; CHECK: call void @__rootle_check_address(i32 {{%\w+}}, i32 10)
; CHECK-NEXT: store i16
; CHECK: define amdgpu_kernel void @loads(
; CHECK-NEXT: [[G:%\w+]] = ptrtoint ptr addrspace(1) %p to i32
; CHECK-NEXT: call void @__rootle_check_address(i32 [[G]], i32 5)
; CHECK-NEXT: %v = load i32
; CHECK-NEXT: %b = load <4 x i8>
; CHECK-NEXT: ptrtoint ptr addrspace(4) %c to i32
; CHECK-NEXT: call void @__rootle_check_address(i32 {{%\w+}}, i32 3)
; CHECK-NEXT: %s = load i16
; CHECK-NEXT: store i32
; CHECK: declare

target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1"

; The second store is a whole number of dwords behind the first: one check is enough. What asks for
; no alignment gets no check.
define amdgpu_kernel void @stores(ptr addrspace(1) %p, ptr addrspace(1) %odd) {
  store i32 1, ptr addrspace(1) %p, align 4
  %next = getelementptr i32, ptr addrspace(1) %p, i32 7
  store i32 2, ptr addrspace(1) %next, align 8
  store i16 3, ptr addrspace(1) %odd, align 2
  store i8 4, ptr addrspace(1) %odd, align 1
  store <4 x i8> zeroinitializer, ptr addrspace(1) %odd, align 1
  %old = atomicrmw add ptr addrspace(1) %odd, i32 1 monotonic, align 4
  ret void
}

; Zeros at the end of sums, products, shifts, masks, choices and loops.
define amdgpu_kernel void @proved(i32 %x, i32 %y, i1 %c) {
  %high = shl i32 %x, 11
  %base = inttoptr i32 %high to ptr addrspace(1)
  %four = mul i32 %y, 12
  %sum = getelementptr i8, ptr addrspace(1) %base, i32 %four
  store i32 1, ptr addrspace(1) %sum, align 4
  %masked = and i32 %x, -8
  %chosen = select i1 %c, i32 %masked, i32 %four
  %choice = inttoptr i32 %chosen to ptr addrspace(1)
  %field = getelementptr { i16, i32 }, ptr addrspace(1) %choice, i32 %x, i32 1
  store i32 2, ptr addrspace(1) %field, align 4
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %base, %0 ], [ %q, %loop ]
  store i32 3, ptr addrspace(1) %p, align 4
  %q = getelementptr i8, ptr addrspace(1) %p, i32 %four
  br i1 %c, label %loop, label %end
end:
  ret void
}

define amdgpu_kernel void @private(ptr addrspace(5) %any, i32 %i) {
  %a = alloca [5 x i8], align 1, addrspace(5)
  store i32 1, ptr addrspace(5) %a, align 4
  %v = load i32, ptr addrspace(5) %any, align 4
  %e = getelementptr i8, ptr addrspace(5) %a, i32 %i
  store i16 1, ptr addrspace(5) %e, align 2
  ret void
}

; What asks for no alignment gets no check, and the simulator checks local memory itself.
define amdgpu_kernel void @loads(ptr addrspace(1) %p, ptr addrspace(4) %c, ptr addrspace(3) %l) {
  %v = load i32, ptr addrspace(1) %p, align 4
  %b = load <4 x i8>, ptr addrspace(1) %p, align 1
  %s = load i16, ptr addrspace(4) %c, align 2
  store i32 %v, ptr addrspace(3) %l, align 4
  ret void
}
