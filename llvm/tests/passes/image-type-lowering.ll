; SPDX-License-Identifier: MIT
; Attributes are implicit arguments behind each image; ids count by access qualifier and among samplers.
; RUN: --run-pass=image_type_lowering %s
; CHECK: define amdgpu_kernel void @foo(ptr addrspace(4) %a, <3 x i32> %a.size, <2 x i32> %a.format, ptr addrspace(4) %b, <3 x i32> %b.size, <2 x i32> %b.format, ptr addrspace(4) %c, <3 x i32> %c.size, <2 x i32> %c.format, ptr addrspace(4) %d, <3 x i32> %d.size, <2 x i32> %d.format, ptr addrspace(4) %s, ptr addrspace(4) %t, ptr addrspace(1) align 4 %out)
; CHECK-NEXT: entry:
; CHECK-NEXT: extractelement <3 x i32> %a.size, i32 0
; CHECK-NEXT: extractelement <3 x i32> %b.size, i32 2
; CHECK-NEXT: extractelement <2 x i32> %a.format, i32 0
; CHECK-NEXT: extractelement <2 x i32> %d.format, i32 1
; CHECK: call void @use(i32 0, i32 1, i32 0, i32 1, i32 0, i32 1)
; CHECK-COUNT: 0 call {{.*}}@llvm.OpenCL
; CHECK-COUNT: 1 define amdgpu_kernel void @foo(
; CHECK-COUNT: 1 define amdgpu_kernel void @plain(ptr addrspace(1) %out) !kernel_arg_type
; CHECK: !{i32 1, i32 0, i32 0, i32 1, i32 0, i32 0, i32 1, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 1}
; CHECK: !{!"read_only", !"none", !"none", !"read_only", !"none", !"none", !"write_only", !"none", !"none", !"write_only", !"none", !"none", !"none", !"none", !"none"}
; CHECK: !{!"image2d_t", !"__llvm_image_size", !"__llvm_image_format", !"image3d_t", !"__llvm_image_size", !"__llvm_image_format", !"image2d_t", !"__llvm_image_size", !"__llvm_image_format", !"image3d_t", !"__llvm_image_size", !"__llvm_image_format", !"sampler_t", !"sampler_t", !"int*"}

target datalayout = "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1"
target triple = "r600-unknown-unknown"

declare <3 x i32> @llvm.OpenCL.image.get.size.2d(ptr addrspace(4))
declare <3 x i32> @llvm.OpenCL.image.get.size.3d(ptr addrspace(4))
declare <2 x i32> @llvm.OpenCL.image.get.format.2d(ptr addrspace(4))
declare <2 x i32> @llvm.OpenCL.image.get.format.3d(ptr addrspace(4))
declare i32 @llvm.OpenCL.image.get.resource.id.2d(ptr addrspace(4))
declare i32 @llvm.OpenCL.image.get.resource.id.3d(ptr addrspace(4))
declare i32 @llvm.OpenCL.sampler.get.resource.id(ptr addrspace(4))
declare void @use(i32, i32, i32, i32, i32, i32)

define amdgpu_kernel void @foo(ptr addrspace(4) %a, ptr addrspace(4) %b, ptr addrspace(4) %c, ptr addrspace(4) %d, ptr addrspace(4) %s, ptr addrspace(4) %t, ptr addrspace(1) align 4 %out) !kernel_arg_addr_space !0 !kernel_arg_access_qual !1 !kernel_arg_type !2 {
entry:
  %size.a = call <3 x i32> @llvm.OpenCL.image.get.size.2d(ptr addrspace(4) %a)
  %width = extractelement <3 x i32> %size.a, i32 0
  %size.b = call <3 x i32> @llvm.OpenCL.image.get.size.3d(ptr addrspace(4) %b)
  %depth = extractelement <3 x i32> %size.b, i32 2
  %format.a = call <2 x i32> @llvm.OpenCL.image.get.format.2d(ptr addrspace(4) %a)
  %type = extractelement <2 x i32> %format.a, i32 0
  %format.d = call <2 x i32> @llvm.OpenCL.image.get.format.3d(ptr addrspace(4) %d)
  %order = extractelement <2 x i32> %format.d, i32 1
  %id.a = call i32 @llvm.OpenCL.image.get.resource.id.2d(ptr addrspace(4) %a)
  %id.b = call i32 @llvm.OpenCL.image.get.resource.id.3d(ptr addrspace(4) %b)
  %id.c = call i32 @llvm.OpenCL.image.get.resource.id.2d(ptr addrspace(4) %c)
  %id.d = call i32 @llvm.OpenCL.image.get.resource.id.3d(ptr addrspace(4) %d)
  %id.s = call i32 @llvm.OpenCL.sampler.get.resource.id(ptr addrspace(4) %s)
  %id.t = call i32 @llvm.OpenCL.sampler.get.resource.id(ptr addrspace(4) %t)
  call void @use(i32 %id.a, i32 %id.b, i32 %id.c, i32 %id.d, i32 %id.s, i32 %id.t)
  store i32 %width, ptr addrspace(1) %out
  store i32 %depth, ptr addrspace(1) %out
  store i32 %type, ptr addrspace(1) %out
  store i32 %order, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @plain(ptr addrspace(1) %out) !kernel_arg_type !3 {
  ret void
}

!0 = !{i32 1, i32 1, i32 1, i32 1, i32 0, i32 0, i32 1}
!1 = !{!"read_only", !"read_only", !"write_only", !"write_only", !"none", !"none", !"none"}
!2 = !{!"image2d_t", !"image3d_t", !"image2d_t", !"image3d_t", !"sampler_t", !"sampler_t", !"int*"}
!3 = !{!"int*"}
