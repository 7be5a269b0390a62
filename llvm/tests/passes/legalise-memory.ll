; SPDX-License-Identifier: MIT
; Copies and fills become loads and stores; an endless loop gets an exit; markers go.
; RUN: --run-pass=legalise_memory %s
; CHECK: define amdgpu_kernel void @copy(
; CHECK-NEXT: [[V:%\w+]] = load <4 x i32>, ptr addrspace(1) %from, align 4
; CHECK-NEXT: store <4 x i32> [[V]], ptr addrspace(1) %to, align 4
; CHECK: [[W:%\w+]] = load i32, ptr addrspace(1) {{.*}}, align 4
; CHECK: store i32 [[W]]
; CHECK: load i8, ptr addrspace(1) {{.*}}, align 4
; CHECK-NOT: load
; CHECK: define amdgpu_kernel void @move(
; CHECK-NEXT: load i16, ptr addrspace(1) %from, align 2
; CHECK-NEXT: getelementptr
; CHECK-NEXT: load i16
; CHECK-NEXT: store i16
; CHECK: define amdgpu_kernel void @fill(
; CHECK-NEXT: store i32 117901063, ptr addrspace(5) %p, align 4
; CHECK-NEXT: ret void
; CHECK: define amdgpu_kernel void @endless(
; CHECK: load i32, ptr addrspace(7) inttoptr (i32 12 to ptr addrspace(7))
; CHECK: br i1 {{%\w+}}, label %never, label %loop
; CHECK: never:
; CHECK-NEXT: ret void
; CHECK-COUNT: 0 call {{.*}} @llvm

declare void @llvm.memcpy.p1.p1.i32(ptr addrspace(1), ptr addrspace(1), i32, i1)
declare void @llvm.memmove.p1.p1.i32(ptr addrspace(1), ptr addrspace(1), i32, i1)
declare void @llvm.memset.p5.i32(ptr addrspace(5), i8, i32, i1)
declare void @llvm.lifetime.start.p5(i64, ptr addrspace(5))

define amdgpu_kernel void @copy(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  call void @llvm.memcpy.p1.p1.i32(ptr addrspace(1) align 8 %to, ptr addrspace(1) align 4 %from, i32 21, i1 false)
  ret void
}

define amdgpu_kernel void @move(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  call void @llvm.memmove.p1.p1.i32(ptr addrspace(1) align 2 %to, ptr addrspace(1) align 4 %from, i32 4, i1 false)
  ret void
}

define amdgpu_kernel void @fill(ptr addrspace(5) %p) {
  call void @llvm.lifetime.start.p5(i64 4, ptr addrspace(5) %p)
  call void @llvm.memset.p5.i32(ptr addrspace(5) align 4 %p, i8 7, i32 4, i1 false)
  ret void
}

define amdgpu_kernel void @endless(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  store volatile i32 1, ptr addrspace(1) %p
  br label %loop
}
