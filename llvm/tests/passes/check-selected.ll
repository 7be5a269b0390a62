; SPDX-License-Identifier: MIT
; An access by a pointer that was selected among arguments is preceded by checks of it, and of where the
; argument begins: one for each power of two among its bytes, 9 and 16 times their logarithm, and
; 8 more for a load.
; RUN: --run-pass=check_selected %s
; CHECK: define amdgpu_kernel void @selected(
; CHECK: [[P:%\w+]] = select
; CHECK: [[A:%\w+]] = ptrtoint ptr addrspace(1) %at to i32
; CHECK-NEXT: [[B:%\w+]] = ptrtoint ptr addrspace(1) [[P]] to i32
; CHECK-NEXT: call void @__rootle_check_selected(i32 [[A]], i32 [[B]], i32 169)
; CHECK-NEXT: load i32
; CHECK-NEXT: [[A:%\w+]] = ptrtoint ptr addrspace(1) [[P]] to i32
; CHECK-NEXT: [[B:%\w+]] = ptrtoint ptr addrspace(1) [[P]] to i32
; CHECK-NEXT: call void @__rootle_check_selected(i32 [[A]], i32 [[B]], i32 57)
; CHECK-NEXT: [[C:%\w+]] = add i32 [[A]], 8
; CHECK-NEXT: call void @__rootle_check_selected(i32 [[C]], i32 [[B]], i32 41)
; CHECK-NEXT: store <3 x i32>
; CHECK: define amdgpu_kernel void @swapped(
; CHECK: %p = phi
; CHECK-NEXT: %q = phi
; CHECK-NOT: phi
; CHECK: [[B:%\w+]] = ptrtoint ptr addrspace(1) %p to i32
; CHECK-NEXT: call void @__rootle_check_selected(i32 {{%\w+}}, i32 [[B]], i32 169)
; CHECK: define amdgpu_kernel void @stepped(
; CHECK: [[BASE:%\w+]] = phi ptr addrspace(1) [ %a, %entry ], [ %b, %other ], [ [[BASE]], %loop ]
; CHECK: [[B:%\w+]] = ptrtoint ptr addrspace(1) [[BASE]] to i32
; CHECK-NEXT: call void @__rootle_check_selected(i32 {{%\w+}}, i32 [[B]], i32 169)
; CHECK: define amdgpu_kernel void @known(
; CHECK-NOT: check_selected
; CHECK: define amdgpu_kernel void @unknown(
; CHECK: [[BASE:%\w+]] = select i1 %d, ptr addrspace(1) null, ptr addrspace(1) %p
; CHECK: [[B:%\w+]] = ptrtoint ptr addrspace(1) [[BASE]] to i32
; CHECK-NEXT: call void @__rootle_check_selected(i32 {{%\w+}}, i32 [[B]], i32 169)
; CHECK: declare

target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1"

define amdgpu_kernel void @selected(i1 %c, i32 %i) {
  %x = load i32, ptr addrspace(7) inttoptr (i32 36 to ptr addrspace(7)), align 4
  %a = inttoptr i32 %x to ptr addrspace(1)
  %b = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 40 to ptr addrspace(7)), align 4
  %p = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %b
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %at, align 4
  store <3 x i32> zeroinitializer, ptr addrspace(1) %p, align 4
  ret void
}

define amdgpu_kernel void @swapped(i32 %i, i1 %c) {
entry:
  %a = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 36 to ptr addrspace(7)), align 4
  %b = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 40 to ptr addrspace(7)), align 4
  br label %loop

loop:
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %q, %loop ]
  %q = phi ptr addrspace(1) [ %b, %entry ], [ %p, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %at, align 4
  br i1 %c, label %loop, label %end

end:
  ret void
}

define amdgpu_kernel void @stepped(i1 %c) {
entry:
  %a = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 36 to ptr addrspace(7)), align 4
  %b = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 40 to ptr addrspace(7)), align 4
  br i1 %c, label %loop, label %other

other:
  br label %loop

loop:
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %b, %other ], [ %next, %loop ]
  %v = load i32, ptr addrspace(1) %p, align 4
  %next = getelementptr i32, ptr addrspace(1) %p, i32 1
  br i1 %c, label %loop, label %end

end:
  ret void
}

; One argument, or NULL: the simulator knows that by itself. Local memory has no arguments here.
define amdgpu_kernel void @known(i1 %c, i1 %d, ptr addrspace(3) %l, ptr addrspace(3) %m) {
  %a = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 36 to ptr addrspace(7)), align 4
  %b = getelementptr i32, ptr addrspace(1) %a, i32 4
  %p = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %b
  %q = select i1 %d, ptr addrspace(1) %p, ptr addrspace(1) null
  %v = load i32, ptr addrspace(1) %q, align 4
  %r = select i1 %c, ptr addrspace(3) %l, ptr addrspace(3) %m
  %w = load i32, ptr addrspace(3) %r, align 4
  ret void
}

; Where nobody knows whose a pointer is, nothing is said of it.
define amdgpu_kernel void @unknown(i1 %c, i1 %d, ptr addrspace(1) %any) {
  %a = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 36 to ptr addrspace(7)), align 4
  %b = load ptr addrspace(1), ptr addrspace(7) inttoptr (i32 40 to ptr addrspace(7)), align 4
  %p = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %b
  %q = select i1 %d, ptr addrspace(1) %any, ptr addrspace(1) %p
  %v = load i32, ptr addrspace(1) %q, align 4
  ret void
}
