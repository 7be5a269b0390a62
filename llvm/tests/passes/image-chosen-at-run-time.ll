; SPDX-License-Identifier: MIT
; An image that is not one argument cannot have a number: an error that names the kernel and the line.
; RUN: --run-pass=image_type_lowering %s
; EXIT: 1
; CHECK: k.cl:7: error: kernel 'foo': an image is chosen at run time

declare i32 @llvm.OpenCL.image.get.resource.id.2d(ptr addrspace(4))

define amdgpu_kernel void @foo(ptr addrspace(4) %a, ptr addrspace(4) %b, i1 %c, ptr addrspace(1) %out) !kernel_arg_access_qual !1 !kernel_arg_type !2 !dbg !6 {
  %image = select i1 %c, ptr addrspace(4) %a, ptr addrspace(4) %b
  %id = call i32 @llvm.OpenCL.image.get.resource.id.2d(ptr addrspace(4) %image), !dbg !7
  store i32 %id, ptr addrspace(1) %out
  ret void
}

!llvm.dbg.cu = !{!3}
!llvm.module.flags = !{!5}
!1 = !{!"read_only", !"read_only", !"none", !"none"}
!2 = !{!"image2d_t", !"image2d_t", !"bool", !"int*"}
!3 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !4, emissionKind: LineTablesOnly)
!4 = !DIFile(filename: "k.cl", directory: "/")
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = distinct !DISubprogram(name: "foo", scope: !4, file: !4, line: 5, type: !8, unit: !3, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 7, column: 3, scope: !6)
!8 = !DISubroutineType(types: !9)
!9 = !{}
