; SPDX-License-Identifier: MIT
; Large copies, moves and fills are loops of 64 bytes and a rest.
; RUN: --run-pass=copy_loops %s
; CHECK: define amdgpu_kernel void @copy(
; CHECK: phi
; CHECK: mul {{.*}}, 64
; CHECK: call void @llvm.memcpy.p1.p1.i32(ptr {{.*}}, ptr {{.*}}, i32 64, i1 false)
; CHECK: icmp eq i32 {{.*}}, 64
; CHECK: getelementptr i8, ptr addrspace(1) %to, i32 4096
; CHECK: call void @llvm.memcpy.p1.p1.i32(ptr {{.*}}, ptr {{.*}}, i32 4, i1 false)
; CHECK: ret void
; CHECK: define amdgpu_kernel void @move(
; CHECK: call void @llvm.memcpy.{{.*}}, i32 4, i1 false)
; CHECK: phi
; CHECK: select i1
; CHECK: call void @llvm.memmove.p1.p1.i32(ptr {{.*}}, ptr {{.*}}, i32 64, i1 false)
; CHECK: call void @llvm.memcpy.{{.*}}, i32 4, i1 false)
; CHECK: ret void
; CHECK: define amdgpu_kernel void @fill(
; CHECK: call void @llvm.memset.p5.i32(ptr {{.*}}, i8 7, i32 64, i1 false)
; CHECK: icmp eq i32 {{.*}}, 100
; CHECK: ret void

declare void @llvm.memcpy.p1.p1.i32(ptr addrspace(1), ptr addrspace(1), i32, i1)
declare void @llvm.memmove.p1.p1.i32(ptr addrspace(1), ptr addrspace(1), i32, i1)
declare void @llvm.memset.p5.i32(ptr addrspace(5), i8, i32, i1)

define amdgpu_kernel void @copy(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  call void @llvm.memcpy.p1.p1.i32(ptr addrspace(1) align 8 %to, ptr addrspace(1) align 4 %from, i32 4100, i1 false)
  ret void
}

define amdgpu_kernel void @move(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  call void @llvm.memmove.p1.p1.i32(ptr addrspace(1) align 4 %to, ptr addrspace(1) align 4 %from, i32 4100, i1 false)
  ret void
}

define amdgpu_kernel void @fill(ptr addrspace(5) %p) {
  call void @llvm.memset.p5.i32(ptr addrspace(5) align 4 %p, i8 7, i32 6400, i1 false)
  ret void
}
