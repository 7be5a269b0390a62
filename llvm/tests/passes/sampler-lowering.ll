; SPDX-License-Identifier: MIT
; Constant samplers get slots behind the arguments', equal ones the same; an argument's value is read at run time.
; RUN: --run-pass=sampler_lowering %s
; CHECK: define amdgpu_kernel void @foo(
; CHECK-NEXT: %sampler.value = ptrtoint ptr addrspace(4) %s to i32
; CHECK-NEXT: call void @use(i32 %sampler.value, i32 39, i32 1, i32 20, i32 2, i32 1)
; CHECK-NEXT: ret void
; CHECK: define amdgpu_kernel void @bar(
; CHECK-NEXT: call void @use(i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
; CHECK: ; kernel foo:
; CHECK-NEXT: ; sampler 0: 0x27
; CHECK-NEXT: ; sampler 1: 0x14
; CHECK-NEXT: ; kernel bar:
; CHECK-NEXT: ; sampler 0: 0x14

declare ptr addrspace(4) @__translate_sampler_initializer(i32)
declare i32 @llvm.OpenCL.sampler.get.resource.id(ptr addrspace(4))
declare i32 @llvm.OpenCL.sampler.get.value(ptr addrspace(4))
declare void @use(i32, i32, i32, i32, i32, i32)

define amdgpu_kernel void @foo(ptr addrspace(4) %s) !kernel_arg_type !0 {
  %value.s = call i32 @llvm.OpenCL.sampler.get.value(ptr addrspace(4) %s)
  %p = call ptr addrspace(4) @__translate_sampler_initializer(i32 39)
  %value.p = call i32 @llvm.OpenCL.sampler.get.value(ptr addrspace(4) %p)
  %id.p = call i32 @llvm.OpenCL.sampler.get.resource.id(ptr addrspace(4) %p)
  %q = call ptr addrspace(4) @__translate_sampler_initializer(i32 20)
  %value.q = call i32 @llvm.OpenCL.sampler.get.value(ptr addrspace(4) %q)
  %id.q = call i32 @llvm.OpenCL.sampler.get.resource.id(ptr addrspace(4) %q)
  %r = call ptr addrspace(4) @__translate_sampler_initializer(i32 39)
  %id.r = call i32 @llvm.OpenCL.sampler.get.resource.id(ptr addrspace(4) %r)
  call void @use(i32 %value.s, i32 %value.p, i32 %id.p, i32 %value.q, i32 %id.q, i32 %id.r)
  ret void
}

define amdgpu_kernel void @bar() {
  %q = call ptr addrspace(4) @__translate_sampler_initializer(i32 20)
  %id.q = call i32 @llvm.OpenCL.sampler.get.resource.id(ptr addrspace(4) %q)
  call void @use(i32 %id.q, i32 0, i32 0, i32 0, i32 0, i32 0)
  ret void
}

!0 = !{!"sampler_t"}
