/* SPDX-License-Identifier: MIT */
/* spirv_module.h: a module in SPIR-V, word by word after the specification's section 3, with what
 * each instruction is called there.
 *
 *     kernel void give(global uint *out) { out[0] = 7th; out[1] = 8th; out[2] = 9th; }
 *
 * The 7th specialization constant is a uint, 5 if nobody sets it; the 8th is a bool, false; the 9th
 * a short, -2. */
#pragma once

#include <stdint.h>

/* clang-format off */
static const uint32_t spirv_module[] = {
    0x07230203, 0x00010000, 0, 0x14, 0, /* version 1.0 */
    0x00020011, 4, /* OpCapability Addresses */
    0x00020011, 6, /* OpCapability Kernel */
    0x00020011, 11, /* OpCapability Int64 */
    0x00020011, 39, /* OpCapability Int8 */
    0x00020011, 22, /* OpCapability Int16 */
    0x0003000e, 1, 2, /* OpMemoryModel Physical32 OpenCL */
    0x0005000f, 6, 1, 0x65766967, 0, /* OpEntryPoint Kernel %1 "give" */
    0x00040047, 2, 1, 7, /* OpDecorate %2 SpecId 7 */
    0x00040047, 3, 1, 8, /* OpDecorate %3 SpecId 8 */
    0x00040047, 4, 1, 9, /* OpDecorate %4 SpecId 9 */
    0x00020013, 5, /* %5 = OpTypeVoid */
    0x00020014, 6, /* %6 = OpTypeBool */
    0x00040015, 7, 32, 0, /* %7 = OpTypeInt 32 0 */
    0x00040015, 8, 16, 1, /* %8 = OpTypeInt 16 1 */
    0x00040032, 7, 2, 5, /* %2 = OpSpecConstant %7 5 */
    0x00030031, 6, 3, /* %3 = OpSpecConstantFalse %6 */
    0x00040032, 8, 4, 0xfffffffe, /* %4 = OpSpecConstant %8 -2 */
    0x0004002b, 7, 9, 1, /* %9 = OpConstant %7 1 */
    0x0004002b, 7, 10, 0, /* %10 = OpConstant %7 0 */
    0x0004002b, 7, 11, 2, /* %11 = OpConstant %7 2 */
    0x00040020, 12, 5, 7, /* %12 = OpTypePointer CrossWorkgroup %7 */
    0x00040021, 13, 5, 12, /* %13 = OpTypeFunction %5 %12 */
    0x00050036, 5, 1, 0, 13, /* %1 = OpFunction %5 None %13 */
    0x00030037, 12, 14, /* %14 = OpFunctionParameter %12 */
    0x000200f8, 15, /* %15 = OpLabel */
    0x0005003e, 14, 2, 2, 4, /* OpStore %14 %2 Aligned 4 */
    0x000600a9, 7, 16, 3, 9, 10, /* %16 = OpSelect %7 %3 %9 %10 */
    0x00050046, 12, 17, 14, 9, /* %17 = OpInBoundsPtrAccessChain %12 %14 %9 */
    0x0005003e, 17, 16, 2, 4, /* OpStore %17 %16 Aligned 4 */
    0x00040072, 7, 18, 4, /* %18 = OpSConvert %7 %4 */
    0x00050046, 12, 19, 14, 11, /* %19 = OpInBoundsPtrAccessChain %12 %14 %11 */
    0x0005003e, 19, 18, 2, 4, /* OpStore %19 %18 Aligned 4 */
    0x000100fd, /* OpReturn */
    0x00010038, /* OpFunctionEnd */
};
/* clang-format on */
