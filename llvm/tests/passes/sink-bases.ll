; SPDX-License-Identifier: MIT
; Loads of a loop at a constant behind an index keep it there, where the fetch adds it; LLVM would compute a base of each constant in front of
; the loop. For a store, which adds nothing, that is right.
; RUN: --run-pass=optimise %s
; CHECK: define amdgpu_kernel void @loads(
; CHECK: getelementptr i8, ptr addrspace(1) %out, i32 44
; CHECK: loop:
; CHECK-NEXT: phi
; CHECK-NEXT: phi
; CHECK-NEXT: getelementptr i32, ptr addrspace(1) %in, i32 %x
; CHECK-NEXT: getelementptr i8, ptr addrspace(1) {{.*}}, i32 40
; CHECK: getelementptr i32, ptr addrspace(1) %in, i32 %v10
; CHECK-NEXT: getelementptr i8, ptr addrspace(1) {{.*}}, i32 80

target datalayout = "e-p:32:32-i64:64-n32:64-S32-A5-G1"
target triple = "r600-unknown-unknown"

define amdgpu_kernel void @loads(ptr addrspace(1) %out, ptr addrspace(1) %in, i32 %n) {
start:
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %j, %loop ]
  %x = phi i32 [ 0, %start ], [ %v20, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %x
  %p10 = getelementptr i32, ptr addrspace(1) %p, i32 10
  %v10 = load i32, ptr addrspace(1) %p10, align 4
  %q = getelementptr i32, ptr addrspace(1) %in, i32 %v10
  %q20 = getelementptr i32, ptr addrspace(1) %q, i32 20
  %v20 = load i32, ptr addrspace(1) %q20, align 4
  %r = getelementptr i32, ptr addrspace(1) %out, i32 %v20
  %r11 = getelementptr i32, ptr addrspace(1) %r, i32 11
  store i32 %i, ptr addrspace(1) %r11, align 4
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
