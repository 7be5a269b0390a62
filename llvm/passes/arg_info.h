/* SPDX-License-Identifier: MIT */
/* arg_info.h: what clGetKernelArgInfo and clGetKernelWorkGroupInfo tell, from
 * a kernel's metadata. */
#pragma once

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "driver/abi/binary.h"

/* Sets an argument's names. -1 when memory is short. */
int arg_info_name(struct rootle_arg *arg, const char *name, const char *type_name);
/* Fills everything but the place; `size` only where it is not the type's. The slot of an image or
 * sampler is counted among the kernel's arguments so far. -1 when memory is short. */
int arg_info_fill(struct rootle_arg *arg, const struct rootle_kernel *kernel, LLVMValueRef function,
                  unsigned index);
/* Fills the kernel's attributes and required size. -1 when memory is short. */
int arg_info_kernel(struct rootle_kernel *kernel, LLVMValueRef function);
/* The sizes of reqd_work_group_size; false where the kernel has none. */
bool arg_info_required_size(LLVMValueRef function, uint32_t sizes[3]);
