; SPDX-License-Identifier: MIT
; A watched program stores no padding: the fourth value of a vector of three is 0, and of a structure with gaps
; each member is copied for itself.
; RUN: ROOTLE_CHECK=all --run-pass=guard_copies %s
; CHECK: define amdgpu_kernel void @three(
; CHECK: shufflevector <3 x i32> %v, <3 x i32> zeroinitializer, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: define amdgpu_kernel void @gaps(
; CHECK-NEXT: [[A:%\w+]] = getelementptr inbounds i8, ptr addrspace(3) %to, i32 0
; CHECK-NEXT: [[B:%\w+]] = getelementptr inbounds i8, ptr addrspace(1) %from, i32 0
; CHECK-NEXT: call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 4 [[A]], ptr addrspace(1) align 8 [[B]], i32 1, i1 false)
; CHECK: i32 4, i1 false)
; CHECK-NEXT: [[C:%\w+]] = getelementptr inbounds i8, ptr addrspace(3) %to, i32 10
; CHECK-NEXT: [[D:%\w+]] = getelementptr inbounds i8, ptr addrspace(1) %from, i32 10
; CHECK-NEXT: call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 2 [[C]], ptr addrspace(1) align 2 [[D]], i32 2, i1 false)
; CHECK-NEXT: ret void
; CHECK: define amdgpu_kernel void @whole(
; CHECK-NEXT: call void @llvm.memcpy.p3.p1.i32({{.*}}, i32 8, i1 false), !tbaa.struct
; CHECK-NEXT: ret void

define amdgpu_kernel void @three(<3 x i32> %v, ptr addrspace(1) %p)
{
    %padded = shufflevector <3 x i32> %v, <3 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
    store <4 x i32> %padded, ptr addrspace(1) %p, align 16
    ret void
}

define amdgpu_kernel void @gaps(ptr addrspace(3) %to, ptr addrspace(1) %from)
{
    call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 4 %to, ptr addrspace(1) align 8 %from, i32 12, i1 false), !tbaa.struct !0
    ret void
}

define amdgpu_kernel void @whole(ptr addrspace(3) %to, ptr addrspace(1) %from)
{
    call void @llvm.memcpy.p3.p1.i32(ptr addrspace(3) align 4 %to, ptr addrspace(1) align 8 %from, i32 8, i1 false), !tbaa.struct !3
    ret void
}

declare void @llvm.memcpy.p3.p1.i32(ptr addrspace(3), ptr addrspace(1), i32, i1)

!0 = !{i64 0, i64 1, !1, i64 4, i64 4, !1, i64 10, i64 2, !1}
!1 = !{!2, !2, i64 0}
!2 = !{!"any", !4, i64 0}
!3 = !{i64 0, i64 4, !1, i64 4, i64 4, !1}
!4 = !{!"root"}
