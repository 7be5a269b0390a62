; SPDX-License-Identifier: MIT
; group_scratch.ll: local memory of builtins: a cell of 64 bits for each work-item of the largest group,
; and one for each of its sub-groups, of which there are eight at most.
; OpenCL C has no word for it outside of kernels. Kernels that use none of those builtins have none of it.
@__rootle_group_cells = internal addrspace(3) global [256 x i64] undef, align 8
@__rootle_sub_group_cells = internal addrspace(3) global [264 x i64] undef, align 8

define ptr addrspace(3) @__rootle_group_scratch() alwaysinline {
  ret ptr addrspace(3) @__rootle_group_cells
}

define ptr addrspace(3) @__rootle_sub_group_scratch() alwaysinline {
  ret ptr addrspace(3) @__rootle_sub_group_cells
}
