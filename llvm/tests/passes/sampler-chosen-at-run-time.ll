; SPDX-License-Identifier: MIT
; RUN: --run-pass=sampler_lowering %s
; EXIT: 1
; CHECK: error: kernel 'foo': a sampler is chosen at run time

declare ptr addrspace(4) @__translate_sampler_initializer(i32)
declare i32 @llvm.OpenCL.sampler.get.resource.id(ptr addrspace(4))
declare void @use(i32)

define amdgpu_kernel void @foo(ptr addrspace(4) %s, i1 %c) !kernel_arg_type !0 {
  %t = call ptr addrspace(4) @__translate_sampler_initializer(i32 39)
  %u = select i1 %c, ptr addrspace(4) %s, ptr addrspace(4) %t
  %id = call i32 @llvm.OpenCL.sampler.get.resource.id(ptr addrspace(4) %u)
  call void @use(i32 %id)
  ret void
}

!0 = !{!"sampler_t", !"bool"}
